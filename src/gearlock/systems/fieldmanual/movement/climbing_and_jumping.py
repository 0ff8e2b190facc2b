"""Climbing cliffs, Jump Jets, and the least a model must move."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.figures import Mover, overlapped, ruled
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
from gearlock.mechanics.going.resting import touchdown
from gearlock.mechanics.going.stretches import is_met
from gearlock.mechanics.ground.forms import is_building, is_solid
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.systems.fieldmanual.damage.damage import destroy
from gearlock.systems.fieldmanual.dice_tests import rounded
from gearlock.systems.fieldmanual.melee import newly_engaged, release, resolve_contact, touched
from gearlock.systems.fieldmanual.movement.course import (
    Climbed,
    Course,
    Halted,
    Jumped,
    jumped_by,
    refuse_hanging,
    refuse_unmoving,
    resolve_danger,
    resolve_edge,
    still_obliged,
)
from gearlock.systems.fieldmanual.movement.moving import judge, leave_melee, note_test
from gearlock.systems.fieldmanual.movement.terrain import (
    CLIFF,
    CLOSED,
    DEEP,
    MP,
    RULES,
    TURN,
    Climb,
    Jump,
    Move,
    dearest,
    moves_freely,
    obstacles,
    refuse_top,
    slowest,
    threshold_of,
    turns_left,
)
from gearlock.systems.fieldmanual.rams_and_impacts import heading_of, resolve_collision, resolve_terrain_impact
from gearlock.systems.fieldmanual.state import CLIMBING, COMBAT, REVERSE, STATIONARY, TOP, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, advance, inches_text
from gearlock.table.path import Stride, sweeps_body, sweeps_outline
from gearlock.table.terrain import Piece

# --- Climbing cliffs with Arms and Climbing Equipment: by levels of an inch, at the slowest Combat Speed

ARMS, EQUIPMENT = "fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment"
HANDHOLD = INCH // 10
"""How near to a cliff a base must be to climb it."""
CODES = dict.fromkeys(("face", "path", "table", "top", "edge", "height", "overlap", "terrain"), ARMS)


@rule("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment")
def climbing_rates(unit: Unit) -> tuple[int, int] | None:
    """Thousandths of MP for a level up and for one down; None for who cannot climb."""
    arms, equipment = unit.perk("Arms"), unit.perk("Climbing Equipment")
    if arms and equipment:
        return MP, MP
    if equipment:
        return 2 * MP, 2 * MP
    return (2 * MP, 3 * MP) if arms else None


def climber_of(unit: Unit) -> Climber:
    """A model as somebody who climbs."""
    return Climber(unit, HANDHOLD, bool(unit.token(CLIMBING)))


@heeds("fieldmanual.elevation")
def level_of(foot: int, top: int, z: int) -> int:
    """The level of a cliff that somebody at a height is on: whole inches above its foot, the last one on top."""
    return max(0, rounded(min(z, top) - foot))


def foot_of(state: State, piece: Piece, x: int, y: int) -> int:
    """Where a cliff begins: the ground at its face, at a place beside it."""
    return max(piece.base, surface_at(state.ground, x, y, piece.top - 1))


@heeds("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment", "fieldmanual.elevation")
def price_of_climb(state: State, unit: Unit, climb: Ascent) -> int:
    """Thousandths of MP for a climb, by the levels it passes; along a face on one level an MP an inch."""
    rates = climbing_rates(unit)
    assert rates is not None, "only who can climb is asked what it costs"
    below = climb if is_on_top(climb.piece, unit.x, unit.y, unit.z) else unit
    foot = foot_of(state, climb.piece, below.x, below.y)
    levels = level_of(foot, climb.piece.top, climb.z) - level_of(foot, climb.piece.top, unit.z)
    if levels:
        return levels * rates[0] if levels > 0 else -levels * rates[1]
    _, length = parts_of_climb(unit, climb)
    return length * MP // INCH


def trace_climb(state: State, order: Climb) -> Climbed | Refusal:
    """What a climb comes to, or why it cannot be made."""
    unit = state.units.get(order.figure or order.unit)
    if unit is None or unit.id not in {part.id for part in state.parts(state.units[order.unit])}:
        return Refusal("figure", "fieldmanual.combined-movement", f"{order.figure} is no base of this model.")
    pieces = {piece.id: piece for piece in state.ground.pieces}
    piece = pieces.get(order.piece)
    refusal = refuse_unmoving(state, unit) or _refuse_climber(unit, piece)
    if refusal is not None or piece is None:
        return refusal or Refusal("face", ARMS, "There is no such cliff.")
    return _trace(state, unit, Ascent(piece, order.x, order.y, order.z))


@heeds("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment", "fieldmanual.elevation")
def _refuse_climber(unit: Unit, piece: Piece | None) -> Refusal | None:
    """Why a model climbs nothing now: no arms for it, not at Combat Speed, or no cliff."""
    if climbing_rates(unit) is None:
        message = f"The {unit.name} has neither Arms nor Climbing Equipment: it cannot climb."
        return Refusal("climber", ARMS, message)
    if unit.band != COMBAT:
        return Refusal(
            "speed", ARMS, f"The {unit.name} climbs at its slowest Combat Speed: it must be at Combat Speed."
        )
    if piece is None or is_building(piece) or piece.top - piece.base < CLIFF:
        return Refusal("face", ARMS, "Only cliffs are climbed: sheer sides of at least 1.5 in.")
    return None


def _trace(state: State, unit: Unit, climb: Ascent) -> Climbed | Refusal:
    refusal = ruled(refuse_ends(state.ground, climber_of(unit), climb), CODES)
    if refusal is not None:
        return refusal
    parts, length = parts_of_climb(unit, climb)
    mover = Mover(unit, unit.card.radius)
    refusal = ruled(refuse_parts(state.ground, mover, climb, parts, obstacles(state, unit)), CODES)
    if refusal is not None:
        return refusal
    now = state.activation
    assert now is not None, "only the active model climbs"
    price, spent = price_of_climb(state, unit, climb), now.spent.get(unit.id, 0)
    if spent + price > slowest(unit):
        needs, has = inches_text(spent + price), inches_text(slowest(unit))
        message = f"The {unit.name} climbs at its slowest Combat Speed, {has} MP; this needs {needs}."
        return Refusal("movement", ARMS, message, {"needs": spent + price, "has": slowest(unit)})
    hangs = hangs_at(state.ground, climb)
    return Climbed(
        unit.id, climb.piece.id, climb.x, climb.y, climb.z, spent + price, now.gone.get(unit.id, 0) + length, hangs,
        newly_engaged(state, unit),
    )  # fmt: skip


@heeds("fieldmanual.perk-arms", "fieldmanual.free-strikes")
def resolve_climb(ctx: Ctx[State], order: Climb) -> Script[None]:
    """Climb, and let whoever was left behind strike."""
    found = trace_climb(ctx.state, order)
    assert not isinstance(found, Refusal), f"this was not checked: {found}"
    ctx.emit(found)
    release(ctx)
    yield from leave_melee(ctx, found.unit)


def pointed_climb(state: State, order: Climb, x: int, y: int) -> Climb:
    """A climb to the place on a cliff that is nearest to a spot."""
    unit = state.units[order.figure or order.unit]
    piece = state.ground.piece(order.piece)
    found = climb_towards(climber_of(unit), piece, x, y, 6 * INCH)
    return Climb(order.unit, order.piece, found.x, found.y, found.z, order.figure)


def legal_climbs(state: State, unit: Unit, whole: str) -> Iterator[tuple[str, Climb]]:
    """Ready climbs at the cliffs near a figure: up to the top or a level at a time, down, over the edge."""
    climber, figure = climber_of(unit), unit.id if unit.id != whole else ""
    for piece in faces_near(state.ground, climber):
        for label, (x, y, z) in _ends(state, unit, climber, piece):
            order = Climb(whole, piece.id, x, y, z, figure)
            if not isinstance(trace_climb(state, order), Refusal):
                yield label, order


def _ends(state: State, unit: Unit, climber: Climber, piece: Piece) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Where a climb at a piece may end: on top, or so many levels up or down its face."""
    if is_on_top(piece, unit.x, unit.y, unit.z):
        x, y = beside(climber, piece, unit.x, unit.y)
    else:
        x, y = unit.x, unit.y
        yield f"Climb onto the {piece.name}", (*upon(climber, piece, x, y), piece.top)
    foot = foot_of(state, piece, x, y)
    for z in range(foot, piece.top, INCH):
        if z != unit.z and piece.top - z >= INCH // 2:
            way = "up" if z > unit.z else "down"
            yield f"Climb {way} the {piece.name} to {inches_text(z)} in", (x, y, z)


# --- Jump Jets: once in an activation straight ahead and up, over what is low enough; the Speed Band goes up by one

RULE = "fieldmanual.perk-jump-jets"
RAISED = {STATIONARY: COMBAT, COMBAT: TOP, TOP: TOP}
CODES_JUMPING = dict.fromkeys(("table", "terrain", "headroom", "overlap"), RULE)


def power_of(unit: Unit) -> int:
    """How far a model's Jump Jets carry it, forward and up together."""
    return INCH * unit.perk("Jump Jets")


def trace_jump(state: State, order: Jump) -> Jumped | Refusal:
    """What a jump comes to, or why it cannot be made."""
    unit = state.units.get(order.figure or order.unit)
    if unit is None or unit.id not in {part.id for part in state.parts(state.units[order.unit])}:
        return Refusal("figure", "fieldmanual.combined-movement", f"{order.figure} is no base of this model.")
    refusal = refuse_unmoving(state, unit) or refuse_hanging(unit) or _refuse_jumper(state, unit, order.length)
    return refusal or _trace_jumping(state, unit, order.length)


@rule("fieldmanual.perk-jump-jets")
def _refuse_jumper(state: State, unit: Unit, length: int) -> Refusal | None:
    """Why a model does not jump: no jets, a second time, in Reverse, or no Action for the Top Speed it would have."""
    now = state.activation
    if not power_of(unit):
        return Refusal("jets", RULE, f"The {unit.name} has no working Jump Jets.")
    if now is not None and jumped_by(now, unit.id) is not None:
        return Refusal("jumped", RULE, f"The {unit.name} has jumped in this activation.")
    if unit.band == REVERSE:
        return Refusal("reverse", RULE, f"The {unit.name} jumps forward: not in Reverse.")
    if not 0 < length <= power_of(unit):
        message = f"The Jump Jets of the {unit.name} carry it up to {inches_text(power_of(unit))} in forward."
        return Refusal("movement", RULE, message, {"needs": length, "has": power_of(unit)})
    return refuse_top(unit) if unit.band == COMBAT else None


def _trace_jumping(state: State, unit: Unit, length: int) -> Jumped | Refusal:
    x, y = advance(unit.x, unit.y, unit.facing, length)
    high = unit.clone()
    high.z = unit.z + power_of(unit)
    landing = ruled(touchdown(state.ground, high, x, y), CODES_JUMPING)
    if isinstance(landing, Refusal):
        return landing
    other = overlapped(landing, obstacles(state, unit))
    if other is not None:
        return Refusal("overlap", RULE, f"The {unit.name} would land on the {other.name}.", {"unit": other.id})
    up = rise_of(state, unit, Stride(unit.x, unit.y, x, y, length), landing)
    if length + up > power_of(unit):
        needs, has = inches_text(length + up), inches_text(power_of(unit))
        message = f"The {unit.name} jumps {has} in, forward and up together; over what lies there it needs {needs}."
        return Refusal("movement", RULE, message, {"needs": length + up, "has": power_of(unit), "up": up})
    price, type_, piece = dearest(ground_under(state, landing), unit, unit.mode)
    if price == CLOSED and piece is not None:
        message = f"The {piece.name} ({type_}) is impassable to the {unit.name}: it cannot land there."
        return Refusal("impassable", RULES[type_], message, {"piece": piece.id})
    band = RAISED[unit.band]
    return Jumped(unit.id, x, y, landing.z, length, band, band == TOP != unit.band, newly_engaged(state, unit))


def ground_under(state: State, body: Body) -> list[Piece]:
    """The pieces that the middle of a base is in or on."""
    return [piece for piece in state.ground.pieces_at(body.x, body.y) if is_met(piece, body.z)]


@heeds("fieldmanual.perk-jump-jets")
def rise_of(state: State, unit: Unit, stride: Stride, landing: Body) -> int:
    """How far up a jump must go: over solids and models on the way, and onto what it lands on."""
    radius, top = unit.card.radius, max(unit.z, landing.z)
    low = min(stride.x0, stride.x1) - radius, min(stride.y0, stride.y1) - radius
    for piece in state.ground.pieces_near(*low, max(stride.x0, stride.x1) + radius, max(stride.y0, stride.y1) + radius):
        if is_solid(piece) and sweeps_outline(stride, radius, piece.outline):
            top = max(top, piece.top)
    for other in obstacles(state, unit):
        if sweeps_body(stride, radius, other.body):
            top = max(top, other.body.top)
    return top - unit.z


@heeds("fieldmanual.perk-jump-jets", "fieldmanual.terrain-difficult-dangerous", "fieldmanual.free-strikes")
def resolve_jump(ctx: Ctx[State], order: Jump) -> Script[None]:
    """Jump in one go; where it lands in Difficult or Dangerous ground it tests."""
    found = trace_jump(ctx.state, order)
    assert not isinstance(found, Refusal), f"this was not checked: {found}"
    before = touched(ctx.state, ctx.state.units[found.unit])
    ctx.emit(found)
    release(ctx)
    unit = ctx.state.units[found.unit]
    for piece in ground_under(ctx.state, unit.body):
        if threshold_of(piece):
            if not (yield from resolve_danger(ctx, found.unit, piece.id, threshold_of(piece))):
                break
            note_test(ctx, found.unit, piece.id)
    yield from leave_melee(ctx, found.unit)
    yield from resolve_contact(ctx, found.unit, before)


# --- The least a model must move at Combat and Top Speed, and what happens to who cannot stop

WORTH = INCH // 20
"""The least way that counts as going on: what is nearer than that is in contact."""
PAST = 4 * INCH
"""Far enough to get past another model."""
ROUND, STEP = 24, 100
STRUCK = ("cliff", "structure", "impassable", "water")
"""What bars a way and is run into."""
SHORE = "water's edge"


@heeds("fieldmanual.speed-combat", "fieldmanual.speed-top", "fieldmanual.combined-movement")
def refuse_end(state: State, unit: Unit) -> Refusal | None:
    """Why a model cannot end its activation yet: an obliged part of its movement is left, and it can be gone."""
    for figure in state.bases(unit):
        owes = still_obliged(state, figure)
        if owes and onward(state, figure) is not None:
            rule_id = "fieldmanual.speed-top" if figure.band == TOP else "fieldmanual.speed-combat"
            what = f"spend {inches_text(owes)} more MP" if figure.band == TOP else f"move {inches_text(owes)} in more"
            message = f"At its speed the {figure.name} must {what}: move on, or decelerate."
            return Refusal("obliged", rule_id, message, {"owes": owes, "figure": figure.id})
    return None


@heeds("fieldmanual.speed-combat", "fieldmanual.speed-top")
def onward(state: State, figure: Unit) -> Move | None:
    """A legal move by which a figure goes on with what it must: straight ahead if it can, else as it may turn."""
    key = ("onward", figure.id)
    if key not in state.notes:
        state.notes[key] = next(_onward(state, figure), None)
    found: Move | None = state.notes[key]
    return found


def _onward(state: State, figure: Unit) -> Iterator[Move]:
    """Moves of at least a bit of an inch, in the directions a figure could take."""
    if refuse_unmoving(state, figure) or refuse_hanging(figure):
        return
    for angle in _angles(state, figure):
        owes = still_obliged(state, figure)
        for length in (owes, 2 * owes, INCH, WORTH, PAST):
            way = -length if figure.band == REVERSE else length
            order = Move(_whole(state, figure), ((angle, way),), figure.id if figure.team else "")
            if length >= WORTH and not isinstance(judge(state, order), Refusal):
                yield order
                break


def _whole(state: State, figure: Unit) -> str:
    """The model that a figure belongs to, as it is being activated."""
    return state.activation.unit if state.activation is not None else figure.id


def _angles(state: State, figure: Unit) -> Iterator[int]:
    """Turns it could make now, the straight way first."""
    yield 0
    now = state.activation
    if moves_freely(figure):
        yield from (FULL_TURN * ray // ROUND - HALF_TURN for ray in range(ROUND))
    elif now is not None:
        left = turns_left(figure, now.straight.get(figure.id, 0), 0)
        for angle in range(STEP, TURN * min(left, 3) + 1, STEP):
            yield from (angle, -angle)


@heeds("fieldmanual.move-through", "fieldmanual.unintentional-impact", "fieldmanual.cliff-edge")
def resolve_least(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """Before an activation ends: who must go on and cannot is driven straight into what is in its way."""
    for figure_id in [figure.id for figure in ctx.state.bases(ctx.state.units[unit_id])]:
        figure = ctx.state.units[figure_id]
        found, heading = in_its_way(ctx.state, figure), heading_of(figure)
        if found is not None:
            yield from _run_into(ctx, figure_id, figure.facing if heading is None else heading, found)


@heeds("fieldmanual.move-through", "fieldmanual.unintentional-impact")
def in_its_way(state: State, figure: Unit) -> Refusal | None:
    """What bars the way of a figure that must go on and cannot; None where it need not, or can."""
    now = state.activation
    if now is None or not still_obliged(state, figure):
        return None
    if refuse_unmoving(state, figure) or refuse_hanging(figure) or onward(state, figure) is not None:
        return None
    found = Course(state, figure, now).advance(figure.facing, -WORTH if figure.band == REVERSE else WORTH)
    return found if isinstance(found, Refusal) else None


@heeds("fieldmanual.unintentional-impact", "fieldmanual.cliff-edge", "fieldmanual.terrain-deep-water")
def what_ending_does(state: State, unit: Unit) -> str:
    """What happens to a model that ends its activation now, because it must go on and cannot; empty for nothing."""
    for figure in state.bases(unit):
        found = in_its_way(state, figure)
        words = "" if found is None else _fate(state, figure, found)
        if words:
            return words
    return ""


def _fate(state: State, figure: Unit, found: Refusal) -> str:
    """What `_run_into` comes to, in words."""
    piece = str(found.facts.get("piece", ""))
    if found.code == "impassable" and _is_in(state, figure.id, piece):
        return ""
    if found.code == "edge":
        return "goes over the cliff unless it tests well"
    if found.code == "overlap":
        return f"runs into the {state.units[str(found.facts['unit'])].name}"
    if found.code == "impassable" and found.facts["type"] == DEEP:
        return "sinks in deep water"
    if found.code not in STRUCK:
        return ""
    names = {each.id: each.name for each in state.ground.pieces}
    return f"runs into the {names.get(piece, SHORE)}"


@heeds("fieldmanual.terrain-deep-water", "fieldmanual.unintentional-impact", "fieldmanual.cliff-edge")
def _run_into(ctx: Ctx[State], figure_id: str, heading: int, found: Refusal) -> Script[None]:
    """A model, a cliff or closed ground; over an edge; into deep water, which destroys. The table's edge just stops.

    Who is in closed ground already is stuck, and strikes nothing.
    """
    if found.code == "impassable" and _is_in(ctx.state, figure_id, str(found.facts["piece"])):
        ctx.emit(Halted(figure_id))
    elif found.code == "edge":
        yield from resolve_edge(ctx, figure_id, heading)
    elif found.code == "overlap":
        ctx.emit(Halted(figure_id))
        yield from resolve_collision(ctx, figure_id, str(found.facts["unit"]))
    elif found.code == "impassable" and found.facts["type"] == DEEP:
        ctx.emit(Halted(figure_id))
        yield from destroy(ctx, figure_id, "deep water")
    elif found.code in STRUCK:
        ctx.emit(Halted(figure_id))
        piece = found.facts.get("piece")
        names = {each.id: each.name for each in ctx.state.ground.pieces}
        yield from resolve_terrain_impact(ctx, figure_id, heading, names.get(str(piece), f"the {SHORE}"))


def _is_in(state: State, figure_id: str, piece: str) -> bool:
    """Whether the middle of a base is in a piece, not at its border."""
    figure = state.units[figure_id]
    outline = next((each.outline for each in state.ground.pieces if each.id == piece), None)
    return outline is not None and footprint_overlaps(Body(figure.x, figure.y), outline)
