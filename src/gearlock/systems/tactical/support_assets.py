"""4.1.3: what support there is, and what a side has bought of it: known to that side alone."""

from __future__ import annotations

import csv
import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.typed import read_typed
from gearlock.mechanics.secrets import Sealed
from gearlock.mechanics.silhouette.rolls import Skill
from gearlock.systems.tactical.datacards import ELITE, QUALIFIED, VETERAN, with_crew
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.weapons import AE, GUN, Weapon, data_text

FIGHTER, FIGHTER_BOMBER, BOMBER = "Fighter", "Fighter-Bomber", "Bomber"
LIGHT_SALVO, MEDIUM_SALVO, HEAVY_SALVO = "Light Salvo", "Medium Salvo", "Heavy Salvo"
SUPPORT, SPOTTER = "support", "spotter"
"""Facts of a side: what it has bought, and who may call its artillery. The first is also what it may spend."""
CREWS: Final = (QUALIFIED, VETERAN, ELITE)
BARRED: Final = "barred:"
"""A switch of a side: what it can have none of, with a plus sign between them."""
AIR, ARTILLERY, REINFORCEMENTS = "air", "artillery", "reinforcements"
COVER: Final = "cover:"
"""Counted in points: the Threshold of ECM or ECCM that a side has bought for the round, as `cover:ecm:red`."""


class Aircraft(NamedTuple):
    """A type of aircraft: its weapon and how often it attacks, what it rolls in the air, what it costs."""

    name: str
    weapon: str
    attacks: int
    interception: Skill | None
    defense: Skill
    tv: int


class Salvo(NamedTuple):
    """A size of barrage, as the weapon it is."""

    name: str
    weapon: Weapon
    tv: int


def read_roll(text: str) -> Skill | None:
    """`2d6+2` as dice and what is added; None for nothing."""
    found = re.fullmatch(r"([0-9])d6(?:\+([0-9]))?", text.strip())
    return Skill(int(found[1]), int(found[2] or 0)) if found else None


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(data_text(f"generator/{name}.csv").splitlines()))


@cache
@heeds("tactical.4.1.3-air", "tactical.4.1.3-interception")
def aircraft() -> dict[str, Aircraft]:
    """The Air Support Table."""
    found = {}
    for row in _rows("air_support"):
        defense = read_roll(row["defense"])
        assert defense is not None, f"{row['type']} has no defense"
        name, attacks, tv = row["type"], int(row["attacks"]), int(row["tv"])
        found[name] = Aircraft(name, row["weapon"], attacks, read_roll(row["interception"]), defense, tv)
    return found


@cache
@heeds("tactical.4.1.3-artillery")
def salvos() -> dict[str, Salvo]:
    """The Artillery Barrage Table."""
    found = {}
    for row in _rows("artillery"):
        name, dm, accuracy = row["type"], int(row["damage"]), int(row["accuracy"])
        weapon = Weapon(name, name, GUN, 0, dm, accuracy, traits={AE: int(row["area_effect"])})
        found[row["type"]] = Salvo(row["type"], weapon, int(row["tv"]))
    return found


@heeds("tactical.4.1.3-air", "tactical.2.3.4-threat-value")
def plane_cost(kind: str, level: int) -> int:
    """The Threat Value of an aircraft with a crew of this level."""
    return with_crew(aircraft()[kind].tv, level)


class Plane(msgspec.Struct, frozen=True):
    """An aircraft that a side has bought."""

    id: str
    kind: str
    level: int = QUALIFIED
    attacks: int = 0
    """How many it has left."""
    home: bool = False
    """Has flown back to base, or was shot down: it does not return."""
    away: int = 0
    """The round in which it was driven off."""
    flown: int = 0
    """The round of its last attack run."""

    @property
    def type(self) -> Aircraft:
        """Its row of the table."""
        return aircraft()[self.kind]


class Stock(msgspec.Struct, frozen=True):
    """All the support of a side, as it stands on its sheet of paper."""

    planes: tuple[Plane, ...] = ()
    salvos: dict[str, int] = {}
    rerolls: int = 0
    reveals: tuple[str, ...] = ()
    """What its intelligence finds out about the enemy."""
    spent: int = 0
    """Threat Value of it all."""
    shelled: int = 0
    """Threat Value of the salvos among it that were bought with Threat Value."""

    def plane(self, id: str) -> Plane | None:
        """The aircraft of this id."""
        return next((plane for plane in self.planes if plane.id == id), None)

    def with_plane(self, plane: Plane) -> Stock:
        """With an aircraft as it is now."""
        others = tuple(plane if each.id == plane.id else each for each in self.planes)
        return msgspec.structs.replace(self, planes=others)

    def with_salvos(self, name: str, count: int) -> Stock:
        """With so many salvos more of a size, or fewer."""
        left = {**self.salvos, name: self.salvos.get(name, 0) + count}
        return msgspec.structs.replace(self, salvos={each: number for each, number in left.items() if number > 0})

    def words(self) -> str:
        """What is left of it, in words."""
        kinds: dict[str, int] = {}
        for plane in self.planes:
            if not plane.home:
                kinds[plane.kind] = kinds.get(plane.kind, 0) + 1
        parts = [f"{count} {name}{'s' * (count > 1)}" for name, count in (*kinds.items(), *self.salvos.items())]
        parts += [f"{self.rerolls} reroll{'s' * (self.rerolls > 1)}"] if self.rerolls else []
        return ", ".join(parts) or "nothing"


NOTHING: Final = Stock()


@lru_cache(maxsize=256)
def _read(text: str) -> Stock:
    return read_typed(text, Stock)


def written(stock: Stock) -> str:
    """A stock as a fact keeps it."""
    return msgspec.json.encode(stock, order="deterministic").decode()


def name_of(kind: str, seat: str) -> str:
    """The name of a fact about a side."""
    return f"{kind}:{seat}"


def stock_of(state: State, seat: str) -> Stock:
    """What a side has."""
    fact = state.facts.get(name_of(SUPPORT, seat))
    return NOTHING if fact is None else _read(fact.value)


def keep_stock(state: State, seat: str, stock: Stock) -> None:
    """Write down what a side has now; whoever knew it knows it still."""
    name = name_of(SUPPORT, seat)
    known = state.facts[name].knows if name in state.facts else (seat,)
    state.facts[name] = Sealed(written(stock), known)


def spotter_of(state: State, seat: str) -> str:
    """Who calls the artillery of a side; empty while nobody is named."""
    fact = state.facts.get(name_of(SPOTTER, seat))
    return "" if fact is None else fact.value


def is_barred(state: State, seat: str, what: str) -> bool:
    """Whether a side can have no air support, no artillery, nobody called in: Rovers, and what a scenario says."""
    words = (state.switches.get(BARRED + seat, ""), state.switches.get(BARRED + "both", ""))
    return any(what in word.split("+") for word in words)
