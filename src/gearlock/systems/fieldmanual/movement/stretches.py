"""What lies along a straight piece of a way: terrain under the middle of a base, levels, dangers, wrecks."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.going import stretches
from gearlock.mechanics.going.stretches import Under, is_met, spans_of_disc
from gearlock.mechanics.ground.forms import is_road
from gearlock.systems.fieldmanual.movement.terrain import VERY_ROUGH, WRECK, threshold_of
from gearlock.systems.fieldmanual.state import DEAD, State, Unit
from gearlock.table.path import Stride
from gearlock.table.terrain import Piece

__all__ = ["Under", "dangers", "is_met", "level_edge", "passed_over", "spans_of_disc", "wrecks"]


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
