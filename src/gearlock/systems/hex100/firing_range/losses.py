"""What an attack costs a unit."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.kernel.events import Event
from gearlock.kernel.gunnery import Toll
from gearlock.kernel.rulebook import heeds
from gearlock.systems.hex100.attacks.events import Fired
from gearlock.systems.hex100.damage.events import Struck
from gearlock.systems.hex100.forces.units import Hardpoint
from gearlock.systems.hex100.state import State


def toll(before: State, after: State, events: list[Event], unit_id: str) -> Toll:
    """What became of a unit: hit points lost, critical damage and the hardpoints it wrecked, EMP shock.

    The book knows no crippled machine: one that takes critical damage counts as such.
    """
    was, now = before.units[unit_id], after.units[unit_id]
    hit = any(isinstance(event, Fired) and event.target == unit_id and event.hits > event.evaded for event in events)
    if now.destroyed and not was.destroyed:
        return fallen(hit, sum(was.swarm) or was.hp)
    blows = [event for event in events if isinstance(event, Struck) and event.unit == unit_id]
    damage = sum(was.swarm) - sum(now.swarm) if was.swarm else sum(blow.damage for blow in blows)
    shocked = ("EMP shock",) if now.shocked and not was.shocked else ()
    gone = wrecked(before.machine(unit_id).unit.hardpoints, was.hurt, now.hurt)
    deep = sum(blow.critical for blow in blows)
    return Toll(hit, damage, deep, tuple(sorted((*shocked, *gone))), crippled=deep > 0)


@heeds("hex100.stat-hp")
def fallen(hit: bool, hit_points: int) -> Toll:
    """A unit that is destroyed has lost all it had; what else befell it on the way is nobody's concern."""
    return Toll(hit, hit_points, crippled=True, destroyed=True)


@heeds("hex100.stat-critical")
def wrecked(hardpoints: tuple[Hardpoint, ...], was: Sequence[int], now: Sequence[int]) -> tuple[str, ...]:
    """The hardpoints that critical damage has wrecked meanwhile."""
    return tuple(f"{each.name} wrecked" for at, each in enumerate(hardpoints) if was[at] < each.size <= now[at])
