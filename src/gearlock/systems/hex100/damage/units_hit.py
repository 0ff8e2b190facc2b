"""What damage does to units: hit points, swarms of terror drones, what a unit carries, drones whose ride is gone."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Modifier
from gearlock.systems.hex100.actions import drop_reserve
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.sight import is_held_in
from gearlock.systems.hex100.equipment import standing_kind
from gearlock.systems.hex100.forces.cards import UnitCard
from gearlock.systems.hex100.networks import trace
from gearlock.systems.hex100.state import SEATS, Hits, State, Unit, other
from gearlock.table.hexes import Hex, distance


class SpendCharges(Order, frozen=True, tag="spend-charges"):
    """Spend charges of reactive armour, one for each hit it lowers by so many points of damage."""

    unit: str
    charges: int = 1
    saved: int = 0


class Struck(Event, frozen=True, tag="struck"):
    """A unit took damage, and perhaps critical damage on a hardpoint."""

    unit: str
    damage: int
    critical: int = 0
    hardpoint: int = -1
    how: str = "hit"
    by: str = ""
    raw: int = 0
    """The damage before armour and cover, and what these took off or added."""
    lines: tuple[Modifier, ...] = ()
    face: int = -1
    """The die for penetration and the number to stay under; -1 where none was rolled."""
    penetration: int = 0

    def change(self, state: State) -> None:
        state.hits = None
        unit = state.units[self.unit]
        unit.hp = max(0, unit.hp - self.damage)
        if self.critical:
            unit.critical += self.critical
            if self.hardpoint >= 0:
                unit.hurt[self.hardpoint] += self.critical


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A unit is out of the game and leaves a wreck; both sides learn of it."""

    reveals: ClassVar[bool] = True
    unit: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.destroyed, unit.hp, unit.lock, unit.lock_at = True, 0, "", None
        unit.pool, unit.done = {}, True
        drop_reserve(unit)
        for seat in SEATS:
            state.known[seat].pop(unit.id, None)
            state.contacts[seat].pop(unit.id, None)
        if unit.id in state.awaiting:
            state.awaiting.remove(unit.id)
        lose_docked(state, unit)
        drop_riders(state, unit)
        if leaves_wreck(state, unit) and (unit.q, unit.r) not in state.wrecks:
            state.wrecks = sorted([*state.wrecks, (unit.q, unit.r)])
            state.rebuild_field()
        if state.acting == unit.id:
            state.acting = ""


class Shocked(Event, frozen=True, tag="shocked"):
    """A unit is in EMP shock."""

    reveals: ClassVar[bool] = True
    unit: str
    by: str = ""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.shocked = True
        trace(state, unit)


class Crashed(Event, frozen=True, tag="crashed"):
    """A flying unit fell out of the sky in EMP shock."""

    unit: str


class PoolCut(Event, frozen=True, tag="pool-cut"):
    """EMP shock left a unit these actions and no others."""

    unit: str
    pool: tuple[tuple[str, int], ...]

    def change(self, state: State) -> None:
        state.units[self.unit].pool = dict(self.pool)


class Dismounted(Event, frozen=True, tag="dismounted"):
    """Terror drones that have lost their mount find a hex of their own; `held` as with a step."""

    reveals: ClassVar[bool] = True
    unit: str
    q: int
    r: int
    held: bool = False

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.q, drone.r = self.q, self.r


class SwarmCut(Event, frozen=True, tag="swarm-cut"):
    """Something struck a swarm: the hit points of the machines that are left, the weakest first."""

    unit: str
    left: tuple[int, ...]
    how: str
    by: str = ""

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.swarm, drone.hp = list(self.left), sum(self.left)


class HitsCounted(Event, frozen=True, tag="hits-counted"):
    """Hits that charges of reactive armour may lower; their critical damage is known by then."""

    unit: str
    hits: int
    damage: int
    lowered: int
    critical: int = 0

    def change(self, state: State) -> None:
        state.hits = Hits(self.unit, self.hits, self.damage, self.lowered, self.critical)


class ChargesSpent(Event, frozen=True, tag="charges-spent"):
    """Reactive armour met hits, one charge for each."""

    unit: str
    charges: int

    def change(self, state: State) -> None:
        state.hits = None
        state.units[self.unit].charges -= self.charges


# --- What a unit carries


@heeds("hex100.drone-terror")
def carry_riders(state: State, unit: Unit) -> None:
    """What rides a unit goes where it goes."""
    for drone in state.riders(unit.id):
        drone.q, drone.r = unit.q, unit.r


@heeds("hex100.drone-terror")
def drop_riders(state: State, unit: Unit) -> None:
    """When a unit falls, what rode it is left on its wreck; fallen drones ride nobody."""
    unit.riding, unit.swarm = "", []
    shed_riders(state, unit)


def shed_riders(state: State, unit: Unit) -> None:
    """What rode a unit that is gone is in the hex where it was, until it has found a place of its own."""
    for drone in state.riders(unit.id):
        drone.riding = ""


@heeds("hex100.drone-small")
def lose_docked(state: State, carrier: Unit) -> None:
    """The drones docked with a unit are lost with it."""
    for drone, tie in state.scene.ties.items():
        if tie.carrier == carrier.id and state.units[drone].docked:
            state.units[drone].destroyed, state.units[drone].hp = True, 0


@rule("hex100.drone-small")
def leaves_wreck(state: State, unit: Unit) -> bool:
    """Whether a unit leaves a wreck that matters; of a small drone nothing is left."""
    return not (unit.id in state.scene.drones and state.machine(unit.id).unit.small)


# --- Swarms of terror drones

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


# --- Drones whose ride is gone


@heeds("hex100.stat-hp", "hex100.drone-terror")
def fall(ctx: Ctx[State], unit_id: str) -> None:
    """A unit is destroyed, and what rode it is left on its wreck."""
    riders = riders_by_finding(ctx.state, unit_id)
    ctx.emit(Destroyed(unit_id))
    settle(ctx, riders)


def riders_by_finding(state: State, unit_id: str) -> list[str]:
    """What rides a unit, in the order in which the other side found it: the order of a side's list is its secret."""

    def found(drone: Unit) -> tuple[int, str]:
        enemy = other(drone.seat)
        return (state.contact_number(enemy, drone.id) if drone.id in state.contacts[enemy] else 0), drone.seat

    return [drone.id for drone in sorted(state.riders(unit_id), key=found)]


@heeds("hex100.drone-terror", "hex100.stacking", "hex100.rough-impassable")
def settle(ctx: Ctx[State], riders: list[str]) -> None:
    """Find a place for each swarm that has lost its mount: the first stays there, the others go to the nearest hex.

    So does one that cannot stand where it was carried, such as in water. With no place left on the map it stays.
    """
    for at, drone_id in enumerate(riders):
        drone = ctx.state.units[drone_id]
        place = place_for(ctx.state, drone, riders[at + 1 :])
        if drone.standing and place != drone.hex:
            ctx.emit(Dismounted(drone_id, *place, is_held_in(ctx.state, drone, place)))
            look_again(ctx)


def place_for(state: State, drone: Unit, waiting: list[str]) -> Hex:
    """The nearest hex that a swarm may stand in and where nobody is but those who have their place yet to find."""
    kind = standing_kind(state, drone)
    others = (each for each in state.units.values() if each.standing and each.id not in (drone.id, *waiting))
    taken = {each.hex for each in others if not each.riding}
    free = (hex_ for hex_ in state.land.ground if hex_ not in taken and state.land.cost(hex_, kind))
    return min(free, key=lambda hex_: (distance(hex_, drone.hex), hex_), default=drone.hex)
