"""5.3, A.2.2 to A.2.5: what upgrades change on a model: traits gained and raised, weapons added and altered."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import fitting
from gearlock.muster.fitting import Unfit, with_trait
from gearlock.systems.blitz.cards import SAME, ModelCard, all_cards, model_cards
from gearlock.systems.blitz.forces.alterations import (
    add_weapon,
    change_weapon,
    choose_weapon,
    drop_trait,
    gain_trait,
    has_trait,
    raise_dice,
    read,
    set_trait,
    single_entries,
    weapon_of,
)
from gearlock.systems.blitz.forces.upgrades import VARIANT, Purchase, upgrade_list, variant_card
from gearlock.systems.blitz.models import trait_name
from gearlock.systems.blitz.weapons import Weapon

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
