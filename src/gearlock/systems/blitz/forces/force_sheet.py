"""A force on paper: what each model is, can do and costs, unit by unit."""

from __future__ import annotations

from functools import cache

import msgspec

from gearlock.kernel.force import Arm, Roster, Sheet, SheetGroup, SheetModel, SheetUnit
from gearlock.kernel.rulebook import rule
from gearlock.muster.lines import heads
from gearlock.muster.sheets import plain_group, rows_said, rows_ticked, spent
from gearlock.systems.blitz.cards import NA, ModelCard, all_cards, model_cards
from gearlock.systems.blitz.forces.enlisting import Force, Recruit, Squad, enlist
from gearlock.systems.blitz.forces.fielding import drilled
from gearlock.systems.blitz.forces.pricing import force_price, has_free_anti_air, price, price_of, squad_price
from gearlock.systems.blitz.weapons import Weapon, read_arsenal, weapons_table
from gearlock.table.measure import INCH

DOUBTFUL = "* the book prints this line in part unreadably; its note says what was made of it"


@rule("blitz.sheet")
def force_sheet(roster: Roster) -> Sheet:
    """The whole force, groups in their order. What is not found in the lists shows without figures."""
    force = enlist(roster)
    cost, models = force_price(force), heads(force.recruits())
    facts = (_whose(force), spent(cost, force.size, "TV"), f"{models} models")
    groups = tuple(SheetGroup(group.title, tuple(_unit(squad) for squad in group.squads)) for group in force.groups)
    doubtful = any(model.converted for group in groups for unit in group.units for model in unit.models)
    return Sheet(roster.says("name") or "A force", facts, groups, (DOUBTFUL,) if doubtful else (), "TV", cost)


def _whose(force: Force) -> str:
    name = force.faction or "no faction"
    name += f", {force.sublist.name}" if force.sublist else ""
    return f"{name} (elite)" if force.is_elite else name


@cache
def stock() -> Sheet:
    """Every model of every list, faction by faction, with the units it serves in, and every upgrade variant."""
    lists: dict[str, list[ModelCard]] = {}
    for card in all_cards().values():
        lists.setdefault(card.faction, []).append(card)
    groups = tuple(plain_group(faction, map(listed, cards)) for faction, cards in sorted(lists.items()))
    return Sheet("All models", (f"{len(all_cards())} models and variants",), groups, (DOUBTFUL,), "TV")


def listed(card: ModelCard) -> SheetModel:
    """A model as its list prints it, or what an upgrade variant changes."""
    if card.upgrade:
        rows = rows_said(("UA", ", ".join(card.ua)), ("changes", ", ".join((*card.weapons, *card.traits))))
        title = f"{card.name} (upgrade of {card.variant_of})"
        return SheetModel(title, 1, card.tv, (), rows, card.uncertain)
    return _shown(card, 1, card.tv, ("UA", ", ".join(card.ua)), ("note", card.note if card.uncertain else ""))


def _shown(card: ModelCard, count: int, cost: int, *more: tuple[str, str]) -> SheetModel:
    rows = rows_said(("weapons", ", ".join(card.weapons)), ("traits", ", ".join(card.traits)), *more)
    tracks = rows_ticked(("hull", card.hull), ("structure", card.structure))
    arms = tuple(_arm(id, weapon) for id, weapon in read_arsenal(card.weapons, weapons_table()).items())
    return SheetModel(card.name, count, cost, _stats(card), rows, card.uncertain, tracks=tracks, arms=arms)


def _arm(id: str, weapon: Weapon) -> Arm:
    best, most = (weapon.near // INCH, weapon.far // INCH), weapon.most // INCH
    traits = (f"{name}:{rating}" if rating > 1 else name for name, rating in weapon.traits.items())
    return Arm(f"{id} {weapon.name}", best, most, (("pen", str(weapon.pen)),) if weapon.bites else (), tuple(traits))


def _unit(squad: Squad) -> SheetUnit:
    shared = "".join(f", {it.title}" for it in squad.bought) + ", one AA free" * has_free_anti_air(squad)
    title = f"{squad.kind.capitalize()} unit {squad.block.code}{shared}: {squad.size} actions, {squad_price(squad)} TV"
    return SheetUnit(title, tuple(map(_model, squad.recruits)))


def _model(recruit: Recruit) -> SheetModel:
    if recruit.played is None:
        return SheetModel(recruit.name, recruit.count, 0, rows=(("", "not found in the lists"),), line=recruit.line)
    drones = ", ".join(model_cards()[id].name for id in recruit.drones)
    more = (("bought", _bought(recruit)), ("drones", drones))
    return msgspec.structs.replace(_shown(drilled(recruit), recruit.count, price(recruit), *more), line=recruit.line)


def _bought(recruit: Recruit) -> str:
    parts = []
    for bought in recruit.purchases:
        cost = price_of(recruit, bought)
        parts.append(f"{bought.title} ({cost:+d})" if cost else bought.title)
    return ", ".join([*parts, *(f"{text} (?)" for text in recruit.unknown)])


def _stats(card: ModelCard) -> tuple[tuple[str, str], ...]:
    skills = ((name, "NA" if value == NA else f"{value}+") for name, value in _skills(card))
    bulk = f"{card.hull}/{card.structure}" if card.structure else str(card.hull)
    return (
        ("type", card.type),
        ("MR", f'{card.move}" {card.gait}'.strip()),
        ("AR", str(card.armor)),
        ("DC", bulk),
        ("ACT", str(card.actions)),
        *skills,
    )


def _skills(card: ModelCard) -> tuple[tuple[str, int], ...]:
    return (("GUN", card.gun), ("PILOT", card.pilot), ("EW", card.ew))
