"""4.1: a scenario drawn from dice. Every roll is a function of its faces, and a person may say another result."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.generator import tables as t

SEATS: Final = ("red", "blue")
LOCATION, BATTLEFIELD, CONDITION = "location", "terrain", "condition"
MISSION, OBJECTIVE, LIMIT, SUBPLOT = "mission", "objective", "limit", "subplot"
COLUMNS: Final = {MISSION: "type", OBJECTIVE: "objective", LIMIT: "time_limit"}
MOST_EXTRA: Final = 9
"""Extra subplots a side can buy: each costs a tenth of its Threat Value, and with the tenth nobody would be left."""
MOST_CONDITIONS: Final = 2
SEVERAL: Final = re.compile("[+,]")
BOTH: Final = " + "
EXCLUSIVE: Final = (("Daylight", "Dawn/Dusk", "Night"), ("Rain", "Heavy Rain"))
"""External conditions of which only one can be."""
TWO_FACES: Final = re.compile(r"([1-6])[ ,+]*([1-6])")
"""A subplot as its dice show it: which list, and which of it."""
Die = Callable[[str], int]
"""The face of a die that is thrown for something."""


class Rolled(msgspec.Struct, frozen=True):
    """A roll of the generator: what it is for, the faces it showed (none where a person chose), and what it gives."""

    name: str
    value: str
    rule: str
    faces: tuple[int, ...] = ()


def known_values(name: str, location: str = "") -> tuple[str, ...]:
    """Everything a roll can give; in a location where that matters."""
    kind = name.partition("-")[0]
    if kind == LOCATION:
        return t.names("location", "name")
    if kind in (BATTLEFIELD, CONDITION):
        table = "terrain" if kind == BATTLEFIELD else "conditions"
        columns = (t.column_of(location),) if location else ("north", "badlands", "south")
        return tuple(dict.fromkeys(row[column] for column in columns for row in t.rows(table)))
    if kind == SUBPLOT:
        return tuple(name for name in t.subplots() if not (location and t.is_rerolled(name, location)))
    return t.names("mission", COLUMNS[kind])


def chosen(name: str, said: str, location: str = "") -> str:
    """What a person said in place of a roll: one of its results, however it is written. Raises BadInput."""
    if name == CONDITION and SEVERAL.search(said):
        return BOTH.join(_two_conditions(said, location))
    known = known_values(name, location)
    if name.startswith(SUBPLOT) and location and t.is_rerolled(said.strip().capitalize(), location):
        raise BadInput(f"'{name}': a {t.TEMPEST} breaks out in the {t.BADLANDS} only; elsewhere it is rolled again.")
    short = {"north": "Northern Hemisphere", "south": "Southern Hemisphere"} if name == LOCATION else {}
    wanted = short.get(said.strip().lower(), said.strip()).lower().replace("-", " ")
    found = next((each for each in known if each.lower().replace("-", " ") == wanted), "")
    if not found:
        raise UnknownName(f"result of the roll for {name}", said, known)
    return found


@heeds("tactical.4.1.2-external")
def _two_conditions(said: str, location: str) -> list[str]:
    """Two conditions at a time, where they do not shut each other out."""
    parts = [part.strip() for part in SEVERAL.split(said)]
    if len(parts) > MOST_CONDITIONS or not all(parts):
        raise BadInput(f"'condition={shortened(said)}': say one condition, or two with a plus sign between them.")
    found = [one_roll(CONDITION, part, location, _never).value for part in parts]
    for kinds in EXCLUSIVE:
        if sum(name in kinds for name in found) > 1:
            raise BadInput(f"'condition={shortened(said)}': {' and '.join(found)} do not go together.")
    if len(set(found)) < len(found):
        raise BadInput(f"'condition={shortened(said)}': that is one condition twice.")
    return found


def _never(name: str) -> int:
    raise AssertionError(f"{name} is said, not rolled")


def roll_names(extra: Mapping[str, int] | None = None) -> tuple[str, ...]:
    """Every roll of a scenario in its order."""
    sides = [f"{kind}-{seat}" for seat in SEATS for kind in (MISSION, OBJECTIVE, LIMIT)]
    plots = [plot_name(seat, number) for seat in SEATS for number in range(1, 2 + (extra or {}).get(seat, 0))]
    return (LOCATION, BATTLEFIELD, CONDITION, *sides, *plots)


def plot_name(seat: str, number: int = 1) -> str:
    """The name of a side's subplot: the first one is free."""
    return f"{SUBPLOT}-{seat}" + (f"-{number}" if number > 1 else "")


def throws_for(name: str) -> tuple[str, ...]:
    """What the dice of a roll are called: a subplot takes two."""
    return (f"{name}: list", name) if name.startswith(SUBPLOT) else (name,)


@rule("tactical.4.1")
def draw_rolls(given: Mapping[str, str], die: Die, extra: Mapping[str, int] | None = None) -> dict[str, Rolled]:
    """All rolls of a scenario: location, battlefield and condition once, a mission and subplots for each side.

    What a person gave is taken as it is; everything wrong with that is said at once.
    """
    wrong: list[str] = []
    names = roll_names(extra)
    wrong += [
        f"There is no roll '{shortened(name)}': there are {', '.join(names)}." for name in given if name not in names
    ]
    found: dict[str, Rolled] = {}
    for name in names:
        location = found[LOCATION].value if LOCATION in found else ""
        try:
            where = roll_location(given, die) if name == LOCATION else None
            found[name] = where or one_roll(name, given.get(name, ""), location, die)
        except BadInput as error:
            wrong.append(str(error))
            found[name] = one_roll(name, "", location, die)
    if wrong:
        raise BadInput("\n".join(wrong))
    return found


@heeds("tactical.4.1", "tactical.4.1.2-location")
def roll_location(given: Mapping[str, str], die: Die) -> Rolled:
    """Where it is fought: as said, or rolled, again where what was said of weather or a tempest cannot be."""
    suiting = [name for name in t.names("location", "name") if could_be(name, given)]
    while True:
        found = one_roll(LOCATION, given.get(LOCATION, ""), "", die)
        if not found.faces or given.get(LOCATION) or not suiting or found.value in suiting:
            return found


def could_be(location: str, given: Mapping[str, str]) -> bool:
    """Whether everything that a person said of weather and subplots can be in a location."""
    try:
        for name, said in given.items():
            if said and name.partition("-")[0] in (CONDITION, SUBPLOT):
                one_roll(name, said, location, lambda _name: 1)
    except BadInput:
        return False
    return True


def one_roll(name: str, said: str, location: str, die: Die) -> Rolled:
    """One roll, or what was said in its place."""
    kind = name.partition("-")[0]
    two = TWO_FACES.fullmatch(said.strip()) if kind == SUBPLOT else None
    if two is not None:
        faces = int(two[1]), int(two[2])
        value = t.subplot_of(t.subplot_list_of(faces[0]), faces[1])
        return Rolled(name, chosen(name, value, location), RULES[kind], faces)
    if said and not (said in map(str, t.FACES) and kind != SUBPLOT):
        where = "" if kind == BATTLEFIELD else location
        return Rolled(name, chosen(name, said, where), RULES[kind])
    if kind == SUBPLOT:
        return _subplot(name, location, die)
    face = int(said) if said else die(name)
    return Rolled(name, _result(kind, face, location), RULES[kind], (face,))


RULES: Final = {
    LOCATION: "tactical.4.1.2-location", BATTLEFIELD: "tactical.4.1.2-terrain-table",
    CONDITION: "tactical.4.1.2-external",
    MISSION: "tactical.4.1.2", OBJECTIVE: "tactical.4.1.2", LIMIT: "tactical.4.1.2", SUBPLOT: "tactical.4.1.4",
}  # fmt: skip


def _result(kind: str, face: int, location: str) -> str:
    if kind == LOCATION:
        return t.location_of(face)
    if kind == BATTLEFIELD:
        return t.battlefield_of(location, face)
    if kind == CONDITION:
        return t.condition_of(location, face)
    return t.mission_of(COLUMNS[kind], face)


def _subplot(name: str, location: str, die: Die) -> Rolled:
    """Two dice: which list, and which of it; again where there can be no such thing."""
    while True:
        faces = tuple(map(die, throws_for(name)))
        value = t.subplot_of(t.subplot_list_of(faces[0]), faces[1])
        if not t.is_rerolled(value, location):
            return Rolled(name, value, RULES[SUBPLOT], faces)


def told(rolls: Mapping[str, Rolled]) -> Iterator[str]:
    """A scenario in lines a person reads."""
    place = (
        f"{rolls[LOCATION].value}: {rolls[BATTLEFIELD].value}, {rolls[CONDITION].value.lower().replace(BOTH, ' and ')}."
    )
    yield place
    for seat in SEATS:
        mission, what, limit = (rolls[f"{kind}-{seat}"].value for kind in (MISSION, OBJECTIVE, LIMIT))
        whose = "the enemy's" if mission in (t.CAPTURE, t.DESTROY, t.DISABLE) else "its own"
        about = what if what == t.ECM else what.lower()
        yield f"{seat.title()}: {mission} {whose} {about}. Time limit: {limit.lower()}."
    for name, roll in rolls.items():
        if name.startswith(SUBPLOT):
            plot = t.subplots()[roll.value]
            yield f"{name.split('-')[1].title()}'s subplot: {plot.name} ({plot.list.lower()}): {plot.effect}."
