"""Exact odds of attacks, what their damage costs the target, and what attacks are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.survey import Standing, folded
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.judging.outlook import Rival, here_or_nearer, stakes_by_price, standing_among
from gearlock.systems.hex100.attacks.attack import (
    SCATTER,
    Aim,
    blast_damage,
    dodge,
    is_spared,
    number_to_evade,
    number_to_hit,
    take_aim,
)
from gearlock.systems.hex100.damage.damage import (
    area_damage,
    critical_damage,
    dealt,
    emp_of,
    is_shocking_blast,
    reduction_modifiers,
)
from gearlock.systems.hex100.damage.units_hit import Fire as SwarmFire
from gearlock.systems.hex100.damage.units_hit import Way, swarm_chances
from gearlock.systems.hex100.detection.sight import is_stealthed
from gearlock.systems.hex100.equipment import equipment_effect, find_weapon, full_hp
from gearlock.systems.hex100.forces.cards import Weapon
from gearlock.systems.hex100.known_units import known_enemies
from gearlock.systems.hex100.movement.moving import stride
from gearlock.systems.hex100.networks import is_beacon
from gearlock.systems.hex100.state import SEEN, State, Unit
from gearlock.systems.hex100.weapons import (
    Volley,
    legal_volleys,
    named_weapons,
    reach_of_volley,
    refuse_aim,
    refuse_attack,
    refuse_weapon,
    scatter_cut,
)
from gearlock.table.hexes import Hex, distance, sides_toward, step
from gearlock.table.hexlines import line

# --- The unit of account
# Nobody loses more than is left of it, and a unit that falls loses all of that, by whatever it falls.

TYPICAL_HP = 16
"""What an enemy of unknown type is taken to have."""
UNKNOWN_STRUCTURE = 99
"""What is not known of an enemy's structure is not reckoned with."""
KEPT = 1 << 14
Fire = tuple[tuple[tuple[tuple[int, int, int], ...], int], ...]
"""The ways one shot of each weapon can go, and how many shots it fires."""


def is_in_view(state: State, seat: str, unit: Unit) -> bool:
    """Whether a seat knows armour and wounds of a unit: its own, or an enemy in sight."""
    return unit.seat == seat or state.known[seat].get(unit.id) == SEEN


def whole_of(state: State, unit: Unit, known: bool = True) -> int:
    """The hit points a unit was fielded with, as far as that is known."""
    return full_hp(state, unit.id) if known else TYPICAL_HP


def left_of(unit: Unit, known: bool = True) -> int:
    """The hit points that are left, as far as that is known."""
    return max(1, unit.hp) if known else TYPICAL_HP


def share_left(state: State, unit: Unit, known: bool = True) -> float:
    """What is left of a unit."""
    return left_of(unit, known) / whole_of(state, unit, known)


def share_of(state: State, unit: Unit, points: float, known: bool = True) -> float:
    """So many hit points as a share of the whole unit, no more than is left of it."""
    return min(points, left_of(unit, known)) / whole_of(state, unit, known)


@heeds("hex100.stat-hp", "hex100.stat-critical")
def falls(state: State, unit: Unit, damage: int, critical: int) -> bool:
    """Whether so much destroys a unit as it is now."""
    return damage >= unit.hp or critical >= _structure(state, unit, True)


def share_lost(state: State, unit: Unit, damage: int, critical: int) -> float:
    """What of a unit is lost with so much damage; all that is left if it falls."""
    return share_of(state, unit, unit.hp if falls(state, unit, damage, critical) else damage)


def expected_share(state: State, aims: list[Aim], known: bool = True) -> float:
    """The share of their target that these aims cost it together on average; nothing without a target."""
    target = aims[0].target if aims else None
    if target is None:
        return 0.0
    left, structure = left_of(target, known), _structure(state, target, known)
    if meets_its_own_way(aims[0], known):
        lost = _mean_lost(special_chances(state, aims, known), left, structure)
    else:
        lost = points_lost(tuple((shot_of(state, aim, known), aim.weapon.rof) for aim in aims), left, structure)
    return lost / whole_of(state, target, known)


def _structure(state: State, unit: Unit, known: bool) -> int:
    return state.machine(unit.id).unit.structure - unit.critical if known else UNKNOWN_STRUCTURE


def _mean_lost(chances: Chances, left: int, structure: int) -> float:
    lost = sum((left if deep >= structure else min(points, left)) * ways for (points, deep), ways in chances.items())
    return lost / sum(chances.values())


@lru_cache(maxsize=KEPT)
def points_lost(fire: Fire, left: int, structure: int) -> float:
    """The hit points that fire costs a unit on average; kept, since battles ask the same again and again.

    What would be beyond the last point is forgotten shot by shot, so that there is never much to carry on.
    """
    chances: dict[tuple[int, int], float] = {(0, 0): 1.0}
    gone = (left, 0)
    for shot, shots in fire:
        for _ in range(shots):
            total: dict[tuple[int, int], float] = {}
            for (lost, deep), chance in chances.items():
                for damage, worse, weight in shot if lost < left else ((0, 0, CERTAIN),):
                    fallen = lost + damage >= left or deep + worse >= structure
                    key = gone if fallen else (lost + damage, deep + worse)
                    total[key] = total.get(key, 0.0) + chance * weight / CERTAIN
            chances = total
    return sum(lost * chance for (lost, _), chance in chances.items())


# --- Odds of attacks

Chances = dict[tuple[int, int], int]
"""Damage and critical damage to their weight; the weights of n shots add up to a million to the n."""
CERTAIN = 100**3


@lru_cache(maxsize=4096)
def shot_chances(
    number: int, dodge: int, penetration: int, damage: int, graze: int, critical: int, spalling: int
) -> tuple[tuple[int, int, int], ...]:
    """One shot as (damage, critical damage, weight), like results added together."""
    found: Chances = {}
    for points, worse, weight in outcomes(number, dodge, penetration, damage, graze, critical, spalling):
        if weight:
            found[points, worse] = found.get((points, worse), 0) + weight
    return tuple((*result, weight) for result, weight in found.items())


def outcomes(
    number: int, dodge: int, penetration: int, damage: int, graze: int, critical: int, spalling: int
) -> tuple[tuple[int, int, int], ...]:
    """The four ways of one shot as (damage, critical damage, weight): missed, evaded, penetrated, hit and no more."""
    hit, penetration = max(0, min(100, number)), max(0, min(100, penetration))
    through = hit * (100 - dodge)
    return (
        (0, 0, (100 - hit) * 100 * 100),
        (graze, 0, hit * dodge * 100),
        (damage, critical, through * penetration),
        (damage, spalling, through * (100 - penetration)),
    )


def added(chances: Chances, shot: Iterable[tuple[int, int, int]]) -> Chances:
    """The chances after one more shot."""
    total: Chances = {}
    for (damage, critical), weight in chances.items():
        for more, worse, times in shot:
            key = (damage + more, critical + worse)
            total[key] = total.get(key, 0) + weight * times
    return total


def shot_of(state: State, aim: Aim, known: bool = True) -> tuple[tuple[int, int, int], ...]:
    """One shot of an aimed weapon. What is not known of the target counts as nothing: no armour, no evasion."""
    return shot_chances(*shot_numbers(state, aim, known))


def shot_numbers(state: State, aim: Aim, known: bool, charged: bool = False) -> tuple[int, ...]:
    """The numbers of one shot: to hit, to evade, to penetrate, damage, graze, critical damage, spalling."""
    weapon, target = aim.weapon, aim.target
    number = number_to_hit(state, aim, known)
    if target is None or not known:
        cover, _ = state.land.cover(aim.unit.hex, aim.goal, weapon.has("indirect-fire"))
        damage = max(0, weapon.damage - cover) if target is not None else 0
        return number, 0, weapon.penetration, damage, 0, weapon.critical, weapon.spalling
    above = weapon.has("indirect-fire")
    lines = reduction_modifiers(state, target, weapon, weapon.damage_type, aim.unit.hex, above, charged)
    return (
        number,
        number_to_evade(state, aim),
        weapon.penetration,
        dealt(weapon.damage, lines),
        dealt(weapon.graze, lines) if weapon.graze else 0,
        critical_damage(state, target, weapon, True, aim.unit.hex),
        critical_damage(state, target, weapon, False, aim.unit.hex),
    )


def expected_damage(state: State, aim: Aim, known: bool = True) -> float:
    """The mean damage of all shots, without working out the whole distribution."""
    if meets_its_own_way(aim, known):
        chances = special_chances(state, [aim], known)
        whole = sum(chances.values())
        return sum(damage * weight for (damage, _), weight in chances.items()) / whole
    shot = shot_of(state, aim, known)
    return aim.weapon.rof * sum(damage * weight for damage, _, weight in shot) / CERTAIN


def special_chances(state: State, aims: list[Aim], known: bool) -> Chances:
    """The chances of a volley at what takes hits in its own way: reactive armour, or a swarm."""
    target = aims[0].target
    if target is None or not _meets_swarm(aims[0], known):
        return charged_chances(state, aims)
    return swarm_chances(tuple(target.swarm), [_fire(state, aim, target) for aim in aims])


@heeds("hex100.blast-scatter", "hex100.attr-blast")
def _fire(state: State, aim: Aim, target: Unit) -> SwarmFire:
    """The fire of a weapon at a swarm that is in view: what bursts where it was aimed, and where it goes astray."""
    missed, *others = outcomes(*shot_numbers(state, aim, True))
    centres = strays(state, aim)
    share = max(1, len(centres))
    area, marks = burst_damage(state, aim, target, aim.goal), bool(aim.weapon.effects.get("marks"))
    ways = [Way(0 if marks else hurt, 0 if marks else deep, area, w * share) for hurt, deep, w in others]
    astray = [Way(0, 0, burst_damage(state, aim, target, centre), missed[2]) for centre in centres]
    return SwarmFire(aim.weapon.rof, (*ways, *(astray or [Way(0, 0, 0, missed[2])])))


@heeds("hex100.blast-scatter")
def strays(state: State, aim: Aim) -> list[Hex]:
    """Where a blast that misses comes down, each as likely as the other; nowhere for what does not scatter."""
    if not aim.weapon.radius:
        return []
    cut = scatter_cut(state, aim.unit, aim.weapon)
    ways = [max(0, hexes - cut) for hexes in range(1, SCATTER[aim.indirect] + 1)]
    return [step(aim.goal, side, hexes) for side in range(6) for hexes in ways]


@heeds("hex100.attr-blast", "hex100.armour-blast")
def burst_damage(state: State, aim: Aim, unit: Unit, centre: Hex) -> int:
    """What one burst does to a unit; of a swarm, to every machine."""
    weapon = aim.weapon
    if not weapon.blast or weapon.effects.get("marks") or distance(centre, unit.hex) > weapon.radius:
        return 0
    if equipment_effect(state, unit, "blast_immunity") or is_spared(weapon, aim.unit, unit):
        return 0
    return blast_damage(state, unit, weapon, centre)


def meets_its_own_way(aim: Aim, known: bool) -> bool:
    """Whether the target takes hits in a way of its own: reactive armour, or a swarm."""
    return _meets_charges(aim, known) or _meets_swarm(aim, known)


def _meets_swarm(aim: Aim, known: bool) -> bool:
    return known and aim.target is not None and bool(aim.target.swarm)


def _meets_charges(aim: Aim, known: bool) -> bool:
    return known and aim.target is not None and aim.target.charges > 0


@heeds("hex100.armour-reactive")
def charged_chances(state: State, aims: list[Aim]) -> Chances:
    """The chances of a volley at reactive armour, reckoned with a charge spent on every hit that it lowers."""
    target = aims[0].target
    assert target is not None, "armour belongs to a target"
    chances = {(0, 0, target.charges): 1}
    for aim in aims:
        bare, lowered = (outcomes(*shot_numbers(state, aim, True, charged)) for charged in (False, True))
        for _ in range(aim.weapon.rof):
            chances = _met(chances, bare, lowered)
    total: Chances = {}
    for (damage, critical, _), weight in chances.items():
        total[damage, critical] = total.get((damage, critical), 0) + weight
    return total


def _met(
    chances: dict[tuple[int, int, int], int],
    bare: Iterable[tuple[int, int, int]],
    lowered: Iterable[tuple[int, int, int]],
) -> dict[tuple[int, int, int], int]:
    """One more shot, with the charges that are left: the third of each key."""
    total: dict[tuple[int, int, int], int] = {}
    ways = [
        (full, less, worse, times) for (full, worse, times), (less, _, _) in zip(bare, lowered, strict=True) if times
    ]
    for (damage, critical, left), weight in chances.items():
        for full, less, worse, times in ways:
            spent = left > 0 and less < full
            key = (damage + (less if spent else full), critical + worse, left - spent)
            total[key] = total.get(key, 0) + weight * times
    return total


def chance_to_strike(state: State, aim: Aim, known: bool = True) -> float:
    """The chance of one shot to hit and not to be evaded."""
    dodge = number_to_evade(state, aim) if known else 0
    return number_to_hit(state, aim, known) * (100 - dodge) / 10_000


@heeds("hex100.attr-heavy-emp", "hex100.attr-light-emp", "hex100.armour-ed")
def shock_chance(state: State, aims: list[Aim], known: bool = True) -> float:
    """The chance that a volley puts its target in EMP shock; what is not known of the target does not soften it."""
    spared = 1.0
    for aim in aims:
        if aim.target is None:
            continue
        bare = "heavy" if aim.weapon.has("heavy-emp") else "light" if aim.weapon.has("light-emp") else ""
        emp = emp_of(state, aim.target, aim.weapon) if known else bare
        needed = {"heavy": 100, "light": min(100, aim.weapon.penetration + aim.weapon.emp_bonus)}.get(emp, 0)
        spared *= (1 - chance_to_strike(state, aim, known) * needed / 100) ** aim.weapon.rof
    return 1 - spared


def pool_odds(attack: int, defence: int, pen: int, armor: int) -> OddsCard:
    """A bare shot: accuracy and evasion in per cent, damage less armour."""
    damage = max(0, pen - armor)
    accuracy, evasion = max(0, min(100, attack)), max(0, min(100, defence))
    struck = accuracy * (100 - evasion)
    chances = {0: 1 - struck / 10_000, damage: struck / 10_000} if damage else {0: 1.0}
    return OddsCard(struck / 10_000, damage * struck / 10_000, chances)


class Totals(NamedTuple):
    """The sums under both sides of an odds card, and how a hit turns into damage."""

    attack: str
    defence: str
    harm: str


def totals_of(state: State, aim: Aim, known: bool) -> Totals:
    """The numbers of every shot; of a target out of sight nothing is told but what the weapon does by itself."""
    weapon = aim.weapon
    number, dodge, penetration, damage, graze, critical, _ = shot_numbers(state, aim, known)
    shots = f", {weapon.rof} shots" if weapon.rof > 1 else ""
    attack = f"every shot hits{shots}" if aim.automatic else f"under {number}{shots}"
    defence = f"{damage} damage a hit"
    if dodge:
        grazes = f" and is grazed for {graze}" if graze else ""
        defence += f", evades under {dodge}{grazes}"
    harm = f"Damage {weapon.damage} {weapon.damage_type}"
    if critical:
        harm += f"; penetrates under {penetration} for {critical} critical damage"
    return Totals(attack, defence if known else "", harm)


# --- What shots do to a unit

Worn = dict[tuple[tuple[int, ...], int, int], int]
"""How hurt the hardpoints are, the damage and the critical damage so far, to its weight."""
Shot = list[tuple[int, int, int]]
"""Every way one shot can go for a unit: damage, critical damage, weight."""


@heeds("hex100.attack-sequence", "hex100.stat-rof")
def chances_of(state: State, aim: Aim, unit: Unit, shots: int) -> Chances:
    """What so many shots do to a unit in all, with weights. A charge is spent on every hit that it lowers."""
    if is_aimed_at(aim, unit) and (unit.charges or unit.swarm):
        return special_chances(state, [aim._replace(weapon=replace(aim.weapon, rof=shots))], known=True)
    chances: Chances = {(0, 0): 1}
    shot = _like_together(_shot_at(state, aim, unit))
    for _ in range(shots):
        chances = added(chances, shot)
    return chances


def is_aimed_at(aim: Aim, unit: Unit) -> bool:
    """Whether a unit is the target itself, not one that stands near."""
    return aim.target is not None and aim.target.id == unit.id


def _shot_at(state: State, aim: Aim, unit: Unit) -> Shot:
    """One shot: what it does where it was aimed, and wherever it may come down if it misses."""
    missed, *others = outcomes(*shot_numbers(state, aim, True))
    if not is_aimed_at(aim, unit):
        others = [(blown(state, aim, unit, aim.goal), 0, sum(weight for _, _, weight in others))]
    elif aim.weapon.effects.get("marks"):
        others = [(0, 0, weight) for _, _, weight in others]
    centres = strays(state, aim)
    if not centres:
        return [missed, *others]
    astray = [(blown(state, aim, unit, centre), 0, missed[2]) for centre in centres]
    return [*astray, *((damage, deep, weight * len(centres)) for damage, deep, weight in others)]


def _like_together(shot: Shot) -> Shot:
    found: Chances = {}
    for damage, deep, weight in shot:
        if weight:
            found[damage, deep] = found.get((damage, deep), 0) + weight
    return [(*result, weight) for result, weight in found.items()]


@heeds("hex100.attr-blast", "hex100.armour-blast")
def blown(state: State, aim: Aim, unit: Unit, centre: Hex) -> int:
    """What one burst does to a unit, in all machines of a swarm together."""
    damage = burst_damage(state, aim, unit, centre)
    return sum(min(points, damage) for points in unit.swarm) if unit.swarm else damage


@heeds("hex100.attack-action", "hex100.armour-reactive")
def attack_odds(state: State, aims: list[Aim], known: bool = True) -> OddsCard:
    """The odds of a volley for its target, where it goes astray included; charges and bystanders are left out.

    Of a target out of sight only the number to hit and the bare damage are known.
    """
    missed = 1.0
    for aim in aims:
        missed *= (1 - chance_to_strike(state, aim, known)) ** aim.weapon.rof
    target = aims[0].target
    if target is not None and known:
        return _card(state, target, _volley_chances(state, aims, target), 1 - missed)
    chances: Chances = {(0, 0): 1}
    for aim in aims:
        shot = shot_of(state, aim, known)
        for _ in range(aim.weapon.rof):
            chances = added(chances, shot)
    points, whole = _points_of(chances), sum(chances.values())
    deep = sum(weight for (_, critical), weight in chances.items() if critical)
    return OddsCard(1 - missed, _mean(points, whole), _shares(points, whole), deep / whole)


@heeds("hex100.linked-fire", "hex100.stat-critical")
def _volley_chances(state: State, aims: list[Aim], target: Unit) -> Chances:
    """What weapons that fire one after the other do to their target, no charge spent.

    A weapon may wreck what would have softened the fire of the next.
    """
    if target.swarm:
        return special_chances(state, aims, known=True)
    worn: Worn = {(tuple(target.hurt), 0, 0): 1}
    for aim in aims[:-1]:
        for _ in range(aim.weapon.rof):
            worn = _worn_more(state, aim, target, worn)
    total: Chances = {}
    for hurt, before in _by_hardpoints(worn).items():
        chances, shot = before, _shot_when(state, aims[-1], target, hurt)
        for _ in range(aims[-1].weapon.rof):
            chances = added(chances, shot)
        for key, weight in chances.items():
            total[key] = total.get(key, 0) + weight
    return total


def _worn_more(state: State, aim: Aim, target: Unit, worn: Worn) -> Worn:
    """One more shot; critical damage strikes any hardpoint alike, and no harder than it can bear."""
    places = [each.size for each in state.machine(target.id).unit.hardpoints] if target.hurt else []
    found: Worn = {}
    for hurt, before in _by_hardpoints(worn).items():
        for points, deep, weight in _shot_when(state, aim, target, hurt):
            for place, share in (
                ((at, 1) for at in range(len(places))) if deep and places else ((-1, len(places) or 1),)
            ):
                after = hurt
                if place >= 0:
                    after = (*hurt[:place], min(places[place], hurt[place] + deep), *hurt[place + 1 :])
                for (lost, critical), ways in before.items():
                    key = after, lost + points, critical + deep
                    found[key] = found.get(key, 0) + ways * weight * share
    return found


def _by_hardpoints(worn: Worn) -> dict[tuple[int, ...], Chances]:
    found: dict[tuple[int, ...], Chances] = {}
    for (hurt, points, deep), weight in worn.items():
        found.setdefault(hurt, {})[points, deep] = weight
    return found


def _shot_when(state: State, aim: Aim, target: Unit, hurt: tuple[int, ...]) -> Shot:
    """One shot at a target whose hardpoints are hurt like this."""
    if hurt == tuple(target.hurt):
        return _like_together(_shot_at(state, aim, target))
    there = state.clone()
    struck = there.units[target.id]
    struck.hurt = list(hurt)
    return _like_together(_shot_at(there, aim._replace(target=struck), struck))


def card_of(state: State, aim: Aim, unit: Unit, shots: int) -> OddsCard:
    """The odds of so many shots for one unit; one that is not the target is hit by what harms it."""
    chances = chances_of(state, aim, unit, shots)
    whole = sum(chances.values())
    unharmed = sum(weight for (points, _), weight in chances.items() if not points) / whole
    missed = (1 - chance_to_strike(state, aim)) ** shots if is_aimed_at(aim, unit) else unharmed
    return _card(state, unit, chances, 1 - missed)


def _card(state: State, unit: Unit, chances: Chances, p_hit: float) -> OddsCard:
    """What comes of shots at one unit: nobody loses more than is left, and who falls loses all of that."""
    left, whole, lost = sum(unit.swarm) or unit.hp, sum(chances.values()), Chances()
    for (points, deep), weight in chances.items():
        key = (left, 1) if falls(state, unit, points, deep) else (min(points, left), deep)
        lost[key] = lost.get(key, 0) + weight
    damage = _points_of(lost)
    return OddsCard(
        p_hit=p_hit,
        mean_damage=_mean(damage, whole),
        damage=_shares(damage, whole),
        p_crippled=sum(weight for (_, deep), weight in lost.items() if deep) / whole,
        p_destroyed=sum(w for (points, deep), w in chances.items() if falls(state, unit, points, deep)) / whole,
    )


def _points_of(chances: Chances) -> dict[int, int]:
    found: dict[int, int] = {}
    for (points, _), weight in sorted(chances.items()):
        found[points] = found.get(points, 0) + weight
    return found


def _mean(points: dict[int, int], whole: int) -> float:
    return sum(damage * weight for damage, weight in points.items()) / whole


def _shares(points: dict[int, int], whole: int) -> dict[int, float]:
    return {damage: weight / whole for damage, weight in points.items()}


def expected_loss(state: State, aim: Aim, unit: Unit, shots: int) -> float:
    """The share of a unit that so many shots cost it on average."""
    chances = chances_of(state, aim, unit, shots)
    whole = sum(chances.values())
    shares = (share_lost(state, unit, *harm) * (weight / whole) for harm, weight in chances.items())
    return sum(shares)  # the weights alone are too great for a float


def reach_of(aim: Aim) -> int:
    """How far from where they are aimed shots may hurt anybody at all."""
    return aim.weapon.radius + (SCATTER[aim.indirect] if aim.weapon.radius else 0)


# --- What attacks are worth

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


# --- How well a unit stands
# Everybody may come nearer before it strikes, straight towards the other and as far as one move takes it.

GUESSED = 0.5
"""What an attack counts of somebody out of sight, whose weapons are anybody's guess."""
PRESSED = 1.3
"""What a turn comes to of the attacks in it, measured over many battles: locks, a focus, weapons fired together."""


def standing(state: State, seat: str, piece: str) -> Standing:
    """All of the enemy's phase comes before a unit acts again, so every enemy counts as soon."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.standing or not unit.placed:
        return Standing(left=0.0)
    rested, counts, rivals = as_feared(unit), stakes(state, seat), []
    for enemy in known_enemies(state, seat).values():
        seen, name = is_in_view(state, seat, enemy), state.contacts[seat][enemy.id]
        strike = _best(state, rested, enemy, seen)
        harm = _turn(state, as_feared(enemy), unit) if seen else _guessed(state, rested, enemy, unit)
        rivals.append(Rival(name, counts.get(name, 1.0), harm, strike))
    return standing_among(rivals, counts[unit.id], share_left(state, unit))


def stakes(state: State, seat: str) -> dict[str, float]:
    """What each unit counts whose card a seat knows, by its points beside the average of those of its side."""
    mine = {unit.id: state.machine(unit.id).cost for unit in state.standing(seat)}
    seen = (enemy for enemy in known_enemies(state, seat).values() if is_in_view(state, seat, enemy))
    theirs = {state.contacts[seat][enemy.id]: state.machine(enemy.id).cost for enemy in seen}
    return stakes_by_price(mine, theirs)


def _guessed(state: State, rested: Unit, enemy: Unit, unit: Unit) -> float:
    """What an enemy out of sight may do: it is feared like a machine of the unit's own kind, and less."""
    double = rested.clone()
    double.q, double.r = enemy.hex
    if enemy.hex != unit.hex:
        double.facing = sides_toward(enemy.hex, unit.hex)[0]
    return GUESSED * _turn(state, double, unit)


def _best(state: State, unit: Unit, target: Unit, known: bool) -> float:
    """The best attack of a unit on another, from where it stands or from nearer."""
    nearer = (best_attack(state, there, target, known) for there in _nearer(state, unit, target))
    return here_or_nearer(best_attack(state, unit, target, known), nearer)


def _turn(state: State, enemy: Unit, unit: Unit) -> float:
    """What a whole turn of an enemy may cost a unit: as many attacks as it has actions for, here or from nearer."""
    pool, left = state.machine(enemy.id).unit.pool, share_left(state, unit)
    blows = sum("attack" in action or action == "wildcard" for action in pool)
    worst = folded(best_attacks(state, enemy, unit)[:blows], left)
    for there in _nearer(state, enemy, unit):
        worst = max(worst, folded(best_attacks(state, there, unit)[:blows], left))
    return min(left, PRESSED * worst)


def _nearer(state: State, unit: Unit, target: Unit) -> Iterator[Unit]:
    """A unit after half a move and after a whole one towards another."""
    points, kind = stride(state, unit, "")
    way = distance(unit.hex, target.hex)
    for steps in {points, (points + 1) // 2}:
        if unit.sieging or steps <= 0 or way < 2:
            continue
        spot = line(unit.hex, target.hex)[min(steps, way - 1)][0]
        if spot in state.land.ground and state.land.cost(spot, kind):
            there = unit.clone()
            there.q, there.r = spot
            there.facing = sides_toward(spot, target.hex)[0]
            yield there
