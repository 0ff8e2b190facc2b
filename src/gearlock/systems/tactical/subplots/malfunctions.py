"""4.1.4: Malfunctions: weapons that jam when an attack is fumbled, and the Action that clears them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.plots import FAULTY, is_jammed
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.subplots.events import WeaponCleared, WeaponsFaulty
from gearlock.systems.tactical.subplots.lots import machines_of, pick
from gearlock.systems.tactical.subplots.orders import ClearWeapon

RULE: Final = "tactical.4.1.4-malfunctions"


@heeds("tactical.4.1.4-malfunctions")
def resolve_faults(ctx: Ctx[State], seat: str) -> Script[None]:
    """A random vehicle of the enemy; whose weapons fail already is spared a second time."""
    able = [unit for unit in machines_of(ctx.state, opponent(seat)) if not unit.token(FAULTY)]
    if able:
        ctx.emit(WeaponsFaulty((yield from pick("malfunctions", able, seat, RULE))))


@heeds("tactical.4.1.4-malfunctions", "tactical.2.6.3")
def refuse_clear(state: State, order: ClearWeapon) -> Refusal | None:
    """A weapon of the unit being activated that has jammed, and an Action."""
    unit = state.units[order.unit]
    if unit.mount(order.weapon) is None:
        return Refusal("weapon", RULE, f"The {unit.name} has no weapon '{order.weapon}'.")
    if not is_jammed(unit, order.weapon):
        return Refusal("clear", RULE, f"The {order.weapon} of the {unit.name} has not jammed.")
    return refuse_acting(unit, hanging=True)


def resolve_clear(ctx: Ctx[State], order: ClearWeapon) -> None:
    """It can be fired again."""
    ctx.emit(WeaponCleared(order.unit, order.weapon))


def offer_clearing(state: State, unit: Unit) -> Iterator[Option]:
    """Each weapon that has jammed."""
    for mount in unit.card.weapons:
        order = ClearWeapon(unit.id, mount.id)
        if is_jammed(unit, mount.id) and refuse_clear(state, order) is None:
            yield Pick(f"Clear the {mount.id} (1 Action)", order, RULE)
