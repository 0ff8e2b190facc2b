"""What of a model tells how much an attack hurts it: what it saves by itself, and how it fights what burns on it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.pools.marginal import SIDES, bites_of
from gearlock.systems.blitz.attacks.modifiers import Duel, is_caught
from gearlock.systems.blitz.damage.persistent import KINDS, persistent_damage, persistent_skill
from gearlock.systems.blitz.damage.trouble import free_dice, may_dodge
from gearlock.systems.blitz.damage.wounds import leaves_nothing
from gearlock.systems.blitz.judging.casting import MOVE, spoiled, sure
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.state import CORROSION, HAYWIRE, WRECK, State, Unit
from gearlock.systems.blitz.weapons import Weapon

Saves = tuple[tuple[int, int], ...]
"""Successes of a free test and how often they come."""
NO_SAVES: Saves = ((0, 1),)
ENDLESS = 1 << 20
"""More damage than anything does."""


class Ember(NamedTuple):
    """How a model fights one kind of persistent damage."""

    left: int = 0
    """The points it can take: what is destroyed burns no more."""
    token: int = 0
    """What lies on it already; only what is as intense takes its place."""
    shock: int = 0
    """Its haywire: more of it than points left, and it fights with the skill `shorted`."""
    skill: int = 7
    shorted: int = 7
    most: int = 0
    """The damage of one roll at most."""
    slowly: bool = False
    """A roll lowers it by one at most."""


COLD = Ember()


class Victim(NamedTuple):
    """A model as far as it tells what an attack does to it."""

    line: Model
    is_sheltered: bool = False
    saves: Saves = NO_SAVES
    least: int = 0
    """Less damage than this does nothing: a wreck is removed at once, or feels nothing."""
    ember: Ember = COLD


@heeds("blitz.9.3", "blitz.9.4", "blitz.18.3b")
def victim_of(state: State, weapon: Weapon, target: Unit, duel: Duel) -> Victim:
    """A model that defends itself so against a weapon."""
    saves = saves_of(state, target, sum_of(duel.defence)[0], duel.pools.defence_step)
    return victim(weapon, target, NO_SAVES if is_caught(duel.defence) else saves)


def victim(weapon: Weapon, target: Unit, saves: Saves = NO_SAVES) -> Victim:
    """A model that has these free tests."""
    if target.status == WRECK:
        bulk = target.line.bulk
        return Victim(target.line, least=bulk if leaves_nothing(target, bulk, False) else ENDLESS)
    return Victim(target.line, target.is_sheltered, saves, 0, ember_of(weapon, target))


@heeds("blitz.9.5", "blitz.trait.fieldarmor", "blitz.trait.defective")
def saves_of(state: State, target: Unit, modifiers: int, skill: int) -> Saves:
    """The free test of a model's armor with the modifiers of its defence: successes, and how often they come."""
    armor = free_dice(state, target) if target.status != WRECK and may_dodge(target) else 0
    return _saves(max(0, armor + modifiers), skill, target.is_defective(MOVE)) if armor else NO_SAVES


@lru_cache(maxsize=256)
def _saves(count: int, skill: int, is_defective: bool) -> Saves:
    found: dict[int, int] = {}
    for dice, chances in spoiled(sure(count)) if is_defective else sure(count):
        for good, ways in bites_of(dice, skill).items():
            found[good] = found.get(good, 0) + ways * chances * SIDES ** (count - dice)
    return tuple(sorted(found.items()))


@heeds("blitz.9.6", "blitz.9.6a", "blitz.9.6c")
def ember_of(weapon: Weapon, target: Unit) -> Ember:
    """How a model fights what a weapon sets on it."""
    if weapon.persistent is None:
        return COLD
    kind, shock = KINDS[weapon.persistent[0]], target.token(HAYWIRE)
    skill = shorted = persistent_skill(target, kind)
    if shock:
        worse = target.clone()
        worse.hull = worse.structure = 0
        shorted = persistent_skill(worse, kind)
    most = persistent_damage(target, kind, ENDLESS)
    left = target.hull + target.structure
    return Ember(left, target.token(kind), shock, skill, shorted, most, kind == CORROSION)


@lru_cache(maxsize=1 << 12)
@heeds("blitz.9.6", "blitz.9.6a", "blitz.9.6c")
def smoulder(ember: Ember, felt: int, intensity: int) -> dict[tuple[int, bool], int]:
    """What the roll at once comes to after so much damage: damage more and whether a token stays, out of 6 a die."""
    if felt >= ember.left or intensity <= 0 or intensity < ember.token:
        return {(0, False): SIDES**intensity}
    skill, found = ember.shorted if ember.shock > ember.left - felt else ember.skill, dict[tuple[int, bool], int]()
    for good, ways in bites_of(intensity, skill).items():
        more = min(intensity - good, ember.most)
        stays = intensity > (min(1, good) if ember.slowly else good) and felt + more < ember.left
        found[more, stays] = found.get((more, stays), 0) + ways
    return found
