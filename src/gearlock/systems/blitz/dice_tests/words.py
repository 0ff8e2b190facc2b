"""2.2, 2.6 and 3.4a: tests in words."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.blitz.dice_tests import events as e
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, NA
from gearlock.systems.blitz.state import SKILL, State

BASE = dice(BASE_DICE, "Base dice", "blitz.2.2")


def skill_text(skill: int) -> str:
    """A skill as stat lines print it."""
    return "NA" if skill >= NA else f"{skill}+"


@heeds("blitz.2.1")
def faces_text(faces: tuple[int, ...]) -> str:
    """Dice in square brackets."""
    return f"[{', '.join(map(str, faces))}]" if faces else "no dice"


def success_throw(label: str, faces: tuple[int, ...], skill: int, lines: tuple[Modifier, ...], rule: str) -> Throw:
    """The dice of a Roll, those that succeeded marked."""
    counts = tuple(face >= skill for face in faces)
    total = f"{sum(counts)} of {len(faces)} at {skill_text(skill)}"
    return Throw(label, faces, 6, counts, lines, total, rule)


def added(state: State, event: e.DiceAdded, _seat: str | None) -> Line:
    """Actions spent on a test."""
    name = state.units[event.unit].name
    text = f"{name} spends {event.actions} action{'s' * (event.actions > 1)} on its {event.purpose}: +{event.dice}D6."
    return Line(text, (event.unit,), "blitz.3.4a-action-bonus")


def rolled(state: State, event: e.RollMade, _seat: str | None) -> Line:
    """A Roll and what came of it."""
    name, count = state.units[event.unit].name, event.successes
    came = "no success" if not count else f"{count} success{'es' * (count > 1)}"
    text = f"{name}, {event.purpose} at {skill_text(event.skill)}: {faces_text(event.faces)}, {came}."
    throw = success_throw(event.purpose, event.faces, event.skill, event.lines, event.rule)
    return Line(text, (event.unit,), event.rule, (throw,))


def rerolled(state: State, event: e.Rerolled, _seat: str | None) -> Line:
    """A test again, and what paid for it."""
    giver = state.units.get(event.source)
    paid = event.source if giver is None else f"a command point of {giver.name}"
    paid = "a skill point" if event.source == SKILL else paid.partition(":")[0]
    text = f"{state.units[event.unit].name} re-rolls its {event.purpose} ({paid})."
    return Line(text, (event.unit,), "blitz.2.6")


def failed(state: State, event: e.Failed, _seat: str | None) -> Line:
    """A defective system, and whether it held."""
    held = "holds" if event.works else "gives out"
    text = f"{state.units[event.unit].name}: its defective {event.system.lower()} {held} [{event.face}]."
    return Line(text, (event.unit,), "blitz.trait.defective")


def transmitted(state: State, event: e.Transmitted, _seat: str | None) -> Line:
    """Electronic warfare begins."""
    names = tuple(name for name in (event.unit, event.target) if name in state.units)
    at = f" on {state.units[event.target].name}" if event.target in state.units else ""
    eyes = ", active sensors on" if event.sensors else ""
    return Line(f"{state.units[event.unit].name} uses {event.what}{at}{eyes}.", names, "blitz.14.0")


def signal_jammed(state: State, event: e.SignalJammed, _seat: str | None) -> Line:
    """A comms test that loses successes."""
    by = state.units[event.by].name if event.by in state.units else f"The {event.by} {faces_text(event.faces)}"
    text = f"{by} takes {event.successes} off the comms test of {state.units[event.unit].name}."
    return Line(text, (event.unit,), "blitz.14.6b")


def jamming_reduced(state: State, event: e.JammingReduced, _seat: str | None) -> Line:
    """Jamming thrown off, or a part of it."""
    left = f"intensity {event.intensity} is left" if event.intensity else "it is gone"
    text = f"{state.units[event.unit].name} works against the jamming of its sensors: {left}."
    return Line(text, (event.unit,), "blitz.14.5b")


def call_ended(state: State, event: e.CallEnded, _seat: str | None) -> Line:
    """A commander far away."""
    came = "gets through to" if event.reached else "does not reach"
    text = f"{state.units[event.unit].name} {came} {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "blitz.15.6")
