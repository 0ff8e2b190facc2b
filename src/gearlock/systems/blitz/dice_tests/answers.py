"""2.6 and 3.4a: the ways to help a test."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.dice_tests.orders import AddDice, Reroll
from gearlock.systems.blitz.dice_tests.rerolls import reroll_sources
from gearlock.systems.blitz.state import SKILL, State


@heeds("blitz.3.4a-action-bonus")
def refuse_bonus(state: State, ask: Ask, order: AddDice) -> Refusal | None:
    """One action at least, and no more than it has."""
    has = state.units[ask.unit].readiness
    if 1 <= order.actions <= has:
        return None
    message = f"The {state.units[ask.unit].name} has {has} actions and standby tokens to spend, not {order.actions}."
    return Refusal("actions", "blitz.3.4a-action-bonus", message, {"actions": order.actions, "has": has})


def offer_bonuses(state: State, ask: Ask) -> Iterator[Option]:
    """So many dice, or none."""
    has = state.units[ask.unit].readiness
    for count in range(1, has + 1):
        label = f"Spend {count} action{'s' * (count > 1)} on it"
        yield Pick(label, AddDice(ask.unit, count), "blitz.3.4a-action-bonus")
    yield decline("Spend nothing", ask.rule)


@heeds("blitz.2.6")
def refuse_reroll(state: State, ask: Ask, order: Reroll) -> Refusal | None:
    """Somebody or something has to pay for it."""
    sources = reroll_sources(state, state.units[ask.unit], ask.about[1:])
    if (order.by or sources[0]) in sources:
        return None
    known = ", ".join(_source_name(state, source) for source in sources)
    return Refusal("source", "blitz.15.6", f"'{order.by}' cannot pay for this re-roll; there are: {known}.")


def offer_rerolls(state: State, ask: Ask) -> Iterator[Option]:
    """Everything that can pay for it."""
    for source in reroll_sources(state, state.units[ask.unit], ask.about[1:]):
        yield Pick(f"Re-roll: {_source_name(state, source)}", Reroll(ask.unit, source), ask.rule)
    yield decline("Let it stand", ask.rule)


def _source_name(state: State, source: str) -> str:
    if source == SKILL:
        return "a skill point"
    giver = state.units.get(source)
    return source if giver is None else f"a command point of the {giver.name}"
