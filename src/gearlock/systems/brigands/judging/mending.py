"""What mending is worth, in shares of a model: the point itself, and being Crippled no more."""

from __future__ import annotations

from itertools import chain

from gearlock.kernel.view import Preview
from gearlock.systems.brigands.judging.danger import danger_here
from gearlock.systems.brigands.mending.orders import PatchUp, Repair
from gearlock.systems.brigands.mending.repairs import (
    healed,
    is_hurt,
    legal_patches,
    legal_repairs,
    refuse_patch_up,
    refuse_repair,
)
from gearlock.systems.brigands.state import State, Unit

FIT_AGAIN = 0.15
"""What a model gains that is Crippled no more."""
CLEANED = 0.05
"""What a Corrosion token would have done, roughly."""


def worth_of_mending(target: Unit, tokens: bool) -> float:
    """The share of a model that comes back; `tokens` are taken off too."""
    hull, _ = healed(target)
    gives = 1 / target.line.bulk if is_hurt(target) else 0.0
    crippled_then = hull == 0 or (target.haywire and not tokens)
    gives += FIT_AGAIN if target.is_crippled and not crippled_then else 0.0
    return gives + (CLEANED if tokens and target.corroded else 0.0)


def best_mending(state: State, unit: Unit) -> float:
    """The worth of the best a Recovery model or a Medic could do for a friend from where it is."""
    repairs = (worth_of_mending(state.units[order.target], tokens=True) for order in legal_repairs(state, unit))
    patches = (worth_of_mending(state.units[order.target], tokens=False) for order in legal_patches(state, unit))
    return max(chain(repairs, patches), default=0.0)


def preview_mending(state: State, _seat: str, order: Repair | PatchUp) -> Preview:
    """What comes back, and the danger of staying there."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or target is None:
        return Preview()
    repairs = isinstance(order, Repair)
    refusal = refuse_repair(state, order) if isinstance(order, Repair) else refuse_patch_up(state, order)
    if refusal is not None:
        return Preview(notes=(refusal.message,))
    hull, structure = healed(target)
    notes = [f"the {target.name} would have {hull}/{structure}"]
    notes += ["its tokens come off"] if repairs and (target.haywire or target.corroded) else []
    gives, risks = worth_of_mending(target, repairs), danger_here(state, unit)
    return Preview(gives=gives, risks=risks, ends=(unit.x, unit.y, unit.facing), notes=tuple(notes))
