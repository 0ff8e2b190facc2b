"""18.3b in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.destructible_terrain import events as e
from gearlock.systems.blitz.dice_tests.words import faces_text, skill_text
from gearlock.systems.blitz.state import State


def bombarded(state: State, event: e.Bombarded, _seat: str | None) -> Line:
    text = f"{state.units[event.unit].name} fires the {event.weapon} at the {state.ground.piece(event.piece).name}."
    return Line(text, (event.unit,), "blitz.18.3b")


def rolled(state: State, event: e.BombardmentRolled, _seat: str | None) -> Line:
    ours = f"{state.units[event.unit].name} {faces_text(event.faces)} at {skill_text(event.skill)} = {event.total}"
    text = f"{ours}; {state.ground.piece(event.piece).name} {faces_text(event.guard)} = {event.against}."
    return Line(text, (event.unit,), "blitz.18.3b")


def terrain_damaged(state: State, event: e.TerrainDamaged, _seat: str | None) -> Line:
    name = state.ground.piece(event.piece).name
    left = f"{event.left} left" if event.left else "and lies in ruins"
    return Line(f"The {name} takes {event.damage} damage, {left}.", (event.unit,), "blitz.18.3b")
