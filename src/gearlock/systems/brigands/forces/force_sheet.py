"""A force on paper: what each model is, can do and costs."""

from __future__ import annotations

from functools import cache

import msgspec

from gearlock.kernel.force import Arm, Roster, Sheet, SheetGroup, SheetModel, SheetUnit
from gearlock.muster.lines import heads
from gearlock.muster.sheets import plain_group, rows_said, rows_ticked, spent
from gearlock.systems.brigands.forces.enlisting import Recruit, Squad, enlist
from gearlock.systems.brigands.forces.fitting import mounted
from gearlock.systems.brigands.forces.roster_units import unit_cards
from gearlock.systems.brigands.models import ModelCard
from gearlock.systems.brigands.weapons import Weapon
from gearlock.table.measure import INCH

CONVERTED = "* converted from the lists of an older edition; see the ruling on converted units"
_PRINTED = "book-line: the whole line as printed"


def force_sheet(roster: Roster) -> Sheet:
    """The whole force, groups in their order. What is not found in the lists shows without figures."""
    force = enlist(roster)
    cost, models = spent(force.price, force.size, "TV"), heads(force.recruits())
    facts = (force.faction or "no faction", cost, f"{models} models")
    groups = tuple(SheetGroup(group.title, tuple(_unit(squad) for squad in group.squads)) for group in force.groups)
    converted = any(model.converted for group in groups for unit in group.units for model in unit.models)
    return Sheet(roster.says("name") or "A force", facts, groups, (CONVERTED,) if converted else (), "TV", force.price)


@cache
def stock() -> Sheet:
    """Every model of every list, faction by faction, with the Units it serves in."""
    lists: dict[str, list[ModelCard]] = {}
    for card in unit_cards().values():
        lists.setdefault(card.faction, []).append(card)
    groups = tuple(plain_group(faction, map(listed, cards)) for faction, cards in sorted(lists.items()))
    return Sheet("All models", (f"{len(unit_cards())} models",), groups, (CONVERTED,), "TV")


def listed(card: ModelCard) -> SheetModel:
    """A model as its list prints it."""
    return _shown(card, 1, card.tv, ("UA", ", ".join(card.ua)))


def _shown(card: ModelCard, count: int, price: int, *more: tuple[str, str]) -> SheetModel:
    rows = rows_said(("weapons", ", ".join(card.weapons)), ("traits", ", ".join(card.traits)), *more)
    tracks = rows_ticked(("hull", card.hull), ("structure", card.structure))
    arms = tuple(_arm(id, weapon) for id, weapon in mounted(card))
    return SheetModel(card.name, count, price, _stats(card), rows, card.converted != _PRINTED, tracks=tracks, arms=arms)


def _arm(id: str, weapon: Weapon) -> Arm:
    best, most = (weapon.near // INCH, weapon.far // INCH), weapon.most // INCH
    traits = (f"{name}:{rating}" if rating > 1 else name for name, rating in weapon.traits.items() if name != "PEN")
    return Arm(f"{id} {weapon.name}", best, most, (("pen", str(weapon.pen)),), tuple(traits))


def _unit(squad: Squad) -> SheetUnit:
    veteran = ", Veteran" if squad.is_marked_veteran else ""
    title = f"{squad.title}{veteran}: {squad.actions} Action{'s' * (squad.actions != 1)}, {squad.price} TV"
    return SheetUnit(title, tuple(_model(recruit) for recruit in squad.recruits))


def _model(recruit: Recruit) -> SheetModel:
    card = recruit.played
    if card is None:
        return SheetModel(recruit.name, recruit.count, 0, rows=(("", "not found in the lists"),), line=recruit.line)
    drones = ((drone.title, _in_short(unit_cards()[drone.id])) for drone in recruit.drones)
    shown = _shown(card, recruit.count, recruit.price, ("bought", _bought(recruit)), *drones)
    return msgspec.structs.replace(shown, line=recruit.line)


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
