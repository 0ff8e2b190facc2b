"""Steps 3 and 6: deployment zones, home edges, who comes to the table when and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.chapters import Chapter, OrderRules, checked
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.placing import search
from gearlock.mechanics.placing.search import Spot, grid, scattered
from gearlock.mechanics.placing.spots import Stand, stand_at
from gearlock.mechanics.placing.zones import (
    AHEAD,
    EDGES,
    MARKED,
    edge_along,
    in_words,
    is_marked,
    marked_box,
    marked_for,
    ninth,
    opposite,
    strip,
)
from gearlock.mechanics.turns import SEATS, higher, next_seat
from gearlock.systems.fieldmanual.dice_tests import LEADERSHIP, Test, skill_dice, throw_test
from gearlock.systems.fieldmanual.lock_and_cover.lock import has_combat_lock
from gearlock.systems.fieldmanual.state import (
    BANDS,
    COMBAT,
    DOCKED,
    FIELDED,
    NO_GROUP,
    REVERSE,
    STATIONARY,
    TOP,
    WAITING,
    WALKER,
    State,
    Unit,
    opponent,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, gap, is_on_table
from gearlock.table.measure import FULL_TURN, INCH, inches_text
from gearlock.table.polygon import Outline, bounds, rectangle
from gearlock.table.terrain import Ground

DONE = -1
"""What `State.group` says when all of a Combat Group that was being placed stand on the table."""


SPEEDS = {STATIONARY: "Stationary", COMBAT: "at Combat Speed", REVERSE: "in Reverse", TOP: "at Top Speed"}


# --- Step 3: deployment zones by the edge or the ninths they lie on, and the home edges that touch them

EDGE, NARROW, WIDE, DIAGONAL, SURROUNDED = "edge", "narrow", "wide", "diagonal", "surrounded"
"""Kinds of zones in `State.switches["zones"]`: "edge" is the strip of a Brawl; "surrounded wide" are two words."""

MIDDLE = "middle"

STRIP = 12 * INCH

KINDS = (EDGE, NARROW, WIDE, DIAGONAL, *(f"{SURROUNDED} {kind}" for kind in (NARROW, WIDE, DIAGONAL)))

_CELLS = {
    "southwest": (0, 0), "south": (1, 0), "southeast": (2, 0), "west": (0, 1), "east": (2, 1),
    "northwest": (0, 2), "north": (1, 2), "northeast": (2, 2),
}  # fmt: skip

Segment = tuple[int, int, int, int]
"""A part of a table edge: x0, y0, x1, y1, the smaller first."""


def kind_of(state: State) -> str:
    """The kind of zones of this battle."""
    return state.switches.get("zones", EDGE)


def is_surrounded(kind: str) -> bool:
    """Whether one side lies between the two zones of the other."""
    return kind.startswith(SURROUNDED)


def layout_of(kind: str) -> str:
    """Narrow, wide, diagonal or a strip, whoever takes which part."""
    return kind.removeprefix(SURROUNDED).strip()


@heeds("fieldmanual.zone-narrow", "fieldmanual.zone-wide", "fieldmanual.zone-diagonal", "fieldmanual.zone-surrounded")
@heeds("fieldmanual.straight-up-brawl", "fieldmanual.step3-zones")
def sides_of(ground: Ground, kind: str) -> tuple[str, str]:
    """The two zones there are. On a square table south and north are the wide edges.

    A diagonal zone is the two ninths on the left of whoever stands at a narrow edge.
    """
    if kind == MARKED:
        return marked_for("red"), marked_for("blue")
    lengthwise = ground.width >= ground.height
    if layout_of(kind) == DIAGONAL:
        pair = ("northwest+west", "southeast+east") if lengthwise else ("southwest+south", "northeast+north")
    else:
        pair = ("west", "east") if lengthwise == (layout_of(kind) == NARROW) else ("south", "north")
    return ("+".join(pair), MIDDLE) if is_surrounded(kind) else pair


def across(ground: Ground, kind: str, side: str) -> str:
    """The zone of whoever does not have this one."""
    one, other = sides_of(ground, kind)
    return other if side == one else one


@lru_cache(maxsize=64)
@rule("fieldmanual.zone-narrow", "fieldmanual.zone-wide", "fieldmanual.zone-diagonal", "fieldmanual.zone-surrounded")
def zone_at(ground: Ground, kind: str, side: str) -> tuple[Outline, ...]:
    """The parts of a zone: a third of the table in from an edge, ninths side by side, or what lies in the middle.

    Or what the map marks for a side.
    """
    if is_marked(side):
        return (marked_box(ground, side),)
    layout = layout_of(kind)
    if side == MIDDLE:
        return (_middle(ground, layout),)
    if layout != DIAGONAL:
        return tuple(strip(ground, edge, _depth(ground, layout, edge)) for edge in side.split("+"))
    names = side.split("+")
    return tuple(_joined(ground, *names[at : at + 2]) for at in range(0, len(names), 2))


@heeds("fieldmanual.straight-up-brawl")
def _depth(ground: Ground, layout: str, edge: str) -> int:
    if layout == EDGE:
        return STRIP
    return (ground.width if edge in ("west", "east") else ground.height) // 3


def _middle(ground: Ground, layout: str) -> Outline:
    """The middle ninth between diagonal zones, else the middle third of the table."""
    if layout == DIAGONAL:
        return ninth(ground, 1, 1)
    x0, y0, x1, y1 = bounds(ninth(ground, 1, 1))
    if sides_of(ground, layout)[0] in ("west", "east"):
        return rectangle(x0, 0, x1, ground.height)
    return rectangle(0, y0, ground.width, y1)


def _joined(ground: Ground, *names: str) -> Outline:
    """The rectangle of ninths side by side."""
    corners = [corner for name in names for corner in ninth(ground, *_CELLS[name])]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return rectangle(min(xs), min(ys), max(xs), max(ys))


def zone_of(state: State, seat: str) -> tuple[Outline, ...]:
    """The parts of a seat's deployment zone."""
    return zone_at(state.ground, kind_of(state), state.zones[seat])


@heeds("fieldmanual.measurement", "fieldmanual.straight-up-brawl")
def is_in_zone(state: State, seat: str, body: Body) -> bool:
    """Whether a model stands wholly in a seat's zone; in a Brawl its base comes within 12 in of the table edge."""
    if not is_on_table(body, state.ground.width, state.ground.height):
        return False
    if kind_of(state) == EDGE:
        return distance_to_edge(state.ground, state.zones[seat], body) <= STRIP
    return any(footprint_inside(body, part) for part in zone_of(state, seat))


def touches_zone(state: State, seat: str, body: Body) -> bool:
    """Whether any part of a base lies in a seat's zone; to touch its border from outside is not to be in it."""
    for x0, y0, x1, y1 in (bounds(part) for part in zone_of(state, seat)):
        dx, dy = max(x0 - body.x, 0, body.x - x1), max(y0 - body.y, 0, body.y - y1)
        if dx * dx + dy * dy < body.radius * body.radius or (x0 <= body.x <= x1 and y0 <= body.y <= y1):
            return True
    return False


def distance_to_edge(ground: Ground, edge: str, body: Body) -> int:
    """From a table edge to the nearest point of a base."""
    away = {"south": body.y, "north": ground.height - body.y, "west": body.x, "east": ground.width - body.x}[edge]
    return max(0, away - body.radius)


@rule("fieldmanual.step3-zones")
@heeds("fieldmanual.zone-surrounded")
def home_edges(state: State, seat: str) -> tuple[Segment, ...]:
    """The parts of the table's edges that touch a seat's zone; of who is surrounded those that touch no enemy zone."""
    kind, side = kind_of(state), state.zones[seat]
    if kind == EDGE:
        return tuple(_whole_edge(state.ground, edge) for edge in side.split("+"))
    if is_surrounded(kind) and side == MIDDLE:
        theirs = (part for area in zone_of(state, opponent(seat)) for part in _touched(state.ground, area))
        return edges_without(state.ground, theirs)
    return tuple(part for area in zone_of(state, seat) for part in _touched(state.ground, area))


def _whole_edge(ground: Ground, edge: str) -> Segment:
    wide, high = ground.width, ground.height
    edges = {
        "south": (0, 0, wide, 0), "north": (0, high, wide, high),
        "west": (0, 0, 0, high), "east": (wide, 0, wide, high),
    }  # fmt: skip
    return edges[edge]


def _touched(ground: Ground, area: Outline) -> list[Segment]:
    x0, y0, x1, y1 = bounds(area)
    found: list[tuple[bool, Segment]] = [
        (y0 == 0, (x0, 0, x1, 0)),
        (y1 == ground.height, (x0, y1, x1, y1)),
        (x0 == 0, (0, y0, 0, y1)),
        (x1 == ground.width, (x1, y0, x1, y1)),
    ]
    return [part for is_touched, part in found if is_touched]


def edges_without(ground: Ground, taken: Iterable[Segment]) -> tuple[Segment, ...]:
    """The parts of all table edges that are none of these."""
    barred, left = list(taken), list[Segment]()
    for x0, y0, x1, y1 in (_whole_edge(ground, edge) for edge in EDGES):
        upright = x0 == x1
        start, end = (y0, y1) if upright else (x0, x1)
        for low, high in sorted(_along(part, upright) for part in barred if _is_on(part, (x0, y0, x1, y1))):
            if low > start:
                left.append((x0, start, x1, low) if upright else (start, y0, low, y1))
            start = max(start, high)
        if start < end:
            left.append((x0, start, x1, end) if upright else (start, y0, end, y1))
    return tuple(left)


def _along(part: Segment, upright: bool) -> tuple[int, int]:
    return (part[1], part[3]) if upright else (part[0], part[2])


def _is_on(part: Segment, edge: Segment) -> bool:
    if edge[0] == edge[2]:
        return part[0] == part[2] == edge[0]
    return part[1] == part[3] == edge[1]


def faces(state: State, seat: str) -> int:
    """The facing from a seat's side of the table to the other."""
    side = state.zones[seat]
    if side == MIDDLE:
        side = opposite(state.zones[opponent(seat)].split("+")[0])
    return AHEAD[edge_along(state.ground, side.split("+")[-1])] % FULL_TURN


def zone_words(state: State, seat: str) -> str:
    """Where a seat deploys, in inches as rulers show them."""
    side = state.zones[seat]
    if kind_of(state) == EDGE:
        return f"within {STRIP // INCH} in of the {side} edge"
    boxes = (bounds(part) for part in zone_of(state, seat))
    parts = (f"{x0 // INCH} to {x1 // INCH} in east, {y0 // INCH} to {y1 // INCH} in north" for x0, y0, x1, y1 in boxes)
    return f"inside {side_words(side)} ({' or '.join(parts)} of the southwest corner)"


def side_words(side: str) -> str:
    """A zone in words."""
    if is_marked(side):
        return f"the zone {in_words(side)}"
    return "the middle" if side == MIDDLE else f"the {' and '.join(side.split('+'))}"


# --- Whether a model that is put down can stand there

RULES = {"table": "fieldmanual.step6-deployment", "terrain": "fieldmanual.terrain-structures"}


@heeds("fieldmanual.terrain-structures")
def standing(state: State, unit: Unit, x: int, y: int) -> Stand | Refusal:
    """What a model comes to stand on at a spot: the ground, a slope or a top; nothing where somebody or a solid is."""
    found = ruled(stand_at(state.ground, Mover(unit, unit.card.radius), x, y, 0), RULES)
    if isinstance(found, Refusal):
        return found
    other = overlapped(found.body, (each for each in state.standing() if each.id != unit.id))
    if other is not None:
        return Refusal("overlap", "fieldmanual.step6-deployment", f"{other.name} stands there.", {"unit": other.id})
    for piece in state.ground.pieces_at(x, y):
        if "impassable" in str(piece.props.get("going", "")).split():
            message = f"The {piece.name} is impassable."
            return Refusal("terrain", "fieldmanual.terrain-structures", message, {"piece": piece.id})
    return found


def has_room(state: State, seat: str, kind: str, side: str) -> bool:
    """Whether a zone holds a side that has still to be deployed; drones come with their owners."""
    mine = [unit for unit in state.units.values() if unit.seat == seat and not unit.parent]
    widest = max(mine, key=lambda unit: unit.card.radius)
    return search.has_room(
        zone_at(state.ground, kind, side),
        [unit.card.radius for unit in mine],
        lambda spot: not isinstance(standing(state, widest, spot.x, spot.y), Refusal),
    )


# --- Steps 3 and 6: where a model may be placed and at which speed; offers, guesses and aims

PLACES = 40
"""Spots guessed at before all of them are searched."""

APART = 12 * INCH

CHAIN = 2 * INCH


@heeds("fieldmanual.step6-deployment", "fieldmanual.combined-cohesion")
def refuse_spot(state: State, unit: Unit, x: int, y: int, band: str = COMBAT) -> Refusal | None:
    """Why a model cannot be placed at a spot: outside its zone, too near to enemies, away from its own Bases."""
    stand = standing(state, unit, x, y)
    if isinstance(stand, Refusal):
        return stand
    if unit.arrival == INFILTRATES:
        return refuse_infiltrator(state, unit, stand.body, band) or refuse_apart(state, unit, stand.body)
    if not is_in_zone(state, unit.seat, stand.body):
        message = f"Deploy the {unit.name} {zone_words(state, unit.seat)}."
        return Refusal("zone", "fieldmanual.step3-zones", message, {"zone": state.zones[unit.seat]})
    return _refuse_near(state, unit, stand.body) or refuse_apart(state, unit, stand.body)


@rule("fieldmanual.infiltrators")
@heeds("fieldmanual.combat-lock")
def refuse_infiltrator(state: State, unit: Unit, body: Body, band: str) -> Refusal | None:
    """Infiltrators stand anywhere outside the enemy's zone where no enemy has Combat Lock on them.

    Who finds no such place on the whole table deploys in its own zone.
    """
    if touches_zone(state, opponent(unit.seat), body):
        message = f"The {unit.name} may not infiltrate into the enemy's deployment zone."
        return Refusal("zone", "fieldmanual.infiltrators", message)
    enemy = _seen_by(state, unit, body, band)
    if enemy is None or (is_in_zone(state, unit.seat, body) and not _can_hide(state, unit, band)):
        return None
    message = f"{enemy.name} would have Lock on the {unit.name} there; infiltrators stay out of sight."
    return Refusal("lock", "fieldmanual.infiltrators", message, {"unit": enemy.id})


def _seen_by(state: State, unit: Unit, body: Body, band: str) -> Unit | None:
    """An enemy that would have Combat Lock on a model there."""
    there = unit.clone()
    there.x, there.y, there.z, there.status = body.x, body.y, body.z, FIELDED
    there.band = STATIONARY if unit.is_static else band
    imagined = state.with_unit(there)
    enemies = imagined.fielded(opponent(unit.seat))
    return next((enemy for enemy in enemies if has_combat_lock(imagined, enemy, there)), None)


def _can_hide(state: State, unit: Unit, band: str) -> bool:
    """Whether there is any place out of sight, two inches apart; noted for the position."""
    key = ("hides", unit.card.id, unit.seat, band)
    if key not in state.notes:
        wide, high, step = state.ground.width, state.ground.height, 2 * INCH
        spots = ((x, y) for x in range(step, wide, step) for y in range(step, high, step))
        state.notes[key] = any(_is_hidden(state, unit, x, y, band) for x, y in spots)
    found: bool = state.notes[key]
    return found


def _is_hidden(state: State, unit: Unit, x: int, y: int, band: str) -> bool:
    stand = standing(state, unit, x, y)
    if isinstance(stand, Refusal) or touches_zone(state, opponent(unit.seat), stand.body):
        return False
    return _seen_by(state, unit, stand.body, band) is None


@heeds("fieldmanual.straight-up-brawl", "fieldmanual.zone-surrounded", "fieldmanual.measurement")
def _refuse_near(state: State, unit: Unit, body: Body) -> Refusal | None:
    """Enemies keep 12 in apart in a Brawl, and more than 12 in where one side is surrounded.

    Who finds no such place in its whole zone may stand nearer: nobody can be kept off the table.
    """
    found = _too_near(state, unit, body)
    return found if found is None or _can_keep_away(state, unit) else None


def _can_keep_away(state: State, unit: Unit) -> bool:
    """Whether any place it could have is far enough from all enemies; noted for the position."""
    key = ("away", unit.id)
    if key not in state.notes:
        boxes = (bounds(part) for part in zone_of(state, unit.seat))
        spots = (spot for box in boxes for spot in grid(box, unit.card.radius))
        state.notes[key] = any(_is_away(state, unit, x, y) for x, y in spots)
    found: bool = state.notes[key]
    return found


def _is_away(state: State, unit: Unit, x: int, y: int) -> bool:
    stand = standing(state, unit, x, y)
    if isinstance(stand, Refusal) or not is_in_zone(state, unit.seat, stand.body):
        return False
    return _too_near(state, unit, stand.body) is None and refuse_apart(state, unit, stand.body) is None


def _too_near(state: State, unit: Unit, body: Body) -> Refusal | None:
    kind = kind_of(state)
    if kind != EDGE and not is_surrounded(kind):
        return None
    least = APART if kind == EDGE else APART + 1
    for enemy in state.fielded(opponent(unit.seat)):
        away = gap(body, enemy.body)
        if away < least:
            rule = "fieldmanual.straight-up-brawl" if kind == EDGE else "fieldmanual.zone-surrounded"
            message = f"{enemy.name} is only {inches_text(away)} in away; enemies are placed 12 in apart."
            return Refusal("near", rule, message, {"unit": enemy.id, "distance": away})
    return None


@heeds("fieldmanual.combined-cohesion")
def refuse_apart(state: State, unit: Unit, body: Body) -> Refusal | None:
    """The Bases of a Combined Model are placed in one chain."""
    placed = [part for part in state.bases(unit) if part.id != unit.id]
    if not placed or any(gap(body, part.body) <= CHAIN for part in placed):
        return None
    message = f"The {unit.name} must stand within 2 in of another Base of its own."
    return Refusal("cohesion", "fieldmanual.combined-cohesion", message)


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a model on the table, at a speed and in a Movement Mode; an empty mode is the first of its card."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0
    band: str = "combat"
    mode: str = ""


def refuse_deploy(state: State, ask: Ask, order: Deploy) -> Refusal | None:
    """Why a model cannot be deployed so."""
    mine = {unit.id: unit for unit in deployable(state, ask.seat)}
    if order.unit not in mine:
        return Refusal("unit", ask.rule, f"{order.unit or 'Nobody'} is no model that you deploy now.")
    unit = mine[order.unit]
    if order.facing not in range(FULL_TURN):
        return Refusal("facing", ask.rule, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    return refuse_speed(state, unit, order.band, order.mode) or refuse_spot(state, unit, order.x, order.y, order.band)


@heeds("fieldmanual.step6-deployment", "fieldmanual.mode-static", "fieldmanual.combined-movement")
@heeds("fieldmanual.mode-walker")
def refuse_speed(state: State, unit: Unit, band: str, mode: str) -> Refusal | None:
    """Why a model cannot begin so: at any speed it has, in any of its modes; Bases of one model all alike."""
    if band not in BANDS:
        return Refusal("speed", "fieldmanual.step6-deployment", f"A speed is one of {', '.join(BANDS)}, not '{band}'.")
    if mode and mode not in unit.card.rows:
        modes = ", ".join(unit.card.rows) or "none"
        return Refusal("mode", "fieldmanual.step6-deployment", f"The {unit.name} has the modes {modes}, not {mode}.")
    row = unit.card.rows.get(mode or next(iter(unit.card.rows), ""))
    if band == TOP and row is not None and not row.top:
        return Refusal("speed", "fieldmanual.speed-top", f"The {unit.name} has no Top Speed.")
    if band == REVERSE and (mode or next(iter(unit.card.rows), "")) == WALKER:
        return Refusal("speed", "fieldmanual.mode-walker", f"As a Walker the {unit.name} has no Reverse.")
    placed = [part for part in state.bases(unit) if part.id != unit.id]
    if placed and (placed[0].band, placed[0].mode) != (band, mode or next(iter(unit.card.rows), "")):
        message = f"All Bases of the {unit.name} share speed and mode: {placed[0].band}, {placed[0].mode}."
        return Refusal("speed", "fieldmanual.combined-movement", message)
    return None


def offer_deployments(state: State, ask: Ask) -> Iterator[Option]:
    """The models that may be put down next, at each speed and in each mode."""
    for unit in deployable(state, ask.seat):
        modes = tuple(unit.card.rows) or ("",)
        for mode in modes:
            for band in (COMBAT, STATIONARY, TOP):
                if refuse_speed(state, unit, band, mode) is not None or (unit.is_static and band != COMBAT):
                    continue
                how = f" {SPEEDS[band]}" + (f" ({mode})" if len(modes) > 1 else "")
                label = f"Deploy the {unit.name}{'' if unit.is_static else how}"
                yield Place(label, Deploy(unit.id, band=band, mode=mode), ask.rule, unit.id, f"{unit.seat}-zone")


def guess_deploy(state: State, _ask: Ask, order: Deploy, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere in the zone, near comrades once there are any, facing the enemy more or less; at last any spot."""
    unit = state.units[order.unit]
    ahead = faces(state, unit.seat)
    if attempt == PLACES:
        spots = scattered(_spots(state, unit), chooser.randrange)
        free = (at for at in spots if refuse_spot(state, unit, *at, order.band) is None)
        found = next(free, None)
        return None if found is None else Deploy(unit.id, *found, ahead, order.band, order.mode)
    near = _comrades(state, unit)
    x, y = _somewhere(state, unit, chooser)
    if near:
        beside = chooser.choice(near)
        reach = unit.card.radius * 2 + (CHAIN if unit.team == beside.team and unit.team else 6 * INCH)
        x, y = beside.x + chooser.randrange(-reach, reach + 1), beside.y + chooser.randrange(-reach, reach + 1)
    facing = (ahead + chooser.randrange(-450, 451)) % FULL_TURN
    return Deploy(unit.id, x, y, facing, order.band, order.mode)


def _comrades(state: State, unit: Unit) -> list[Unit]:
    """Its own Bases, else others of its Combat Group, that stand on the table."""
    bases = [part for part in state.bases(unit) if part.id != unit.id]
    group = (other for other in state.fielded(unit.seat) if other.group == unit.group and unit.group)
    return bases or [other for other in group if other.status == FIELDED]


def _somewhere(state: State, unit: Unit, chooser: Chooser) -> Spot:
    if unit.arrival == INFILTRATES:
        return chooser.randrange(0, state.ground.width), chooser.randrange(0, state.ground.height)
    x0, y0, x1, y1 = bounds(chooser.choice(zone_of(state, unit.seat)))
    return chooser.randrange(x0, x1), chooser.randrange(y0, y1)


def _spots(state: State, unit: Unit) -> Iterable[Spot]:
    own = (spot for part in zone_of(state, unit.seat) for spot in grid(bounds(part), unit.card.radius))
    if unit.arrival != INFILTRATES:
        return own
    step, wide, high = 2 * INCH, state.ground.width, state.ground.height
    return chain(((x, y) for x in range(step, wide, step) for y in range(step, high, step)), own)


def aim_deploy(state: State, ask: Ask, order: Deploy, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, ask.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Deploy(order.unit, spot.x, spot.y, facing, order.band, order.mode)


# --- Step 6 and the Straight Up Brawl: who chooses a deployment zone or a table edge, and places first

STEP_6, BRAWL = "fieldmanual.step6-deployment", "fieldmanual.straight-up-brawl"

CHOOSER, WINNER = "chooser", "winner"


def group_count(state: State, seat: str) -> int:
    """How many Combat Groups a side has."""
    return len({unit.group for unit in state.in_play(seat) if unit.group != NO_GROUP})


class EdgeRolled(Event, frozen=True, tag="edge-rolled"):
    """The dice of both sides for the choice of a table edge."""

    red: int
    blue: int


def edge_rolled(_state: State, event: EdgeRolled, _seat: str | None) -> Line:
    """Dice for an edge."""
    text = f"As many Combat Groups on both sides: Red rolls {event.red}, Blue {event.blue} for the choice of an edge."
    return Line(text, (), "fieldmanual.straight-up-brawl")


class ChoiceOffered(Event, frozen=True, tag="choice-offered"):
    """It is for a seat to choose a zone or an edge."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = state.winner = self.seat


@rule("fieldmanual.straight-up-brawl")
def resolve_brawl_sides(ctx: Ctx[State]) -> Script[None]:
    """Who has more Combat Groups takes a long edge and places first; as many on both sides: dice, ties again.

    Where the map marks the zones there is nothing to take.
    """
    seat = higher(group_count(ctx.state, "red"), group_count(ctx.state, "blue"))
    while not seat:
        red, blue = yield from throw(Roll("edge", 2, 6, rule=BRAWL, ordered=True))
        ctx.emit(EdgeRolled(red, blue))
        seat = higher(red, blue)
    ctx.emit(ChoiceOffered(seat))
    if kind_of(ctx.state) == MARKED:
        _take(ctx, seat, ChooseSide(marked_for(seat)))
        return
    prompt = "Which table edge is your home edge?"
    order = yield from ask(Ask(seat, "side", about=(EDGE, CHOOSER), rule=BRAWL, prompt=prompt))
    _take(ctx, seat, order)


class ChoiceGiven(Event, frozen=True, tag="choice-given"):
    """The winner of the roll left the choice of zones to the opponent, whose turn it is now."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = opponent(self.seat)


def given(_state: State, event: ChoiceGiven, _seat: str | None) -> Line:
    """A choice left to the other side."""
    text = f"{event.seat.capitalize()} leaves the choice of zones to the enemy."
    return Line(text, (), "fieldmanual.step6-deployment")


@heeds("fieldmanual.step6-deployment")
def resolve_sides(ctx: Ctx[State]) -> Script[None]:
    """The better Leadership roll chooses a zone or leaves that to the opponent; who chose places first."""
    kind = kind_of(ctx.state)
    if kind == EDGE or (kind == MARKED and "effects" not in ctx.state.switches):
        yield from resolve_brawl_sides(ctx)
        return
    seat = yield from resolve_leadership(ctx)
    ctx.emit(ChoiceOffered(seat))
    prompt = f"{kind.capitalize()}: take a deployment zone and deploy first, or leave that to the enemy?"
    order = yield from ask(Ask(seat, "side", about=(kind, WINNER), rule=STEP_6, prompt=prompt))
    assert isinstance(order, ChooseSide), f"{order} names no side"
    if not order.side:
        ctx.emit(ChoiceGiven(seat))
        seat = opponent(seat)
        prompt = f"{kind.capitalize()}: which deployment zone do you take?"
        order = yield from ask(Ask(seat, "side", about=(kind, CHOOSER), rule=STEP_6, prompt=prompt))
    _take(ctx, seat, order)


@heeds("fieldmanual.step6-deployment", "fieldmanual.leaders")
def resolve_leadership(ctx: Ctx[State]) -> Script[str]:
    """Both Army Commanders roll Leadership, again after a tie: the seat of the better."""
    while True:
        totals: dict[str, int] = {}
        for seat in SEATS:
            commander = ctx.state.commander(seat)
            lines = () if commander is None else (skill_dice(commander, LEADERSHIP),)
            unit = "" if commander is None else commander.id
            totals[seat] = (yield from throw_test(ctx, Test("deployment", unit, lines, STEP_6, seat=seat))).total
        winner = higher(totals["red"], totals["blue"])
        if winner:
            return winner


class SideTaken(Event, frozen=True, tag="side-taken"):
    """A seat took a deployment zone and places first; the other has the other one."""

    seat: str
    side: str
    other: str

    @heeds("fieldmanual.step6-deployment", "fieldmanual.straight-up-brawl")
    def change(self, state: State) -> None:
        state.zones = {self.seat: self.side, opponent(self.seat): self.other}
        state.homes = dict(state.zones)
        state.turn, state.group, state.phase = self.seat, 0, "deployment"


def side(_state: State, event: SideTaken, _seat: str | None) -> Line:
    """A zone taken."""
    text = f"{event.seat.capitalize()} deploys first, in {side_words(event.side)}."
    return Line(text, (), "fieldmanual.step6-deployment")


def _take(ctx: Ctx[State], seat: str, order: object) -> None:
    assert isinstance(order, ChooseSide), f"{order} names no side"
    ctx.emit(SideTaken(seat, order.side, across(ctx.state.ground, kind_of(ctx.state), order.side)))


def offer_sides(state: State, ask: Ask) -> Iterator[Option]:
    """Every zone there is, and for the winner of the roll to leave the choice."""
    for side in _sides_for(state, ask):
        yield Pick(f"Deploy in {side_words(side)}", ChooseSide(side), ask.rule)
    if ask.about[1] == WINNER:
        yield Pick("Leave it to the enemy", ChooseSide(""), ask.rule)


class ChooseSide(Order, frozen=True, tag="choose-side"):
    """Take a deployment zone or home edge and place the first Combat Group; with an empty side the opponent does."""

    side: str = ""


def refuse_side(state: State, ask: Ask, order: ChooseSide) -> Refusal | None:
    """The zones of this battle leave only some sides."""
    sides = _sides_for(state, ask)
    if order.side in sides or (not order.side and ask.about[1] == WINNER):
        return None
    words = " or ".join(map(side_words, sides))
    return Refusal("side", ask.rule, f"Deployment is in {words}, not in {order.side or 'nothing'}.")


def _sides_for(state: State, ask: Ask) -> tuple[str, ...]:
    """The zones a seat may choose between; of those that a map marks its own."""
    return (marked_for(ask.seat),) if ask.about[0] == MARKED else sides_of(state.ground, ask.about[0])


# --- Step 6: the Combat Groups of both sides are placed in turn, one model after the other

FIRST, LATE = range(2)

INFILTRATES = "infiltrates"

FOLLOWS = "round"
"""The phase after deployment; `State.switches["after deployment"]` may name another."""


@heeds("fieldmanual.infiltrators")
def turn_of(unit: Unit) -> int:
    """When a model is placed: infiltrators after everybody else of both sides."""
    return LATE if unit.arrival == INFILTRATES else FIRST


def waiting(state: State, seat: str) -> list[Unit]:
    """The models of a seat that are to be placed now; drones come with their owners."""
    all_of_them = [unit for unit in state.units.values() if unit.status == WAITING and not unit.parent]
    now = min(map(turn_of, all_of_them), default=FIRST)
    return [unit for unit in all_of_them if unit.seat == seat and turn_of(unit) == now]


@heeds("fieldmanual.step6-deployment", "fieldmanual.defensive-assets")
def deployable(state: State, seat: str) -> list[Unit]:
    """Those that may be next: of the Combat Group under way, else any."""
    return [unit for unit in waiting(state, seat) if not state.group or unit.group == state.group]


class DeploymentPassed(Event, frozen=True, tag="deployment-passed"):
    """The other seat places a Combat Group; when the seat is empty all stand, and something else follows."""

    seat: str
    follows: str = "round"

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if not self.seat:
            state.phase, state.winner = self.follows, ""


@rule("fieldmanual.step6-deployment")
@heeds("fieldmanual.straight-up-brawl", "fieldmanual.defensive-assets")
def resolve_deployment(ctx: Ctx[State]) -> Script[None]:
    """One model of the Combat Group; when all of it stand the other side places a group."""
    seat = ctx.state.turn
    found = deployable(ctx.state, seat)
    if not found:
        follows = ctx.state.switches.get("after deployment", FOLLOWS)
        ctx.emit(DeploymentPassed(next_seat(seat, {each for each in SEATS if waiting(ctx.state, each)}), follows))
        return
    only = found[0].id if len(found) == 1 else ""
    prompt = f"Deploy the {found[0].name}." if only else "Which model do you deploy?"
    order = yield from ask(Ask(seat, "deploy", only, rule="fieldmanual.step6-deployment", prompt=prompt))
    assert isinstance(order, Deploy), f"{order} deploys nobody"
    place(ctx, order)


class Deployed(Event, frozen=True, tag="deployed"):
    """A model stands on the table, at a speed; its drones are docked."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    band: str
    mode: str
    plain = True

    @heeds("fieldmanual.step6-deployment", "fieldmanual.defensive-assets", "fieldmanual.perk-drone")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        unit.band, unit.mode = self.band, self.mode
        state.group = unit.group if unit.group != NO_GROUP else DONE
        for drone in state.units.values():
            if drone.parent == unit.id:
                drone.status, drone.carrier = DOCKED, unit.id
                drone.x, drone.y, drone.z, drone.facing = self.x, self.y, self.z, self.facing


def deployed(state: State, event: Deployed, _seat: str | None) -> Line:
    """A model put down."""
    unit = state.units[event.unit]
    text = f"{unit.name} is deployed." if unit.is_static else f"{unit.name} is deployed {SPEEDS[event.band]}."
    return Line(text, (event.unit,), "fieldmanual.step6-deployment")


def place(ctx: Ctx[State], order: Deploy) -> None:
    """Put a model down as an order says that was found legal."""
    unit = ctx.state.units[order.unit]
    z = checked(standing(ctx.state, unit, order.x, order.y)).body.z
    mode = order.mode or next(iter(unit.card.rows), "")
    band = STATIONARY if unit.is_static else order.band
    ctx.emit(Deployed(unit.id, order.x, order.y, z, order.facing, band, mode))


# --- The contents of the chapter

DEPLOYMENT: Chapter[State] = Chapter(
    "Scenarios: deployment",
    orders=(
        OrderRules(ChooseSide, "side", refuse_side),
        OrderRules(Deploy, "deploy", refuse_deploy, None, guess_deploy, PLACES + 1, aim_deploy),
    ),
    events={
        EdgeRolled: edge_rolled,
        ChoiceOffered: None,
        SideTaken: side,
        ChoiceGiven: given,
        Deployed: deployed,
        DeploymentPassed: None,
    },
)
