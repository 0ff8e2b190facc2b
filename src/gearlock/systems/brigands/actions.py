"""1.7 and 1.7b: classes of actions, and the table of all actions and reactions."""

from __future__ import annotations

from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.models import PACKAGE, Model

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
