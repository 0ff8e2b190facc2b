"""Damage in words."""

from __future__ import annotations

from gearlock.kernel.view import Line, Throw
from gearlock.systems.tactical.damage import events as e
from gearlock.systems.tactical.damage.levels import LEVEL_WORDS
from gearlock.systems.tactical.state import State


def compared(state: State, event: e.DamageCompared, _seat: str | None) -> Line:
    """Damage against armor."""
    units = tuple(name for name in (event.unit, event.by) if name in state.units)
    name = state.units[event.unit].name
    text = f"{name} takes {event.amount} damage ({event.cause}) on Armor {event.armor}: {LEVEL_WORDS[event.level]}."
    return Line(text, units, event.rule)


def absorbed(state: State, event: e.CoverAbsorbed, _seat: str | None) -> Line:
    """The die of a hull-down position."""
    name = state.units[event.unit].name
    took = f"the cover absorbs {event.absorbed}, {event.left} left" if event.absorbed else "an exposed part is hit"
    throw = Throw("hull-down", (event.face,), total=took, rule="tactical.3.2.4-effects")
    text = f"{name} is hull-down ({event.terrain}): [{event.face}], {took}."
    return Line(text, (event.unit,), "tactical.3.2.4-effects", (throw,))


def counters(state: State, event: e.CountersSet, _seat: str | None) -> Line:
    """What lies on it now."""
    name = state.units[event.unit].name
    parts = [f"{event.light} Light" * bool(event.light), f"{event.heavy} Heavy" * bool(event.heavy)]
    text = f"{name} has damage counters: {', '.join(part for part in parts if part)}."
    return Line(text, (event.unit,), "tactical.2.6.10-heavy" if event.heavy else "tactical.2.6.10-light")


def armor(state: State, event: e.ArmorLost, _seat: str | None) -> Line:
    """Armor gone."""
    text = f"{state.units[event.unit].name} loses {event.points} Armor, {event.left} left."
    return Line(text, (event.unit,), "tactical.3.5.2")


def harmed(state: State, event: e.SystemHarmed, _seat: str | None) -> Line | None:
    """An effect, unless another line tells it."""
    if not event.words:
        return None
    return Line(f"{state.units[event.unit].name}: {event.words}.", (event.unit,), event.rule)


def spared(state: State, event: e.SystemSpared, _seat: str | None) -> Line:
    """Nothing there to be hit."""
    return Line(f"{state.units[event.unit].name}: {event.words}.", (event.unit,), event.rule)


def used_up(state: State, event: e.PerkUsedUp, _seat: str | None) -> Line:
    """A perk took it."""
    text = f"{state.units[event.unit].name}: {event.perk} takes the hit and is lost until repaired."
    return Line(text, (event.unit,), event.rule)


def stunned(state: State, event: e.CrewStunned, _seat: str | None) -> Line:
    """An Action less."""
    how = "owes an Action" if event.owed else "loses an Action"
    return Line(f"{state.units[event.unit].name} is stunned and {how}.", (event.unit,), "tactical.3.5.1-crew")


def debt(state: State, event: e.DebtPaid, _seat: str | None) -> Line:
    """Actions paid back."""
    many = f"{event.actions} Action{'s' * (event.actions != 1)}"
    text = f"The crew of {state.units[event.unit].name} recovers: {many} it owed."
    return Line(text, (event.unit,), "tactical.3.5.1-crew")


def crew_fell(state: State, event: e.CrewFell, _seat: str | None) -> Line:
    """Casualties."""
    unit = state.units[event.unit]
    left = f"{event.left} of {unit.card.crew} left" if event.left else "nobody is left"
    return Line(f"{unit.name} loses {event.casualties} of its crew, {left}.", (event.unit,), "tactical.3.5.1-crew")


def lost(state: State, event: e.UnitLost, _seat: str | None) -> Line:
    """Gone."""
    units = tuple(name for name in (event.unit, event.by) if name in state.units)
    crew = " Its crew gets out." if event.crew_safe else " Its crew is lost." if event.crew_killed else ""
    return Line(f"{state.units[event.unit].name} is out of the battle ({event.cause}).{crew}", units, event.rule)


def knocked_down(state: State, event: e.KnockedDown, _seat: str | None) -> Line:
    """A fall."""
    text = f"{state.units[event.unit].name} is knocked down; standing up takes 1 MP."
    return Line(text, (event.unit,), "tactical.3.2.3")


def alight(state: State, event: e.SetAlight, _seat: str | None) -> Line:
    """It goes on burning."""
    rounds = f"{event.left} more round{'s' * (event.left > 1)}"
    text = f"{state.units[event.unit].name} burns: {event.amount} damage in each of {rounds}."
    return Line(text, (event.unit,), "tactical.3.4.4")


def got_out(state: State, event: e.PassengersOut, _seat: str | None) -> Line:
    """Survivors."""
    text = f"{state.units[event.unit].name} gets out of the {state.units[event.carrier].name}."
    return Line(text, (event.unit, event.carrier), "tactical.7.2-passengers")
