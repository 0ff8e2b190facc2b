"""2.6: whether a second throw could change what an attack comes to, for who makes it or for who defends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gearlock.kernel.dice import Faces
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.damage.hurt import blast_dice, net_damage, tank_mark
from gearlock.systems.blitz.damage.trouble import free_dice, may_dodge
from gearlock.systems.blitz.dice_tests.gaining import best_check
from gearlock.systems.blitz.dice_tests.sand import is_sandy
from gearlock.systems.blitz.general_concepts.dice import check_total, halved
from gearlock.systems.blitz.paying import can_act
from gearlock.systems.blitz.state import INCOMING, WRECK, State, Unit
from gearlock.systems.blitz.weapons import BODILY, Weapon

Effect = tuple[bool, int, int, int]
"""Whether blast reaches a model, half points of damage, intensity of what burns, and a margin that may be lowered."""


class Shot(NamedTuple):
    """An attack check that lies there: its weapon, dice and skill, whose it is, and whom else it may concern."""

    weapon: Weapon
    faces: Faces
    skill: int
    seat: str
    others: tuple[Unit, ...] = ()
    """In the area, or as cover for the target."""
    secondary: bool = False
    """The defence is that of somebody in the area, whom blast reaches or not whatever it comes to."""
    is_decided: bool = False
    """A hit is a hit: the margin is for nothing."""

    @property
    def total(self) -> int:
        """What it comes to."""
        return check_total(self.faces, self.skill)

    @property
    def is_good(self) -> bool:
        """Whether it is enough for an area although it misses."""
        return self.total >= self.skill

    def marks(self, target: Unit) -> int:
        """The dice that count for AT."""
        return sum(face >= tank_mark(self.weapon, target.line, self.skill) for face in self.faces)


def said(total: int, against: int) -> str:
    """An attack and a defence that lie there, in words."""
    stands = f"hits by {total - against}" if total >= against else f"misses by {against - total}"
    return f"Attack {total} against defence {against} {stands}"


@heeds("blitz.9.1", "blitz.9.5", "blitz.9.6", "blitz.10.2a", "blitz.2.14", "blitz.9.4", "blitz.2.4")
def effect_of(state: State, shot: Shot, target: Unit, margin: int, good: bool, marks: int) -> Effect:
    """What a margin does to a model, as far as more of it does more."""
    line, weapon = target.line, shot.weapon
    blasted = not shot.secondary and bool(blast_dice(weapon, line)) and (good or margin >= 0)
    if margin < 0:
        return (blasted, 0, 0, 0)
    net = net_damage(weapon, line, margin, line.armor) if weapon.bites else -1
    more = marks if "AT" in weapon.traits and margin and not target.is_infantry else 0
    damage = halved(net + more) if shot.secondary and net > 0 else net + more
    halves, bulk = 0 if net < 0 else 2 * damage or 1, 2 * max(1, line.bulk)
    if target.is_infantry and "AI" not in weapon.traits:
        halves, bulk = min(2, halves), 2
    halves, blasted = min(halves, bulk), blasted and halves < bulk
    burns = margin + weapon.persistent[1] if weapon.persistent is not None and target.status != WRECK else 0
    burns = 0 if halves >= 2 * (target.hull + target.structure) else burns
    return (blasted, halves, burns, margin if (halves or burns) and may_lower(state, target) else 0)


@heeds("blitz.9.5", "blitz.15.5e", "blitz.trait.fieldarmor")
def may_lower(state: State, target: Unit) -> bool:
    """Whether a model has any way to lower the margin of a hit."""
    if not may_dodge(target) or target.line.type == "Structure":
        return False
    return can_act(target) or INCOMING in target.tokens or free_dice(state, target) > 0


@heeds("blitz.2.6", "blitz.16.0-2c-sand", "blitz.10.2")
def attack_gains(state: State, shot: Shot, target: Unit, defence: int) -> bool:
    """Whether other dice of the attack could do more, or less to friends."""
    if not shot.faces:
        return False
    if is_sandy(state, shot.faces) or any(other.seat == shot.seat and not other.is_destroyed for other in shot.others):
        return True
    total, best, marks, whole = shot.total, best_check(len(shot.faces), shot.skill), shot.marks(target), len(shot.faces)
    if total == best and (marks == whole or "AT" not in shot.weapon.traits):
        return False
    if shot.others:
        return True
    if shot.weapon.row is BODILY and not shot.weapon.traits:
        return best >= defence and not (shot.is_decided and total >= defence)
    now = effect_of(state, shot, target, total - defence, shot.is_good, marks)
    return now != effect_of(state, shot, target, best - defence, best >= shot.skill, whole)


@heeds("blitz.2.6", "blitz.7.0a", "blitz.10.2")
def guard_gains(state: State, shot: Shot, target: Unit, guard: Faces, wits: int, screens: Iterable[Unit] = ()) -> bool:
    """Whether other dice of a defence could spare anybody anything.

    One that has held cannot, unless friends served as cover: they have to defend because it held.
    """
    if not guard:
        return False
    total, best = check_total(guard, wits), best_check(len(guard), wits)
    if shot.total < total:
        return any(screen.seat == target.seat and not screen.is_destroyed for screen in screens)
    if total >= best:
        return False
    if shot.weapon.row is BODILY and not shot.weapon.traits:
        return best > shot.total or not shot.is_decided
    if best > shot.total and not shot.is_good and any(other.seat == target.seat for other in shot.others):
        return True
    marks = shot.marks(target)
    now, then = (effect_of(state, shot, target, shot.total - each, shot.is_good, marks) for each in (total, best))
    return now != then
