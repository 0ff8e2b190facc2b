"""Threat Values: what models and Combat Groups cost in which army, and what may be added to a group."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.rulebook import rule
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.forces.enlisting import Force, Recruit, Squad
from gearlock.systems.fieldmanual.groups import read_composition
from gearlock.systems.fieldmanual.weapons import PACKAGE, read_number

FILE = "prices.csv"
COLUMNS = ("book", "page", "army", "group", "kind", "model", "tv", "needs", "rule", "line")
GROUP, MODEL = "group", "model"


class Price(msgspec.Struct, frozen=True):
    """What a group costs in an army, or a model in a group of it; `needs` are models it must stand beside."""

    army: str
    group: str
    model: str
    tv: int | None
    needs: tuple[tuple[int, str], ...]
    rule: str
    line: str


def read_prices(text: str, file: str = FILE) -> list[Price]:
    """The prices of a file; BadFile names everything wrong with it, by line."""
    rows = csv.reader(io.StringIO(text))
    if tuple(next(rows, ())) != COLUMNS:
        raise BadFile([Finding(file, 1, f"the columns must be {', '.join(COLUMNS)}")])
    found: list[Price] = []
    findings: list[Finding] = []
    for cells in rows:
        row = dict(zip(COLUMNS, cells, strict=False))
        try:
            if len(cells) != len(COLUMNS):
                raise ValueError(f"{len(cells)} columns; there must be {len(COLUMNS)}")
            if row["kind"] not in (GROUP, MODEL) or (row["kind"] == MODEL) != bool(row["model"]):
                raise ValueError("a row is of a group, or of a model and names it")
            if not re.fullmatch(r"fieldmanual\.[\w-]+", row["rule"]):
                raise ValueError(f"'{row['rule']}' is no rule")
            tv = read_number("tv", row["tv"]) if row["tv"] else None
            needs = read_composition(row["needs"])
            found.append(Price(row["army"], row["group"], row["model"], tv, needs, row["rule"], row["line"]))
        except ValueError as error:
            findings.append(Finding(file, rows.line_num, f"{row.get('group', 'empty line')}: {error}"))
    if findings:
        raise BadFile(findings)
    return found


@cache
@rule("fieldmanual.tv-adjustments", "fieldmanual.errata-leagueless-troopers")
def prices() -> Mapping[tuple[str, str, str], Price]:
    """The adjusted and added prices by army, group and model; the model is "" for the group as a whole."""
    text = (resources.files(PACKAGE) / "data" / FILE).read_text(encoding="utf-8")
    return {(price.army, price.group, price.model): price for price in read_prices(text)}


def _price(squad: Squad, model: str) -> Price | None:
    """The entry for the army of a force, or for its faction."""
    names = (squad.force.army_name, squad.force.faction)
    return next((prices()[key] for name in names if (key := (name, squad.list_name, model)) in prices()), None)


def sold_beside(squad: Squad, card: Card) -> Price | None:
    """The entry by which a group may have this model beyond those of its list; None if it may not."""
    return _price(squad, card.name) or _price(squad, card.family)


def stock_price(squad: Squad, card: Card) -> int:
    """What a model without options costs in this group."""
    listed = _price(squad, card.name)
    return card.tv if listed is None or listed.tv is None else listed.tv


def price(recruit: Recruit) -> int:
    """What each of these models costs with its options. A swap is priced beside the model that was swapped."""
    if recruit.card is None or recruit.fitted is None:
        return 0
    return stock_price(recruit.squad, recruit.card) + recruit.fitted.extra


def list_price(squad: Squad) -> int:
    """What the group costs as its list has it: the adjusted price, or else the list's; 0 if neither says."""
    listed = _price(squad, "")
    if listed is not None and listed.tv is not None:
        return listed.tv
    return squad.group.tv if squad.group else 0


def surcharge(squad: Squad) -> int:
    """What the price of the list is above or below that of its models one by one."""
    cards = [squad.force.lists.card(name) for name in (squad.group.models if squad.group else ())]
    if not list_price(squad) or not cards or None in cards:
        return 0
    return list_price(squad) - sum(stock_price(squad, card) for card in cards if card)


def squad_price(squad: Squad) -> int:
    """What a Combat Group costs with all its models and options."""
    models = sum(recruit.count * price(recruit) for recruit in squad.recruits)
    return models + surcharge(squad) if models else 0


def force_price(force: Force) -> int:
    """The Threat Value of a force."""
    return sum(squad_price(squad) for squad in force.squads)
