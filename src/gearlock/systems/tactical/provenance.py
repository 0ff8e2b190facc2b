"""What of a card is not printed in the book, and why: shown wherever the card is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.customization import weakest
from gearlock.systems.tactical.weapons import PRINTED, PROPOSED, RECONSTRUCTED, USER

WORDS = {
    PRINTED: "printed",
    RECONSTRUCTED: "restored from other evidence in the book",
    PROPOSED: "proposed by us",
    USER: "its player's own",
}
_SHOWN = {"tv": "TV", "base_tv": "base TV", "sensor_km": "Sensor range", "comm_km": "Communications range"}


class Doubt(NamedTuple):
    """Something that is not printed: what it is, its mark, and the reason."""

    what: str
    mark: str
    reason: str

    @property
    def told(self) -> str:
        """`proposed by us (lost)`."""
        return f"{WORDS[self.mark]}{f' ({self.reason})' if self.reason else ''}"

    @property
    def words(self) -> str:
        """`armor, ground: proposed by us (lost)`."""
        return f"{self.what}: {self.told}"


def doubts(card: Card) -> tuple[Doubt, ...]:
    """Everything about a card that is not printed: figures, what it carries as a whole, weapon rows."""
    return tuple(_doubts(card))


def _doubts(card: Card) -> Iterator[Doubt]:
    said: dict[tuple[str, str], list[str]] = {}
    for field, mark in card.provenance.items():
        if mark != PRINTED:
            name = _SHOWN.get(field, field.replace("_", " "))
            said.setdefault((mark, card.reasons.get(field, "")), []).append(name)
    for (mark, reason), fields in said.items():
        yield Doubt(", ".join(fields), mark, reason)
    if not said and card.status != PRINTED:
        yield Doubt("the card", card.status, card.reason)
    if card.load not in ("", PRINTED):
        yield Doubt("load", card.load, card.load_reason)
    rows: dict[tuple[str, str], list[str]] = {}
    for mount in card.weapons:
        if mount.mark != PRINTED:
            rows.setdefault((mount.mark, mount.reason), []).append(mount.id)
    for (mark, reason), ids in rows.items():
        yield Doubt(f"weapon {', '.join(ids)}", mark, reason)


def doubts_about(card: Card, fields: tuple[str, ...], mounts: tuple[str, ...] = ()) -> list[str]:
    """What is not printed of some figures and weapon rows of a card, in words with its name."""
    marked = [(field, card.provenance.get(field, PRINTED), card.reasons.get(field, "")) for field in fields]
    rows = [(f"weapon {each.id}", each.mark, each.reason) for each in card.weapons if each.id in mounts]
    found = [Doubt(what.replace("_", " "), mark, reason) for what, mark, reason in (*marked, *rows) if mark != PRINTED]
    return [f"{card.name}, {doubt.words}" for doubt in found]


def standing(card: Card) -> str:
    """The weakest mark of a card and of everything it carries."""
    return weakest((card.status, card.load or PRINTED, *(mount.mark for mount in card.weapons)))


def is_as_printed(card: Card) -> bool:
    """Whether nothing about it is in doubt."""
    return not doubts(card)
