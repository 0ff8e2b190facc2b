"""What attacks are worth, as shares of the whole units they would hurt: weapons, reserves, blasts on the ground."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.survey import folded
from gearlock.systems.hex100.attacks.attack import dodge, number_to_hit, take_aim
from gearlock.systems.hex100.attacks.blast import SCATTER, blast_damage
from gearlock.systems.hex100.contacts import known_enemies
from gearlock.systems.hex100.damage.damage import area_damage
from gearlock.systems.hex100.damage.emp import is_shocking_blast
from gearlock.systems.hex100.detection.stealth import is_stealthed
from gearlock.systems.hex100.e_war import is_beacon
from gearlock.systems.hex100.equipment import equipment_effect, find_weapon
from gearlock.systems.hex100.forces.units import Weapon
from gearlock.systems.hex100.judging.account import TYPICAL_HP, expected_share, is_in_view, share_left, whole_of
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.accuracy import scatter_cut
from gearlock.systems.hex100.weapons.targeting import (
    Volley,
    legal_volleys,
    named_weapons,
    reach_of_volley,
    refuse_aim,
    refuse_attack,
    refuse_weapon,
)
from gearlock.table.hexes import Hex, distance, step

SHOCKING = 0.25
"""What it is worth to put a unit in EMP shock, as a share of it."""
MARKING = 0.03
"""What it is worth to make a unit a beacon, as a share of it."""
WAITING = 0.25
"""The part of an attack's worth that is left when it waits for the enemy to do something."""
UNSEEN = 0.02
"""What enemies out of sight may do to a unit before it acts again, as a share of it."""
READY = 0.000002
"""The worth of every hex a held weapon reaches while nobody is in its way: better than to hold nothing."""


def as_feared(enemy: Unit) -> Unit:
    """An enemy in sight as the other side must take it to be: nothing used up, the first ammunition loaded."""
    feared = enemy.clone()
    feared.used, feared.uses, feared.loaded, feared.plotted = [], {}, {}, False
    return feared


def best_attack(state: State, unit: Unit, target: Unit, known: bool, locked: bool = False) -> float:
    """The share of a unit that the best single weapon of another costs it on average where they stand."""
    return max(
        (_blow(state, unit, weapon, target, known, locked) for weapon in _bearing(state, unit, target)), default=0.0
    )


def best_attacks(state: State, enemy: Unit, unit: Unit) -> list[float]:
    """What each weapon of a feared enemy costs a unit on average where they stand, the worst first.

    It may have scanners at work, but that is its secret: optical stealth is taken to last.
    """
    hidden = is_stealthed(state, unit)
    return sorted(
        (_blow(state, enemy, w, unit, True, hidden=hidden) for w in _bearing(state, enemy, unit)), reverse=True
    )


def _bearing(state: State, unit: Unit, target: Unit) -> Iterator[Weapon]:
    """The weapons of a unit that could be used on another where they stand, each mount once."""
    for token in state.scene.loadouts[unit.id].tokens:
        found = find_weapon(state, unit, token)
        if found is None or refuse_weapon(state, unit, *found) is not None:
            continue
        if refuse_aim(state, unit, found[1], target.hex) is None:
            yield found[1]


def _blow(
    state: State,
    unit: Unit,
    weapon: Weapon,
    target: Unit,
    known: bool,
    locked: bool = False,
    hidden: bool | None = None,
) -> float:
    """What one weapon costs its target; whom the other side has locked is its secret, so usually no lock counts."""
    aim = take_aim(state, unit, weapon, target, target.hex)._replace(locked=locked)
    return expected_share(state, [aim if hidden is None else aim._replace(hidden=hidden)], known)


def best_volley(state: State, unit: Unit, volleys: Iterable[Volley], enemy: str = "") -> float:
    """What the best of these volleys could do now to a known enemy, or to the one contact named."""
    enemies = [each for each in known_enemies(state, unit.seat).values() if enemy in ("", _contact(state, unit, each))]
    if not enemies:
        return 0.0
    return max((_volley_worth(state, unit, volley, each) for volley in volleys for each in enemies), default=0.0)


def reserve_worth(state: State, unit: Unit, volley: Volley, enemy: str = "") -> float:
    """What a volley held back is worth: a part of what it could do now, or a little for the reach it watches."""
    if named_weapons(state, unit, volley) is None:
        return 0.0
    return max(WAITING * best_volley(state, unit, (volley,), enemy), READY * reach_of_volley(state, unit, volley))


def hold_back_worth(state: State, unit: Unit, held: str) -> float:
    """What holding back is worth at best, before it is said what waits; where a move would lead nobody can tell."""
    if held != "attack":
        return 0.0
    return max((reserve_worth(state, unit, volley) for volley in legal_volleys(state, unit)), default=0.0)


def danger(state: State, seat: str, unit: Unit) -> float:
    """What the enemies that a seat sees could do to a unit of its own where it stands."""
    seen = (each for each in known_enemies(state, seat).values() if is_in_view(state, seat, each))
    return folded(
        (max(best_attacks(state, as_feared(each), unit), default=0.0) for each in seen), share_left(state, unit)
    )


def guard(state: State, unit: Unit) -> float:
    """What the focus of a unit keeps off from enemies that nobody has seen yet: a little, and better than nothing."""
    if unit.focus == "evasion":
        return UNSEEN * dodge(state, unit) / 100
    if unit.focus == "defence":
        return UNSEEN * min(TYPICAL_HP, equipment_effect(state, unit, "shield_defence_focus")) / TYPICAL_HP
    return 0.0


def _contact(state: State, unit: Unit, enemy: Unit) -> str:
    return state.contacts[unit.seat][enemy.id]


def _volley_worth(state: State, unit: Unit, volley: Volley, target: Unit) -> float:
    weapons = named_weapons(state, unit, volley)
    if weapons is None or refuse_attack(state, unit, volley, target.hex) is not None:
        return 0.0
    known = is_in_view(state, unit.seat, target)
    aims = [take_aim(state, unit, weapon, target, target.hex) for _, weapon in weapons]
    return expected_share(state, aims, known)


def blast_worth(state: State, unit: Unit, weapon: Weapon, goal: Hex, target: Unit | None = None) -> tuple[float, float]:
    """What shelling a hex would do to known enemies and to the own side, going astray included.

    A target that is hit is not counted: its damage is the attack's own, the area on a swarm included.
    """
    gives = risks = 0.0
    known = target is None or is_in_view(state, unit.seat, target)
    aim = take_aim(state, unit, weapon, target, goal)
    hit, astray = number_to_hit(state, aim, known) / 100, SCATTER[aim.indirect] if weapon.radius else 0
    for each in (*known_enemies(state, unit.seat).values(), *state.standing(unit.seat)):
        if distance(goal, each.hex) > weapon.radius + astray:
            continue
        if each.seat == unit.seat and weapon.effects.get("spares_friends"):
            continue
        seen = is_in_view(state, unit.seat, each)
        whole = whole_of(state, each, seen)
        direct = target is not None and each.id == target.id
        mean = 0.0 if direct else hit * felt_share(state, unit.seat, each, weapon, goal, whole)
        if astray:
            cut = scatter_cut(state, unit, weapon)
            ways = [max(0, hexes - cut) for hexes in range(1, astray + 1)]
            centres = [step(goal, side, hexes) for side in range(6) for hexes in ways]
            harm = sum(felt_share(state, unit.seat, each, weapon, centre, whole) for centre in centres)
            mean += (1 - hit) * harm / len(centres)
        share = min(share_left(state, each, seen), weapon.rof * mean)
        gives, risks = (gives, risks + share) if each.seat == unit.seat else (gives + share, risks)
    return gives, risks


def friends_within(state: State, unit: Unit, weapon: Weapon, goal: Hex) -> list[Unit]:
    """Who of the own side a blast at a hex would reach if it comes down there."""
    if not weapon.blast or weapon.effects.get("spares_friends") or weapon.effects.get("marks"):
        return []
    return [each for each in state.standing(unit.seat) if distance(goal, each.hex) <= weapon.radius]


def felt_share(state: State, seat: str, unit: Unit, weapon: Weapon, centre: Hex, whole: int) -> float:
    """What a blast does to a unit as a share of it, the EMP shock or the mark it may bring included."""
    stuns = weapon.has("heavy-emp") and 0 < weapon.radius >= distance(centre, unit.hex)
    if stuns and is_in_view(state, seat, unit):
        immune = unit.shocked or equipment_effect(state, unit, "blast_immunity")
        stuns = not immune and is_shocking_blast(state, unit, weapon)
    marks = weapon.effects.get("marks") and distance(centre, unit.hex) <= weapon.radius and not is_beacon(unit)
    return felt(state, seat, unit, weapon, centre) / whole + SHOCKING * stuns + (MARKING if marks else 0.0)


def felt(state: State, seat: str, unit: Unit, weapon: Weapon, centre: Hex) -> int:
    """A blast's damage to a unit as a seat must reckon it: of one out of sight it knows the place alone."""
    hexes = distance(centre, unit.hex)
    if hexes > weapon.radius:
        return 0
    if not is_in_view(state, seat, unit):
        cover, _ = state.land.cover(centre, unit.hex)
        return max(0, area_damage(weapon, hexes) - cover)
    damage = 0 if equipment_effect(state, unit, "blast_immunity") else blast_damage(state, unit, weapon, centre)
    return sum(min(points, damage) for points in unit.swarm) if unit.swarm else damage
