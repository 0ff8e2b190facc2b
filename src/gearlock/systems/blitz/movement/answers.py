"""6: the ways the active model may move."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Facing, Option, Path, Pick, Place
from gearlock.mechanics.going.climbing import faces_near
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.climbing import can_climb, climber, legal_climbs
from gearlock.systems.blitz.movement.danger import refuse_freeing
from gearlock.systems.blitz.movement.events import JUMPED
from gearlock.systems.blitz.movement.gaits import buys_turns, gaits_of, poised
from gearlock.systems.blitz.movement.mines import minefields
from gearlock.systems.blitz.movement.movement import CAUTIOUS, budget_left, keeps_down, refuse_move, refuse_new_move
from gearlock.systems.blitz.movement.moves_made import refuse_turn
from gearlock.systems.blitz.movement.orders import Climb, ComeFree, EndMove, ExtraTurn, Jump, Move
from gearlock.systems.blitz.movement.stretch import name_of
from gearlock.systems.blitz.movement.terrain import going_of
from gearlock.systems.blitz.state import BRACED, COMBAT, HANGING, Activation, State, Unit
from gearlock.table.measure import INCH, RIGHT_ANGLE


def offer_moves(state: State, ask: Ask) -> Iterator[Option]:
    """Everything the active model could do with its moves."""
    unit, now = state.units[ask.unit], state.activation
    if now is None or now.unit != unit.id:
        return
    if refuse_freeing(state, ComeFree(unit.id)) is None:
        yield Pick("Try to come free", ComeFree(unit.id), "blitz.6.6a")
    if unit.stance == BRACED:
        return
    if now.gait:
        yield Pick("End the move", EndMove(unit.id), "blitz.6.0")
    gaits = [gait for gait in gaits_of(unit.line) if refuse_new_move(state, unit, gait) is None]
    for gait in gaits:
        if HANGING in unit.tokens:
            yield from _clinging_options(state, unit, gait)
        else:
            yield from _path_options(state, unit, now, gait)
        yield from _climb_options(state, unit, gait)
        if buys_turns(unit, gait) and refuse_turn(state, ExtraTurn(unit.id, gait, 1)) is None:
            label, template = f"Buy a turn: {name_of(gait)}", ExtraTurn(unit.id, gait)
            yield Facing(label, template, "blitz.6.1a", unit=unit.id, limit=RIGHT_ANGLE)
    power = unit.trait("Jetpack") * INCH
    if power and not now.gait and JUMPED not in now.marks and not now.stopped:
        yield Path("Powered jump", Jump(unit.id), "blitz.trait.jetpack", unit=unit.id, budget=power)


def _path_options(state: State, unit: Unit, now: Activation, gait: str) -> Iterator[Option]:
    budget, name = budget_left(state, unit, gait), name_of(gait)
    yield Path(f"Move: {name}", Move(unit.id, gait, last=True), "blitz.6.0", unit=unit.id, budget=budget)
    if unit.actions:
        label = f"Move part of the way: {name}"
        yield Path(label, Move(unit.id, gait), "blitz.3.4a", unit=unit.id, budget=budget)
    if unit.z:
        label = f"Move and drop over the edge: {name}"
        yield Path(label, Move(unit.id, gait, drop=True), "blitz.13.1", unit=unit.id, budget=budget)
    wary = keeps_down(unit) or minefields(state) or _is_near_danger(state, unit, gait)
    if unit.stance == COMBAT and not now.gait and wary:
        label = f"Move cautiously: {name}"
        yield Path(label, Move(unit.id, gait, cautious=True), "blitz.6.6b", unit=unit.id, budget=CAUTIOUS)


def _is_near_danger(state: State, unit: Unit, gait: str) -> bool:
    reach = CAUTIOUS + unit.line.radius
    near = built(state).pieces_near(unit.x - reach, unit.y - reach, unit.x + reach, unit.y + reach)
    return any(going_of(piece, poised(unit, gait), gait).dangerous for piece in near)


def _clinging_options(state: State, unit: Unit, gait: str) -> Iterator[Option]:
    """A model on a wall may let go, or move onto the top it has reached."""
    order = Move(unit.id, gait, drop=True)
    if refuse_move(state, order) is None:
        yield Pick(f"Let go and drop: {name_of(gait)}", order, "blitz.13.1")
    if unit.z == built(state).piece(unit.place).top:
        label, budget = f"Move onto the top: {name_of(gait)}", budget_left(state, unit, gait)
        yield Path(label, Move(unit.id, gait), "blitz.6.5f", unit=unit.id, budget=budget)


def _climb_options(state: State, unit: Unit, gait: str) -> Iterator[Option]:
    """Up, over the edge and down as ready answers; along a wall as far as one points."""
    found = list(legal_climbs(state, unit, gait))
    for label, order in found:
        yield Pick(f"{label}: {name_of(gait)}", order, "blitz.6.5f")
    if found and can_climb(poised(unit, gait)):
        for piece in faces_near(built(state), climber(unit)):
            template = Climb(unit.id, gait, piece.id)
            label = f"Climb along the {piece.name}: {name_of(gait)}"
            yield Place(label, template, "blitz.6.5f", unit=unit.id, zone="reach")
