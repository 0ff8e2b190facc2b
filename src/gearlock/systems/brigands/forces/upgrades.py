"""10.4 to 10.6: models that can be fielded, the upgrades they may take, and what these change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.files import data_records, data_texts
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import fitting, purchases
from gearlock.muster.fitting import Unfit, choose_one, with_trait
from gearlock.muster.purchases import UpgradeList
from gearlock.muster.unit_files import read_unit_files
from gearlock.systems.brigands.models import (
    PACKAGE,
    Model,
    ModelCard,
    Weapon,
    WeaponRow,
    known_traits,
    model_cards,
    read_weapon,
    weapons_table,
)

# --- 10.1: every model that can be fielded: the lists of the factions, read from data/units/, and the stock models
# All of the lists but the Hunter are converted from older ones; a model's card says from which line and how.

UA_CODES = ("GP", "SK", "FS", "RC", "SF", "EG", "LT", "HT", "ST", "IN", "SI", "VL")
UA_MARKS = {"": "0-2", "#": "unlimited", " (CMD)": "commanders only"}
TYPES = ("Gear", "Vehicle", "Strider", "Infantry", "Fortification", "Drone")
GAITS = ("W", "G", "H")
LETTERED = ("Resist", "Vuln")
NOT_IN_UNITS = "Drone"
"""Drones are bought for a model and join its Unit, so they alone have no Unit Availability."""


@dataclass(frozen=True, slots=True)
class TraitEntry:
    """One entry of a traits column: `Stealth (Aux)`, `ECM:2`, `Vuln:H`, `Attached:HHT-90 Body`."""

    name: str
    rating: str
    auxiliary: bool

    @property
    def key(self) -> str:
        """What the rules ask for: kinds of resistance and weakness are traits of their own."""
        return f"{self.name}:{self.rating}" if self.name in LETTERED else self.name

    @property
    def number(self) -> int:
        """The rating as a figure, 1 where it is none."""
        return int(self.rating) if re.fullmatch(r"-?\d+", self.rating) else 1


@lru_cache(maxsize=1024)
def read_trait(text: str) -> TraitEntry:
    """Take an entry apart. The lists share a hundred of them, and a check asks for them thousands of times."""
    plain = text.removesuffix(" (Aux)")
    name, _, rating = plain.partition(":")
    return TraitEntry(name, rating, plain != text)


class ListedModel(Model):
    """A model of a faction's list, whose traits may be Auxiliary or name a kind; Smoke counts its uses."""

    __slots__ = ()

    def __init__(self, card: ModelCard, table: Mapping[str, WeaponRow]) -> None:
        entries = [read_trait(text) for text in card.traits]
        plain = tuple(f"{entry.name}:{entry.number}" for entry in entries if entry.name not in LETTERED)
        super().__init__(msgspec.structs.replace(card, traits=plain), table)
        self.card = card
        self.traits.update({entry.key: 1 for entry in entries if entry.name in LETTERED})
        if "Smoke" in self.traits:
            self.traits["Smoke"] = sum(entry.name == "Smoke" for entry in entries)
        self.auxiliary = frozenset(entry.key for entry in entries if entry.auxiliary)


@rule("brigands.10.2a")
def read_ua(text: str) -> tuple[str, str]:
    """A UA entry as code and limit: `GP#` is GP, unlimited."""
    code, mark = text[:2], text[2:]
    if code not in UA_CODES or mark not in UA_MARKS:
        raise UnknownName("Unit Availability", text, UA_CODES)
    return code, UA_MARKS[mark]


def _ua_faults(card: ModelCard) -> Iterator[tuple[str, str]]:
    for text in card.ua:
        try:
            read_ua(text)
        except UnknownName as error:
            yield "ua", str(error)
    if not card.ua and card.type != NOT_IN_UNITS:
        yield "ua", "no Unit may take this model"


@cache
def trait_faults(text: str) -> tuple[str, ...]:
    """What is wrong with an entry of a traits column. The lists share a hundred entries, so each is looked at once."""
    entry = read_trait(text)
    form = {"Attached": ".+", "Resist": "F", "Vuln": "[FH]"}.get(entry.name, r"(-?\d+)?")
    if entry.name not in known_traits("model"):
        return (f"there is no model trait '{text}'",)
    return () if re.fullmatch(form, entry.rating) else (f"'{entry.rating}' is no rating of {entry.name}",)


@cache
def _weapon_faults(entry: str) -> tuple[str, ...]:
    """What is wrong with an entry of a weapons column: its code, or traits in its brackets."""
    try:
        weapon = read_weapon(entry, weapons_table())
    except (UnknownName, ValueError) as error:
        return (f"{entry}: {error}",)
    strangers = sorted(set(weapon.traits) - known_traits("weapon"))
    return tuple(f"{entry}: there is no weapon trait '{trait}'" for trait in strangers)


def _figure_faults(card: ModelCard) -> Iterator[tuple[str, str]]:
    least = {"tv": 0, "armor": 1, "hull": 1, "structure": 0, "actions": 0, "sensors": 0, "height": 0.5, "base_mm": 10}
    for key, bound in least.items():
        if getattr(card, key) < bound:
            yield key, f"{key} is at least {bound}"
    for key in ("gunnery", "piloting"):
        if not 0 <= getattr(card, key) <= 6:
            yield key, "skills go from 0 to 6"
    yield from (("move", f"there is no movement type '{gait}'") for gait in card.move if gait not in GAITS)
    if card.type not in TYPES:
        yield "type", f"there is no model type '{card.type}'"
    for key in ("source", "converted"):
        if not getattr(card, key):
            yield key, f"{key} says nothing"


def card_faults(card: ModelCard) -> Iterator[tuple[str, str]]:
    """What is wrong with a record, each with the key it stands under."""
    yield from _figure_faults(card)
    yield from _ua_faults(card)
    yield from (("traits", fault) for text in card.traits for fault in trait_faults(text))
    yield from (("weapons", fault) for entry in card.weapons for fault in _weapon_faults(entry))


def read_cards(texts: Mapping[str, str]) -> dict[str, ModelCard]:
    """All cards of some files by id; BadFile names everything wrong in all of them."""
    return read_unit_files(texts, "model", ModelCard, card_faults)


@cache
def unit_cards() -> Mapping[str, ModelCard]:
    """Every stat line of every list by id, lists by name, models in the order of their list."""
    texts = data_texts("gearlock.systems.brigands", "units", ".toml")
    return read_cards({f"units/{name}.toml": text for name, text in texts.items()})


class Catalog(Mapping[str, ModelCard]):
    """The stock models of the introductory game, then those of the lists, by id.

    The lists are long, so they are read only when somebody asks for what is not in stock.
    """

    def __getitem__(self, name: str) -> ModelCard:
        stock = model_cards().get(name)
        return unit_cards()[name] if stock is None else stock

    def __iter__(self) -> Iterator[str]:
        return iter({**model_cards(), **unit_cards()})

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Fieldable(Catalog):
    """The same without the models that nobody fields by themselves."""

    def __getitem__(self, name: str) -> ModelCard:
        card = super().__getitem__(name)
        if card.type == NOT_IN_UNITS:
            raise KeyError(name)
        return card

    def __iter__(self) -> Iterator[str]:
        return (name for name in super().__iter__() if name in self)


CATALOG, FIELDABLE = Catalog(), Fieldable()


@cache
def drone_cards() -> Mapping[str, ModelCard]:
    """The drones a model may be given, by id."""
    return {name: card for name, card in CATALOG.items() if card.type == NOT_IN_UNITS}


def ready(card: ModelCard, table: Mapping[str, WeaponRow]) -> Model:
    """A stat line made ready for play."""
    return ListedModel(card, table)


# --- 10.4-10.6: ranks, upgrades and drones as a roster names them, and what they cost

DUELIST_VET = 2
"""10.6 prints a flat price for a Duelist, whatever its Actions."""


class Upgrade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rank, an upgrade or a drone, and what of it must be chosen."""

    id: str
    name: str
    list: str
    rule: str
    tv: int = 0
    tv_per_action: int = 0
    choice: str = ""
    aliases: dict[str, str] = {}


Purchase = purchases.Purchase[Upgrade]


@cache
def upgrade_list() -> UpgradeList[Upgrade]:
    """All upgrades, in the order in which they are fitted."""
    return UpgradeList(data_records(PACKAGE, "upgrades.toml", "upgrade", Upgrade))


def upgrades() -> Mapping[str, Upgrade]:
    """All upgrades by id."""
    return upgrade_list().by_id


def read_purchase(text: str) -> Purchase | None:
    """`Sabre LVB`, `2x Recon Drone`, `Panzerfaust`: the upgrade and what was chosen; None if there is none such."""
    return upgrade_list().read(text)


@heeds("brigands.10.4")
def price(purchase: Purchase, actions: int, duelist: bool = False) -> int:
    """What it costs one model with these Actions. Vet costs a Duelist 2, other models one more than their Actions."""
    if purchase.id == "vet" and duelist:
        return DUELIST_VET
    return purchase.times * (purchase.upgrade.tv + purchase.upgrade.tv_per_action * actions)


# --- 10.4-10.6: what upgrades change on a model: traits gained and raised, weapons chosen and altered

Fit = fitting.Fit[ModelCard]
SIDEARMS = ("LHG", "LPZ")


def refit(card: ModelCard, purchases: Iterable[Purchase]) -> tuple[ModelCard, list[tuple[Purchase, Unfit]]]:
    """The card as it is played, and what cannot be fitted. In the order of the list a Polearm finds the Sabre."""
    return fitting.refit(card, upgrade_list().in_order(purchases), FITS)


def has_trait(card: ModelCard, name: str) -> bool:
    """Whether the card has this trait, with whatever rating."""
    return any(read_trait(text).key == name for text in card.traits)


def trait_rating(card: ModelCard, name: str) -> int:
    """The rating of a trait; 0 if the card has it not."""
    return next((entry.number for text in card.traits if (entry := read_trait(text)).key == name), 0)


@rule("brigands.A1.1")
def gain_trait(card: ModelCard, text: str) -> ModelCard:
    """One more trait. No model has a trait twice."""
    if has_trait(card, read_trait(text).key):
        raise Unfit(f"{card.name} has {read_trait(text).key} already, and no model has a trait twice")
    return msgspec.structs.replace(card, traits=(*card.traits, text))


def raise_trait(card: ModelCard, name: str) -> ModelCard:
    """A rating one better; 1 for a model that had none. What is auxiliary stays so."""
    if not has_trait(card, name):
        return gain_trait(card, f"{name}:1")
    better = f"{name}:{trait_rating(card, name) + 1}"
    traits = (
        (better + (" (Aux)" if entry.auxiliary else "")) if (entry := read_trait(text)).key == name else text
        for text in card.traits
    )
    return msgspec.structs.replace(card, traits=tuple(traits))


def mounted(card: ModelCard) -> Iterator[tuple[str, Weapon]]:
    """The weapons of a card under the names a player calls them by: LVB, and LVB 2 for the second."""
    seen: dict[str, int] = {}
    for entry in card.weapons:
        code = entry.split("(")[0].strip()
        seen[code] = seen.get(code, 0) + 1
        weapon = read_weapon(entry, weapons_table(), seen[code])
        yield weapon.id, weapon


def choose_weapon(card: ModelCard, choice: str, wanted: str, fits: Callable[[Weapon], bool]) -> int:
    """The place of the chosen weapon in the card's list. What need not be said may be left out."""
    found = [(place, id) for place, (id, weapon) in enumerate(mounted(card)) if fits(weapon)]
    return choose_one(card.name, wanted, choice, found)


def change_weapon(card: ModelCard, place: int, *entries: str) -> ModelCard:
    """The card with other entries in this place."""
    return msgspec.structs.replace(card, weapons=(*card.weapons[:place], *entries, *card.weapons[place + 1 :]))


def has_snap(weapon: Weapon) -> bool:
    """Whether it may Snap Fire."""
    return "Snap" in weapon.traits


@rule("brigands.10.6-dancer", "brigands.10.6-shadow", "brigands.trait.vet")
def gains(trait: str) -> Fit:
    """Vet, a Dancer's Agile, a Shadow's Stealth until it is Crippled."""
    return lambda card, _choice: gain_trait(card, trait)


@rule("brigands.10.4-ew-specialist", "brigands.10.5-init", "brigands.10.6-shield", "brigands.10.6-weaponmaster")
def raises(trait: str) -> Fit:
    """Init, ECM, Shield or Brawler: 1, or one better. A Weaponmaster adds to what a Melee Specialist has."""
    return lambda card, _choice: raise_trait(card, trait)


@rule("brigands.10.6-sabre", "brigands.10.6-zapmaster", "brigands.10.6-quickdraw")
def on_weapon(wanted: str, fits: Callable[[Weapon], bool], trait: str) -> Fit:
    """A trait on one weapon: Reach:1 or Haywire on a melee weapon without it, Auto on one with Snap."""

    def fit(card: ModelCard, choice: str) -> ModelCard:
        place = choose_weapon(card, choice, wanted, fits)
        return change_weapon(card, place, with_trait(card.weapons[place], trait))

    return fit


@rule("brigands.10.4-precautions")
def fit_precautions(card: ModelCard, _choice: str) -> ModelCard:
    """Field Armor and Resist:F; a model that has one of them gets the other."""
    missing = [text for text in ("Field Armor", "Resist:F") if not has_trait(card, text)]
    if not missing:
        raise Unfit(f"{card.name} has Field Armor and Resist:F already")
    return msgspec.structs.replace(card, traits=(*card.traits, *missing))


@rule("brigands.10.4-ace-gunner")
def fit_ace_gunner(card: ModelCard, _choice: str) -> ModelCard:
    """Snap on every weapon."""
    snapping = [has_snap(weapon) for _, weapon in mounted(card)]
    if all(snapping):
        raise Unfit(f"{card.name} has no weapon without Snap")
    weapons = (
        entry if snaps else with_trait(entry, "Snap") for entry, snaps in zip(card.weapons, snapping, strict=True)
    )
    return msgspec.structs.replace(card, weapons=tuple(weapons))


@rule("brigands.10.4-weapons")
@heeds("brigands.trait.arms")
def fit_weapons(card: ModelCard, choice: str) -> ModelCard:
    """Hand grenades or panzerfausts, for models with Arms that are no Infantry."""
    if not has_trait(card, "Arms"):
        raise Unfit(f"{card.name} has no Arms to throw with", "Leave it out, or choose a model with Arms.")
    if card.type == "Infantry":
        raise Unfit(f"{card.name} is Infantry, which may not buy weapons")
    if choice not in SIDEARMS:
        raise Unfit(f"'{choice}' cannot be bought" if choice else "the weapon is not named", "Say LHG or LPZ.")
    return msgspec.structs.replace(card, weapons=(*card.weapons, choice))


@rule("brigands.10.4-melee-specialist")
def fit_melee_specialist(card: ModelCard, _choice: str) -> ModelCard:
    """Brawler:1, or one better, for a model with a melee weapon."""
    if not any(weapon.is_melee for _, weapon in mounted(card)):
        raise Unfit(f"{card.name} has no melee weapon")
    return raise_trait(card, "Brawler")


@rule("brigands.10.6")
def fit_duelist(card: ModelCard, _choice: str) -> ModelCard:
    """The Duelist trait, for models that have it not in their list."""
    return card if has_trait(card, "Duelist") else gain_trait(card, "Duelist")


@rule("brigands.10.6-advanced-control")
def fit_advanced_control(card: ModelCard, _choice: str) -> ModelCard:
    """From one Action to two."""
    if card.actions != 1:
        raise Unfit(f"{card.name} has {card.actions} Actions; only a model with 1 may have 2 instead")
    return msgspec.structs.replace(card, actions=2)


@rule("brigands.10.6-tools")
def fit_tools(card: ModelCard, choice: str) -> ModelCard:
    """One melee weapon for another kind of the same size. What its brackets say stays with the mount."""
    old, _, new = (part.strip() for part in re.sub(r"->|>|=|\bTO\b|\bFOR\b", "|", choice, count=1).partition("|"))
    if not new:
        old, new = "", old
    place = choose_weapon(card, old, "melee weapon", lambda it: it.is_melee)
    weapon = read_weapon(card.weapons[place], weapons_table())
    kinds = (row for row in weapons_table().values() if "Melee" in row.categories and weapon.size in row.penetration)
    offers = [code for row in kinds if (code := weapon.size + row.code) != weapon.code]
    if new not in offers:
        said = f"{weapon.code} cannot become '{new}'" if new else "the new weapon is not named"
        raise Unfit(said, f"Write '{weapon.id} to {' or '.join(offers)}'.")
    return change_weapon(card, place, card.weapons[place].replace(weapon.code, new, 1))


@rule("brigands.10.6-gunslinger")
def fit_gunslinger(card: ModelCard, choice: str) -> ModelCard:
    """A weapon with Snap twice. What other Duelist Upgrades add to one weapon is not copied with it."""
    place = choose_weapon(card, choice, "weapon with Snap", has_snap)
    return change_weapon(card, place, card.weapons[place], card.weapons[place])


@rule("brigands.10.6-polearm")
def fit_polearm(card: ModelCard, choice: str) -> ModelCard:
    """An inch more Reach for a melee weapon that has some; a Sabre may have given it."""
    place = choose_weapon(card, choice, "melee weapon with Reach", lambda it: it.is_melee and "Reach" in it.traits)
    longer = read_weapon(card.weapons[place], weapons_table()).traits["Reach"] + 1
    return change_weapon(card, place, with_trait(card.weapons[place], f"Reach:{longer}"))


@rule("brigands.10.6-defender")
def fit_defender(card: ModelCard, _choice: str) -> ModelCard:
    """An anti-missile system and a machine gun in a turret; both are lost when it is Crippled."""
    armed = msgspec.structs.replace(card, weapons=(*card.weapons, "MMG (Aux, Snap, T)"))
    return gain_trait(armed, "AMS (Aux)")


FITS: dict[str, Fit] = {
    "init": raises("Init"),
    "vet": gains("Vet"),
    "duelist": fit_duelist,
    "advanced-control": fit_advanced_control,
    "weapons": fit_weapons,
    "ace-gunner": fit_ace_gunner,
    "precautions": fit_precautions,
    "ew-specialist": raises("ECM"),
    "melee-specialist": fit_melee_specialist,
    "tools": fit_tools,
    "gunslinger": fit_gunslinger,
    "sabre": on_weapon("melee weapon without Reach", lambda it: it.is_melee and "Reach" not in it.traits, "Reach:1"),
    "polearm": fit_polearm,
    "zapmaster": on_weapon(
        "melee weapon without Haywire", lambda it: it.is_melee and "Haywire" not in it.traits, "Haywire"
    ),
    "shield": raises("Shield"),
    "weaponmaster": raises("Brawler"),
    "dancer": gains("Agile"),
    "defender": fit_defender,
    "quickdraw": on_weapon(
        "weapon with Snap and without Auto", lambda it: has_snap(it) and "Auto" not in it.traits, "Auto"
    ),
    "shadow": gains("Stealth (Aux)"),
}
"""Ranks and drones change no card."""
