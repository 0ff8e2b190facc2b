"""2.6.5: a unit on its way: turns, inches, Movement Points and terrain, added up stretch by stretch."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.going.stretches import Under, level_edge, lying_at, passed_over
from gearlock.systems.tactical.attacks.weapons_in_use import note_attacker
from gearlock.systems.tactical.damage.condition import MP, allowance, drives_itself, most_mp, road_bonus
from gearlock.systems.tactical.damage.resolving import HIDDEN_WHOLE, READY, inflict, position_token
from gearlock.systems.tactical.movement.ground import (
    CLIFF,
    has_room,
    is_steep,
    level_at,
    level_below,
    price_of,
    price_of_stretch,
    refuse_ground,
    refuse_limit,
    refuse_passage,
    refuse_shore,
    steep_cost,
    type_on,
)
from gearlock.systems.tactical.state import (
    CLIMBING,
    CONCEALED,
    DARING,
    FALLEN,
    HALF,
    HULL_DOWN,
    TOP,
    TOWING,
    Activation,
    State,
    Unit,
)
from gearlock.systems.tactical.switches import SHEET_CRASHES, by_the_sheet
from gearlock.table.measure import INCH, advance, bearing, distance, inches_text, turned
from gearlock.table.path import Path, Stride


class Move(Order, frozen=True, tag="move"):
    """Go along legs of a turn and an advance; backward advances are negative. A unit may move in pieces."""

    unit: str
    legs: Path = ()
    daring: bool = False
    """Force the way through heavy ground at its normal price, in spite of Poor Off-Road Ability."""


class Climb(Order, frozen=True, tag="climb"):
    """Climb an inch of a cliff, up or down; it takes the whole move."""

    unit: str
    piece: str
    up: bool = True


class Jump(Order, frozen=True, tag="jump"):
    """Leap so many inches straight ahead with Jump Jets."""

    unit: str
    inches: int


class TakeCover(Order, frozen=True, tag="take-cover"):
    """Go hull-down in the terrain one is in or at the edge of a level, or hide there completely."""

    unit: str
    terrain: str
    whole: bool = False


class TakeMovementHit(Order, frozen=True, tag="take-movement-hit"):
    """Let the movement system take damage rather than be stuck."""

    unit: str


class SwitchMode(Order, frozen=True, tag="switch-mode"):
    """Change over to another movement system."""

    unit: str
    mode: str


class ShiftSpeed(Order, frozen=True, tag="shift-speed"):
    """Declare, right after moving, the shift to Top or back to Combat Speed for the next round."""

    unit: str
    to: str


class Ram(Order, frozen=True, tag="ram"):
    """Turn towards an enemy and drive straight into it: an Action."""

    unit: str
    target: str


BOARDING, LEAVING = "boarding", "leaving"
"""Men of a squad who are through the door of a transport, by the squad behind a colon."""
STUCK, FAST = "stuck", "stuck fast"
"""Rounds for which the ground holds it; 1 for who has to be towed out."""


def under_way(state: State) -> Activation:
    """The activation in which somebody moves."""
    assert state.activation is not None, "only the active unit moves"
    return state.activation


@heeds("tactical.3.2.4")
def leave_cover(unit: Unit) -> None:
    """Nothing of a hull-down position is left."""
    for token in [name for name in unit.tokens if name.partition(":")[0] in (HULL_DOWN, CONCEALED)]:
        del unit.tokens[token]


@heeds("tactical.3.2.4")
def place(state: State, unit: Unit, x: int, y: int, z: int) -> None:
    """Put a unit somewhere, with whoever rides in it. Who moves is no longer hull-down."""
    if (unit.x, unit.y, unit.z) != (x, y, z):
        leave_cover(unit)
        for token in [name for name in unit.tokens if name.partition(":")[0] in (BOARDING, LEAVING)]:
            del unit.tokens[token]
    unit.x, unit.y, unit.z = x, y, z
    for other in state.units.values():
        if other.carrier == unit.id:
            other.x, other.y, other.z = x, y, z


@heeds("tactical.3.2.7", "tactical.7.2-poor-off-road")
def pull_out(state: State, towed: Unit, spot: tuple[int, int, int]) -> None:
    """What is towed has been pulled along; nothing holds it any more."""
    if spot != (towed.x, towed.y, towed.z):
        towed.tokens.pop(STUCK, None)
        towed.tokens.pop(FAST, None)
    place(state, towed, *spot)


class WayTaken(Event, frozen=True, tag="way-taken"):
    """A unit set out on a way."""

    unit: str
    path: Path
    daring: bool = False
    plain = True

    def change(self, state: State) -> None:
        """The rest of the way is what lies before it."""
        now = under_way(state)
        now.path = self.path
        now.marks = [mark for mark in now.marks if mark != DARING] + ([DARING] if self.daring else [])


class Moved(Event, frozen=True, tag="moved"):
    """A unit moved on by an inch or less, or by more where nobody could have answered."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    spent: int
    gone: int
    since_turn: int
    backward: bool = False
    road: int = 0
    path: Path = ()
    cliff: bool = False
    """A squad went down a cliff on the way."""
    towed: tuple[str, int, int, int] | None = None
    """What it has in tow, and where that is now."""

    @heeds("tactical.3.2.3", "tactical.3.2.1-climbing-penalty")
    def change(self, state: State) -> None:
        """It stands elsewhere; a fallen walker has stood up with the first Movement Point, not by a free turn."""
        unit, now = state.units[self.unit], under_way(state)
        if self.spent > now.spent:
            unit.tokens.pop(FALLEN, None)
        unit.facing = self.facing
        place(state, unit, self.x, self.y, self.z)
        now.spent, now.gone, now.since_turn, now.road = self.spent, self.gone, self.since_turn, self.road
        now.backward, now.path = self.backward, self.path
        if self.cliff:
            unit.tokens[CLIMBING] = 2
        if self.towed is not None:
            pull_out(state, state.units[self.towed[0]], self.towed[1:])


class Stopped(Event, frozen=True, tag="stopped"):
    """Something ended a way before its time: the unit stays where it is and may be ordered on."""

    unit: str
    why: str = ""

    def change(self, state: State) -> None:
        under_way(state).path = ()


class Halted(Event, frozen=True, tag="halted"):
    """A unit moves no further in this activation."""

    unit: str
    why: str = ""

    def change(self, state: State) -> None:
        now = state.activation
        if now is not None and now.unit == self.unit:
            now.path, now.halted = (), True


class Skidded(Event, frozen=True, tag="skidded"):
    """A unit slid straight on before it turned; this costs it no Movement Points."""

    unit: str
    x: int
    y: int
    z: int
    length: int

    @heeds("tactical.2.6.5-top-speed-turn")
    def change(self, state: State) -> None:
        place(state, state.units[self.unit], self.x, self.y, self.z)
        now = under_way(state)
        now.gone += self.length
        now.since_turn += self.length


class ModeSwitched(Event, frozen=True, tag="mode-switched"):
    """A unit changed over to another movement system."""

    unit: str
    mode: str
    plain = True

    @heeds("tactical.2.6.5-switch-mode")
    def change(self, state: State) -> None:
        state.units[self.unit].mode = self.mode
        under_way(state).switched = True


class SpeedShifted(Event, frozen=True, tag="speed-shifted"):
    """A unit declared another speed for the next round; its move is over, and Top Speed counts from now on."""

    unit: str
    to: str
    paid: bool = False
    plain = True

    @heeds("tactical.2.6.5-top-speed", "tactical.3.8.1-speed-shift")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], under_way(state)
        unit.next_speed, now.halted, now.path = self.to, True, ()
        unit.actions -= int(self.paid)


RAMMING = "ram:"
"""A mark of an activation: whom the unit on its way is about to ram."""


class RamBegun(Event, frozen=True, tag="ram-begun"):
    """A unit sets out to ram another: an Action."""

    unit: str
    target: str

    @heeds("tactical.2.6.8-ramming", "tactical.2.6.3")
    def change(self, state: State) -> None:
        state.units[self.unit].actions -= 1
        under_way(state).marks.append(RAMMING + self.target)


class RamOver(Event, frozen=True, tag="ram-over"):
    """The way of a ram has ended: in a collision, or before it."""

    unit: str
    target: str
    met: bool

    @heeds("tactical.3.8.3-map")
    def change(self, state: State) -> None:
        """Who was run into has been attacked."""
        if self.met and self.target in state.units:
            note_attacker(state, state.units[self.unit], state.units[self.target])
        now = under_way(state)
        now.marks = [mark for mark in now.marks if not mark.startswith(RAMMING)]
        now.path = ()


class RanPast(Event, frozen=True, tag="ran-past"):
    """A ram that missed went on for an inch past its target."""

    unit: str
    x: int
    y: int
    z: int
    length: int
    spent: int

    @heeds("tactical.2.6.8-ramming")
    def change(self, state: State) -> None:
        place(state, state.units[self.unit], self.x, self.y, self.z)
        now = under_way(state)
        now.gone, now.spent = now.gone + self.length, self.spent


# --- What happens when units climb, jump, fall, take cover or get stuck

DUCKED = "ducked"


class ClimbedOn(Event, frozen=True, tag="climbed-on"):
    """A walker climbed an inch of a cliff; `hangs` while it is on the face. All its Movement Points are spent."""

    unit: str
    x: int
    y: int
    z: int
    hangs: bool
    up: bool
    spent: int
    counts: int
    """Mils it counts as moved: the inches of its Combat Speed."""

    @heeds("tactical.3.2.1")
    def change(self, state: State) -> None:
        """Its move is over, and it counts as climbing until the round ends."""
        unit, now = state.units[self.unit], under_way(state)
        place(state, unit, self.x, self.y, self.z)
        unit.tokens[CLIMBING] = 1 if self.hangs else 2
        now.spent, now.gone, now.path, now.halted = self.spent, self.counts, (), True


class Jumped(Event, frozen=True, tag="jumped"):
    """A unit leapt over whatever lay there."""

    unit: str
    x: int
    y: int
    z: int
    spent: int
    gone: int
    since_turn: int
    plain = True

    @heeds("tactical.7.2-card-only-perks")
    def change(self, state: State) -> None:
        """Where it came down it goes on from."""
        now = under_way(state)
        place(state, state.units[self.unit], self.x, self.y, self.z)
        now.spent, now.gone, now.since_turn = self.spent, self.gone, self.since_turn
        now.marks.append("jumped")


class FellDown(Event, frozen=True, tag="fell-down"):
    """A unit fell so many inches to the foot of a cliff; its move is over."""

    unit: str
    x: int
    y: int
    z: int
    inches: int
    spent: int

    @heeds("tactical.3.2.1-falling")
    def change(self, state: State) -> None:
        """At the foot of the cliff its move is over."""
        unit, now = state.units[self.unit], state.activation
        place(state, unit, self.x, self.y, self.z)
        unit.tokens.pop(CLIMBING, None)
        if now is not None and now.unit == self.unit:
            now.spent, now.path, now.halted = max(now.spent, self.spent), (), True


class CoverTaken(Event, frozen=True, tag="cover-taken"):
    """A vehicle is hull-down where it stands, or hides there completely."""

    unit: str
    terrain: str
    whole: bool
    spent: int
    ducks: bool = False
    """It was in that position, and only ducked or came up again."""

    @heeds("tactical.3.2.4")
    def change(self, state: State) -> None:
        """The counter lies beside it until it moves."""
        unit = state.units[self.unit]
        leave_cover(unit)
        unit.tokens[HULL_DOWN] = HIDDEN_WHOLE if self.whole else READY
        unit.tokens[position_token(self.terrain)] = 1
        unit.tokens.pop(FALLEN, None)
        now = under_way(state)
        now.spent = self.spent
        now.marks += [DUCKED] if self.ducks else []


class GotStuck(Event, frozen=True, tag="got-stuck"):
    """The ground holds a vehicle: for so many rounds to come, or for good when it is 0."""

    unit: str
    rounds: int

    @heeds("tactical.7.2-poor-off-road")
    def change(self, state: State) -> None:
        """Its way ends there."""
        unit, now = state.units[self.unit], state.activation
        unit.tokens[STUCK if self.rounds else FAST] = self.rounds or 1
        if now is not None and now.unit == self.unit:
            now.path = ()


# --- 3.2.7: what is towed follows: pulled along behind, wherever the way leads

RULE = "tactical.3.2.7"
STEPS = 2 * INCH
"""What is towed is pulled up and down ground like whoever tows it: steps below a cliff."""
Spot = tuple[int, int, int]


def towed_of(state: State, unit: Unit) -> Unit | None:
    """What a vehicle has in tow."""
    prefix = f"{TOWING}:"
    names = (name[len(prefix) :] for name in unit.tokens if name.startswith(prefix))
    found = next((state.units[name] for name in names if name in state.units), None)
    return found if found is not None and found.is_fielded else None


@heeds("tactical.3.2.7")
def pulled_to(state: State, unit: Unit, towed: Unit, at: Spot) -> Spot:
    """Where what is towed comes to when its vehicle is somewhere else: straight behind, base to base."""
    x, y, z = at
    apart = unit.card.radius + towed.card.radius + 1
    if distance(x, y, towed.x, towed.y) <= apart:
        return towed.x, towed.y, towed.z
    spot = advance(x, y, bearing(x, y, towed.x, towed.y), apart)
    return (*spot, level_below(state, *spot, max(z, towed.z) + STEPS - 1))


@heeds("tactical.3.2.7")
def refuse_pull(state: State, unit: Unit, towed: Unit, to: Spot, backward: bool) -> Refusal | None:
    """Why what is towed cannot follow: there is something in its way, or it would be pushed."""
    if backward:
        return Refusal("tow", RULE, f"The {unit.name} cannot back up with the {towed.name} in tow.")
    without = state.with_unit(towed)
    del without.units[unit.id]
    if to != (towed.x, towed.y, towed.z) and not has_room(without, towed, *to):
        return Refusal("tow", RULE, f"The {towed.name} in tow would run into something: go another way, or let go.")
    return None


# --- 2.6.5: a unit on its way: turns, inches, Movement Points and terrain, added up stretch by stretch
# Judging a way and going it are one work.

FREE_TURN = 600
"""Tenths of a degree that cost nothing."""
FULL_TURN = 3600


class Followed(NamedTuple):
    """How far a path was followed: what is left of it, a turn that must be tested first, or why it goes no further."""

    rest: Path
    hard: int = 0
    refusal: Refusal | None = None


def signed(mils: int, like: int) -> int:
    """So many mils, backward if a length is."""
    return -mils if like < 0 else mils


class Course:
    """One unit on its way: where it has come to, and what it has used in this activation.

    `left` is what is left of the inch under way; `trail` are the ends of its legs with the MP spent there.
    """

    __slots__ = (
        "backward",
        "bonus",
        "cliff",
        "daring",
        "gone",
        "heaviest",
        "left",
        "mode",
        "most",
        "road",
        "since",
        "spent",
        "state",
        "towed",
        "trail",
        "unit",
    )

    def __init__(self, state: State, unit: Unit, now: Activation) -> None:
        self.state, self.unit, self.mode = state, unit.clone(), now.mode
        self.most = most_mp(unit, now)
        self.spent, self.gone, self.since, self.backward = now.spent, now.gone, now.since_turn, now.backward
        self.road, self.bonus = now.road, road_bonus(state, unit, now)
        self.left, self.cliff = INCH, False
        self.daring, self.heaviest = DARING in now.marks, 0
        towed = towed_of(state, unit)
        self.towed = None if towed is None else towed.clone()
        self.trail: list[tuple[int, int, int]] = []

    @rule("tactical.2.6.5-turning")
    @heeds("tactical.2.6.6-infantry-arcs", "tactical.7.2-autopilot")
    def turn(self, angle: int) -> Refusal | None:
        """Up to 60 degrees are free, more costs 1 MP; an inch of movement lies between two turns.

        Squads have no facing: they just go another way.
        """
        unit = self.unit
        if unit.is_infantry:
            unit.facing = turned(unit.facing, angle)
            return None
        if abs(angle) > FULL_TURN:
            return Refusal("turn", "tactical.2.6.5-turning", "A turn is 360 degrees at most.", {"angle": angle})
        if self.since < INCH:
            message = (
                f"The {unit.name} moves at least 1 in between two turns; it has moved {inches_text(self.since)} in."
            )
            return Refusal("turns", "tactical.2.6.5-turning", message, {"moved": self.since})
        if abs(angle) > FREE_TURN and drives_itself(unit):
            message = f"The autopilot of the {unit.name} goes straight on, or turns by up to 60 degrees."
            return Refusal("autopilot", "tactical.7.2-autopilot", message, {"angle": angle})
        cost = MP if abs(angle) > FREE_TURN else 0
        refusal = self._refuse_mp(cost + self._rising()) if cost else None
        if refusal is not None:
            return refusal
        self.spent += cost + (self._rising() if cost else 0)
        if cost:
            unit.tokens.pop(FALLEN, None)
        unit.facing, self.since = turned(unit.facing, angle), 0
        return None

    @heeds("tactical.2.6.5-top-speed-turn")
    def is_hard(self, angle: int) -> bool:
        """Whether a turn needs a test first: more than 60 degrees at Top Speed."""
        return self.unit.speed == TOP and abs(angle) > FREE_TURN and not self.unit.is_infantry

    def follow(self, path: Path, tested: bool = False) -> Followed:
        """Go on along a path until an inch is gone, a turn must be tested, or something is in the way.

        With `tested` the first turn has been tested, or tests are taken as passed.
        """
        while path and self.left > 0:
            (angle, length), after = path[0], path[1:]
            if angle:
                if self.is_hard(angle) and not tested:
                    return Followed(path, angle)
                refusal = self.turn(angle)
                if refusal is not None:
                    return Followed(path, 0, refusal)
            if length:
                part = signed(min(abs(length), self.left), length)
                found = self.advance(part)
                if isinstance(found, Refusal):
                    return Followed(((0, length), *after), 0, found)
                length -= signed(found, length)
                self.left -= found
                if not length:
                    self.trail.append((self.unit.x, self.unit.y, self.spent))
            path = ((0, length), *after) if length else after
        return Followed(path)

    @heeds("tactical.2.6.5-reverse")
    def advance(self, length: int) -> int | Refusal:
        """Go straight as far as the ground stays on one level; the mils gone, or why it cannot."""
        unit = self.unit
        refusal = self._refuse_direction(length)
        if refusal is not None:
            return refusal
        stride = self._stride(length)
        edge = level_edge(self.state.ground, stride)
        if edge < abs(length):
            stride = self._stride(signed(edge, length))
        middle = (stride.x0 + stride.x1) // 2, (stride.y0 + stride.y1) // 2
        parts = passed_over(self.state.ground, stride, level_at(self.state, unit, *middle))
        refusal = self._go(stride, parts)
        return refusal or abs(stride.length)

    @rule("tactical.2.6.5-reverse")
    def _refuse_direction(self, length: int) -> Refusal | None:
        """Backward only at no more than half of Combat Speed, and all the way; squads have no backward."""
        unit = self.unit
        if unit.is_infantry or (length > 0 and not self.backward):
            return None
        if self.gone and (length < 0) != self.backward:
            message = f"The {unit.name} moves backward instead of forward, not both in one round."
            return Refusal("reverse", "tactical.2.6.5-reverse", message)
        if length < 0 and (unit.speed == TOP or self.most > allowance(unit, HALF, self.mode)):
            message = f"The {unit.name} backs up at half Combat Speed or less: commit to that first."
            return Refusal("reverse", "tactical.2.6.5-reverse", message)
        return None

    @property
    def corners(self) -> list[tuple[int, int]]:
        """The ends of its legs so far: between them it went straight."""
        return [(x, y) for x, y, _ in self.trail]

    def _stride(self, length: int) -> Stride:
        x, y = advance(self.unit.x, self.unit.y, self.unit.facing, length)
        return Stride(self.unit.x, self.unit.y, x, y, length)

    def _go(self, stride: Stride, parts: list[Under]) -> Refusal | None:
        """Judge one stretch on one level, and go it."""
        unit, far = self.unit, abs(stride.length)
        refusal = refuse_ground(self.state, unit, parts)
        refusal = refusal or refuse_shore(self.state, unit, parts, (stride.x1, stride.y1))
        refusal = refusal or refuse_limit(self.state, unit, stride.x1, stride.y1)
        if refusal is not None:
            return refusal
        end = refuse_passage(self.state, unit, stride)
        if isinstance(end, Refusal):
            return end
        last = parts[-1] if end == unit.z else Under(far, far, lying_at(self.state.ground, stride.x1, stride.y1, end))
        refusal = refuse_ground(self.state, unit, [last])
        if refusal is not None:
            return refusal
        cost, on_road, heaviest = price_of_stretch(self.state, unit, parts, self.daring)
        price = cost + self._rise(stride, end - unit.z, last)
        free = max(0, min(on_road, self.bonus - self.road))
        refusal = self._refuse_mp(price + self._rising(), free)
        if refusal is not None:
            return refusal
        refusal = self._pull((stride.x1, stride.y1, end), stride.length < 0)
        if refusal is not None:
            return refusal
        self.heaviest = max(self.heaviest, heaviest)
        self.spent, self.road = self.spent + price + self._rising(), self.road + free
        unit.tokens.pop(FALLEN, None)
        self.cliff = self.cliff or (unit.is_infantry and unit.z - end >= CLIFF)
        unit.x, unit.y, unit.z = stride.x1, stride.y1, end
        self.gone, self.since = self.gone + far, self.since + far
        self.backward = stride.length < 0 and not unit.is_infantry
        return None

    @heeds("tactical.3.2.7")
    def _pull(self, to: tuple[int, int, int], backward: bool) -> Refusal | None:
        """Pull along what is towed, or say why it cannot follow."""
        if self.towed is None:
            return None
        spot = pulled_to(self.state, self.unit, self.towed, to)
        refusal = refuse_pull(self.state, self.unit, self.towed, spot, backward)
        if refusal is None:
            self.towed.x, self.towed.y, self.towed.z = spot
        return refusal

    def _rise(self, stride: Stride, rise: int, last: Under) -> int:
        """What going up or down adds, by the ground it leads to."""
        if not rise or not is_steep(self.state, stride, rise):
            return 0
        return steep_cost(self.unit, rise, price_of(self.state, self.unit, type_on(self.state, last.pieces)) or 1)

    @heeds("tactical.3.2.3")
    def _rising(self) -> int:
        """A fallen walker spends 1 MP to stand up before it moves."""
        return MP if self.unit.token(FALLEN) else 0

    @heeds("tactical.2.6.5", "tactical.2.6.5-combat-speed", "tactical.2.6.5-top-speed", "tactical.3.2.5-roads")
    def _refuse_mp(self, cost: int, free: int = 0) -> Refusal | None:
        """Why its Movement Points do not last so far; `free` of them are a road's."""
        if self.spent - self.road + cost - free <= self.most:
            return None
        needs, has = inches_text(self.spent + cost), inches_text(self.most)
        extra = f" and {inches_text(self.bonus)} more on a road" if self.bonus else ""
        message = f"The {self.unit.name} may spend {has} MP at this speed{extra}; so far this needs {needs}."
        facts: dict[str, str | int | float] = {"needs": self.spent + cost, "has": self.most}
        return Refusal("movement", "tactical.2.6.5", message, facts)


# --- 2.6.5: crashes

LIGHT_UP_TO = 3


@heeds("tactical.2.6.5-top-speed-turn", "tactical.ref-sheets")
def resolve_crash(ctx: Ctx[State], unit_id: str, face: int) -> Script[None]:
    """Light damage on 1 to 3, Heavy on 4 to 6; a point more for Light where the reference sheet counts."""
    most = LIGHT_UP_TO + by_the_sheet(ctx.state.switches, SHEET_CRASHES)
    level = "light" if face <= most else "heavy"
    yield from inflict(ctx, unit_id, level, "", "tactical.2.6.5-top-speed-turn", "a crash")
