"""The best attack of one unit on another in numbers alone, without the words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

from gearlock.mechanics.judging.danger import Reckoned, noted
from gearlock.mechanics.judging.lines import total
from gearlock.mechanics.silhouette.rolls import Skill
from gearlock.systems.tactical.attacks.ammunition import rof_paid
from gearlock.systems.tactical.attacks.areas import is_blast
from gearlock.systems.tactical.attacks.modifiers import ATTACK_RULES, DEFENSE_RULES, rolls_defense
from gearlock.systems.tactical.attacks.orders import Attack
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.attacks.targets import refuse_weapon
from gearlock.systems.tactical.attacks.uses import Use, band_of, is_too_near
from gearlock.systems.tactical.cards import Card, Mount
from gearlock.systems.tactical.damage.condition import arc_now
from gearlock.systems.tactical.infantry.massed_fire import rof_played
from gearlock.systems.tactical.judging.odds import Duel, mean_lost
from gearlock.systems.tactical.line_of_sight.arcs import in_arc
from gearlock.systems.tactical.line_of_sight.looks import look
from gearlock.systems.tactical.line_of_sight.measuring import distance
from gearlock.systems.tactical.state import EVADING, State, Unit, opponent
from gearlock.table.measure import bearing

NOTED = "reckoning"
IN_HAND = 0.5
"""What an enemy that has been activated counts of one that has not: it acts again only in the next round."""


@lru_cache(maxsize=1 << 12)
def guns_of(card: Card) -> tuple[Mount, ...]:
    """The weapons of a card that shoot."""
    return tuple(mount for mount in card.weapons if mount.weapon.base)


class Gunner:
    """What a unit brings to any attack it makes."""

    __slots__ = ("brings", "far", "guns", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.guns = unit, guns_of(unit.card)
        self.brings = ATTACK_RULES.brought(state, unit)
        self.far = max((mount.weapon.band_ends()[-1] for mount in self.guns), default=-1)


class Mark:
    """What a unit brings to its defense against any enemy."""

    __slots__ = ("brings", "unit")

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.brings = unit, DEFENSE_RULES.brought(state, unit)


def reckoning_of(state: State) -> Reckoned[Gunner, Mark]:
    """The reckoning of a position, noted."""
    known: Reckoned[Gunner, Mark] | None = state.notes.get(NOTED)
    if known is None:
        known = state.notes[NOTED] = Reckoned(partial(Gunner, state), partial(Mark, state))
    return known


def imagined(state: State, unit: Unit) -> State:
    """A position with a unit as it might be, looked at with all that is known of the others."""
    there = state.with_unit(unit)
    there.notes[NOTED] = reckoning_of(state)
    return there


def followed(state: State, event: Any) -> State:
    """A position as something leaves it that is sure to happen, looked at with all that is known of the others."""
    there = state.clone()
    event.change(there)
    there.notes[NOTED] = reckoning_of(state)
    return there


def guns_in_hand(state: State, unit: Unit) -> list[Mount]:
    """The weapons a unit could fire now, whatever stands where."""
    return [m for m in guns_of(unit.card) if refuse_weapon(state, unit, m, Attack(unit.id, m.id)) is None]


def turned_to(unit: Unit, target: Unit) -> Unit:
    """A unit that faces another."""
    if unit.is_infantry:
        return unit
    there = unit.clone()
    there.facing = bearing(unit.x, unit.y, target.x, target.y)
    return there


def best_strike(state: State, gunner: Gunner, mark: Mark, guns: Sequence[Mount] | None = None) -> float:
    """The worth of a unit's best attack on an enemy: with `guns` as it faces, else with all and turned to it."""
    unit, target = gunner.unit, mark.unit
    far = distance(state, unit, target)
    if far > gunner.far:
        return 0.0
    if guns is None:
        unit = turned_to(unit, target)
    best, seen = 0.0, False
    for mount in gunner.guns if guns is None else guns:
        band = band_of(mount.weapon, far)
        if band is None or is_too_near(mount.weapon, far) or not in_arc(unit, arc_now(unit, mount), target.x, target.y):
            continue
        if not seen and look(state, unit, target).reason is not None:
            return 0.0
        seen = True
        rof = rof_paid(state, unit, mount, rof_played(state, unit, mount))
        use = Use(mount.weapon, mount.id, band, rof, spread=is_blast(state, mount.weapon))
        pair = Pair(state, unit, target, use)
        best = max(best, mean_lost(pair, _duel(pair, gunner, mark)))
    return best


def _duel(pair: Pair, gunner: Gunner, mark: Mark) -> Duel:
    """Both rolls, from what each side brings and what lies between them."""
    count, bonus = total(gunner.brings, ATTACK_RULES.used(pair.use), pair)
    attack = Skill(max(0, count), bonus)
    if not rolls_defense(mark.unit):
        return Duel(attack, None)
    guard, more = total(mark.brings, DEFENSE_RULES.used(pair.use), pair)
    return Duel(attack, Skill(max(0, guard), more))


def best_of(state: State, unit: Unit, enemies: Iterable[Unit], guns: Sequence[Mount] | None) -> float:
    """The worth of the best attack of a unit on any of these."""
    gunner = Gunner(state, unit)
    return reckoning_of(state).prospect(enemies, lambda mark: best_strike(state, gunner, mark, guns))


def best_worth(state: State, unit: Unit) -> float:
    """The worth of a unit's best attack on one enemy as it stands, if it can still make one."""
    if unit.actions < 1 or not unit.is_fielded or unit.token(EVADING):
        return 0.0
    guns = guns_in_hand(state, unit)
    return best_of(state, unit, state.fielded(opponent(unit.seat)), guns) if guns else 0.0


def danger(state: State, unit: Unit) -> float:
    """The worth of all enemies' best attacks on a unit, if they stayed and only turned to it."""
    if not unit.is_fielded:
        return 0.0
    others, mark, found = reckoning_of(state), Mark(state, unit), 0.0
    for enemy in state.fielded(opponent(unit.seat)):
        worth = best_strike(state, others.gunner(enemy), mark)
        found += worth * IN_HAND if enemy.done else worth
    return min(found, 1.0)


def danger_here(state: State, unit: Unit) -> float:
    """The danger to a unit that stays where it is, noted."""
    return noted(state.notes, ("danger", unit.id), lambda: danger(state, unit))
