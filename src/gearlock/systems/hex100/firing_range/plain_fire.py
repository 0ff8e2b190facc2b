"""The fast way through plain fire: shots that do nothing but damage the unit they are aimed at, counted without dice.

Walking the rules runs a script for every combination of hits, penetrations and hardpoints. Here the same numbers are
multiplied out; a test holds both ways against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple

from gearlock.kernel.gunnery import Share, Toll, Tolls
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.odds.percent import CENT, per_cent
from gearlock.systems.hex100.attacks.attack import Aim, armed, take_aim
from gearlock.systems.hex100.attacks.melee import as_used
from gearlock.systems.hex100.attacks.orders import Attack
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.dismounting import fall
from gearlock.systems.hex100.damage.events import Struck
from gearlock.systems.hex100.firing_range.losses import fallen, wrecked
from gearlock.systems.hex100.forces.units import Hardpoint, Weapon
from gearlock.systems.hex100.judging.odds import shot_numbers
from gearlock.systems.hex100.state import State, Unit

KEPT = 4096
_MORE_THAN_DAMAGE = ("demolisher", "slash", "light-emp", "heavy-emp")


class Wear(NamedTuple):
    """A unit while it is shot at: what is left of it, where it is hurt, and what it has taken so far."""

    hp: int
    critical: int
    hurt: tuple[int, ...]
    damage: int = 0
    deep: int = 0
    fallen: bool = False


End = tuple[tuple[Wear, bool], int]
"""One way fire can end, whether any shot struck, and how often."""
Wears = dict[Wear, int]


class Numbers(NamedTuple):
    """The numbers of one shot, and what the target bears."""

    hit: int
    evade: int
    penetrate: int
    damage: int
    graze: int
    critical: int
    spalling: int
    structure: int
    places: int

    @heeds("hex100.stat-hp", "hex100.stat-critical")
    def struck(self, wear: Wear, damage: int, deep: int, place: int = -1) -> Wear:
        """The unit after one blow; a fallen unit takes no more."""
        if wear.fallen:
            return wear
        hp, critical, hurt = max(0, wear.hp - damage), wear.critical + deep, wear.hurt
        if deep and place >= 0:
            hurt = (*hurt[:place], hurt[place] + deep, *hurt[place + 1 :])
        fallen = hp <= 0 or critical >= self.structure
        return Wear(hp, critical, hurt, wear.damage + damage, wear.deep + deep, fallen)

    def one_hit(self, wears: Wears) -> Wears:
        """All that one more hit makes of a unit, with weights out of a hundred times the places it may strike."""
        found: Wears = {}
        for wear, ways in wears.items():
            for deep, chance in ((self.critical, self.penetrate), (self.spalling, CENT - self.penetrate)):
                if not chance:
                    continue
                for place, share in self._places(deep and not wear.fallen):
                    after = self.struck(wear, self.damage, deep, place)
                    found[after] = found.get(after, 0) + ways * chance * share
        return found

    def _places(self, deep: int) -> Iterator[tuple[int, int]]:
        if deep and self.places:
            yield from ((place, 1) for place in range(self.places))
        else:
            yield -1, max(1, self.places)


def is_plain(state: State, weapon: Weapon, target: Unit) -> bool:
    """Whether fire does nothing but damage the one unit it is aimed at, and nobody could want a say in it.

    A blast that goes no farther than the hex it strikes spares the unit it hits; only drones could share that hex.
    """
    special = weapon.radius or weapon.shock or weapon.effects.get("marks")
    if special or any(weapon.has(each) for each in _MORE_THAN_DAMAGE):
        return False
    crowded = bool(state.scene.drones) and (weapon.has("large-projectile") or bool(weapon.blast))
    return not (crowded or target.swarm or target.id in state.scene.drones)


@heeds("hex100.attack-sequence", "hex100.stat-rof")
def plain_fire(
    share: Share[State], order: Attack, token: str, target_id: str, ends: bool = True
) -> list[Share[State]] | None:
    """All that the shots of one weapon lead to from here; None if it must be played out.

    Without `ends` nobody asks for the states they leave, and the tolls are enough.
    """
    state = share.state
    target = state.units[target_id]
    found = armed(state, order.unit, token, target_id, target.hex)
    if found is None:
        return [share]
    weapon = as_used(found, order.weapons)
    if not is_plain(state, weapon, target):
        return None
    numbers = _numbers(state, take_aim(state, state.units[order.unit], weapon, target, target.hex))
    start = Wear(target.hp, target.critical, tuple(target.hurt))
    before = share.tolls.get(target_id, Toll())
    if not ends:
        tolls, total = tolls_of(numbers, start, weapon.rof, state.machine(target_id).unit.hardpoints)
        return [_share(share, {target_id: before.then(toll)}, ways, total, state) for toll, ways in tolls]
    worn, total = ends_of(numbers, start, weapon.rof)
    shares: list[Share[State]] = []
    for (wear, struck), ways in worn:
        toll = _toll(start, wear, struck, state.machine(target_id).unit.hardpoints)
        after = _after(state, target_id, wear)
        shares.append(_share(share, {target_id: before.then(toll)}, ways, total, after))
    return shares


def _share(share: Share[State], tolls: Tolls, ways: int, total: int, state: State) -> Share[State]:
    return Share(share.ways * ways, share.out_of * total, {**share.tolls, **tolls}, state)


def _numbers(state: State, aim: Aim) -> Numbers:
    assert aim.target is not None, "plain fire is aimed at a unit"
    card = state.machine(aim.target.id).unit
    hit, evade, penetrate, damage, graze, critical, spalling = shot_numbers(state, aim, True)
    chances = per_cent(hit), per_cent(evade), per_cent(penetrate)
    return Numbers(*chances, damage, graze, critical, spalling, card.structure, len(card.hardpoints))


@lru_cache(maxsize=KEPT)
def ends_of(numbers: Numbers, start: Wear, shots: int) -> tuple[tuple[End, ...], int]:
    """How a number of shots can leave a unit and whether any of them struck it, with weights, and their total.

    Shots that are evaded graze it first, as the rules have it.
    """
    per_hit = CENT * max(1, numbers.places)
    found: dict[tuple[Wear, bool], int] = {}
    grazed = start
    for evaded in range(shots + 1 if numbers.evade else 1):
        wears: Wears = {grazed: 1}
        for hits in range(evaded, shots + 1):
            wears = numbers.one_hit(wears) if hits > evaded else wears
            ways = _ways(shots, hits, numbers.hit) * CENT ** (shots - hits) * _ways(hits, evaded, numbers.evade)
            ways *= per_hit ** (shots - hits + evaded)
            for wear, each in wears.items() if ways else ():
                key = wear, hits > evaded
                found[key] = found.get(key, 0) + ways * each
        grazed = numbers.struck(grazed, numbers.graze, 0) if numbers.graze else grazed
    return tuple(found.items()), CENT ** (2 * shots) * per_hit**shots


def _ways(dice: int, under: int, number: int) -> int:
    """In how many throws so many of the dice stay under a number."""
    ways: int = comb(dice, under) * number**under * (CENT - number) ** (dice - under)
    return ways


@lru_cache(maxsize=KEPT)
def tolls_of(
    numbers: Numbers, start: Wear, shots: int, hardpoints: tuple[Hardpoint, ...]
) -> tuple[tuple[tuple[Toll, int], ...], int]:
    """The same as tolls alone."""
    ends, total = ends_of(numbers, start, shots)
    found: dict[Toll, int] = {}
    for (wear, struck), ways in ends:
        toll = _toll(start, wear, struck, hardpoints)
        found[toll] = found.get(toll, 0) + ways
    return tuple(found.items()), total


def _toll(start: Wear, wear: Wear, struck: bool, hardpoints: tuple[Hardpoint, ...]) -> Toll:
    if wear.fallen:
        return fallen(struck, start.hp)
    gone = wrecked(hardpoints, start.hurt, wear.hurt)
    return Toll(struck, wear.damage, wear.deep, tuple(sorted(gone)), crippled=wear.deep > 0)


def _after(state: State, target: str, wear: Wear) -> State:
    """The state in which the target is worn like this."""
    before = state.units[target]
    ctx = Ctx(state.clone(), BOOK.apply)
    ctx.emit(Struck(target, wear.damage, 0 if before.hurt else wear.deep))
    for place, (was, now) in enumerate(zip(before.hurt, wear.hurt, strict=True)):
        if now > was:
            ctx.emit(Struck(target, 0, now - was, place))
    if wear.fallen:
        fall(ctx, target)
    return ctx.state
