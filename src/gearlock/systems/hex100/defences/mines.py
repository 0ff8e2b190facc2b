"""Castellan mines: what happens to those who step on them."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.damage.damage import Blow, blow_of, reduction_modifiers, strike
from gearlock.systems.hex100.damage.reactive import resolve_charges
from gearlock.systems.hex100.defences.events import MineGone
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit

DAMAGE, CRITICAL, DAMAGE_TYPE = 8, 2, "shaped-charge"
CLEARING = ("doze", "plough", "sweep")
"""Ways of moving that clear mines instead of setting them off."""
LIGHT_FEET = ("infantry", "flying")
"""Movement types that set no mine off."""


def sets_off_mines(state: State, unit: Unit) -> bool:
    """Whether a mine goes off below a unit: not below flyers, nor below infantry, which it would not hurt."""
    return state.machine(unit.id).unit.movement_type not in LIGHT_FEET


@rule("hex100.castellan-mines")
def mine_damage(state: State, unit: Unit, charged: bool = False) -> Blow:
    """What a mine does to a unit: the protection of the top stands for that of the bottom, and no cover helps."""
    lines = reduction_modifiers(state, unit, None, DAMAGE_TYPE, unit.hex, from_above=True, charged=charged)
    return blow_of(DAMAGE, [line for line in lines if line.rule != "hex100.cover"])


def chassis(state: State, unit: Unit) -> int:
    """The hardpoint that mines strike, -1 on a unit without one."""
    names = [hardpoint.name for hardpoint in state.machine(unit.id).unit.hardpoints]
    return names.index("Chassis Upgrades") if "Chassis Upgrades" in names else -1


@rule("hex100.field-survival")
@heeds("hex100.castellan-mines", "hex100.dozer-blade", "hex100.juggernaut-plow", "hex100.siege-plough")
def resolve_mine(ctx: Ctx[State], unit_id: str, way: str = "") -> Script[None]:
    """A mine in the hex just entered goes off below friend or foe, strikes the chassis for certain, and is gone.

    Blades and ploughs that clear the way remove it unharmed.
    """
    unit = ctx.state.units[unit_id]
    if unit.destroyed or unit.hex not in ctx.state.mines or not sets_off_mines(ctx.state, unit):
        return
    ctx.emit(MineGone(unit_id, *unit.hex, way in CLEARING))
    if way in CLEARING:
        return
    bare, lowered = (mine_damage(ctx.state, unit, charged) for charged in (False, True))
    place = chassis(ctx.state, unit)
    critical = max(0, CRITICAL - equipment_effect(ctx.state, unit, "critical_reduction")) if place >= 0 else 0
    spent = yield from resolve_charges(ctx, unit_id, 1, bare.damage, lowered.damage, critical)
    strike(ctx, unit_id, lowered if spent else bare, critical, place if critical else -1, "mine")
