"""3.9.2: line of sight: any part of the rival that the toy's head can see."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import rule
from gearlock.systems.tactical.line_of_sight.obstacles import ALL
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.toy.toys import body_of
from gearlock.table.sight import Scene, Sight
from gearlock.table.terrain import Ground, Piece

RULE = "tactical.3.9.2-los"
OPEN = ("area", "water", "road", "open")


def _class_of(piece: Piece) -> int:
    """Whether a thing hides what is behind it: all that stands there, and nothing that only lies flat."""
    return int(piece.kind not in OPEN)


@lru_cache(maxsize=32)
def _scene(ground: Ground) -> Scene:
    return Scene(ground, _class_of)


def gaze(state: State, looker: Unit, target: Unit) -> Sight:
    """What a toy sees of another from its head, noted for the position."""
    eye, body = body_of(looker), body_of(target)
    key = ("toy gaze", eye, body)
    found: Sight | None = state.notes.get(key)
    if found is None:
        found = state.notes[key] = _scene(state.ground).look(eye.x, eye.y, eye.top, body)
    return found


@rule("tactical.3.9.2-los")
def sees(state: State, looker: Unit, target: Unit) -> bool:
    """Whether any part of a rival shows past the obstacles, however far away; other toys hide nobody."""
    return gaze(state, looker, target).obscured < ALL


def refuse_hidden(state: State, looker: Unit, target: Unit) -> Refusal | None:
    """Why a toy has no line of sight."""
    if sees(state, looker, target):
        return None
    names = [state.ground.piece(screen.id).name for screen in gaze(state, looker, target).screens]
    what = f"the {names[0]}" if names else "something"
    message = f"The {looker.name} sees nothing of the {target.name} behind {what}: move to where some part of it shows."
    return Refusal("hidden", RULE, message)
