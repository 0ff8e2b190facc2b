"""4.1.4: Bystanders: civilians who wander over the battlefield."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.dice_tests.tests import throw_dice
from gearlock.systems.tactical.infantry_cards import CIVILIAN_CARD
from gearlock.systems.tactical.line_of_sight.standing import ground_type
from gearlock.systems.tactical.line_of_sight.terrain import WATERS
from gearlock.systems.tactical.movement.entering import resolve_entered
from gearlock.systems.tactical.movement.ground import price_of
from gearlock.systems.tactical.movement.passage import refuse_passage
from gearlock.systems.tactical.movement.room import has_room, level_below, spots_around
from gearlock.systems.tactical.plots import CIVILIANS
from gearlock.systems.tactical.speed import MP
from gearlock.systems.tactical.state import NO_GROUP, State, Unit
from gearlock.systems.tactical.subplots.field_events import CiviliansCame, CiviliansMoved
from gearlock.table.measure import FULL_TURN, INCH, RIGHT_ANGLE, advance
from gearlock.table.path import Stride

RULE: Final = "tactical.4.1.4-bystanders"
SIXTH: Final = FULL_TURN // 6
SKY: Final = 1_000 * INCH
STEP: Final = INCH // 2


@heeds("tactical.4.1.4-bystanders")
def bring(ctx: Ctx[State]) -> None:
    """A group stands in the middle of the table, or as near to it as there is room and dry ground."""
    number = 1 + sum(1 for unit in ctx.state.units.values() if unit.token(CIVILIANS))
    name = f"{CIVILIANS}-{number}"
    group = Unit(name, "", CIVILIAN_CARD.name, CIVILIAN_CARD, level=0, group=NO_GROUP, mode=CIVILIAN_CARD.primary)
    middle = ctx.state.ground.width // 2, ctx.state.ground.height // 2
    rings = tuple(range(INCH, 20 * INCH, INCH))
    for x, y in spots_around(*middle, rings):
        z = level_below(ctx.state, x, y, SKY)
        dry = ground_type(ctx.state, x, y) not in WATERS and price_of(ctx.state, group, ground_type(ctx.state, x, y))
        if dry and has_room(ctx.state, group, x, y, z):
            ctx.emit(CiviliansCame(name, x, y, z))
            return


def groups(state: State) -> list[Unit]:
    """All civilians on the table."""
    return [unit for unit in state.units.values() if unit.token(CIVILIANS) and unit.is_fielded]


@rule("tactical.4.1.4-bystanders")
def resolve_wandering(ctx: Ctx[State]) -> Script[None]:
    """Step Four: each group goes in a random direction as far as 2 MP take it; mines and fires are on its way too.

    A 1 is straight up the table, each number more a sixth of a turn clockwise.
    """
    for name in [unit.id for unit in groups(ctx.state)]:
        (face,) = yield from throw_dice(ctx, "where the civilians go", 1, "", name, RULE)
        unit = ctx.state.units[name].clone()
        facing = (RIGHT_ANGLE - SIXTH * (face - 1)) % FULL_TURN
        end = wandered(ctx.state, unit, facing)
        ctx.emit(CiviliansMoved(name, face, end.x, end.y, end.z, facing))
        yield from resolve_entered(ctx, name, unit.x, unit.y)


@heeds("tactical.4.1.4-bystanders", "tactical.3.6.2")
def wandered(state: State, unit: Unit, facing: int) -> Unit:
    """Where civilians come to: half an inch at a time, until their MP are spent or something is in the way."""
    end, left = unit.clone(), MP * CIVILIAN_CARD.modes[CIVILIAN_CARD.primary].combat
    while True:
        x, y = advance(end.x, end.y, facing, STEP)
        price = price_of(state, end, ground_type(state, x, y))
        if price is None or ground_type(state, x, y) in WATERS or price * MP * STEP // INCH > left:
            return end
        z = refuse_passage(state, end, Stride(end.x, end.y, x, y, STEP))
        if isinstance(z, Refusal):
            return end
        end.x, end.y, end.z = x, y, z
        left -= price * MP * STEP // INCH
