"""EMP shock: what causes it, what it does at once, what it leaves of the action pool."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.damage.events import Crashed, Destroyed, PoolCut, Shocked
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.forces.units import Weapon
from gearlock.systems.hex100.state import State, Unit

SPECIAL = ("commander", "focus")


@rule("hex100.attr-light-emp", "hex100.armour-ed")
@heeds("hex100.attr-heavy-emp")
def emp_of(state: State, unit: Unit, weapon: Weapon) -> str:
    """How a weapon's EMP counts against a unit: ``heavy`` shocks with every hit, ``light`` with a critical one.

    ED armour makes light of heavy EMP.
    """
    if weapon.has("heavy-emp") and not equipment_effect(state, unit, "emp_softening"):
        return "heavy"
    return "light" if weapon.has("light-emp") or weapon.has("heavy-emp") else ""


@heeds("hex100.attr-heavy-emp", "hex100.attr-light-emp")
def is_shocking(state: State, unit: Unit, weapon: Weapon, penetrates: bool) -> bool:
    """Whether a direct hit shocks a unit. Spalling is no critical hit; one whose damage is all kept off still is."""
    emp = emp_of(state, unit, weapon)
    return emp == "heavy" or (emp == "light" and penetrates)


@rule("hex100.attr-heavy-emp")
def is_shocking_blast(state: State, unit: Unit, weapon: Weapon) -> bool:
    """Whether a blast shocks a unit in its radius: heavy EMP that bursts beyond the hex it hits."""
    return weapon.radius > 0 and emp_of(state, unit, weapon) == "heavy"


@rule("hex100.emp-shock")
@heeds("hex100.move-flying", "hex100.drone-emp")
def shock(ctx: Ctx[State], unit_id: str, by: str = "") -> None:
    """Put a unit in EMP shock; a flying one crashes and is destroyed. The fallen feel nothing more."""
    unit = ctx.state.units[unit_id]
    if unit.destroyed or unit.shocked:
        return
    if ctx.state.machine(unit_id).unit.movement_type == "flying":
        ctx.emit(Crashed(unit_id))
        ctx.emit(Destroyed(unit_id))
        return
    ctx.emit(Shocked(unit_id, by))
    if unit.seat == ctx.state.active and not unit.done:
        cut_pool(ctx, unit_id)


@rule("hex100.core-shielding")
@heeds("hex100.emp-shock")
def cut_pool(ctx: Ctx[State], unit_id: str) -> None:
    """Leave a unit in shock one wildcard and its special action, as far as it has them; core shielding saves all.

    A drone is shut down and does nothing at all.
    """
    unit = ctx.state.units[unit_id]
    if not unit.shocked or unit_id in ctx.state.scene.drones or equipment_effect(ctx.state, unit, "core_shielding"):
        return
    pool = reduced(unit.pool)
    if pool != unit.pool:
        ctx.emit(PoolCut(unit_id, tuple(pool.items())))


def reduced(pool: dict[str, int]) -> dict[str, int]:
    """A pool in EMP shock: of all plain actions that are left one wildcard, and the special action untouched."""
    special = {action: pool[action] for action in SPECIAL if action in pool}
    plain = sum(count for action, count in pool.items() if action not in SPECIAL)
    return {"wildcard": min(1, plain), **special}


def cut_pools(ctx: Ctx[State], seat: str) -> None:
    """At the start of a side's phase, those in shock get no more than shock allows."""
    for unit_id in [unit.id for unit in ctx.state.standing(seat)]:
        cut_pool(ctx, unit_id)
