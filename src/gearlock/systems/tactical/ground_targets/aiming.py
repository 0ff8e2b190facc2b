"""A weapon aimed at a point: who may, with what, and the lines of the attack roll."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.ammunition import rof_paid, rounds_for
from gearlock.systems.tactical.attacks.modifiers import (
    fire_control_lines,
    gunnery_lines,
    movement_lines,
    penalty_lines,
    range_lines,
    use_lines,
)
from gearlock.systems.tactical.attacks.targets import refuse_gun, refuse_reach
from gearlock.systems.tactical.attacks.uses import Use, band_of
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.damage.condition import accuracy_now
from gearlock.systems.tactical.ground_targets.events import PointFired
from gearlock.systems.tactical.infantry.massed_fire import refuse_volley, rof_played
from gearlock.systems.tactical.line_of_sight.light import night_point_lines
from gearlock.systems.tactical.line_of_sight.looks import look_at_point
from gearlock.systems.tactical.state import State, Unit


def most_rof(state: State, unit: Unit, mount: Mount) -> int:
    """The most ROF there is here: none without bursts, and no more than the rounds pay for."""
    return rof_paid(state, unit, mount, rof_played(state, unit, mount))


Shots = tuple[str, ...]
"""What a squad has fired in one Action so far, as "weapon:target"; nothing yet where the Action is still to be paid."""


@heeds("tactical.2.6.3", "tactical.2.3.4-rof", "tactical.3.6.4")
def refuse_shooting(
    state: State, unit_id: str, weapon: str, rule_id: str, shots: Shots = (), target: str = ""
) -> Refusal | None:
    """Why a unit cannot shoot with a weapon at all; `shots` are those of the same Action of a squad."""
    unit = state.units.get(unit_id)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", rule_id, f"{unit_id or 'Nobody'} is no unit on the table.")
    mount = unit.mount(weapon)
    if mount is None or not mount.weapon.base:
        return Refusal("weapon", rule_id, f"The {unit.name} has no weapon '{weapon}' to shoot with.")
    volley = refuse_volley(unit, mount.id, target, shots) if unit.is_infantry else None
    return (None if shots else refuse_acting(unit)) or refuse_gun(unit, mount) or volley


@heeds("tactical.2.6.6-firing-arcs", "tactical.2.3.4-range-bands", "tactical.3.4.5", "tactical.7.2.2-minimum-range")
def refuse_point(state: State, unit: Unit, mount: Mount, at: tuple[int, int], rof: int) -> Refusal | None:
    """Why a point cannot be fired at: the ROF, the arc, the range, the sight."""
    most = rof_played(state, unit, mount)
    if not 0 <= rof <= most:
        message = f"The {mount.id} uses up to ROF {most} here, not {rof}."
        return Refusal("rof", "tactical.3.4.5", message, {"rof": rof, "most": most})
    found = look_at_point(state, unit, *at)
    return refuse_reach(unit, mount, *at, found.distance, "This point") or found.reason


def target_of(shots: Shots) -> str:
    """What a squad has fired at first in this Action: it may go on firing at that."""
    return shots[0].partition(":")[2] if shots else ""


def zone_at(x: int | None, y: int | None) -> str:
    """A point of the ground as a target of a squad, of which it has two at most."""
    return f"{x} {y}"


def fire_at_point(
    ctx: Ctx[State], unit_id: str, weapon: str, at: tuple[int, int], rof: int, rule_id: str, cost: int = 1
) -> int:
    """Pay for a shot at a point; gives the ROF that the rounds paid for."""
    unit = ctx.state.units[unit_id]
    mount = unit.mount(weapon)
    assert mount is not None, "the order was judged before"
    paid = rof_paid(ctx.state, unit, mount, rof)
    rounds = rounds_for(mount.weapon, paid, ctx.state.scale)
    ctx.emit(PointFired(unit_id, weapon, *at, paid, rounds, rule_id, cost))
    return paid


def use_at(state: State, unit: Unit, mount: Mount, at: tuple[int, int], rof: int) -> Use:
    """The weapon as it is used at a point."""
    band = band_of(mount.weapon, look_at_point(state, unit, *at).distance)
    assert band is not None, "the order was judged before"
    return Use(mount.weapon, mount.id, band, rof, spread=True)


@heeds("tactical.2.6.7", "tactical.3.7-night")
def point_lines(state: State, unit: Unit, mount: Mount, at: tuple[int, int], use: Use) -> tuple[Modifier, ...]:
    """All lines of an attack on a point: as on a unit that stands there, but for what only units have."""
    accuracy = accuracy_now(unit, mount)
    aimed = (result(accuracy, f"Accuracy {accuracy:+}", "tactical.2.3.4-accuracy"),) if accuracy else ()
    return (
        *gunnery_lines(state, unit),
        *fire_control_lines(state, unit),
        *aimed,
        *range_lines(use),
        *movement_lines(state, unit),
        *look_at_point(state, unit, *at).lines,
        *night_point_lines(state, unit, *at),
        *use_lines(use),
        *penalty_lines(state, unit),
    )
