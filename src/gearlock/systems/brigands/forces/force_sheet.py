"""A force on paper: what each model is, can do and costs."""

from __future__ import annotations

from functools import cache

from gearlock.kernel.force import Roster, Sheet, SheetGroup, SheetModel, SheetUnit
from gearlock.systems.brigands.forces.enlisting import Recruit, Squad, enlist
from gearlock.systems.brigands.forces.roster_units import unit_cards
from gearlock.systems.brigands.models import ModelCard

CONVERTED = "* converted from the lists of an older edition; see the ruling on converted units"
_PRINTED = "book-line: the whole line as printed"


def force_sheet(roster: Roster) -> Sheet:
    """The whole force, groups in their order. What is not found in the lists shows without figures."""
    force = enlist(roster)
    allowed = f" of {force.size}" if force.size else ""
    models = sum(recruit.count for recruit in force.recruits())
    facts = (force.faction or "no faction", f"{force.price}{allowed} TV", f"{models} models")
    groups = tuple(SheetGroup(group.title, tuple(_unit(squad) for squad in group.squads)) for group in force.groups)
    converted = any(model.converted for group in groups for unit in group.units for model in unit.models)
    return Sheet(roster.says("name") or "A force", facts, groups, (CONVERTED,) if converted else (), "TV")


@cache
def stock() -> Sheet:
    """Every model of every list, faction by faction, with the Units it serves in."""
    cards: dict[str, list[ModelCard]] = {}
    for card in unit_cards().values():
        cards.setdefault(card.faction, []).append(card)
    groups = tuple(
        SheetGroup(faction, (SheetUnit("", tuple(_listed(card) for card in listed)),))
        for faction, listed in sorted(cards.items())
    )
    return Sheet("All models", (f"{len(unit_cards())} models",), groups, (CONVERTED,), "TV")


def _listed(card: ModelCard) -> SheetModel:
    rows = [("weapons", ", ".join(card.weapons)), ("traits", ", ".join(card.traits)), ("UA", ", ".join(card.ua))]
    return SheetModel(card.name, 1, card.tv, _stats(card), _kept(rows), card.converted != _PRINTED)


def _unit(squad: Squad) -> SheetUnit:
    veteran = ", Veteran" if squad.is_marked_veteran else ""
    title = f"{squad.title}{veteran}: {squad.actions} Actions, {squad.price} TV"
    return SheetUnit(title, tuple(_model(recruit) for recruit in squad.recruits))


def _model(recruit: Recruit) -> SheetModel:
    card = recruit.played
    if card is None:
        return SheetModel(recruit.name, recruit.count, 0, rows=(("", "not found in the lists"),))
    rows = [
        ("weapons", ", ".join(card.weapons)),
        ("traits", ", ".join(card.traits)),
        ("bought", _bought(recruit)),
        *((drone, _in_short(unit_cards()[id])) for drone, id in _drones(recruit)),
    ]
    is_converted = card.converted != _PRINTED
    return SheetModel(card.name, recruit.count, recruit.price, _stats(card), _kept(rows), is_converted)


def _kept(rows: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((head, text) for head, text in rows if text)


def _drones(recruit: Recruit) -> list[tuple[str, str]]:
    return [(bought.title, bought.id) for bought in recruit.purchases if bought.upgrade.list == "drone"]


def _in_short(card: ModelCard) -> str:
    parts = [f"{name} {value}" for name, value in _stats(card)[1:]]
    return "; ".join([", ".join(parts), *(", ".join(texts) for texts in (card.weapons, card.traits) if texts)])


def _bought(recruit: Recruit) -> str:
    parts = []
    for bought in recruit.purchases:
        cost = recruit.price_of(bought)
        parts.append(f"{bought.title} (+{cost})" if cost else bought.title)
    return ", ".join([*parts, *(f"{text} (?)" for text in recruit.unknown)])


def _stats(card: ModelCard) -> tuple[tuple[str, str], ...]:
    move = " ".join(f"{gait}:{inches}" for gait, inches in card.move.items()) or "-"
    return (
        ("type", card.type),
        ("MR", move),
        ("AR", str(card.armor)),
        ("H/S", f"{card.hull}/{card.structure}"),
        ("A", str(card.actions)),
        ("GU", str(card.gunnery)),
        ("PI", str(card.piloting)),
        ("Sensors", str(card.sensors)),
    )
