"""The trait Auto Anti-Infantry: weapons that fire by themselves at infantry that comes near."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.attacks.aiming import refuse_weapon
from gearlock.systems.blitz.attacks.areas import refuse_marks
from gearlock.systems.blitz.attacks.events import AttackDeclared
from gearlock.systems.blitz.attacks.exchange import resolve_exchange
from gearlock.systems.blitz.attacks.orders import Attack
from gearlock.systems.blitz.attacks.volleys import Volley
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.state import NEAR, State, Unit, opponent


@rule("blitz.trait.autoanti")
@heeds("blitz.8.2c", "blitz.10.2c")
def automatic_attacks(state: State, moved: Unit) -> list[Attack]:
    """The attacks that infantry draws where its move ends: of every enemy within 6 in with such a weapon ready."""
    if not moved.is_infantry or not moved.is_fielded:
        return []
    guards = (unit for unit in state.fielded(opponent(moved.seat)) if unit.has("AutoAI") and not unit.is_shorted)
    near = [unit for unit in guards if distance_between(state, unit, moved) <= NEAR]
    drawn = (_drawn(state, unit, name, moved) for unit in near for name in unit.line.automatic)
    return [order for order in drawn if order is not None]


def _drawn(state: State, unit: Unit, name: str, moved: Unit) -> Attack | None:
    """The attack of one weapon, with the first ammunition that serves, if it bears and has not fired."""
    weapon = unit.line.weapons.get(name)
    for load in weapon.loads if weapon is not None else ():
        order = Attack(unit.id, name, () if weapon is not None and weapon.proximity else (moved.id,), load)
        if (refuse_weapon(state, unit, name, load, free=True) or refuse_marks(state, unit, order)) is None:
            return order
    return None


@heeds("blitz.trait.autoanti")
def resolve_automatic_attacks(ctx: Ctx[State], moved_id: str) -> Script[None]:
    """Infantry has ended a move: whatever fires at it by itself does so at once, for no action."""
    for order in automatic_attacks(ctx.state, ctx.state.units[moved_id]):
        if not ctx.state.units[moved_id].is_fielded:
            return
        ctx.emit(AttackDeclared(order.unit, order.weapon, order.targets, order.load, snap=True, free=True))
        yield from resolve_exchange(ctx, [Volley(order.unit, order.weapon, order.load, order.targets)])
