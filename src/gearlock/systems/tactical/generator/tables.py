"""4.1.1-4.1.4: the tables of the generator, each a function of the face a die shows."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds, rule

FOLDER = files("gearlock.systems.tactical").joinpath("data", "generator")
BADLANDS: Final = "Badlands"
TEMPEST: Final = "Tempest"
CAPTURE, DEFEND, DESTROY, DISABLE, PROVIDE = "Capture", "Defend", "Destroy", "Disable", "Provide"
ALL_FORCES, COMMUNICATIONS, ECM = "All forces", "Communications", "ECM"
OBJECT, TERRAIN, VEHICLE = "Object", "Terrain", "Vehicle"
NONE, RANDOM, INCREASING, BY_OBJECTIVE = "None", "Random", "Random Increasing", "Objective"
CINEMATIC, MILITARY, UNFORESEEN = "Cinematic", "Military", "Unforeseen"
FACES: Final = range(1, 7)


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """A table of the generator as it is written."""
    text = FOLDER.joinpath(f"{name}.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))


def _row(name: str, face: int) -> dict[str, str]:
    return next(row for row in rows(name) if int(row["roll"]) == face)


class Points(NamedTuple):
    """A suggested size of a battle."""

    tv: int
    name: str
    hours: str


@rule("tactical.4.1.1")
def battle_of(tv: int) -> Points:
    """The battle that so much Threat Value a side makes: the largest of the table that is not larger, else the first.

    The totals are suggestions: any other may be agreed upon.
    """
    known = [Points(int(row["tv"]), row["name"], row["hours"]) for row in rows("points")]
    return max((one for one in known if one.tv <= tv), default=known[0])


@rule("tactical.4.1.2")
def mission_of(column: str, face: int) -> str:
    """One column of the Mission Design Table: type, objective or time_limit."""
    return _row("mission", face)[column]


@rule("tactical.4.1.2-location")
def location_of(face: int) -> str:
    """Where the battle is fought."""
    return _row("location", face)["name"]


@rule("tactical.4.1.2-terrain-table")
def battlefield_of(location: str, face: int) -> str:
    """The type of battlefield, by location."""
    return _row("terrain", face)[column_of(location)]


@rule("tactical.4.1.2-external")
def condition_of(location: str, face: int) -> str:
    """The one external condition of the whole battle, by location."""
    return _row("conditions", face)[column_of(location)]


def column_of(location: str) -> str:
    """The column of a location in the tables."""
    return next(row["column"] for row in rows("location") if row["name"] == location)


@rule("tactical.4.1.4")
def subplot_list_of(face: int) -> str:
    """Which of the three lists of subplots is rolled on: two faces each."""
    return (CINEMATIC, MILITARY, UNFORESEEN)[(face - 1) // 2]


@heeds("tactical.4.1.4")
def subplot_of(kind: str, face: int) -> str:
    """A subplot of a list."""
    return next(row["name"] for row in rows("subplots") if row["list"] == kind and int(row["roll"]) == face)


@heeds("tactical.4.1.4-tempest")
def is_rerolled(subplot: str, location: str) -> bool:
    """Whether a subplot cannot be where the battle is: a tempest is of the Badlands only."""
    return subplot == TEMPEST and location != BADLANDS


class Subplot(NamedTuple):
    """A subplot: whom it is about as its buyer sees it, and what it does."""

    list: str
    name: str
    applies_to: str
    effect: str


@cache
def subplots() -> dict[str, Subplot]:
    """All subplots by name."""
    return {
        row["name"]: Subplot(row["list"], row["name"], row["applies_to"], row["effect"]) for row in rows("subplots")
    }


def names(table: str, column: str) -> tuple[str, ...]:
    """Everything that a column of a table can give, in its order."""
    return tuple(dict.fromkeys(row[column] for row in rows(table)))
