"""Movement in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.cards import MODE_WORDS
from gearlock.systems.tactical.movement import events as e
from gearlock.systems.tactical.movement import feats as f
from gearlock.systems.tactical.state import TOP, State
from gearlock.table.measure import inches_text

RULE = "tactical.2.6.5"


def moved(state: State, event: e.Moved, _seat: str | None) -> Line | None:
    unit, now = state.units[event.unit], state.activation
    if now is None or event.path:
        return None
    if not event.gone:
        return Line(f"The {unit.name} turns on the spot.", (unit.id,), "tactical.2.6.5-turning")
    way = "has backed up" if event.backward else "has moved"
    spent = f"{inches_text(event.spent)} MP"
    return Line(f"The {unit.name} {way} {inches_text(event.gone)} in this round ({spent}).", (unit.id,), RULE)


def stopped(state: State, event: e.Stopped, _seat: str | None) -> Line | None:
    unit = state.units[event.unit]
    return Line(f"The {unit.name} stops: {event.why}", (unit.id,), RULE) if event.why else None


def halted(state: State, event: e.Halted, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    return Line(f"The {unit.name} moves no further this round ({event.why or 'stopped'}).", (unit.id,), RULE)


def skidded(state: State, event: e.Skidded, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    words = f"The {unit.name} skids {inches_text(event.length)} in straight on."
    return Line(words, (unit.id,), "tactical.2.6.5-top-speed-turn")


def climbed(state: State, event: f.ClimbedOn, _seat: str | None) -> Line:
    unit, way = state.units[event.unit], "up" if event.up else "down"
    words = f"The {unit.name} climbs {way} the cliff" + (" and hangs there." if event.hangs else " and is there.")
    return Line(words, (unit.id,), "tactical.3.2.1")


def jumped(state: State, event: f.Jumped, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    return Line(f"The {unit.name} leaps ahead on its Jump Jets.", (unit.id,), "tactical.7.2-card-only-perks")


def fell(state: State, event: f.FellDown, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    return Line(f"The {unit.name} falls {event.inches} in.", (unit.id,), "tactical.3.2.1-falling")


def stuck(state: State, event: f.GotStuck, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    how = f"for {event.rounds} round{'s' * (event.rounds > 1)}" if event.rounds else "fast, until somebody tows it out"
    return Line(f"The {unit.name} is stuck {how}.", (unit.id,), "tactical.7.2-poor-off-road")


def covered(state: State, event: f.CoverTaken, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    words = "hides completely" if event.whole else "goes hull-down"
    return Line(f"The {unit.name} {words} ({event.terrain}).", (unit.id,), "tactical.3.2.4")


def switched(state: State, event: e.ModeSwitched, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    words = f"The {unit.name} switches to {MODE_WORDS[event.mode]}."
    return Line(words, (unit.id,), "tactical.2.6.5-switch-mode")


def shifted(state: State, event: e.SpeedShifted, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    words = "shifts to Top Speed" if event.to == TOP else "will be back at Combat Speed next round"
    return Line(f"The {unit.name} {words}.", (unit.id,), "tactical.2.6.5-top-speed")


def _rammed(state: State, name: str) -> str:
    """A unit, or a building or wall."""
    return state.units[name].name if name in state.units else state.ground.piece(name).name


def ram(state: State, event: e.RamBegun, _seat: str | None) -> Line:
    """Somebody sets out to ram."""
    text = f"The {state.units[event.unit].name} drives at the {_rammed(state, event.target)} to ram it."
    both = tuple(name for name in (event.unit, event.target) if name in state.units)
    return Line(text, both, "tactical.2.6.8-ramming")


def ram_over(state: State, event: e.RamOver, _seat: str | None) -> Line | None:
    """It did not come so far."""
    if event.met:
        return None
    text = f"The {state.units[event.unit].name} does not reach the {_rammed(state, event.target)}."
    both = tuple(name for name in (event.unit, event.target) if name in state.units)
    return Line(text, both, "tactical.2.6.8-ramming")


def ran_past(state: State, event: e.RanPast, _seat: str | None) -> Line:
    """An inch further."""
    text = f"The {state.units[event.unit].name} runs past for an inch, and stops."
    return Line(text, (event.unit,), "tactical.2.6.8-ramming")
