"""Ranged combat: a weapon as it is used in one attack: range band, Rate of Fire, ammunition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.fieldmanual.datacards import Mount
from gearlock.systems.fieldmanual.paying import mark, note_lock, pay, refuse_idle
from gearlock.systems.fieldmanual.state import EMPTY, FIRED, FIRED_MB, LOCKED, Charge, Shot, State, Unit
from gearlock.systems.fieldmanual.table_effects import fading_bonus
from gearlock.systems.fieldmanual.weapons import Weapon
from gearlock.table.measure import INCH

DIRECT, INDIRECT, THROWN, PLACED, SELF = "direct", "indirect", "thrown", "placed", "self"
WAYS = (DIRECT, INDIRECT, THROWN, PLACED, SELF)
LOBBED = (INDIRECT, THROWN)
"""Ways that roll against a Threshold and may go astray."""


class Attack(Order, frozen=True, tag="attack"):
    """A ranged attack with one weapon, or with all that are linked to it."""

    unit: str
    weapon: str
    target: str = ""
    spray: int = 0
    burst: int = 0
    extra: int = 0
    """Actions spent on further dice."""
    x: int | None = None
    """The point of a Spray, or where a weapon is placed; without one the middle of the target, or of itself."""
    y: int | None = None
    way: str = DIRECT
    linked: bool = False
    observer: str = ""
    """Whose Forward Observation an indirect attack uses; empty for the best there is."""


class Reload(Order, frozen=True, tag="reload"):
    """Spend an Action to remove an Out of Ammo counter."""

    unit: str
    weapon: str


class FireCharges(Order, frozen=True, tag="fire-charges"):
    """Fire AP Charges at infantry that came near."""

    unit: str
    target: str


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """A model attacks: with which weapons, at whom or at which point, in which way, and what it costs."""

    unit: str
    weapons: tuple[str, ...]
    target: str
    way: str
    spray: int = 0
    burst: int = 0
    extra: int = 0
    point: tuple[int, int] | None = None
    cost: int = 1
    free: bool = False
    """Paid with the free Action of an Active Lock."""
    terms: str = ""
    observer: str = ""

    @heeds("fieldmanual.limited-ammo", "fieldmanual.action-costs", "fieldmanual.active-lock")
    def change(self, state: State) -> None:
        """Actions and rounds are spent."""
        unit = state.units[self.unit]
        pay(state, unit, self.cost)
        for part in state.parts(unit):
            for name in self.weapons:
                mount = part.card.weapon(name)
                if mount is not None and mount.rounds is not None:
                    part.expended[name] = part.expended.get(name, 0) + 1
        now = state.activation
        if now is not None and state.is_active(unit):
            now.begun = True
            now.free = "" if self.free else now.free


class AttackMade(Event, frozen=True, tag="attack-made"):
    """A ranged attack is over: its weapons have fired, and whoever fired is easier to find from now on."""

    unit: str
    weapons: tuple[str, ...]
    fades: bool = False
    """A weapon with the MB trait gives its place away in fog."""

    @heeds("fieldmanual.one-shot-per-weapon", "fieldmanual.concealment-modifiers", "fieldmanual.effect-fog")
    def change(self, state: State) -> None:
        """Not before: the lock of who defends against an attack is what it was when it was made."""
        unit = state.units[self.unit]
        for part in state.parts(unit):
            part.fired += self.weapons
        mark(state, unit, FIRED)
        if self.fades:
            mark(state, unit, FIRED_MB)


class TargetDrawn(Event, frozen=True, tag="melee-target-drawn"):
    """Fire into a melee: the die that says who is shot at."""

    unit: str
    target: str
    candidates: tuple[str, ...]
    face: int
    drawn: str


class Deviated(Event, frozen=True, tag="deviated"):
    """A shot went astray: the dice for direction and distance, how far it went, and where it landed."""

    unit: str
    target: str
    direction: int
    distance: int
    length: int
    x: int
    y: int


class AttackMet(Event, frozen=True, tag="attack-met"):
    """One attack against one defense: both totals and the margin. `shot` is what Crossfire remembers of it."""

    unit: str
    target: str
    weapon: str
    attack: int
    defense: int
    margin: int
    counts: bool = False
    band: int = 0
    multiplier: int = 0

    @heeds("fieldmanual.crossfire")
    def change(self, state: State) -> None:
        """Note where it came from, and where the target stood."""
        if not self.counts:
            return
        attacker, target = state.units[self.unit], state.units[self.target]
        where = (attacker.x, attacker.y, self.band, self.multiplier, target.x, target.y)
        state.shots.append(Shot(self.unit, self.target, *where))


class RanOut(Event, frozen=True, tag="ran-out"):
    """A weapon is Out of Ammo: it waits for Reloads, or is crossed off."""

    unit: str
    weapon: str
    lost: bool

    def change(self, state: State) -> None:
        for part in state.parts(state.units[self.unit]):
            if self.lost:
                part.lost.append(self.weapon)
            else:
                part.tokens[f"{EMPTY}:{self.weapon}"] = 1


class Reloaded(Event, frozen=True, tag="reloaded"):
    """A model spent an Action to reload a weapon."""

    unit: str
    weapon: str
    plain = True

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit)
        mark(state, unit, f"{EMPTY}:{self.weapon}", 0)


class ChargePlaced(Event, frozen=True, tag="charge-placed"):
    """A weapon lies on the ground and goes off in the Miscellaneous phase."""

    unit: str
    weapon: str
    x: int
    y: int
    z: int = 0

    def change(self, state: State) -> None:
        state.charges.append(Charge(self.unit, self.weapon, self.x, self.y, self.z))


class ChargesGoneOff(Event, frozen=True, tag="charges-gone-off"):
    """All weapons that lay on the ground have gone off."""

    def change(self, state: State) -> None:
        state.charges = []


class ChargesFired(Event, frozen=True, tag="charges-fired"):
    """A model fired its AP Charges at infantry that came near."""

    unit: str
    target: str


class BackTraced(Event, frozen=True, tag="back-traced"):
    """Counter-Battery Sensors gained an Active Lock on an attacker."""

    unit: str
    target: str

    @heeds("fieldmanual.perk-cbs", "fieldmanual.obj-recon")
    def change(self, state: State) -> None:
        mark(state, state.units[self.target], f"{LOCKED}:{self.unit}")
        note_lock(state, state.units[self.unit].seat, state.units[self.target])


# --- How an attack comes about: in one's own activation, as Reaction Fire, from Stand-by, as a Parting Shot and so on


class Terms(NamedTuple):
    """What is different about an attack by how it comes about."""

    name: str = ""
    cost: int = 1
    """Actions it costs beside those for further dice; 0 where it is paid for already."""
    ways: tuple[str, ...] = WAYS
    own: bool = False
    """It is an order of the model being activated: the free Action of an Active Lock may pay for it."""
    again: bool = False
    """A weapon that has fired this round may fire again."""
    crossfire: bool = True
    """Its target may suffer from a Crossfire."""
    noted: bool = True
    """It counts for the Crossfire of later attacks."""
    coordinated: bool = True
    plain_cover: bool = False
    observed: bool = False
    """The attacker counts as having observed the target for itself."""
    air: bool = False
    """May be aimed at airstrikes."""


OWN = Terms(own=True)
GIVEN = Terms("a Command Point", own=True, again=True)
"""An Action that a Command Point gave."""
REACTION = Terms("Reaction Fire", 0, (DIRECT, THROWN), crossfire=False, noted=False, coordinated=False, air=True)
STAND_BY = Terms("Stand By", 0, (INDIRECT, THROWN))
PARTING = Terms("Parting Shot", 0, (DIRECT, INDIRECT, THROWN), again=True)
COUNTER = Terms("counter-battery fire", 1, (DIRECT, INDIRECT, THROWN), plain_cover=True, observed=True)
FOLLOW_UP = Terms("the same Action", 0, (DIRECT,))
"""The other weapon of a squad that attacks."""
DRONE = Terms("a drone", 0, crossfire=False, coordinated=False)
"""The explosion of a Demo Drone: it profits from neither, but others may profit from it."""
CHARGES = Terms("AP Charges", 0, crossfire=False, noted=False, coordinated=False)


# --- A weapon as it is used in one attack: range band, Rate of Fire, DM, and how far its effect reaches

OPTIMAL, SUBOPTIMAL, EXTREME = range(3)
BANDS = ("Combat Optimal", "Suboptimal", "Extreme")
MINIMUM = 8 * INCH
MELEE_RANGE = 3 * INCH


class Use(NamedTuple):
    """A weapon in one attack: in which band, in which way, with how much RoF and how many Actions more than one."""

    weapon: Weapon
    band: int = OPTIMAL
    way: str = DIRECT
    burst: int = 0
    spray: int = 0
    extra: int = 0
    multiplier: int = 0
    """The DM with everything in it."""
    plain_cover: bool = False
    """Cover does not count: counter-battery fire."""

    @property
    @rule("fieldmanual.rof-spray-indirect")
    @heeds("fieldmanual.wt-ae", "fieldmanual.wt-blast")
    def area(self) -> int:
        """The radius of Area Effect or Blast in mils: RoF put into Spray adds to it. 0 where there is neither."""
        traits = self.weapon.traits
        listed = max(traits.get("AE", 0), traits.get("Blast", 0))
        return (listed + self.spray) * INCH if listed else 0

    @property
    def radius(self) -> int:
        """How far around a landing point everybody has to defend."""
        return self.area or self.spray * INCH


def linked_with(unit: Unit, mount: Mount) -> list[Mount]:
    """All weapons of its link, the weapon itself first; alone where it has none."""
    if not mount.link:
        return [mount]
    return [mount, *(other for other in unit.card.weapons if other.link == mount.link and other.id != mount.id)]


@rule("fieldmanual.combined-attack")
def rof_of(state: State, unit: Unit, mount: Mount) -> int:
    """Its Rate of Fire: in a Combined Model each further base that has the weapon adds 1. Heavy weapons are on one."""
    if not unit.team or is_heavy(unit, mount):
        return mount.weapon.rof
    return mount.weapon.rof + max(0, len(state.bases(unit)) - 1)


@heeds("fieldmanual.infantry")
def is_heavy(unit: Unit, mount: Mount) -> bool:
    """Whether it is the heavy weapon of one base of a squad: any but the small arms, which stand first on its card."""
    ranged = [each.id for each in unit.card.weapons if not each.weapon.is_melee and not each.weapon.is_thrown]
    return bool(unit.team) and bool(ranged) and mount.id != ranged[0] and mount.id in ranged


@heeds("fieldmanual.range-bands")
def band_of(weapon: Weapon, size: int, distance: int) -> int | None:
    """The range band of a distance; None beyond the weapon's reach. The end of a band belongs to it."""
    optimal, suboptimal, extreme = weapon.ranges(size)
    if distance <= optimal:
        return OPTIMAL
    if distance <= suboptimal:
        return SUBOPTIMAL
    return EXTREME if extreme is not None and distance <= extreme else None


@rule("fieldmanual.wt-mb", "fieldmanual.rof-burst")
@heeds("fieldmanual.effect-storm")
def multiplier_of(state: State, unit: Unit, weapon: Weapon, band: int, burst: int) -> int:
    """The DM of an attack: 1 more for each RoF of a Burst, less for each band past Optimal with MB; never below 0.

    A storm together with fog, or twice a storm, makes MB one worse.
    """
    fading = weapon.traits["MB"] + fading_bonus(state) if "MB" in weapon.traits else 0
    return max(0, weapon.damage(unit.card.size) + burst - fading * band)


def use_of(state: State, unit: Unit, mount: Mount, band: int, way: str, rof: Sequence[int] = (0, 0, 0)) -> Use:
    """A weapon as it is used; `rof` are Spray, Burst and Actions more than one."""
    spray, burst, extra = rof
    multiplier = multiplier_of(state, unit, mount.weapon, band, burst)
    return Use(mount.weapon, band, way, burst, spray, extra, multiplier)


def is_lobbed(use: Use) -> bool:
    """Whether it rolls against a Threshold and may go astray."""
    return use.way in (INDIRECT, THROWN)


def is_level(use: Use) -> bool:
    """Whether it is fired straight at its target."""
    return not is_lobbed(use)


# --- Ammo tracking: Out of Ammo, Limited Ammo, Reloads, and what Rate of Fire does to them

FUMBLED, LITTLE, MUCH, ALL = 0, 2, 3, 4
FRAG_CANNON = "FGC"


def rounds_left(unit: Unit, mount: Mount) -> int | None:
    """Rounds of limited ammunition that are left; None where nothing limits them."""
    return None if mount.rounds is None else mount.rounds - unit.expended.get(mount.id, 0)


@rule("fieldmanual.limited-ammo")
@heeds("fieldmanual.out-of-ammo", "fieldmanual.wt-reloads")
def refuse_ammunition(unit: Unit, mount: Mount) -> Refusal | None:
    """Why a weapon has nothing to fire: crossed off, waiting to be reloaded, or its last round is gone."""
    if mount.id in unit.lost:
        message = f"The {mount.name} of the {unit.name} ran out of ammunition for good: it has no Reloads."
        return Refusal("crossed-off", "fieldmanual.out-of-ammo", message, {"weapon": mount.id})
    if unit.token(f"{EMPTY}:{mount.id}"):
        message = f"The {mount.name} of the {unit.name} is Out of Ammo: reload it first, for an Action."
        return Refusal("out-of-ammo", "fieldmanual.out-of-ammo", message, {"weapon": mount.id})
    if rounds_left(unit, mount) == 0:
        message = f"The {mount.name} of the {unit.name} has fired all its {mount.rounds} rounds."
        return Refusal("ammunition", "fieldmanual.limited-ammo", message, {"rounds": mount.rounds or 0})
    return None


@rule("fieldmanual.ammo-check-rof", "fieldmanual.frag-cannon")
def ammo_limit(mount: Mount, rof: int, used: int) -> int:
    """The highest roll that empties the weapon: 0 stands for a Fumble alone. `rof` is its rating in this attack.

    RoF makes it worse: 2 for less than half of it, 3 for half or more, 4 for all of it, but 3 where all of it is 1. Of
    frag cannons it is choke, not ammunition.
    """
    if not used or mount.weapon.id == FRAG_CANNON:
        return FUMBLED
    if used >= rof:
        return MUCH if rof == 1 else ALL
    return MUCH if 2 * used >= rof else LITTLE


@rule("fieldmanual.out-of-ammo")
@heeds("fieldmanual.infantry", "fieldmanual.limited-ammo")
def can_run_out(unit: Unit, mount: Mount) -> bool:
    """Whether ammunition is checked at all: not of infantry, nor where rounds are counted."""
    return not unit.is_infantry and mount.rounds is None


@heeds("fieldmanual.out-of-ammo", "fieldmanual.ammo-check-rof", "fieldmanual.wt-reloads")
def check_ammunition(ctx: Ctx[State], unit_id: str, mounts: list[Mount], bare: int, limit: int) -> None:
    """After the attack: a roll that low empties the weapon. Without Reloads it is crossed off."""
    unit = ctx.state.units[unit_id]
    for mount in mounts:
        if bare <= limit and can_run_out(unit, mount):
            ctx.emit(RanOut(unit_id, mount.id, "R" not in mount.weapon.traits))


@rule("fieldmanual.wt-reloads")
def refuse_reload(state: State, order: Reload) -> Refusal | None:
    """Only a weapon that is Out of Ammo and has Reloads, for an Action."""
    unit = state.units[order.unit]
    mount = unit.card.weapon(order.weapon)
    if mount is None:
        carried = ", ".join(each.id for each in unit.card.weapons)
        message = f"The {unit.name} carries no {order.weapon}: it has {carried}."
        return Refusal("no-weapon", "fieldmanual.card-weapons", message)
    if not unit.token(f"{EMPTY}:{mount.id}"):
        gone = mount.id in unit.lost or rounds_left(unit, mount) == 0
        words = "cannot be reloaded" if gone else "is not Out of Ammo"
        return Refusal("reload", "fieldmanual.wt-reloads", f"The {mount.name} of the {unit.name} {words}.")
    return refuse_idle(unit, 1, "fieldmanual.wt-reloads")


def resolve_reload(ctx: Ctx[State], order: Reload) -> None:
    """It can fire again."""
    ctx.emit(Reloaded(order.unit, order.weapon))
