"""5.1, 5.2 and A.2: factions and sub-lists, availability of models, and the upgrades there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import headers, purchases
from gearlock.muster.fitting import Unfit, choose_one
from gearlock.muster.purchases import UpgradeList
from gearlock.systems.blitz.models import (
    FACTIONS,
    PACKAGE,
    ModelCard,
    TraitText,
    Weapon,
    read_trait,
    read_weapon,
    trait_name,
    upgrade_cards,
    weapons_table,
)

# --- 5.1, 5.2: unit availability. In which units a model serves, how often, and on what terms

STANDARD = 2
"""How often an unmarked model may be in a primary unit."""
ANY = "ANY"
"""The code of units of generic support, which may follow any code."""
_SAME_AS = {"OT": "OA"}
_ENTRY = re.compile(r"(\w+)(?: \((.*)\))?")
_COUNT = re.compile(r"(\d+)(?:-(\d+)|(\+))")


class Limit(msgspec.Struct, frozen=True):
    """How often a unit may have a model: at least, at most (None: any number), and on what terms."""

    least: int = 0
    most: int | None = STANDARD
    commander: bool = False
    support: bool = False
    veteran: bool = False
    fixed: bool = False
    """Whether a support unit may have as many as a primary unit."""

    @rule("blitz.5.2")
    def bounds(self, primary: bool) -> tuple[int, int | None]:
        """Fewest and most in a unit. Support units have one less, but not of models made for them."""
        if primary or self.support or self.fixed:
            return self.least, self.most
        return max(self.least - 1, 0), None if self.most is None else self.most - 1

    def text(self) -> str:
        """As the lists print it."""
        count = f"{self.least}+" if self.most is None else f"{self.least}-{self.most}"
        marks = (("CMD", self.commander), ("SU", self.support), ("Vet", self.veteran))
        return ", ".join([*(name for name, marked in marks if marked), count])


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit availability code and what it stands for."""

    code: str
    meaning: str
    explained: bool = True


@cache
@rule("blitz.units.ua-codes")
def codes() -> dict[str, str]:
    """Every code that a unit can have, with its meaning."""
    return {each.code: each.meaning for each in data_records(PACKAGE, "codes.toml", "code", Code)}


@heeds("blitz.5.2")
def read_limit(text: str) -> Limit:
    """`0+`, `0-3`, `CMD`, `CMD 0-1`, `0+, Vet`, `SU`; RSU is read as SU, X as any number."""
    words = re.findall(r"[\w+-]+", text)
    counts = [found for word in words if (found := _COUNT.fullmatch(word))]
    marks = {word for word in words if not _COUNT.fullmatch(word)}
    if len(counts) > 1 or marks - {"CMD", "SU", "RSU", "Vet", "X"}:
        raise UnknownName("limit", text, ("0+", "0-1", "CMD", "CMD 0-1", "SU", "Vet"))
    least, most = 0, STANDARD if not marks & {"SU", "RSU", "X"} else None
    if counts:
        least = int(counts[0][1])
        most = None if counts[0][3] else int(counts[0][2])
    return Limit(least, most, "CMD" in marks, bool(marks & {"SU", "RSU"}), "Vet" in marks)


def read_ua(text: str) -> tuple[str, Limit]:
    """An entry of the UA column as code and limit. Verder prints SU for its code, command upgrades CMD: any code."""
    found = _ENTRY.fullmatch(text)
    code = _SAME_AS.get(found[1], found[1]) if found else text
    if found is None or (code not in codes() and code not in ("SU", "CMD", "Any")):
        raise UnknownName("unit availability", text, codes())
    limit = read_limit(found[2] or "")
    if code == "SU":
        return ANY, Limit(limit.least, limit.most, support=True)
    if code == "CMD":
        return ANY, Limit(limit.least, limit.most, commander=True)
    if code == "Any":
        return ANY, Limit(0, STANDARD - 1, support=True)
    return code, limit


@cache
@rule("blitz.5.1")
def limits(card: ModelCard) -> dict[str, Limit]:
    """The units in which a model serves, by code; under ANY a limit that holds in every one."""
    return dict(read_ua(text) for text in card.ua)


def limit_in(card: ModelCard, code: str) -> Limit | None:
    """How often a unit of this code may have the model; None if it may not."""
    served = limits(card)
    return served.get(code) or served.get(ANY)


# --- A.2.2 to A.2.4: ranks, upgrades and drones as a roster names them, the upgrade variants of the lists among them

RANKS = ("co", "cgl", "xo", "2ic")
VARIANT, DRONE, UNIT, VETERAN, DUELIST, RANK, GENERIC, SPECIAL = (
    "variant", "drone", "unit", "veteran", "duelist", "rank", "generic", "special",
)  # fmt: skip


class Upgrade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rank, an upgrade or a drone; `sold` names the sub-lists that alone sell it, `buyer` who may buy it there."""

    id: str
    name: str
    list: str
    rule: str
    tv: int = 0
    tv_per_action: int = 0
    choice: str = ""
    aliases: dict[str, str] = {}
    sold: tuple[str, ...] = ()
    buyer: str = ""


Purchase = purchases.Purchase[Upgrade]


def _variants() -> Iterator[Upgrade]:
    """5.3: the lines with "(upgrade)" in their name."""
    for card in upgrade_cards().values():
        yield Upgrade(card.id, card.name, VARIANT, "blitz.5.3", card.tv)


@cache
def upgrade_list() -> UpgradeList[Upgrade]:
    """All upgrades, in the order in which they are fitted."""
    return UpgradeList([*_variants(), *data_records(PACKAGE, "upgrades.toml", "upgrade", Upgrade)])


def upgrade(id: str) -> Upgrade:
    """The upgrade of this id."""
    return upgrade_list().by_id[id]


def read_purchase(text: str) -> Purchase | None:
    """`Headhunter`, `AA LAC`, `2x Recon Drone`: the upgrade and what was chosen; None if there is none such."""
    return upgrade_list().read(text)


@cache
def variant_card(id: str) -> ModelCard | None:
    """The line of an upgrade variant."""
    return upgrade_cards().get(id)


# --- A.2.5: factions, their sub-lists, and whose units may fight beside whose

LEAGUELESS, TALONS, GENERIC_SUBLISTS = "Leagueless", "Black Talon", "Generic"
HOMES = (*(name for name in FACTIONS.values() if name != GENERIC_SUBLISTS), LEAGUELESS)
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


# --- Cards altered: traits gained, raised and dropped, weapons added, chosen and changed

_COPIES = re.compile(r"(\d+)x (.*)")


read = lru_cache(maxsize=2048)(read_trait)


weapon_of = lru_cache(maxsize=2048)(lambda entry: read_weapon(entry, weapons_table()))


def named(card: ModelCard, name: str) -> TraitText | None:
    """The trait of this name as the card prints it."""
    return next((trait for text in card.traits if trait_name(trait := read(text)) == name), None)


def has_trait(card: ModelCard, name: str) -> bool:
    """Whether the card has this trait, with whatever rating."""
    return named(card, name) is not None


def rating(card: ModelCard, name: str) -> int:
    """The rating of a trait; 0 if the card has it not."""
    trait = named(card, name)
    return trait.number if trait else 0


def set_trait(card: ModelCard, text: str) -> ModelCard:
    """The trait with this rating, in place of the one of the same name."""
    name = trait_name(read(text))
    kept = tuple(entry for entry in card.traits if trait_name(read(entry)) != name)
    return msgspec.structs.replace(card, traits=(*kept, text))


def drop_trait(card: ModelCard, name: str) -> ModelCard:
    """The card without it."""
    return msgspec.structs.replace(card, traits=tuple(text for text in card.traits if trait_name(read(text)) != name))


def raise_dice(card: ModelCard, name: str, dice: int = 1) -> ModelCard:
    """So many dice more of a trait; what is auxiliary stays so."""
    trait = named(card, name)
    bracket = f" ({', '.join(trait.bracket)})" if trait and trait.bracket else ""
    return set_trait(card, f"{name}:{rating(card, name) + dice:+d}D6{bracket}")


def gain_trait(card: ModelCard, text: str) -> ModelCard:
    """One more trait. Whoever has it already pays for nothing."""
    name = trait_name(read(text))
    if has_trait(card, name):
        raise Unfit(f"{card.name} has {name} already")
    return msgspec.structs.replace(card, traits=(*card.traits, text))


def single_entries(card: ModelCard) -> ModelCard:
    """The card with every weapon on an entry of its own."""
    entries: list[str] = []
    for entry in card.weapons:
        copies = _COPIES.fullmatch(entry)
        entries += [copies[2]] * int(copies[1]) if copies else [entry]
    return msgspec.structs.replace(card, weapons=tuple(entries))


def choose_weapon(card: ModelCard, choice: str, wanted: str, fits: Callable[[Weapon], bool]) -> int:
    """The place of the chosen weapon among single entries. What need not be said may be left out."""
    seen: dict[str, int] = {}
    found = []
    for place, entry in enumerate(card.weapons):
        weapon = weapon_of(entry)
        seen[weapon.code] = seen.get(weapon.code, 0) + 1
        if fits(weapon):
            found.append((place, weapon.code if seen[weapon.code] == 1 else f"{weapon.code} {seen[weapon.code]}"))
    if not choice and len({card.weapons[place] for place, _ in found}) == 1:
        found = found[:1]
    return choose_one(card.name, wanted, choice, found)


def change_weapon(card: ModelCard, place: int, entry: str) -> ModelCard:
    """The card with another entry in this place."""
    return msgspec.structs.replace(card, weapons=(*card.weapons[:place], entry, *card.weapons[place + 1 :]))


def add_weapon(card: ModelCard, entry: str) -> ModelCard:
    """One weapon more."""
    return msgspec.structs.replace(card, weapons=(*card.weapons, entry))
