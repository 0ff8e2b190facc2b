"""Focus, units, ammunition and the commander: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.actions import FOCUSES, payment, refuse_payment
from gearlock.systems.hex100.drones.network import told_apart
from gearlock.systems.hex100.equipment import find_mount, works
from gearlock.systems.hex100.forces.loadout import variable_mounts
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.turns.orders import Activate, ChangeAmmo, EndTurn, Focus, LookAround


@rule("hex100.focus-timing")
def refuse_focus(state: State, ask: Ask, order: Focus) -> Refusal | None:  # noqa: ARG001 - one of the answers
    if order.unit != ask.unit:
        return Refusal("not-acting", "hex100.focus-timing", "Another mech chooses its focus now.")
    if order.focus and order.focus not in FOCUSES:
        return Refusal("no-such-focus", "hex100.focus-timing", f"There is no focus called '{order.focus}'.")
    return None


def refuse_activate(state: State, ask: Ask, order: Activate) -> Refusal | None:  # noqa: ARG001 - one of the answers
    if order.unit not in ask.about:
        return Refusal("no-such-unit", "hex100.turn-structure", "That unit has had its turn or is none of yours.")
    return None


@rule("hex100.variable-ammo-tank", "hex100.variable-ammo-mech")
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


def refuse_commander(state: State, unit: Unit, order: LookAround) -> Refusal | None:  # noqa: ARG001 - one of the orders
    return refuse_payment(unit, "commander")


def _turn_name(state: State, unit: str) -> str:
    """A unit that could act now; of a drone it is said whose it is, and its mode says how."""
    name = told_apart(state, state.units[unit])
    return f"{name} ({state.units[unit].mode.replace('-', ' ')} mode)" if unit in state.scene.ties else name


def offer_focus(_state: State, ask: Ask) -> Iterator[Option]:
    """Every focus, and none."""
    for focus, label in FOCUSES.items():
        yield Pick(label, Focus(ask.unit, focus), f"hex100.focus-{focus}")
    yield Pick("No focus", Focus(ask.unit), ask.rule)


def offer_units(state: State, ask: Ask) -> Iterator[Option]:
    """The units that have still to act."""
    for unit in ask.about:
        yield Pick(_turn_name(state, unit), Activate(unit), ask.rule)


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


def offer_end(_state: State, unit: Unit) -> Iterator[Option]:
    """The end of the turn, always."""
    yield Pick("End this unit's turn", EndTurn(unit.id), "hex100.turn-structure")
