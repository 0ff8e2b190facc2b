"""2.6.2, Step Zero: deployment zones: strips along table edges, or what a scenario says."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH

DEPTH = 6
"""Inches of the table edge that a side deploys in, where the scenario says nothing."""
DROP = "drop"
Box = tuple[int, int, int, int]
FACES = {"south": 900, "north": 2700, "west": 0, "east": 1800}


@heeds("tactical.2.6.2-step0-deployment")
def strip(state: State, edge: str, depth: int) -> Box:
    """So many mils along a table edge."""
    wide, high = state.ground.width, state.ground.height
    return {
        "south": (0, 0, wide, depth), "north": (0, high - depth, wide, high),
        "west": (0, 0, depth, high), "east": (wide - depth, 0, wide, high),
    }[edge]  # fmt: skip


def boxes_of(state: State, text: str) -> list[Box]:
    """A zone in words as boxes: `south`, `south 6`, `box 1 2 10 20` in inches; several with a semicolon."""
    found: list[Box] = []
    for part in filter(None, (each.strip() for each in text.split(";"))):
        word, *rest = part.split()
        numbers = [round(float(each) * INCH) for each in rest]
        if word == "box":
            x0, y0, x1, y1 = numbers
            found.append((x0, y0, x1, y1))
        elif word == "anywhere":
            found.append((0, 0, state.ground.width, state.ground.height))
        else:
            found.append(strip(state, word, numbers[0] if numbers else DEPTH * INCH))
    return found


def zone_boxes(state: State, unit: Unit) -> list[Box]:
    """Where a unit is deployed: in the zone of its combat group if the scenario gives it one, else in its side's."""
    text = state.zones.get(f"{unit.seat}:{unit.group}") or state.zones[unit.seat]
    return boxes_of(state, text) + drop_boxes(state, unit)


@rule("tactical.7.2-airdroppable")
def drop_boxes(state: State, unit: Unit) -> list[Box]:
    """Where a scenario lets Airdroppable vehicles of a side come down besides: its zone "red:drop"."""
    text = state.zones.get(f"{unit.seat}:{DROP}", "")
    return boxes_of(state, text) if unit.card.has("Airdroppable") else []


@heeds("tactical.4.1.3-scouting")
def half_of(state: State, seat: str) -> Box:
    """A side's half of the table, by its home edge."""
    across = state.homes[seat] in ("west", "east")
    return strip(state, state.homes[seat], (state.ground.width if across else state.ground.height) // 2)


@heeds("tactical.4.1.3-scouting")
def may_hide(state: State, seat: str) -> bool:
    """Whether a side has won a total ambush."""
    return bool(state.points.get(f"hides:{seat}"))


def is_in_zone(state: State, unit: Unit, body: Body, hidden: bool = False) -> bool:
    """Whether a whole base lies in the zone; of who is hidden, in its half of the table."""
    x, y, radius = body.x, body.y, body.radius
    return any(
        x0 + radius <= x <= x1 - radius and y0 + radius <= y <= y1 - radius
        for x0, y0, x1, y1 in ([half_of(state, unit.seat)] if hidden else zone_boxes(state, unit))
    )


def faces(state: State, seat: str) -> int:
    """The facing away from a seat's home edge."""
    return FACES.get(state.homes[seat], 900)
