"""The dice of an attack and of the defence against it, with what may spoil them before they are thrown."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.pools.marginal import SIDES, bites_of
from gearlock.systems.blitz.attacks.modifiers import DIRECT, Duel
from gearlock.systems.blitz.dice_tests.jammed import jamming_on
from gearlock.systems.blitz.dice_tests.modifiers import modifiers_of
from gearlock.systems.blitz.dice_tests.throws import WORKS
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, EW, dice_of, skill_of
from gearlock.systems.blitz.lock_and_cover.cover import is_concealed
from gearlock.systems.blitz.state import WRECK, State, Unit
from gearlock.systems.blitz.weapons import Weapon

Dice = tuple[tuple[int, int], ...]
"""How many dice a side may have, and how often: one entry where nothing spoils them."""
FIRE_CONTROL, MOVE, SENSORS, ELECTRONICS = "Fire Control", "Move", "Sensors", "Electronics"


class Cast(NamedTuple):
    """A check and the defence against it before they are thrown: the dice of both sides, and their skills."""

    attack: Dice
    defence: Dice
    skill: int
    wits: int


def sure(count: int) -> Dice:
    """So many dice, come what may."""
    return ((max(0, count), 1),)


@heeds("blitz.trait.defective")
def spoiled(dice: Dice) -> Dice:
    """The dice of a system that gives out on a face below 4: then it has none."""
    works, found = SIDES + 1 - WORKS, dict[int, int]()
    for count, ways in dice:
        found[count] = found.get(count, 0) + ways * works
        found[0] = found.get(0, 0) + ways * (SIDES - works)
    return tuple(sorted(found.items()))


@heeds("blitz.14.5b", "blitz.trait.defective")
def jammed_dice(state: State, unit: Unit) -> Dice:
    """The dice that jamming of its sensors costs a model, after its free roll against it."""
    _, intensity = jamming_on(unit)
    if not intensity:
        return ((0, 1),)
    rolls = sure(dice_of(modifiers_of(state, unit, EW)))
    return _left_of(intensity, spoiled(rolls) if unit.is_defective(ELECTRONICS) else rolls, skill_of(unit, EW))


@lru_cache(maxsize=256)
def _left_of(intensity: int, rolls: Dice, skill: int) -> Dice:
    most, found = max(count for count, _ in rolls), dict[int, int]()
    for count, chances in rolls:
        for good, ways in bites_of(count, skill).items():
            left = max(0, intensity - good)
            found[left] = found.get(left, 0) + ways * chances * SIDES ** (most - count)
    return tuple(sorted(found.items()))


@heeds("blitz.trait.defective", "blitz.14.5b", "blitz.7.6-concealment")
def attack_dice(state: State, unit: Unit, weapon: Weapon, count: int, target: Unit | None, mode: str = DIRECT) -> Dice:
    """The dice of an attack, less what jamming takes and what defects spoil. Without a target it is aimed at nobody."""
    found = sure(count)
    aimed = target is not None and mode == DIRECT
    if aimed:
        lost = dict[int, int]()
        for less, ways in jammed_dice(state, unit):
            lost[max(0, count - less)] = lost.get(max(0, count - less), 0) + ways
        found = tuple(sorted(lost.items()))
    if unit.is_defective(MOVE if weapon.is_melee else FIRE_CONTROL):
        found = spoiled(found)
    if aimed and unit.is_defective(SENSORS) and target is not None and is_concealed(state, unit, target):
        found = spoiled(found)
    return found


@heeds("blitz.trait.defective", "blitz.9.3")
def defence_dice(target: Unit, count: int) -> Dice:
    """The dice of a defence; a wreck has nothing that could give out."""
    found = sure(count)
    return spoiled(found) if target.is_defective(MOVE) and target.status != WRECK else found


def is_sound(unit: Unit) -> bool:
    """Whether nothing can spoil the attacks of a model."""
    return not jamming_on(unit)[1] and not any(unit.is_defective(name) for name in (FIRE_CONTROL, MOVE, SENSORS))


def cast_of(state: State, unit: Unit, weapon: Weapon, target: Unit, duel: Duel, mode: str = DIRECT) -> Cast:
    """Both sides of an attack on a model, as their lines say."""
    pools, count = duel.pools, BASE_DICE + sum_of(duel.attack)[0]
    attack = attack_dice(state, unit, weapon, count, target, mode)
    return Cast(attack, defence_dice(target, pools.defence), pools.attack_step, pools.defence_step)
