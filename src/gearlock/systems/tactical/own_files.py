"""Weapons, cards, price lists, loads and squads that players bring: CSV files in our columns, marked as theirs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from gearlock.kernel.errors import Finding, Findings
from gearlock.kernel.files import read_handed_in
from gearlock.kernel.rulebook import heeds
from gearlock.muster.fitting import Unfit
from gearlock.muster.tables import read_table, slug
from gearlock.systems.tactical import price_lists, unit_files, unit_rows
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.formations import COLUMNS, Formation, our_formations, read_formations
from gearlock.systems.tactical.price_lists import Price, read_loads, read_prices
from gearlock.systems.tactical.weapon_lists import Arms, all_arms, data_text, read_weapons
from gearlock.systems.tactical.weapons import USER

WEAPONS, CARDS, PRICES, LOADS, SQUADS = KINDS = ("weapons", "cards", "prices", "loads", "squads")
"""What may be brought, by the header of a roster that names the file."""
Texts = tuple[tuple[str, str, str], ...]
"""Kind, file name and text of everything that is brought."""


class Lists(msgspec.Struct, frozen=True):
    """What a force is built from: ours, or a player's in their place."""

    arms: Arms
    cards: dict[str, Card]
    """Ready to play, by name as an id."""
    chassis: dict[str, Card]
    """Stripped Gears by name."""
    prices: dict[str, dict[str, Price]]
    formations: dict[str, Formation]
    unfielded: dict[str, tuple[str, str]]
    """Names without a card: faction and reason."""
    own: bool = False
    """Whether a player brought some of it."""

    def __hash__(self) -> int:
        return id(self)

    def card(self, name: str) -> Card | None:
        """A card by its name or id, however its letters are written."""
        return self.cards.get(slug(name))


@lru_cache(maxsize=1)
def our_lists() -> Lists:
    """The lists that come with the game."""
    units = unit_files.our_units()
    prices = {gear: dict(rows) for gear, rows in unit_files.our_prices().items()}
    formations, cards = dict(our_formations()), dict(unit_files.all_cards())
    return Lists(all_arms(), cards, dict(units.chassis), prices, formations, dict(units.unfielded))


@heeds("tactical.ref-datacards")
def lists_with(files: Mapping[str, str]) -> Lists:
    """Our lists with a player's files, by kind, laid over them. Raises BadFile with everything wrong, by line."""
    named = {kind: files[kind] for kind in KINDS if files.get(kind)}
    if not named:
        return our_lists()
    return _laid_over(tuple((kind, name, read_handed_in(Path(name))) for kind, name in named.items()))


@lru_cache(maxsize=32)
def _laid_over(texts: Texts) -> Lists:
    """A row replaces ours of the same name; cards of vehicles nobody touched are built anew from changed weapons."""
    brought = {kind: (text, name) for kind, name, text in texts}
    arms = _arms(*brought[WEAPONS]) if WEAPONS in brought else all_arms()
    mounts_text = data_text(unit_files.MOUNTS_FILE)
    mounts = unit_rows.read_mounts(mounts_text, unit_files.MOUNTS_FILE, arms)
    ours_text = data_text(unit_files.FILE)
    ours = unit_rows.read_units(ours_text, unit_files.FILE, arms, mounts)
    units = unit_rows.Units({}, {}, {})
    if CARDS in brought:
        units = unit_rows.read_units(*brought[CARDS], arms, mounts, unit_rows.rows_of(ours_text))
    prices = _prices(brought, arms)
    chassis = {**ours.chassis, **units.chassis}
    cards = {**ours.cards, **_gears(brought, chassis, prices), **units.cards}
    cards |= unit_files.read_squads(data_text(unit_files.SQUADS_FILE), unit_files.SQUADS_FILE, arms)
    named = {*units.chassis, *(card.name for card in units.cards.values())}
    unfielded = {name: said for name, said in ours.unfielded.items() if name not in named}
    cards = {id: _told_apart(id, card) for id, card in cards.items()}
    lists = Lists(arms, cards, chassis, prices, dict(our_formations()), unfielded, own=True)
    return _mustered(lists, *brought[SQUADS]) if SQUADS in brought else lists


def _arms(text: str, file: str) -> Arms:
    ours = all_arms()
    return Arms({**ours.vehicle, **read_weapons(text, file, USER)}, ours.infantry, ours.heavy)


def _prices(brought: Mapping[str, tuple[str, str]], arms: Arms) -> dict[str, dict[str, Price]]:
    """Our price lists with a player's rows: a row replaces ours of the same option."""
    found = read_prices(data_text(price_lists.FILE), price_lists.FILE, arms)
    for gear, rows in (read_prices(*brought[PRICES], arms, USER) if PRICES in brought else {}).items():
        found[gear] = {**found.get(gear, {}), **rows}
    return found


def _gears(
    brought: Mapping[str, tuple[str, str]], chassis: Mapping[str, Card], prices: dict[str, dict[str, Price]]
) -> dict[str, Card]:
    """Every Gear with a load, the player's or ours. A load that cannot be carried is told with the player's file."""
    loads = read_loads(data_text(price_lists.LOADS_FILE), price_lists.LOADS_FILE, prices)
    if LOADS in brought:
        loads |= read_loads(*brought[LOADS], prices, USER)
    try:
        return unit_files.stock_gears(chassis, prices, loads)
    except Unfit as fault:
        _, file = next(brought[kind] for kind in (LOADS, PRICES, CARDS, WEAPONS) if kind in brought)
        findings = Findings(file)
        findings.findings.append(Finding(file, 0, f"a stock load cannot be carried: {fault.message}; {fault.fix}"))
        findings.refuse()
        raise


def _told_apart(id: str, card: Card) -> Card:
    """A card unlike ours gets an id of its own: two players may bring two Weasels to one battle."""
    if unit_files.all_cards().get(id) == card:
        return card
    digest = hashlib.blake2b(msgspec.json.encode(card, order="deterministic"), digest_size=4).hexdigest()
    return msgspec.structs.replace(card, id=f"{id}-own-{digest}")


def _mustered(lists: Lists, text: str, file: str) -> Lists:
    """With a player's squads, every model of which has a card. Raises BadFile."""
    formations = read_formations(text, file, USER)
    findings = Findings(file)
    for number, row in read_table(text, ("faction", "squad"), COLUMNS, findings):
        for name in dict.fromkeys(formations[slug(f"{row['faction']} {row['squad']}")].models):
            if lists.card(name) is None:
                remedy = "bring one in a file of cards, or name another model"
                findings.find(number, f"{row['squad']}: there is no card for '{name}'; {remedy}")
    findings.refuse()
    return msgspec.structs.replace(lists, formations={**lists.formations, **formations})
