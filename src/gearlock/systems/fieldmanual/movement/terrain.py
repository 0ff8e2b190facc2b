"""Movement modes, Speed Bands and turns, what the ground is to a model, and what it cannot get past."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, body_at, overlapped, ruled
from gearlock.mechanics.going import stretches
from gearlock.mechanics.going.edges import Way
from gearlock.mechanics.going.passage import go_along
from gearlock.mechanics.going.stretches import Under, spans_of_disc
from gearlock.mechanics.ground.forms import depth_of, is_building, is_road, reaches_into
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at
from gearlock.systems.fieldmanual.damage.damage import refuse_top_speed
from gearlock.systems.fieldmanual.state import (
    BANDS,
    CLIMBING,
    COMBAT,
    DEAD,
    FALLEN,
    FIELDED,
    GROUND,
    HOVER,
    REVERSE,
    STATIC,
    STATIONARY,
    TOP,
    WALKER,
    Activation,
    State,
    Unit,
)
from gearlock.table.inches import bodies_overlap, gap, is_on_table
from gearlock.table.measure import INCH, RIGHT_ANGLE, advance, bearing, inches_text
from gearlock.table.path import Path, Stride, Walk, sweeps_body, sweeps_outline
from gearlock.table.terrain import Piece


class Move(Order, frozen=True, tag="move"):
    """Go along legs of a turn and an advance. A model may move in pieces, with Actions in between.

    `figure` is the base of a Combined Model that moves. With `aside` a model that may go any way keeps its facing: the
    turn of each leg is the direction it goes, seen from its front.
    """

    unit: str
    legs: Path = ()
    figure: str = ""
    aside: bool = False


class Decelerate(Order, frozen=True, tag="decelerate"):
    """Take a Stun counter, drop one Speed Band and turn by up to 60 degrees."""

    unit: str
    angle: int = 0


class QuickTurn(Order, frozen=True, tag="quick-turn"):
    """Take a Stun counter and turn by up to 120 degrees."""

    unit: str
    angle: int = 0


class Climb(Order, frozen=True, tag="climb"):
    """Climb a cliff, up, down or along it, to a place at its face or on its top."""

    unit: str
    piece: str
    x: int = 0
    y: int = 0
    z: int = 0
    figure: str = ""


class Jump(Order, frozen=True, tag="jump"):
    """Jump straight ahead on Jump Jets, over what is low enough."""

    unit: str
    length: int = 0
    figure: str = ""


# --- Movement Modes and Speed Bands: what a model may choose at its activation, and the MPs that come with it

MODE_NAMES = {"W": "Walker", "G": "Ground", "H": "Hover", "": "Static"}
BAND_NAMES = {STATIONARY: "Stationary", COMBAT: "Combat Speed", REVERSE: "Reverse", TOP: "Top Speed"}
CHANGES = {
    STATIONARY: (STATIONARY, COMBAT, REVERSE),
    COMBAT: (STATIONARY, COMBAT, TOP),
    REVERSE: (STATIONARY, REVERSE),
    TOP: (COMBAT, TOP),
}
"""What each speed may become in one round."""
LOWER = {STATIONARY: STATIONARY, COMBAT: STATIONARY, REVERSE: STATIONARY, TOP: COMBAT}
"""The next lower Speed Band."""
SHUFFLE = INCH
"""How far a Stationary model may move, and the least that one at Combat Speed must."""
MP = 1000
"""One Movement Point, in thousandths."""
CLIMBED = "climbed"
"""The mark of an activation in which the model has climbed: its slowest Combat Speed holds."""


def refuse_band(_state: State, unit: Unit, mode: str, band: str, autopilot: bool = False) -> Refusal | None:
    """Why a model cannot go on in this mode and at this speed from the beginning of its activation."""
    if unit.is_static or not unit.card.rows:
        return _refuse_static(unit, mode, band)
    return (
        _refuse_mode(unit, mode, band)
        or _refuse_change(unit, band)
        or _refuse_held(unit, mode, band)
        or (refuse_top(unit, int(autopilot)) if band == TOP else None)
    )


@rule("fieldmanual.mode-static")
def _refuse_static(unit: Unit, mode: str, band: str) -> Refusal | None:
    """What is Static never moves and is always Stationary."""
    if band == STATIONARY and mode == STATIC:
        return None
    return Refusal("static", "fieldmanual.mode-static", f"The {unit.name} never moves: it is always Stationary.")


@rule("fieldmanual.movement-mode-switch")
def _refuse_mode(unit: Unit, mode: str, band: str) -> Refusal | None:
    """One of its modes; another than before only while Stationary or at Combat Speed, before or after the change."""
    if mode not in unit.card.rows:
        own = " or ".join(MODE_NAMES[each] for each in unit.card.rows)
        message = f"The {unit.name} moves as {own}, not as {MODE_NAMES.get(mode, mode)}."
        return Refusal("mode", "fieldmanual.movement-mode-switch", message)
    if mode != unit.mode and unit.band == TOP == band:
        message = f"At Top Speed the {unit.name} cannot switch its mode: slow down to Combat Speed first."
        return Refusal("switch", "fieldmanual.movement-mode-switch", message)
    return None


@rule("fieldmanual.speed-bands", "fieldmanual.speed-reverse")
def _refuse_change(unit: Unit, band: str) -> Refusal | None:
    """One band up or down a round. Reverse comes from Stationary and goes back to it."""
    if band not in BANDS:
        return Refusal("band", "fieldmanual.speed-bands", f"{band} is no speed: choose one of {', '.join(BANDS)}.")
    if band in CHANGES[unit.band]:
        return None
    ways = " or ".join(BAND_NAMES[each] for each in CHANGES[unit.band])
    message = f"The {unit.name} is at {BAND_NAMES[unit.band]}: this round it may be at {ways}."
    rule_id = "fieldmanual.speed-reverse" if REVERSE in (band, unit.band) else "fieldmanual.speed-bands"
    return Refusal("band", rule_id, message, {"from": unit.band, "to": band})


@heeds("fieldmanual.mode-walker", "fieldmanual.perk-arms", "fieldmanual.option-walker-knockdown")
def _refuse_held(unit: Unit, mode: str, band: str) -> Refusal | None:
    """Walkers need no Reverse; who fell is Stationary; who hangs on a cliff, and did not fall, is at Combat Speed."""
    if mode == WALKER and band == REVERSE:
        message = f"As a Walker the {unit.name} goes backward at Combat Speed: it has no Reverse."
        return Refusal("reverse", "fieldmanual.mode-walker", message)
    if unit.token(FALLEN):
        if band == STATIONARY:
            return None
        message = f"The {unit.name} lies on the ground and counts as Stationary until it stands up."
        return Refusal("fallen", "fieldmanual.option-walker-knockdown", message)
    if unit.token(CLIMBING) and band != COMBAT:
        message = f"The {unit.name} hangs on a cliff and counts as at Combat Speed until it is off it."
        return Refusal("climbing", "fieldmanual.perk-arms", message)
    return None


@rule("fieldmanual.speed-top")
@heeds("fieldmanual.damage-heavy", "fieldmanual.flaw-exposed-movement", "fieldmanual.action-costs")
def refuse_top(unit: Unit, more: int = 0) -> Refusal | None:
    """Why a model cannot be at Top Speed: it costs an Action, and damage to what moves it forbids it.

    `more` are Actions it gets at the same time.
    """
    refusal = refuse_top_speed(unit)
    if refusal is not None or unit.actions + more >= 1:
        return refusal
    message = f"Top Speed costs an Action, and the {unit.name} has none left."
    return Refusal("no-action", "fieldmanual.speed-top", message, {"actions": unit.actions})


def slowest(unit: Unit) -> int:
    """Its slowest Combat Speed of all modes, in thousandths of an MP."""
    return MP * min((row.combat for row in unit.card.rows.values()), default=0)


@rule("fieldmanual.movement-points", "fieldmanual.speed-combat")
@heeds("fieldmanual.speed-top", "fieldmanual.speed-reverse", "fieldmanual.perk-arms")
def most_mp(unit: Unit, now: Activation) -> int:
    """Thousandths of MP it may spend in this activation: by the Combat or the Top figure of its row.

    Who climbs has its slowest Combat Speed. A Stationary model moves by the inch: it has no MPs.
    """
    if unit.band == STATIONARY:
        return 0
    if CLIMBED in now.marks or unit.token(CLIMBING):
        return slowest(unit)
    return MP * (unit.row.top if unit.band == TOP else unit.row.combat)


# --- Turns: 60 degrees each, free or paid for with inches moved, by Movement Mode and Speed Band

TURN: Final = 600
"""One Turn, in tenths of a degree."""
STANDING: Final = {GROUND: 2, HOVER: 3}
"""Turns of a Stationary model."""
INCHES_A_TURN: Final = {
    (GROUND, COMBAT): 2, (GROUND, REVERSE): 2, (GROUND, TOP): 3,
    (HOVER, COMBAT): 2, (HOVER, REVERSE): 2, (HOVER, TOP): 4,
    (WALKER, TOP): 2,
}  # fmt: skip
"""Inches of movement that pay for one turn; walkers turn as they like below Top Speed."""


@rule("fieldmanual.turns")
def turns_in(angle: int) -> int:
    """How many Turns a change of facing is: one for every 60 degrees begun."""
    return -(-abs(angle) // TURN)


@heeds("fieldmanual.mode-walker", "fieldmanual.combined-movement")
def moves_freely(unit: Unit) -> bool:
    """Whether it goes and turns any way it likes: walkers below Top Speed, and bases, which have no facing."""
    return bool(unit.team) or (unit.mode == WALKER and unit.band in (STATIONARY, COMBAT))


@heeds("fieldmanual.mode-ground", "fieldmanual.mode-hover", "fieldmanual.mode-walker")
def price_of_turn(unit: Unit) -> int:
    """Mils of movement that pay for one turn."""
    return INCH * INCHES_A_TURN.get((unit.mode, unit.band), 0)


@heeds("fieldmanual.turns", "fieldmanual.speed-stationary")
def turns_left(unit: Unit, straight: int, made: int) -> int:
    """Turns it can make now: of the few while Stationary, or those its inches have paid for."""
    if unit.band == STATIONARY:
        return max(0, STANDING.get(unit.mode, 0) - made)
    return straight // price_of_turn(unit) if price_of_turn(unit) else 0


@rule("fieldmanual.speed-stationary")
@heeds("fieldmanual.mode-ground", "fieldmanual.mode-hover", "fieldmanual.mode-walker", "fieldmanual.turns")
def refuse_turns(unit: Unit, angle: int, straight: int, made: int) -> Refusal | None:
    """Why it cannot turn so far now. `straight` are the mils that can pay for it, `made` its turns while Stationary."""
    wanted = turns_in(angle)
    if moves_freely(unit) or turns_left(unit, straight, made) >= wanted:
        return None
    how = f"{MODE_NAMES[unit.mode]}, {BAND_NAMES[unit.band]}"
    rule_id = f"fieldmanual.mode-{MODE_NAMES[unit.mode].lower()}"
    if unit.band == STATIONARY:
        few = STANDING.get(unit.mode, 0)
        message = f"The {unit.name} ({how}) makes {few} turns of 60 degrees at most; it has made {made}."
        return Refusal("turns", rule_id, message, {"wanted": wanted, "made": made, "most": few})
    price = price_of_turn(unit)
    message = (
        f"The {unit.name} ({how}) makes one turn of 60 degrees for every {inches_text(price)} in it has moved; "
        f"{inches_text(straight)} in are not enough for {wanted}. Move on first, or make a quick turn."
    )
    return Refusal("turns", rule_id, message, {"wanted": wanted, "moved": straight, "needed": wanted * price})


@heeds("fieldmanual.speed-reverse", "fieldmanual.mode-walker", "fieldmanual.speed-stationary")
def refuse_direction(unit: Unit, length: int) -> Refusal | None:
    """Why it cannot go forward, or backward, at its speed."""
    if moves_freely(unit) or not length:
        return None
    if unit.band == REVERSE and length > 0:
        message = f"In Reverse the {unit.name} goes backward; forward again once it has been Stationary."
        return Refusal("forward", "fieldmanual.speed-reverse", message)
    if unit.band != REVERSE and length < 0:
        message = f"The {unit.name} goes backward in Reverse only, or as a Walker at Combat Speed."
        return Refusal("backward", "fieldmanual.speed-reverse", message)
    return None


@heeds("fieldmanual.mode-walker")
def refuse_aside(unit: Unit) -> Refusal | None:
    """Why it cannot go sideways: it goes the way it faces."""
    if moves_freely(unit):
        return None
    message = f"The {unit.name} goes the way it faces: sideways go Walkers at Combat Speed or slower."
    return Refusal("aside", "fieldmanual.mode-walker", message)


# --- Terrain and movement: what types a piece of ground is, and what an inch of it costs in each Movement Mode
# A map says it in the property `going`: soft, rough, dense, very-rough, very-dense, impassable, open, and difficult,
# dangerous, rough-water beside them. An area that says nothing is rough, dense or very-rough by its rating.

OPEN, SOFT, ROUGH, DENSE = "open", "soft", "rough", "dense"
VERY_ROUGH, VERY_DENSE, IMPASSABLE = "very-rough", "very-dense", "impassable"
ROAD, SHALLOW, DEEP, STRUCTURE = "road", "shallow water", "deep water", "structure"
DIFFICULT, DANGEROUS, ROUGH_WATER = "difficult", "dangerous", "rough-water"
WRECK = "wreck"
BESIDE = (DIFFICULT, DANGEROUS, ROUGH_WATER)
"""What ground can be beside its type."""
BY_RATING = {"": ROUGH, "light": ROUGH, "medium": DENSE, "heavy": VERY_ROUGH}
DEEP_FROM = INCH
CLOSED: Final = -1
"""The price of what a model cannot go through at all."""
PRICES: Final = {
    OPEN: MP, ROAD: MP, SOFT: 2 * MP, ROUGH: 3 * MP, DENSE: 3 * MP, VERY_ROUGH: 4 * MP, VERY_DENSE: 4 * MP,
    SHALLOW: 2 * MP, DEEP: CLOSED, IMPASSABLE: CLOSED, STRUCTURE: 3 * MP,
}  # fmt: skip
"""Thousandths of an MP for an inch, before mode and perks have their say."""
RULES: Final = {
    OPEN: "fieldmanual.terrain-open", ROAD: "fieldmanual.terrain-roads", SOFT: "fieldmanual.terrain-soft",
    ROUGH: "fieldmanual.terrain-rough-dense", DENSE: "fieldmanual.terrain-rough-dense",
    VERY_ROUGH: "fieldmanual.terrain-very-rough-dense", VERY_DENSE: "fieldmanual.terrain-very-rough-dense",
    SHALLOW: "fieldmanual.terrain-shallow-water", DEEP: "fieldmanual.terrain-deep-water",
    IMPASSABLE: "fieldmanual.terrain-impassable", STRUCTURE: "fieldmanual.terrain-structures",
}  # fmt: skip


def words_of(piece: Piece) -> tuple[str, ...]:
    """What both sides agreed a piece is."""
    return tuple(str(piece.props.get("going", "")).split())


@rule("fieldmanual.terrain-classify", "fieldmanual.option-representational-movement")
@heeds("fieldmanual.terrain-shallow-water", "fieldmanual.terrain-deep-water", "fieldmanual.infantry-structures")
def types_of(piece: Piece) -> tuple[str, ...]:
    """The types of a piece of terrain; a whole area is what it was marked off as, whatever stands in it.

    Hills and the like are as open as what is said of them.
    """
    said = tuple(word for word in words_of(piece) if word not in BESIDE)
    if is_road(piece):
        return (ROAD, *said)
    if piece.kind == "water":
        return (DEEP if depth_of(piece) >= DEEP_FROM else SHALLOW, *said)
    if is_building(piece):
        return (STRUCTURE, *said)
    if said or piece.kind != "area":
        return said
    return () if words_of(piece) else (BY_RATING.get(piece.rating, VERY_ROUGH),)


@rule("fieldmanual.perk-improved-off-road", "fieldmanual.flaw-poor-off-road")
@heeds("fieldmanual.infantry")
def taken_as(type_: str, unit: Unit, mode: str) -> str:
    """What a type of ground is to a model: better with Improved, worse with Poor Off-Road ability.

    Of infantry only those on foot are at home off the road. A road stays a road.
    """
    on_foot = not unit.is_infantry or mode == WALKER
    if unit.perk("Improved Off-Road") and on_foot:
        type_ = {STRUCTURE: OPEN, ROUGH: OPEN, VERY_ROUGH: ROUGH}.get(type_, type_)
    if unit.perk("Poor Off-Road Ability"):
        type_ = {OPEN: ROUGH, ROUGH: VERY_ROUGH, VERY_ROUGH: IMPASSABLE}.get(type_, type_)
    return type_


@rule("fieldmanual.terrain-open", "fieldmanual.terrain-soft", "fieldmanual.terrain-rough-dense")
@rule("fieldmanual.terrain-very-rough-dense", "fieldmanual.terrain-impassable", "fieldmanual.terrain-roads")
@rule("fieldmanual.terrain-shallow-water", "fieldmanual.terrain-deep-water", "fieldmanual.perk-amphibious")
@heeds("fieldmanual.infantry-structures")
def price_of(type_: str, unit: Unit, mode: str) -> int:
    """Thousandths of an MP that an inch of one type of ground costs a model in a mode, or CLOSED."""
    if type_ in (SHALLOW, DEEP) and unit.perk("Amphibious"):
        return PRICES[OPEN]
    kind = taken_as(type_, unit, mode)
    price = PRICES[kind]
    if mode == WALKER:
        return walker_price(kind, price)
    if mode == HOVER:
        return hover_price(kind, price)
    return ground_price(kind, price) if mode == GROUND else price


@rule("fieldmanual.mode-walker")
def walker_price(kind: str, price: int) -> int:
    """Legs: 1 MP less in Rough and Very Rough ground, 1 more in Soft."""
    if kind in (ROUGH, VERY_ROUGH, STRUCTURE):
        return price - MP
    return price + MP if kind == SOFT else price


@rule("fieldmanual.mode-ground")
@heeds("fieldmanual.terrain-roads")
def ground_price(kind: str, price: int) -> int:
    """Wheels and tracks: double speed on roads, so half an MP an inch; Very Dense ground is closed to them."""
    if kind == ROAD:
        return price // 2
    return CLOSED if kind == VERY_DENSE else price


@rule("fieldmanual.mode-hover")
def hover_price(kind: str, price: int) -> int:
    """Air cushions: Soft, Rough, Very Rough and water are Open, what is Dense or Very Dense is closed."""
    if kind in (SOFT, ROUGH, VERY_ROUGH, SHALLOW, DEEP):
        return PRICES[OPEN]
    return CLOSED if kind in (DENSE, VERY_DENSE) else price


@rule("fieldmanual.terrain-rough-water")
def water_surcharge(piece: Piece) -> int:
    """Rough Water costs everybody 1 MP an inch more, hover included."""
    return MP if piece.kind == "water" and ROUGH_WATER in words_of(piece) else 0


@heeds("fieldmanual.terrain-classify", "fieldmanual.terrain-rough-water")
def dearest(pieces: Iterable[Piece], unit: Unit, mode: str) -> tuple[int, str, Piece | None]:
    """What an inch costs where all these pieces lie, by the worst of their types; which it is, and whose.

    A road leads through whatever it was laid through, but not through wrecks.
    """
    on = list(pieces)
    road = next((piece for piece in on if is_road(piece)), None)
    worst: tuple[int, str, Piece | None] = (price_of(OPEN, unit, mode), OPEN, None)
    if road is not None:
        on = [road, *(piece for piece in on if piece.kind == WRECK)]
        worst = (price_of(ROAD, unit, mode), ROAD, road)
    elif any(types_of(piece) for piece in on):
        worst = (0, OPEN, None)
    for piece in on:
        for type_ in types_of(piece):
            price = price_of(type_, unit, mode)
            if price == CLOSED:
                return CLOSED, type_, piece
            price += water_surcharge(piece)
            worst = max(worst, (price, type_, piece), key=lambda found: found[0])
    return worst


@rule("fieldmanual.terrain-difficult-dangerous")
def threshold_of(piece: Piece) -> int:
    """The Threshold of the test for entering a piece: 5 for Dangerous, 3 for Difficult, 0 for none."""
    words = words_of(piece)
    return 5 if DANGEROUS in words else 3 if DIFFICULT in words else 0


# --- What lies along a straight piece of a way: terrain under the middle of a base, levels, dangers, wrecks


@heeds("fieldmanual.damage-dead")
def wrecks(state: State) -> Iterator[tuple[Unit, Piece]]:
    """The dead on the table, as the terrain they are."""
    for unit in state.units.values():
        if unit.status == DEAD and not unit.team:
            name = f"wreck of the {unit.name}"
            yield unit, Piece(unit.id, name, WRECK, (), unit.body.top, unit.z, "heavy", props={"going": VERY_ROUGH})


def passed_over(state: State, stride: Stride, z: int) -> list[Under]:
    """A stride in parts, each with the pieces under the middle of the base there; the dead are terrain too."""
    dead = [(wreck, spans_of_disc(stride, unit.x, unit.y, unit.card.radius)) for unit, wreck in wrecks(state)]
    return stretches.passed_over(state.ground, stride, z, dead)


def level_edge(state: State, stride: Stride) -> int:
    """How far it is to where the ground may rise or fall under the middle of the base, and a mil; else its length."""
    return stretches.level_edge(state.ground, stride)


@heeds("fieldmanual.terrain-difficult-dangerous")
def dangers(parts: list[Under]) -> list[tuple[int, str, int]]:
    """Where Difficult or Dangerous ground is entered, or was begun in: the mark, the piece and its Threshold."""
    found: list[tuple[int, str, int]] = []
    before: tuple[str, ...] = ()
    for part in parts:
        on = [piece for piece in part.pieces if is_road(piece)] or list(part.pieces)
        here = {piece.id: threshold_of(piece) for piece in on if threshold_of(piece)}
        found += [(part.start, name, threshold) for name, threshold in here.items() if name not in before]
        before = tuple(here)
    return found


# --- What a moving model cannot get past: other models, structures, cliffs, closed ground, the edge of the table

CLIFF = 3 * INCH // 2
"""A sheer change of elevation that rounds to two levels: a cliff."""
CODES = {
    "table": "fieldmanual.movement-points", "step": "fieldmanual.cliff-edge",
    "terrain": "fieldmanual.elevation", "air": "fieldmanual.cliff-edge", "edge": "fieldmanual.elevation",
    "top": "fieldmanual.elevation",
}  # fmt: skip
Facts = dict[str, str | int | float]


@heeds("fieldmanual.perk-drone", "fieldmanual.damage-dead", "fieldmanual.transports")
def obstacles(state: State, unit: Unit) -> list[Unit]:
    """All other models on the table; drones are none, wrecks are terrain, and who is in a structure takes no space."""
    return [
        other
        for other in state.units.values()
        if other.status == FIELDED
        and other.id != unit.id
        and not other.carrier
        and other.card.kind not in ("drone", "aircraft")
    ]


@rule("fieldmanual.terrain-structures")
@heeds("fieldmanual.infantry-structures")
def enters(unit: Unit, piece: Piece) -> bool:
    """Whether a structure is open to a model: infantry on foot goes through, to all others it is impassable."""
    return is_building(piece) and unit.is_infantry and set(unit.card.rows) == {WALKER}


def inside(state: State, unit: Unit, x: int, y: int, z: int) -> str:
    """The structure that is open to a model and that a place lies in; empty for none."""
    if not unit.is_infantry:
        return ""
    found = (p for p in state.ground.pieces_at(x, y) if enters(unit, p) and p.base <= z < p.top)
    return next((piece.id for piece in found), "")


def level_at(state: State, unit: Unit, x: int, y: int) -> int:
    """The level a model comes to at a place near by: what it can step on, inclines, the floor of an open structure."""
    if inside(state, unit, x, y, unit.z):
        return unit.z
    return max(slope_at(state.ground, x, y), surface_at(state.ground, x, y, unit.z + CLIFF - 1))


@rule("fieldmanual.move-through")
@heeds("fieldmanual.combined-movement")
def begin_passing(state: State, unit: Unit, stride: Stride, can_turn: bool, other: Unit) -> bool:
    """Whether it may go through another model: if it cannot turn, and there is room to get by beside that one.

    Who is in the middle of it goes on. The bases of one Combined Model give way to each other.
    """
    if (unit.team and unit.team == other.team) or bodies_overlap(unit.body, other.body):
        return True
    return not can_turn and not other.is_static and has_room_beside(state, unit, stride, other)


def has_room_beside(state: State, unit: Unit, stride: Stride, other: Unit) -> bool:
    """Whether its base would fit right beside another model, to the left or the right of the way it is on."""
    heading = bearing(stride.x0, stride.y0, stride.x1, stride.y1)
    others = [each for each in obstacles(state, unit) if each.id != other.id]
    for side in (RIGHT_ANGLE, -RIGHT_ANGLE):
        x, y = advance(other.x, other.y, (heading + side) % 3600, unit.card.radius + other.card.radius + 1)
        body = body_at(unit, x, y, other.z)
        walls = (piece for piece in solids_under(state.ground, body) if reaches_into(piece, body))
        if not is_on_table(body, state.ground.width, state.ground.height) or overlapped(body, others) is not None:
            continue
        if not any(piece.top - other.z >= CLIFF for piece in walls):
            return True
    return False


@heeds("fieldmanual.move-through", "fieldmanual.elevation", "fieldmanual.cliff-edge", "fieldmanual.terrain-structures")
def refuse_passage(state: State, unit: Unit, stride: Stride, passes: Callable[[Unit], bool]) -> int | Refusal:
    """The elevation it comes to at the end of a stride, or why it cannot go there."""
    radius = unit.card.radius
    refusal = refuse_structures(state, unit, stride)
    if refusal is not None:
        return refusal
    met = [
        other for other in _beside(obstacles(state, unit), stride, radius) if sweeps_body(stride, radius, other.body)
    ]
    others = [other for other in met if not passes(other)]
    begins, ends = inside(state, unit, unit.x, unit.y, unit.z), inside(state, unit, stride.x1, stride.y1, unit.z)
    mover = Mover(unit, radius, CLIFF - 1, enters=lambda piece: enters(unit, piece))
    path = Walk(stride.x1, stride.y1, unit.facing, (stride,), (), max(0, stride.length), max(0, -stride.length))
    found = go_along(state.ground, mover, Way(path, unit.z, False, begins, ends), others, lambda _piece, _mils: None)
    if not isinstance(found, Refusal):
        return found.z
    return _in_contact(unit, others) if found.code == "overlap" else _in_words(state, unit, found)


def _beside(others: list[Unit], stride: Stride, radius: int) -> list[Unit]:
    """Those of them whose bases come into the square around a stride: nobody else can be run over."""
    low_x, high_x = min(stride.x0, stride.x1) - radius, max(stride.x0, stride.x1) + radius
    low_y, high_y = min(stride.y0, stride.y1) - radius, max(stride.y0, stride.y1) + radius
    return [
        other
        for other in others
        if low_x <= other.x + other.card.radius and other.x - other.card.radius <= high_x
        and low_y <= other.y + other.card.radius and other.y - other.card.radius <= high_y
    ]  # fmt: skip


@heeds("fieldmanual.terrain-structures")
def refuse_structures(state: State, unit: Unit, stride: Stride) -> Refusal | None:
    """Why a structure is in the way, however low it is; who is on its roof is not in it."""
    radius = unit.card.radius
    low = min(stride.x0, stride.x1) - radius, min(stride.y0, stride.y1) - radius
    for piece in state.ground.pieces_near(*low, max(stride.x0, stride.x1) + radius, max(stride.y0, stride.y1) + radius):
        closed = is_building(piece) and reaches_into(piece, unit.body) and not enters(unit, piece)
        if closed and sweeps_outline(stride, radius, piece.outline):
            message = f"The {piece.name} is a structure, impassable to the {unit.name}: go around it."
            return Refusal("structure", "fieldmanual.terrain-structures", message, {"piece": piece.id})
    return None


@heeds("fieldmanual.move-through")
def _in_contact(unit: Unit, others: list[Unit]) -> Refusal:
    """The model that is in the way: the nearest of those that are met."""
    other = min(others, key=lambda each: (gap(unit.body, each.body), each.id))
    message = f"The {other.name} is in the way: the {unit.name} can move into contact with it, or around it."
    return Refusal("overlap", "fieldmanual.move-through", message, {"unit": other.id})


def _in_words(state: State, unit: Unit, found: Refusal) -> Refusal:
    """What is in the way, with its rule and what to do about it."""
    piece = state.ground.piece(str(found.facts["piece"])) if "piece" in found.facts else None
    if found.code == "terrain" and piece is not None:
        high = inches_text(piece.top - unit.z)
        message = f"The {piece.name} is a cliff of {high} in: the {unit.name} climbs it, or goes around."
        return Refusal("cliff", "fieldmanual.elevation", message, {**found.facts, "height": piece.top - unit.z})
    if found.code in ("step", "air"):
        message = f"The ground falls off like a cliff there: the {unit.name} cannot just go over the edge."
        return Refusal("edge", "fieldmanual.cliff-edge", message, found.facts)
    return ruled(found, CODES)


@heeds("fieldmanual.terrain-impassable", "fieldmanual.terrain-deep-water", "fieldmanual.mode-hover")
def refuse_closed(unit: Unit, parts: list[Under]) -> Refusal | None:
    """Why the ground is closed to a model in its mode."""
    for part in parts:
        price, type_, piece = dearest(part.pieces, unit, unit.mode)
        if price == CLOSED and piece is not None:
            message = f"The {piece.name} ({type_}) is impassable to the {unit.name} in this mode: go around it."
            facts: Facts = {"piece": piece.id, "type": type_, "at": part.start}
            return Refusal("impassable", RULES[type_], message, facts)
    return None


@heeds("fieldmanual.perk-amphibious")
def refuse_water(state: State, unit: Unit, stride: Stride, parts: list[Under]) -> Refusal | None:
    """Why a swimmer cannot go into the water, or out of it: not at Top Speed. Hovercraft never touch it."""
    if unit.band != TOP or unit.mode == HOVER or not unit.perk("Amphibious") or not state.ground.has_water:
        return None
    afloat = _is_water(state, unit, stride.x0, stride.y0)
    found = [any(piece.kind == "water" for piece in part.pieces) for part in parts]
    if all(now == afloat for now in (*found, _is_water(state, unit, stride.x1, stride.y1))):
        return None
    message = f"At Top Speed the {unit.name} neither enters nor leaves water: slow down first."
    return Refusal("water", "fieldmanual.perk-amphibious", message)


def _is_water(state: State, unit: Unit, x: int, y: int) -> bool:
    return any(piece.kind == "water" and piece.base <= unit.z for piece in state.ground.pieces_at(x, y))
