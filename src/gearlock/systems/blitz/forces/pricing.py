"""5.1, A.2.2 to A.2.5: what models, upgrades and whole forces cost, with what sub-lists take off."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.forces.enlisting import Force, Recruit, Squad, printed_actions
from gearlock.systems.blitz.forces.sublists import LEAGUELESS
from gearlock.systems.blitz.forces.upgrades import VETERAN, Purchase, upgrade

FAMILY_TIES = ("WFP", "PSBM")
_GRENADES = ("lhg", "mhg", "hhg", "lse", "mse", "hse")


def has_family_ties(force: Force) -> bool:
    """Whether all commanders share a veteran upgrade, each for a point less."""
    return force.list_code in FAMILY_TIES or force.faction == LEAGUELESS


def shared_upgrade(force: Force) -> str:
    """The veteran upgrade that every commander has; empty if there is none."""
    bought = [
        {it.id for it in recruit.purchases if it.upgrade.list == VETERAN}
        for recruit in force.recruits()
        if recruit.is_commander
    ]
    return min(set.intersection(*bought), default="") if bought else ""


@rule("blitz.A.2.2-vet")
@heeds("blitz.force.south.mk")
def veteran_price(recruit: Recruit) -> int:
    """Two points an action of the printed line; one a model in the police unit of the Mekong Dominion."""
    if recruit.squad.force.list_code == "MK" and recruit.squad.block.code == "MP" and is_extra_police(recruit.squad):
        return 1
    return 2 * (printed_actions(recruit.card) if recruit.card else 0)


@heeds("blitz.force.south.mk")
def is_extra_police(squad: Squad) -> bool:
    """The first veteran MP unit of the Mekong Dominion is cheap and comes on top."""
    police = (it for it in squad.force.squads if it.block.code == "MP" and any(b.id == "vet" for b in it.bought))
    return squad.force.list_code == "MK" and next(police, None) is squad


def price_of(recruit: Recruit, purchase: Purchase) -> int:
    """What one model pays for it."""
    if purchase.id == "vet":
        return veteran_price(recruit)
    actions = printed_actions(recruit.card) if recruit.card else 0
    full = purchase.times * (purchase.upgrade.tv + purchase.upgrade.tv_per_action * actions)
    return max(0, full - _rebate(recruit, purchase)) if full > 0 else full


@heeds("blitz.force.north.nlc", "blitz.force.south.ese", "blitz.force.north.umf")
def _rebate(recruit: Recruit, purchase: Purchase) -> int:
    force, code = recruit.squad.force, recruit.squad.force.list_code
    if purchase.id in ("xo", "2ic") and code == "ESE":
        return purchase.upgrade.tv if purchase.id == _free_officer(recruit.squad) else 0
    if purchase.id == "fighting-staff" and recruit.rank in ("xo", "2ic"):
        return purchase.upgrade.tv
    if purchase.upgrade.list == VETERAN:
        if code == "UMF" and recruit.rank == "co" and _first_veteran(recruit) is purchase:
            return purchase.upgrade.tv
        if has_family_ties(force) and recruit.is_commander and purchase.id == shared_upgrade(force):
            return 1
    return 0


def _free_officer(squad: Squad) -> str:
    """The one officer of a unit that costs nothing: the XO if it has one."""
    return "xo" if any(recruit.buys("xo") for recruit in squad.recruits) else "2ic"


def _first_veteran(recruit: Recruit) -> Purchase | None:
    """The dearest veteran upgrade, which is the free one."""
    bought = [it for it in recruit.purchases if it.upgrade.list == VETERAN]
    return max(bought, key=lambda it: it.upgrade.tv, default=None)


@heeds("blitz.force.north.umf")
def model_price(recruit: Recruit) -> int:
    """The model's own price; the United Mercantile Federation has its command models for a point less."""
    price = recruit.card.tv if recruit.card else 0
    commands = any((limit := recruit.limit(card)) and limit.commander for card in recruit.cards)
    return price - 1 if commands and recruit.squad.force.list_code == "UMF" else price


def price(recruit: Recruit) -> int:
    """What one of them costs with its upgrades; never less than nothing."""
    return max(0, model_price(recruit) + sum(price_of(recruit, purchase) for purchase in recruit.purchases))


@rule("blitz.A.2.2-grenades", "blitz.A.2.2-explosives")
@heeds("blitz.force.south.mk", "blitz.force.peace-river.poc")
def unit_price(squad: Squad, purchase: Purchase) -> int:
    """What is bought once for a unit. Grenades and explosives are at half price for police forces."""
    police = squad.force.list_code == "MK" or any(it.id == "military-police" for it in squad.bought)
    return purchase.upgrade.tv // 2 if police and purchase.id in _GRENADES else purchase.upgrade.tv


@heeds("blitz.force.cef.tank")
def has_free_anti_air(squad: Squad) -> bool:
    """One model of each primary unit of a tank battalion has AA for nothing."""
    return squad.force.list_code == "TANK" and squad.is_primary and any(it.buys("aa") for it in squad.recruits)


def shared_price(squad: Squad) -> int:
    """What a unit pays as a whole, less what one of its models has for nothing."""
    free = upgrade("aa").tv if has_free_anti_air(squad) else 0
    return sum(unit_price(squad, purchase) for purchase in squad.purchases) - free


def squad_price(squad: Squad) -> int:
    """TV of all its models and of what is bought for the whole of it."""
    return sum(recruit.count * price(recruit) for recruit in squad.recruits) + shared_price(squad)


def _works_price(force: Force) -> Iterator[int]:
    return (squad_price(squad) for squad in force.squads if squad.is_works)


@heeds("blitz.force.peace-river.hgsf")
def allowance(force: Force) -> int:
    """TV that do not count: the Home Guard has a tenth of the game in works for nothing."""
    if force.list_code != "HGSF" or not force.size:
        return 0
    return min(force.size // 10, sum(_works_price(force)))


def force_price(force: Force) -> int:
    """TV of the whole force against the size of the game."""
    return sum(map(squad_price, force.squads)) - allowance(force)
