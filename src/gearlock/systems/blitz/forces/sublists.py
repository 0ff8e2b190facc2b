"""A.2.5: factions, their sub-lists, and whose units may fight beside whose."""

from __future__ import annotations

from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import headers
from gearlock.systems.blitz.cards import FACTIONS, ModelCard
from gearlock.systems.blitz.forces.availability import Limit, limit_in, read_ua
from gearlock.systems.blitz.weapons import PACKAGE

LEAGUELESS, TALONS, GENERIC = "Leagueless", "Black Talon", "Generic"
HOMES = (*(name for name in FACTIONS.values() if name != GENERIC), LEAGUELESS)
"""Whose forces there are."""
TERRA_NOVANS = ("North", "South", "Peace River", "NuCoal")
COLONISTS = ("CEF", "Caprice", "Utopia", "Eden")
SUPPORTED = {
    "CEF": ("Caprice", "Utopia", "Eden"),
    "Caprice": ("CEF", "Utopia", TALONS, "Eden"),
    "Utopia": ("CEF", TALONS, "Caprice", "Eden"),
    "Eden": ("Caprice", "Utopia", TALONS, "CEF"),
}
"""Whose units may be support units of which other forces."""
TALON_HOSTS = (*TERRA_NOVANS, "Caprice", "Utopia", "Eden")
SWARM = "N-KIDU"
LEAGUELESS_CODES = frozenset(("GP", "SK", "FS", "RC", "LT", "ST", "HT"))


class SubList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A themed force of a faction: what its units may be, and who may join them."""

    code: str
    name: str
    faction: str
    rule: str
    elite: str = "allowed"
    allies: tuple[str, ...] = ()
    choose: int = 0
    codes: tuple[str, ...] = ()
    more_codes: dict[str, tuple[str, ...]] = {}
    keeps_out: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    serves: dict[str, tuple[str, ...]] = {}
    guests: dict[str, tuple[str, ...]] = {}
    everywhere: tuple[str, ...] = ()
    mixes: bool = False

    def brings(self, faction: str) -> tuple[str, ...]:
        """The codes of the units that this ally may bring."""
        return self.more_codes.get(faction, self.codes) if faction in self.allies else ()


@cache
@rule("blitz.A.2.5")
def sublists() -> dict[str, SubList]:
    """The sub-lists by code."""
    return {each.code: each for each in data_records(PACKAGE, "sublists.toml", "sublist", SubList)}


def find_list(text: str) -> SubList | None:
    """A sub-list by its code or its name."""
    plain = text.strip().lower()
    return next((each for each in sublists().values() if plain in (each.code.lower(), each.name.lower())), None)


@rule("blitz.5.0")
def find_faction(text: str) -> str | None:
    """A faction by its name, large or small letters."""
    return headers.find_faction(text, HOMES)


def family(card: ModelCard) -> str:
    """The stock model a card is a variant of, or its own name."""
    return card.variant_of or card.name


def is_swarm(card: ModelCard) -> bool:
    """Whether it is one of the N-KIDU of Utopia, by its own name or its stock model's."""
    return SWARM in card.name or SWARM in card.variant_of


@rule("blitz.force.leagueless")
def leagueless_limit(limit: Limit) -> Limit:
    """Without a list of its own a force has at most one of each, unless a list has any number."""
    return limit if limit.most is None else msgspec.structs.replace(limit, least=0, most=1)


@heeds("blitz.force.peace-river.poc", "blitz.force.north.umf", "blitz.force.nucoal.th")
def limit_for(card: ModelCard, code: str, home: str | None, sublist: SubList | None) -> Limit | None:
    """How often a unit of this code may have the model in such a force; None if it may not."""
    if sublist and family(card) in sublist.everywhere and card.faction == sublist.faction:
        return Limit(0, 1, fixed=True)
    own = sublist is not None and card.faction == sublist.faction and not card.upgrade
    gained = dict(read_ua(text) for text in (sublist.serves.get(family(card), ()) if sublist and own else ()))
    limit = gained.get(code) or limit_in(card, code)
    return leagueless_limit(limit) if limit and home == LEAGUELESS and card.faction in TERRA_NOVANS else limit
