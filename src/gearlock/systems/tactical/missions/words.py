"""Generated battles in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.generator.points import scouting_advantage
from gearlock.systems.tactical.generator.tables import subplots
from gearlock.systems.tactical.missions import events as e
from gearlock.systems.tactical.missions.aims import PART_WORDS, Mission, key, mission_of
from gearlock.systems.tactical.state import State

MISSION, SCOUTING = "tactical.4.1.2", "tactical.4.1.3-scouting"


def bid_made(_state: State, event: e.BidMade, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} would fight with {event.tv} TV.", (), "tactical.4.1.1-bidding")


def bidding_ended(_state: State, event: e.BiddingEnded, _seat: str | None) -> Line:
    text = f"{event.seat.title()} goes no lower and fights with the full {event.tv} TV."
    return Line(text, (), "tactical.4.1.1-bidding")


def mission_rolled(_state: State, event: e.MissionRolled, seat: str | None) -> Line:
    if seat not in (None, event.seat):
        return Line(f"{event.seat.title()} has its mission, in secret.", (), MISSION)
    text = Mission(event.type, event.objective, event.limit).text()
    return Line(f"{event.seat.title()}'s mission: {text}. Time limit: {event.limit.lower()}.", (), MISSION)


def subplot_rolled(_state: State, event: e.SubplotRolled, _seat: str | None) -> Line:
    text = f"{event.seat.title()}'s subplot is {event.name}: {subplots()[event.name].effect}."
    return Line(text, (), "tactical.4.1.4")


def priorities_shown(_state: State, event: e.PrioritiesShown, _seat: str | None) -> Line:
    sides = []
    for seat, (scouting, troops, support) in (("Red", event.red), ("Blue", event.blue)):
        may = f"may field {event.tv[seat.lower()]} TV, and spend {event.support[seat.lower()]} TV on support"
        sides.append(f"{seat}: scouting {scouting}, troops {troops}, support {support}; {may}.")
    found = scouting_advantage(event.red[0], event.blue[0])
    won = f" {found.name} for {found.seat}." if found.seat else ""
    return Line(" ".join(sides) + won, (), "tactical.4.1.3")


def field_set(_state: State, event: e.FieldSet, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} sets up the field: {event.axis}.", (), SCOUTING)


def edge_chosen(_state: State, event: e.EdgeChosen, _seat: str | None) -> Line:
    return Line(f"{event.seat.title()} has the {event.edge} edge, the enemy the {event.across} one.", (), SCOUTING)


def edges_kept(_state: State, event: e.EdgesKept, _seat: str | None) -> Line | None:
    if not event.ambush:
        return None
    return Line(f"{event.ambush.title()} lies in ambush: it wins the Initiative of round 1.", (), SCOUTING)


def mission_told(state: State, event: e.MissionTold, seat: str | None) -> Line | None:
    if seat not in (None, event.to, event.about):
        return None
    known = ", ".join(PART_WORDS[part] for part in event.parts)
    if seat == event.about:
        return Line(f"{event.to.title()} knows your {known}.", (), SCOUTING)
    values = ", ".join(state.facts[key(part, event.about)].value for part in event.parts)
    return Line(f"{event.to.title()} learns of {event.about}'s {known}: {values}.", (), SCOUTING)


def left_behind(_state: State, event: e.LeftBehind, _seat: str | None) -> Line:
    return Line(f"{event.unit} stays behind.", (), "tactical.4.1.3-troops")


def limits_told(state: State, event: e.LimitsTold, _seat: str | None) -> Line:
    limits = ", ".join(f"{seat} {state.facts[key('limit', seat)].value.lower()}" for seat in event.about)
    return Line(f"Five rounds are over. Time limits: {limits}.", (), "tactical.4.1.2-time-random")


def limit_rolled(_state: State, event: e.LimitRolled, _seat: str | None) -> Line:
    against = f" against {event.threshold}" if event.threshold else ""
    ends = f"it ends with round {event.ends}" if event.ends else "it goes on"
    text = f"The time limit of {event.seat}: {event.face}{against}, {ends}."
    return Line(text, (), "tactical.4.1.2-time-increasing" if event.threshold else "tactical.4.1.2-time-random")


def mission_done(state: State, event: e.MissionDone, _seat: str | None) -> Line:
    mission = mission_of(state, event.seat)
    what = f"{mission.type} {mission.objective}" if mission else "its mission"
    text = f"{event.seat.title()} has done what it came for ({what}): one more round is played."
    return Line(text, (), "tactical.4.1.2-time-objective")


def object_taken(state: State, event: e.ObjectTaken, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} picks up the object of {event.owner}."
    return Line(text, (event.unit,), "tactical.4.1.2-object")


def object_wrecked(state: State, event: e.ObjectWrecked, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} destroys the object of {event.owner}."
    return Line(text, (event.unit,), "tactical.4.1.2-object")


def table_left(state: State, event: e.TableLeft, _seat: str | None) -> Line:
    brought = " with the object" if event.delivered else ""
    text = f"The {state.units[event.unit].name} leaves the table by the {event.edge} edge{brought}."
    return Line(text, (event.unit,), "tactical.4.1.2-provide")
