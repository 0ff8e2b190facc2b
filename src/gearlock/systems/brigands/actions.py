"""1.6b and 1.7: Actions and Reactions, what they are paid with, and what using a weapon does."""

from __future__ import annotations

from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.models import PACKAGE, Model
from gearlock.systems.brigands.state import Unit

# --- 1.7 and 1.7b: classes of actions, and the table of all actions and reactions

ATTACK, ELECTRONIC_WARFARE, MISCELLANEOUS = "attack", "electronic warfare", "miscellaneous"
"""The classes of actions."""


@heeds("brigands.1.7", "brigands.1.7b")
class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table: what it is, what a model needs for it, how far it reaches and what for."""

    name: str
    group: str
    type: str
    purpose: str
    rule: str
    orders: tuple[str, ...]
    """The tags of the orders it is given by."""
    trait: str = ""
    skill: str = ""
    weapons: tuple[str, ...] = ()
    range: str = ""
    needs: str = ""


@rule("brigands.1.7")
@heeds("brigands.6.3")
def draws_fire(deed: Deed) -> bool:
    """Whether it gives enemies occasion for Snap Fire. Attack and Electronic Warfare actions do, reactions do not."""
    return deed.type == "Action" and deed.group in (ATTACK, ELECTRONIC_WARFARE)


def deed_text(deed: Deed) -> str:
    """The row as a player reads it."""
    parts = (deed.type, deed.trait or deed.skill, deed.range, deed.needs, deed.purpose)
    return "; ".join((*(part for part in parts if part), *(("draws Snap Fire",) if draws_fire(deed) else ())))


@cache
def deeds() -> dict[str, Deed]:
    """The table by name, in its order."""
    return {deed.name: deed for deed in data_records(PACKAGE, "actions.toml", "action", Deed)}


@rule("brigands.1.7b")
@heeds("brigands.A4")
def deeds_of(line: Model) -> list[Deed]:
    """What a model can do by its traits and weapons. Orders and what only leaders do depend on its rank."""
    arms = {name for weapon in line.weapons.values() for name in (*weapon.categories, *weapon.traits)}
    return [
        deed
        for deed in deeds().values()
        if (not deed.trait or deed.trait in line.traits)
        and (not deed.weapons or not arms.isdisjoint(deed.weapons))
        and deed.name not in ("Order", "Authorize")
    ]


# --- 1.6b: what an Action or a Reaction is paid with: an Action, or a token that was kept for it


@rule("brigands.1.6b")
@heeds("brigands.6.1", "brigands.6.2")
def payment(unit: Unit) -> str:
    """What a model pays with next: an Action, else a Standby token, else an Overwatch token. Empty: it cannot pay."""
    if unit.actions > 0:
        return ACTION
    if unit.standby > 0:
        return STANDBY_TOKEN
    return OVERWATCH_TOKEN if unit.overwatch > 0 else ""


@heeds("brigands.6.2")
def pay(unit: Unit, cost: str) -> None:
    """Take the Action or token away; the last Overwatch token still braces the model until the exchange is over."""
    if cost == ACTION:
        unit.actions -= 1
    elif cost == STANDBY_TOKEN:
        unit.standby -= 1
    elif cost == OVERWATCH_TOKEN:
        unit.overwatch -= 1
        unit.bracing = True


ACTION, STANDBY_TOKEN, OVERWATCH_TOKEN, FREE = "action", "standby", "overwatch", "free"
"""What an Action or Reaction was paid with."""


# --- 5.1: what using a weapon does to the model that carries it


@rule("brigands.wtrait.silent")
@heeds("brigands.5.1", "brigands.wtrait.la", "brigands.trait.stealth")
def use(unit: Unit, weapon_id: str) -> None:
    """A weapon has attacked: it may not again this Round, some not this game, and it gives Stealth away."""
    weapon = unit.line.weapons[weapon_id]
    if not weapon.is_melee or "Auto" in weapon.traits:
        unit.used.append(weapon_id)
    if "LA" in weapon.traits:
        unit.expended.append(weapon_id)
    if "Stealth" in unit.line.traits and "Silent" not in weapon.traits:
        unit.shown = True
