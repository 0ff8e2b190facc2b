"""The weapons column: codes, sizes and penetration of the older game in terms of this game's weapons table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gearlock.systems.brigands.models import MELEE, SIZES, WeaponRow, read_traits
from older_lines.ledger import Ledger, carries_out
from older_lines.parse import BetaLine, BetaWeapon

SAME = (
    "RP", "AC", "RC", "BZ", "FL", "FC", "GL", "MG", "PZ", "RG", "RF", "SC", "TG", "LC", "PA", "PL", "ATM", "ABM", "AR",
    "APR", "FM", "GM", "AG", "FG", "HG", "CW", "VB", "SG",
)  # fmt: skip
MISPRINTS = {"LBM": "LABM", "ARP": "MAR"}
RENAMED = {
    "LG": ("weapon-gatling-laser", "RL", ()),
    "SAM": ("weapon-sam", "AVM", ("AA",)),
    "AM": ("weapon-artillery-missile", "AR", ()),
    "SE": ("weapon-explosives", "HG", ("LA:1",)),
}
"""Types this game has not: rule, nearest type here, traits it gains."""

INFANTRY = {
    "RF": ("weapon-infantry-support", "IS"),
    "AC": ("weapon-infantry-support", "IS"),
    "RG": ("weapon-infantry-support", "IS"),
    "FM": ("weapon-infantry-mortar", "IM"),
    "LC": ("weapon-infantry-laser", "IL"),
    "LG": ("weapon-infantry-laser", "IL"),
}
"""What infantry carry in the size I: rule and type here; rifles of PEN 3 and less are plain infantry weapons."""


@dataclass(slots=True)
class Draft:
    """A weapon on its way: what it is, what the table gives that version, and what its bracket shall say."""

    entry: BetaWeapon
    size: str
    row: WeaponRow
    pen: int | None = None
    arc: str = ""
    traits: dict[str, int] = field(default_factory=dict)
    copies: int = 1

    @property
    def code(self) -> str:
        """Size and type together; the Light grenade launchers are spelled as in the Hunter's line."""
        return "APGL" if self.row.code == "APG" and self.size == "L" else self.size + self.row.code

    @property
    def given(self) -> dict[str, int]:
        """Traits the table gives this version."""
        versions = [size for size in SIZES if size in self.row.penetration]
        return read_traits(self.row.traits, versions.index(self.size))

    def text(self, arc: str = "") -> str:
        """The entry as this game prints it: arc, Snap, then the rest by name."""
        others = sorted(name for name in self.traits if name != "Snap")
        rated = [f"{name}:{self.traits[name]}" if self.traits[name] else name for name in others]
        parts = [arc or self.arc, "Snap" if "Snap" in self.traits else "", *rated]
        bracket = ", ".join(part for part in parts if part)
        return f"{self.code} ({bracket})" if bracket else self.code


@carries_out("weapon-misprint", "weapon-apgl", "weapon-pack-gun", *(f"weapon-{code.lower()}" for code in SAME))
def size_and_type(code: str, ledger: Ledger) -> tuple[str, str] | None:
    """Take a code apart. Launchers and pack guns, of one size there, are Light here."""
    if code in MISPRINTS:
        ledger.note("weapon-misprint", f"{code} to {MISPRINTS[code]}")
        code = MISPRINTS[code]
    if code == "APGL":
        return "L", "APG"
    if code == "PG":
        ledger.note("weapon-pack-gun", "PG to LPG")
        return "L", "PG"
    match = re.fullmatch(r"([ILMHN])(\w+)", code)
    return (match[1], match[2]) if match and match[2] in {*SAME, *RENAMED} else None


@carries_out("wtrait-pen")
def printed_pen(entry: BetaWeapon) -> int | None:
    """The penetration its bracket prints, without what is behind a slash."""
    texts = [re.fullmatch(r"PEN:(\d+)(?:/\d+[FHC])?", part) for part in entry.bracket]
    return next((int(match[1]) for match in texts if match), None)


@carries_out("weapon-infantry-rifle", "weapon-infantry-support", "weapon-infantry-mortar", "weapon-infantry-laser")
def infantry_weapon(
    size: str, kind: str, entry: BetaWeapon, table: Mapping[str, WeaponRow], ledger: Ledger
) -> Draft | None:
    """Infantry have weapon types of their own: the version of the printed penetration, or the nearest below."""
    pen = printed_pen(entry)
    if pen is None or (size != "I" and not (kind == "RF" and pen <= 3)):
        return None
    rule_id, found = ("weapon-infantry-rifle", "IW") if kind == "RF" and pen <= 3 else INFANTRY.get(kind, ("", ""))
    if not found:
        return None
    row = table[found]
    version = max((name for name in SIZES if row.penetration.get(name, 99) <= pen), key=SIZES.index)
    draft = Draft(entry, version, row, pen if row.penetration[version] != pen else None)
    ledger.note(rule_id, f"{entry.code} PEN:{pen} to {draft.code}")
    return draft


@carries_out("weapon-prefix-i", "weapon-prefix-n", *(entry[0] for entry in RENAMED.values()))
def sized_weapon(
    size: str, kind: str, entry: BetaWeapon, table: Mapping[str, WeaponRow], older: Mapping[str, int], ledger: Ledger
) -> Draft:
    """The nearest type, and VL for I and VH for N; where there is no such version L or H keep the printed PEN."""
    rule_id, found, gained = RENAMED.get(kind, ("", kind, ()))
    row = table[found]
    pen = printed_pen(entry)
    if pen is not None and pen == older.get(size + kind):
        pen = None
    version = {"I": "VL", "N": "VH"}.get(size, size)
    if version not in row.penetration:
        version = {"I": "L", "N": "H"}[size]
    elif size == "N":
        pen = None
    draft = Draft(entry, version, row, None if pen == row.penetration[version] else pen)
    draft.traits.update({name: rating for name, rating in map(_rating, gained)})
    if rule_id:
        ledger.note(rule_id, f"{entry.code} to {draft.code}")
    if size in "IN":
        printed = f" PEN:{printed_pen(entry)}" if printed_pen(entry) else ""
        ledger.note(f"weapon-prefix-{size.lower()}", f"{entry.code}{printed} to {draft.code}")
    return draft


def _rating(text: str) -> tuple[str, int]:
    name, _, rating = text.partition(":")
    return name, int(rating or 0)


def draft_weapon(
    beta: BetaLine, entry: BetaWeapon, table: Mapping[str, WeaponRow], older: Mapping[str, int], ledger: Ledger
) -> Draft | None:
    """The version of this game's table that stands for an entry, its bracket still to be read."""
    parts = size_and_type(entry.code, ledger)
    if parts is None:
        ledger.miss(f"weapon {entry.text()}")
        return None
    draft = infantry_weapon(*parts, entry, table, ledger) if beta.is_infantry else None
    draft = draft or sized_weapon(*parts, entry, table, older, ledger)
    draft.copies = entry.count
    if entry.code == "APGL":
        ledger.note("weapon-apgl", "APGL is LAPG")
    if draft.pen is not None:
        draft.traits["PEN"] = draft.pen
        ledger.note("wtrait-pen", f"{draft.code} PEN:{draft.pen}")
    return draft


def is_melee(draft: Draft) -> bool:
    """Whether the table counts it among the melee weapons."""
    return MELEE in draft.row.categories
