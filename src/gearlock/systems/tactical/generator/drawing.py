"""4.1: a scenario drawn from dice. Every roll is a function of its faces, and a person may say another result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.rulebook import rule
from gearlock.systems.tactical.generator import tables as t

SEATS: Final = ("red", "blue")
LOCATION, BATTLEFIELD, CONDITION = "location", "terrain", "condition"
MISSION, OBJECTIVE, LIMIT, SUBPLOT = "mission", "objective", "limit", "subplot"
COLUMNS: Final = {MISSION: "type", OBJECTIVE: "objective", LIMIT: "time_limit"}
MOST_EXTRA: Final = 5
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
    """What a person said in place of a roll: one of its results, however it is written. Raises UnknownName."""
    known = known_values(name, location)
    short = {"north": "Northern Hemisphere", "south": "Southern Hemisphere"} if name == LOCATION else {}
    wanted = short.get(said.strip().lower(), said.strip()).lower().replace("-", " ")
    found = next((each for each in known if each.lower().replace("-", " ") == wanted), "")
    if not found:
        raise UnknownName(f"result of the roll for {name}", said, known)
    return found


def roll_names(extra: Mapping[str, int] | None = None) -> tuple[str, ...]:
    """Every roll of a scenario in its order."""
    sides = [f"{kind}-{seat}" for seat in SEATS for kind in (MISSION, OBJECTIVE, LIMIT)]
    plots = [plot_name(seat, number) for seat in SEATS for number in range(1, 2 + (extra or {}).get(seat, 0))]
    return (LOCATION, BATTLEFIELD, CONDITION, *sides, *plots)


def plot_name(seat: str, number: int = 1) -> str:
    """The name of a side's subplot: the first one is free."""
    return f"{SUBPLOT}-{seat}" + (f"-{number}" if number > 1 else "")


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
            found[name] = one_roll(name, given.get(name, ""), location, die)
        except UnknownName as error:
            wrong.append(str(error))
            found[name] = one_roll(name, "", location, die)
    if wrong:
        raise BadInput("\n".join(wrong))
    return found


def one_roll(name: str, said: str, location: str, die: Die) -> Rolled:
    """One roll, or what was said in its place."""
    kind = name.partition("-")[0]
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
        faces = die(f"{name}: list"), die(name)
        value = t.subplot_of(t.subplot_list_of(faces[0]), faces[1])
        if not t.is_rerolled(value, location):
            return Rolled(name, value, RULES[SUBPLOT], faces)


def told(rolls: Mapping[str, Rolled]) -> Iterator[str]:
    """A scenario in lines a person reads."""
    place = f"{rolls[LOCATION].value}: {rolls[BATTLEFIELD].value}, {rolls[CONDITION].value.lower()}."
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
