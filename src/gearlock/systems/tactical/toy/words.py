"""Toy battles in words."""

from __future__ import annotations

from gearlock.kernel.view import Line, Shot
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.toy import events as e
from gearlock.systems.tactical.toy.activity import CLIMB, RUN
from gearlock.systems.tactical.toy.moving import in_lengths
from gearlock.systems.tactical.toy.toys import weapons_left
from gearlock.table.measure import inches


def _of(state: State, name: str) -> Unit:
    return state.units[name]


def begun(_state: State, event: e.ToysBegun, _seat: str | None) -> Line:
    return Line(f"A coin is tossed: {event.seat} puts its first toy down.", (), "tactical.3.9.1")


def placed(state: State, event: e.ToyPlaced, _seat: str | None) -> Line:
    return Line(f"The {_of(state, event.unit).name} is put down.", (event.unit,), "tactical.3.9.1")


def tossed(_state: State, event: e.CoinTossed, _seat: str | None) -> Line:
    return Line(f"Round {event.round}. {event.winner.title()} wins the coin toss.", (), "tactical.3.9.2")


def given(_state: State, event: e.RoundGiven, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} activates a toy first.", (), "tactical.3.9.2")


def activated(state: State, event: e.ToyActivated, _seat: str | None) -> Line:
    now = state.activation
    kept = now is not None and e.KEPT_FROM in now.marks
    text = f"The {_of(state, event.unit).name} is activated{' and may not attack' if kept else ''}."
    return Line(text, (event.unit,), "tactical.3.9.2-activation")


def moved(state: State, event: e.ToyMoved, _seat: str | None) -> Line:
    verb = "runs" if event.gait == RUN else "walks"
    way = f"{inches(event.length)} in ({in_lengths(state, event.length)} lengths)"
    text = f"The {_of(state, event.unit).name} {verb} {way}."
    return Line(text, (event.unit,), "tactical.3.9.2-movement")


def climbed(state: State, event: e.ToyClimbed, _seat: str | None) -> Line:
    way = "up" if event.up else "down"
    rest = " and hangs there" if event.hangs else ""
    text = f"The {_of(state, event.unit).name} {CLIMB}s {way}{rest}."
    return Line(text, (event.unit,), "tactical.3.9.2-movement")


def attacked(state: State, event: e.ToyAttacked, _seat: str | None) -> Line:
    how, rule = ("goes for", "tactical.3.9.2-close") if event.close else ("shoots at", "tactical.3.9.2-ranged")
    text = f"The {_of(state, event.unit).name} {how} the {_of(state, event.target).name}."
    return Line(text, (event.unit, event.target), rule)


def shown(state: State, event: e.SignsShown, _seat: str | None) -> Line:
    names = _of(state, event.unit).name, _of(state, event.target).name
    result = f"the {_of(state, event.beats).name} wins" if event.beats else "a tie, and a miss"
    text = f"The {names[0]} shows {event.sign}, the {names[1]} {event.answer}: {result}."
    now = state.activation
    look = "blade" if now is not None and e.FOUGHT in now.marks else "burst"
    shots = (Shot(look, event.unit, event.target, event.beats == event.unit),)
    return Line(text, (event.unit, event.target), "tactical.3.9.2-rps", shots=shots)


def forfeited(state: State, event: e.AttackForfeited, _seat: str | None) -> Line:
    text = f"The {_of(state, event.unit).name} may not attack in its next activation."
    return Line(text, (event.unit,), "tactical.3.9.2-rps")


def weapon_lost(state: State, event: e.WeaponLost, _seat: str | None) -> Line:
    unit = _of(state, event.unit)
    mount, left = unit.mount(event.weapon), len(weapons_left(unit))
    name = event.weapon if mount is None else mount.weapon.name
    text = f"The {unit.name} loses its {name}; {left} weapon{'s' * (left != 1)} left."
    return Line(text, (unit.id,), "tactical.3.9.2-rps")


def knocked_down(state: State, event: e.ToyKnockedDown, _seat: str | None) -> Line:
    return Line(f"The {_of(state, event.unit).name} is knocked down.", (event.unit,), "tactical.3.9.2-prone")


def stood_up(state: State, event: e.ToyStoodUp, _seat: str | None) -> Line:
    text = f"The {_of(state, event.unit).name} stands up."
    return Line(text, (event.unit,), "tactical.3.9.2-activation")


def disabled(state: State, event: e.ToyDisabled, _seat: str | None) -> Line:
    text = f"The {_of(state, event.unit).name} is disabled by the {_of(state, event.by).name}."
    return Line(text, (event.unit, event.by), "tactical.3.9.2-prone")


def across(state: State, event: e.GotAcross, _seat: str | None) -> Line:
    return Line(f"The {_of(state, event.unit).name} has got across!", (event.unit,), "tactical.3.9.3")
