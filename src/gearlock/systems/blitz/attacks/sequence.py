"""10.4: the active player says in which order the attacks of an exchange are rolled; all damage comes after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.attacks.orders import RollFirst
from gearlock.systems.blitz.attacks.volleys import Hit, Volley, roll_volley
from gearlock.systems.blitz.dice_tests.rerolls import may_reroll
from gearlock.systems.blitz.dice_tests.second_throws import ACROBATIC
from gearlock.systems.blitz.paying import can_act
from gearlock.systems.blitz.state import State, Unit


@heeds("blitz.10.4", "blitz.2.3")
def roll_volleys(ctx: Ctx[State], volleys: Iterable[Volley]) -> Script[list[Hit]]:
    """All checks of an exchange, in the order that the active player likes."""
    left, hits = list(volleys), list[Hit]()
    chooses = True
    while left:
        number = 0
        if chooses and len(left) > 1 and does_order_matter(ctx.state, left):
            order = yield from _ask_for_next(ctx, left)
            chooses, number = isinstance(order, RollFirst), order.number if isinstance(order, RollFirst) else 0
        hits += yield from roll_volley(ctx, left.pop(number))
    return hits


def does_order_matter(state: State, volleys: Iterable[Volley]) -> bool:
    """Whether anybody in the exchange has something to spend on a roll: else all orders come to the same."""
    if state.active() is None:
        return False
    names = {name for volley in volleys for name in (volley.attacker, *volley.targets)}
    return any(_has_a_say(state, state.units[name]) for name in sorted(names))


def _has_a_say(state: State, unit: Unit) -> bool:
    free = [ACROBATIC] if unit.has("Acrobatic") else []
    return not unit.is_destroyed and (can_act(unit) or may_reroll(state, unit, free))


def _ask_for_next(ctx: Ctx[State], left: list[Volley]) -> Script[object]:
    active = ctx.state.active()
    assert active is not None, "somebody is active"
    about = tuple(label_of(ctx.state, volley) for volley in left)
    prompt = "Which attack do you roll first? All damage comes after the last."
    return (yield from ask(Ask(active.seat, "exchange", active.id, about, "blitz.10.4", prompt, optional=True)))


def label_of(state: State, volley: Volley) -> str:
    """An attack of an exchange in words."""
    targets = " and ".join(state.units[name].name for name in volley.targets)
    return f"{state.units[volley.attacker].name}: {volley.weapon}{f' at {targets}' if targets else ''}"


def refuse_first(_state: State, asked: Ask, order: RollFirst) -> Refusal | None:
    """One of those that are left."""
    if 0 <= order.number < len(asked.about):
        return None
    return Refusal(
        "number", "blitz.10.4", f"Choose one of the {len(asked.about)} attacks, 0 to {len(asked.about) - 1}."
    )


def offer_order(_state: State, asked: Ask) -> Iterator[Option]:
    """Each of the attacks that are left, or the order in which they were declared."""
    for number, label in enumerate(asked.about):
        yield Pick(f"{label} first", RollFirst(number), "blitz.10.4")
    yield decline("As they were declared", "blitz.10.4")
