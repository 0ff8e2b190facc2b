"""7.2: perks and flaws, which of them are auxiliary systems, and what stands behind their names on a card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.weapons import PACKAGE

FILE = "perks.toml"
_ENTRY = re.compile(r"([^()]*?)(?:\s+([0-9]{1,3}))?\s*(?:\(([^()]*)\))?")
_OPTIONAL = "?"


class PerkText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A perk or flaw: whether it is AUX, has a number, what stands in brackets, its rule, and words for the card."""

    name: str
    flaw: bool
    aux: bool
    rated: bool
    detail: str
    rule: str
    words: str


class Perks(NamedTuple):
    """What a card lists, taken apart as cards keep it."""

    perks: dict[str, int]
    flaws: dict[str, int]
    details: dict[str, str]
    aux: tuple[str, ...]


@cache
@rule("tactical.7.2", "tactical.7.2-card-only-perks")
def known_perks() -> Mapping[str, PerkText]:
    """The 45 perks and flaws by name, those that cards name and no rule describes among them."""
    return {perk.name: perk for perk in data_records(PACKAGE, FILE, "perk", PerkText)}


@cache
def _by_small_letters() -> Mapping[str, PerkText]:
    return {name.lower(): perk for name, perk in known_perks().items()}


def split_entries(text: str) -> list[str]:
    """What stands between semicolons."""
    return [part.strip() for part in text.split(";") if part.strip()]


def read_perk(text: str) -> tuple[PerkText, int, str]:
    """One entry, its number (1 where none belongs) and what stands in brackets. Raises ValueError."""
    match = _ENTRY.fullmatch(text.strip())
    perk = _by_small_letters().get(match[1].strip().lower()) if match else None
    if match is None or perk is None:
        raise ValueError(f"there is no perk or flaw '{text[:60]}'; `gearlock force stock` lists those there are")
    number, detail = match[2], (match[3] or "").strip()
    if perk.rated and number is None:
        raise ValueError(f"'{text[:60]}': {perk.name} needs a number behind it, such as {perk.name} 2")
    if not perk.rated and number is not None:
        raise ValueError(f"'{text[:60]}': {perk.name} has no number")
    if detail and not perk.detail:
        raise ValueError(f"'{text[:60]}': nothing stands in brackets behind {perk.name}")
    if not detail and perk.detail and not perk.detail.startswith(_OPTIONAL):
        raise ValueError(f"'{text[:60]}': {perk.name} needs its {perk.detail} in brackets")
    return perk, int(number or 1), detail


@heeds("tactical.7.2")
def read_loosely(text: str) -> tuple[PerkText, int, str]:
    """One entry as somebody types it: without a number it counts 1, without brackets as usual. Raises UnknownName."""
    match = _ENTRY.fullmatch(text.strip())
    perk = _by_small_letters().get(match[1].strip().lower()) if match else None
    if match is None or perk is None:
        raise UnknownName("perk or flaw", text, known_perks(), "tactical.2.3.4-perks")
    return perk, int(match[2] or 1), (match[3] or "").strip()


@heeds("tactical.7.2", "tactical.2.3.4-perks")
def with_entry(card: Card, text: str) -> Card:
    """A card with one perk or flaw more. Raises UnknownName."""
    perk, rating, detail = read_loosely(text)
    column = "flaws" if perk.flaw else "perks"
    changes: dict[str, object] = {column: {**getattr(card, column), perk.name: rating}}
    if detail:
        changes["details"] = {**card.details, perk.name: detail}
    if perk.aux and perk.name not in card.aux:
        changes["aux"] = (*card.aux, perk.name)
    return msgspec.structs.replace(card, **changes)


@rule("tactical.2.3.4-perks")
@heeds("tactical.7.2")
def read_perks(text: str, flaws: str) -> Perks:
    """The two columns of a card. Of several arms the best counts. Raises ValueError."""
    found = Perks({}, {}, {}, ())
    aux: list[str] = []
    for column, entries in (("perks", text), ("flaws", flaws)):
        for entry in split_entries(entries):
            perk, rating, detail = read_perk(entry)
            if perk.flaw != (column == "flaws"):
                raise ValueError(f"{perk.name} is a {'flaw' if perk.flaw else 'perk'}: write it in that column")
            ratings = found.flaws if perk.flaw else found.perks
            ratings[perk.name] = max(rating, ratings.get(perk.name, 0))
            aux += [perk.name] if perk.aux and perk.name not in aux else []
            if detail:
                before = found.details.get(perk.name)
                found.details[perk.name] = f"{before}, {detail}" if before else detail
    return found._replace(aux=tuple(aux))


def perk_words(name: str, rating: int, detail: str) -> str:
    """`Reinforced Armor 4 (F)`, as a card lists it."""
    number = f" {rating}" if name in known_perks() and known_perks()[name].rated else ""
    return f"{name}{number}{f' ({detail})' if detail else ''}"
