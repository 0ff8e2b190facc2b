"""The worth of attacks, in shares of the model they hurt: what orders give and risk comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from gearlock.odds.pools import Pools, pool_strike
from gearlock.systems.brigands.attacking.attack import Aim, can_bear, refuse_weapon
from gearlock.systems.brigands.attacking.modifiers import Strike, duel_of
from gearlock.systems.brigands.damage.effects import expected_bites
from gearlock.systems.brigands.damage.hurt import Hurt, hurt_of
from gearlock.systems.brigands.lock_and_cover.cover import Crowd
from gearlock.systems.brigands.objectives.wanted_places import prize_of
from gearlock.systems.brigands.state import State, Unit

KEPT = 1 << 14
WORTH_OF_A_DRONE = 0.15
"""What a drone counts, in shares of a model."""


def worth(state: State, strike: Strike) -> float:
    """The damage to expect of a Strike as a share of the whole target; wrecks are worth nothing, drones little."""
    return worth_with(state, strike, duel_of(state, strike).pools) if state.units[strike.target].is_fielded else 0.0


def worth_with(state: State, strike: Strike, pools: Pools) -> float:
    """The same, of pools that are known already."""
    target = state.units[strike.target]
    if not target.is_fielded:
        return 0.0
    weapon = state.units[strike.attacker].line.weapons[strike.weapon]
    hurt = hurt_of(weapon, target)
    expected = expected_damage(pools, hurt, target.hull + target.structure)
    share = (expected + expected_bites(weapon, target, pools, hurt.harm)) / target.line.bulk
    if target.controller:
        share *= WORTH_OF_A_DRONE
    return share * (1 + prize_of(state, state.units[strike.attacker], target)) if state.pursuits else share


@lru_cache(maxsize=KEPT)
def expected_damage(pools: Pools, hurt: Hurt, most: int) -> float:
    """The damage to expect on a target that has so much to lose; kept, since battles ask the same again and again."""
    damage = pool_strike(pools, hurt.harm).damage
    return sum(min(hurt.felt(amount), most) * weight for amount, weight in damage.items()) / damage.total


def strikes_at(state: State, unit: Unit, target: Unit, turning: bool, crowd: Crowd | None = None) -> Iterator[Strike]:
    """Every single-target attack of a model on another; one that is `turning` has every arc to itself."""
    aim = Aim(state, unit, target, crowd=crowd)
    distance = aim.distance
    for weapon in unit.line.weapons.values():
        if (distance > weapon.most and distance > aim.reach(weapon)) or "Proximity" in weapon.traits:
            continue
        if not turning and (
            not aim.is_in_arc(weapon.arc) or refuse_weapon(unit, weapon.id, weapon.categories[0]) is not None
        ):
            continue
        for category in weapon.categories:
            if can_bear(aim, weapon, category):
                yield aim.strike(weapon, category, False)
