"""2.6.7 and 3.4: a weapon as it is used in one attack: Rate of Fire, ammunition, links, areas, called shots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.damage.condition import accuracy_now, can_use, is_crewless, quarter_fired
from gearlock.systems.tactical.damage.structures import structure_at
from gearlock.systems.tactical.damage.systems_damage import SYSTEMS, precision_result
from gearlock.systems.tactical.damage.systems_damage import TINY as TINY_TARGET
from gearlock.systems.tactical.datacards import TURRETED, Mount
from gearlock.systems.tactical.line_of_sight.seeing import LAMP, perk
from gearlock.systems.tactical.line_of_sight.terrain import touches
from gearlock.systems.tactical.sensors.smoke_and_light import break_lamp
from gearlock.systems.tactical.state import (
    ATTACKED,
    CLIMBING,
    DESIGNATED,
    EVADING,
    HULL_DOWN,
    OBSERVED,
    SKIRMISH_SCALE,
    STANDS,
    TINY,
    State,
    Unit,
)
from gearlock.systems.tactical.switches import AREA_EFFECT, CALLED_SHOTS
from gearlock.systems.tactical.weapons import AE, GUIDED, MIN_RANGE, SMALL_ARMS, Weapon
from gearlock.systems.tactical.weapons import INDIRECT as INDIRECT_TRAIT
from gearlock.table.bodies import point
from gearlock.table.inches import is_wholly_within, plan_gap
from gearlock.table.measure import INCH

DIRECT, INDIRECT = "direct", "indirect"


class Attack(Order, frozen=True, tag="attack"):
    """A ranged attack with one weapon, or with all that are linked to it, at one unit or walked over several."""

    unit: str
    weapon: str
    target: str = ""
    rof: int = 0
    """How much of its Rate of Fire is used."""
    way: str = DIRECT
    called: str = ""
    """The system that a called shot is meant for, or the tiny thing that a precision shot is."""
    fragments: bool = False
    linked: bool = False
    careful: bool = False
    """Careful fire: two Actions for one attack with five times the range."""
    observer: str = ""
    """Who observes for indirect fire."""
    others: tuple[str, ...] = ()
    """Further targets that the fire is walked over; each takes a point of ROF off the damage of all."""


class HoldFire(Order, frozen=True, tag="hold-fire"):
    """Let the enemy unit go on with its move without Snap Fire."""

    unit: str = ""


class Observe(Order, frozen=True, tag="observe"):
    """Observe an enemy for the indirect fire of friends, until the round is over: an Action."""

    unit: str
    target: str


class Designate(Order, frozen=True, tag="designate"):
    """Mark an enemy for Guided weapons with a Target Designator, until the round is over: an Action."""

    unit: str
    target: str


class ChangeClip(Order, frozen=True, tag="change-clip"):
    """Put a new clip into a weapon: an Action."""

    unit: str
    weapon: str


HELD = "held:"
"""A mark of an activation: the units that hold their fire while somebody moves."""


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """A unit attacks: its Action and its ammunition are used."""

    unit: str
    weapon: str
    target: str
    rof: int = 0
    rounds: int = 0
    cost: int = 1
    way: str = "direct"
    called: str = ""
    snap: bool = False
    others: tuple[str, ...] = ()
    """Further targets of walking fire."""
    fragments: bool = False
    careful: bool = False

    @heeds("tactical.2.6.3", "tactical.2.3.4-rof", "tactical.2.6.2-snap-fire", "tactical.3.4.5-walking")
    def change(self, state: State) -> None:
        """Snap Fire is noted with what the mover has spent, for the next shot at it has to wait a Movement Point."""
        unit, now = state.units[self.unit], state.activation
        unit.actions -= self.cost
        state.note_attack(self.unit)
        if self.rounds:
            unit.used[self.weapon] = unit.used.get(self.weapon, 0) + self.rounds
        walked = ":walked" if self.others else ""
        for name in (self.target, *self.others):
            unit.fired.append(f"{self.weapon}:{name}{walked}")
            note_attacker(state, unit, state.units[name])
        aim_turret(unit, self.weapon, state.units[self.target].x, state.units[self.target].y)
        if self.snap and now is not None:
            now.snapped[self.unit] = now.spent


@heeds("tactical.3.8.3-map")
def note_attacker(state: State, unit: Unit, target: Unit) -> None:
    """At skirmish scale a target remembers its attackers by combat group, in their order."""
    group = f"{ATTACKED}:{unit.seat}:{unit.group}:"
    if state.scale == SKIRMISH_SCALE and not target.token(group + unit.id):
        target.tokens[group + unit.id] = 1 + sum(1 for name in target.tokens if name.startswith(group))


@heeds("tactical.3.5.1-auxiliary")
def aim_turret(unit: Unit, weapon: str, x: int, y: int) -> None:
    """A turret keeps the quarter of its last shot."""
    mount = unit.mount(weapon)
    if mount is not None and mount.arc == TURRETED and not unit.is_infantry:
        unit.used[f"arc:{weapon}"] = quarter_fired(unit, x, y)


class AttackMet(Event, frozen=True, tag="attack-met"):
    """An attack met its target's defense."""

    unit: str
    target: str
    weapon: str
    attack: int
    defense: int
    margin: int
    hit: bool


class LinkMissed(Event, frozen=True, tag="link-missed"):
    """After the first miss of a link its other weapons miss as well."""

    unit: str
    weapons: tuple[str, ...]


class BlastSpread(Event, frozen=True, tag="blast-spread"):
    """A blast at a point, and whom it strikes."""

    unit: str
    weapon: str
    x: int
    y: int
    struck: tuple[str, ...]


class Concussed(Event, frozen=True, tag="concussed"):
    """A blast that was defended against still shakes a unit."""

    unit: str
    target: str
    weapon: str
    amount: int


class Scattered(Event, frozen=True, tag="scattered"):
    """An indirect shot that missed landed elsewhere."""

    unit: str
    target: str
    weapon: str
    face: int
    length: int
    x: int
    y: int
    on_table: bool = True


class TinyHit(Event, frozen=True, tag="tiny-hit"):
    """A precision shot hit the tiny thing it was meant for."""

    unit: str
    thing: str
    system: str
    by: str

    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        tokens.pop(f"{TINY}:{self.thing}:{self.system}", None)
        tokens[f"hit:{self.thing}"] = 1


class ObservingBegun(Event, frozen=True, tag="observing-begun"):
    """A unit spent an Action on observing for indirect fire."""

    unit: str
    target: str

    @heeds("tactical.3.4.3", "tactical.2.6.3", "tactical.2.6.2-snap-fire")
    def change(self, state: State) -> None:
        state.units[self.unit].actions -= 1
        state.react(self.unit)


class FireObserved(Event, frozen=True, tag="fire-observed"):
    """The coordinates of a target are known to all friends for the rest of the round."""

    unit: str
    target: str

    @heeds("tactical.3.4.3")
    def change(self, state: State) -> None:
        state.units[self.target].tokens[f"{OBSERVED}:{self.unit}"] = 1


class DesignationBegun(Event, frozen=True, tag="designation-begun"):
    """A unit spent an Action on its Target Designator."""

    unit: str
    target: str

    @heeds("tactical.7.2-target-designator", "tactical.2.6.3", "tactical.2.6.2-snap-fire")
    def change(self, state: State) -> None:
        state.units[self.unit].actions -= 1
        state.react(self.unit)


class Designated(Event, frozen=True, tag="designated"):
    """A target is marked for the Guided weapons of a side until the round is over."""

    unit: str
    target: str

    @heeds("tactical.7.2-target-designator")
    def change(self, state: State) -> None:
        state.units[self.target].tokens[f"{DESIGNATED}:{state.units[self.unit].seat}"] = 1


class ClipChanged(Event, frozen=True, tag="clip-changed"):
    """A new clip is in a weapon: it is full again, and what was left in the old one is gone."""

    unit: str
    weapon: str

    @heeds("tactical.2.3.6")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        mount = unit.mount(self.weapon)
        assert mount is not None and mount.ammo is not None, "the order was judged before"  # noqa: PT018 - one fact
        unit.actions -= 1
        unit.used[CLIP + self.weapon] = unit.used.get(CLIP + self.weapon, 0) + 1
        unit.used[self.weapon] = mount.ammo * unit.used[CLIP + self.weapon]


class MovementEnded(Event, frozen=True, tag="movement-ended"):
    """A unit moves no more in this activation; whoever waited for a Movement Point of it may fire again."""

    unit: str

    @heeds("tactical.2.6.2-snap-fire")
    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, "somebody was on the move"
        now.marks.append(STANDS)


class FireHeld(Event, frozen=True, tag="fire-held"):
    """These units let the one on the move go on."""

    units: tuple[str, ...]

    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, "somebody is on the move"
        now.marks += [f"{HELD}{name}" for name in self.units]


# --- 2.6.3: whether a unit can do something that takes an Action


@heeds("tactical.2.6.3", "tactical.2.6.9", "tactical.3.2.1-climbing-penalty")
def refuse_acting(unit: Unit, cost: int = 1, hanging: bool = False) -> Refusal | None:
    """Why a unit cannot act: it evades, hangs on a cliff, has nobody left, or too few Actions.

    `hanging` for what climbers do as well: they attack nobody, and observe, call or load as others do.
    """
    if unit.token(EVADING):
        return Refusal("evading", "tactical.2.6.9", f"The {unit.name} evades this round and does nothing else.")
    if unit.token(CLIMBING) and not hanging:
        message = f"The {unit.name} is climbing, and attacks nobody before the next round."
        return Refusal("climbing", "tactical.3.2.1-climbing-penalty", message)
    if is_crewless(unit):
        return Refusal("crew", "tactical.2.6.3", f"Nobody is left in the {unit.name} to do anything.")
    if unit.actions < cost:
        message = f"The {unit.name} has {unit.actions} Action{'s' * (unit.actions != 1)} left; this takes {cost}."
        return Refusal("actions", "tactical.2.6.3", message, {"left": unit.actions, "cost": cost})
    return None


# --- 2.3.6: spare clips: a change takes an Action


@heeds("tactical.2.3.6")
def refuse_clip(state: State, order: ChangeClip) -> Refusal | None:
    """Why a clip cannot be changed: an Action, a weapon with a spare one that is not full."""
    unit = state.units.get(order.unit)
    mount = None if unit is None else unit.mount(order.weapon)
    if unit is None or mount is None or not unit.is_fielded:
        return Refusal("weapon", "tactical.2.3.6", f"There is no weapon '{order.weapon}' to put a clip into.")
    if clips_left(unit, mount) < 1:
        return Refusal("clips", "tactical.2.3.6", f"The {unit.name} has no spare clip for its {mount.id}.")
    if rounds_left(unit, mount) == mount.ammo:
        return Refusal("full", "tactical.2.3.6", f"The {mount.id} is full.")
    return refuse_acting(unit, hanging=True) or can_use(unit, mount)


def resolve_clip(ctx: Ctx[State], order: ChangeClip) -> None:
    """A full clip in place of the old one."""
    ctx.emit(ClipChanged(order.unit, order.weapon))


def offer_clips(state: State, unit: Unit) -> Iterator[Option]:
    """For each weapon that has fired and has a clip to spare."""
    for mount in unit.card.weapons:
        order = ChangeClip(unit.id, mount.id)
        if clips_left(unit, mount) > 0 and refuse_clip(state, order) is None:
            left = rounds_left(unit, mount)
            yield Pick(f"Change the clip of the {mount.id} ({left} rounds are in it)", order, "tactical.2.3.6")


# --- 2.3.4, 3.4.5: rounds, bursts and clips

A_POINT, A_POINT_SKIRMISH = 10, 5
CLIP = "clip:"
SPARE = "spare clip:"
"""A token for each clip that was brought to a unit in the battle, with the mount behind it."""


@rule("tactical.3.4.5-missile-rof")
@heeds("tactical.2.3.4-rof", "tactical.3.4.5", "tactical.3.8.3-rof")
def rounds_for(weapon: Weapon, rof: int, scale: str) -> int:
    """Rounds an attack uses: one, or ten a point of ROF (five at skirmish scale); of missiles two to the ROF."""
    if weapon.is_missile:
        return 1 << max(0, rof)
    if not rof:
        return 1
    return rof * (A_POINT_SKIRMISH if scale == SKIRMISH_SCALE else A_POINT)


def rounds_left(unit: Unit, mount: Mount) -> int | None:
    """Rounds in the weapon; None where they are not counted. A new clip fills it again."""
    if mount.ammo is None or unit.is_infantry:
        return None
    return mount.ammo * (1 + unit.used.get(CLIP + mount.id, 0)) - unit.used.get(mount.id, 0)


def clips_left(unit: Unit, mount: Mount) -> int:
    """Clips that are still to be used."""
    return mount.clips + unit.token(SPARE + mount.id) - unit.used.get(CLIP + mount.id, 0)


@rule("tactical.2.3.4-rof")
def refuse_ammunition(unit: Unit, mount: Mount) -> Refusal | None:
    """Why it cannot fire: it is empty. Too few rounds for a burst make the burst smaller."""
    left = rounds_left(unit, mount)
    if left is None or left > 0:
        return None
    more = f" Spare clips: {clips_left(unit, mount)}; a change takes an Action." if clips_left(unit, mount) else ""
    return Refusal("ammunition", "tactical.2.3.4-rof", f"The {mount.id} of the {unit.name} is empty.{more}")


@rule("tactical.3.4.5")
def rof_paid(state: State, unit: Unit, mount: Mount, rof: int) -> int:
    """The ROF that the rounds left pay for."""
    left = rounds_left(unit, mount)
    while rof and left is not None and rounds_for(mount.weapon, rof, state.scale) > left:
        rof -= 1
    return rof


# --- 3.4.2: called shots at a system, and precision shots at tiny things

SEARCHLIGHT = "searchlight"


@heeds("tactical.3.4.2-precision")
def tiny_things(target: Unit) -> dict[str, str]:
    """What a scenario lets precision shots aim at on a unit: by name, the system it sits on."""
    parts = [token.split(":") for token in target.tokens if token.startswith(f"{TINY}:")]
    return {name: system for _, name, system in (part for part in parts if len(part) == 3)}


@heeds("tactical.3.7-searchlight")
def has_lamp(target: Unit) -> bool:
    """Whether it has a searchlight to be shot out."""
    return bool(perk(target, LAMP))


def things_to_call(target: Unit) -> tuple[str, ...]:
    """All that a called shot can be meant for: systems of a vehicle, its searchlight, tiny things."""
    if target.is_infantry:
        return ()
    return (*SYSTEMS, *((SEARCHLIGHT,) if has_lamp(target) else ()), *tiny_things(target))


@heeds("tactical.3.4.2", "tactical.3.2.4-effects", "tactical.3.7-searchlight")
def refuse_called(state: State, target: Unit, called: str) -> Refusal | None:
    """Why a shot cannot be called so: not in use, a squad, hull-down, or no such thing to aim at."""
    if not called:
        return None
    if not state.switch(CALLED_SHOTS):
        return Refusal("called", "tactical.3.4.2", "Called shots are not in use in this battle.")
    if target.is_infantry:
        return Refusal("called", "tactical.3.4.2", f"{target.name} is a squad: there are no systems to aim at.")
    if target.token(HULL_DOWN):
        return Refusal("called", "tactical.3.2.4-effects", f"The {target.name} is hull-down: no called shots at it.")
    known = things_to_call(target)
    if called not in known:
        return Refusal(
            "called", "tactical.3.4.2", f"'{called}' cannot be aimed at on the {target.name}: {', '.join(known)}."
        )
    return None


@rule("tactical.3.4.2-precision")
@heeds("tactical.3.7-searchlight")
def found_by(target: Unit, called: str, margin: int) -> tuple[str, bool]:
    """What a called shot that hits is at: the system, and whether the tiny thing itself is hit instead.

    A margin of 3 finds a tiny thing, less than that the system it sits on; a searchlight goes out by any hit.
    """
    if called == SEARCHLIGHT and has_lamp(target):
        return "", True
    system = tiny_things(target).get(called)
    if system is None:
        return called, False
    return system, precision_result(margin) == TINY_TARGET


@heeds("tactical.3.4.2-precision", "tactical.3.7-searchlight")
def strike_tiny(ctx: Ctx[State], unit_id: str, called: str, by: str) -> None:
    """A tiny thing is hit; its carrier takes no damage by it."""
    if called == SEARCHLIGHT:
        break_lamp(ctx, unit_id)
    else:
        ctx.emit(TinyHit(unit_id, called, tiny_things(ctx.state.units[unit_id])[called], by))


# --- 2.6.7: a weapon as it is used in one attack: range band, Rate of Fire and everything that changes its damage

POINT_BLANK, SHORT, MEDIUM, LONG, EXTREME = range(5)
BANDS = ("Point Blank", "Short", "Medium", "Long", "Extreme")
RANGE = (1, 0, -1, -2, -3)
CAREFUL = 5


class Use(NamedTuple):
    """A weapon in one attack: in which band, in which way, with how much ROF."""

    weapon: Weapon
    mount: str
    band: int = SHORT
    rof: int = 0
    """The ROF that counts for damage, without what fragments add: below 0 if a walk uses some of that."""
    way: str = DIRECT
    called: str = ""
    fragments: bool = False
    bonus: int = 0
    """What saturation adds to the attack roll."""
    accuracy: int | None = None
    """The Accuracy of a link; None where the weapon's own counts."""
    spread: bool = False
    """One roll that several may have to defend against: cover then counts for the squads among them."""


@rule("tactical.2.6.7-range")
@heeds("tactical.2.3.4-range-bands", "tactical.3.8.3-careful")
def band_of(weapon: Weapon, distance: int, careful: bool = False, base: int = 0) -> int | None:
    """The range band of a distance; None beyond Extreme range. Less than an inch is Point Blank.

    `base` is another Base Range than the weapon's own: that of a link.
    """
    if not weapon.base:
        return None
    reach = (base or weapon.base) * (CAREFUL if careful else 1)
    if distance > 8 * reach:
        return None
    if distance < INCH:
        return POINT_BLANK
    return SHORT + next(step for step in range(4) if distance <= reach << step)


def bands_beyond(band: int) -> int:
    """How many bands beyond Short it goes."""
    return max(0, band - SHORT)


@rule("tactical.7.2.2-minimum-range")
@heeds("tactical.3.6.1-weapons")
def is_too_near(weapon: Weapon, distance: int) -> bool:
    """Whether a target is nearer than the weapon can fire: closer than its range; a squad's mortar not at it either."""
    least = weapon.traits.get(MIN_RANGE, 0) * INCH
    if not least:
        return False
    return distance <= least if weapon.kind == SMALL_ARMS else distance < least


@heeds("tactical.7.2.2-guided", "tactical.7.2.2-indirect-fire")
def fires_indirectly(weapon: Weapon) -> bool:
    """Whether it can fire over obstacles: weapons for Indirect Fire, and all Guided ones."""
    return weapon.has(INDIRECT_TRAIT) or weapon.has(GUIDED)


# --- 7.2: weapons that are linked: one Action fires them all, with the worst Accuracy and Base Range among them

BETWEEN = "+"
"""Between the names of several links that one weapon belongs to."""


def links_of(mount: Mount) -> tuple[str, ...]:
    """The links a weapon belongs to, by name."""
    return tuple(name.strip() for name in mount.link.split(BETWEEN) if name.strip())


@heeds("tactical.7.2-weapon-link")
def linked_with(unit: Unit, mount: Mount) -> tuple[Mount, ...]:
    """The weapons of its first link that still work and are not empty, the weapon itself first."""
    names = links_of(mount)
    if not names:
        return (mount,)
    others = [each for each in unit.card.weapons if each.id != mount.id and names[0] in links_of(each)]
    return (mount, *(each for each in others if can_use(unit, each) is None and rounds_left(unit, each) != 0))


@rule("tactical.7.2-weapon-link")
def worst_of(unit: Unit, mounts: tuple[Mount, ...]) -> tuple[int, int]:
    """Accuracy and Base Range of a link: the worst among its weapons."""
    return min(accuracy_now(unit, mount) for mount in mounts), min(mount.weapon.base for mount in mounts)


@heeds("tactical.7.2-weapon-link")
def refuse_link(unit: Unit, mount: Mount) -> Refusal | None:
    """Why there is nothing to fire with a weapon."""
    if len(linked_with(unit, mount)) > 1:
        return None
    return Refusal(
        "link",
        "tactical.7.2-weapon-link",
        f"The {mount.id} of the {unit.name} is linked with no other weapon that can fire.",
    )


# --- 3.4.1, 3.8.3: area effect: who is in a blast, and what it does to everybody there

STEP = 5 * INCH // 2
"""At skirmish scale AE 0 reaches so far, and each number more so much farther."""


class Caught(NamedTuple):
    """A unit in a blast; who is in it only in part has nothing to defend against, and takes the concussion."""

    unit: Unit
    wholly: bool = True


def is_blast(state: State, weapon: Weapon) -> bool:
    """Whether a weapon strikes all who are near."""
    return state.switch(AREA_EFFECT) and weapon.has(AE)


@heeds("tactical.3.4.1", "tactical.3.8.3-area")
def blast_reach(state: State, weapon: Weapon) -> int:
    """How far a blast reaches, in mils."""
    return STEP * (weapon.traits[AE] + 1) if state.scale == SKIRMISH_SCALE else weapon.traits[AE] * INCH


def _in_reach(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.is_fielded and not unit.carrier]


def unit_at(state: State, x: int, y: int) -> Unit | None:
    """The unit whose base covers a point."""
    found = (unit for unit in _in_reach(state) if (unit.x - x) ** 2 + (unit.y - y) ** 2 <= unit.card.radius**2)
    return next(found, None)


@rule("tactical.3.4.1")
@heeds("tactical.3.8.3-area", "tactical.7.2.2-area-effect")
def caught_in(state: State, weapon: Weapon, x: int, y: int, target: Unit | None = None) -> list[Caught]:
    """Everybody whom a blast at a point strikes, friend or foe, its target first.

    AE 0 is the target and who is in base contact with it; a higher number reaches so many inches to middles of bases
    as well.
    """
    if state.scale == SKIRMISH_SCALE:
        found = caught_up_close(state, blast_reach(state, weapon), x, y)
    else:
        reach, middle = blast_reach(state, weapon) ** 2, target
        if middle is None and not reach:
            middle = unit_at(state, x, y)
        found = [
            Caught(unit)
            for unit in _in_reach(state)
            if (middle is not None and (unit.id == middle.id or touches(unit, middle)))
            or (reach and (unit.x - x) ** 2 + (unit.y - y) ** 2 <= reach)
        ]
    return sorted(found, key=lambda caught: target is None or caught.unit.id != target.id)


@heeds("tactical.3.4.1", "tactical.3.2.5", "tactical.4.1.3-artillery-effect")
def structures_in(state: State, weapon: Weapon, x: int, y: int) -> list[str]:
    """The parts of structures that a blast at a point strikes, inch by inch."""
    reach = blast_reach(state, weapon)
    inches = range(-(reach // INCH), reach // INCH + 1)
    near = [(dx * INCH, dy * INCH) for dx in inches for dy in inches if (dx * dx + dy * dy) * INCH * INCH <= reach**2]
    spots = [(x + dx, y + dy) for dx, dy in near]
    return list(dict.fromkeys(part for part in (structure_at(state, *spot) for spot in spots) if part))


@rule("tactical.3.8.3-area")
def caught_up_close(state: State, reach: int, x: int, y: int) -> list[Caught]:
    """At skirmish scale: radii of 2.5, 5, 7.5 and 10 in; who is wholly inside defends, who is partly is shaken."""
    spot, found = point(x, y), []
    for unit in _in_reach(state):
        if plan_gap(unit.body, spot) <= reach:
            found.append(Caught(unit, is_wholly_within(unit.body, x, y, reach)))
    return found
