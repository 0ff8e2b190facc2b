"""5.3, 5.4 and A.2: a force understood: models found in their lists, upgrades in theirs, prices added up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

import msgspec

from gearlock.kernel.force import Block, Entry, Group, Roster
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import fitting, headers
from gearlock.muster.fitting import Unfit, with_trait
from gearlock.muster.lines import Line, Names
from gearlock.muster.suggest import Suggestions
from gearlock.systems.blitz.forces.lists import (
    DRONE,
    LEAGUELESS,
    RANKS,
    TALONS,
    VARIANT,
    VETERAN,
    Limit,
    Purchase,
    SubList,
    Upgrade,
    add_weapon,
    change_weapon,
    choose_weapon,
    drop_trait,
    find_faction,
    find_list,
    gain_trait,
    has_trait,
    limit_for,
    raise_dice,
    read,
    read_purchase,
    set_trait,
    single_entries,
    upgrade,
    upgrade_list,
    variant_card,
    weapon_of,
)
from gearlock.systems.blitz.forces.lists import GENERIC_SUBLISTS as GENERIC
from gearlock.systems.blitz.models import (
    FACTIONS,
    SAME,
    ModelCard,
    Weapon,
    all_cards,
    fortifications,
    model_cards,
    trait_name,
    upgrade_cards,
)

# --- 5.3, A.2.2 to A.2.5: what upgrades change on a model: traits gained and raised, weapons added and altered

Fit = fitting.Fit[ModelCard]
STATS = ("move", "gait", "armor", "hull", "structure", "actions", "gun", "pilot", "ew")
STAFF = 'MVB (Arm, Reach:2")'
BLADE = "VB"
ROCKETS = "RP"
ANTI_AIR = ("AC", "RC", "ATM", "LC")


def refit(card: ModelCard, purchases: Iterable[Purchase]) -> tuple[ModelCard, list[tuple[Purchase, Unfit]]]:
    """The card as it is played, and what cannot be fitted; variants first, so that the rest finds their weapons."""
    wanted = upgrade_list().in_order(purchases)
    fits = FITS | {each.id: fit_variant(each.id) for each in wanted if each.upgrade.list == VARIANT}
    return fitting.refit(card, wanted, fits)


@rule("blitz.5.3")
def fit_variant(id: str) -> Fit:
    """An upgrade variant on a model of its kind: what differs from the stock model, and what is added and taken."""
    change = variant_card(id)
    assert change is not None

    def fit(card: ModelCard, _choice: str) -> ModelCard:
        if card.faction != change.faction or change.variant_of not in (_stock_name(card), card.name):
            raise Unfit(f"{change.name} is for {change.variant_of} models")
        stock = next(it for it in model_cards().values() if (it.faction, it.name) == (card.faction, change.variant_of))
        stats = {
            stat: value
            for stat in STATS
            if (value := getattr(change, stat)) not in (SAME, "") and value != getattr(stock, stat)
        }
        weapons = _exchanged(card, change)
        changed = msgspec.structs.replace(card, weapons=weapons, name=_title(card, change), **stats)
        for text in change.traits:
            changed = (
                drop_trait(changed, trait_name(read(text[1:]))) if text[0] == "-" else set_trait(changed, text[1:])
            )
        return changed

    return fit


def _stock_name(card: ModelCard) -> str:
    """The stock model's name; a card that is upgraded already is known by its line."""
    printed = all_cards()[card.id]
    return printed.variant_of or printed.name


def _title(card: ModelCard, change: ModelCard) -> str:
    return change.name if card.name == change.variant_of else f"{card.name}, {change.name}"


def _exchanged(card: ModelCard, change: ModelCard) -> tuple[str, ...]:
    weapons = list(card.weapons)
    for text in change.weapons:
        if text.startswith("-"):
            alike = next((entry for entry in weapons if _code(entry) == _code(text[1:])), None)
            if alike is None:
                raise Unfit(f"{card.name} has no {text[1:]} to give up")
            weapons.remove(alike)
    return (*weapons, *(text[1:] for text in change.weapons if text.startswith("+")))


def _code(entry: str) -> str:
    return entry.split("(")[0].strip()


@rule(
    "blitz.A.2.3-ace", "blitz.A.2.3-ew", "blitz.A.2.3-focus", "blitz.A.2.3-r-blast", "blitz.A.2.3-r-fire",
    "blitz.A.2.3-r-corr", "blitz.A.2.3-rug-w", "blitz.A.2.3-rug-m", "blitz.A.2.3-rug-s",
)  # fmt: skip
def gains(text: str) -> Fit:
    """One trait more."""
    return lambda card, _choice: gain_trait(card, text)


@rule("blitz.A.2.2-aa")
def fit_anti_air(card: ModelCard, choice: str) -> ModelCard:
    """AA on an autocannon, rotary cannon or laser cannon; an anti-tank missile becomes a SAM of its size."""
    single = single_entries(card)
    place = choose_weapon(
        single, choice, "AC, RC, ATM or LC without AA", lambda it: it.row.code in ANTI_AIR and "AA" not in it.traits
    )
    entry = single.weapons[place]
    if weapon_of(entry).row.code == "ATM":
        return change_weapon(single, place, entry.replace("ATM", "SAM", 1))
    return change_weapon(single, place, with_trait(entry, "AA"))


@heeds("blitz.A.2.2-grenades", "blitz.A.2.2-explosives", "blitz.trait.arms")
def hands(entry: str) -> Fit:
    """Grenades or explosives for members with Arms; the others go without."""
    return lambda card, _choice: add_weapon(card, entry) if has_trait(card, "Arms") else card


@rule("blitz.A.2.3-melee")
def fit_melee_specialist(card: ModelCard, _choice: str) -> ModelCard:
    """Two dice of Brawler, or two more."""
    return raise_dice(card, "Brawler", 2)


@rule("blitz.A.2.3-jacket")
def fit_jacket(card: ModelCard, _choice: str) -> ModelCard:
    """An armored jacket is a die of Field Armor."""
    return raise_dice(card, "Field Armor")


@heeds("blitz.A.2.4")
def fit_duelist(card: ModelCard, _choice: str) -> ModelCard:
    """The trait, for those that have it not."""
    return card if has_trait(card, "Duelist") else gain_trait(card, "Duelist")


@heeds("blitz.A.2.4")
def fit_extra_action(card: ModelCard, _choice: str) -> ModelCard:
    """One action more."""
    return msgspec.structs.replace(card, actions=card.actions + 1)


@heeds("blitz.force.nucoal.th")
def fit_jannite(card: ModelCard, _choice: str) -> ModelCard:
    """A one-action NuCoal Gear acts twice, but no longer by autopilot."""
    if card.faction != "NuCoal" or card.type.split()[0] != "Gear" or card.actions != 1:
        raise Unfit(f"{card.name} is no NuCoal Gear with one action")
    return drop_trait(msgspec.structs.replace(card, actions=2), "Autopilot")


@heeds("blitz.A.2.4")
def fit_shield(card: ModelCard, _choice: str) -> ModelCard:
    """A die of Shield, or one more."""
    return raise_dice(card, "Shield")


def on_melee(trait: str, fits: Callable[[Weapon], bool]) -> Fit:
    """A trait on a melee weapon that lacks it."""

    def fit(card: ModelCard, choice: str) -> ModelCard:
        single = single_entries(card)
        lacking = f"melee weapon without {trait.partition(':')[0]}"
        place = choose_weapon(single, choice, lacking, lambda it: it.is_melee and fits(it))
        return change_weapon(single, place, with_trait(single.weapons[place], trait))

    return fit


@rule("blitz.force.north.nlc")
def fit_staff(card: ModelCard, _choice: str) -> ModelCard:
    """A medium vibroblade with a reach of two inches and a die of Brawler."""
    if not has_trait(card, "Arms"):
        raise Unfit(f"{card.name} has no Arms to hold a staff")
    return gain_trait(raise_dice(add_weapon(card, STAFF), "Brawler"), "Fighting Staff")


@heeds("blitz.force.north.nlc")
def fit_monks(card: ModelCard, _choice: str) -> ModelCard:
    """Staffs in place of vibroblades; models without one go without."""
    if not any(weapon_of(entry).row.code == BLADE for entry in single_entries(card).weapons):
        return card
    kept = tuple(entry for entry in single_entries(card).weapons if weapon_of(entry).row.code != BLADE)
    return gain_trait(raise_dice(msgspec.structs.replace(card, weapons=(*kept, STAFF)), "Brawler"), "Fighting Staff")


@heeds("blitz.force.peace-river.poc")
def fit_police(card: ModelCard, _choice: str) -> ModelCard:
    """Shields instead of rocket packs."""
    kept = tuple(entry for entry in single_entries(card).weapons if weapon_of(entry).row.code != ROCKETS)
    return raise_dice(msgspec.structs.replace(card, weapons=kept), "Shield")


@heeds("blitz.force.north.wfp")
def fit_stripped(card: ModelCard, _choice: str) -> ModelCard:
    """An inch faster and a hull point lighter."""
    if card.hull < 2 or not card.move:
        raise Unfit(f"{card.name} has no hull point to spare" if card.move else f"{card.name} does not move")
    return msgspec.structs.replace(card, move=card.move + 1, hull=card.hull - 1)


@heeds("blitz.force.north.umf")
def fit_prospector(card: ModelCard, _choice: str) -> ModelCard:
    """Climbing gear for walkers."""
    if card.gait != "W":
        raise Unfit(f"{card.name} is no walker")
    return gain_trait(card, "Climber")


@rule("blitz.force.south.ese")
def fit_basilisk(card: ModelCard, _choice: str) -> ModelCard:
    """An inch faster, with longer sensors when braced; for models of the South."""
    if card.faction != "South":
        raise Unfit(f"{card.name} is no model of the South")
    return gain_trait(msgspec.structs.replace(card, move=card.move + 1), "Basilisk")


@heeds("blitz.force.south.milicia")
def fit_conscript(card: ModelCard, _choice: str) -> ModelCard:
    """Cheap and easily lost; never a veteran."""
    if has_trait(card, "Vet") or card.type == "Fortification":
        raise Unfit(f"{card.name} is {'a veteran' if has_trait(card, 'Vet') else 'no crew'}, and cannot be conscripted")
    return gain_trait(card, "Conscript")


FITS: dict[str, Fit] = {
    "vet": gains("Vet"),
    "duelist": fit_duelist,
    **{size + kind: hands((size + kind).upper()) for size in "lmh" for kind in ("hg", "se")},
    "military-police": fit_police,
    "warrior-monks": fit_monks,
    "aa": fit_anti_air,
    "extra-action": fit_extra_action,
    "jannite": fit_jannite,
    "shield": fit_shield,
    "linked": on_melee("Link", lambda it: "Link" not in it.traits),
    "reach": on_melee('Reach:1"', lambda it: "Reach" not in it.traits),
    "talon-reach": on_melee('Reach:1"', lambda it: "Reach" not in it.traits),
    "fighting-staff": fit_staff,
    "stripped-down": fit_stripped,
    "prospectors": fit_prospector,
    "conscript": fit_conscript,
    "basilisk": fit_basilisk,
    "satellite": gains("SatUp:5+"),
    "armored-jacket": fit_jacket,
    "ace-gunner": gains("Ace Gunner"),
    "ew-specialist": gains("EW Specialist:+2D6"),
    "combat-focus": gains("Combat Focus"),
    "melee-specialist": fit_melee_specialist,
    "blast-resistance": gains("Resist: Blast"),
    "fire-resistance": gains("Resist: Fire"),
    "corrosion-resistance": gains("Resist: Corrosion"),
    "rugged-weapons": gains("Rugged: Weapons"),
    "rugged-movement": gains("Rugged: Move"),
    "rugged-sensors": gains("Rugged: Sensors"),
}
"""Ranks and drones change no card."""


# --- 5.4, A.2: a roster understood: models found in their lists, upgrades in theirs, prices added up

PRIMARY, SUPPORT = "primary", "support"
LARGEST_BATTLE = 1_000
LARGEST = 10_000
FLAIL = "FLAIL"
YES, NO = ("yes", "true", "elite", "on", "y"), ("no", "false", "off", "n")
FILLED_BAYS = {"recon-hun": ("recon-drone",) * 3}
"""Models that come with their drones."""


@cache
def _lists() -> Mapping[str, Names[ModelCard]]:
    """The models of each list; parts of great vehicles and drones are not bought by themselves."""
    cards = [card for card in model_cards().values() if card.type != "Drone" and card.tv]
    return {name: Names(card for card in cards if card.faction == name) for name in FACTIONS.values()}


@cache
def model_names(faction: str | None) -> Suggestions:
    """The names a force of this faction may use; all there are if it has none of its own."""
    known = faction in _lists()
    return Suggestions(
        card.name
        for card in model_cards().values()
        if card.tv and card.type != "Drone" and (not known or card.faction in (faction, GENERIC))
    )


def find_model(name: str, owners: Iterable[str]) -> ModelCard | None:
    """A model of the first of these lists that has it, or else of any."""
    order = dict.fromkeys((*owners, *_lists()))
    return next((card for owner in order if owner in _lists() and (card := _lists()[owner].find(name))), None)


@cache
def _upgraded_names() -> Mapping[str, ModelCard]:
    """`Headhunter` alone is the stock model with that upgrade."""
    return {card.name.lower(): card for card in upgrade_cards().values()}


@heeds("blitz.trait.apc", "blitz.18.3a-table")
@rule("blitz.units.cef-hht90", "blitz.units.cef-flail")
def unit_size(card: ModelCard) -> int:
    """The actions a model counts for when units are chosen: one for APCs, the HHT-90, FLAILs and most works."""
    if card.line in fortifications():
        return fortifications()[card.line].counts
    if card.parts or FLAIL in card.name or has_trait(card, "APC"):
        return 1
    return card.actions


def printed_actions(card: ModelCard) -> int:
    """The actions of its line, those of all parts together."""
    return sum(model_cards()[part].actions for part in card.parts) or model_cards()[card.id].actions


class Recruit(Line[ModelCard, Upgrade]):
    """Equal models of one line, as far as they are understood."""

    squad: Squad

    @property
    def rank(self) -> str:
        """co, cgl, xo, 2ic or nothing."""
        return next((rank for rank in RANKS if self.buys(rank)), "")

    @property
    def is_commander(self) -> bool:
        """Whether they hold a rank."""
        return self.buys(*RANKS)

    @cached_property
    def drones(self) -> tuple[str, ...]:
        """The drones that each of them controls: those of a full bay, and those bought."""
        bought = (it.id for it in self.purchases if it.upgrade.list == DRONE for _ in range(it.times))
        return (*FILLED_BAYS.get(self.card.id if self.card else "", ()), *bought)

    @cached_property
    def fitted(self) -> tuple[ModelCard | None, list[tuple[Purchase, Unfit]]]:
        """The card with everything bought, and what could not be fitted."""
        return refit(self.card, [*self.purchases, *self.squad.purchases]) if self.card else (None, [])

    @property
    def played(self) -> ModelCard | None:
        """The card with its upgrades."""
        return self.fitted[0]

    @property
    def size(self) -> int:
        """What each counts for in its unit."""
        return unit_size(self.played) if self.played else 0

    @property
    def variants(self) -> list[ModelCard]:
        """The upgrade variants that were applied to it."""
        bought = (variant_card(it.id) for it in self.purchases if it.upgrade.list == VARIANT)
        return [card for card in bought if card is not None]

    @property
    def cards(self) -> list[ModelCard]:
        """The lines of the lists that limit it: the model's own and those of its upgrade variants."""
        return [*((self.card,) if self.card else ()), *self.variants]

    def has(self, trait: str) -> bool:
        """Whether it has this trait as it is played."""
        return self.played is not None and has_trait(self.played, trait)

    def is_type(self, *types: str) -> bool:
        """Whether it is a Gear, a Strider ..."""
        return self.card is not None and self.card.type.split(" ")[0].rstrip(",") in types

    @heeds("blitz.5.2")
    def limit(self, card: ModelCard) -> Limit | None:
        """The limit of its model, or of an upgrade variant on it, in the unit it is in."""
        force = self.squad.force
        return limit_for(card, self.squad.block.code, force.faction, force.sublist)


@dataclass
class Squad:
    """A primary or support unit."""

    block: Block
    force: Force
    recruits: list[Recruit] = field(default_factory=list)

    @cached_property
    def kind(self) -> str:
        """Primary or support; a misspelt word counts as the one it is near, so that it is wrong only once."""
        known = (PRIMARY, SUPPORT)
        return self.block.kind if self.block.kind in known else "".join(Suggestions(known).near(self.block.kind, 1))

    @property
    def is_primary(self) -> bool:
        """Primary or support."""
        return self.kind == PRIMARY

    @cached_property
    def bought(self) -> list[Purchase]:
        """What is bought for the whole of it."""
        return [found for text in self.block.upgrades if (found := read_purchase(text))]

    @cached_property
    def purchases(self) -> list[Purchase]:
        """What is bought once for all members: grenades, explosives ..."""
        return [it for it in self.bought if it.upgrade.list == "unit"]

    @property
    def title(self) -> str:
        """`primary unit GP`."""
        return f"{self.kind} unit {self.block.code}".strip()

    @cached_property
    def size(self) -> int:
        """Actions of all its models as units are counted."""
        return sum(recruit.count * recruit.size for recruit in self.recruits)

    @property
    def is_duel(self) -> bool:
        """Whether it is there for a duelist."""
        return any(recruit.buys("duelist") for recruit in self.recruits)

    @property
    def is_works(self) -> bool:
        """Whether it is generic support."""
        return any(recruit.is_type("Fortification") for recruit in self.recruits)

    @property
    def origins(self) -> set[str]:
        """The lists its models are of."""
        return {recruit.card.faction for recruit in self.recruits if recruit.card}


@dataclass
class CombatGroup:
    """A primary unit and at most one support unit, when all is well."""

    group: Group
    title: str
    squads: list[Squad] = field(default_factory=list)

    @property
    def primary(self) -> Squad | None:
        """Its primary unit."""
        return next((squad for squad in self.squads if squad.is_primary), None)


@dataclass
class Force:
    """A roster understood."""

    roster: Roster
    faction: str | None
    sublist: SubList | None
    allies: tuple[str, ...]
    size: int | None
    groups: list[CombatGroup] = field(default_factory=list)

    @property
    def list_code(self) -> str:
        """The code of its sub-list; empty if it has none."""
        return self.sublist.code if self.sublist else ""

    @property
    @rule("blitz.5.5-elite")
    def is_elite(self) -> bool:
        """Whether every model is a veteran: because the roster says so, or the list demands it."""
        required = self.sublist is not None and self.sublist.elite == "required"
        return required or self.faction == TALONS or says_yes(self.roster.says("elite"))

    @cached_property
    def squads(self) -> list[Squad]:
        """All units."""
        return [squad for group in self.groups for squad in group.squads]

    def recruits(self) -> Iterator[Recruit]:
        """All models, line by line."""
        return (recruit for squad in self.squads for recruit in squad.recruits)


def says_yes(text: str) -> bool:
    """Whether a header is meant."""
    return text.strip().lower() in YES


def enlist(roster: Roster) -> Force:
    """Understand a roster."""
    sublist = find_list(roster.says("list"))
    faction = find_faction(roster.says("faction")) or (sublist.faction if sublist else None)
    chosen = tuple(filter(None, (find_faction(text.strip()) for text in roster.says("allies").split(","))))
    allies = sublist.allies if sublist and not sublist.choose else chosen
    force = Force(roster, faction, sublist, allies, headers.size_of(roster, LARGEST))
    for number, group in enumerate(roster.groups, 1):
        force.groups.append(CombatGroup(group, group.name or f"group {number}"))
        force.groups[-1].squads = [_squad(block, force) for block in group.blocks]
    return force


def _squad(block: Block, force: Force) -> Squad:
    squad = Squad(block, force)
    owners = [*([force.faction] if force.faction else []), GENERIC, *force.allies]
    found = [find_model(entry.model, owners) for entry in block.entries]
    others = {card.faction for card in found if card} - {force.faction, GENERIC}
    squad.recruits = [
        _recruit(entry, squad, [*sorted(others), *owners] if others else owners) for entry in block.entries
    ]
    return squad


@heeds("blitz.5.5", "blitz.5.5-elite", "blitz.A.2.4")
def _recruit(entry: Entry, squad: Squad, owners: list[str]) -> Recruit:
    """Veteran units, elite forces and duelists pay for Vet whether it was typed or not."""
    card, texts = find_model(entry.model, owners), entry.upgrades
    upgraded = _upgraded_names().get(entry.model.lower()) if card is None else None
    if upgraded is not None:
        card, texts = find_model(upgraded.variant_of, (upgraded.faction,)), (upgraded.name, *texts)
    recruit = Recruit(entry, card, *upgrade_list().read_all(texts))
    recruit.squad = squad
    must = squad.force.is_elite or recruit.buys("duelist") or any(it.id == "vet" for it in squad.bought)
    if (
        must
        and card
        and not has_trait(card, "Vet")
        and not recruit.buys("vet")
        and not recruit.is_type("Fortification")
    ):
        recruit.purchases.append(Purchase(upgrade("vet")))
    return recruit


# --- 5.1, A.2.2 to A.2.5: what models, upgrades and whole forces cost, with what sub-lists take off

FAMILY_TIES = ("WFP", "PSBM")
_GRENADES = ("lhg", "mhg", "hhg", "lse", "mse", "hse")


def has_family_ties(force: Force) -> bool:
    """Whether all commanders share a veteran upgrade, each for a point less."""
    return force.list_code in FAMILY_TIES or force.faction == LEAGUELESS


def shared_upgrade(force: Force) -> str:
    """The veteran upgrade that every commander has; empty if there is none."""
    bought = [
        {it.id for it in recruit.purchases if it.upgrade.list == VETERAN}
        for recruit in force.recruits()
        if recruit.is_commander
    ]
    return min(set.intersection(*bought), default="") if bought else ""


@rule("blitz.A.2.2-vet")
@heeds("blitz.force.south.mk")
def veteran_price(recruit: Recruit) -> int:
    """Two points an action of the printed line; one a model in the police unit of the Mekong Dominion."""
    if recruit.squad.force.list_code == "MK" and recruit.squad.block.code == "MP" and is_extra_police(recruit.squad):
        return 1
    return 2 * (printed_actions(recruit.card) if recruit.card else 0)


@heeds("blitz.force.south.mk")
def is_extra_police(squad: Squad) -> bool:
    """The first veteran MP unit of the Mekong Dominion is cheap and comes on top."""
    police = (it for it in squad.force.squads if it.block.code == "MP" and any(b.id == "vet" for b in it.bought))
    return squad.force.list_code == "MK" and next(police, None) is squad


def price_of(recruit: Recruit, purchase: Purchase) -> int:
    """What one model pays for it."""
    if purchase.id == "vet":
        return veteran_price(recruit)
    actions = printed_actions(recruit.card) if recruit.card else 0
    full = purchase.times * (purchase.upgrade.tv + purchase.upgrade.tv_per_action * actions)
    return max(0, full - _rebate(recruit, purchase)) if full > 0 else full


@heeds("blitz.force.north.nlc", "blitz.force.south.ese", "blitz.force.north.umf")
def _rebate(recruit: Recruit, purchase: Purchase) -> int:
    force, code = recruit.squad.force, recruit.squad.force.list_code
    if purchase.id in ("xo", "2ic") and code == "ESE":
        return purchase.upgrade.tv if purchase.id == _free_officer(recruit.squad) else 0
    if purchase.id == "fighting-staff" and recruit.rank in ("xo", "2ic"):
        return purchase.upgrade.tv
    if purchase.upgrade.list == VETERAN:
        if code == "UMF" and recruit.rank == "co" and _first_veteran(recruit) is purchase:
            return purchase.upgrade.tv
        if has_family_ties(force) and recruit.is_commander and purchase.id == shared_upgrade(force):
            return 1
    return 0


def _free_officer(squad: Squad) -> str:
    """The one officer of a unit that costs nothing: the XO if it has one."""
    return "xo" if any(recruit.buys("xo") for recruit in squad.recruits) else "2ic"


def _first_veteran(recruit: Recruit) -> Purchase | None:
    """The dearest veteran upgrade, which is the free one."""
    bought = [it for it in recruit.purchases if it.upgrade.list == VETERAN]
    return max(bought, key=lambda it: it.upgrade.tv, default=None)


@heeds("blitz.force.north.umf")
def model_price(recruit: Recruit) -> int:
    """The model's own price; the United Mercantile Federation has its command models for a point less."""
    price = recruit.card.tv if recruit.card else 0
    commands = any((limit := recruit.limit(card)) and limit.commander for card in recruit.cards)
    return price - 1 if commands and recruit.squad.force.list_code == "UMF" else price


def price(recruit: Recruit) -> int:
    """What one of them costs with its upgrades; never less than nothing."""
    return max(0, model_price(recruit) + sum(price_of(recruit, purchase) for purchase in recruit.purchases))


@rule("blitz.A.2.2-grenades", "blitz.A.2.2-explosives")
@heeds("blitz.force.south.mk", "blitz.force.peace-river.poc")
def unit_price(squad: Squad, purchase: Purchase) -> int:
    """What is bought once for a unit. Grenades and explosives are at half price for police forces."""
    police = squad.force.list_code == "MK" or any(it.id == "military-police" for it in squad.bought)
    return purchase.upgrade.tv // 2 if police and purchase.id in _GRENADES else purchase.upgrade.tv


@heeds("blitz.force.cef.tank")
def has_free_anti_air(squad: Squad) -> bool:
    """One model of each primary unit of a tank battalion has AA for nothing."""
    return squad.force.list_code == "TANK" and squad.is_primary and any(it.buys("aa") for it in squad.recruits)


def shared_price(squad: Squad) -> int:
    """What a unit pays as a whole, less what one of its models has for nothing."""
    free = upgrade("aa").tv if has_free_anti_air(squad) else 0
    return sum(unit_price(squad, purchase) for purchase in squad.purchases) - free


def squad_price(squad: Squad) -> int:
    """TV of all its models and of what is bought for the whole of it."""
    return sum(recruit.count * price(recruit) for recruit in squad.recruits) + shared_price(squad)


def _works_price(force: Force) -> Iterator[int]:
    return (squad_price(squad) for squad in force.squads if squad.is_works)


@heeds("blitz.force.peace-river.hgsf")
def allowance(force: Force) -> int:
    """TV that do not count: the Home Guard has a tenth of the game in works for nothing."""
    if force.list_code != "HGSF" or not force.size:
        return 0
    return min(force.size // 10, sum(_works_price(force)))


def force_price(force: Force) -> int:
    """TV of the whole force against the size of the game."""
    return sum(map(squad_price, force.squads)) - allowance(force)
