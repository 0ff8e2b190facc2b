"""4.2, 3.5.1: what players say that a battle did to a unit, found in their words: "3 armor, 2 MP Walker, LAC lost"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.errors import BadInput, shortened
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.cards import MODE_WORDS
from gearlock.systems.tactical.damage.choosing import system_name
from gearlock.systems.tactical.damage.condition import (
    ACCURACY,
    AUX,
    COMPARTMENT,
    FIRE_CONTROL,
    FRAME,
    GONE,
    LOST,
    MANEUVER,
    MP,
    POWER,
    RUPTURED,
    WRECKED,
    aux_systems,
    harms_of,
)
from gearlock.systems.tactical.damage.levels import OVERKILL
from gearlock.systems.tactical.state import HEAVY, LIGHT, Unit

RULE = "tactical.4.2"
ARMOR, CREW, MEN, LEVEL, HARM, USED, OUT, WHOLE = (
    "armor_lost", "crew_lost", "men", "level", "harm", "used", "destroyed", "whole",
)  # fmt: skip
_NUMBER = re.compile(r"\d{1,6}")
_FILLERS = {"lost", "less", "the", "of", "in", "its", "a", "movement", "damage", "point", "points", "rounds", "by"}


class Harm(NamedTuple):
    """One thing that happened: its kind, what of the unit it struck, and how many points of it."""

    kind: str
    what: str
    points: int


@heeds("tactical.4.2")
def read_words(unit: Unit, words: str) -> list[Harm]:
    """Everything that is said of a unit, between commas. Raises BadInput for what nobody could mean."""
    known = phrases_of(unit)
    found: list[Harm] = []
    for part in re.split(r"[,;]", words):
        said = " ".join(part.casefold().replace(":", ": ").split())
        if said:
            found.append(_read_one(unit, part.strip(), said, known))
    return [harm for harm in found if harm.kind != WHOLE]


def _read_one(unit: Unit, shown: str, said: str, known: dict[str, Harm]) -> Harm:
    spelled = said.replace(": ", ":")
    numbers = _NUMBER.findall(said) if spelled not in known else []
    bare = " ".join(word for word in said.split() if not _NUMBER.fullmatch(word))
    for phrase in (spelled, bare, bare.replace(": ", ":"), _plain(said), _plain(bare)):
        if phrase in known and len(numbers) < 2:
            harm = known[phrase]
            return harm._replace(points=harm.points * int(numbers[0])) if numbers else harm
    known_best = ", ".join(_said_best(unit))
    name = unit.card.name
    raise BadInput(f"'{shortened(shown)}' is nothing that a battle does to the {name}: say {known_best}. [{RULE}]")


def _plain(said: str) -> str:
    return " ".join(word.rstrip(":") for word in said.split() if word.rstrip(":") not in _FILLERS)


def phrases_of(unit: Unit) -> dict[str, Harm]:
    """Everything that can be said of a unit, in small letters, with what it means."""
    return {phrase.casefold(): harm for phrase, harm in _phrases(unit)}


@heeds("tactical.3.5.1", "tactical.2.6.10", "tactical.3.6.5-casualties")
def _phrases(unit: Unit) -> Iterator[tuple[str, Harm]]:
    yield from ((word, Harm(WHOLE, "", 0)) for word in ("whole", "unhurt", "nothing"))
    yield from ((word, Harm(OUT, "", 1)) for word in ("destroyed", "lost", "wiped out", "dead", OVERKILL))
    for mount in unit.card.weapons:
        for name in (mount.id, system_name(unit, mount.id)):
            yield from ((f"{words}", Harm(USED, mount.id, 1)) for words in (f"{name} used", f"used {name}"))
    if unit.is_infantry:
        yield from ((word, Harm(MEN, "", 1)) for word in ("man", "men", "trooper", "troopers"))
        return
    yield from ((word, Harm(LEVEL, level, 1)) for level in (LIGHT, HEAVY) for word in (level, f"{level} damage"))
    yield from (("armor", Harm(ARMOR, "", 1)), ("armour", Harm(ARMOR, "", 1)), ("crew", Harm(CREW, "", 1)))
    for name, words in (
        (MANEUVER, ("maneuver", "maneuverability")),
        (FIRE_CONTROL, ("fire control", "fire control destroyed")),
        (POWER, ("power", "power transfer", "power transfer failed", "power transfer failure")),
        (RUPTURED, ("ruptured", "fuel and ammunition storage ruptured")),
        (COMPARTMENT, ("crew compartment", "crew compartment failure", "crew compartment collapsed")),
        (FRAME, ("frame", "complete structural failure", "structural failure")),
    ):
        yield from ((word, Harm(HARM, name, 1)) for word in words)
    yield from _systems(unit)
    yield from ((name, Harm(HARM, name, 1)) for name in harms_of(unit))


@heeds("tactical.3.5.1-movement", "tactical.3.5.1-fire-control", "tactical.3.5.1-auxiliary")
def _systems(unit: Unit) -> Iterator[tuple[str, Harm]]:
    for mode in unit.card.modes:
        loss, gone = Harm(HARM, MP + mode, 1), Harm(HARM, GONE + mode, 1)
        for name in (mode, MODE_WORDS[mode]):
            yield from ((words, loss) for words in (f"mp {name}", f"{name} mp"))
            yield from ((f"{name} {end}", gone) for end in ("gone", "destroyed"))
        if len(unit.card.modes) == 1:
            yield "mp", loss
    for mount in unit.card.weapons:
        for name in (mount.id, system_name(unit, mount.id)):
            yield from (
                (words, Harm(HARM, ACCURACY + mount.id, 1)) for words in (f"accuracy {name}", f"{name} accuracy")
            )
            yield from ((f"{name} {end}", Harm(HARM, LOST + mount.id, 1)) for end in ("destroyed", "lost", "gone"))
    for system in aux_systems(unit):
        yield system, Harm(HARM, AUX + system, 1)
        yield f"{system} destroyed", Harm(HARM, AUX + system, WRECKED)
    for name in unit.card.perks:
        yield f"{name} used up", Harm(HARM, LOST + name, 1)


def _said_best(unit: Unit) -> list[str]:
    """What is usually said of a unit, for whoever said something else."""
    if unit.is_infantry:
        return ["3 men", "wiped out"]
    mode, mount = next(iter(unit.card.modes), ""), next(iter(unit.card.weapons), None)
    moving = [f"2 MP {MODE_WORDS[mode]}", f"{MODE_WORDS[mode]} destroyed"] if mode else []
    armed = [f"1 accuracy {mount.id}", f"{mount.id} destroyed", f"20 {mount.id} used"] if mount is not None else []
    systems = [f"2 {name}" for name in aux_systems(unit)[:1]]
    whole = ["1 maneuver", "fire control", "power transfer", "crew compartment", "frame", "1 crew", "destroyed"]
    return ["light", "heavy", "3 armor", *moving, *armed, *systems, *whole]
