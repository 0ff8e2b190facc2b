"""The shelf of battles as the lobby shows it, page by page: who plays, with what, how far, and whether one may look."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.datastructures import State
from litestar.params import FromQuery

from gearlock.kernel.errors import GearlockError
from gearlock.kernel.loglines import read_header
from gearlock.kernel.registry import get_system
from gearlock.kernel.system import SAME, Scenario, Setup
from gearlock.muster.reading import read_roster
from gearlock.server.store import Store, StoredBattle

PAGE = 12
MOST_OWN = 100
OWN_ROSTER = "a roster of their own"


class ListedBattle(msgspec.Struct, frozen=True):
    """A battle with who plays each seat, with which force, and the round it is in; what is secret is left out."""

    battle: StoredBattle
    game: str
    players: dict[str, str]
    forces: dict[str, str]
    round: int
    """0 where nobody sits at the table, or where it may not be told."""
    secret: bool
    """Others may neither look on nor replay it before it is over."""


class Shelf(msgspec.Struct, frozen=True):
    """One page of battles, the latest first, and whether there are more."""

    battles: tuple[ListedBattle, ...]
    more: bool


@get("/api/shelf")
async def shelf(state: State, first: FromQuery[int] = 0, own: FromQuery[str] = "") -> Shelf:
    """The battles from this number on; a private table lists none but those the caller names."""
    named = own.split(",")[:MOST_OWN] if state.is_private else None
    start = max(0, min(first, 100_000))
    rows: list[StoredBattle] = await state.keeper.do(state.keeper.store.battles, start + PAGE + 1, named)
    shown = rows[start : start + PAGE]
    rounds = {row.id: state.rooms.round_of(row.id) for row in shown}
    listed = await state.keeper.do(_listed, state.keeper.store, shown, rounds)
    return Shelf(tuple(listed), len(rows) > start + PAGE)


def _listed(store: Store, rows: list[StoredBattle], rounds: dict[str, int]) -> list[ListedBattle]:
    return [_one(store, row, rounds[row.id]) for row in rows]


def _one(store: Store, row: StoredBattle, round_: int) -> ListedBattle:
    players = {seat.seat: seat.player for seat in store.seats(row.id)}
    try:
        system = get_system(row.system)
        setup = read_header(store.lines(row.id, 1)[0], row.id).setup
    except (GearlockError, IndexError):  # of a game that is not installed any more, or damaged
        return ListedBattle(row, row.system, players, {}, 0, True)
    is_secret = system.has_secrets(setup) and not row.over
    scenario = system.scenarios().get(setup.scenario)
    players = {seat: players[seat] for seat in system.seats if seat in players}
    forces = {} if is_secret else {seat: _force(row.system, setup, scenario, seat) for seat in system.seats}
    told = {seat: force for seat, force in forces.items() if force}
    return ListedBattle(row, system.name, players, told, 0 if is_secret else round_, is_secret)


def _force(system: str, setup: Setup, scenario: Scenario | None, seat: str) -> str:
    """What a seat was given to fight with, as far as the options of the battle tell."""
    named = setup.options.get(seat, "") if scenario is not None and scenario.forces else ""
    rules = get_system(system).force
    if rules is None or not named:
        return ""
    if named == SAME:
        return "the same"
    ready = rules.ready_made()
    if named in ready:
        return read_roster(ready[named], named).roster.says("name") or named
    return OWN_ROSTER if named.endswith((".txt", ".json")) else ""
