"""Whether a model that is put down can stand there."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.placing import search
from gearlock.mechanics.placing.spots import Stand, stand_at
from gearlock.systems.fieldmanual.deployment.zones import zone_at
from gearlock.systems.fieldmanual.state import State, Unit

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
