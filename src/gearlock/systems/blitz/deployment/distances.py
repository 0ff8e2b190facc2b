"""16.1a, 16.1c and 16.2c: setting units beyond the table's edge, and the distances they note."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Amount, Ask, Option, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.surfaces import slope_at
from gearlock.systems.blitz.deployment.events import Deployed, SetBeyond
from gearlock.systems.blitz.deployment.orders import Deploy, NoteDistance
from gearlock.systems.blitz.deployment.reserves import RANGERS, STEALTH, SUPPORT, is_works
from gearlock.systems.blitz.deployment.standing_room import refuse_ground
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE
from gearlock.systems.blitz.state import OFF_BOARD, WAITING, State, Unit, unit_of
from gearlock.table.measure import INCH

FARTHEST = 120
"""The most inches beyond the edge that can be noted; no weapon reaches that far."""


@heeds("blitz.16.2c", "blitz.16.1a", "blitz.16.1c")
def resolve_beyond(ctx: Ctx[State], order: Deploy) -> Script[None]:
    """Set a model at the edge. The first of its unit notes how far out all are; rangers may be there at once."""
    unit = ctx.state.units[order.unit]
    noted = noted_distance(ctx.state, unit)
    if noted is None:
        prompt = f"How many inches beyond the edge is the unit of the {unit.name}?"
        question = Ask(unit.seat, "distance", unit.id, (str(order.x), str(order.y)), WAY_RULES[unit.arrival], prompt)
        answer = yield from ask(question)
        assert isinstance(answer, NoteDistance), f"{answer} notes nothing"
        noted = answer.inches * INCH
    if noted:
        ctx.emit(SetBeyond(order.unit, order.x, order.y, order.facing, noted))
    else:
        z = slope_at(ctx.state.ground, order.x, order.y)
        ctx.emit(Deployed(order.unit, order.x, order.y, z, order.facing))


WAY_RULES = {STEALTH: "blitz.16.1a", RANGERS: "blitz.16.1c", SUPPORT: "blitz.16.2c"}


def noted_distance(state: State, unit: Unit) -> int | None:
    """What the models of its unit that are set already have noted; 0 if they stand on the table."""
    for other in state.units.values():
        if unit_of(other) == unit_of(unit) and other.status != WAITING and not is_works(other):
            return int(state.facts[f"{DISTANCE}:{other.id}"].value) if other.status == OFF_BOARD else 0
    return None


@rule("blitz.16.1a")
@heeds("blitz.16.1c", "blitz.16.2c")
def least_distance(unit: Unit) -> int:
    """The least a unit may note, in inches: support some, stealth units one move, rangers none."""
    if unit.arrival == RANGERS:
        return 0
    return max(1, -(-unit.line.move // INCH)) if unit.arrival == STEALTH else 1


def refuse_distance(state: State, ask: Ask, order: NoteDistance) -> Refusal | None:
    """Neither too near nor absurdly far; whoever would be there at once needs room."""
    unit = state.units[ask.unit]
    least = max(least_distance(member) for member in state.units.values() if unit_of(member) == unit_of(unit))
    facts: dict[str, str | int | float] = {"inches": order.inches, "least": least}
    if order.inches and order.inches < least and unit.arrival == RANGERS:
        return Refusal("near", ask.rule, f"Rangers are there at once, or at least {least} in away.", facts)
    if not least <= order.inches <= FARTHEST:
        return Refusal("distance", ask.rule, f"The distance is from {least} to {FARTHEST} in.", facts)
    x, y = map(int, ask.about)
    return refuse_ground(state, unit, x, y) if not order.inches else None


def offer_distances(state: State, ask: Ask) -> Iterator[Option]:
    """Any number of inches; for rangers also to be there at once."""
    unit = state.units[ask.unit]
    if unit.arrival == RANGERS and refuse_distance(state, ask, NoteDistance(0)) is None:
        yield Pick("On the table at once", NoteDistance(0), ask.rule)
    least = max(1, *(least_distance(member) for member in state.units.values() if unit_of(member) == unit_of(unit)))
    yield Amount("Inches beyond the edge", NoteDistance(least), ask.rule, low=least, high=FARTHEST)


def guess_distance(_state: State, _ask: Ask, order: NoteDistance, chooser: Chooser, _attempt: int) -> Order:
    """Mostly near enough to matter."""
    return NoteDistance(order.inches + chooser.randrange(0, 25))


def aim_distance(_state: State, _ask: Ask, _order: NoteDistance, spot: Aim) -> Order:
    """The number somebody chose."""
    return NoteDistance(spot.x)
