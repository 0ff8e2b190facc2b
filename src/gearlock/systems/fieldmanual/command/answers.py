"""The ways to help a throw, and why they are refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.command.issuing import issuers, refuse_issue
from gearlock.systems.fieldmanual.command.orders import Reroll, RerollOther, UseNeuralNet
from gearlock.systems.fieldmanual.command.tests import commander_for
from gearlock.systems.fieldmanual.state import State


def _refuse_other_unit(state: State, asked: Ask, unit: str) -> Refusal | None:
    if unit == asked.unit:
        return None
    return Refusal("unit", asked.rule, f"This is the test of the {state.units[asked.unit].name}.")


def refuse_neural_net(state: State, asked: Ask, order: UseNeuralNet) -> Refusal | None:
    """It is asked only where it may."""
    return _refuse_other_unit(state, asked, order.unit)


def offer_neural_net(_state: State, asked: Ask) -> Iterator[Option]:
    """Now or later."""
    yield Pick("Add a die", UseNeuralNet(asked.unit), asked.rule)
    yield decline("Not now", asked.rule)


@heeds("fieldmanual.cp-reroll-skill")
def refuse_reroll(state: State, asked: Ask, order: Reroll) -> Refusal | None:
    """Somebody has to issue the point."""
    return _refuse_other_unit(state, asked, order.unit) or refuse_issue(state, state.units[asked.unit], order.by)


def offer_rerolls(state: State, asked: Ask) -> Iterator[Option]:
    """A point of each who may issue one."""
    for by in issuers(state, state.units[asked.unit]):
        yield Pick(f"Re-roll: Command Point of the {by.name}", Reroll(asked.unit, by.id), asked.rule)
    yield decline("Let it stand", asked.rule)


@heeds("fieldmanual.cp-reroll-other")
def refuse_reroll_other(state: State, asked: Ask, _order: RerollOther) -> Refusal | None:
    """The commander has to pay."""
    if commander_for(state, asked.seat) is not None:
        return None
    return Refusal("issuer", asked.rule, "Your Army Commander has no Command Point or attempt left for it this round.")


def offer_reroll_other(_state: State, asked: Ask) -> Iterator[Option]:
    """Again, or not."""
    yield Pick("Re-roll with a Command Point", RerollOther(), asked.rule)
    yield decline("Let it stand", asked.rule)
