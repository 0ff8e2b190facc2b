"""Focus, the units of a turn and its end: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.detection.stealth_lost import finish_turn
from gearlock.systems.hex100.drones.network import told_apart
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.turns.orders import FOCUSES, Activate, EndTurn, Focus


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


def offer_end(_state: State, unit: Unit) -> Iterator[Option]:
    """The end of the turn, always."""
    yield Pick("End this unit's turn", EndTurn(unit.id), "hex100.turn-structure")


def resolve_end(ctx: Ctx[State], order: EndTurn) -> None:
    """The unit is done."""
    finish_turn(ctx, order.unit)
