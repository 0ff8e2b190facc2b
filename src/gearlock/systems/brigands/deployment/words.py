"""The events of deployment as lines of the story."""

from __future__ import annotations

from gearlock.kernel.view import Line, Throw
from gearlock.mechanics.pools.shown import single_throw
from gearlock.systems.brigands.deployment import events as e
from gearlock.systems.brigands.deployment.events import Deployed, DeploymentOpened, RolledOff
from gearlock.systems.brigands.deployment.special import RULES, WAYS
from gearlock.systems.brigands.state import State, opponent
from gearlock.systems.brigands.zones import ZONES
from gearlock.table.measure import inches_text

_DEPLOYMENTS = {"fortifications": "brigands.11.4d", "special": "brigands.11.4b"}
_ROLL_OFFS = {
    "zones": (" for the side", "brigands.11.4a"),
    "fortifications": (" for Fortifications", "brigands.11.4d"),
    "pathfinders": (" for Pathfinders", "brigands.11.4c"),
}


def zones(_state: State, event: e.ZonesRolled, _seat: str | None) -> Line:
    rolls = (Throw("deployment zones", (event.face,), total=ZONES[event.kind], rule="brigands.11.4a"),)
    return Line(f"Deployment zones: rolled {event.face}, {ZONES[event.kind]}.", (), "brigands.11.4a", rolls)


def side(state: State, event: e.SideTaken, _seat: str | None) -> Line:
    other = opponent(event.seat)
    text = f"{event.seat} deploys in the {event.side}, {other} in the {state.zones[other]}."
    return Line(text, (), "brigands.11.4a")


def aside(_state: State, event: e.GroupSetAside, _seat: str | None) -> Line:
    text = f"{event.seat} sets Combat Group {event.group} aside: {WAYS[event.way]} Deployment."
    return Line(text, (), RULES[event.way])


def airdrop(_state: State, event: e.AirdropRolled, _seat: str | None) -> Line:
    result = "lands at once" if event.lands else "lands in Round 2"
    sum_of = f"{event.face}" if event.total == event.face else f"{event.face}, {event.total} in all"
    text = f"{event.seat} drops Combat Group {event.group}: rolled {sum_of}: it {result}."
    rule_id = "brigands.11.4b-airdrop"
    rolls = (single_throw(event.seat, event.face, event.total, rule_id, "Init of the Combat Group Leader"),)
    return Line(text, (), rule_id, rolls)


def pathfinder(state: State, event: e.PathfinderStarted, _seat: str | None) -> Line:
    return Line(f"{state.units[event.unit].name} finds a path.", (event.unit,), "brigands.11.4c")


def opened(_state: State, event: DeploymentOpened, _seat: str | None) -> Line:
    return Line(f"{event.seat} deploys first.", (), "brigands.11.4b")


def deployed(state: State, event: Deployed, _seat: str | None) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    rule_id = _DEPLOYMENTS.get(state.phase, "brigands.11.4b-standard")
    return Line(f"{state.name_of(event.unit)} deploys at {where}.", (event.unit,), rule_id)


def rolled_off(state: State, event: RolledOff, _seat: str | None) -> Line:
    result = f"{event.winner} decides" if event.winner else "again"
    what, rule_id = _ROLL_OFFS.get(state.phase, ("", "brigands.11.4b"))
    rolls = Throw("red", (event.red,), rule=rule_id), Throw("blue", (event.blue,), rule=rule_id)
    return Line(f"Roll-off{what}: red {event.red}, blue {event.blue}: {result}.", (), rule_id, rolls)
