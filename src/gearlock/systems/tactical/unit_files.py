"""Every card there is: vehicles, Gears with their stock loads, infantry squads, each with marks of its figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import msgspec

from gearlock.kernel.errors import Findings
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.tables import read_table, slug
from gearlock.systems.tactical import price_lists
from gearlock.systems.tactical.cards import TURRET, Card
from gearlock.systems.tactical.customization import Pick, customized
from gearlock.systems.tactical.infantry_cards import MOUNTS, PROTECTION, STAMINA, TROOPERS, Outfit, in_line, squad_card
from gearlock.systems.tactical.price_lists import Load, Prices, read_loads, read_prices
from gearlock.systems.tactical.unit_rows import Units, read_mounts, read_units
from gearlock.systems.tactical.weapon_lists import Arms, all_arms, data_text, find_code, read_number
from gearlock.systems.tactical.weapons import MARKS

FILE, MOUNTS_FILE, SQUADS_FILE = "units.csv", "mounts.csv", "infantry_squads.csv"
SQUAD_COLUMNS = ("name", "faction", "quality", "armor", "weapons", "mount", "night_vision", "mark", "reason")
_COUNTED = re.compile(r"([0-9]{1,2})\s+(\S.*)")


def _outfit(row: Mapping[str, str], arms: Arms) -> Outfit:
    """The squad of a row. Raises ValueError."""
    weapons: list[str] = []
    for part in filter(None, (each.strip() for each in row["weapons"].split(";"))):
        match = _COUNTED.fullmatch(part)
        name = find_code(match[2], arms.infantry) if match else ""
        if not match or not name:
            raise ValueError(f"'{part}' is not a number and an infantry weapon, such as 8 7mm Rifle")
        weapons += [name] * int(match[1])
    if len(weapons) != TROOPERS:
        raise ValueError(f"{len(weapons)} weapons; a squad has {TROOPERS} men")
    if row["armor"] not in PROTECTION or row["mount"] not in ("", *MOUNTS):
        raise ValueError(
            f"armor is one of {', '.join(filter(None, PROTECTION))}, mount {' or '.join(MOUNTS)} or nothing"
        )
    quality = read_number("quality", row["quality"], min(STAMINA), max(STAMINA))
    seeing = row["night_vision"] == "yes"
    carried = in_line(weapons, arms.heavy)
    return Outfit(row["name"], row["faction"], carried, row["armor"], row["mount"], seeing, quality=quality)


def read_squads(text: str, file: str, arms: Arms) -> dict[str, Card]:
    """The ready squads of a file by id; which outfit they have is a load. BadFile names everything wrong, by line."""
    findings, found = Findings(file), dict[str, Card]()
    for number, row in read_table(text, SQUAD_COLUMNS, SQUAD_COLUMNS, findings):
        try:
            if row["mark"] not in MARKS:
                raise ValueError(f"mark '{row['mark']}': there are {', '.join(MARKS)}")
            card = squad_card(slug(row["name"]), _outfit(row, arms), arms)
        except ValueError as error:
            findings.find(number, f"{row['name']}: {error}")
            continue
        found[card.id] = msgspec.structs.replace(card, load=row["mark"], load_reason=row["reason"])
    findings.refuse()
    return found


@heeds("tactical.2.3.6")
def stock_gears(chassis: Mapping[str, Card], prices: Prices, loads: Mapping[str, Load]) -> dict[str, Card]:
    """Every Gear with its stock load, as ready cards by id. Raises Unfit for a load it cannot carry."""
    found = {}
    for name, card in chassis.items():
        load = loads.get(name)
        picks = [Pick(prices[name][option]) for option in load.options] if load else []
        ready = customized(card, picks)
        found[card.id] = ready
        if load is not None:
            found[card.id] = msgspec.structs.replace(ready, load=load.mark, load_reason=f"stock load: {load.reason}")
    return found


@cache
def our_prices() -> Prices:
    """The price lists of the eight Gears by name."""
    return read_prices(data_text(price_lists.FILE), price_lists.FILE, all_arms())


@cache
def our_loads() -> Mapping[str, Load]:
    """The stock loads of the eight Gears by name."""
    return read_loads(data_text(price_lists.LOADS_FILE), price_lists.LOADS_FILE, our_prices())


@cache
def our_units() -> Units:
    """The unit file as it stands: cards, stripped Gears, and names without cards."""
    mounts = read_mounts(data_text(MOUNTS_FILE), MOUNTS_FILE, all_arms())
    return read_units(data_text(FILE), FILE, all_arms(), mounts)


@cache
def all_cards() -> Mapping[str, Card]:
    """Every card that can be put on a table, by id: vehicles, Gears with stock loads, squads, those of scenarios."""
    units, arms = our_units(), all_arms()
    gears = stock_gears(units.chassis, our_prices(), our_loads())
    return {**gears, **units.cards, **read_squads(data_text(SQUADS_FILE), SQUADS_FILE, arms)}


@rule("tactical.5-gun-turret")
def gun_turrets() -> tuple[Card, ...]:
    """Turrets and towed guns: Armor 25, a linked pair of MACs or of HRP/24s, and no way to move."""
    return tuple(card for card in all_cards().values() if card.kind == TURRET)
