"""6.1: turning: up to 90 degrees at a time, as often and when the movement type allows."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.movement.gaits import GAITS, UNLIMITED, buys_turns, poised, turns_freely, turns_of
from gearlock.systems.blitz.movement.orders import ExtraTurn
from gearlock.systems.blitz.movement.stretch import Stretch, name_of
from gearlock.systems.blitz.paying import refuse_idle
from gearlock.systems.blitz.state import Activation, State, Unit
from gearlock.table.measure import RIGHT_ANGLE
from gearlock.table.path import Path, walk


class Turns(NamedTuple):
    """The turns of a stretch: the movement type's own, the free one of urban models, and whether one ends the move."""

    own: int = 0
    free: int = 0
    closes: bool = False


@rule("blitz.6.1")
def refuse_angle(angle: int) -> Refusal | None:
    """A turn is a rotation of at most 90 degrees."""
    if abs(angle) <= RIGHT_ANGLE:
        return None
    message = "One turn is at most 90 degrees: make two of them, if the movement type has two."
    return Refusal("turn", "blitz.6.1", message, {"angle": angle})


@heeds("blitz.6.3-table", "blitz.6.1", "blitz.6.3d", "blitz.6.3e", "blitz.trait.urban", "blitz.6.6b")
def count_turns(state: State, unit: Unit, now: Activation, stretch: Stretch, legs: Path, last: bool) -> Turns | Refusal:
    """Which turns a path makes, or why one comes at the wrong time or once too often.

    A turn that keeps to the timing is the movement type's own; any other one takes the free turn of an urban model.
    """
    gait, found = stretch.gait, Turns()
    moved = now.advanced > 0
    for number, (angle, length) in enumerate(legs):
        ends = not any(step for _, step in legs[number:])
        if angle:
            own = now.turns + found.own < most_turns(unit, gait, stretch) and _is_timely(unit, stretch, moved, ends)
            spare = not now.free and not found.free and _is_urban(state, unit, gait, legs[:number])
            closing = (not turns_freely(unit, gait) and moved) or not GAITS[gait].first
            if spare and (not own or (ends and closing and not last)):
                found = found._replace(free=1)
            elif own:
                found = found._replace(
                    own=found.own + 1, closes=found.closes or (_closes(unit, stretch, moved) and ends)
                )
            else:
                return _refuse_turn(unit, gait, now.turns + found.own < turns_of(unit, gait))
        moved = moved or length != 0
    return found


@heeds("blitz.6.6b", "blitz.trait.lumbering")
def most_turns(unit: Unit, gait: str, stretch: Stretch) -> int:
    """Turns of this move but for bought and free ones; a cautious move has one, whoever makes it."""
    return 1 if stretch.cautious else turns_of(unit, gait)


def _is_timely(unit: Unit, stretch: Stretch, moved: bool, ends: bool) -> bool:
    """Whether this is the time to turn: any for who turns freely, else first or last thing, as the type has it."""
    if turns_freely(unit, stretch.gait) or stretch.cautious:
        return True
    return ends or (not moved and GAITS[stretch.gait].first)


def _closes(unit: Unit, stretch: Stretch, moved: bool) -> bool:
    """Whether a turn made here can only be the last thing of the move."""
    if turns_freely(unit, stretch.gait) or stretch.cautious:
        return False
    return moved or not GAITS[stretch.gait].first


def _refuse_turn(unit: Unit, gait: str, has_one: bool) -> Refusal:
    when = "at the beginning or the end" if GAITS[gait].first else "at the end"
    bought = " Spend an action for one more." if buys_turns(unit, gait) else ""
    if has_one:
        message = f"On {name_of(gait)} movement the {unit.name} turns {when} of a move, not in the middle.{bought}"
        return Refusal("turns", "blitz.6.3-table", message)
    most = turns_of(unit, gait)
    rule_id = "blitz.trait.lumbering" if poised(unit, gait).has("Lumbering") else "blitz.6.3-table"
    message = f"A {name_of(gait)} move of the {unit.name} has {most} turn.{bought}"
    return Refusal("turns", rule_id, message, {"most": most})


@rule("blitz.trait.urban")
def _is_urban(state: State, unit: Unit, gait: str, legs: Path) -> bool:
    """Whether the model may turn once more where these legs lead: it is urban friendly, in the open or on a road."""
    if not unit.has("Urban") or turns_of(unit, gait) == UNLIMITED:
        return False
    spot, there = walk(unit.x, unit.y, unit.facing, legs), unit.clone()
    there.x, there.y = spot.x, spot.y
    assert state.activation is not None, "only the active model turns"
    ground = Stretch(state, there, gait, walk(spot.x, spot.y, spot.facing, ()), state.activation)
    return ground.on_road or ground.is_open


@rule("blitz.6.1a")
@heeds("blitz.trait.lumbering", "blitz.3.4a", "blitz.6.1")
def refuse_extra_turn(state: State, order: ExtraTurn) -> Refusal | None:
    """Why a model cannot buy a turn: its movement type needs none, it is Lumbering, or it has no action."""
    unit, gait = state.units[order.unit], order.gait
    if not buys_turns(unit, gait):
        lumbers = poised(unit, gait).has("Lumbering")
        message = f"The {unit.name} cannot buy a turn: " + (
            "it is Lumbering." if lumbers else f"on {name_of(gait)} movement it turns without."
        )
        return Refusal("turns", "blitz.trait.lumbering" if lumbers else "blitz.6.1a", message)
    if idle := refuse_idle(unit, "blitz.6.1a"):
        return idle
    if not order.angle:
        return Refusal("turn", "blitz.6.1", "A turn turns: say by how much.")
    return refuse_angle(order.angle)
