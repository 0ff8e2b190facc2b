"""Weapon rows of a position: a code of the lists, how it is mounted, and figures of its own."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.sheets import Sheet, Table
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.line_of_sight.arcs import ARCS
from gearlock.systems.tactical.weapon_lists import COUNTED, all_arms
from gearlock.systems.tactical.weapons import TRAITS, USER, Weapon
from gearlock.table.measure import INCH

MOST_DIGITS: Final = 4
FIGURES: Final = {"damage": "dm", "accuracy": "accuracy", "rof": "rof", "base": "base"}
"""Figures of a weapon by their columns in the lists; the base range is in inches."""
SPECIALS: Final = {name.lower().replace(" ", "-"): name for name in TRAITS}
"""What may be special about a weapon, as one word."""
NONE: Final = "none"
REASON: Final = "laid out by hand"


def read_mounts(sheet: Sheet, table: Table, rows: list[object]) -> list[Mount]:
    """Weapon rows: a code of the lists, and perhaps an arc, rounds, links and other figures.

    "LAC F 60 link=A", "LAC F clips=1", "HGL F damage=30 area-effect=1".
    """
    arms = {**all_arms().vehicle, **all_arms().infantry}
    found: list[Mount] = []
    for row in map(str, rows):
        code = next((name for name in sorted(arms, key=len, reverse=True) if f"{row} ".startswith(f"{name} ")), "")
        if not code:
            sheet.wrong(table, "stats", str(UnknownName("weapon", row, arms)))
            continue
        same = sum(mount.weapon.id == code for mount in found)
        mount = Mount(code if not same else f"{code} {same + 1}", arms[code])
        for word in row[len(code) :].split():
            mount = _with_word(sheet, table, mount, word)
        found.append(mount)
    return found


def _with_word(sheet: Sheet, table: Table, mount: Mount, word: str) -> Mount:
    """A weapon row with one word more behind it."""
    name, _, value = word.partition("=")
    if word in ARCS:
        return msgspec.structs.replace(mount, arc=word)
    if word.isdecimal() and len(word) <= MOST_DIGITS:
        return msgspec.structs.replace(mount, ammo=int(word))
    if name == "link" and value:
        return msgspec.structs.replace(mount, link=value)
    if name == "clips" and value.isdecimal() and len(value) <= MOST_DIGITS:
        return msgspec.structs.replace(mount, clips=int(value))
    weapon = with_figure(mount.weapon, name, value)
    if weapon is not None:
        return msgspec.structs.replace(mount, weapon=weapon)
    message = (
        f"'{word[:20]}' behind the {mount.id}: write its arc ({', '.join(ARCS)}), its rounds, link=NAME, clips=NUMBER, "
        f"or a figure of its own ({', '.join(f'{key}=NUMBER' for key in FIGURES)}, {', '.join(SPECIALS)})"
    )
    sheet.wrong(table, "stats", message)
    return mount


def with_figure(weapon: Weapon, name: str, value: str) -> Weapon | None:
    """A weapon with another figure, or something special about it or no longer; None for what no weapon has."""
    number = int(value) if re.fullmatch(r"[+-]?[0-9]{1,4}", value) else None
    changed: dict[str, object] = {}
    if name in FIGURES and number is not None and (number >= 0 or name == "accuracy"):
        changed[FIGURES[name]] = number * INCH if name == "base" else number
    elif name in SPECIALS and value == NONE:
        changed["traits"] = {trait: count for trait, count in weapon.traits.items() if trait != SPECIALS[name]}
    elif name in SPECIALS and (number is not None and number >= 0 if SPECIALS[name] in COUNTED else not value):
        changed["traits"] = {**weapon.traits, SPECIALS[name]: number or 0}
    else:
        return None
    return msgspec.structs.replace(weapon, mark=USER, reason=REASON, **changed)
