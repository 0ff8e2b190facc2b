"""Difficult and Dangerous terrain, and the edges of cliffs: tests with the bare Defense Skill."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.figures import body_at
from gearlock.mechanics.going.resting import resting_place
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.systems.fieldmanual.command.tests import resolve_test
from gearlock.systems.fieldmanual.damage.harm import inflict
from gearlock.systems.fieldmanual.damage.levels import defense_damage_lines, terrain_lines
from gearlock.systems.fieldmanual.dice_tests.tests import DEFENSE, Test, stun_lines, succeeds
from gearlock.systems.fieldmanual.impacts.collisions import resolve_terrain_impact
from gearlock.systems.fieldmanual.melee.lines import defense_dice
from gearlock.systems.fieldmanual.movement.events import Fell, Halted
from gearlock.systems.fieldmanual.movement.passage import CLIFF, obstacles
from gearlock.systems.fieldmanual.state import STATIONARY, State, Unit
from gearlock.table.inches import is_on_table
from gearlock.table.measure import INCH, advance

RULE, EDGE = "fieldmanual.terrain-difficult-dangerous", "fieldmanual.cliff-edge"
EDGE_THRESHOLD = 4
BIT, LOOK_AHEAD = INCH // 20, 6 * INCH


@heeds("fieldmanual.terrain-difficult-dangerous", "fieldmanual.cliff-edge", "fieldmanual.perk-autopilot")
@heeds("fieldmanual.damage-light", "fieldmanual.perk-rugged-movement", "fieldmanual.stun")
def terrain_test_lines(unit: Unit, edge: bool = False) -> tuple[Modifier, ...]:
    """An unmodified Defense Skill: neither card nor situation counts, but what hinders every Skill roll does.

    Light damage hinders tests of Difficult and Dangerous terrain, not those at an edge.
    """
    light = [] if edge else terrain_lines(unit)
    return (defense_dice(unit), *defense_damage_lines(unit), *light, *stun_lines(unit, DEFENSE))


@heeds("fieldmanual.terrain-difficult-dangerous")
def resolve_danger(ctx: Ctx[State], unit_id: str, piece: str, threshold: int) -> Script[bool]:
    """Test for a piece of terrain. Who fails takes a box, halts, and is Stationary."""
    unit = ctx.state.units[unit_id]
    purpose = "dangerous terrain" if threshold > 3 else "difficult terrain"
    test = Test(purpose, unit_id, terrain_test_lines(unit), RULE, threshold, pass_only=True)
    made = yield from resolve_test(ctx, test)
    if succeeds(made.total, threshold):
        return True
    yield from inflict(ctx, unit_id, 1, ctx.state.ground.piece(piece).name if piece else purpose)
    if ctx.state.units[unit_id].is_fielded:
        ctx.emit(Halted(unit_id, STATIONARY))
    return False


@rule("fieldmanual.cliff-edge")
def resolve_edge(ctx: Ctx[State], unit_id: str, heading: int) -> Script[None]:
    """Who would go over a cliff tests against 4: it halts at the top, or goes over and strikes the ground."""
    unit = ctx.state.units[unit_id]
    test = Test("cliff edge", unit_id, terrain_test_lines(unit, True), EDGE, EDGE_THRESHOLD, pass_only=True)
    made = yield from resolve_test(ctx, test)
    ctx.emit(Halted(unit_id))
    if succeeds(made.total, EDGE_THRESHOLD):
        return
    unit = ctx.state.units[unit_id]
    ctx.emit(over_the_edge(ctx.state, unit, heading))
    yield from resolve_terrain_impact(ctx, unit_id, heading)


def over_the_edge(state: State, unit: Unit, heading: int) -> Fell:
    """Where a model comes to lie that goes over the edge before it: at the foot, at the nearest free place."""
    low = unit.clone()
    for far in range(BIT, LOOK_AHEAD, BIT):
        x, y = advance(unit.x, unit.y, heading, far)
        if not is_on_table(body_at(unit, x, y, 0), state.ground.width, state.ground.height):
            break
        z = max(slope_at(state.ground, x, y), surface_at(state.ground, x, y, unit.z))
        if unit.z - z >= CLIFF:
            low.x, low.y, low.z = x, y, z
            break
    low.x, low.y = resting_place(state.ground, low, low.z, unit.card.radius, obstacles(state, unit))
    return Fell(unit.id, low.x, low.y, low.z, unit.z - low.z)
