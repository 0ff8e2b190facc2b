"""4.1: the generator as everything around the system sees it: a scenario from a seed and what a person said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

from gearlock.kernel.dice import Roll, Seeded
from gearlock.kernel.errors import BadInput, shortened
from gearlock.kernel.generating import DrawnRoll, DrawnScenario, ScenarioGenerator
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.generator import drawing as d
from gearlock.systems.tactical.generator.tables import battle_of

BATTLE: Final = "battle"
TV: Final = "tv"
USUAL_TV: Final = 2000
LARGEST_TV: Final = 40_000
_THROWS: Final = tuple(throw for name in d.roll_names() for throw in d.throws_for(name))
"""All dice of a scenario without extra subplots, in their order."""
_MEANINGS: Final = {
    d.LOCATION: "where on the planet", d.BATTLEFIELD: "the type of battlefield", d.CONDITION: "time of day or weather",
    d.MISSION: "the type of the mission", d.OBJECTIVE: "what the mission is about", d.LIMIT: "its time limit",
    d.SUBPLOT: "a complication",
}  # fmt: skip


def meaning(name: str) -> str:
    """What a roll decides, and its results."""
    kind, _, whose = name.partition("-")
    side = f" of {whose}" if whose else ""
    more = {d.CONDITION: "; or two with a plus sign", d.SUBPLOT: "; or both faces of its dice, 4 3"}.get(kind, "")
    return f"{_MEANINGS[kind]}{side}: {', '.join(d.known_values(name))}{more}"


@heeds("tactical.4.1")
def seeded_die(seed: int) -> d.Die:
    """A die whose faces come from a seed: each roll has its own, so what a person says of one changes no other."""
    usual, own = Seeded(f"scenario/{seed}"), dict[str, tuple[Seeded, Iterator[int]]]()

    def face(name: str) -> int:
        first = name not in own
        source, numbers = own.setdefault(name, (Seeded(f"scenario/{seed}/{name}"), count()))
        if first and name in _THROWS:
            return usual.roll(Roll(name, 1, 6), _THROWS.index(name))[0]
        return source.roll(Roll(name, 1, 6), next(numbers))[0]

    return face


def read_tv(text: str, wrong: list[str]) -> int:
    """The Threat Value a side that players agreed on."""
    if not text:
        return USUAL_TV
    if text.isascii() and text.isdigit() and len(text) < 7 and 0 < int(text) <= LARGEST_TV:
        return int(text)
    wrong.append(f"'tv={shortened(text)}': a battle is fought with 1 to {LARGEST_TV} TV a side.")
    return USUAL_TV


def read_extra(given: Mapping[str, str], wrong: list[str]) -> dict[str, int]:
    """How many extra subplots each side buys."""
    found = {}
    for seat in d.SEATS:
        text = given.get(f"extra-{seat}", "0")
        found[seat] = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else d.MOST_EXTRA + 1
        if found[seat] > d.MOST_EXTRA:
            wrong.append(f"'extra-{seat}={shortened(text)}': a side buys 0 to {d.MOST_EXTRA} extra subplots.")
            found[seat] = 0
    return found


def draw(seed: int, given: Mapping[str, str]) -> DrawnScenario:
    """A scenario from a seed; `given` holds results that a person said, `tv`, and how many subplots each side buys."""
    wrong: list[str] = []
    tv, extra = read_tv(given.get(TV, ""), wrong), read_extra(given, wrong)
    said = {name: value for name, value in given.items() if name != TV and not name.startswith("extra-")}
    try:
        rolls = d.draw_rolls(said, seeded_die(seed), extra)
    except BadInput as error:
        wrong.append(str(error))
    if wrong:
        raise BadInput("\n".join(wrong))
    size = battle_of(tv)
    options = {TV: str(tv), **{f"extra-{seat}": str(number) for seat, number in extra.items() if number}}
    return DrawnScenario(
        BATTLE,
        f"{size.name}: {tv} TV a side, about {size.hours} h",
        tuple(d.told(rolls)),
        tuple(DrawnRoll(roll.name, roll.value, roll.faces, roll.rule) for roll in rolls.values()),
        options | {name: roll.value for name, roll in rolls.items()},
    )


GENERATOR: Final = ScenarioGenerator(
    draw,
    {name: meaning(name) for name in d.roll_names()},
    {name: d.known_values(name) for name in d.roll_names()},
    (TV, *(f"extra-{seat}" for seat in d.SEATS)),
)
