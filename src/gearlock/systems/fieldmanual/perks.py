"""Perks and flaws as cards print them, `Reinforced Front (5), Smoke (1), TD2`, by name with rating and arc."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.systems.fieldmanual.weapons import PACKAGE

ARC, NUMBER, BOTH, WORDS = "arc", "number", "arc and number", "words"
ARCS = {
    "F": "Forward", "Rr": "Rear", "L": "Left", "R": "Right", "FF": "Fixed Forward", "FRr": "Fixed Rear",
    "FL": "Fixed Left", "FRt": "Fixed Right", "T": "Turret",
}  # fmt: skip
"""Arcs of attack: the first four of 180 degrees, the fixed ones of 90, a turret all round."""
FACINGS = ("Front", "Rear", "Left", "Right", "Top", "Underside")
"""Sides of a model that are reinforced, weak or plated."""
_SHORT_FACINGS = {"f": "Front", "rr": "Rear", "l": "Left", "t": "Top", "u": "Underside"}
"""Rr alone could be rear or right, so it is written out."""
_ENTRY = re.compile(r"([^()]*?)\s*((?:\([^()]*\)\s*)*)")
_TIGHT = re.compile(r"([A-Za-z][A-Za-z .-]*?)([0-9]{1,2})")
_SPELLED = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


class PerkText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A perk or flaw of the book: short form, what stands in brackets behind it, its rule, and words for the card."""

    name: str
    code: str
    flaw: bool
    aux: bool
    rating: str
    rule: str
    words: str


class Perk(msgspec.Struct, frozen=True):
    """An entry of a card: the name rules know it by, its number (1 where none is printed), and words in brackets."""

    name: str
    rating: int = 1
    detail: str = ""


@cache
def known_perks() -> Mapping[str, PerkText]:
    """The 48 perks and flaws by name."""
    return {perk.name: perk for perk in data_records(PACKAGE, "perks.toml", "perk", PerkText)}


@cache
def _by_any_name() -> Mapping[str, PerkText]:
    perks = known_perks().values()
    return {key.lower(): perk for perk in perks for key in (perk.name, perk.code) if key}


def perk_of(name: str) -> PerkText:
    """The book's entry for a name on a card: Reinforced Front is a Reinforced Arc."""
    if name.startswith("Reinforced "):
        return known_perks()["Reinforced Arc"]
    return known_perks()[name]


def split_entries(text: str) -> list[str]:
    """What stands between commas that are in no brackets."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", text) if part.strip()]


def read_perk(text: str) -> Perk:
    """One entry: Arms, TD1, LSP (2), Reinforced Front (5), Rf (5), Transport (one infantry squad), Drone (Recon)."""
    match = _ENTRY.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"'{text}' is no perk or flaw: a bracket is open")
    head, brackets = match[1].strip(), re.findall(r"\(\s*([^()]*?)\s*\)", match[2])
    perk = _by_any_name().get(head.lower())
    if perk is None and (tight := _TIGHT.fullmatch(head)):
        perk, brackets = _by_any_name().get(tight[1].strip().lower()), [tight[2], *brackets]
    if perk is None and (reinforced := _reinforced(head, brackets)):
        return reinforced
    if perk is None:
        raise ValueError(f"there is no perk or flaw '{text}'; the book's are listed in perks.toml")
    if perk.name == "Drone":
        return read_perk(f"{' '.join(brackets).removesuffix('Drone').strip()} Drone") if brackets else Perk("Drone")
    return _rated(perk, text, brackets)


def _reinforced(head: str, brackets: list[str]) -> Perk | None:
    """Reinforced Front (5), also written Rf (5), Rf5 or Rf 5."""
    match = re.fullmatch(r"Reinforced (\w+)\s*([0-9]{1,2})?", head) or re.fullmatch(
        r"R(\w{1,2}?)\s*([0-9]{1,2})?", head
    )
    if match is None:
        return None
    side = match[1] if match[1] in FACINGS else _SHORT_FACINGS.get(match[1].lower(), "")
    number = match[2] or (brackets[0] if brackets else "")
    if not side or not re.fullmatch(r"[0-9]{1,2}", number):
        return None
    return Perk(f"Reinforced {side}", int(number))


def _rated(perk: PerkText, text: str, brackets: list[str]) -> Perk:
    numbers = [int(part) for part in brackets if re.fullmatch(r"[0-9]{1,3}", part)]
    others = [part for part in brackets if not re.fullmatch(r"[0-9]{1,3}", part)]
    if perk.rating == WORDS:
        first = others[0].partition(" ")[0].lower() if others else ""
        count = (
            numbers[0] if numbers else int(first) if first.isdecimal() and len(first) < 3 else _SPELLED.get(first, 1)
        )
        return Perk(perk.name, count, ", ".join(others))
    if perk.rating not in (ARC, BOTH) and others:
        raise ValueError(f"'{text}': nothing but a number stands in brackets behind {perk.name}")
    if perk.rating in (ARC, BOTH) and (not others or others[0] not in (*FACINGS, *ARCS)):
        raise ValueError(f"'{text}': {perk.name} needs an arc in brackets, one of {', '.join((*FACINGS, *ARCS))}")
    if perk.rating in ("", ARC) and numbers:
        raise ValueError(f"'{text}': {perk.name} has no number")
    if perk.rating in (NUMBER, BOTH) and not numbers and perk.name != "Large Sensor Profile":
        raise ValueError(f"'{text}': {perk.name} needs a number in brackets, such as (2)")
    return Perk(perk.name, numbers[0] if numbers else 1, others[0] if others else "")
