"""8.2d and 11.1: the dice that lie between two models: flank, height, cover, melee."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.attacks.aiming import Sight, is_flying, was_behind
from gearlock.systems.blitz.general_concepts.dice import GUN, NA, PILOT, WORST, skill_of
from gearlock.systems.blitz.general_concepts.measuring import CONTACT, distance_between, is_behind, is_in_arc, touches
from gearlock.systems.blitz.lock_and_cover.cover import look_from_above
from gearlock.systems.blitz.lock_and_cover.looks import Look
from gearlock.systems.blitz.models import BEAM, Weapon
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    CHARGE,
    DROPPED,
    EXPOSED,
    FIELDED,
    HIDING,
    HULL_DOWN,
    INTERFERENCE,
    NEAR,
    OFF_BOARD,
    STRAFING,
    TOP_SPEED,
    WRECK,
    State,
    Unit,
)

MISSILE_LIKE = ("RP", "AR", "APR", "FM", "GM", "ABM", "ATM", "SAM", "AM")
"""Missiles, rockets and mortars, which anti-missile systems are made for."""


ABOVE = "above"
"""In place of an observer: seen from straight above."""
NO_LOOK = Look(True, False, False, 0, 0, False, ())
"""Nothing between."""


@rule("blitz.11.0")
@heeds("blitz.16.1b", "blitz.17.7b")
def is_engaged(unit: Unit, enemy: Unit) -> bool:
    """In base contact with an enemy model, unless one of them is in the air, or just dropped and not there yet."""
    both = unit.status == FIELDED and enemy.status == FIELDED and unit.seat != enemy.seat
    both = both and "Structure" not in (unit.line.type, enemy.line.type)
    both = both and DROPPED not in unit.tokens and DROPPED not in enemy.tokens
    both = both and ALOFT not in unit.tokens and ALOFT not in enemy.tokens
    reach = unit.line.radius + enemy.line.radius + CONTACT
    near = abs(unit.x - enemy.x) <= reach and abs(unit.y - enemy.y) <= reach
    return both and near and touches(unit.body, enemy.body)


def engagers(state: State, unit: Unit) -> list[Unit]:
    """The enemies a model is engaged with."""
    return [other for other in state.units.values() if other.seat != unit.seat and is_engaged(unit, other)]


class Pair:
    """One model that attacks another in one way, and the cover between them."""

    __slots__ = ("_look", "attacker", "from_above", "observer", "state", "target", "weapon")

    def __init__(
        self, state: State, attacker: Unit, target: Unit, weapon: Weapon, observer: str = "", look: Look | None = None
    ) -> None:
        self.state, self.attacker, self.target, self.weapon = state, attacker, target, weapon
        self.from_above = observer == ABOVE
        self.observer = state.units[observer] if observer and not self.from_above else attacker
        """Whose lock the attack goes by: flank and cover are seen from there."""
        self._look = look

    @property
    def look(self) -> Look:
        """The cover that counts."""
        if self._look is None:
            self._look = _look_for(self)
        return self._look


@heeds("blitz.11.2", "blitz.14.2a", "blitz.14.7c", "blitz.trait.cbs", "blitz.17.2")
def _look_for(pair: Pair) -> Look:
    """The cover that counts: what lies above for who looks or strafes from there; none for a blow in base contact."""
    if pair.from_above:
        return look_from_above(pair.state, pair.target)
    if STRAFING in pair.observer.tokens:
        return look_from_above(pair.state, pair.target)._replace(additional=0)
    if pair.weapon.is_melee and touches(pair.attacker.body, pair.target.body):
        return NO_LOOK
    return Sight(pair.state, pair.observer, pair.target).look


@rule("blitz.8.2d", "blitz.trait.flanked")
@heeds("blitz.11.1", "blitz.2.14", "blitz.2.11")
def flank_dice(pair: Pair) -> int:
    """A die, or what the target's trait says, for who is wholly behind it. Infantry have no back.

    A blow from there counts only if the activation began there.
    """
    target, observer = pair.target, pair.observer
    if target.status == WRECK or pair.from_above or not is_behind(observer.body, target):
        return 0
    if pair.weapon.is_melee and not was_behind(pair.state, pair.attacker, target):
        return 0
    return target.trait("Flank") if target.has("Flank") else 1


@heeds("blitz.8.2d", "blitz.17.1", "blitz.17.7b")
def elevation_dice(pair: Pair) -> int:
    """A die if all of the target is lower than the attacker's foot; what flies is above everything that does not."""
    if is_flying(pair.attacker) and not is_flying(pair.target):
        return 1
    return 1 if pair.target.body.top <= pair.attacker.z else 0


@rule("blitz.wtrait.frag")
def frag_dice(pair: Pair) -> int:
    """Two dice against infantry."""
    return 2 if pair.target.is_infantry else 0


@rule("blitz.wtrait.flak")
def flak_dice(pair: Pair) -> int:
    """Two dice against what flies."""
    return 2 if is_flying(pair.target) else 0


@rule("blitz.11.0d")
def engaged_dice(pair: Pair) -> int:
    """A die less for shooting at anybody else while engaged."""
    rivals = engagers(pair.state, pair.attacker)
    return -1 if rivals and pair.target not in rivals else 0


@rule("blitz.11.1")
def overwhelm_dice(pair: Pair) -> int:
    """A die for each other friend with a melee weapon who is engaged with the target."""
    friends = (u for u in pair.state.fielded(pair.attacker.seat) if u.id != pair.attacker.id and u.line.reach >= 0)
    return sum(is_engaged(pair.target, friend) for friend in friends)


@heeds("blitz.15.5c")
def charge_dice(pair: Pair) -> int:
    """A charging model has a die more against who has not been activated yet."""
    target = pair.target
    ready = target.status == FIELDED and target.line.type != "Structure" and not target.used
    return 1 if CHARGE in pair.attacker.tokens and ready and not pair.state.is_active(target) else 0


@rule("blitz.trait.brawler")
@heeds("blitz.A.2.3-melee")
def brawler_dice(unit: Unit, opponent: Unit) -> int:
    """Dice in melee with an opponent in an arc that a melee weapon covers; some models are clumsy and lose them."""
    rating = unit.trait("Brawler")
    arms = (weapon for weapon in unit.line.weapons.values() if weapon.is_melee)
    return rating if rating and any(is_in_arc(unit, weapon.arc, opponent.body) for weapon in arms) else 0


def attack_brawl(pair: Pair) -> int:
    """The attacker's Brawler."""
    return brawler_dice(pair.attacker, pair.target)


def defence_brawl(pair: Pair) -> int:
    """The target's Brawler."""
    return brawler_dice(pair.target, pair.attacker)


@rule("blitz.7.3")
@heeds("blitz.7.3b", "blitz.7.5-table")
def adjacent_dice(pair: Pair) -> int:
    """Dice of the cover the target stands at."""
    return pair.look.adjacent


@heeds("blitz.7.3b", "blitz.7.5-table")
def additional_dice(pair: Pair) -> int:
    """Dice of all other cover between."""
    return pair.look.additional


@heeds("blitz.wtrait.spray", "blitz.7.5-table")
def hard_dice(pair: Pair) -> int:
    """Dice of full heavy cover."""
    return pair.look.hard


@rule("blitz.7.6-stealth", "blitz.trait.stealth")
@heeds("blitz.18.1")
def stealth_dice(pair: Pair) -> int:
    """A die for who is passive, and stealthy or hiding at adjacent cover, unless it gives itself away now."""
    target = pair.target
    stealthy = target.has("Stealth") or HIDING in target.tokens
    passive = EXPOSED not in target.tokens and not pair.state.is_active(target)
    return 1 if stealthy and passive and pair.look.adjacent else 0


@rule("blitz.trait.agile")
def agile_dice(pair: Pair) -> int:
    """A die for the agile, away from cover."""
    return 1 if pair.target.has("Agile") and not pair.look.adjacent else 0


@rule("blitz.trait.shield")
def shield_dice(pair: Pair) -> int:
    """Dice of a shield against what comes from the front."""
    rating = 0 if pair.from_above else pair.target.trait("Shield")
    return rating if rating and is_in_arc(pair.target, "F", pair.observer.body) else 0


@heeds("blitz.14.5c")
def interference_dice(pair: Pair) -> int:
    """Sensor interference of a friend near: a die, or one a point of intensity for who is at cover; the best token."""
    tokens = [
        friend.token(INTERFERENCE)
        for friend in pair.state.fielded(pair.target.seat)
        if INTERFERENCE in friend.tokens and distance_between(pair.state, friend, pair.target) <= NEAR
    ]
    best = max(tokens, default=0)
    return best if pair.look.adjacent else min(1, best)


@rule("blitz.18.2")
def exposed_hull_dice(pair: Pair) -> int:
    """Hull down on the wrong side of its cover it counts as braced."""
    target = pair.target
    if HULL_DOWN not in target.tokens or has_cover(pair) or target.stance == BRACED:
        return 0
    return -2 if target.stance == TOP_SPEED else -1


@heeds("blitz.trait.shield", "blitz.18.2", "blitz.7.3a")
def shielded_hull_dice(pair: Pair) -> int:
    """Hull down behind its shield in the open, what comes from the front crosses light cover."""
    return 1 if HULL_DOWN in pair.target.tokens and not pair.look.has_cover and shield_dice(pair) else 0


@heeds("blitz.18.2", "blitz.trait.shield")
def has_cover(pair: Pair) -> bool:
    """Whether any cover counts against this attack; a shield does for who went hull down behind it."""
    return pair.look.has_cover or bool(HULL_DOWN in pair.target.tokens and shield_dice(pair))


@rule("blitz.8.5b", "blitz.11.0b", "blitz.wtrait.linked", "blitz.wtrait.aa", "blitz.wtrait.as")
@heeds("blitz.17.3", "blitz.18.3", "blitz.16.2c", "blitz.17.1", "blitz.16.1b", "blitz.18.4-table")
def attack_skill(pair: Pair, optimal: bool) -> int:
    """The number that adds to an attack: GUN, in melee PILOT; beams are better in their range and worse out of it.

    Links improve it. Flyers need AA, structures AS, else it is 6+. Fire from and at off-board units is one worse.
    """
    weapon, attacker, target = pair.weapon, pair.attacker, pair.target
    worse = -1 if "Link" in weapon.traits else 0
    if weapon.category == BEAM:
        worse += -1 if optimal else 1
    circles = attacker.status == ALOFT and STRAFING not in attacker.tokens and not is_flying(target)
    if OFF_BOARD in (attacker.status, target.status) or circles:
        worse += 1
    if attacker.line.type == "Drone" and weapon.row.code == "SE":
        worse -= 1
    skill = skill_of(attacker, PILOT if weapon.is_melee else GUN, worse)
    if skill < NA and not weapon.is_melee and needs_more(weapon, target):
        return WORST
    return skill


@heeds("blitz.17.3", "blitz.18.3", "blitz.wtrait.aa", "blitz.wtrait.as", "blitz.16.1b")
def needs_more(weapon: Weapon, target: Unit) -> bool:
    """Whether this weapon is not made for such a target."""
    if is_flying(target):
        dropped = target.status != ALOFT and "Flak" in weapon.traits
        return "AA" not in weapon.traits and not dropped
    return target.line.type in ("Fortification", "Structure") and "AS" not in weapon.traits


@rule("blitz.trait.ams")
@heeds("blitz.18.2")
def defence_skill(pair: Pair) -> int:
    """PILOT, one better hull down behind cover, or under an anti-missile system against what it is made for."""
    target = pair.target
    if target.status == WRECK:
        return NA
    helped = HULL_DOWN in target.tokens or (pair.weapon.row.code in MISSILE_LIKE and _is_screened(pair))
    return skill_of(target, PILOT, -1 if helped and has_cover(pair) else 0)


def _is_screened(pair: Pair) -> bool:
    """Whether an anti-missile system is aboard or near."""
    friends = (friend for friend in pair.state.fielded(pair.target.seat) if friend.has("AMS"))
    return any(distance_between(pair.state, friend, pair.target) <= NEAR for friend in friends)
