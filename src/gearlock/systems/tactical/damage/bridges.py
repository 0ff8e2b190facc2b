"""3.2.5: bridges: loads too heavy for them, sections that fall, and who falls with them."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.ground.forms import SOLID
from gearlock.systems.tactical.cards import NAVAL, SUBMARINE
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.built import Dropped
from gearlock.systems.tactical.damage.falling import resolve_fall
from gearlock.systems.tactical.damage.losing import lose
from gearlock.systems.tactical.damage.parts import cut, is_fallen, middle_of, parts_of, piece_of
from gearlock.systems.tactical.damage.structures import bring_down, capacity_of, hurt
from gearlock.systems.tactical.dice_tests.tests import throw_dice
from gearlock.systems.tactical.line_of_sight.terrain import BRIDGE, DEEP_WATER, type_of
from gearlock.systems.tactical.state import IN_PLAY, State, Unit
from gearlock.table.measure import INCH, distance
from gearlock.table.terrain import Piece

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
