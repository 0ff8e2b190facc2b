"""Objectives: one table from their kinds to functions that say for what they count now, and the score."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.objectives.events import ObjectiveScored
from gearlock.systems.hex100.plan import Objective
from gearlock.systems.hex100.state import IDENTIFIED, SEATS, UNKNOWN, State, Unit, other
from gearlock.table.hexes import Hex, disc

SCAN, HACK = "scan", "hack"
Gains = Iterator[str]
"""For what an objective counts: units by id, hexes by column and row of the axes, or a round of holding."""


def _concerned(state: State, objective: Objective, seat: str) -> Iterator[Unit]:
    """The units of a side that an objective names; all its machines if it names none, and drones are none."""
    named, drones = objective.units, state.scene.drones
    units = (unit for unit in state.units.values() if unit.seat == seat)
    return (unit for unit in units if (unit.id in named if named else unit.id not in drones))


def _is_due(state: State, objective: Objective, seat: str) -> bool:
    """What counts at the end of a round counts at once when nobody is left who could prevent it."""
    if not acting_machines(state, other(seat)):
        return True
    return state.phase == "aftermath" and state.turn == (objective.until or state.scene.turns)


def acting_machines(state: State, seat: str) -> list[Unit]:
    """The machines of a side that are on the map or still to come; drones alone do not keep a side in the battle."""
    units = (unit for unit in state.units.values() if unit.seat == seat and unit.id not in state.scene.drones)
    return [unit for unit in units if not unit.destroyed and not unit.left]


def _place(hex_: Hex) -> str:
    return f"{hex_[0]},{hex_[1]}"


def _destroyed(state: State, objective: Objective, seat: str) -> Gains:
    """Drones count with what they cost, but not as machines where all machines count alike."""
    if objective.points or objective.units:
        return (unit.id for unit in _concerned(state, objective, other(seat)) if unit.destroyed)
    return (unit.id for unit in state.units.values() if unit.seat == other(seat) and unit.destroyed)


@lru_cache(maxsize=64)
def grounds_to_hold(objective: Objective) -> dict[str, frozenset[Hex]]:
    """What is held or not, each by itself: a zone, which needs no name, or every hex by its name with those around."""
    if objective.zone:
        return {"": frozenset(objective.hexes)}
    return {_place(hex_): frozenset(disc(hex_, 1)) for hex_ in objective.hexes}


def _held(state: State, objective: Objective, seat: str) -> Gains:
    """Counted in every aftermath: ground with own units and no enemy on it."""
    if state.phase != "aftermath":
        return
    standing = [unit for unit in state.units.values() if unit.standing]
    for name, ground in grounds_to_hold(objective).items():
        if {unit.seat for unit in standing if unit.hex in ground} == {seat}:
            yield f"round {state.turn}, {name}" if name else f"round {state.turn}"


def _left(state: State, objective: Objective, seat: str) -> Gains:
    return (unit.id for unit in _concerned(state, objective, seat) if unit.left == objective.zone)


def _reached(state: State, objective: Objective, seat: str) -> Gains:
    units = _concerned(state, objective, seat)
    return (unit.id for unit in units if unit.standing and unit.hex in objective.hexes)


def _protected(state: State, objective: Objective, seat: str) -> Gains:
    """Counted once, when its time has come: every unit that is not destroyed, every hex that is not razed."""
    if not _is_due(state, objective, seat):
        return
    if objective.units or not objective.hexes:
        yield from (unit.id for unit in _concerned(state, objective, seat) if not unit.destroyed)
    yield from (_place(hex_) for hex_ in objective.hexes if not _is_razed(state, hex_))


def _survived(state: State, objective: Objective, seat: str) -> Gains:
    if _is_due(state, objective, seat) and any(not unit.destroyed for unit in _concerned(state, objective, seat)):
        yield f"round {state.turn}"


def _is_razed(state: State, hex_: Hex) -> bool:
    return state.land.ground.terrain_at(hex_) != state.scene.ground.terrain_at(hex_)


def _razed(state: State, objective: Objective, seat: str) -> Gains:  # noqa: ARG001 - whoever razed it
    return (_place(hex_) for hex_ in objective.hexes if _is_razed(state, hex_))


def _scanned(state: State, objective: Objective, seat: str) -> Gains:
    """A hex by a scan from near, a unit as soon as the side knows what it is."""
    yield from _visited(state, objective, seat, SCAN)
    known = state.known[seat]
    yield from (unit for unit in objective.units if known.get(unit, UNKNOWN) >= IDENTIFIED)


def _hacked(state: State, objective: Objective, seat: str) -> Gains:
    """A hex by hacking what stands there, a unit when it is hacked."""
    yield from _visited(state, objective, seat, HACK)
    yield from (unit for unit in objective.units if state.units[unit].hacked)


def _visited(state: State, objective: Objective, seat: str, how: str) -> Gains:
    return (_place(hex_) for hex_ in objective.hexes if (*hex_, seat, how) in state.sites)


KINDS: dict[str, Callable[[State, Objective, str], Gains]] = {
    "destroy": _destroyed,
    "hold": _held,
    "exit": _left,
    "reach": _reached,
    "protect": _protected,
    "survive": _survived,
    "raze": _razed,
    SCAN: _scanned,
    HACK: _hacked,
}


@heeds("hex100.victory", "hex100.briefing")
def score(ctx: Ctx[State]) -> None:
    """Let everything count that objectives say counts now and has not counted before."""
    state = ctx.state
    already = {entry[:3] for entry in state.scored}
    for number, objective in enumerate(state.scene.plan.objectives):
        for seat in (objective.seat,) if objective.seat else SEATS:
            for item in list(KINDS[objective.kind](state, objective, seat)):
                if (number, item, seat) not in already:
                    points = objective.points or state.machine(item).cost
                    ctx.emit(ObjectiveScored(number, item, seat, points))


def score_for(state: State, seat: str | None) -> dict[str, int]:
    """The score as a seat knows it: what secret objectives brought the other side shows when the battle is over."""
    known = None if state.phase == "over" else seat
    shown = {number for number, _ in state.scene.plan.shown_to(known)}
    return {
        side: sum(points for number, _, scorer, points in state.scored if scorer == side and number in shown)
        for side in SEATS
    }


def times_met(state: State, number: int, seat: str) -> int:
    """How often an objective has counted for a side."""
    return sum(entry[0] == number and entry[2] == seat for entry in state.scored)


_WORDS = {
    "destroy": "destroy {}",
    "hold": "hold {}",
    "exit": "leave the map by {}",
    "reach": "reach {}",
    "protect": "keep {} from being destroyed",
    "survive": "hold out with {}",
    "raze": "raze {}",
    SCAN: "scan {}",
    HACK: "hack {}",
}


def describe(state: State, objective: Objective) -> str:
    """An objective in words."""
    machines = " and ".join(f"the {state.machine(unit).name}" for unit in objective.units)
    plain = {"destroy": "enemy machines", "protect": "your machines", "survive": "a machine", "exit": objective.zone}
    name = (
        objective.name
        or machines
        or plain.get(objective.kind)
        or objective.zone
        or f"the objective{'s' * (len(objective.hexes) > 1)}"
    )
    until = f" until round {objective.until}" if objective.until else ""
    return _WORDS[objective.kind].format(name) + until
