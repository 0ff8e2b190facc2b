"""6.2, 10.3, 10.4 and 11: base contact: whom a model comes to touch by a step, and what they do about it."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.attacks.events import StandbyLost
from gearlock.systems.blitz.attacks.exchange import resolve_exchange
from gearlock.systems.blitz.attacks.pairs import is_flying
from gearlock.systems.blitz.attacks.snap_fire import CONTACT as MET
from gearlock.systems.blitz.attacks.snap_fire import Trigger, offer_snap_fire
from gearlock.systems.blitz.general_concepts.measuring import CONTACT, touches
from gearlock.systems.blitz.movement.events import Forced, Jumped, Moved
from gearlock.systems.blitz.movement.giving_way import make_room
from gearlock.systems.blitz.movement.stretch import Stretch
from gearlock.systems.blitz.state import STANDBY, State, opponent
from gearlock.table.bodies import Body


@heeds("blitz.6.2", "blitz.16.1b", "blitz.17.7b")
def contacts_made(state: State, event: Moved | Jumped | Forced) -> list[str]:
    """The enemies a model is in base contact with after a step that is about to be made, and was not before.

    Nobody touches what is in the air, or was just dropped and is not there yet.
    """
    unit = state.units[event.unit]
    if is_flying(unit):
        return []
    after = Body(event.x, event.y, event.z, unit.line.radius, unit.height)
    foes = (other for other in state.fielded(opponent(unit.seat)) if not is_flying(other))
    return [other.id for other in foes if touches(after, other.body) and not touches(unit.body, other.body)]


@heeds("blitz.6.2", "blitz.10.4")
def met_on_the_way(state: State, stretch: Stretch) -> list[int]:
    """Where along a stretch the model comes to touch enemies whom it then leaves, or goes through."""
    unit, found = stretch.unit, list[int]()
    for other in () if is_flying(unit) else (foe for foe in state.fielded(opponent(unit.seat)) if not is_flying(foe)):
        reach = unit.line.radius + other.line.radius + CONTACT // 2
        level = other.z < unit.body.top and unit.z < other.body.top
        spans = stretch.spans_around(other.x, other.y, reach) if level else []
        found += [into for into, out in spans if into and out < stretch.length]
    return found


@heeds("blitz.10.4", "blitz.10.4b", "blitz.11.0")
def go(ctx: Ctx[State], event: Moved | Jumped) -> Script[bool]:
    """Make a step; whoever is met by it may answer. Whether the model can go on."""
    met = contacts_made(ctx.state, event)
    ctx.emit(event)
    make_room(ctx, event.unit)
    met = [name for name in met if touches(ctx.state.units[event.unit].body, ctx.state.units[name].body)]
    if met:
        yield from resolve_contact(ctx, event.unit, met)
    return ctx.state.is_acting(event.unit)


@heeds("blitz.10.3", "blitz.10.4", "blitz.10.4b")
def resolve_contact(ctx: Ctx[State], unit_id: str, met: list[str]) -> Script[None]:
    """Who is moved into may snap fire; after that standby tokens are no use to anybody in it."""
    answers = yield from offer_snap_fire(ctx, Trigger((unit_id,), tuple(met), MET))
    if answers:
        yield from resolve_exchange(ctx, answers)
    for name in (unit_id, *met):
        if ctx.state.units[name].token(STANDBY):
            ctx.emit(StandbyLost(name))
