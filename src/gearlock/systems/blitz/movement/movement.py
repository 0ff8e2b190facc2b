"""6: movement. A path is judged leg by leg: cost, turns, other models, terrain, water, roads and slopes."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.events import Moved
from gearlock.systems.blitz.movement.gaits import GAITS, bonus_of, gaits_of, is_fast, moves_of, poised
from gearlock.systems.blitz.movement.mines import mined_inches
from gearlock.systems.blitz.movement.orders import Move
from gearlock.systems.blitz.movement.passage import refuse_clinging, refuse_passage
from gearlock.systems.blitz.movement.stretch import Stretch, name_of
from gearlock.systems.blitz.movement.turning import Turns, count_turns, refuse_angle
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    COMBAT,
    HANGING,
    HIDING,
    HULL_DOWN,
    IMMOBILISED,
    TOP_SPEED,
    Activation,
    State,
    Unit,
)
from gearlock.table.measure import INCH, inches_text
from gearlock.table.path import Path
from gearlock.table.path import walk as walk_along

__all__ = ["budget_left", "judge", "moves_of", "refuse_move", "refuse_new_move", "trace"]

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
