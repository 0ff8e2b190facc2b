"""A model on its way: turns, inches, Movement Points and terrain, added up stretch by stretch."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.figures import body_at
from gearlock.mechanics.going.resting import resting_place
from gearlock.mechanics.going.stretches import Under
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.systems.fieldmanual.command_points.tests import resolve_test
from gearlock.systems.fieldmanual.damage.damage import defense_damage_lines, inflict, terrain_lines
from gearlock.systems.fieldmanual.dice_tests import DEFENSE, Test, rounded, stun_lines, succeeds
from gearlock.systems.fieldmanual.electronic_warfare import fade
from gearlock.systems.fieldmanual.melee import defense_dice, melee_mark, note_foes
from gearlock.systems.fieldmanual.movement.terrain import (
    CLIFF,
    CLIMBED,
    MP,
    SHUFFLE,
    begin_passing,
    dangers,
    dearest,
    level_at,
    level_edge,
    most_mp,
    moves_freely,
    obstacles,
    passed_over,
    price_of_turn,
    refuse_aside,
    refuse_closed,
    refuse_direction,
    refuse_passage,
    refuse_turns,
    refuse_water,
    turns_in,
    turns_left,
)
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.rams_and_impacts import resolve_terrain_impact
from gearlock.systems.fieldmanual.state import (
    CLIMBING,
    DISEMBARKED,
    FALLEN,
    HIDING,
    HULL_DOWN,
    STATIONARY,
    STUN,
    TOP,
    Activation,
    State,
    Unit,
)
from gearlock.table.inches import is_on_table
from gearlock.table.measure import INCH, advance, inches_text, turned
from gearlock.table.path import Path, Stride

# --- A model on its way: turns, inches, MPs and terrain, added up stretch by stretch. Judging and going are one work

Due = tuple[tuple[str, int], ...]
"""Pieces that have to be tested for before anybody goes on, each with its Threshold."""


class Followed(NamedTuple):
    """How far a path was followed: what is left of it, what has to be tested first, or why it goes no further."""

    rest: Path
    due: Due = ()
    refusal: Refusal | None = None


def copied_sign(mils: int, length: int) -> int:
    """So many mils, backward if a length is."""
    return -mils if length < 0 else mils


def mark_of_test(figure: str, piece: str = "") -> str:
    """The mark of an activation for a danger that a figure is in and has tested for."""
    return f"tested:{figure}:{piece}"


class Course:
    """One figure on its way: where it has come to, and what it has used in this activation.

    `left` is what is left of the inch under way, `planned` what is left of the whole way; `trail` are the ends of its
    legs with the MPs spent there.
    """

    __slots__ = ("gone", "left", "most", "planned", "spent", "state", "straight", "tested", "trail", "turns", "unit")

    def __init__(self, state: State, figure: Unit, now: Activation) -> None:
        name = figure.id
        self.state, self.unit, self.most = state, figure.clone(), most_mp(figure, now)
        self.spent, self.gone = now.spent.get(name, 0), now.gone.get(name, 0)
        self.straight, self.turns = now.straight.get(name, 0), now.turns.get(name, 0)
        prefix = mark_of_test(name)
        self.tested = {mark[len(prefix) :] for mark in now.marks if mark.startswith(prefix)}
        self.left = INCH
        self.planned = 0
        self.trail: list[tuple[int, int, int]] = []

    @heeds("fieldmanual.turns", "fieldmanual.move-through")
    def can_turn(self) -> bool:
        """Whether it could turn here."""
        return moves_freely(self.unit) or turns_left(self.unit, self.straight, self.turns) > 0

    @rule("fieldmanual.fast-and-friendly")
    @heeds("fieldmanual.turns")
    def turn(self, angle: int) -> Refusal | None:
        """Turn on the spot, or say why not. By agreement the whole way that is laid out pays for its turns."""
        unit = self.unit
        ahead = self.planned if self.state.switch("fast and friendly") else 0
        refusal = refuse_turns(unit, angle, self.straight + ahead, self.turns)
        if refusal is not None:
            return refusal
        unit.facing = turned(unit.facing, angle)
        if unit.band == STATIONARY:
            self.turns += turns_in(angle)
        elif not moves_freely(unit):
            self.straight -= turns_in(angle) * price_of_turn(unit)
        return None

    def follow(self, path: Path, aside: bool = False) -> Followed:
        """Go on along a path until an inch is gone, something must be tested, or something is in the way."""
        while path:
            (angle, length), after = path[0], path[1:]
            if self.left <= 0:
                break
            refusal = refuse_aside(self.unit) if aside else self.turn(angle) if angle else None
            if refusal is not None:
                return Followed(path, (), refusal)
            angle = angle if aside else 0
            if length:
                heading = turned(self.unit.facing, angle)
                part = min(abs(length), self.left)
                found = self.advance(heading, copied_sign(part, length))
                if isinstance(found, Refusal):
                    return Followed(((angle, length), *after), (), found)
                gone, due = found
                length -= copied_sign(gone, length)
                self.left -= gone
                if due:
                    return Followed(((angle, length), *after), due)
                if not length:
                    self.trail.append((self.unit.x, self.unit.y, self.spent))
            path = ((angle, length), *after) if length else after
        return Followed(path)

    def advance(self, heading: int, length: int) -> tuple[int, Due] | Refusal:
        """Go straight as far as the ground stays on one level and no new danger begins, or say why not."""
        refusal = refuse_direction(self.unit, length)
        if refusal is not None:
            return refusal
        stride = self._stride(heading, length)
        edge = level_edge(self.state, stride)
        if edge < abs(length):
            stride = self._stride(heading, copied_sign(edge, length))
        parts = self._under(stride)
        fresh = [found for found in dangers(parts) if found[1] not in self.tested]
        if fresh:
            mark = fresh[0][0]
            if not mark:
                return 0, tuple((name, threshold) for at, name, threshold in fresh if not at)
            stride = self._stride(heading, copied_sign(mark, length))
            parts = self._under(stride)
        refusal = self._go(stride, parts)
        return refusal or (abs(stride.length), ())

    def _stride(self, heading: int, length: int) -> Stride:
        x, y = advance(self.unit.x, self.unit.y, heading, length)
        return Stride(self.unit.x, self.unit.y, x, y, length)

    def _under(self, stride: Stride) -> list[Under]:
        """What lies under the middle of the base along a stretch, on the level that its middle lies on."""
        x, y = (stride.x0 + stride.x1) // 2, (stride.y0 + stride.y1) // 2
        return passed_over(self.state, stride, level_at(self.state, self.unit, x, y))

    def _go(self, stride: Stride, parts: list[Under]) -> Refusal | None:
        """Judge one stretch on one level, and go it."""
        unit, far = self.unit, abs(stride.length)
        refusal = refuse_closed(unit, parts) or refuse_water(self.state, unit, stride, parts)
        if refusal is not None:
            return refusal
        passing = partial(begin_passing, self.state, unit, stride, self.can_turn())
        end = refuse_passage(self.state, unit, stride, passing)
        if isinstance(end, Refusal):
            return end
        cost = self._price(parts) + levels_up(end - unit.z) * MP
        refusal = self._refuse_mp(far, cost)
        if refusal is not None:
            return refusal
        last = {piece.id for piece in parts[-1].pieces} if parts else set()
        self.tested &= last
        unit.x, unit.y, unit.z = stride.x1, stride.y1, end
        self.spent, self.gone, self.straight = self.spent + cost, self.gone + far, self.straight + far
        self.planned -= far
        return None

    @heeds("fieldmanual.movement-points", "fieldmanual.terrain-classify")
    def _price(self, parts: list[Under]) -> int:
        """Thousandths of MP for a stretch, by what lies under the middle of the base."""
        total = 0
        for part in parts:
            total += (part.end - part.start) * dearest(part.pieces, self.unit, self.unit.mode)[0]
        return total // INCH

    @heeds("fieldmanual.movement-points", "fieldmanual.speed-stationary", "fieldmanual.speed-combat")
    def _refuse_mp(self, far: int, cost: int) -> Refusal | None:
        """Why its movement does not last so far."""
        unit = self.unit
        if unit.band == STATIONARY:
            if self.gone + far <= SHUFFLE:
                return None
            message = f"The {unit.name} is Stationary: it moves 1 in at most; it has moved {inches_text(self.gone)} in."
            return Refusal(
                "movement", "fieldmanual.speed-stationary", message, {"needs": self.gone + far, "has": SHUFFLE}
            )
        if self.spent + cost <= self.most:
            return None
        needs, has = inches_text(self.spent + cost), inches_text(self.most)
        message = f"The {unit.name} has {has} MP at this speed; so far this needs {needs}."
        facts: dict[str, str | int | float] = {"needs": self.spent + cost, "has": self.most}
        return Refusal("movement", "fieldmanual.movement-points", message, facts)


@rule("fieldmanual.elevation")
def levels_up(rise: int) -> int:
    """Levels that going up by so much counts as, each 1 MP more: whole inches to the nearest, any rise one at least.

    Down costs nothing.
    """
    return max(1, rounded(rise)) if rise > 0 else 0


HALTED, JUMPED = "halted", "jumped"
"""Marks of an activation: who has stopped for good, and how far somebody jumped."""


def under_way(state: State) -> Activation:
    """The activation in which somebody moves."""
    assert state.activation is not None, "only the active model moves"
    return state.activation


@heeds("fieldmanual.transports")
@heeds("fieldmanual.active-lock", "fieldmanual.forward-observation")
def place(state: State, unit: Unit, x: int, y: int, z: int) -> None:
    """Put a model somewhere, with whoever rides in it. Active Locks and observations on it are over, if it moves."""
    if (unit.x, unit.y, unit.z) != (x, y, z):
        fade(unit)
    unit.x, unit.y, unit.z = x, y, z
    for other in state.units.values():
        if other.carrier == unit.id:
            other.x, other.y, other.z = x, y, z


class WayTaken(Event, frozen=True, tag="way-taken"):
    """A model set out on a way. With whom it was in melee then is noted when it first moves."""

    unit: str
    figure: str
    path: Path
    aside: bool = False
    engaged: tuple[str, ...] = ()
    plain = True

    def change(self, state: State) -> None:
        """The rest of the way is what lies before it."""
        now = under_way(state)
        now.figure, now.path, now.aside, now.begun = self.figure, self.path, self.aside, True
        note_foes(now, self.figure, self.engaged)


class Moved(Event, frozen=True, tag="moved"):
    """A figure moved on by an inch or less, or by more where nobody could have answered."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    spent: int
    gone: int
    straight: int
    turns: int
    path: Path = ()
    tested: tuple[str, ...] = ()

    def change(self, state: State) -> None:
        """It stands elsewhere; what is left of its way and its movement is noted."""
        unit, now = state.units[self.unit], under_way(state)
        unit.facing = self.facing
        place(state, unit, self.x, self.y, self.z)
        now.spent[self.unit], now.gone[self.unit] = self.spent, self.gone
        now.straight[self.unit], now.turns[self.unit] = self.straight, self.turns
        now.path = self.path
        own = mark_of_test(self.unit)
        now.marks = [each for each in now.marks if not each.startswith(own)]
        now.marks += [mark_of_test(self.unit, piece) for piece in self.tested]


class Parted(Event, frozen=True, tag="parted"):
    """A figure left the Melee Range of an enemy it was in melee with."""

    unit: str
    other: str

    def change(self, state: State) -> None:
        name, now = melee_mark(self.unit, self.other), under_way(state)
        now.marks = [each for each in now.marks if each != name]


class Stopped(Event, frozen=True, tag="stopped"):
    """Something ended a way before its time: the figure stays where it is and may be ordered on."""

    unit: str
    why: str = ""

    def change(self, state: State) -> None:
        under_way(state).path = ()


class Halted(Event, frozen=True, tag="halted"):
    """A figure moves no further in this activation; `band` is the speed it has then, empty for the one it had."""

    unit: str
    band: str = ""

    @heeds("fieldmanual.terrain-difficult-dangerous", "fieldmanual.cliff-edge")
    def change(self, state: State) -> None:
        now, unit = state.activation, state.units[self.unit]
        if now is not None and state.is_active(unit):
            now.path = ()
            now.marks.append(f"{HALTED}:{self.unit}")
        for part in state.parts(unit) if self.band else ():
            part.band = self.band


class QuicklyTurned(Event, frozen=True, tag="quickly-turned"):
    """A model took a Stun counter to turn at once, and perhaps to slow down."""

    unit: str
    facing: int
    band: str
    plain = True

    @heeds("fieldmanual.rapid-deceleration")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], under_way(state)
        mark(state, unit, STUN)
        unit.facing, now.begun = self.facing, True
        for part in state.parts(unit):
            part.band = self.band


class Climbed(Event, frozen=True, tag="climbed"):
    """A figure climbed along a cliff, or onto or off its top; `hangs` where it could not finish."""

    unit: str
    piece: str
    x: int
    y: int
    z: int
    spent: int
    gone: int
    hangs: bool
    engaged: tuple[str, ...] = ()

    @heeds("fieldmanual.perk-arms", "fieldmanual.hull-down", "fieldmanual.hiding")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], under_way(state)
        place(state, unit, self.x, self.y, self.z)
        now.spent[self.unit], now.gone[self.unit], now.begun = self.spent, self.gone, True
        now.marks += [CLIMBED] * (CLIMBED not in now.marks)
        note_foes(now, self.unit, self.engaged)
        hold_on(unit, self.hangs)


@heeds("fieldmanual.perk-arms", "fieldmanual.hull-down", "fieldmanual.hiding")
def hold_on(unit: Unit, hangs: bool) -> None:
    """Whoever climbs is out of its cover, and hangs on the cliff where it could not finish. For `change` alone."""
    for token in (HULL_DOWN, HIDING, CLIMBING):
        unit.tokens.pop(token, None)
    if hangs:
        unit.tokens[CLIMBING] = 1


class Jumped(Event, frozen=True, tag="jumped"):
    """A figure jumped on its Jump Jets, which pushed it up a Speed Band."""

    unit: str
    x: int
    y: int
    z: int
    length: int
    band: str
    paid: bool
    engaged: tuple[str, ...] = ()

    @heeds("fieldmanual.perk-jump-jets", "fieldmanual.hull-down", "fieldmanual.hiding")
    def change(self, state: State) -> None:
        """Jump Jet movement is movement: it pays for turns and counts as moved."""
        unit, now, name = state.units[self.unit], under_way(state), self.unit
        place(state, unit, self.x, self.y, self.z)
        now.gone[name] = now.gone.get(name, 0) + self.length
        now.straight[name] = now.straight.get(name, 0) + self.length
        now.marks.append(f"{JUMPED}:{name}:{self.length}")
        note_foes(now, name, self.engaged)
        now.begun = True
        if self.paid:
            pay(state, unit)
        for part in state.parts(unit):
            push_on(part, self.band)


@heeds("fieldmanual.perk-jump-jets", "fieldmanual.hull-down", "fieldmanual.hiding")
def push_on(unit: Unit, band: str) -> None:
    """Jump Jets bring a model to a higher speed and out of the cover it cannot keep at that. For `change` alone."""
    unit.band = band
    if band != STATIONARY:
        unit.tokens.pop(HULL_DOWN, None)
    if band == TOP:
        unit.tokens.pop(HIDING, None)


class Fell(Event, frozen=True, tag="fell"):
    """A model went over a cliff and lies at its foot, or was pushed aside to where there is room."""

    unit: str
    x: int
    y: int
    z: int
    height: int = 0

    def change(self, state: State) -> None:
        place(state, state.units[self.unit], self.x, self.y, self.z)


# --- What a model may still move in its activation, and what has ended its movement


@heeds("fieldmanual.movement-points")
def mp_left(state: State, unit: Unit) -> int:
    """Thousandths of MP that a figure may still spend; of a Stationary one, mils it may still move."""
    now = state.activation
    if now is None or not state.is_active(unit) or is_halted(now, unit):
        return 0
    if unit.band == STATIONARY:
        return max(0, SHUFFLE - now.gone.get(unit.id, 0)) if unit.card.rows else 0
    return max(0, most_mp(unit, now) - now.spent.get(unit.id, 0))


def is_halted(now: Activation, unit: Unit) -> bool:
    """Whether something has ended its movement for this activation."""
    return f"{HALTED}:{unit.id}" in now.marks


@heeds("fieldmanual.perk-jump-jets")
def jumped_by(now: Activation, figure: str) -> int | None:
    """How far a figure has jumped in this activation; None if it has not."""
    prefix = f"{JUMPED}:{figure}:"
    return next((int(mark[len(prefix) :]) for mark in now.marks if mark.startswith(prefix)), None)


@heeds("fieldmanual.speed-combat", "fieldmanual.speed-top", "fieldmanual.perk-jump-jets")
def still_obliged(state: State, unit: Unit) -> int:
    """What a figure must still move: MPs in thousandths at Top Speed, mils at Combat Speed and in Reverse.

    A jump counts an MP an inch. Who has no MPs left, or was stopped, owes nothing.
    """
    now = state.activation
    if now is None or now.extra or unit.band == STATIONARY or is_halted(now, unit) or not unit.card.rows:
        return 0
    if refuse_passenger(unit) is not None:
        return 0
    if unit.band == TOP:
        jumped = jumped_by(now, unit.id) or 0
        return max(0, MP * unit.row.combat - now.spent.get(unit.id, 0) - jumped)
    return max(0, SHUFFLE - now.gone.get(unit.id, 0)) if mp_left(state, unit) else 0


@heeds("fieldmanual.mode-static", "fieldmanual.option-walker-knockdown", "fieldmanual.perk-arms")
def refuse_unmoving(state: State, unit: Unit) -> Refusal | None:
    """Why a figure cannot move at all now."""
    now = state.activation
    if now is None or not state.is_active(unit) or now.extra or not unit.is_fielded:
        return Refusal("passive", "fieldmanual.activation", f"The {unit.name} moves in its own activation only.")
    if not unit.card.rows:
        return Refusal("static", "fieldmanual.mode-static", f"The {unit.name} never moves.")
    if refusal := refuse_passenger(unit):
        return refusal
    if unit.token(FALLEN):
        message = f"The {unit.name} lies on the ground: it must stand up first."
        return Refusal("fallen", "fieldmanual.option-walker-knockdown", message)
    if is_halted(now, unit):
        return Refusal(
            "halted",
            "fieldmanual.movement-points",
            f"The {unit.name} was stopped: it moves no further in this activation.",
        )
    return None


@heeds("fieldmanual.transports", "fieldmanual.infantry-structures")
def refuse_passenger(unit: Unit) -> Refusal | None:
    """Who is in something does not move by itself, and who got out in this round only once it has paid an Action."""
    if unit.carrier:
        message = f"The {unit.name} is inside: it gets out first."
        return Refusal("inside", "fieldmanual.transports", message)
    if unit.token(DISEMBARKED):
        message = f"The {unit.name} got out in this round: it spends an Action first to be able to move."
        return Refusal("disembarked", "fieldmanual.transports", message)
    return None


@heeds("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment")
def refuse_hanging(unit: Unit) -> Refusal | None:
    """Who hangs on a cliff does nothing but climb."""
    if not unit.token(CLIMBING):
        return None
    message = f"The {unit.name} hangs on a cliff: it climbs up, down or along it."
    return Refusal("climbing", "fieldmanual.perk-arms", message)


# --- Difficult and Dangerous terrain, and the edges of cliffs: tests with the bare Defense Skill

RULE, EDGE = "fieldmanual.terrain-difficult-dangerous", "fieldmanual.cliff-edge"
EDGE_THRESHOLD = 4
BIT, LOOK_AHEAD = INCH // 20, 6 * INCH


@heeds("fieldmanual.terrain-difficult-dangerous", "fieldmanual.cliff-edge", "fieldmanual.perk-autopilot")
@heeds("fieldmanual.damage-light", "fieldmanual.perk-rugged-movement", "fieldmanual.stun")
def terrain_test_lines(unit: Unit, edge: bool = False) -> tuple[Modifier, ...]:
    """An unmodified Defense Skill: neither card nor situation counts, but what hinders every Skill roll does.

    Light damage hinders tests of Difficult and Dangerous terrain, not those at an edge.
    """
    light = [] if edge else terrain_lines(unit)
    return (defense_dice(unit), *defense_damage_lines(unit), *light, *stun_lines(unit, DEFENSE))


@heeds("fieldmanual.terrain-difficult-dangerous")
def resolve_danger(ctx: Ctx[State], unit_id: str, piece: str, threshold: int) -> Script[bool]:
    """Test for a piece of terrain. Who fails takes a box, halts, and is Stationary."""
    unit = ctx.state.units[unit_id]
    purpose = "dangerous terrain" if threshold > 3 else "difficult terrain"
    test = Test(purpose, unit_id, terrain_test_lines(unit), RULE, threshold, pass_only=True)
    made = yield from resolve_test(ctx, test)
    if succeeds(made.total, threshold):
        return True
    yield from inflict(ctx, unit_id, 1, ctx.state.ground.piece(piece).name if piece else purpose)
    if ctx.state.units[unit_id].is_fielded:
        ctx.emit(Halted(unit_id, STATIONARY))
    return False


@rule("fieldmanual.cliff-edge")
def resolve_edge(ctx: Ctx[State], unit_id: str, heading: int) -> Script[None]:
    """Who would go over a cliff tests against 4: it halts at the top, or goes over and strikes the ground."""
    unit = ctx.state.units[unit_id]
    test = Test("cliff edge", unit_id, terrain_test_lines(unit, True), EDGE, EDGE_THRESHOLD, pass_only=True)
    made = yield from resolve_test(ctx, test)
    ctx.emit(Halted(unit_id))
    if succeeds(made.total, EDGE_THRESHOLD):
        return
    unit = ctx.state.units[unit_id]
    ctx.emit(over_the_edge(ctx.state, unit, heading))
    yield from resolve_terrain_impact(ctx, unit_id, heading)


def over_the_edge(state: State, unit: Unit, heading: int) -> Fell:
    """Where a model comes to lie that goes over the edge before it: at the foot, at the nearest free place."""
    low = unit.clone()
    for far in range(BIT, LOOK_AHEAD, BIT):
        x, y = advance(unit.x, unit.y, heading, far)
        if not is_on_table(body_at(unit, x, y, 0), state.ground.width, state.ground.height):
            break
        z = max(slope_at(state.ground, x, y), surface_at(state.ground, x, y, unit.z))
        if unit.z - z >= CLIFF:
            low.x, low.y, low.z = x, y, z
            break
    low.x, low.y = resting_place(state.ground, low, low.z, unit.card.radius, obstacles(state, unit))
    return Fell(unit.id, low.x, low.y, low.z, unit.z - low.z)
