"""Swarms of terror drones: machines that move and act as one, and are lost one by one."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.damage.events import Destroyed, SwarmCut
from gearlock.systems.hex100.forces.units import UnitCard
from gearlock.systems.hex100.state import State, Unit

SMOKE = "smoke"
"""The name of a swarm's smoke launchers among what is used up."""
AREA = ("blast", "shockwave")
"""Ways of being struck that every machine feels."""
Chances = dict[tuple[int, int], int]


@heeds("hex100.drone-terror", "hex100.drone-terror-smoke")
def fill_swarm(unit: Unit, card: UnitCard) -> None:
    """Before the battle: every machine of a swarm has the hit points of the card, and their smoke is good for once."""
    unit.swarm = [card.hp] * card.integrated.get("swarm", 0)
    if "smoke_screen" in card.integrated:
        unit.uses[SMOKE] = card.integrated["smoke_screen"]


@heeds("hex100.drone-terror", "hex100.drone-repair")
def mend_swarm(unit: Unit, card: UnitCard, points: int) -> None:
    """Give the machines of a swarm hit points back, as far as one goes after the other; others have none to mend."""
    for at, left in enumerate(unit.swarm):
        mended = min(points, card.hp - left)
        unit.swarm[at] += mended
        points -= mended
    unit.swarm.sort()


@heeds("hex100.drone-terror")
def struck(swarm: tuple[int, ...], damage: int, critical: int) -> tuple[int, ...]:
    """A swarm after one direct hit on its weakest machine, which critical damage destroys.

    What is more than the machine bears is lost.
    """
    first, *others = swarm
    left = 0 if critical else first - damage
    return tuple(sorted([left, *others])) if left > 0 else tuple(others)


@heeds("hex100.drone-terror", "hex100.attr-blast")
def blown(swarm: tuple[int, ...], damage: int) -> tuple[int, ...]:
    """A swarm after a blast, which every machine feels."""
    return tuple(points - damage for points in swarm if points > damage)


@heeds("hex100.drone-terror", "hex100.attr-blast")
def strike_swarm(ctx: Ctx[State], target: str, damage: int, critical: int, how: str, by: str) -> None:
    """Let a hit fall on one machine of a swarm, or a blast on all of them."""
    swarm = tuple(ctx.state.units[target].swarm)
    cut(ctx, target, blown(swarm, damage) if how in AREA else struck(swarm, damage, critical), how, by)


def cut(ctx: Ctx[State], target: str, left: tuple[int, ...], how: str, by: str) -> None:
    """Leave a swarm these machines; without any it is destroyed."""
    ctx.emit(SwarmCut(target, left, how, by))
    if not left:
        ctx.emit(Destroyed(target))


class Way(NamedTuple):
    """One way a shot can go: what it does to the weakest machine, and what its burst does to every one."""

    damage: int
    critical: int
    area: int
    weight: int


class Fire(NamedTuple):
    """The fire of one weapon at a swarm: so many shots, each of which can go these ways."""

    shots: int
    ways: tuple[Way, ...]


def swarm_chances(swarm: tuple[int, ...], weapons: list[Fire]) -> Chances:
    """What a volley does to a swarm in all, weapon after weapon: damage to its weight. Bursts come after the hits."""
    found = {swarm: 1}
    for fire in weapons:
        burst = {(machines, 0): weight for machines, weight in found.items()}
        for _ in range(fire.shots):
            burst = _one_more(burst, fire)
        found = {}
        for (machines, area), weight in burst.items():
            left = blown(machines, area)
            found[left] = found.get(left, 0) + weight
    chances: Chances = {}
    for machines, weight in found.items():
        key = (sum(swarm) - sum(machines), 0)
        chances[key] = chances.get(key, 0) + weight
    return chances


def _one_more(found: dict[tuple[tuple[int, ...], int], int], fire: Fire) -> dict[tuple[tuple[int, ...], int], int]:
    """The machines that are left and what bursts will do to each of them, after one more shot."""
    total: dict[tuple[tuple[int, ...], int], int] = {}
    for (machines, area), weight in found.items():
        for way in fire.ways:
            hit = machines and (way.damage or way.critical)
            key = (struck(machines, way.damage, way.critical) if hit else machines, area + way.area)
            total[key] = total.get(key, 0) + weight * way.weight
    return total
