"""A briefing on the table, as a seat may see it: orders, zones, what counts and how it stands."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Goal, Shape
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
    standing = dict.fromkeys(goal.line for goal in briefing_goals(state, seat))
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


def briefing_goals(state: State, seat: str | None) -> tuple[Goal, ...]:
    """The objectives a seat knows of; what counts for both sides stands once for each."""
    return tuple(
        _goal(state, number, objective, side)
        for number, objective in state.scene.plan.shown_to(seat)
        for side in SEATS
        if objective.seat in ("", side)
    )


def _goal(state: State, number: int, objective: Objective, side: str) -> Goal:
    """How often a side has met an objective, of how often it can or has to; machines to come are nobody's business."""
    full = objective.count if objective.wins else 0
    if not full and objective.kind in ("scan", "hack", "raze"):
        full = len(objective.hexes) + len(objective.units)
    name = describe(state, objective)
    places = (objective.zone,) if objective.zone else tuple(f"objective-{q}-{r}" for q, r in objective.hexes)
    return Goal(
        name[:1].upper() + name[1:],
        side,
        times_met(state, number, side),
        full,
        _where(objective)[2:],
        _worth(objective),
        objective.secret,
        places,
        _standing(state, number, objective),
    )


def _worth(objective: Objective) -> str:
    """What it brings each time."""
    each = "the cost of each" if not objective.points else f"{objective.points} point{'s' * (objective.points != 1)}"
    wins = ""
    if objective.wins:
        wins = ", wins at once" if objective.count == 1 else f", {objective.count} of them win at once"
    return each + wins


def _standing(state: State, number: int, objective: Objective) -> str:
    """An objective with what it brings and how often each side has met it, in a line."""
    whose = objective.seat or "both"
    met = ", ".join(f"{seat} {times_met(state, number, seat)}" for seat in SEATS if objective.seat in ("", seat))
    secret = ", secret" if objective.secret else ""
    return f"{whose}{secret}: {describe(state, objective)} ({_worth(objective)}){_where(objective)}; so far {met}"


def _where(objective: Objective) -> str:
    """Where on the map it is: hexes one by one, a zone by its columns and rows."""
    if not objective.zone:
        return "".join(f", {place_name(q, r)}" for q, r in objective.hexes)
    columns, rows = zip(*map(to_offset, objective.hexes), strict=True)
    return f", {_span('column', columns)}, {_span('row', rows)}"


def _span(word: str, numbers: tuple[int, ...]) -> str:
    first, last = min(numbers), max(numbers)
    return f"{word} {first}" if first == last else f"{word}s {first} to {last}"
