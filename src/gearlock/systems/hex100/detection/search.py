"""The actions that look closer: scanners and sensors put to work, a commander who looks around."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.detection.events import BeaconLit, LookedAround, Searched
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.orders import LookAround, Search
from gearlock.systems.hex100.detection.scanners import DEVICES
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit


@heeds("hex100.optical-scanner", "hex100.sensor-advanced", "hex100.once-per-turn", "hex100.utility-action")
def refuse_search(state: State, unit: Unit, order: Search) -> Refusal | None:
    """Why a unit cannot put this device to work."""
    device = DEVICES.get(order.device)
    if device is None:
        named = ", ".join(DEVICES)
        message = f"There is no such device to put to work: '{order.device}'. There are: {named}."
        return Refusal("no-such-device", "hex100.utility-action", message)
    if not equipment_effect(state, unit, device.effect):
        return Refusal("no-such-device", device.rule, f"That needs a {device.name} that works.")
    if order.device in unit.searching:
        return Refusal("used", "hex100.once-per-turn", f"The {device.name} is at work already.")
    return refuse_payment(unit, "utility")


@heeds("hex100.optical-scanner", "hex100.sensor-advanced", "hex100.utility-action", "hex100.stratus-active-scan")
def resolve_search(ctx: Ctx[State], order: Search) -> Script[None]:
    """A utility action: the device works until the unit's next phase, and its side looks again at once."""
    spend(ctx, order.unit, "utility")
    ctx.emit(Searched(order.unit, order.device))
    if DEVICES[order.device].beacon and not ctx.state.units[order.unit].beacon:
        ctx.emit(BeaconLit(order.unit))
    look_again(ctx)
    yield from ()


def search_options(state: State, unit: Unit) -> Iterator[Option]:
    """The devices that the unit can put to work now."""
    for name, device in DEVICES.items():
        order = Search(unit.id, name)
        if refuse_search(state, unit, order) is None:
            yield Pick(device.label, order, device.rule)


@rule("hex100.commander-timing", "hex100.commander-look-around")
@heeds("hex100.special-actions")
def look_around(ctx: Ctx[State], order: LookAround) -> None:
    """The commander's action for four hexes of vision until the unit's next turn, and everybody looks again."""
    spend(ctx, order.unit, "commander")
    ctx.emit(LookedAround(order.unit))
    look_again(ctx)
