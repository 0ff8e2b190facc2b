"""A.2: a force as it takes the field: each model with its upgrades, rank and unit, and what its list gives it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.force import Roster
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.fitting import with_trait
from gearlock.muster.lines import heads
from gearlock.systems.blitz.cards import ModelCard, model_cards
from gearlock.systems.blitz.forces.alterations import (
    change_weapon,
    gain_trait,
    has_trait,
    named,
    raise_dice,
    read,
    set_trait,
    single_entries,
    weapon_of,
)
from gearlock.systems.blitz.forces.doctrines import ARMIGER
from gearlock.systems.blitz.forces.enlisting import CombatGroup, Recruit, Squad, enlist
from gearlock.systems.blitz.forces.pricing import price, shared_price
from gearlock.systems.blitz.forces.sublists import LEAGUELESS, SWARM, family, is_swarm
from gearlock.systems.blitz.forces.upgrades import DRONE

FULL_GREL = 6
GRELS = {"GREL", "Hoverbike GREL", "FLAIL"}


@dataclass(frozen=True)
class Fielded:
    """One model of a force. `rank` is co, cgl, xo, 2ic or empty, `squad` primary or support.

    `tv` has its upgrades and drones in it, and on the first model of a unit what was bought for all of it; `points` are
    command points beyond those of its rank.
    """

    card: ModelCard
    rank: str
    group: int
    squad: str
    ua: str
    tv: int
    drones: tuple[ModelCard, ...] = ()
    points: int = 0


def field_force(roster: Roster) -> tuple[Fielded, ...]:
    """All models of a roster in its order. A model nobody knows cannot take the field: BadInput names the line."""
    fielded: list[Fielded] = []
    for number, group in enumerate(enlist(roster).groups):
        for squad in group.squads:
            extra = shared_price(squad)
            for recruit in squad.recruits:
                for _ in range(recruit.count):
                    fielded += _standing(recruit, number, group, extra)
                    extra = 0
    return tuple(fielded)


@heeds("blitz.18.6", "blitz.A.2.2-drones")
def _standing(recruit: Recruit, number: int, group: CombatGroup, extra: int) -> Iterator[Fielded]:
    """What stands on the table for one model: of a great vehicle each part, the core with rank and price."""
    card, squad = drilled(recruit), recruit.squad
    drones = tuple(model_cards()[id] for id in recruit.drones)
    points = command_points(recruit, group)
    for place, part in enumerate(_parts(card)):
        first = place == 0
        yield Fielded(
            part,
            recruit.rank if first else "",
            number,
            squad.kind,
            squad.block.code,
            price(recruit) + extra if first else 0,
            drones if first else (),
            points if first else 0,
        )


def _parts(card: ModelCard) -> list[ModelCard]:
    """The parts of a great vehicle: all of them veterans, the core with whatever else the whole has gained."""
    printed = model_cards()[card.line]
    if not printed.parts:
        return [card]
    gained, suffix = card.traits[len(printed.traits) :], card.id.removeprefix(printed.id)
    parts = []
    for place, id in enumerate(printed.parts):
        part = model_cards()[id]
        for text in (each for each in gained if place == 0 or each == "Vet"):
            part = _gaining(part, text)
        parts.append(msgspec.structs.replace(part, id=part.id + suffix))
    return parts


def _gaining(part: ModelCard, text: str) -> ModelCard:
    trait = read(text)
    return raise_dice(part, trait.name, trait.number) if trait.rating.endswith("D6") else set_trait(part, text)


def drilled(recruit: Recruit) -> ModelCard:
    """The card as it is played. Equal changes give equal ids, so that equal models share one stat line."""
    card = recruit.played
    if card is None:
        raise BadInput(f"line {recruit.line}: no model is called '{recruit.entry.model[:60]}'.")
    for change in (_of_rank, _of_list, _of_kind, _of_drones):
        card = change(card, recruit)
    if card == model_cards()[card.id]:
        return card
    code = recruit.squad.force.list_code.lower()
    bought = [it.title.lower().replace(" ", "-") for it in recruit.purchases if it.upgrade.list != DRONE]
    shared = [it.id for it in recruit.squad.purchases]
    gained = [name for name in ("Pathfinder", "Worn", "Pride", "Drone Bay") if has_trait(card, name)]
    marks = [code, *sorted(bought), *sorted(shared), *(name.lower().replace(" ", "-") for name in gained)]
    return msgspec.structs.replace(card, id="+".join([card.id, *filter(None, marks)]))


@heeds("blitz.A.2.2-drones")
def _of_drones(card: ModelCard, recruit: Recruit) -> ModelCard:
    """Whoever is given a drone has a bay for it."""
    return gain_trait(card, "Drone Bay:1") if recruit.drones and not has_trait(card, "Drone Bay") else card


@rule("blitz.force.south.sra")
@heeds("blitz.A.2.0", "blitz.force.north.umf", "blitz.force.nucoal.kada")
def _of_rank(card: ModelCard, recruit: Recruit) -> ModelCard:
    """A Commanding Officer has a die more to command with; so have all leaders of the SRA, who also fence farther."""
    code = recruit.squad.force.list_code
    if recruit.rank == "co":
        card = raise_dice(card, "CMD", 2 if code == "UMF" else 1)
    if recruit.is_commander and code == "SRA":
        card = _long_blades(raise_dice(card, "CMD"))
    if recruit.is_commander and code == "KADA" and not has_trait(card, "Duelist"):
        card = gain_trait(card, "Duelist")
    return card


def _long_blades(card: ModelCard) -> ModelCard:
    single = single_entries(card)
    for place, entry in enumerate(single.weapons):
        weapon = weapon_of(entry)
        if weapon.row.code == "VB" and "Reach" not in weapon.traits:
            single = change_weapon(single, place, with_trait(entry, 'Reach:1"'))
    return single


@rule(
    "blitz.force.north.umf", "blitz.force.nucoal.pg", "blitz.force.nucoal.en", "blitz.force.nucoal.lp",
    "blitz.force.peace-river.prdf",
)  # fmt: skip
@heeds("blitz.force.peace-river.ctf", "blitz.force.leagueless")
def _of_list(card: ModelCard, recruit: Recruit) -> ModelCard:
    """What every model of a sub-list has: jammers, faster engines, better uplinks, resolve, paths nobody knows."""
    force = recruit.squad.force
    code = force.list_code
    if code in ("UMF", "CTF") and (suite := named(card, "ECM")) and "SJ" not in suite.bracket:
        card = set_trait(card, f"ECM:{suite.rating} ({', '.join([*suite.bracket, 'SJ'])})")
    if code == "PG" and (uplink := named(card, "SatUp")):
        bracket = f" ({', '.join(uplink.bracket)})" if uplink.bracket else ""
        card = set_trait(card, f"SatUp:{max(2, uplink.number - 1)}+{bracket}")
    if code == "EN" and not recruit.is_type("Infantry", "Fortification"):
        card = msgspec.structs.replace(card, move=card.move + 1)
    if code == "PRDF":
        card = gain_trait(card, "Resolve")
        card = gain_trait(card, "Air Superiority") if card.gait == "F" else card
    if code == "GREL" and recruit.rank not in ("", "co") and is_full_grel(recruit.squad):
        card = gain_trait(card, "Pride")
    if force.faction == LEAGUELESS and not recruit.rank:
        card = gain_trait(card, "Worn")
    pathfinders = code == "LP" or force.faction == LEAGUELESS
    if pathfinders and all(it.is_type("Gear") for it in recruit.squad.recruits):
        card = gain_trait(card, "Pathfinder")
    return card


@heeds("blitz.force.utopia-special")
def _of_kind(card: ModelCard, _recruit: Recruit) -> ModelCard:
    """Utopian machines are told by their names."""
    if card.faction != "Utopia":
        return card
    if is_swarm(model_cards()[card.id]):
        return gain_trait(card, SWARM)
    return gain_trait(card, ARMIGER) if ARMIGER in model_cards()[card.id].name else card


@heeds("blitz.force.south.sra", "blitz.force.peace-river.ctf", "blitz.force.cef.grel")
def command_points(recruit: Recruit, group: CombatGroup) -> int:
    """Points beyond those of a rank: groups of one type in the SRA, the chief of the CTF, full units of GRELs."""
    code = recruit.squad.force.list_code
    if recruit.rank == "co" and code == "CTF":
        return 1
    if code == "SRA" and recruit.rank in ("co", "cgl"):
        types = {it.card.type.split(" ")[0].rstrip(",") for squad in group.squads for it in squad.recruits if it.card}
        return int(len(types) == 1)
    return int(code == "GREL" and recruit.rank not in ("", "co") and is_full_grel(recruit.squad))


@heeds("blitz.force.cef.grel")
def is_full_grel(squad: Squad) -> bool:
    """Six models, all of them GRELs: on foot, on hoverbikes or in FLAIL armor."""
    families = {family(it.card) for it in squad.recruits if it.card}
    return heads(squad.recruits) == FULL_GREL and families <= GRELS
