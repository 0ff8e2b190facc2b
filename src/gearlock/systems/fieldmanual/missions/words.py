"""Missions in words. A seat reads only what it may know."""

from __future__ import annotations

from gearlock.kernel.view import Line, Throw
from gearlock.systems.fieldmanual.missions import events as e
from gearlock.systems.fieldmanual.missions.slots import OBJECTIVE, Slot, name_of, rule_of, title_of
from gearlock.systems.fieldmanual.missions.words_of_targets import target_words
from gearlock.systems.fieldmanual.state import State

STEP_2, STEP_4 = "fieldmanual.step2-table", "fieldmanual.step4-mission"


def table(_state: State, event: e.TableRolled, _seat: str | None) -> Line:
    """A die on a table."""
    throw = Throw(event.kind, (event.face,), 6, (), (), event.means, event.rule)
    return Line(
        f"{event.kind.capitalize()}: [{event.face}], {event.means.replace('-', ' ')}.", (), event.rule, (throw,)
    )


def effects(_state: State, event: e.EffectsSettled, _seat: str | None) -> Line:
    """The table as it is."""
    return Line(f"Table effects: {', '.join(event.effects).replace('-', ' ') or 'none, an average day'}.", (), STEP_2)


def zones(_state: State, event: e.ZonesSettled, _seat: str | None) -> Line:
    """The kind of zones."""
    return Line(f"Deployment: {event.kind}.", (), "fieldmanual.step3-zones")


def mission(_state: State, event: e.MissionRolled, _seat: str | None) -> Line:
    """A mission type."""
    throw = Throw("mission", (event.face,), 6, (), (), event.mission, STEP_4)
    kind = f"an {event.mission}" if event.mission[0] in "aeio" else f"a {event.mission}"
    return Line(f"{event.seat.capitalize()}: [{event.face}], {kind} mission.", (), STEP_4, (throw,))


def chosen(_state: State, event: e.ObjectiveChosen, seat: str | None) -> Line | None:
    """An objective, for whoever may read it."""
    if seat not in (None, event.seat):
        return None
    text = f"{event.seat.capitalize()} takes the objective {title_of(event.name)}."
    return Line(text, (), rule_of(event.name))


def revealed(state: State, event: e.ObjectivesRevealed, _seat: str | None) -> Line:
    """All objectives."""
    sides: dict[str, list[str]] = {}
    for key in event.keys:
        _, seat, number = key.split(":")
        sides.setdefault(seat, []).append(title_of(name_of(state, Slot(seat, int(number)))))
    text = "; ".join(f"{seat}: {', '.join(names)}" for seat, names in sides.items())
    return Line(f"Objectives are shown. {text[:1].upper()}{text[1:]}.", (), "fieldmanual.objective-points")


def target(state: State, event: e.ObjectiveSettled, _seat: str | None) -> Line:
    """What an objective is about."""
    slot = Slot(event.seat, event.number)
    name = state.facts[slot.key(OBJECTIVE)].value
    about = target_words(state, slot, name, event.target)
    return Line(f"{event.seat.capitalize()}'s {title_of(name)} is about {about}.", (), rule_of(name))


def escaped(state: State, event: e.Escaped, _seat: str | None) -> Line:
    """A model is away."""
    return Line(f"{state.units[event.unit].name} leaves the table.", (event.unit,), "fieldmanual.obj-escape")


def scouted(state: State, event: e.Scouted, _seat: str | None) -> Line:
    """An observation that counts."""
    text = f"{state.units[event.unit].name} scouts what {event.seat}'s objective {event.number} is about."
    return Line(text, (event.unit,), "fieldmanual.obj-scout")


def length(_state: State, event: e.LengthRolled, _seat: str | None) -> Line:
    """How long it goes on."""
    means = f"round {event.last} is the last" if event.last else "the battle goes on"
    throw = Throw("variable time limit", (event.face,), 6, (), (), means, "fieldmanual.event-variable-time")
    return Line(f"Variable time limit: [{event.face}], {means}.", (), "fieldmanual.event-variable-time", (throw,))
