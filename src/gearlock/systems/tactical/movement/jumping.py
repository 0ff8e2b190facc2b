"""7.2: Jump Jets, which cards name and the book does not describe: a leap ahead over whatever lies there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.condition import perk
from gearlock.systems.tactical.line_of_sight.standing import ground_type
from gearlock.systems.tactical.line_of_sight.terrain import WATERS
from gearlock.systems.tactical.movement.entering import resolve_landed
from gearlock.systems.tactical.movement.feats import Jumped
from gearlock.systems.tactical.movement.ground import price_of, refuse_water
from gearlock.systems.tactical.movement.limits import refuse_limit
from gearlock.systems.tactical.movement.moving import refuse_unmoving
from gearlock.systems.tactical.movement.orders import Jump
from gearlock.systems.tactical.movement.room import has_room, level_below
from gearlock.systems.tactical.movement.towing import towed_of
from gearlock.systems.tactical.speed import MP, most_mp
from gearlock.systems.tactical.state import FALLEN, State, Unit
from gearlock.table.measure import INCH, advance

RULE = "tactical.7.2-card-only-perks"
JETS, JUMPED = "Jump Jets", "jumped"


class Landing(NamedTuple):
    """Where a leap ends."""

    x: int
    y: int
    z: int


@heeds("tactical.7.2-card-only-perks")
def refuse_jumper(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot jump at all now."""
    now = state.activation
    if not perk(unit, JETS):
        return Refusal("jets", RULE, f"The {unit.name} has no Jump Jets.")
    refusal = refuse_unmoving(state, unit)
    if refusal is not None or now is None:
        return refusal
    if JUMPED in now.marks:
        return Refusal("jumped", RULE, f"The {unit.name} has jumped already: once a round.")
    if unit.token(FALLEN) or now.backward or towed_of(state, unit) is not None:
        return Refusal("stance", RULE, f"The {unit.name} does not jump from the ground, backward or with a load.")
    return None


@heeds("tactical.7.2-card-only-perks", "tactical.2.6.5")
def find_landing(state: State, order: Jump) -> Landing | Refusal:
    """Where a leap leads: whole inches straight ahead, 1 MP each, up or down no more levels than the rating."""
    unit, now = state.units[order.unit], state.activation
    refusal = refuse_jumper(state, unit)
    if refusal is not None or now is None:
        return refusal or Refusal("passive", RULE, "Nobody is being activated.")
    rating = perk(unit, JETS)
    if not 1 <= order.inches <= rating:
        return Refusal("far", RULE, f"The {unit.name} jumps 1 to {rating} in.", {"inches": order.inches})
    if now.spent - now.road + order.inches * MP > most_mp(unit, now):
        return Refusal("movement", RULE, f"The {unit.name} has too few Movement Points left: 1 for each inch.")
    x, y = advance(unit.x, unit.y, unit.facing, order.inches * INCH)
    if kept := refuse_limit(state, unit, x, y):
        return kept
    z = level_below(state, x, y, unit.z + rating * INCH)
    if unit.z - z > rating * INCH or not has_room(state, unit, x, y, z):
        return Refusal("room", RULE, f"There is no room within {rating} levels for the {unit.name} to come down.")
    type_ = ground_type(state, x, y)
    if price_of(state, unit, type_) is None or (type_ in WATERS and refuse_water(unit, {}) is not None):
        return Refusal("ground", RULE, f"The {unit.name} cannot come down in {type_}.")
    return Landing(x, y, z)


def refuse_jump(state: State, order: Jump) -> Refusal | None:
    """Why a unit cannot jump so far."""
    found = find_landing(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_jump(ctx: Ctx[State], order: Jump) -> Script[None]:
    """Over everything, and down again into whatever lies there."""
    found, now = find_landing(ctx.state, order), ctx.state.activation
    assert isinstance(found, Landing) and now is not None, "the order was judged before"  # noqa: PT018 - one fact
    far, was = order.inches * INCH, (ctx.state.units[order.unit].x, ctx.state.units[order.unit].y)
    ctx.emit(Jumped(order.unit, *found, now.spent + order.inches * MP, now.gone + far, now.since_turn + far))
    yield from resolve_landed(ctx, order.unit, was)


def offer_jumps(state: State, unit: Unit) -> Iterator[Option]:
    """Each distance its jets carry it."""
    if not unit.card.has(JETS) or refuse_jumper(state, unit) is not None:
        return
    for inches in range(1, perk(unit, JETS) + 1):
        order = Jump(unit.id, inches)
        if refuse_jump(state, order) is None:
            yield Pick(f"Jump {inches} in straight ahead ({inches} MP)", order, RULE)
