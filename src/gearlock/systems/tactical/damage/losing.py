"""How a vehicle is lost, and what becomes of those who ride in it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.damage.blows import Blow, cause_of
from gearlock.systems.tactical.damage.events import PassengersOut, UnitLost
from gearlock.systems.tactical.infantry.casualties import mourn
from gearlock.systems.tactical.squads import standing as troopers_standing
from gearlock.systems.tactical.state import ABOARD, IN_PLAY, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprints_overlap
from gearlock.table.measure import FULL_TURN, advance

STEPS = 12


def riders(state: State, carrier_id: str) -> list[Unit]:
    """The squads that ride in a vehicle."""
    return [unit for unit in state.units.values() if unit.carrier == carrier_id and unit.status == ABOARD]


@rule("tactical.2.6.10-overkill")
@heeds("tactical.3.5", "tactical.7.2-passengers")
def lose(
    ctx: Ctx[State], unit_id: str, blow: Blow, *, crew_safe: bool = False, crew_killed: bool = False, rule_id: str = ""
) -> None:
    """Take a unit out of the battle. Who rides in it goes with it, unless its crew gets out as well."""
    if ctx.state.units[unit_id].status not in IN_PLAY:
        return
    aboard = [unit.id for unit in riders(ctx.state, unit_id)]
    cause = cause_of(ctx.state, blow)
    named = rule_id or "tactical.2.6.10-overkill"
    alive = troopers_standing(ctx.state.units[unit_id])
    ctx.emit(UnitLost(unit_id, blow.by, cause, crew_safe, crew_killed, named))
    mourn(ctx, unit_id, alive, blow.by, blow.seat)
    for squad in aboard:
        if crew_safe:
            ctx.emit(PassengersOut(squad, unit_id, *room_near(ctx.state, squad, unit_id)))
        else:
            ctx.emit(UnitLost(squad, blow.by, cause, False, False, named))


def room_near(state: State, squad_id: str, carrier_id: str) -> tuple[int, int]:
    """Where a squad comes out: in the place of its vehicle, or as near to it as nobody else stands.

    The same for a unit that has been there all the time, and nobody saw it.
    """
    squad, carrier = state.units[squad_id], state.units[carrier_id]
    others = [unit.body for unit in state.standing()]
    for x, y in _spots(carrier, squad.card.radius):
        body = Body(x, y, carrier.z, squad.card.radius, squad.card.height)
        inside = 0 <= x <= state.ground.width and 0 <= y <= state.ground.height
        if inside and not any(footprints_overlap(body, other) for other in others):
            return x, y
    return carrier.x, carrier.y


def _spots(carrier: Unit, radius: int) -> Iterator[tuple[int, int]]:
    """The place of a vehicle, then rings around it."""
    yield carrier.x, carrier.y
    for ring in (2, 4):
        for step in range(STEPS):
            yield advance(carrier.x, carrier.y, carrier.facing + step * FULL_TURN // STEPS, ring * radius + 1)
