"""Siege stabilizers and the artillery FCS: siege mode, and fire control that works out where shells come down."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.attacks.events import FirePlotted, SiegeEntered, SiegeLeft
from gearlock.systems.hex100.attacks.orders import EnterSiege, LeaveSiege, PlotFire
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit


@rule("hex100.siege-stabilizers")
def refuse_siege(state: State, unit: Unit, order: EnterSiege) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why a unit cannot go into siege mode."""
    if unit.sieging:
        return Refusal("in-siege-mode", "hex100.siege-stabilizers", "The unit is in siege mode already.")
    if not equipment_effect(state, unit, "siege_mode"):
        message = "Siege mode needs siege stabilizers that work."
        return Refusal("no-stabilizers", "hex100.siege-stabilizers", message)
    return refuse_payment(unit, "move")


@heeds("hex100.siege-stabilizers")
def enter_siege(ctx: Ctx[State], order: EnterSiege) -> Script[None]:
    """A move action: from now on the vehicle stays where it is and its artillery shoots better."""
    spend(ctx, order.unit, "move")
    ctx.emit(SiegeEntered(order.unit))
    yield from ()


@heeds("hex100.siege-stabilizers")
def refuse_leaving(state: State, unit: Unit, order: LeaveSiege) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why a unit cannot leave siege mode now: only before it has done anything in its turn."""
    if not unit.sieging:
        return Refusal("not-in-siege-mode", "hex100.siege-stabilizers", "The unit is not in siege mode.")
    if unit.acted:
        message = "Siege mode is left at the beginning of a turn, before any action is spent."
        return Refusal("too-late", "hex100.siege-stabilizers", message)
    return None


@heeds("hex100.siege-stabilizers")
def leave_siege(ctx: Ctx[State], order: LeaveSiege) -> Script[None]:
    """Free, at the beginning of the unit's turn."""
    ctx.emit(SiegeLeft(order.unit))
    yield from ()


@rule("hex100.fcs-artillery")
def refuse_plotting(state: State, unit: Unit, order: PlotFire) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why artillery fire control cannot be used."""
    if not equipment_effect(state, unit, "artillery_fcs"):
        return Refusal("no-fire-control", "hex100.fcs-artillery", "That needs an artillery FCS that works.")
    if unit.plotted:
        return Refusal("plotted", "hex100.fcs-artillery", "The fire of this turn is worked out already.")
    return refuse_payment(unit, "utility")


@rule("hex100.utility-action")
@heeds("hex100.fcs-artillery")
def plot_fire(ctx: Ctx[State], order: PlotFire) -> Script[None]:
    """A utility action: artillery weapons are more accurate and go less astray until the next phase of their side."""
    spend(ctx, order.unit, "utility")
    ctx.emit(FirePlotted(order.unit))
    yield from ()


def offer_siege(state: State, unit: Unit) -> Iterator[Option]:
    """Siege mode and fire control, where the unit has them."""
    enter, leave, plot = EnterSiege(unit.id), LeaveSiege(unit.id), PlotFire(unit.id)
    if refuse_siege(state, unit, enter) is None:
        yield Pick("Go into siege mode", enter, "hex100.siege-stabilizers")
    if refuse_leaving(state, unit, leave) is None:
        yield Pick("Leave siege mode", leave, "hex100.siege-stabilizers")
    if refuse_plotting(state, unit, plot) is None and has_artillery(state, unit):
        yield Pick("Artillery fire control (+20 accuracy, 1 hex less scatter)", plot, "hex100.fcs-artillery")


def has_artillery(state: State, unit: Unit) -> bool:
    """Whether a unit carries an artillery weapon."""
    return any("artillery" in weapon.types for mount in state.machine(unit.id).mounts for weapon in mount.modes)
