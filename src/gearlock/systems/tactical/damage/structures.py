"""3.2.5 and 3.2.6: structures and bridges, minefields, pits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import isqrt
from typing import Final, NamedTuple

import msgspec

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.mechanics.ground.forms import SOLID
from gearlock.systems.tactical.damage.amounts import LEVEL_WORDS, Blow, multiplied
from gearlock.systems.tactical.damage.condition import defends_at_zero
from gearlock.systems.tactical.damage.damage import (
    ArmorLost,
    CountersSet,
    CoverAbsorbed,
    CrewFell,
    CrewStunned,
    DamageCompared,
    DebtPaid,
    HarmSystem,
    KnockedDown,
    PassengersOut,
    PerkUsedUp,
    SetAlight,
    ShieldWeapons,
    SystemHarmed,
    SystemSpared,
    UnitLost,
    lose,
)
from gearlock.systems.tactical.damage.resolving import resolve_damage, resolve_fall
from gearlock.systems.tactical.damage.systems_damage import SHIELD, WHICH, refuse_harm, refuse_shield
from gearlock.systems.tactical.datacards import NAVAL, SUBMARINE
from gearlock.systems.tactical.dice_tests import Test, margin, throw_dice, throw_test
from gearlock.systems.tactical.line_of_sight.terrain import (
    BRIDGE,
    BUILT,
    CLEAR,
    DEEP_WATER,
    DENSE_URBAN,
    DENSE_WALL,
    ROAD,
    ROUGH,
    RUBBLE,
    SPAN,
    SWAMP,
    URBAN,
    WALL,
    WALLS,
    WATER,
    still_there,
    type_of,
    winning,
)
from gearlock.systems.tactical.state import IN_PLAY, SKIRMISH_SCALE, TACTICAL_SCALE, Patch, State, Unit
from gearlock.table.measure import INCH, RIGHT_ANGLE, advance, distance
from gearlock.table.polygon import Outline, is_inside, rectangle
from gearlock.table.terrain import Ground, Piece


def compared(state: State, event: DamageCompared, _seat: str | None) -> Line:
    """Damage against armor."""
    units = tuple(name for name in (event.unit, event.by) if name in state.units)
    name = state.units[event.unit].name
    text = f"{name} takes {event.amount} damage ({event.cause}) on Armor {event.armor}: {LEVEL_WORDS[event.level]}."
    return Line(text, units, event.rule)


def absorbed(state: State, event: CoverAbsorbed, _seat: str | None) -> Line:
    """The die of a hull-down position."""
    name = state.units[event.unit].name
    took = f"the cover absorbs {event.absorbed}, {event.left} left" if event.absorbed else "an exposed part is hit"
    throw = Throw("hull-down", (event.face,), total=took, rule="tactical.3.2.4-effects")
    text = f"{name} is hull-down ({event.terrain}): [{event.face}], {took}."
    return Line(text, (event.unit,), "tactical.3.2.4-effects", (throw,))


def counters(state: State, event: CountersSet, _seat: str | None) -> Line:
    """What lies on it now."""
    name = state.units[event.unit].name
    parts = [f"{event.light} Light" * bool(event.light), f"{event.heavy} Heavy" * bool(event.heavy)]
    text = f"{name} has damage counters: {', '.join(part for part in parts if part)}."
    return Line(text, (event.unit,), "tactical.2.6.10-heavy" if event.heavy else "tactical.2.6.10-light")


def armor(state: State, event: ArmorLost, _seat: str | None) -> Line:
    """Armor gone."""
    text = f"{state.units[event.unit].name} loses {event.points} Armor, {event.left} left."
    return Line(text, (event.unit,), "tactical.3.5.2")


def harmed(state: State, event: SystemHarmed, _seat: str | None) -> Line | None:
    """An effect, unless another line tells it."""
    if not event.words:
        return None
    return Line(f"{state.units[event.unit].name}: {event.words}.", (event.unit,), event.rule)


def spared(state: State, event: SystemSpared, _seat: str | None) -> Line:
    """Nothing there to be hit."""
    return Line(f"{state.units[event.unit].name}: {event.words}.", (event.unit,), event.rule)


def used_up(state: State, event: PerkUsedUp, _seat: str | None) -> Line:
    """A perk took it."""
    text = f"{state.units[event.unit].name}: {event.perk} takes the hit and is lost until repaired."
    return Line(text, (event.unit,), event.rule)


def stunned(state: State, event: CrewStunned, _seat: str | None) -> Line:
    """An Action less."""
    how = "owes an Action" if event.owed else "loses an Action"
    return Line(f"{state.units[event.unit].name} is stunned and {how}.", (event.unit,), "tactical.3.5.1-crew")


def debt(state: State, event: DebtPaid, _seat: str | None) -> Line:
    """Actions paid back."""
    many = f"{event.actions} Action{'s' * (event.actions != 1)}"
    text = f"The crew of {state.units[event.unit].name} recovers: {many} it owed."
    return Line(text, (event.unit,), "tactical.3.5.1-crew")


def crew_fell(state: State, event: CrewFell, _seat: str | None) -> Line:
    """Casualties."""
    unit = state.units[event.unit]
    left = f"{event.left} of {unit.card.crew} left" if event.left else "nobody is left"
    return Line(f"{unit.name} loses {event.casualties} of its crew, {left}.", (event.unit,), "tactical.3.5.1-crew")


def lost(state: State, event: UnitLost, _seat: str | None) -> Line:
    """Gone."""
    units = tuple(name for name in (event.unit, event.by) if name in state.units)
    crew = " Its crew gets out." if event.crew_safe else " Its crew is lost." if event.crew_killed else ""
    return Line(f"{state.units[event.unit].name} is out of the battle ({event.cause}).{crew}", units, event.rule)


def knocked_down(state: State, event: KnockedDown, _seat: str | None) -> Line:
    """A fall."""
    text = f"{state.units[event.unit].name} is knocked down; standing up takes 1 MP."
    return Line(text, (event.unit,), "tactical.3.2.3")


def alight(state: State, event: SetAlight, _seat: str | None) -> Line:
    """It goes on burning."""
    rounds = f"{event.left} more round{'s' * (event.left > 1)}"
    text = f"{state.units[event.unit].name} burns: {event.amount} damage in each of {rounds}."
    return Line(text, (event.unit,), "tactical.3.4.4")


def got_out(state: State, event: PassengersOut, _seat: str | None) -> Line:
    """Survivors."""
    text = f"{state.units[event.unit].name} gets out of the {state.units[event.carrier].name}."
    return Line(text, (event.unit, event.carrier), "tactical.7.2-passengers")


# --- 3.2.5: the parts of structures that stand and fall by themselves: inches of a road or a wall, square inches
# A part goes by the id of its piece and its number ("bridge:2", "town:12:7"); a single building is a part by its own
# id. The ground follows from what has been done to parts, in whatever order.

CELL, PART = "cell", "part"
"""What a piece of ground has among its `props` that was made of a part: a square inch, an inch of something."""

IN_INCHES = (ROAD, BRIDGE, *WALLS)

CORNERS = 4


def _length(outline: Outline, at: int) -> int:
    (x0, y0), (x1, y1) = outline[at], outline[(at + 1) % len(outline)]
    return isqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)


def along(piece: Piece) -> tuple[int, int] | None:
    """The corner at which the long side of a piece begins, and its length; None for what has no long side."""
    if len(piece.outline) != CORNERS:
        return None
    at = 0 if _length(piece.outline, 0) >= _length(piece.outline, 1) else 1
    return at, _length(piece.outline, at)


def is_in_inches(piece: Piece) -> bool:
    """Whether a piece falls by the inch of its length: it has more than one."""
    return type_of(piece) in IN_INCHES and PART not in piece.props and inches_of(piece) > 1


def is_in_squares(piece: Piece) -> bool:
    """Whether a piece falls by the square inch: a town, or a road that winds."""
    kind = type_of(piece)
    if PART in piece.props or piece.kind == "building" or ("capacity" in piece.props and kind in BUILT):
        return False
    return kind in BUILT or (kind in IN_INCHES and along(piece) is None)


def inches_of(piece: Piece) -> int:
    """How many inches long a piece is, the last one perhaps not whole."""
    found = along(piece)
    return 1 if found is None else max(1, -(-found[1] // INCH))


def slice_of(piece: Piece, number: int) -> Outline:
    """The outline of one inch of a piece, counted along its long side."""
    found = along(piece)
    assert found is not None, "only what has a long side is cut into inches"
    at, length = found
    corners = [piece.outline[(at + turn) % CORNERS] for turn in range(CORNERS)]
    near, far = number * INCH, min((number + 1) * INCH, length)

    def between(a: tuple[int, int], b: tuple[int, int], mils: int) -> tuple[int, int]:
        return a[0] + (b[0] - a[0]) * mils // length, a[1] + (b[1] - a[1]) * mils // length

    first, second, third, fourth = corners
    ends = ((first, second, near), (first, second, far), (fourth, third, far), (fourth, third, near))
    return tuple(between(*end) for end in ends)


def part_at(piece: Piece, x: int, y: int) -> str:
    """The part of a piece at a point."""
    if is_in_squares(piece):
        return f"{piece.id}:{x // INCH}:{y // INCH}"
    if not is_in_inches(piece):
        return piece.id
    found = along(piece)
    assert found is not None
    at, length = found
    (x0, y0), (x1, y1) = piece.outline[at], piece.outline[(at + 1) % CORNERS]
    ahead = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) // max(1, length)
    return f"{piece.id}:{min(max(0, ahead // INCH), inches_of(piece) - 1)}"


def piece_of(ground: Ground, part: str) -> Piece | None:
    """The piece of the ground that a part is, or lies in; None if there is none."""
    names = (part, part.rpartition(":")[0], part.rpartition(":")[0].rpartition(":")[0])
    found = (_piece(ground, name) for name in names)
    return next((piece for piece in found if piece is not None and CELL not in piece.props), None)


def _piece(ground: Ground, name: str) -> Piece | None:
    try:
        return ground.piece(name)
    except KeyError:
        return None


def is_fallen(ground: Ground, part: str) -> bool:
    """Whether a part lies in rubble."""
    piece = _piece(ground, part)
    return piece is not None and RUBBLE in piece.props


@lru_cache(maxsize=256)
def cut(ground: Ground, part: str) -> Ground:
    """The ground with the piece that an inch belongs to cut into its inches."""
    piece = piece_of(ground, part)
    if piece is None or not is_in_inches(piece):
        return ground
    props: dict[str, int | str] = {**piece.props, PART: 1}
    slices = [msgspec.structs.replace(piece, id=id, outline=outline, props=props) for id, outline in parts_of(piece)]
    at = ground.pieces.index(piece)
    return ground.of(*ground.pieces[:at], *slices, *ground.pieces[at + 1 :])


def parts_of(piece: Piece) -> list[tuple[str, Outline]]:
    """The inches of a piece, each by its id with its outline; a part that is cut out already is one."""
    if not is_in_inches(piece):
        return [(piece.id, piece.outline)]
    return [(f"{piece.id}:{number}", slice_of(piece, number)) for number in range(inches_of(piece))]


def middle_of(outline: Outline) -> tuple[int, int]:
    """The middle of the corners."""
    return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)


def becomes(ground: Ground, piece: Piece) -> str:
    """The terrain that is left of a part: rough ground; debris in water; of a road what it led through."""
    x, y = middle_of(piece.outline)
    below = [type_of(other) for other in ground.pieces if other is not piece and is_inside(other.outline, x, y)]
    others = [kind for kind in below if kind and kind not in IN_INCHES]
    if type_of(piece) == ROAD:
        return winning(others)
    over = str(piece.props.get("over", "")) or winning(others)
    if type_of(piece) == BRIDGE and over in (WATER, DEEP_WATER):
        return SWAMP if over == WATER else DEEP_WATER
    return ROUGH


@lru_cache(maxsize=256)
def fallen(ground: Ground, part: str) -> Ground:
    """The ground after a part has fallen."""
    ground = cut(ground, part)
    piece = piece_of(ground, part)
    if piece is None or is_fallen(ground, part):
        return ground
    if not is_in_squares(piece):
        props: dict[str, int | str] = {**piece.props, "going": becomes(ground, piece), RUBBLE: 1}
        if type_of(piece) == BRIDGE:
            props[SPAN] = 1
        down = msgspec.structs.replace(
            piece, kind="area", name=f"Rubble of {piece.name}", top=0, base=0, footing=False, props=props
        )
        return ground.changed(down)
    column, row = (int(number) * INCH for number in part.split(":")[-2:])
    square = rectangle(column, row, column + INCH, row + INCH)
    kind = becomes(ground, piece)
    heap = Piece(part, f"Rubble of {piece.name}", "area", square, props={"going": kind or CLEAR, RUBBLE: 1, CELL: 1})
    heaps = sorted([heap, *(one for one in ground.pieces if CELL in one.props)], key=lambda one: one.id)
    kept = tuple(one for one in ground.pieces if CELL not in one.props)
    return ground.of(*kept, *heaps)


def as_fought_over(ground: Ground, damage: Mapping[str, int], capacities: Mapping[str, int]) -> Ground:
    """The ground of a set-up after what was done to its parts: what is hurt is cut out, what has too much fell."""
    for part in sorted(damage):
        ground = cut(ground, part)
        if damage[part] > capacities[part]:
            ground = fallen(ground, part)
    return ground


# --- What happens to structures


class StructureHurt(Event, frozen=True, tag="structure-hurt"):
    """Damage points gathered by a part of a structure."""

    part: str
    by: str
    amount: int
    total: int
    capacity: int

    def change(self, state: State) -> None:
        """The part is a piece of the ground by itself from now on."""
        state.structures[self.part] = self.total
        state.ground = cut(state.ground, self.part)


class StructureFell(Event, frozen=True, tag="structure-fell"):
    """A part of a structure is destroyed."""

    part: str
    by: str
    total: int

    def change(self, state: State) -> None:
        """What is left lies on the ground."""
        state.structures[self.part] = self.total
        state.ground = fallen(state.ground, self.part)


class Dropped(Event, frozen=True, tag="dropped"):
    """A unit came down with what it stood on."""

    unit: str
    z: int

    def change(self, state: State) -> None:
        """Its way ends there."""
        state.units[self.unit].z = self.z
        now = state.activation
        if now is not None and now.unit == self.unit:
            now.path, now.halted = (), True


def _name(state: State, part: str) -> str:
    piece = piece_of(state.ground, part)
    return part if piece is None else piece.name


def structure_hurt(state: State, event: StructureHurt, _seat: str | None) -> Line:
    """Points gathered."""
    text = f"{_name(state, event.part)} takes {event.amount} damage, {event.total} of {event.capacity} in all."
    return Line(text, tuple(name for name in (event.by,) if name in state.units), "tactical.3.2.5")


def structure_fell(state: State, event: StructureFell, _seat: str | None) -> Line:
    """Gone."""
    units = tuple(name for name in (event.by,) if name in state.units)
    return Line(f"{_name(state, event.part)} is left where a structure stood.", units, "tactical.3.2.5")


def dropped(state: State, event: Dropped, _seat: str | None) -> Line:
    """Down there."""
    return Line(f"{state.units[event.unit].name} comes down with it.", (event.unit,), "tactical.3.2.5-bridge-collapse")


# --- 4.1.4: ground that has fallen in: lines an inch wide and an inch deep, cut into the ground of the battle

PIT: Final = "collapse"
"""A patch whose number is the angle of its line and whose points are its inches; and the prop of its piece."""

DEPTH: Final = INCH

SIDES: Final = 45
"""Degrees: steep, and still to be walked or driven."""


def pit_outline(patch: Patch) -> Outline:
    """The strip that fell in: its middle is the place of the patch."""
    half = patch.points * INCH // 2
    found = []
    for length, side in ((half, -1), (half, 1), (-half, 1), (-half, -1)):
        x, y = advance(patch.x, patch.y, patch.number, length)
        found.append(advance(x, y, patch.number + side * RIGHT_ANGLE, patch.radius))
    return tuple(found)


def pit_piece(number: int, patch: Patch) -> Piece:
    """The strip as a piece of ground, an inch below the table."""
    props: dict[str, int | str] = {"slope": SIDES, PIT: 1}
    return Piece(f"{PIT}-{number}", "Collapse", "hill", pit_outline(patch), -DEPTH, -DEPTH, footing=True, props=props)


@heeds("tactical.4.1.4-macallen-collapse")
def with_pits(ground: Ground, patches: Iterable[Patch]) -> Ground:
    """The ground with everything that has fallen in, before the rubble of buildings, so that the order is one."""
    pits = [pit_piece(at, patch) for at, patch in enumerate((one for one in patches if one.kind == PIT), 1)]
    if not pits:
        return ground
    kept = [piece for piece in ground.pieces if PIT not in piece.props and CELL not in piece.props]
    heaps = [piece for piece in ground.pieces if CELL in piece.props]
    return ground.of(*kept, *pits, *heaps)


# --- 3.2.5, 3.8.1: damage to man-made structures: what each part can take, and what it has taken

PER_INCH = {ROAD: 100, BRIDGE: 100, WALL: 12, DENSE_WALL: 16}

PER_SQUARE = {TACTICAL_SCALE: {URBAN: 80, DENSE_URBAN: 100}, SKIRMISH_SCALE: {URBAN: 16, DENSE_URBAN: 20}}

RAM_SIZE = {URBAN: 6, DENSE_URBAN: 12, WALL: 4, DENSE_WALL: 10}
"""The Size that a building or wall counts as for who runs into it at skirmish scale."""


@rule("tactical.3.2.5-urban")
@heeds("tactical.3.2.5-roads", "tactical.3.2.5-bridges", "tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def capacity_in(ground: Ground, scale: str, part: str) -> int:
    """The Damage Points a part can take: what the map says, or the usual; a single building by its square inches.

    0 for what is no structure.
    """
    piece = piece_of(ground, part)
    if piece is None:
        return 0
    kind = type_of(piece)
    if "capacity" in piece.props:
        return int(piece.props["capacity"])
    if kind in PER_INCH:
        return PER_INCH[kind]
    points = PER_SQUARE[scale].get(kind, 0)
    return points if is_in_squares(piece) else points * max(1, -(-piece.area // INCH**2))


@lru_cache(maxsize=64)
def structures_on(ground: Ground, scale: str) -> tuple[Piece, ...]:
    """The pieces of a ground that are structures and stand."""
    standing = (piece for piece in ground.pieces if not is_fallen(ground, piece.id))
    return tuple(piece for piece in standing if capacity_in(ground, scale, piece.id))


def capacity_of(state: State, part: str) -> int:
    """The Damage Points a part of a structure can take."""
    return capacity_in(state.ground, state.scale, part)


def gathered(state: State, part: str) -> int:
    """The damage points a part has taken."""
    return state.structures.get(part, 0)


@heeds("tactical.3.2.5-roads", "tactical.3.2.5-bridges")
def structure_at(state: State, x: int, y: int) -> str:
    """The part of a structure at a point, the uppermost; empty if there is none that stands.

    A road on a bridge goes by the points of the bridge.
    """
    found: dict[str, str] = {}
    for piece in still_there(state.ground.pieces_at(x, y)):
        part = part_at(piece, x, y)
        if capacity_of(state, part) and not is_fallen(state.ground, part):
            found[part] = type_of(piece)
    bridges = [part for part, kind in found.items() if kind == BRIDGE]
    return (bridges or [*found] or [""])[-1]


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def is_half_gone(state: State, piece: Piece) -> bool:
    """Whether a building or an inch of wall has lost half of its points or more: then it can be gone through."""
    capacity = capacity_of(state, piece.id)
    return capacity > 0 and 2 * gathered(state, piece.id) >= capacity


@rule("tactical.3.2.5")
def falls_by(capacity: int, total: int) -> bool:
    """A structure is destroyed when it has taken more than its capacity."""
    return total > capacity


@heeds("tactical.3.2.5")
def hurt(ctx: Ctx[State], part: str, amount: int, by: str = "") -> bool:
    """Let a part gather damage points; whether that is more than it can take."""
    capacity, total = capacity_of(ctx.state, part), gathered(ctx.state, part) + amount
    ctx.emit(StructureHurt(part, by, amount, total, capacity))
    return falls_by(capacity, total)


@heeds("tactical.3.2.5")
def bring_down(ctx: Ctx[State], part: str, by: str = "") -> None:
    """A part falls; whatever brought it down, more than it could take counts as done to it."""
    ctx.emit(StructureFell(part, by, max(gathered(ctx.state, part), capacity_of(ctx.state, part) + 1)))


def ground_of(printed: Ground, state: State) -> Ground:
    """The ground of a set-up as this battle has changed it."""
    parts, printed = state.structures, with_pits(printed, state.patches)
    return as_fought_over(printed, parts, {part: capacity_in(printed, state.scale, part) for part in parts})


# --- 3.2.5: bridges: loads too heavy for them, sections that fall, and who falls with them

LOAD, FALLS = "tactical.3.2.5-bridge-load", "tactical.3.2.5-bridge-collapse"

BREAKS_AT = 6

TAKES_DOWN = 3

NEXT = 1500
"""Mils between the middles of sections that adjoin, and a little more."""


@rule("tactical.3.2.5-bridges")
def bears(piece: Piece) -> int:
    """The Size Capacity of a bridge: what the map says; without a number it bears everything."""
    return int(piece.props.get("bears", 99))


def drop_of(piece: Piece) -> int:
    """Inches from a bridge to what lies below: the drop on the map, and as much as this part is raised."""
    return int(piece.props.get("drop", 1)) + piece.top // INCH


def overload(piece: Piece, size: int) -> int:
    """By how much a vehicle is too large for a bridge."""
    return max(0, size - bears(piece))


@heeds("tactical.3.2.5-bridge-load")
def strain(capacity: int, over: int) -> int:
    """What a section loses at a time: a tenth of its original capacity for each point of Size too much."""
    return (capacity * over + 9) // 10


@rule("tactical.3.2.5-bridge-load")
def resolve_load(ctx: Ctx[State], unit_id: str, part: str) -> Script[bool]:
    """A vehicle comes onto a section: dice until one is high enough, or the section breaks. Whether it broke."""
    ground = cut(ctx.state.ground, part)
    piece = piece_of(ground, part)
    if piece is None or is_fallen(ctx.state.ground, part) or ctx.state.units[unit_id].is_infantry:
        return False
    over = overload(piece, ctx.state.units[unit_id].card.size)
    if not over:
        return False
    broken = over >= BREAKS_AT
    while not broken:
        seat = ctx.state.units[unit_id].seat
        (face,) = yield from throw_dice(ctx, "load on the bridge", 1, seat, unit_id, LOAD)
        if face > over:
            return False
        broken = hurt(ctx, part, strain(capacity_of(ctx.state, part), over))
    yield from resolve_collapse(ctx, part)
    return True


def sections(state: State, part: str) -> list[str]:
    """The sections of bridges that adjoin one and still stand."""
    piece = piece_of(state.ground, part)
    if piece is None:
        return []
    x, y = middle_of(piece.outline)
    known = [each for other in state.ground.pieces if type_of(other) == BRIDGE for each in parts_of(other)]
    return [id for id, outline in known if id != part and distance(x, y, *middle_of(outline)) <= NEXT]


def on_it(state: State, piece: Piece) -> list[Unit]:
    """The units that stand on a section: nobody is below one that is drawn flat, however high it is."""
    flat = piece.kind not in SOLID
    units = (unit for unit in state.units.values() if unit.is_fielded and (flat or unit.z >= piece.top))
    return [unit for unit in units if piece.contains(unit.x, unit.y)]


@rule("tactical.3.2.5-bridge-collapse")
@heeds("tactical.3.2.5", "tactical.3.2.1-falling")
def resolve_collapse(ctx: Ctx[State], part: str, by: str = "") -> Script[None]:
    """A part falls. Of a bridge: who is on it falls, and each section beside it comes down as well on 3 or less.

    Who stands where two sections meet falls with the first of them, and once.
    """
    waiting, below = [part], set[str]()
    while waiting:
        now = waiting.pop(0)
        if is_fallen(ctx.state.ground, now):
            continue
        piece = piece_of(cut(ctx.state.ground, now), now)
        assert piece is not None, "only what is there falls"
        bring_down(ctx, now, by)
        if type_of(piece) != BRIDGE:
            continue
        for unit_id in [unit.id for unit in on_it(ctx.state, piece) if unit.id not in below]:
            below.add(unit_id)
            yield from resolve_plunge(ctx, unit_id, piece, by)
        for beside in sections(ctx.state, now):
            if beside in waiting:
                continue
            (face,) = yield from throw_dice(ctx, "does the next section hold", 1, _thrower(ctx.state, by), "", FALLS)
            waiting += [beside] if face <= TAKES_DOWN else []


def _thrower(state: State, by: str) -> str:
    return state.units[by].seat if by in state.units else state.turn or "red"


@heeds("tactical.3.2.5-bridge-collapse", "tactical.2.6.5-water")
def resolve_plunge(ctx: Ctx[State], unit_id: str, piece: Piece, by: str) -> Script[None]:
    """A unit falls with its section, and into deep water for good, unless it swims."""
    yield from resolve_fall(ctx, unit_id, drop_of(piece), by)
    unit = ctx.state.units[unit_id]
    if unit.status not in IN_PLAY:
        return
    ctx.emit(Dropped(unit_id, ctx.state.ground.elevation(unit.x, unit.y)))
    left = piece_of(ctx.state.ground, piece.id)
    swims = unit.card.has("Amphibious") or {NAVAL, SUBMARINE} & set(unit.card.modes)
    if left is not None and type_of(left) == DEEP_WATER and not swims:
        lose(ctx, unit_id, Blow(0, by=by, cause="it sinks"), rule_id=FALLS)


@heeds("tactical.3.2.5", "tactical.3.2.5-bridge-collapse")
def resolve_structure_damage(ctx: Ctx[State], part: str, amount: int, by: str = "") -> Script[None]:
    """Damage points on a part of a structure: DM with ROF times the margin against a Defense of 0."""
    if amount <= 0 or not capacity_of(ctx.state, part) or is_fallen(ctx.state.ground, part):
        return
    if hurt(ctx, part, amount, by):
        yield from resolve_collapse(ctx, part, by)


# --- 3.2.6: minefields: what each type does to who walks or drives into it

RULE = "tactical.3.2.6"

MINEFIELD = "minefield"
"""The kind of patch; its word is the type."""


class Mines(NamedTuple):
    """A type of mine: DM, Thresholds for vehicles and for infantry, TV of a square inch."""

    dm: int
    vehicles: int
    infantry: int
    tv: int


MINES = {
    "Anti-Personnel": Mines(5, 4, 7, 2),
    "Improved Anti-Personnel": Mines(7, 4, 8, 3),
    "General Purpose": Mines(10, 6, 6, 5),
    "Heavy General Purpose": Mines(15, 6, 6, 7),
    "Anti-Armor": Mines(15, 7, 4, 8),
    "Heavy Anti-Armor": Mines(25, 8, 3, 10),
}


@rule("tactical.3.2.6-types")
def mine_threshold(kind: str, unit: Unit) -> int:
    """What a unit has to beat among mines of a type: most of them are made for men or for machines."""
    mines = MINES[kind]
    return mines.infantry if unit.is_infantry else mines.vehicles


@heeds("tactical.3.2.6", "tactical.2.3.4-damage-multiplier")
def mine_damage(kind: str, unit: Unit, total: int) -> int:
    """What mines of a type do to who came to a total: DM times what is missing to the Threshold."""
    return multiplied(MINES[kind].dm, -margin(total, mine_threshold(kind, unit)))


@rule("tactical.3.2.6")
def resolve_mines(ctx: Ctx[State], unit_id: str, kind: str, lines: tuple[Modifier, ...]) -> Script[None]:
    """A unit enters, or goes on in, an inch of a minefield: a Defense roll with these lines, no arc in them."""
    unit = ctx.state.units[unit_id]
    total = 0
    if not defends_at_zero(unit):
        test = Test("minefield", unit_id, lines, RULE, mine_threshold(kind, unit))
        total = (yield from throw_test(ctx, test)).total
    unit = ctx.state.units[unit_id]
    amount = mine_damage(kind, unit, total)
    if amount:
        missing = mine_threshold(kind, unit) - total
        yield from resolve_damage(ctx, unit_id, Blow(amount, missing, rule=RULE, cause=f"{kind} mines"))


# --- The contents of the chapter

DAMAGE: Chapter[State] = Chapter(
    "2.6.10, 3.5: Damage",
    orders=(OrderRules(HarmSystem, WHICH, refuse_harm), OrderRules(ShieldWeapons, SHIELD, refuse_shield)),
    events={
        DamageCompared: compared,
        CoverAbsorbed: absorbed,
        CountersSet: counters,
        ArmorLost: armor,
        SystemHarmed: harmed,
        SystemSpared: spared,
        PerkUsedUp: used_up,
        CrewStunned: stunned,
        DebtPaid: debt,
        CrewFell: crew_fell,
        UnitLost: lost,
        KnockedDown: knocked_down,
        SetAlight: alight,
        PassengersOut: got_out,
        StructureHurt: structure_hurt,
        StructureFell: structure_fell,
        Dropped: dropped,
    },
)
