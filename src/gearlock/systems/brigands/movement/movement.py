"""2: posture and movement. A path is judged leg by leg: cost, Turns, other models, terrain, water, roads and steps."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_road
from gearlock.systems.brigands.chain_of_command.orders_in_force import TIGHT_MANEUVERS, is_ordered
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.movement.events import Moved
from gearlock.systems.brigands.movement.orders import Move, Turn
from gearlock.systems.brigands.movement.passage import Stretch, refuse_clinging, refuse_passage
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, Activation, State, Unit
from gearlock.systems.brigands.transport.fortifications import refuse_leaving
from gearlock.systems.brigands.vehicles.components import refuse_apart
from gearlock.table.measure import INCH, RIGHT_ANGLE, inches_text
from gearlock.table.path import Leg
from gearlock.table.path import walk as walk_along

GAITS = {"W": "Walker", "G": "Ground", "H": "Hover"}
WAYS = {**GAITS, "C": "Climbing", "J": "Jetpack"}
ROAD_BONUS = {"W": 1 * INCH, "G": 2 * INCH, "H": 2 * INCH}
MOST_LEGS = 32
UNLIMITED = 1_000
"""More Turns than anybody makes in one Move."""


@rule("brigands.2.1", "brigands.2.1-combat-speed", "brigands.2.1-top-speed")
@heeds("brigands.2.1-braced")
def moves_of(posture: str) -> int:
    """How many Moves a posture allows."""
    return {BRACED: 0, COMBAT_SPEED: 1, TOP_SPEED: 2}[posture]


@rule("brigands.2.3", "brigands.1.3", "brigands.trait.lumbering")
@heeds("brigands.7.5d", "brigands.9.1")
def turns_of(line: Model, gait: str, extra: bool = False) -> int:
    """Turns in one Move: a Walker and Infantry any number, others one.

    Lumbering, being more special, holds a Walker to one too. `extra` is the one more that Tight Maneuvers give.
    """
    free = gait == "W" or line.type == "Infantry"
    return UNLIMITED if free and "Lumbering" not in line.traits else 1 + extra


@rule("brigands.7.5d")
@heeds("brigands.2.3")
def turns_left(state: State, unit: Unit, gait: str) -> int:
    """Turns left in the Move under way, or in a new one."""
    now = state.activation
    made = now.turns if now is not None and now.gait else 0
    return turns_of(unit.line, gait, is_ordered(state, unit, TIGHT_MANEUVERS)) - made


@heeds("brigands.2.2")
def cost_of(legs: tuple[Leg, ...]) -> int:
    """Movement spent on a path in mils: forward as far as it goes, backward twice that. Turns are free."""
    return sum(length if length >= 0 else -2 * length for _, length in legs)


@rule("brigands.3.1a")
@heeds("brigands.2.3", "brigands.9.7")
def budget_left(state: State, unit: Unit, gait: str) -> int:
    """Movement left for this Move, with the road bonus as long as the Move has kept to the road."""
    now = state.activation
    spent, on_road = (now.spent, now.on_road) if now is not None and now.gait else (0, True)
    bonus = 0
    if on_road and not unit.airborne and any(is_road(piece) for piece in state.ground.pieces_at(unit.x, unit.y)):
        bonus = ROAD_BONUS[gait]
    return max(0, unit.line.move[gait] + bonus - spent)


def refuse_move(state: State, order: Move) -> Refusal | None:
    """Why a model cannot go along this path."""
    found = trace(state, order)
    return found if isinstance(found, Refusal) else None


def walk(state: State, order: Move) -> Moved:
    """What a legal path comes to."""
    found = trace(state, order)
    assert isinstance(found, Moved), f"{order} was not checked: {found}"
    return found


def trace(state: State, order: Move) -> Moved | Refusal:
    """Follow a path to its end, or say why the model cannot. Offering, weighing, checking and walking are one work."""
    found: Moved | Refusal | None = state.notes.get(order)
    if found is None:
        assert state.activation is not None, "only the Active model moves"
        found = state.notes[order] = follow(state, state.units[order.unit], state.activation, order)
    return found


@heeds("brigands.2.2", "brigands.2.3")
def follow(state: State, unit: Unit, now: Activation, order: Move) -> Moved | Refusal:
    """Judge a path leg by leg and add up what it comes to."""
    refusal = _refuse_gait(state, unit, order) or _refuse_legs(state, unit, now, order)
    if refusal is not None:
        return refusal
    stretch = Stretch(unit, order.gait, walk_along(unit.x, unit.y, unit.facing, order.legs), now, order.drop)
    if unit.hanging:
        refusal = refuse_clinging(state, stretch)
    refusal = refusal or refuse_passage(state, stretch) or _refuse_budget(unit, now, stretch)
    return refusal or summed_up(stretch)


def summed_up(stretch: Stretch) -> Moved:
    """What a stretch that was judged comes to."""
    path, end = stretch.path, stretch.end
    through = tuple((stride.x1, stride.y1) for stride in path.strides)
    return Moved(
        stretch.unit.id, stretch.gait, path.x, path.y, end.z, path.facing, stretch.cost, len(path.turns),
        stretch.rough, path.length, end.stepped, stretch.on_road, through, stretch.wet, fall=end.fall,
        inside=stretch.inside,
    )  # fmt: skip


def _refuse_gait(state: State, unit: Unit, order: Move) -> Refusal | None:
    """Why the model cannot make such a Move at all now."""
    refusal = refuse_new_move(state, unit, order.gait)
    if refusal is None and order.gait not in unit.line.move:
        ways = " or ".join(GAITS[gait] for gait in unit.line.move) or "nothing: it stays where it is"
        return Refusal("gait", "brigands.2.3", f"The {unit.name} moves as {ways}.")
    return refusal


@heeds("brigands.2.1", "brigands.2.1-braced", "brigands.2.3")
def refuse_new_move(state: State, unit: Unit, gait: str) -> Refusal | None:
    """Why the model has no Move for going this way now: Braced, in another kind of Move, or out of them."""
    now, refusal = state.activation, refuse_leaving(state, unit) or refuse_apart(state, unit)
    if refusal is not None:
        return refusal
    if now is None or unit.posture == BRACED:
        return Refusal("braced", "brigands.2.1-braced", f"The {unit.name} is Braced: it may Turn once, but not Move.")
    if now.gait and now.gait != gait:
        return Refusal("gait", "brigands.2.3", f"The {unit.name} began this Move as {WAYS[now.gait]}.")
    if not now.gait and now.moves <= 0:
        return Refusal("no-move", "brigands.2.1", f"The {unit.name} has no Move left in this activation.")
    return None


@rule("brigands.2.2a")
@heeds("brigands.2.3")
def _refuse_legs(state: State, unit: Unit, now: Activation, order: Move) -> Refusal | None:
    """Why the path is none: too many legs, a Turn beyond 90 degrees or one too many, more inches than there are."""
    if len(order.legs) > MOST_LEGS or any(abs(length) > 100 * INCH for _, length in order.legs):
        return Refusal("path", "brigands.2.2", f"A path has at most {MOST_LEGS} legs and stays on the table.")
    if any(abs(angle) > RIGHT_ANGLE for angle, _ in order.legs):
        return Refusal("turn", "brigands.2.2a", "One Turn is at most 90 degrees.")
    if not order.last and not any(length for _, length in order.legs):
        return Refusal("path", "brigands.1.7a", "A part of a Move goes somewhere.")
    made = (now.turns if now.gait else 0) + sum(1 for angle, _ in order.legs if angle)
    most = turns_of(unit.line, order.gait, is_ordered(state, unit, TIGHT_MANEUVERS))
    if made > most:
        message = f"A {GAITS[order.gait]} Move of the {unit.name} has {most} Turn; this path makes {made}."
        return Refusal("turns", "brigands.2.3", message, {"turns": made, "most": most})
    spent, rating = cost_of(order.legs) + now.spent, unit.line.move[order.gait]
    most = rating + ROAD_BONUS[order.gait]
    return _too_far(unit, spent, rating, f" ({inches_text(most)} in on a road)") if spent > most else None


@heeds("brigands.2.2", "brigands.3.1a")
def _refuse_budget(unit: Unit, now: Activation, stretch: Stretch) -> Refusal | None:
    """Why the path costs too much; what lies beyond the rating must have been on the road all the way."""
    spent, rating = stretch.cost + now.spent, unit.line.move[stretch.gait]
    if stretch.on_road and now.on_road:
        rating += ROAD_BONUS[stretch.gait]
    return _too_far(unit, spent, rating) if spent > rating else None


def _too_far(unit: Unit, spent: int, rating: int, more: str = "") -> Refusal:
    has = f"{inches_text(rating)} in of movement{more}"
    message = f"The {unit.name} has {has}; this path needs {inches_text(spent)} in."
    return Refusal("movement", "brigands.2.2", message, {"needs": spent, "has": rating})


@rule("brigands.2.1-braced")
@heeds("brigands.2.2a")
def refuse_turn(state: State, order: Turn) -> Refusal | None:
    """Why a model cannot turn in place: only a Braced one does, once, by 90 degrees at most."""
    unit, now = state.units[order.unit], state.activation
    refusal = refuse_apart(state, unit)
    if refusal is not None:
        return refusal
    if unit.posture != BRACED or now is None:
        return Refusal("posture", "brigands.2.1-braced", "Only a Braced model turns without a Move; others turn in it.")
    if now.turns:
        return Refusal("turns", "brigands.2.1-braced", f"The {unit.name} has made its one Turn.")
    if abs(order.angle) > RIGHT_ANGLE:
        return Refusal("turn", "brigands.2.2a", "One Turn is at most 90 degrees.", {"angle": order.angle})
    return None
