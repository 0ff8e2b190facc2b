"""3.4.4: incendiary effects: what goes on burning on units, and fires on the ground."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.systems.tactical.damage.amounts import Blow, burning_damage, dm_now, halved, is_incendiary
from gearlock.systems.tactical.damage.condition import is_driverless, piloting_lines
from gearlock.systems.tactical.damage.damage import lose
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests import Test, throw_dice, throw_test
from gearlock.systems.tactical.ground_targets import (
    fire_at_point,
    most_rof,
    refuse_point,
    refuse_shooting,
    resolve_further,
    zone_at,
)
from gearlock.systems.tactical.line_of_sight.lines import FIRE
from gearlock.systems.tactical.line_of_sight.terrain import (
    CLEAR,
    JUNGLE,
    ROUGH,
    SAND,
    SWAMP,
    WATER,
    WOODLAND,
    ground_type,
)
from gearlock.systems.tactical.state import IN_PLAY, Burn, Patch, State, Unit
from gearlock.systems.tactical.switches import INCENDIARIES, refuse_loved_in
from gearlock.systems.tactical.weapons import SLOW_BURN, Weapon
from gearlock.table.measure import FULL_TURN, INCH, advance, bearing, inches_text, turn_between


def _clear(state: State, x: int, y: int) -> None:
    state.patches = [patch for patch in state.patches if patch.kind != FUEL or (patch.x, patch.y) != (x, y)]


STARTING = "tactical.3.4.4-firestarting"


def _place(x: int, y: int) -> str:
    return f"{inches_text(x)}, {inches_text(y)}"


# --- 3.4.4: burning zones: squares of an inch, how hot they are, what can burn, and where fire spreads to

FUEL = "incendiaries"
"""A patch: Intensity that was fired into a square that does not burn yet."""

HALF_INCH = INCH // 2

ENOUGH, FIRST, HOTTEST = 100, 10, 20

GRASS, OIL = "grass burns", "oil burns"
"""Switches: Rough and Clear ground are grassland and scrub; a scenario has poured oil on sand, swamp and water."""

WIND = "wind"
"""In `State.points`: the die that told where the wind blows, 1 to 6; without it fire spreads every way."""

DOWNWIND = 450

STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

Square = tuple[int, int]


def square_at(x: int, y: int) -> Square:
    """The middle of the square inch that a point lies in."""
    return x // INCH * INCH + HALF_INCH, y // INCH * INCH + HALF_INCH


def fire_at(state: State, x: int, y: int) -> Patch | None:
    """The fire at a point."""
    found = square_at(x, y)
    return next((patch for patch in state.patches if patch.kind == FIRE and (patch.x, patch.y) == found), None)


def fuel_at(state: State, x: int, y: int) -> int:
    """The Intensity that has been fired into a square so far."""
    found = square_at(x, y)
    return sum(patch.points for patch in state.patches if patch.kind == FUEL and (patch.x, patch.y) == found)


@rule("tactical.3.4.4-flammable")
def can_burn(state: State, x: int, y: int) -> bool:
    """Whether the ground can be set alight: Woodland and Jungle, grass and scrub where that was agreed, oil."""
    kind = ground_type(state, *square_at(x, y))
    if kind in (WOODLAND, JUNGLE):
        return True
    if kind in (ROUGH, CLEAR):
        return state.switch(GRASS)
    return kind in (SAND, SWAMP, WATER) and state.switch(OIL)


@heeds("tactical.3.4.4-flammable")
def refuse_kindling(state: State, x: int, y: int) -> Refusal | None:
    """Why a square cannot be set alight."""
    if not (0 <= x < state.ground.width and 0 <= y < state.ground.height):
        return Refusal("place", "tactical.3.4.4-firestarting", "That point is not on the table.")
    if fire_at(state, x, y) is not None:
        return Refusal("burning", "tactical.3.4.4-firestarting", "It burns there already.")
    if can_burn(state, x, y):
        return None
    kind = ground_type(state, *square_at(x, y))
    words = f"There is {kind} ground, and it does not burn: only Woodland and Jungle do here."
    return Refusal("fireproof", "tactical.3.4.4-flammable", words, {"type": kind})


@heeds("tactical.3.4.4-firestarting")
def kindling(weapon: Weapon, intensity: int) -> int:
    """What one attack adds to a square: its Intensity, twice that if it burns slowly."""
    return 2 * intensity if weapon.has(SLOW_BURN) else intensity


def wind_facing(state: State) -> int | None:
    """Where the wind blows to; None without one. A 1 is east, each higher number a sixth of a turn clockwise."""
    die = state.points.get(WIND, 0)
    return -(die - 1) * FULL_TURN // 6 % FULL_TURN if die else None


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4-flammable")
def spread_from(state: State, fire: Patch) -> Iterator[Square]:
    """The squares that a fire spreads to: all around it, or downwind, where the ground burns and no fire is yet."""
    wind = wind_facing(state)
    for column, row in STEPS:
        x, y = fire.x + column * INCH, fire.y + row * INCH
        if wind is not None and abs(turn_between(wind, bearing(0, 0, column, row))) > DOWNWIND:
            continue
        if refuse_kindling(state, x, y) is None:
            yield x, y


def in_fire(state: State, unit: Unit) -> Patch | None:
    """The fire that a unit is in: that under the middle of its base."""
    return fire_at(state, unit.x, unit.y)


# --- 3.4.4: slow-burning stuff in later rounds, and fires: started, crossed, grown and spread

STARTING_BURNING, CROSSING = "tactical.3.4.4-firestarting", "tactical.3.4.4-crossing"


@heeds("tactical.3.4.4", "tactical.2.6.2-step4")
def burns_now(unit: Unit, number: int) -> list[Burn]:
    """What does its damage in this round: what began before it, on a squad only where that has stayed in its place."""
    here = [burn for burn in unit.burns if not unit.is_infantry or (burn.x, burn.y) == (unit.x, unit.y)]
    return [burn for burn in here if burn.since < number]


class BurnedOn(Event, frozen=True, tag="burned-on"):
    """What is left to burn on a unit after this round, as amount, rounds, the round it began in, whose, arc, place."""

    unit: str
    left: tuple[tuple[int, int, int, str, str, int, int], ...]

    def change(self, state: State) -> None:
        state.units[self.unit].burns = [Burn(*each) for each in self.left]


@heeds("tactical.3.4.4", "tactical.2.6.2-step4")
def resolve_burns(ctx: Ctx[State]) -> Script[None]:
    """Step Four: whatever burns slowly does the same damage again, and burns a round less."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.burns and unit.status in IN_PLAY]:
        unit, number = ctx.state.units[unit_id], ctx.state.round
        now = burns_now(unit, number)
        kept = [burn for burn in unit.burns if burn.since >= number]
        kept += [Burn(b.amount, b.left - 1, b.since, b.by, b.arc, b.x, b.y) for b in now if b.left > 1]
        ctx.emit(BurnedOn(unit_id, tuple((b.amount, b.left, b.since, b.by, b.arc, b.x, b.y) for b in kept)))
        for burn in now:
            stuff = Blow(burn.amount, 0, burn.by, "", burn.arc, "tactical.3.4.4", cause="fire")
            blow = stuff._replace(knocks=False, screened=False)
            yield from resolve_damage(ctx, unit_id, blow)


class Kindled(Event, frozen=True, tag="kindled"):
    """Intensity fired into a square that does not burn yet, and how much that is in all."""

    x: int
    y: int
    by: str
    points: int
    total: int

    def change(self, state: State) -> None:
        _clear(state, self.x, self.y)
        state.patches.append(Patch(FUEL, self.x, self.y, HALF_INCH, points=self.total, unit=self.by))


def kindled(state: State, event: Kindled, _seat: str | None) -> Line:
    """Intensity gathered."""
    units = (event.by,) if event.by in state.units else ()
    text = f"Incendiaries at {_place(event.x, event.y)}: {event.points} Intensity, {event.total} of {ENOUGH} in all."
    return Line(text, units, STARTING)


@rule("tactical.3.4.4-firestarting")
def resolve_kindling(ctx: Ctx[State], weapon: Weapon, intensity: int, x: int, y: int, by: str = "") -> Script[None]:
    """Incendiaries fired into a square, without a roll: 100 points of Intensity in all, and it burns."""
    x, y = square_at(x, y)
    points = kindling(weapon, intensity)
    total = fuel_at(ctx.state, x, y) + points
    ctx.emit(Kindled(x, y, by, points, total))
    if total >= ENOUGH:
        yield from resolve_outbreak(ctx, x, y, by)


class FireStarted(Event, frozen=True, tag="fire-started"):
    """A square burns, at Intensity 10."""

    x: int
    y: int
    by: str = ""
    spread: bool = False

    def change(self, state: State) -> None:
        _clear(state, self.x, self.y)
        state.patches.append(Patch(FIRE, self.x, self.y, HALF_INCH, FIRST, unit=self.by))


def started(state: State, event: FireStarted, _seat: str | None) -> Line:
    """It burns."""
    units = (event.by,) if event.by in state.units else ()
    how = "spreads to" if event.spread else "breaks out at"
    return Line(f"Fire {how} {_place(event.x, event.y)}, Intensity {FIRST}.", units, STARTING)


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4-crossing")
def resolve_outbreak(ctx: Ctx[State], x: int, y: int, by: str = "", spread: bool = False) -> Script[None]:
    """A square begins to burn; who is in it is as if it had come into the fire."""
    ctx.emit(FireStarted(x, y, by, spread))
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.is_fielded]:
        if square_at(ctx.state.units[unit_id].x, ctx.state.units[unit_id].y) == (x, y):
            yield from resolve_crossing(ctx, unit_id)


class FireGrew(Event, frozen=True, tag="fire-grew"):
    """At the end of a round the fires burn hotter: their Intensity by place."""

    fires: tuple[tuple[int, int, int], ...]

    def change(self, state: State) -> None:
        hot = {(x, y): number for x, y, number in self.fires}
        state.patches = [
            replace(patch, number=hot[patch.x, patch.y]) if patch.kind == FIRE and (patch.x, patch.y) in hot else patch
            for patch in state.patches
        ]


def grew(_state: State, event: FireGrew, _seat: str | None) -> Line:
    """Hotter."""
    hottest = max(number for _, _, number in event.fires)
    many = f"{len(event.fires)} fire{'s' * (len(event.fires) > 1)}"
    return Line(f"{many} burn{'s' * (len(event.fires) == 1)} hotter, Intensity up to {hottest}.", (), STARTING)


@heeds("tactical.3.4.4-firestarting")
def resolve_growth(ctx: Ctx[State]) -> Script[None]:
    """The end of a round: every fire burns hotter by 1, up to 20; those that reach it spread."""
    fires = [patch for patch in ctx.state.patches if patch.kind == FIRE and patch.number < HOTTEST]
    if not fires:
        return
    ctx.emit(FireGrew(tuple((fire.x, fire.y, fire.number + 1) for fire in fires)))
    for x, y in [(fire.x, fire.y) for fire in fires if fire.number + 1 == HOTTEST]:
        fire = fire_at(ctx.state, x, y)
        assert fire is not None, "it has just grown"
        for square in list(spread_from(ctx.state, fire)):
            yield from resolve_outbreak(ctx, *square, spread=True)


@heeds("tactical.3.4.4-crossing")
def fire_threshold(intensity: int) -> int:
    """What a driver has to reach in a fire: half its Intensity, rounded up."""
    return halved(intensity)


@rule("tactical.3.4.4-crossing")
def resolve_crossing(ctx: Ctx[State], unit_id: str, square: Square | None = None) -> Script[None]:
    """A unit is in a burning square: squads are destroyed; a vehicle tests its Piloting, or is hit by what burns.

    The margin of the hit is that of the failure; of a Fumble, and where nobody drives, the whole Threshold. The square
    is the one it stands in, unless it was another that it came through.
    """
    unit = ctx.state.units[unit_id]
    fire = in_fire(ctx.state, unit) if square is None else fire_at(ctx.state, *square)
    if fire is None or unit.status not in IN_PLAY:
        return
    if unit.is_infantry:
        lose(ctx, unit_id, Blow(0, by=fire.unit, cause="fire"), rule_id=CROSSING)
        return
    against, total = fire_threshold(fire.number), 0
    if not is_driverless(unit):
        test = Test("crossing a fire", unit_id, piloting_lines(unit), CROSSING, against)
        total = (yield from throw_test(ctx, test)).total
    missing = against - total
    if missing > 0:
        blow = Blow(burning_damage(fire.number, missing), missing, fire.unit, "", "", CROSSING, cause="fire")
        yield from resolve_damage(ctx, unit_id, blow)


@heeds("tactical.3.4.4-crossing")
def resolve_standing_in_fire(ctx: Ctx[State]) -> Script[None]:
    """Step Four: who stays in a fire is tested again."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.is_fielded and in_fire(ctx.state, unit)]:
        yield from resolve_crossing(ctx, unit_id)


class WindRose(Event, frozen=True, tag="wind-rose"):
    """The die that tells where the wind blows to."""

    face: int

    def change(self, state: State) -> None:
        state.points[WIND] = self.face


def wind(_state: State, event: WindRose, _seat: str | None) -> Line:
    """Where it blows."""
    ways = ("east", "south-east", "south-west", "west", "north-west", "north-east")
    return Line(f"The wind blows to the {ways[event.face - 1]}: fire spreads that way only.", (), STARTING)


@heeds("tactical.3.4.4-firestarting")
def resolve_wind(ctx: Ctx[State]) -> Script[None]:
    """Before the battle, where wind was agreed: a die for its direction."""
    (face,) = yield from throw_dice(ctx, "wind", 1, "red", "", STARTING_BURNING)
    ctx.emit(WindRose(face))


# --- 3.4.4: setting the ground alight: an Action, a weapon that burns, a square in its arc and range that can burn

RULE = "tactical.3.4.4-firestarting"


@heeds("tactical.3.4.4-firestarting")
def refuse_setting(state: State, unit_id: str, weapon: str) -> Refusal | None:
    """Why a unit cannot set fires with a weapon at all."""
    if not state.switch(INCENDIARIES):
        return Refusal("module", RULE, "Fires are not in use in this battle.")
    refusal = refuse_shooting(state, unit_id, weapon, RULE)
    if refusal is not None:
        return refusal
    mount = state.units[unit_id].mount(weapon)
    if mount is None or not is_incendiary(mount.weapon):
        return Refusal("weapon", RULE, f"The {weapon} of the {state.units[unit_id].name} sets nothing alight.")
    return None


class SetFire(Order, frozen=True, tag="set-fire"):
    """Fire an incendiary weapon into a square inch of ground, to set it alight; no attack is rolled."""

    unit: str
    weapon: str
    x: int | None = None
    y: int | None = None
    rof: int = 0
    """How much of its Rate of Fire is used: it adds to the Intensity."""


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4-flammable")
def refuse_set_fire(state: State, order: SetFire) -> Refusal | None:
    """Why a square cannot be fired into: the weapon, the point, what is there, its arc, range and sight."""
    refusal = refuse_setting(state, order.unit, order.weapon)
    if refusal is not None:
        return refusal
    if order.x is None or order.y is None:
        return Refusal("point", RULE, "Name the point to set alight.")
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "it was found above"
    at = order.x, order.y
    refusal = refuse_kindling(state, *at) or refuse_point(state, unit, mount, at, order.rof)
    return refusal or refuse_loved_in(state, unit, lambda x, y: square_at(x, y) == square_at(*at))


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4")
def resolve_set_fire(ctx: Ctx[State], order: SetFire) -> Script[None]:
    """The Action and the rounds are paid; the Intensity, with the ROF used, goes into the square."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    rof = fire_at_point(ctx, order.unit, order.weapon, (order.x, order.y), order.rof, RULE)
    unit = ctx.state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the order was judged before"
    intensity = dm_now(unit, mount.weapon) + rof
    yield from resolve_kindling(ctx, mount.weapon, intensity, order.x, order.y, order.unit)
    yield from resolve_further(ctx, order.unit, f"{order.weapon}:{zone_at(order.x, order.y)}")


def offer_fires(state: State, unit: Unit) -> Iterator[Option]:
    """The ground, for every weapon that burns, with its whole burst."""
    for mount in unit.card.weapons:
        if is_incendiary(mount.weapon) and refuse_setting(state, unit.id, mount.id) is None:
            order = SetFire(unit.id, mount.id, rof=most_rof(state, unit, mount))
            yield Place(f"{mount.id} into the ground, to set it alight", order, RULE, unit=unit.id, zone="reach")


def guess_fire(state: State, _ask: Ask, order: SetFire, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere ahead, within Medium range."""
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    if mount is None:
        return None
    far = chooser.randrange(1, 2 * mount.weapon.base + 1)
    x, y = square_at(*advance(unit.x, unit.y, unit.facing + chooser.randrange(-450, 451), far))
    return SetFire(unit.id, order.weapon, x, y, order.rof)


def aim_fire(_state: State, _ask: Ask, order: SetFire, spot: Aim) -> Order | Refusal:
    """At the square somebody pointed at."""
    return SetFire(order.unit, order.weapon, *square_at(spot.x, spot.y), order.rof)


# --- The contents of the chapter

FIRES: Chapter[State] = Chapter(
    "3.4.4: Incendiary Effects",
    orders=(OrderRules(SetFire, "act", by_order(refuse_set_fire), resolve_set_fire, guess=guess_fire, aim=aim_fire),),
    events={
        Kindled: kindled,
        FireStarted: started,
        FireGrew: grew,
        WindRose: wind,
        BurnedOn: None,
    },
)
