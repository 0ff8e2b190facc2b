"""The events of deployment as lines of the story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line, Throw
from gearlock.systems.brigands.beginning.zones import ZONES
from gearlock.systems.brigands.setting import events as e
from gearlock.systems.brigands.setting.special import RULES, WAYS
from gearlock.systems.brigands.showing.throws import single_throw
from gearlock.systems.brigands.state import State, opponent


def _zones(_state: State, event: e.ZonesRolled) -> Line:
    rolls = (Throw("deployment zones", (event.face,), total=ZONES[event.kind], rule="brigands.11.4a"),)
    return Line(f"Deployment zones: rolled {event.face}, {ZONES[event.kind]}.", (), "brigands.11.4a", rolls)


def _side(state: State, event: e.SideTaken) -> Line:
    other = opponent(event.seat)
    text = f"{event.seat} deploys in the {event.side}, {other} in the {state.zones[other]}."
    return Line(text, (), "brigands.11.4a")


def _aside(_state: State, event: e.GroupSetAside) -> Line:
    text = f"{event.seat} sets Combat Group {event.group} aside: {WAYS[event.way]} Deployment."
    return Line(text, (), RULES[event.way])


def _airdrop(_state: State, event: e.AirdropRolled) -> Line:
    result = "lands at once" if event.lands else "lands in Round 2"
    sum_of = f"{event.face}" if event.total == event.face else f"{event.face}, {event.total} in all"
    text = f"{event.seat} drops Combat Group {event.group}: rolled {sum_of}: it {result}."
    rule_id = "brigands.11.4b-airdrop"
    rolls = (single_throw(event.seat, event.face, event.total, rule_id, "Init of the Combat Group Leader"),)
    return Line(text, (), rule_id, rolls)


def _pathfinder(state: State, event: e.PathfinderStarted) -> Line:
    return Line(f"{state.units[event.unit].name} finds a path.", (event.unit,), "brigands.11.4c")


SETTING_WORDS: dict[type[Event], Callable[[State, Any], Line]] = {
    e.ZonesRolled: _zones,
    e.SideTaken: _side,
    e.GroupSetAside: _aside,
    e.AirdropRolled: _airdrop,
    e.PathfinderStarted: _pathfinder,
}
