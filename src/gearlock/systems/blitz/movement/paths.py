"""6: a path judged leg by leg; minefields and climbing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.figures import Mover, ruled
from gearlock.mechanics.going.climbing import (
    Ascent,
    Climber,
    beside,
    climb_towards,
    faces_near,
    hangs_at,
    is_on_top,
    parts_of_climb,
    refuse_ends,
    refuse_parts,
    upon,
)
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.systems.blitz.damage import Wound, hurt_all
from gearlock.systems.blitz.general_concepts.dice import MINEFIELD, PILOT, outline_of, skill_of, successes, works_id
from gearlock.systems.blitz.impacts_and_falling import brace_for
from gearlock.systems.blitz.lock_and_cover.ground import built
from gearlock.systems.blitz.movement.stretches import (
    Stretch,
    Turns,
    count_turns,
    name_of,
    obstacles,
    refuse_angle,
    refuse_clinging,
    refuse_passage,
)
from gearlock.systems.blitz.movement.terrain import (
    GAITS,
    Climb,
    Move,
    Moved,
    bonus_of,
    clipped,
    gaits_of,
    is_fast,
    merged,
    poised,
    rate_of,
    spans_of_base,
    total,
)
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    COMBAT,
    FIELDED,
    HANGING,
    HIDING,
    HULL_DOWN,
    IMMOBILISED,
    TOP_SPEED,
    Activation,
    State,
    Unit,
)
from gearlock.table.measure import INCH, distance, inches_text
from gearlock.table.path import Path, Stride
from gearlock.table.path import walk as walk_along
from gearlock.table.terrain import Piece

# --- 18.3a: minefields: a die for every inch, or two for who goes cautiously

MINES = "mines"


def minefields(state: State) -> list[Unit]:
    """The minefields on the table, whoever laid them."""
    return [unit for unit in state.units.values() if unit.status == FIELDED and works_id(unit) == MINEFIELD]


@rule("blitz.18.3a-mines")
def mined_inches(state: State, unit: Unit, strides: Iterable[Stride], gone: int) -> int:
    """How many inches of a way, or parts of one, a model has any of its base in a minefield."""
    fields, far = minefields(state), 0
    if not fields:
        return 0
    spans: list[tuple[int, int]] = []
    for stride in strides:
        for field in fields:
            found = spans_of_base(stride, unit.line.radius, outline_of(field))
            spans += [(into + far, out + far) for into, out in found]
        far += abs(stride.length)
    return -(-total(clipped(merged(spans), 0, gone)) // INCH)


@heeds("blitz.18.3a-mines", "blitz.9.4")
def resolve_mines(ctx: Ctx[State], unit_id: str, inches: int, cautious: bool) -> Script[None]:
    """A PILOT die an inch, each that fails a point of damage; two an inch for the cautious, who need one of them.

    No mine does more than a point, so that they overkill nothing larger.
    """
    rule_id, damage = "blitz.18.3a-mines", 0
    for _ in range(inches if cautious else min(inches, 1)):
        faces = yield from brace_for(
            ctx, unit_id, MINES, 2 if cautious else inches, rule_id, (), 1 if cautious else None
        )
        good = successes(faces, skill_of(ctx.state.units[unit_id], PILOT))
        damage += int(not good) if cautious else inches - good
    hurt_all(ctx, [Wound(unit_id, "", MINES, 1)] * damage)


# --- 6: movement. A path is judged leg by leg: cost, turns, other models, terrain, water, roads and slopes

MOST_LEGS = 32
CAUTIOUS = 2 * INCH
"""How far a cautious move goes."""


def refuse_move(state: State, order: Move) -> Refusal | None:
    """Why a model cannot go along this path."""
    found = judge(state, order)
    return found if isinstance(found, Refusal) else None


def trace(state: State, order: Move) -> Moved | Refusal:
    """What a path comes to if nothing goes wrong on the way, or why the model cannot go it."""
    found = judge(state, order)
    return found if isinstance(found, Refusal) else found[-1]


def judge(state: State, order: Move) -> tuple[Stretch, Turns, Moved] | Refusal:
    """Follow a path to its end, or say why the model cannot. Offering, weighing, checking and going are one work."""
    found: tuple[Stretch, Turns, Moved] | Refusal | None = state.notes.get(order)
    if found is None:
        found = state.notes[order] = _follow(state, order)
    return found


@heeds("blitz.6.0", "blitz.6.6b")
def _follow(state: State, order: Move) -> tuple[Stretch, Turns, Moved] | Refusal:
    """Judge a path and add up what it comes to."""
    unit, now = state.units[order.unit], state.activation
    refusal = refuse_new_move(state, unit, order.gait) or _refuse_legs(unit, order)
    if refusal is not None or now is None:
        return refusal or Refusal("passive", "blitz.6.0", "Only the active model moves.")
    mover = poised(unit, order.gait)
    path = walk_along(unit.x, unit.y, unit.facing, order.legs)
    stretch = Stretch(state, mover, order.gait, path, now)
    stretch.cautious, stretch.drop = order.cautious, order.drop
    turns = count_turns(state, mover, now, stretch, order.legs, order.last)
    if isinstance(turns, Refusal):
        return turns
    refusal = refuse_clinging(state, stretch) if HANGING in unit.tokens else None
    refusal = refusal or refuse_passage(state, stretch)
    refusal = refusal or (_refuse_caution(state, stretch) if order.cautious else _refuse_budget(stretch, now))
    return refusal or (stretch, turns, summed_up(stretch, turns, order.legs))


def summed_up(stretch: Stretch, turns: Turns, legs: Path) -> Moved:
    """What a stretch that was judged comes to."""
    path, end = stretch.path, stretch.end
    through = tuple((stride.x1, stride.y1) for stride in path.strides)
    return Moved(
        stretch.unit.id, stretch.gait, path.x, path.y, end.z, path.facing, stretch.cost(), path.length,
        straight_of(stretch.now, legs), turns.own, turns.free, stretch.is_open, stretch.on_road, turns.closes, through,
        stretch.mils_met(0, stretch.length), tuple(sorted(stretch.risked().items())), "", end.fall, stretch.cautious,
    )  # fmt: skip


@heeds("blitz.12.2")
def straight_of(now: Activation, legs: Path) -> int:
    """Mils gone ahead since the last turn, in this move or before it."""
    far = now.straight
    for angle, length in legs:
        far = 0 if angle or length < 0 else far
        far += max(0, length)
    return far


@heeds("blitz.6.3d", "blitz.6.3e", "blitz.6.0", "blitz.6.5d")
def budget_left(state: State, unit: Unit, gait: str) -> int:
    """MR left for this move, or for a new one, with what open ground or a road adds where the model is now."""
    found: int | None = state.notes.get(("budget", unit.id, gait))
    if found is None:
        now = state.activation
        assert now is not None, "only the active model moves"
        here = Stretch(state, poised(unit, gait), gait, walk_along(unit.x, unit.y, unit.facing, ()), now)
        spent, is_open, on_road = (now.spent, now.is_open, now.on_road) if now.gait else (0, True, True)
        bonus = bonus_of(gait, is_open and here.is_open, on_road and here.on_road)
        found = state.notes["budget", unit.id, gait] = max(0, unit.line.move + bonus - spent)
    return found


@heeds("blitz.3.2a", "blitz.6.6a", "blitz.trait.fast", "blitz.6.3a", "blitz.6.3", "blitz.6.2")
def refuse_new_move(state: State, unit: Unit, gait: str) -> Refusal | None:
    """Why the model cannot move this way now: stuck, braced, in another kind of move, or out of moves."""
    now = state.activation
    if IMMOBILISED in unit.tokens:
        message = f"The {unit.name} is immobilised: it moves once it has come free, by a PILOT roll at 6+ or recovery."
        return Refusal("immobilised", "blitz.6.6a", message)
    if now is None or now.unit != unit.id or unit.stance == BRACED or unit.status == ALOFT:
        message = f"The {unit.name} is braced, passive or circling: it neither moves nor turns."
        return Refusal("braced", "blitz.3.2a", message)
    if gait not in gaits_of(unit.line):
        ways = " or ".join(name_of(own) for own in gaits_of(unit.line)) or "nothing: it stays where it is"
        return Refusal("gait", "blitz.6.3", f"The {unit.name} moves as {ways}.")
    inside = _refuse_inside(state, unit)
    if inside is not None:
        return inside
    if now.stopped:
        message = f"The {unit.name} moves no further now: it struck something, or was set down this round."
        return Refusal("stopped", "blitz.13.2", message)
    if now.gait:
        if now.gait == gait:
            return None
        message = f"The {unit.name} began this move as {name_of(now.gait)}: end it before the next."
        return Refusal("gait", "blitz.6.3a", message)
    if now.moves <= 0:
        return Refusal("no-move", "blitz.3.2a-table", f"The {unit.name} has no move left in this activation.")
    fast = [pace for pace in gaits_of(unit.line) if is_fast(unit, pace)]
    if fast and len(now.begun) >= 2 and not {*now.begun, gait} & {*fast}:
        message = f"The further move of the {unit.name} is for being Fast: it is not, on {name_of(gait)} movement."
        return Refusal("fast", "blitz.trait.fast", message)
    return None


@heeds("blitz.18.5", "blitz.18.5a", "blitz.18.3")
def _refuse_inside(state: State, unit: Unit) -> Refusal | None:
    """Why who is in a building or a fortification does not just walk off."""
    if unit.is_inside:
        name = built(state).piece(unit.place).name
        return Refusal("inside", "blitz.18.5a", f"The {unit.name} is in the {name}: it comes out first.")
    if unit.carrier:
        name = state.units[unit.carrier].name
        return Refusal("inside", "blitz.18.5", f"The {unit.name} is in the {name}: it gets out first.")
    return None


@heeds("blitz.6.0", "blitz.6.1", "blitz.6.6b", "blitz.6.3-table")
def _refuse_legs(unit: Unit, order: Move) -> Refusal | None:
    """Why the path is none: too many legs, too wide a turn, backward at top speed, on after the turn that ended it."""
    if len(order.legs) > MOST_LEGS or any(abs(length) > 100 * INCH for _, length in order.legs):
        return Refusal("path", "blitz.6.0", f"A path has at most {MOST_LEGS} legs and stays on the table.")
    if not any(angle or length for angle, length in order.legs) and not order.drop:
        return Refusal("path", "blitz.6.0", "A part of a move goes or turns somewhere; to end a move, end it.")
    for angle, _ in order.legs:
        refusal = refuse_angle(angle)
        if refusal is not None:
            return refusal
    if unit.stance == TOP_SPEED and any(length < 0 for _, length in order.legs):
        return Refusal("backward", "blitz.6.0", f"At top speed the {unit.name} does not move backward.")
    return None


@heeds("blitz.6.0", "blitz.6.3d", "blitz.6.3e", "blitz.6.5d", "blitz.6.3-table")
def _refuse_budget(stretch: Stretch, now: Activation) -> Refusal | None:
    """Why the path costs too much; what lies beyond the rating must have been open, or road, all the way."""
    unit, fresh = stretch.unit, not now.gait
    if now.closed and not fresh and stretch.path.strides:
        message = f"The turn at its end has ended this move of the {unit.name}."
        return Refusal("closed", "blitz.6.3-table", message)
    is_open = stretch.is_open and (fresh or now.is_open)
    on_road = stretch.on_road and (fresh or now.on_road)
    spent = stretch.cost() + (0 if fresh else now.spent)
    rating = unit.line.move + bonus_of(stretch.gait, is_open, on_road)
    if spent <= rating:
        return None
    kind = " on the road" if on_road and GAITS[stretch.gait].road else ""
    message = (
        f"The {unit.name} has {inches_text(rating)} in of movement{kind}; this move needs {inches_text(spent)} in."
    )
    return Refusal("movement", "blitz.6.0", message, {"needs": spent, "has": rating})


@heeds("blitz.18.1", "blitz.18.2", "blitz.6.6b")
def keeps_down(unit: Unit) -> bool:
    """Whether it has a reason to move cautiously anywhere: it hides, or is hull down."""
    return HIDING in unit.tokens or HULL_DOWN in unit.tokens


@rule("blitz.6.6b")
def _refuse_caution(state: State, stretch: Stretch) -> Refusal | None:
    """Why a move cannot be cautious: at combat posture a whole move is spent on 2 inches into dangerous terrain."""
    unit, now = stretch.unit, stretch.now
    if unit.stance != COMBAT:
        return Refusal("posture", "blitz.6.6b", f"Only at combat posture does the {unit.name} move cautiously.")
    if now.gait:
        return Refusal("begun", "blitz.6.6b", "Cautious movement takes a whole move: it cannot follow part of one.")
    if stretch.length > CAUTIOUS:
        message = f"A cautious move goes 2 in at most, not {inches_text(stretch.length)} in."
        return Refusal("movement", "blitz.6.6b", message, {"needs": stretch.length, "has": CAUTIOUS})
    mined = mined_inches(state, unit, stretch.path.strides, stretch.length)
    if not mined and not any(met.going.dangerous for met in stretch.met) and not keeps_down(unit):
        return Refusal("safe", "blitz.6.6b", "Nothing on this path is dangerous: move as usual.")
    return None


# --- 6.5f: climbing. Vertical terrain is gone up and down along its faces, and over the edge onto its top

HANDHOLD = INCH // 10
"""A base this near to a face is at it."""
RULES = {
    **dict.fromkeys(("face", "path", "top", "edge", "height"), "blitz.6.5f"),
    "table": "blitz.6.0", "terrain": "blitz.6.5e", "overlap": "blitz.6.2",
}  # fmt: skip


@rule("blitz.trait.arms", "blitz.trait.spider")
@heeds("blitz.6.5f", "blitz.trait.climber")
def can_climb(unit: Unit) -> bool:
    """Models with Arms or climbing equipment, and spiders."""
    return unit.has("Arms") or unit.has("Climber") or unit.has("Spider")


@rule("blitz.trait.climber")
@heeds("blitz.6.5f", "blitz.trait.offroad")
def climbing_rate(unit: Unit, gait: str) -> int:
    """MR for an inch of a wall: difficult terrain, but open to who has climbing equipment."""
    return 1 if unit.has("Climber") else rate_of(unit, gait)


@heeds("blitz.6.5f", "blitz.6.0")
def climb_left(state: State, unit: Unit, gait: str) -> int:
    """MR left for climbing in this move. To climbers a wall is open; to others it is not, and a road it never is."""
    now = state.activation
    assert now is not None, "only the active model climbs"
    mover, begun = poised(unit, gait), now.gait == gait
    is_open = mover.has("Climber") and (now.is_open or not begun)
    return max(0, unit.line.move + bonus_of(gait, is_open, False) - (now.spent if begun else 0))


def climber(unit: Unit) -> Climber:
    """A model as it climbs."""
    return Climber(unit, HANDHOLD, HANGING in unit.tokens)


@rule("blitz.6.5f")
@heeds("blitz.6.2", "blitz.6.5e", "blitz.trait.spider")
def trace_climb(state: State, order: Climb) -> Moved | Refusal:
    """Follow a climb to its end, or say why the model cannot. If its movement runs out, it hangs there."""
    unit, ground, now = state.units[order.unit], built(state), state.activation
    refusal = refuse_new_move(state, unit, order.gait) or _refuse_climber(unit, order.gait)
    if refusal is not None or now is None:
        return refusal or Refusal("passive", "blitz.6.0", "Only the active model moves.")
    piece = next((piece for piece in ground.pieces if piece.id == order.piece), None)
    if piece is None or not is_solid(piece):
        return Refusal("piece", "blitz.6.5e", f"There is no vertical terrain '{order.piece}'.")
    mover, climb = poised(unit, order.gait), Ascent(piece, order.x, order.y, order.z)
    refusal = ruled(refuse_ends(ground, climber(mover), climb), RULES)
    if refusal is not None:
        return refusal
    parts, length = parts_of_climb(mover, climb)
    cost, left = length * climbing_rate(mover, order.gait), climb_left(state, unit, order.gait)
    if now.closed:
        return Refusal("closed", "blitz.6.3-table", f"The turn at its end has ended this move of the {unit.name}.")
    if cost > left:
        message = (
            f"The {unit.name} has {inches_text(left)} in of movement for climbing; this needs {inches_text(cost)} in."
        )
        return Refusal("movement", "blitz.6.5f", message, {"needs": cost, "has": left})
    figure = Mover(mover, unit.line.radius, passes=lambda other: other.is_infantry)
    refusal = ruled(refuse_parts(ground, figure, climb, parts, obstacles(state, unit)), RULES)
    return refusal or Moved(
        unit.id, order.gait, order.x, order.y, order.z, unit.facing, cost, length, 0, is_open=mover.has("Climber"),
        through=((order.x, order.y),), place=piece.id if hangs_at(ground, climb) else "",
    )  # fmt: skip


@heeds("blitz.6.5f", "blitz.trait.spider", "blitz.trait.arms")
def _refuse_climber(unit: Unit, gait: str) -> Refusal | None:
    """Why the model cannot climb at all now: it has nothing to climb with, or is too quick for it."""
    mover = poised(unit, gait)
    if not can_climb(mover):
        message = f"The {unit.name} cannot climb: that takes Arms, climbing equipment (Climber) or a Spider."
        return Refusal("climber", "blitz.6.5e", message)
    if unit.stance != COMBAT and not (mover.has("Spider") and mover.has("Climber")):
        message = f"The {unit.name} climbs at combat posture only; a Spider with climbing equipment also at top speed."
        return Refusal("posture", "blitz.6.5f", message)
    return None


def _candidates(state: State, unit: Unit, gait: str, piece: Piece) -> Iterator[tuple[str, Climb]]:
    """Up, over the edge, off it, or down, as far as this move goes."""
    body = climber(unit)
    left = climb_left(state, unit, gait) // climbing_rate(poised(unit, gait), gait)
    if is_on_top(piece, unit.x, unit.y, unit.z):
        x, y = beside(body, piece, unit.x, unit.y)
        down = max(0, left - distance(unit.x, unit.y, x, y))
        z = max(surface_at(built(state), x, y, piece.top - 1), piece.top - down)
        yield "Climb down", Climb(unit.id, gait, piece.id, x, y, z)
        return
    x, y = upon(body, piece, unit.x, unit.y)
    yield "Climb onto", Climb(unit.id, gait, piece.id, x, y, piece.top)
    yield "Climb up", Climb(unit.id, gait, piece.id, unit.x, unit.y, min(piece.top, unit.z + left))
    low = max(surface_at(built(state), unit.x, unit.y, unit.z), piece.base, unit.z - left)
    yield "Climb down", Climb(unit.id, gait, piece.id, unit.x, unit.y, low)


def legal_climbs(state: State, unit: Unit, gait: str) -> Iterator[tuple[str, Climb]]:
    """The climbs a model can make from where it is, with what to call them."""
    if _refuse_climber(unit, gait) is not None:
        return
    for piece in faces_near(built(state), climber(unit)):
        for label, order in _candidates(state, unit, gait, piece):
            if isinstance(trace_climb(state, order), Moved):
                yield f"{label} the {piece.name}", order


def pointed_climb(state: State, order: Climb, x: int, y: int) -> Climb:
    """A climb along the face or onto the top, to the place nearest to a spot."""
    unit, gait = state.units[order.unit], order.gait
    piece = built(state).piece(order.piece)
    left = climb_left(state, unit, gait) // climbing_rate(poised(unit, gait), gait)
    end = climb_towards(climber(unit), piece, x, y, left)
    return Climb(unit.id, gait, piece.id, end.x, end.y, end.z, order.last)
