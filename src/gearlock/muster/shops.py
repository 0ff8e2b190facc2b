"""The shop of any system: its own, or what its stock and the words of its rosters come to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gearlock.kernel.force import ForceRules, SheetModel
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.shop import Good, Opening, Saying, Shop, Ware
from gearlock.muster.reading import force_rules

ORDINARY = ("name", "faction", "size")
"""Words about a force that every builder asks for."""


@cache
def shop_of(system_id: str) -> Shop:
    """What a builder offers for a system. Raises UnknownName for one that builds no forces."""
    rules = force_rules(system_id)
    system: AnySystem = get_system(system_id)
    return system.shop() if system.shop else plain_shop(rules)


def plain_shop(rules: ForceRules) -> Shop:
    """What stock and layout alone tell: every model of the stock, every code with every word."""
    stock, layout = rules.stock(), rules.layout
    shelves = ((group.title, unit.models) for group in stock.groups for unit in group.units)
    opens = layout.named[0] if layout.named else ""
    wares = tuple(plain_ware(model, shelf, opens) for shelf, models in shelves for model in models)
    says = tuple(Saying(key, "") for key in layout.headers if key not in ORDINARY)
    return Shop(wares, (), tuple(openings(rules)), says, stock.currency, notes=stock.notes)


def plain_ware(model: SheetModel, shelf: str, opens: str = "") -> Ware:
    """A model of a sheet as it is sold, its kind being the first thing that its line says."""
    kind = model.stats[0][1] if model.stats and not model.stats[0][1][:1].isdigit() else ""
    return Ware(model.title, model, shelf, kind, opens=opens)


def openings(rules: ForceRules, titles: dict[str, str] | None = None) -> Iterator[Opening]:
    """Every way to begin a unit by a code."""
    for word in rules.layout.units:
        for code in rules.layout.codes:
            meaning = (titles or {}).get(code, "")
            yield Opening(word, code, f"{word} {code}{f': {meaning}' if meaning else ''}")


def good_of(
    name: str, sort: str, goes: str, price: int = 0, per_action: int = 0, *, rule: str = "", choice: str = ""
) -> Good:
    """An upgrade with its price in words."""
    parts = [f"{price:+d}"] if price else []
    parts += [f"{per_action:+d} for each action"] if per_action else []
    return Good(name, sort, goes, ", ".join(parts), rule, choice)
