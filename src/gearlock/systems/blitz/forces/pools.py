"""What a random force may draw: the units and models open to a faction or a sub-list."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

from gearlock.muster.drawing_lots import Bounds, Offer, cheapest
from gearlock.systems.blitz.cards import ModelCard, model_cards
from gearlock.systems.blitz.forces.alterations import has_trait
from gearlock.systems.blitz.forces.availability import ANY, Limit, limits
from gearlock.systems.blitz.forces.doctrines import ARMIGER, CARRIER, HIGH_TECH, MOST_ARMIGERS, SCOUT_CAR, TANK_CODES
from gearlock.systems.blitz.forces.enlisting import printed_actions, unit_size
from gearlock.systems.blitz.forces.sublists import (
    GENERIC,
    LEAGUELESS,
    LEAGUELESS_CODES,
    SUPPORTED,
    TALONS,
    TERRA_NOVANS,
    SubList,
    family,
    limit_for,
    sublists,
)
from gearlock.systems.blitz.forces.units import SIZES


@dataclass(frozen=True)
class Muster:
    """Whose force is drawn: a faction or one of its sub-lists, with the allies it has chosen."""

    home: str
    code: str = ""
    """Of the sub-list."""
    allies: tuple[str, ...] = ()

    @property
    def sublist(self) -> SubList | None:
        """The sub-list, if it is one."""
        return sublists().get(self.code)

    @property
    def is_elite(self) -> bool:
        """Whether everybody is a veteran."""
        return self.home == TALONS or (self.sublist is not None and self.sublist.elite == "required")

    def cost(self, card: ModelCard) -> int:
        """What a model costs here; in an elite force with Vet."""
        veteran = 0 if has_trait(card, "Vet") or not self.is_elite else 2 * printed_actions(card)
        return card.tv + veteran

    def limit(self, card: ModelCard, code: str) -> Limit | None:
        """How often a unit of this code may have it."""
        return limit_for(card, code, self.home, self.sublist)


@cache
def pool(muster: Muster, primary: bool) -> dict[tuple[str, str], tuple[ModelCard, ...]]:
    """The models of every kind of unit, by list and code. Works and aircraft are left to people."""
    found: dict[tuple[str, str], list[ModelCard]] = {}
    for card in model_cards().values():
        if card.type == "Drone" or card.faction == GENERIC or not card.tv:
            continue
        for code in limits(card):
            if code != ANY and _is_open(muster, card, code, primary):
                owner = LEAGUELESS if muster.home == LEAGUELESS else card.faction
                found.setdefault((owner, code), []).append(card)
    return {key: tuple(cards) for key, cards in found.items()}


def _is_open(muster: Muster, card: ModelCard, code: str, primary: bool) -> bool:
    sublist = muster.sublist
    if sublist and code in sublist.bars:
        return False
    if primary and sublist and card.faction == sublist.faction and family(card) in sublist.keeps_out:
        return False
    if muster.code in ("TANK", "GREL") and code in TANK_CODES and primary == (muster.code == "GREL"):
        return False
    if muster.code == "HAPF" and primary and (card.actions < 2 or card.type == "Vehicle"):
        return False
    if muster.code == "PAK" and family(card) in ("LHT-71", "MHT-72"):
        return False
    if muster.home == LEAGUELESS:
        return card.faction in TERRA_NOVANS and bool(LEAGUELESS_CODES & set(limits(card)))
    if card.faction == muster.home:
        return True
    if sublist and card.faction in muster.allies and code in sublist.brings(card.faction):
        return card.faction != "CEF" or code != "RC"
    return not primary and muster.home in SUPPORTED.get(card.faction, ()) and muster.home != TALONS


def may_lead(muster: Muster, card: ModelCard, code: str, chief: bool) -> bool:
    """Whether a model can lead a unit, and be the Commanding Officer."""
    if has_trait(card, "Medic"):
        return False
    if muster.code == "HGSF" and not is_modern(card):
        return False
    if not chief:
        return True
    demands = {
        "PAK": card.type == "Vehicle (Hover)",
        "TANK": card.type.startswith("Vehicle") and code in TANK_CODES,
        "GREL": family(card) in (SCOUT_CAR, CARRIER),
        "Utopia": ARMIGER in card.name,
    }
    return demands.get(muster.code, True) and demands.get(muster.home, True)


def is_modern(card: ModelCard) -> bool:
    """Fusilade and Pillium variants."""
    return any(name in card.name.lower() for name in HIGH_TECH)


def may_join(muster: Muster, card: ModelCard, code: str, picked: list[ModelCard], primary: bool, vets: bool) -> bool:
    """Whether a unit with these models may have one more of this."""
    limit = muster.limit(card, code)
    if limit is None or (limit.support and primary):
        return False
    if not (vets or muster.is_elite) and (limit.veteran or has_trait(card, "Vet")):
        return False
    if not primary and not muster.is_elite and limit.veteran != has_trait(card, "Vet"):
        return False
    if muster.home == "Utopia" and ARMIGER in card.name:
        return sum(ARMIGER in each.name for each in picked) < MOST_ARMIGERS and _has_room(limit, card, picked, primary)
    return _has_room(limit, card, picked, primary)


def _has_room(limit: Limit, card: ModelCard, picked: list[ModelCard], primary: bool) -> bool:
    if limit.commander and (picked or not primary):
        return False
    most = limit.bounds(primary)[1]
    return most is None or Counter(each.id for each in picked)[card.id] < most


@cache
def cheapest_unit(muster: Muster, origin: str, code: str, chief: bool) -> tuple[ModelCard, ...] | None:
    """The cheapest primary unit of this code without veterans, leader first; None if there is none."""
    cards = pool(muster, True)[origin, code]
    leaders = [it for it in cards if may_lead(muster, it, code, chief) and may_join(muster, it, code, [], True, False)]
    best: tuple[ModelCard, ...] | None = None
    for leader in sorted(leaders, key=muster.cost)[:4]:
        size = unit_size(leader)
        offers = [(it, _offer(muster, it, code, leader)) for it in cards if not has_trait(it, "Medic")]
        rest = cheapest(Bounds(max(0, SIZES.least - size), SIZES.most - size), offers)
        if rest is not None and size <= SIZES.most:
            unit = (leader, *rest)
            if best is None or sum(map(muster.cost, unit)) < sum(map(muster.cost, best)):
                best = unit
    return best


def _offer(muster: Muster, card: ModelCard, code: str, leader: ModelCard) -> Offer:
    limit = muster.limit(card, code)
    if limit is None or limit.commander or limit.support or not may_join(muster, card, code, [leader], True, False):
        return Offer(unit_size(card), muster.cost(card), 0)
    most = SIZES.most if limit.most is None else limit.most - (card.id == leader.id)
    if muster.home == "Utopia" and ARMIGER in card.name:
        most = 0
    return Offer(unit_size(card), muster.cost(card), most)
