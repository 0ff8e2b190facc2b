"""8, 10 and 11: attacks in words."""

from __future__ import annotations

import msgspec

from gearlock.kernel.view import Line, Modifier, Shot, Throw
from gearlock.mechanics.pools import shown
from gearlock.systems.blitz.attacks import events as e
from gearlock.systems.blitz.dice_tests.words import BASE, faces_text, skill_text
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE
from gearlock.systems.blitz.state import State
from gearlock.systems.blitz.weapons import effect_of
from gearlock.table.measure import inches_text


def declared(state: State, event: e.AttackDeclared, _seat: str | None) -> Line:
    """Who attacks whom with what."""
    unit = state.units[event.unit]
    at = ", ".join(state.units[target].name for target in event.targets) or "all around"
    verb = (
        "fires indirectly"
        if event.mode
        else "snap fires"
        if event.snap
        else "strikes with"
        if unit.line.weapons[event.weapon].is_melee
        else "fires"
    )
    load = f" ({event.load})" if event.load else ""
    eyes = ", active sensors on" if event.sensors else ""
    text = f"{unit.name} {verb} the {event.weapon}{load} at {at}{eyes}."
    rule = "blitz.14.2a" if event.mode else "blitz.10.4" if event.snap else "blitz.8.2"
    return Line(text, (unit.id, *event.targets), rule)


def rolled(state: State, event: e.AttackRolled, _seat: str | None) -> Line:
    """Both checks and the margin."""
    name = state.units[event.unit].name
    ours = f"{name} {faces_text(event.faces)} at {skill_text(event.skill)} = {event.total}"
    throws = [_throw(f"{name} attacks", event.faces, event.lines, event.total, event.skill)]
    words, units = [], [event.unit]
    for defence in event.defences:
        target = state.units[defence.target].name
        came = f"hit by {defence.margin}" if defence.is_hit else f"missed by {-defence.margin}"
        theirs = f"{faces_text(defence.faces)} at {skill_text(defence.skill)} = {defence.total}"
        words.append(f"{target} {theirs}: {came}")
        throws.append(_throw(f"{target} defends", defence.faces, defence.lines, defence.total, defence.skill))
        units.append(defence.target)
    weapon = state.units[event.unit].line.weapons.get(event.weapon)
    look = effect_of(weapon) if weapon else ""
    shots = tuple(Shot(look, event.unit, defence.target, defence.is_hit) for defence in event.defences)
    text = f"{ours}; {'; '.join(words)}." if words else f"{ours}."
    return Line(text, tuple(units), "blitz.2.2b", tuple(throws), shots)


def _throw(label: str, faces: tuple[int, ...], lines: tuple[Modifier, ...], total: int, skill: int) -> Throw:
    throw = shown.pool_throw(label, faces, (BASE, *lines), total, skill)
    return msgspec.structs.replace(throw, rule="blitz.2.2b")


def measured(state: State, event: e.RangeMeasured, _seat: str | None) -> Line:
    """Off-board distances told."""
    far = [(state.units[unit].name, state.facts[f"{DISTANCE}:{unit}"].value) for unit in event.units]
    text = "; ".join(f"{name} is {inches_text(int(mils))} in beyond the table's edge" for name, mils in far)
    return Line(f"{text}.", event.units, "blitz.16.2c")


def stood_by(state: State, event: e.StoodBy, _seat: str | None) -> Line:
    """Actions kept."""
    text = f"{state.units[event.unit].name} stands by with {event.tokens} action{'s' * (event.tokens > 1)}."
    return Line(text, (event.unit,), "blitz.10.3")


def standby_lost(state: State, event: e.StandbyLost, _seat: str | None) -> Line:
    """Tokens gone in melee."""
    return Line(f"{state.units[event.unit].name} is engaged and loses its standby.", (event.unit,), "blitz.10.3")
