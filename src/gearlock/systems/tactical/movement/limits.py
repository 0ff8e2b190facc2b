"""Parts of the table by words: strips, boxes, pieces of terrain and what lies near them; and who is kept in one."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.placing.zones import MARKED, marked_box
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside
from gearlock.table.measure import INCH, inches_text
from gearlock.table.polygon import bounds, distance_to

DEPTH = 6
"""Inches of the table edge that a side deploys in, where the scenario says nothing."""
KEPT = "kept"
Box = tuple[int, int, int, int]


class Area(NamedTuple):
    """A part of the table: a box, or what of it lies on a piece of terrain, or so many mils from one at most."""

    box: Box
    piece: str = ""
    margin: int = 0


def strip(state: State, edge: str, depth: int) -> Box:
    """So many mils along a table edge."""
    wide, high = state.ground.width, state.ground.height
    return {
        "south": (0, 0, wide, depth), "north": (0, high - depth, wide, high),
        "west": (0, 0, depth, high), "east": (wide - depth, 0, wide, high),
    }[edge]  # fmt: skip


def areas_of(state: State, text: str) -> list[Area]:
    """Words as areas: `south`, `south 6`, `box 1 2 10 20` in inches, `anywhere`, `on ridge`, `near town 5`.

    `marked red` is the box that the map marks for a side.

    Several stand with a semicolon between them.
    """
    found: list[Area] = []
    for part in filter(None, (each.strip() for each in text.split(";"))):
        word, *rest = part.split()
        if word in ("on", "near"):
            found.append(_by_piece(state, rest[0], rest[1:]))
            continue
        if word == MARKED:
            found.append(Area(bounds(marked_box(state.ground, part))))
            continue
        numbers = [round(float(each) * INCH) for each in rest]
        if word == "box":
            x0, y0, x1, y1 = numbers
            found.append(Area((x0, y0, x1, y1)))
        elif word == "anywhere":
            found.append(Area((0, 0, state.ground.width, state.ground.height)))
        else:
            found.append(Area(strip(state, word, numbers[0] if numbers else DEPTH * INCH)))
    return found


def _by_piece(state: State, name: str, rest: list[str]) -> Area:
    margin = round(float(rest[0]) * INCH) if rest else 0
    x0, y0, x1, y1 = bounds(state.ground.piece(name).outline)
    wide, high = state.ground.width, state.ground.height
    around = max(0, x0 - margin), max(0, y0 - margin), min(wide, x1 + margin), min(high, y1 + margin)
    return Area(around, name, margin)


def holds(state: State, area: Area, body: Body) -> bool:
    """Whether a whole base lies in an area; near a piece it is enough that its middle is no farther off."""
    x0, y0, x1, y1 = area.box
    x, y, radius = body.x, body.y, body.radius
    if not area.piece:
        return x0 + radius <= x <= x1 - radius and y0 + radius <= y <= y1 - radius
    outline = state.ground.piece(area.piece).outline
    if not area.margin:
        return footprint_inside(body, outline)
    return distance_to(outline, x, y) <= area.margin


def area_words(state: State, area: Area) -> str:
    """Where an area is, in words: by its piece of terrain, by the table edge it lies along, or measured from edges."""
    x0, y0, x1, y1 = area.box
    wide, high = state.ground.width, state.ground.height
    if area.piece:
        name = state.ground.piece(area.piece).name
        return f"within {inches_text(area.margin)} in of the {name}" if area.margin else f"on the {name}"
    if area.box == (0, 0, wide, high):
        return "anywhere on the table"
    depths = {"south": y1, "north": high - y0, "west": x1, "east": wide - x0}
    along = next((edge for edge, depth in depths.items() if strip(state, edge, depth) == area.box), "")
    if along:
        return f"within {inches_text(depths[along])} in of the {along} edge"
    across, up = (f"{inches_text(least)} to {inches_text(most)} in" for least, most in ((x0, x1), (y0, y1)))
    return f"{across} from the west edge and {up} from the south edge"


def is_kept(state: State, unit: Unit) -> bool:
    """Whether a scenario keeps the combat group of a unit to a part of the table."""
    return bool(state.zones.get(f"{unit.seat}:{unit.group}:{KEPT}"))


@heeds("tactical.4.3.3")
def refuse_limit(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Why a unit stays away from a place: its scenario keeps its combat group to a part of the table.

    The middle of its base counts. Who was thrown out of there may go anywhere that is no farther off than it is.
    """
    text = state.zones.get(f"{unit.seat}:{unit.group}:{KEPT}", "")
    if not text:
        return None
    areas = areas_of(state, text)
    if any(holds(state, area, Body(x, y, 0, 0)) for area in areas):
        return None
    if not any(holds(state, area, Body(unit.x, unit.y, 0, 0)) for area in areas):
        return None
    names = {area.piece: state.ground.piece(area.piece).name.lower() for area in areas if area.piece}
    where = ", ".join(
        f"within {area.margin // INCH} in of the {names[area.piece]}" if area.margin else f"in the {names[area.piece]}"
        for area in areas
        if area.piece
    )
    return Refusal("limit", "tactical.4.3.3", f"The {unit.name} has to stay {where or 'where it is'}.")
