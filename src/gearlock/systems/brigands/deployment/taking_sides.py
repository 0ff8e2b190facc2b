"""11.4a: deployment zones that nobody agreed on: a die says which kind, a roll-off who chooses the side."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.systems.brigands.deployment.events import PhaseOpened, SideTaken, ZonesRolled
from gearlock.systems.brigands.deployment.orders import ChooseSide
from gearlock.systems.brigands.deployment.roll_off import roll_off
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.zones import CORNER, NARROW, WIDE, ZONES, sides_of

KINDS = (NARROW, NARROW, WIDE, WIDE, CORNER, CORNER)
"""What each face of the die stands for."""


@rule("brigands.11.4a")
def resolve_zones(ctx: Ctx[State]) -> Script[None]:
    """Roll for the kind of zones, then for the choice between their sides."""
    (face,) = yield from throw(Roll("deployment zones", 1, 6, rule="brigands.11.4a"))
    kind = KINDS[face - 1]
    ctx.emit(ZonesRolled(face, kind))
    winner = yield from roll_off(ctx, "side", "brigands.11.4a")
    prompt = f"{ZONES[kind]}: on which side of the table do you deploy?"
    order = yield from ask(Ask(winner, "side", about=(kind,), rule="brigands.11.4a", prompt=prompt))
    assert isinstance(order, ChooseSide), f"{order} names no side"
    ctx.emit(SideTaken(winner, order.side))
    ctx.emit(PhaseOpened("fortifications"))


def offer_sides(state: State, ask: Ask) -> Iterator[Option]:
    """Every side a zone of this kind may lie on."""
    for side in sides_of(state.ground, ask.about[0]):
        yield Pick(f"In the {side}", ChooseSide(side), ask.rule)


@heeds("brigands.11.4a")
def refuse_side(state: State, ask: Ask, order: ChooseSide) -> Refusal | None:
    """The zones that were rolled leave only some sides."""
    sides = sides_of(state.ground, ask.about[0])
    if order.side in sides:
        return None
    message = f"{ZONES[ask.about[0]]} zones lie in the {' or '.join(sides)}, not in the {order.side or 'air'}."
    return Refusal("side", "brigands.11.4a", message)
