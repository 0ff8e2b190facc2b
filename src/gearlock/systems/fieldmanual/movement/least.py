"""The least a model must move at Combat and Top Speed, and what happens to who cannot stop."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.damage.harm import destroy
from gearlock.systems.fieldmanual.impacts.collisions import resolve_collision, resolve_terrain_impact
from gearlock.systems.fieldmanual.impacts.rams import heading_of
from gearlock.systems.fieldmanual.movement.course import Course
from gearlock.systems.fieldmanual.movement.danger import resolve_edge
from gearlock.systems.fieldmanual.movement.events import Halted
from gearlock.systems.fieldmanual.movement.moving import judge
from gearlock.systems.fieldmanual.movement.orders import Move
from gearlock.systems.fieldmanual.movement.reach import refuse_hanging, refuse_unmoving, still_obliged
from gearlock.systems.fieldmanual.movement.terrain import DEEP
from gearlock.systems.fieldmanual.movement.turning import TURN, moves_freely, turns_left
from gearlock.systems.fieldmanual.state import REVERSE, TOP, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, inches_text

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
