"""Positions of the printed scenarios: their ground, conditions and zones, and who plays which part in them."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet, Table
from gearlock.mechanics.secrets import Sealed, told
from gearlock.systems.tactical.forces.fielding import field_squads
from gearlock.systems.tactical.missions.carrying import LEAVING
from gearlock.systems.tactical.missions.priorities import EDGES_GIVEN
from gearlock.systems.tactical.scenarios import chits as c
from gearlock.systems.tactical.scenarios import printed as p
from gearlock.systems.tactical.scenarios.counting import BEGAN, force_of
from gearlock.systems.tactical.scenarios.events import LATE, StevensNamed
from gearlock.systems.tactical.scenarios.last_stand import STEVENS
from gearlock.systems.tactical.scenarios.ridge import CAME
from gearlock.systems.tactical.setup.printed_battles import in_place, with_role
from gearlock.systems.tactical.state import COMMANDER, FIELDED, NO_GROUP, SEATS, State, Unit
from gearlock.table.maps import as_mils

ROLE, CHITS = "role", "chits"
ROLES: Final[dict[str, tuple[str, str]]] = {
    p.RIDGE: (p.NORTH, p.RESERVE_ROLE), p.BRIDGEHEAD: (p.NORTH, LATE), p.VILLAGE: (p.NORTH, p.NEEDED_ROLE),
    p.LAST_STAND: (p.NORTH, STEVENS), p.CONVOY: (p.NORTH, p.TRUCK_ROLE), p.CHITS: (p.SOUTH, p.STRANDED_ROLE),
}  # fmt: skip
"""Whose units play a part in a scenario, and what it is called. The models that the scenario adds have it anyway."""


def usual_rounds(scenario: str, otherwise: int) -> int:
    """How many rounds a battle has where a position says nothing."""
    one = p.PRINTED.get(scenario)
    return otherwise if one is None else one.rounds or p.NO_LIMIT_ROUNDS


def check_ground(sheet: Sheet, scenario: str, pieces: set[str]) -> None:
    """The pieces that the scenario is about are there."""
    one = p.PRINTED.get(scenario)
    for name in () if one is None else one.pieces:
        if name not in pieces:
            words = f"there is no piece '{name}', which the scenario is about: map = \"{scenario}\" has it"
            sheet.wrong(sheet.head, "map", words)


@heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.3", "tactical.4.3.4", "tactical.4.3.5", "tactical.4.3.6")
def lay_printed(sheet: Sheet, state: State) -> None:
    """What the scenario brings, under whatever else is said of it."""
    one = p.printed_of(state)
    players = [table for table in sheet.tables("model") if _has_part(sheet, state, table)]
    if one is None:
        if CHITS in sheet.head.keys:
            sheet.wrong(sheet.head, CHITS, f"there are chits in {p.CHITS} only")
        return
    always = dict.fromkeys(one.modules, "yes") | one.switches | {LEAVING: "yes", EDGES_GIVEN: "yes"}
    state.switches = {**always, **state.switches}
    units = [_with_part(state, table) for table in players]
    said = sheet.head.keys.get("zones", ())
    state.zones = _zones(sheet, state, one, units) | {name: state.zones[name] for name in said}
    if one.id == p.CHITS:
        _lay_chits(sheet, state)
    if one.id == p.VILLAGE and not units:
        sheet.wrong(sheet.head, "model", "the scenario is about a Mammoth of blue, and there is none")
    for seat in SEATS:
        state.points.setdefault(BEGAN + seat, len(force_of(state, seat)))


def _has_part(sheet: Sheet, state: State, table: Table) -> bool:
    """Whether a model plays a part: as it is said, or as the model that its scenario adds."""
    unit, said = state.units[str(table.keys["id"])], table.keys.get(ROLE)
    seat, role = ROLES.get(state.scenario, ("", ""))
    if said is None:
        one = p.printed_of(state)
        added = () if one is None else [(who, field_squads([model])[0].card.id) for who, model, _, _ in one.extras]
        return (unit.seat, unit.card.id.partition("/")[0]) in added
    if said != role or unit.seat != seat:
        known = f"; units of {seat} may be '{role}'" if role else ", and there are none in this one"
        sheet.wrong(table, ROLE, f"{UnknownName('part in a printed scenario', str(said), filter(None, [role]))}{known}")
        return False
    return True


def _with_part(state: State, table: Table) -> Unit:
    """A unit as its part has it; on the table if it is said where."""
    unit, role = state.units[str(table.keys["id"])], ROLES[state.scenario][1]
    status, is_placed = unit.status, "at" in table.keys or "status" in table.keys
    if role == STEVENS:
        StevensNamed(unit.id).change(state)
        unit.rank = COMMANDER
    elif role == LATE:
        with_role(unit, p.RESERVE_ROLE).tokens.clear()
    else:
        with_role(unit, role)
    if is_placed:
        unit.status = status
        if role == p.RESERVE_ROLE and status == FIELDED:
            state.points.setdefault(CAME, state.round)
    return unit


def _zones(sheet: Sheet, state: State, one: p.Printed, players: list[Unit]) -> dict[str, str]:
    """Where everybody deploys and who is kept where, group by group."""
    theirs = {unit.group for unit in players if unit.group != NO_GROUP}
    found: dict[str, str] = {}
    for name, words in one.zones.items():
        whose, _, kept = name.partition(":")
        seat, plus, _ = whose.partition("+")
        groups = {unit.group for unit in force_of(state, seat)} - theirs if not plus else theirs
        text = in_place(words, state.ground)
        if kept or plus:
            found |= {f"{seat}:{group}{':' if kept else ''}{kept}": text for group in groups}
        else:
            found[seat] = text
    if one.id == p.BRIDGEHEAD:
        found |= {f"{p.NORTH}:{group}": in_place("edges of north-bank", state.ground) for group in theirs}
        state.points |= {LATE: min(theirs)} if theirs else {}
    others = {unit.group for unit in state.units.values() if unit.seat == ROLES[one.id][0] and unit not in players}
    if one.id != p.LAST_STAND and theirs & others:
        words = f"give {', '.join(unit.id for unit in players)} a combat group of its own: group = {max(others) + 1}"
        sheet.wrong(sheet.head, "model", words)
    return found


@heeds("tactical.4.3.6")
def _lay_chits(sheet: Sheet, state: State) -> None:
    """The chits where they lie, and which of them is the vehicle: { at = [[10, 5], [30, 5]], vehicle = 2 }."""
    said = sheet.head.keys.get(CHITS)
    target = c.vehicle(state)
    if target is None:
        sheet.wrong(sheet.head, CHITS, 'the scenario is about a C3 vehicle of red (model = "c3-vehicle")')
        return
    if said is None:
        if c.TRUTH not in state.facts:
            state.facts[c.TRUTH] = Sealed(f"{c.CHIT}1", SEATS if target.is_fielded else (p.SOUTH,))
        return
    form = "'chits' is { at = [[10, 5], [30, 5]], vehicle = 2 }: places in inches, and which of them it is"
    if not isinstance(said, dict) or set(said) != {"at", "vehicle"} or not isinstance(said["at"], list):
        sheet.wrong(sheet.head, CHITS, form)
        return
    spots = [[as_mils(each) for each in spot] if isinstance(spot, list) else [] for spot in said["at"]]
    wide, high = state.ground.width, state.ground.height
    for number, spot in enumerate(spots, 1):
        x, y = spot if len(spot) == 2 else (None, None)
        if x is None or y is None or not (0 <= x <= wide and 0 <= y <= high):
            sheet.wrong(sheet.head, CHITS, form)
            return
        state.markers = {**state.markers, f"{c.CHIT}{number}": (x, y)}
    if said["vehicle"] not in range(1, len(spots) + 1):
        sheet.wrong(sheet.head, CHITS, form)
        return
    fact = Sealed(f"{c.CHIT}{said['vehicle']}", (p.SOUTH,))
    state.facts[c.TRUTH] = told(fact, SEATS) if target.is_fielded else fact
