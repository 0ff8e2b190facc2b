"""2.6, 3.4a, 14.4 and 14.6b: the ways to help a test, and to spoil it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.dice_tests.comms_tests import boost_dice, can_jam_signal
from gearlock.systems.blitz.dice_tests.orders import AddDice, BoostComms, JamSignal, Reroll
from gearlock.systems.blitz.dice_tests.second_throws import CALL, reroll_sources
from gearlock.systems.blitz.state import COORDINATED, SKILL, State


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
    if source.startswith(COORDINATED):
        return "coordinated fire"
    if source.startswith(CALL):
        return f"a command point of the {state.units[source.removeprefix(CALL)].name}, by an action and a comms test"
    giver = state.units.get(source)
    return source if giver is None else f"a command point of the {giver.name}"


@heeds("blitz.14.4")
def refuse_boost(state: State, ask: Ask, order: BoostComms) -> Refusal | None:
    """One action at least, and no more than it has."""
    unit = state.units[ask.unit]
    if 1 <= order.actions <= unit.readiness:
        return None
    message = f"The {unit.name} has {unit.readiness} actions and standby tokens to boost with, not {order.actions}."
    return Refusal("actions", "blitz.14.4", message, {"actions": order.actions, "has": unit.readiness})


def offer_boosts(state: State, ask: Ask) -> Iterator[Option]:
    """So many actions, or none."""
    unit = state.units[ask.unit]
    for count in range(1, unit.readiness + 1):
        label = f"Boost with {count} action{'s' * (count > 1)}: +{boost_dice(unit, count)}D6"
        yield Pick(label, BoostComms(ask.unit, count), "blitz.14.4")
    yield decline("Do not boost", ask.rule)


@heeds("blitz.14.6b", "blitz.7.7", "blitz.15.5d")
def refuse_jam_signal(state: State, ask: Ask, order: JamSignal) -> Refusal | None:
    """The origin must be in detection range and Lock."""
    unit, origin = state.units[ask.unit], state.units[ask.about[0]]
    if can_jam_signal(state, unit, origin, order.sensors):
        return None
    message = f"The {unit.name} cannot jam the {origin.name}: that takes comms jamming, an action, Lock and detection "
    return Refusal("jam", "blitz.14.6b", message + "range; active sensors double the range, if it may use them.")


def offer_signal_jams(state: State, ask: Ask) -> Iterator[Option]:
    """Jam it as it is, with active sensors if that is the only way, or let it pass."""
    for sensors in (False, True):
        order = JamSignal(ask.unit, sensors)
        if refuse_jam_signal(state, ask, order) is None:
            yield Pick(f"Jam it{', active sensors on' if sensors else ''}", order, "blitz.14.6b")
            break
    yield decline("Let it pass", ask.rule)
