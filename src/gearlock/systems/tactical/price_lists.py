"""2.3.6: the price lists of Gears that can be armed anew, and the loads they have where nobody chooses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from gearlock.kernel.errors import Findings
from gearlock.kernel.rulebook import heeds
from gearlock.muster.tables import read_table
from gearlock.systems.tactical.cards import ARCS
from gearlock.systems.tactical.perks import read_perk
from gearlock.systems.tactical.weapon_lists import Arms, as_printed, find_code, read_number
from gearlock.systems.tactical.weapons import MARKS, Weapon

FILE, LOADS_FILE = "options.csv", "loads.csv"
FIGURES = ("accuracy", "base", "damage", "rof", "special")
COLUMNS = ("gear", "option", "kind", "arc", "ammo", "cost", "clip", *FIGURES, "mark", "reason", "lines", "note")
NEEDED = ("gear", "option", "kind", "arc", "ammo", "cost", "clip")
LOAD_COLUMNS = ("gear", "weapons", "mark", "reason")
WEAPON, PERK = "weapon", "perk"
NO_CLIP = "-"


class Price(msgspec.Struct, frozen=True):
    """A row of a Gear's price list: a weapon with its arc, rounds and clips, or a perk."""

    gear: str
    option: str
    """The weapon's code, or the perk with its rating: Crew Armor 2."""
    cost: int
    weapon: Weapon | None = None
    arc: str = ""
    ammo: int | None = None
    clip: int | None = None
    """What a spare clip costs; None where none can be bought."""
    mark: str = ""
    reason: str = ""

    def __hash__(self) -> int:
        return hash((self.gear, self.option))


class Load(msgspec.Struct, frozen=True):
    """What a Gear carries where nobody chooses: options of its price list."""

    gear: str
    options: tuple[str, ...]
    mark: str
    reason: str


Prices = Mapping[str, Mapping[str, Price]]
"""The price list of each Gear by name, its rows by option."""


class _Row:
    """A row of a price list while it is read."""

    def __init__(self, row: Mapping[str, str], arms: Arms, mark: str) -> None:
        self.row, self.arms = row, arms
        self.mark = mark or row.get("mark", "")
        self.reason = "" if mark else row.get("reason", "")

    def _whole(self, key: str) -> int:
        return read_number(key, self.row.get(key, ""), 0)

    def price(self) -> Price:
        """What the row says. Raises ValueError."""
        if self.mark not in MARKS:
            raise ValueError(f"mark '{self.mark}': there are {', '.join(MARKS)}")
        if self.row["kind"] == WEAPON:
            return self._weapon()
        if self.row["kind"] != PERK:
            raise ValueError(f"kind '{self.row['kind']}': {WEAPON} or {PERK}")
        perk, rating, _ = read_perk(self.row["option"])
        name = f"{perk.name} {rating}" if perk.rated else perk.name
        return Price(self.row["gear"], name, self._whole("cost"), mark=self.mark, reason=self.reason)

    @heeds("tactical.2.3.6")
    def _weapon(self) -> Price:
        """`15/-` is a weapon of which no clip can be bought."""
        code = find_code(self.row["option"], self.arms.vehicle)
        if not code:
            raise ValueError(f"there is no weapon '{self.row['option']}'; write the code of the weapon list")
        if self.row["arc"] not in ARCS:
            raise ValueError(f"arc '{self.row['arc']}': there are {', '.join(ARCS)}")
        clip = None if self.row["clip"] in ("", NO_CLIP) else self._whole("clip")
        ammo = self._whole("ammo") if self.row["ammo"] else None
        weapon = as_printed(self.arms.vehicle[code], self.row)
        cost = self._whole("cost")
        return Price(self.row["gear"], code, cost, weapon, self.row["arc"], ammo, clip, self.mark, self.reason)


def read_prices(text: str, file: str, arms: Arms, mark: str = "") -> dict[str, dict[str, Price]]:
    """The price lists of a file by Gear. With a `mark` all rows have it. BadFile names everything wrong, by line."""
    findings, found = Findings(file), dict[str, dict[str, Price]]()
    for number, row in read_table(text, NEEDED, COLUMNS, findings):
        try:
            price = _Row(row, arms, mark).price()
        except ValueError as error:
            findings.find(number, f"{row['gear'] or 'no Gear'}, {row['option'] or 'nothing'}: {error}")
            continue
        rows = found.setdefault(price.gear, {})
        if price.option in rows:
            findings.find(number, f"{price.gear}: {price.option} stands in this file twice")
        rows[price.option] = price
    findings.refuse()
    return found


def read_loads(text: str, file: str, prices: Prices, mark: str = "") -> dict[str, Load]:
    """The loads of a file by Gear; everything in them stands on the Gear's price list. BadFile as above."""
    findings, found = Findings(file), dict[str, Load]()
    for number, row in read_table(text, ("gear", "weapons"), LOAD_COLUMNS, findings):
        options = tuple(part.strip() for part in row["weapons"].split(";") if part.strip())
        load = Load(row["gear"], options, mark or row.get("mark", ""), "" if mark else row.get("reason", ""))
        for fault in _load_faults(load, prices):
            findings.find(number, f"{load.gear or 'no Gear'}: {fault}")
        if load.gear in found:
            findings.find(number, f"{load.gear}: stands in this file twice")
        found[load.gear] = load
    findings.refuse()
    return found


def _load_faults(load: Load, prices: Prices) -> Iterator[str]:
    if load.mark not in MARKS:
        yield f"mark '{load.mark}': there are {', '.join(MARKS)}"
    if load.gear not in prices:
        yield f"has no price list; those with one are {', '.join(prices)}"
        return
    for option in load.options:
        if option not in prices[load.gear]:
            yield f"'{option}' is not on its price list: {', '.join(prices[load.gear])}"
