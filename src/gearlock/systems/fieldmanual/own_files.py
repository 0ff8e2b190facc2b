"""Cards and groups that players bring: CSV files in the columns of ours, every field of them marked as the player's."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from gearlock.kernel.errors import Findings
from gearlock.kernel.files import found_beside, read_handed_in
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.cards import USER, Card
from gearlock.systems.fieldmanual.groups import COLUMNS, Group, all_groups, read_groups
from gearlock.systems.fieldmanual.tables import read_table, slug
from gearlock.systems.fieldmanual.unit_files import all_cards, read_cards

CORRECTED_BLOW = 6
"""The physical attack of the Armiger FS-101."""


class Lists(msgspec.Struct, frozen=True):
    """What a force is built from: cards and groups by name as an id, ours or a player's in their place."""

    cards: dict[str, Card]
    groups: dict[str, Group]
    own: bool = False
    """Whether a player brought some of it."""

    def __hash__(self) -> int:
        return id(self)

    def card(self, name: str) -> Card | None:
        """A card by its name or id, however its letters are written: Jäger, jager."""
        return self.cards.get(slug(name))


@rule("fieldmanual.errata-datacards")
def corrected(card: Card) -> Card:
    """A card of an earlier book as this one corrects it: the blow of the Armiger FS-101, the circuits of the HC-3A."""
    if card.name == "Armiger FS-101":
        blow = {"dm": CORRECTED_BLOW, "by_size": False}
        weapons = tuple(
            msgspec.structs.replace(mount, weapon=msgspec.structs.replace(mount.weapon, **blow))
            if mount.weapon.id == "PHYSICAL"
            else mount
            for mount in card.weapons
        )
        return msgspec.structs.replace(card, weapons=weapons)
    if card.name == "HC-3A":
        flaws = {name: rating for name, rating in card.flaws.items() if name != "Vulnerable to Haywire"}
        return msgspec.structs.replace(card, flaws=flaws)
    return card


@lru_cache(maxsize=32)
def own_cards(text: str, file: str) -> Mapping[str, Card]:
    """The cards of a player's file by name as an id. Raises BadFile with everything that is wrong, by line.

    A card's own id tells it from all others of its name: two players may bring two Wildcats to one battle.
    """
    return {name: _told_apart(corrected(card)) for name, card in read_cards(text, file, USER).items()}


def _told_apart(card: Card) -> Card:
    digest = hashlib.blake2b(msgspec.json.encode(card, order="deterministic"), digest_size=4).hexdigest()
    return msgspec.structs.replace(card, id=f"{card.id}-own-{digest}")


@lru_cache(maxsize=32)
def own_groups(text: str, file: str, cards_text: str, cards_file: str) -> Mapping[str, Group]:
    """The groups of a player's file by id; every model of them has a card, ours or the player's. Raises BadFile."""
    groups = read_groups(text, file, USER)
    named = Lists({**all_cards(), **(own_cards(cards_text, cards_file) if cards_text else {})}, {})
    findings = Findings(file)
    for number, row in read_table(text, ("faction", "group"), COLUMNS, findings):
        group = groups[slug(f"{row['faction']} {row['group']}")]
        if not group.composition:
            findings.find(number, f"{group.name}: has no models; write a composition such as 4 x Hunter")
        for name in dict.fromkeys(group.models):
            if named.card(name) is None:
                remedy = "bring one in a file of cards, or name another model"
                findings.find(number, f"{group.name}: there is no card for '{name}'; {remedy}")
    findings.refuse()
    return {id: msgspec.structs.replace(group, fieldable=True) for id, group in groups.items()}


@lru_cache(maxsize=1)
def our_lists() -> Lists:
    """The lists that come with the game."""
    return Lists(dict(all_cards()), dict(all_groups()))


@heeds("fieldmanual.datacards-lost")
def lists_with(cards_file: str, groups_file: str, folder: str = "") -> Lists:
    """Our lists with a player's files laid over them, looked for in a folder first; an empty name is no file.

    Raises BadFile.
    """
    if not cards_file and not groups_file:
        return our_lists()
    cards_text = read_handed_in(found_beside(folder, cards_file)) if cards_file else ""
    groups_text = read_handed_in(found_beside(folder, groups_file)) if groups_file else ""
    return _laid_over(cards_text, cards_file, groups_text, groups_file)


@lru_cache(maxsize=32)
def _laid_over(cards_text: str, cards_file: str, groups_text: str, groups_file: str) -> Lists:
    """A row replaces ours of the same name. Groups whose cards were lost can be fielded once a player has them all."""
    brought = own_cards(cards_text, cards_file) if cards_file else {}
    cards = {**all_cards(), **brought}
    named = Lists(cards, {})
    groups = {
        id: msgspec.structs.replace(group, fieldable=True) if _is_complete(group, named) else group
        for id, group in all_groups().items()
    }
    mustered = own_groups(groups_text, groups_file, cards_text, cards_file) if groups_file else {}
    return Lists(cards, {**groups, **mustered}, own=True)


def _is_complete(group: Group, lists: Lists) -> bool:
    return bool(group.composition) and bool(group.type) and all(lists.card(name) for name in group.models)
