"""2.6.8: ramming: what a collision does to both."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.systems.tactical.attacks.exchange import meet
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.uses import Use
from gearlock.systems.tactical.damage.armor import sided
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.crew import extra_lines
from gearlock.systems.tactical.damage.driving import piloting_lines
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.infantry.attacked import cover_lines
from gearlock.systems.tactical.line_of_sight.arcs import defense_arc
from gearlock.systems.tactical.line_of_sight.measuring import TOUCH
from gearlock.systems.tactical.melee.arms import chassis_bonus
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import SHEET_SIDE_RAMS, by_the_sheet
from gearlock.systems.tactical.weapons import MELEE, Weapon
from gearlock.table.measure import INCH, bearing, turn_between

RULE = "tactical.2.6.8-ramming"
RAM = Weapon("ram", "Ram", MELEE, 0, 0)
IMPACTS = ((2, -2), (4, -1), (6, 0), (9, 1), (19, 2), (99, 3))
FASTEST = 4
HEAD_ON, SIDE, REAR = "head on", "side", "rear"
FRONTAL = 600
"""Within so much of the target's front a ram is head on; within as much of its rear, from the rear."""


@rule("tactical.2.6.8-ramming")
def impact_modifier(speed: int) -> int:
    """What an impact speed in whole inches adds to Size."""
    return next((worth for upto, worth in IMPACTS if speed <= upto), FASTEST)


@heeds("tactical.2.6.6-infantry-arcs")
def direction_of(attacker: Unit, target: Unit) -> str:
    """Head on, into the side or into the rear, by where on the target the ram comes from; squads have no facing."""
    if target.is_infantry:
        return SIDE
    off = abs(turn_between(target.facing, bearing(target.x, target.y, attacker.x, attacker.y)))
    return HEAD_ON if off <= FRONTAL else REAR if off >= 1800 - FRONTAL else SIDE


@heeds("tactical.2.6.8-ramming", "tactical.ref-sheets")
def impact_speed(direction: str, attacker: int, defender: int, by_sheet: bool = False) -> int:
    """Inches: added head on, the attacker's into the side, the difference into the rear.

    The reference sheet has half of both, rounded up, into the side.
    """
    side = (attacker + defender + 1) // 2 if by_sheet else attacker
    return {HEAD_ON: attacker + defender, SIDE: side, REAR: attacker - defender}[direction]


def weight_dm(size: int, speed: int) -> int:
    """The DM of so much Size in a collision: 1 at least."""
    return max(1, size + impact_modifier(speed))


def ram_dm(unit: Unit, speed: int) -> int:
    """A unit's DM in a collision: its Size, the modifier and a reinforced chassis."""
    return weight_dm(unit.card.size + chassis_bonus(unit), speed)


@heeds("tactical.2.6.8-ramming", "tactical.2.6.3", "tactical.3.6.5")
def ram_lines(unit: Unit, target: Unit | None = None, is_action: bool = True) -> tuple[Modifier, ...]:
    """The roll of a ram: Piloting with Maneuver, men in cover, and what extra Actions take off."""
    cover = () if target is None else cover_lines(unit, target, RAM)
    return (*piloting_lines(unit), *cover, *(extra_lines(unit) if is_action else ()))


@heeds("tactical.2.6.8-ramming")
def inches_into(mils: int) -> int:
    """The whole inches of a way into contact, to the hundredth within which bases touch."""
    return (mils + TOUCH) // INCH


def gone_so_far(state: State, unit: Unit) -> int:
    """The whole inches of the rammer: those of the move it is on."""
    now = state.activation
    return inches_into(unit.moved if now is None or now.unit != unit.id else now.gone)


@heeds("tactical.2.6.8-ramming", "tactical.ref-sheets")
def collision_speed(state: State, unit: Unit, target: Unit, gone: int) -> int:
    """The impact speed of a ram, by the text or the reference sheet as this battle has it."""
    sheet = by_the_sheet(state.switches, SHEET_SIDE_RAMS)
    return impact_speed(direction_of(unit, target), gone, target.moved // INCH, sheet)


@heeds("tactical.2.6.8-ramming", "tactical.2.6.8")
def resolve_collision(ctx: Ctx[State], unit_id: str, target_id: str, is_action: bool = False) -> Script[bool]:
    """Piloting against the normal defense; both take the margin times the other's DM. Whether it struck.

    A ram that was ordered is an Action, and extra ones hinder it.
    """
    state = ctx.state
    unit, target = state.units[unit_id], state.units[target_id]
    speed = collision_speed(state, unit, target, gone_so_far(state, unit))
    dms = ram_dm(unit, speed), ram_dm(target, speed)
    arc = sided(defense_arc(target, unit.x, unit.y), target, unit.x, unit.y)
    lines = ram_lines(unit, target, is_action)
    attack = yield from throw_test(ctx, Test("ram", unit_id, lines, RULE, 0, target_id))
    met = yield from meet(ctx, Pair(state, unit, target, Use(RAM, "")), attack)
    if not met.hit or speed <= 0:
        return met.hit
    for hurt, by, dm, side in ((target_id, unit_id, dms[0], arc), (unit_id, target_id, dms[1], "front")):
        if ctx.state.units[hurt].is_fielded:
            blow = Blow(met.margin * dm, met.margin, by, "", side, RULE, cause="a ram")
            yield from resolve_damage(ctx, hurt, blow)
    return True
