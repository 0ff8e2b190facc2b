"""Exact odds of attacks over HTTP: what can be said about one, what comes of it, a table of two conditions."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta

from gearlock.kernel.errors import BadInput, GearlockError
from gearlock.kernel.gunnery import Condition, find_unit
from gearlock.kernel.registry import get_system
from gearlock.kernel.view import Preview
from gearlock.odds.attack import AttackOdds, Fate, attack_odds
from gearlock.odds.curve import DamageCurve, curve_of
from gearlock.odds.sequence import gunnery_of
from gearlock.server.rooms import Option
from gearlock.server.wire import Name

MOST_ATTACKERS = 6
MOST_GIVEN = 40
MOST_STEPS = 12
"""Values of each of the two conditions of a table."""
LONGEST_NAME = 200
"""Letters of a unit's name and of its shelf."""
MOST_CURVES = 2_000
"""Curves that are kept: more than there are units in all games."""
Given: TypeAlias = Annotated[tuple[tuple[Name, Option], ...], Meta(max_length=MOST_GIVEN)]
Attackers: TypeAlias = Annotated[tuple[Option, ...], Meta(min_length=1, max_length=MOST_ATTACKERS)]
Steps: TypeAlias = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=MOST_STEPS)]


class Firing(msgspec.Struct, frozen=True):
    """What can be said about attacks of a system: its units by id, and the conditions."""

    units: dict[str, str]
    conditions: tuple[Condition, ...]


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who attacks whom with what (`NAME:WEAPON`, `NAME:WEAPON x3`), one after another, under which conditions."""

    system: Name
    attackers: Attackers
    target: Option
    given: Given = ()
    reply: bool = False


class AttackGrid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attack again and again: with each value of one condition and each of another."""

    attack: Attack
    down: Name
    rows: Steps
    across: Name
    columns: Steps


class Chances(msgspec.Struct, frozen=True):
    """What can become of one unit, in shares of one."""

    name: str
    hit: float
    mean: float
    crippled: float
    destroyed: float
    damage: tuple[tuple[int, float, float], ...]
    """Each damage: exactly so much, and so much or more."""
    critical: tuple[tuple[int, float, float], ...] = ()
    effects: dict[str, float] = {}


class Help(msgspec.Struct, frozen=True):
    """What something spent on the attack would make of it."""

    label: str
    side: str
    rule: str
    chances: Chances


class Volley(msgspec.Struct, frozen=True):
    """One attack of a course: its lines, and what has come of all attacks so far."""

    title: str
    preview: Preview
    chances: Chances


class OddsReport(msgspec.Struct, frozen=True):
    """Everything about an attack, or about several on the same target."""

    facts: tuple[str, ...]
    volleys: tuple[Volley, ...]
    helps: tuple[Help, ...]
    reply: str
    suffered: tuple[Chances, ...]
    unanswered: bool


class Cell(msgspec.Struct, frozen=True):
    """An attack of a table in short, or why it cannot be made."""

    hit: float = 0.0
    mean: float = 0.0
    crippled: float = 0.0
    destroyed: float = 0.0
    problem: str = ""


class Reckoning(msgspec.Struct, frozen=True):
    """An attack to be worked out."""

    attack: Attack

    def do(self) -> OddsReport:
        """All that can come of it."""
        return _report(_odds(self.attack, self.attack.given))


class GridReckoning(msgspec.Struct, frozen=True):
    """A table of attacks to be worked out."""

    grid: AttackGrid

    def do(self) -> tuple[tuple[Cell, ...], ...]:
        """Row by row."""
        grid = self.grid
        names = {condition.name for condition in gunnery_of(get_system(grid.attack.system)).conditions}
        if not {grid.down, grid.across} <= names or grid.down == grid.across:
            raise BadInput(f"A table goes by two of these conditions: {', '.join(sorted(names))}.")
        others = [(name, value) for name, value in grid.attack.given if name not in (grid.down, grid.across)]
        return tuple(
            tuple(_cell(grid.attack, (*others, (grid.down, row), (grid.across, column))) for column in grid.columns)
            for row in grid.rows
        )


class CurveReckoning(msgspec.Struct, frozen=True):
    """A unit whose damage by range is to be worked out; nobody but the server chooses ranges and target."""

    system: str
    unit: str
    shelf: str = ""

    def do(self) -> DamageCurve:
        """Its best attack at each range."""
        return curve_of(self.system, self.unit, self.shelf)


def _odds(attack: Attack, given: tuple[tuple[str, str], ...]) -> AttackOdds:
    if get_system(attack.system).gunnery is None:
        raise BadInput("This game lays out no attacks.")
    return attack_odds(attack.system, attack.attackers, attack.target, given, attack.reply)


def _cell(attack: Attack, given: tuple[tuple[str, str], ...]) -> Cell:
    try:
        fate = _odds(msgspec.structs.replace(attack, reply=False), given).fate
    except GearlockError as error:
        return Cell(problem=str(error))
    shares = (fate.chance(fate.hits), fate.mean_damage, fate.chance(fate.crippled), fate.chance(fate.destroyed))
    return Cell(*shares)


def _report(odds: AttackOdds) -> OddsReport:
    volleys = tuple(Volley(shot.title, shot.preview, _chances(shot.fate)) for shot in odds.shots)
    helps = tuple(Help(worth.label, worth.side, worth.rule, _chances(worth.fate)) for worth in odds.worths)
    suffered = tuple(_chances(fate) for fate in odds.suffered)
    return OddsReport(odds.facts, volleys, helps, odds.reply, suffered, odds.unanswered)


def _chances(fate: Fate) -> Chances:
    effects = {name: fate.chance(weight) for name, weight in fate.effects.items()}
    shares = (fate.chance(fate.hits), fate.mean_damage, fate.chance(fate.crippled), fate.chance(fate.destroyed))
    return Chances(fate.name, *shares, _spread(fate.damage, fate.total), _spread(fate.critical, fate.total), effects)


def _spread(weights: dict[int, int], total: int) -> tuple[tuple[int, float, float], ...]:
    left, found = sum(weights.values()), []
    for amount, weight in sorted(weights.items()):
        found.append((amount, weight / total, left / total))
        left -= weight
    return tuple(found)


@get("/api/firing/{system:str}", sync_to_thread=False)
def firing(system: FromPath[str]) -> Firing:
    """The units that can attack or be attacked, and what can be said about it."""
    gunnery = get_system(system).gunnery
    return Firing(dict(gunnery.units()), gunnery.conditions) if gunnery else Firing({}, ())


@get("/api/firing/{system:str}/{unit:str}", sync_to_thread=False)
def weapons(system: FromPath[str], unit: FromPath[str]) -> tuple[str, ...]:
    """What a unit attacks with."""
    gunnery = gunnery_of(get_system(system))
    return gunnery.weapons(find_unit(gunnery.units(), unit))


@post("/api/odds", status_code=200)
async def reckon(data: JSONBody[Attack], state: State) -> OddsReport:
    """The exact odds of an attack."""
    found: OddsReport = await state.rooms.readers.make(Reckoning(data), "This attack")
    return found


@post("/api/odds/table", status_code=200)
async def reckon_table(data: JSONBody[AttackGrid], state: State) -> tuple[tuple[Cell, ...], ...]:
    """The odds of an attack by two of its conditions."""
    found: tuple[tuple[Cell, ...], ...] = await state.rooms.readers.make(GridReckoning(data), "This table of attacks")
    return found


@get("/api/curves/{system:str}/{unit:str}")
async def damage_curve(
    system: FromPath[str], unit: FromPath[str], state: State, shelf: FromQuery[str] = ""
) -> DamageCurve:
    """The damage to expect of a unit by range, against a usual target; without points where there are no odds of it."""
    get_system(system)
    if len(unit) + len(shelf) > LONGEST_NAME:
        return DamageCurve()
    wanted = CurveReckoning(system, unit, shelf)
    if wanted not in _curves:
        found: DamageCurve = await state.rooms.readers.make(wanted, "This curve")
        while len(_curves) >= MOST_CURVES:
            _curves.pop(next(iter(_curves)))
        _curves[wanted] = found
    return _curves[wanted]


_curves: dict[CurveReckoning, DamageCurve] = {}
