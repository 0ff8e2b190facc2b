"""Ammunition and the commander: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.hex100.actions.orders import ChangeAmmo
from gearlock.systems.hex100.actions.pool import payment, refuse_payment
from gearlock.systems.hex100.equipment import find_mount, works
from gearlock.systems.hex100.forces.loadout import variable_mounts
from gearlock.systems.hex100.state import State, Unit


@heeds("hex100.variable-ammo-tank", "hex100.variable-ammo-mech")
def refuse_change_ammo(state: State, unit: Unit, order: ChangeAmmo) -> Refusal | None:
    mount = find_mount(state, unit, order.weapon)
    if mount is None or not mount.modes or not mount.modes[0].has("variable-ammo") or not works(state, unit, mount):
        return Refusal(
            "no-such-weapon", "hex100.attr-variable-ammo", "There is no such weapon with variable ammunition."
        )
    if state.machine(unit.id).unit.kind != "tank":
        return Refusal("fixed-ammo", "hex100.variable-ammo-mech", "Mecha keep the ammunition they began with.")
    modes = [weapon.mode for weapon in mount.modes]
    if order.mode not in modes or modes.index(order.mode) == unit.loaded.get(mount.id, 0):
        return Refusal("no-such-ammo", "hex100.attr-variable-ammo", f"There is no other ammunition '{order.mode}'.")
    return refuse_payment(unit, "utility")


def refuse_commander(state: State, unit: Unit, order: Order) -> Refusal | None:  # noqa: ARG001 - one of the orders
    return refuse_payment(unit, "commander")


def offer_ammunition(state: State, unit: Unit) -> Iterator[Option]:
    """Other modes of the variable weapons of a tank."""
    if not payment(unit, "utility") or state.machine(unit.id).unit.kind != "tank":
        return
    for mount in variable_mounts(state.machine(unit.id)):
        if works(state, unit, mount):
            for at, weapon in enumerate(mount.modes):
                if at != unit.loaded.get(mount.id, 0):
                    order = ChangeAmmo(unit.id, mount.id, weapon.mode)
                    yield Pick(f"Load {weapon.mode} into the {weapon.name}", order, "hex100.variable-ammo-tank")
