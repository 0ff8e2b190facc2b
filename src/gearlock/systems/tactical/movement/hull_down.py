"""3.2.4: taking a hull-down position by Movement Points."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.mechanics.ground.forms import SOLID, is_building
from gearlock.systems.tactical.cards import SUBMARINE
from gearlock.systems.tactical.damage.hull_down import EDGE, HIDDEN_WHOLE, READY, position_in, position_token
from gearlock.systems.tactical.line_of_sight.standing import terrain_under
from gearlock.systems.tactical.line_of_sight.terrain import DEEP_WATER, LEVEL, WATER, type_of
from gearlock.systems.tactical.movement.feats import DUCKED, CoverTaken
from gearlock.systems.tactical.movement.moving import refuse_unmoving
from gearlock.systems.tactical.movement.orders import TakeCover
from gearlock.systems.tactical.speed import MP, most_mp
from gearlock.systems.tactical.state import FALLEN, HULL_DOWN, TOP, State, Unit
from gearlock.systems.tactical.switches import HULL_DOWN_POSITIONS
from gearlock.table.measure import FULL_TURN, advance, inches_text

RULE = "tactical.3.2.4"
AROUND = 24
NEAR_AN_EDGE = 100
"""Mils beyond its base within which a level must change for the edge to be a unit's cover."""
HILL = "hill"


@heeds("tactical.3.2.4-table")
def lie_of_the_land(state: State, x: int, y: int) -> int:
    """How high the ground is at a place: hills and rocks, but no houses, walls or stands of trees on it."""
    pieces = state.ground.pieces_at(x, y)
    land = (p.top for p in pieces if p.kind in SOLID and not is_building(p) and (p.kind == HILL or not type_of(p)))
    return max(land, default=0)


@heeds("tactical.3.2.4-table")
def is_at_an_edge(state: State, unit: Unit) -> bool:
    """Whether the ground changes by a level right beside a base."""
    for step in range(AROUND):
        x, y = advance(unit.x, unit.y, step * FULL_TURN // AROUND, unit.card.radius + NEAR_AN_EDGE)
        inside = 0 <= x <= state.ground.width and 0 <= y <= state.ground.height
        if inside and abs(lie_of_the_land(state, x, y) - unit.z) >= LEVEL:
            return True
    return False


@heeds("tactical.3.2.4-table")
def covers_here(state: State, unit: Unit) -> list[str]:
    """The rows of the table that a unit may use where it stands; water is for who submerges."""
    under = terrain_under(state, unit)
    if under in (WATER, DEEP_WATER):
        found = [WATER] if SUBMARINE in unit.card.modes else []
    else:
        found = [under] if position_in(under) is not None else []
    return [*found, EDGE] if is_at_an_edge(state, unit) else found


def cost_of_cover(unit: Unit, terrain: str) -> int:
    """Thousandths of MP: the table's, nothing for who is in that position and only ducks or comes up again.

    A fallen walker gets up for 1 MP more.
    """
    if unit.token(HULL_DOWN) and unit.token(position_token(terrain)):
        return 0
    cover = position_in(terrain)
    assert cover is not None, "the terrain offers cover"
    return (cover.cost + bool(unit.token(FALLEN))) * MP


@rule("tactical.3.2.4")
def refuse_cover(state: State, order: TakeCover) -> Refusal | None:
    """Why a vehicle cannot go hull-down: no cover here, too few Movement Points, or too fast for it."""
    unit, now = state.units[order.unit], state.activation
    if not state.switch(HULL_DOWN_POSITIONS):
        return Refusal("module", RULE, "Hull-down positions are not in use in this battle.")
    refusal = refuse_unmoving(state, unit)
    if refusal is not None or now is None:
        return refusal
    if unit.is_infantry:
        return Refusal("infantry", "tactical.3.2.4-effects", f"The {unit.name} is always in cover as it is.")
    if unit.speed == TOP:
        return Refusal("top", RULE, f"The {unit.name} is at Top Speed: it cannot park behind cover.")
    here = covers_here(state, unit)
    if order.terrain not in here:
        words = ", ".join(here) or "none"
        message = f"'{order.terrain}' gives the {unit.name} no hull-down position here; there is: {words}."
        return Refusal("terrain", "tactical.3.2.4-table", message)
    wanted = HIDDEN_WHOLE if order.whole else READY
    if unit.token(HULL_DOWN) == wanted and unit.token(position_token(order.terrain)):
        return Refusal("same", RULE, f"The {unit.name} is in that position already.")
    cost, most = cost_of_cover(unit, order.terrain), most_mp(unit, now)
    if not cost and DUCKED in now.marks:
        return Refusal("ducked", RULE, f"The {unit.name} has ducked or come up already: once a round.")
    if now.spent - now.road + cost > most:
        left = inches_text(max(0, most - now.spent + now.road))
        message = f"This takes {inches_text(cost)} MP; the {unit.name} has {left} left at this speed."
        return Refusal("movement", RULE, message, {"cost": cost, "left": most - now.spent + now.road})
    return None


def resolve_taking_cover(ctx: Ctx[State], order: TakeCover) -> None:
    """The Movement Points are spent, and the counter lies beside it until it moves."""
    now = ctx.state.activation
    assert now is not None, "somebody is being activated"
    cost = cost_of_cover(ctx.state.units[order.unit], order.terrain)
    ctx.emit(CoverTaken(order.unit, order.terrain, order.whole, now.spent + cost, not cost))


def offer_cover(state: State, unit: Unit) -> Iterator[Option]:
    """Each position there is, with the weapons at the ready or hidden completely."""
    if not state.switch(HULL_DOWN_POSITIONS) or unit.is_infantry or refuse_unmoving(state, unit) is not None:
        return
    for terrain in covers_here(state, unit):
        for whole in (False, True):
            order = TakeCover(unit.id, terrain, whole)
            if refuse_cover(state, order) is None:
                words = "Hide completely" if whole else "Go hull-down"
                cost = inches_text(cost_of_cover(unit, terrain))
                yield Pick(f"{words} ({terrain}, {cost} MP)", order, RULE)
