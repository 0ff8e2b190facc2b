"""A briefing on the table, as a seat may see it: orders, zones, what counts and how it stands."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Shape
from gearlock.systems.hex100.contacts import place_name
from gearlock.systems.hex100.objectives.objectives import describe, times_met
from gearlock.systems.hex100.objectives.secrecy import hidden_zones
from gearlock.systems.hex100.plan import Objective
from gearlock.systems.hex100.state import SEATS, State
from gearlock.table.hexes import to_offset


def briefing_zones(state: State, seat: str | None) -> tuple[Shape, ...]:
    """The zones of the map, without those that only the other side's orders speak of in secret."""
    zones = state.scene.ground.zones
    hidden = hidden_zones(state, seat)
    shown = (name for name in sorted(zones) if name not in hidden)
    return tuple(Shape(name, "zone", name, hexes=tuple(sorted(zones[name]))) for name in shown)


def objective_markers(state: State, seat: str | None) -> Iterator[Shape]:
    """The hexes of the objectives a seat knows of; zones are drawn as such."""
    for _, objective in state.scene.plan.shown_to(seat):
        if not objective.zone:
            label = objective.name or "objective"
            for q, r in objective.hexes:
                yield Shape(f"objective-{q}-{r}", "objective", label, hexes=((q, r),))


def briefing_notes(state: State, seat: str | None) -> tuple[str, ...]:
    """Before the first turn what the briefing says, and at all times what counts and how it stands."""
    standing = [_standing(state, number, objective) for number, objective in state.scene.plan.shown_to(seat)]
    return (*(_orders(state, seat) if state.turn == 0 else ()), *standing)


def _orders(state: State, seat: str | None) -> Iterator[str]:
    plan = state.scene.plan
    if plan.about:
        yield f"{plan.title}. {plan.about} {plan.goal}".strip()
    for side in SEATS:
        orders = plan.sides[side]
        if orders.orders and (seat in (None, side) or not orders.secret):
            role = f", {orders.role}" if orders.role else ""
            yield f"Orders of {side}{role}: {orders.orders}"


def _standing(state: State, number: int, objective: Objective) -> str:
    """An objective with what it brings and how often each side has met it."""
    each = "the cost of each" if not objective.points else f"{objective.points} point{'s' * (objective.points != 1)}"
    wins = ""
    if objective.wins:
        wins = ", wins at once" if objective.count == 1 else f", {objective.count} of them win at once"
    whose = objective.seat or "both"
    met = ", ".join(f"{seat} {times_met(state, number, seat)}" for seat in SEATS if objective.seat in ("", seat))
    secret = ", secret" if objective.secret else ""
    return f"{whose}{secret}: {describe(state, objective)} ({each}{wins}){_where(objective)}; so far {met}"


def _where(objective: Objective) -> str:
    """Where on the map it is: hexes one by one, a zone by its columns and rows."""
    if not objective.zone:
        return "".join(f", {place_name(q, r)}" for q, r in objective.hexes)
    columns, rows = zip(*map(to_offset, objective.hexes), strict=True)
    return f", {_span('column', columns)}, {_span('row', rows)}"


def _span(word: str, numbers: tuple[int, ...]) -> str:
    first, last = min(numbers), max(numbers)
    return f"{word} {first}" if first == last else f"{word}s {first} to {last}"
