"""16.0, step 3: choosing objectives: rolled for both, rolled for each, or chosen in secret; and the primary one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask_sealed, throw
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.objectives.events import ObjectivesSet, PrimarySet
from gearlock.systems.blitz.objectives.orders import ChooseObjectives, ChoosePrimary
from gearlock.systems.blitz.objectives.slots import (
    MARKED,
    MIRRORED,
    NAMES,
    PRIMARY,
    SECRET,
    known_name,
    slots_of,
)
from gearlock.systems.blitz.state import State

METHOD, NUMBER = "objectives", "number"


@rule("blitz.16.0-3")
def objectives_for(size: int) -> int:
    """How many objectives a side has in a game of so many TV: one up to 50, two up to 100, else three."""
    return 1 if size <= 50 else 2 if size <= 100 else 3


@heeds("blitz.16.0-3")
def resolve_choosing(ctx: Ctx[State]) -> Script[bool]:
    """Set objectives and the primary ones; False when all that is done."""
    state = ctx.state
    if not slots_of(state, "red"):
        yield from _set_objectives(ctx)
        return True
    if f"{PRIMARY}:red" in state.facts:
        return False
    count = len(slots_of(state, "red"))
    if count == 1:
        numbers = dict.fromkeys(SEATS, 1)
    else:
        prompt = "Which of your objectives is the primary one? It counts double, and nobody else knows."
        asks = [Ask(seat, "primary", rule="blitz.16.0-3", prompt=prompt) for seat in SEATS]
        orders = yield from ask_sealed(*asks)
        numbers = {seat: order.number for seat, order in zip(SEATS, orders, strict=True)}  # type: ignore[attr-defined]
    for seat, number in numbers.items():
        ctx.emit(PrimarySet(seat, number))
    return True


@heeds("blitz.16.0-3")
def _set_objectives(ctx: Ctx[State]) -> Script[None]:
    """Roll for them, or ask. Those that markers will show are numbered first: no number tells of what stays secret."""
    method, count = ctx.state.switches[METHOD], int(ctx.state.switches[NUMBER])
    if method == SECRET:
        prompt = f"Choose {count} objective{'s' * (count > 1)} in secret."
        orders = yield from ask_sealed(*(Ask(seat, "objectives", rule="blitz.16.0-3", prompt=prompt) for seat in SEATS))
        for seat, order in zip(SEATS, orders, strict=True):
            assert isinstance(order, ChooseObjectives), f"{order} chooses no objectives"
            shown_first = sorted(order.names, key=lambda name: name not in MARKED)
            ctx.emit(ObjectivesSet(seat, tuple(shown_first), secret=True))
        return
    names, faces = yield from roll_objectives("" if method == MIRRORED else "red", count)
    ctx.emit(ObjectivesSet("red", names, faces))
    if method != MIRRORED:
        names, faces = yield from roll_objectives("blue", count)
    ctx.emit(ObjectivesSet("blue", names, faces))


@rule("blitz.16.0-obj-reroll")
@heeds("blitz.16.0-3")
def roll_objectives(seat: str, count: int) -> Script[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Roll for objectives. What is there already is rolled once more, and stands if it comes again."""
    table, names, faces = tuple(NAMES), list[str](), list[int]()
    for _ in range(count):
        roll = Roll("objective", 1, 6, seat=seat, rule="blitz.16.0-3")
        (face,) = yield from throw(roll)
        faces.append(face)
        if table[face - 1] in names:
            (face,) = yield from throw(roll)
            faces.append(face)
        names.append(table[face - 1])
    return tuple(names), tuple(faces)


def refuse_objectives(state: State, ask: Ask, order: ChooseObjectives) -> Refusal | None:
    """So many different ones out of six."""
    count = int(state.switches[NUMBER])
    unknown = [name for name in order.names if name not in NAMES]
    if unknown:
        return Refusal("objective", ask.rule, f"There is no objective '{unknown[0]}': there are {', '.join(NAMES)}.")
    if len(set(order.names)) != len(order.names) or len(order.names) != count:
        return Refusal("number", ask.rule, f"Choose {count} different objectives, not {len(order.names)}.")
    return None


def offer_objectives(state: State, ask: Ask) -> Iterator[Option]:
    """Every choice there is."""
    for names in combinations(NAMES, int(state.switches[NUMBER])):
        yield Pick(", ".join(NAMES[name] for name in names), ChooseObjectives(names), ask.rule)


def refuse_primary(state: State, ask: Ask, order: ChoosePrimary) -> Refusal | None:
    """One of one's own; Casualties is none of them."""
    count = len(slots_of(state, ask.seat))
    if 1 <= order.number <= count:
        return None
    message = f"Your objectives are numbered 1 to {count}; Casualties is never the primary one."
    return Refusal("primary", ask.rule, message, {"number": order.number})


def offer_primaries(state: State, ask: Ask) -> Iterator[Option]:
    """One's objectives."""
    for slot in slots_of(state, ask.seat):
        yield Pick(NAMES[known_name(state, slot, ask.seat)], ChoosePrimary(slot.number), ask.rule)
