"""2: the ways the Active model may move: on foot and wheels, up and down faces, on Jetpack and Thrusters."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Amount, Ask, Facing, Option, Path, Pick, Place
from gearlock.kernel.orders import Refusal
from gearlock.mechanics.going.climbing import faces_near
from gearlock.systems.brigands.movement.climbing import CLIMBING, can_climb, climber, climbing_gait, legal_climbs
from gearlock.systems.brigands.movement.events import Moved
from gearlock.systems.brigands.movement.floors import building_of, floor_of, trace_floors
from gearlock.systems.brigands.movement.movement import GAITS, budget_left, refuse_move
from gearlock.systems.brigands.movement.orders import ChangeFloor, Climb, EndMove, Jump, Move, Slide, Turn
from gearlock.systems.brigands.state import BRACED, Activation, State, Unit
from gearlock.table.measure import INCH, RIGHT_ANGLE


def offer_moves(state: State, ask: Ask) -> Iterator[Option]:
    """Everything the Active model could do with its Moves, or the one Turn of a Braced model."""
    unit, now = state.units[ask.unit], state.activation
    if now is None or unit.carrier or unit.core:
        return
    if unit.posture == BRACED:
        if not now.turns:
            yield Facing("Turn", Turn(unit.id), "brigands.2.1-braced", unit=unit.id, limit=RIGHT_ANGLE)
        return
    if now.gait:
        yield Pick("End the Move", EndMove(unit.id), "brigands.2.2")
    gaits = (now.gait,) if now.gait else tuple(unit.line.move) if now.moves else ()
    gaits = tuple(gait for gait in gaits if gait in unit.line.move)
    if unit.hanging:
        yield from _clinging_options(state, unit, gaits)
    else:
        yield from _path_options(state, unit, gaits)
    yield from _climb_options(state, unit, now)
    yield from _flight_options(unit, now)
    if unit.line.type == "Infantry":
        yield from _floor_options(state, unit, gaits)


def _path_options(state: State, unit: Unit, gaits: tuple[str, ...]) -> Iterator[Option]:
    for gait in gaits:
        budget = budget_left(state, unit, gait)
        yield Path(f"Move: {GAITS[gait]}", Move(unit.id, gait), "brigands.2.3", unit=unit.id, budget=budget)
        if unit.readiness or state.aboard(unit.id):
            label = f"Move part of the way: {GAITS[gait]}"
            template = Move(unit.id, gait, last=False)
            yield Path(label, template, "brigands.1.7a", unit=unit.id, budget=budget)
        if unit.z and not unit.airborne:
            label = f"Move and drop over the edge: {GAITS[gait]}"
            template = Move(unit.id, gait, drop=True)
            yield Path(label, template, "brigands.2.5", unit=unit.id, budget=budget)


def _clinging_options(state: State, unit: Unit, gaits: tuple[str, ...]) -> Iterator[Option]:
    """A model on a face may let go, or walk onto the top it has reached."""
    for gait in gaits[:1]:
        order = Move(unit.id, gait, drop=True)
        if refuse_move(state, order) is None:
            yield Pick("Let go and drop", order, "brigands.2.5")
    if "W" in gaits and unit.z == state.ground.piece(unit.hanging).top:
        budget = budget_left(state, unit, "W")
        yield Path("Walk onto the top", Move(unit.id, "W"), "brigands.2.4", unit=unit.id, budget=budget)


def _floor_options(state: State, unit: Unit, gaits: tuple[str, ...]) -> Iterator[Option]:
    """A floor up or down, or between the top floor and the roof."""
    piece = building_of(state.ground, unit)
    if piece is None:
        return
    here = floor_of(piece, unit)
    for gait in gaits[:1]:
        for label, floor in (("Go up a floor", here + 1), ("Go down a floor", here - 1)):
            order = ChangeFloor(unit.id, gait, floor)
            if isinstance(trace_floors(state, order), Moved):
                yield Pick(f"{label} in the {piece.name}", order, "brigands.3.2b")


def _climb_options(state: State, unit: Unit, now: Activation) -> Iterator[Option]:
    """Straight up, over the edge and down as ready answers; along a face as far as one points."""
    if not (now.moves or now.gait in ("W", CLIMBING)):
        return
    for label, order in legal_climbs(state, unit):
        yield Pick(label, order, "brigands.2.4")
    gait = climbing_gait(unit)
    if can_climb(unit) and now.gait in ("", gait):
        for piece in faces_near(state.ground, climber(unit)):
            template = Climb(unit.id, piece.id, gait=gait, last=gait != "W")
            yield Place(f"Climb along the {piece.name}", template, "brigands.2.4", unit=unit.id, zone="reach")


def _flight_options(unit: Unit, now: Activation) -> Iterator[Option]:
    power, shift = unit.trait("Jetpack") * INCH, unit.trait("Thrusters") * INCH
    if power and now.moves and not now.gait:
        yield Path("Jetpack Move", Jump(unit.id), "brigands.2.7a", unit=unit.id, budget=power)
    if shift and "H" in unit.line.move and not now.slid and (now.gait == "H" or (now.moves and not now.gait)):
        yield Amount("Shift sideways", Slide(unit.id), "brigands.2.7b", low=-shift, high=shift)


def refuse_end_move(state: State, ask: Ask, _order: EndMove) -> Refusal | None:
    """Only a Move that an Action interrupted is ended by itself."""
    now = state.activation
    if now is not None and now.gait:
        return None
    return Refusal("no-move", "brigands.2.2", f"{state.units[ask.unit].name} is in the middle of no Move.")
