"""Slow twins: a way that was judged is the way that is gone, and its price is what every mil of it costs."""

from __future__ import annotations

from random import Random

import pytest

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.going.stretches import is_met
from gearlock.systems.fieldmanual.movement.course import Course, levels_up
from gearlock.systems.fieldmanual.movement.moving import judge
from gearlock.systems.fieldmanual.movement.terrain import Move, dearest
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.table.measure import advance, turned
from systems.fieldmanual.movement.walks import COMBAT, GROUND, HOVER, TOP, WALKER, drive, field, now, piece, put, red

GOINGS = ("rough", "soft", "dense", "very-rough", "open", "rough soft")


def country(seed: int, mode: str, band: str) -> State:
    """A model in the middle of hills, woods, roads, water and others, by lot."""
    lot = Random(seed)

    def box(wide: float) -> tuple[float, float, float, float]:
        x, y = lot.uniform(4, 20), lot.uniform(12, 28)
        return round(x, 2), round(y, 2), round(x + wide, 2), round(y + lot.uniform(1, wide), 2)

    pieces = [piece("area", box(6), props={"going": lot.choice(GOINGS)}, id=f"area {n}") for n in range(4)]
    pieces += [piece("water", box(4), props={"depth": 500}, id="pond"), piece("road", box(12), id="road")]
    tops = (0.5, 1, 1.4)
    pieces += [piece("hill", box(5), lot.choice(tops), footing=True, id=f"hill {n}") for n in range(2)]
    state = field(*pieces, mode=mode, band=band, at=(12, 20), facing=lot.randrange(0, 3600) / 10)
    put(state, "blue-1", "jager", *(round(lot.uniform(8, 18), 3) for _ in range(2)))
    return state


def ways(seed: int, unit: Unit) -> Move:
    lot = Random(seed)
    legs = [(0 if unit.mode != WALKER or unit.band == TOP else lot.randrange(-900, 900), lot.randrange(100, 4000))]
    legs += [(lot.randrange(-600, 600), lot.randrange(100, 3000)) for _ in range(lot.randrange(0, 3))]
    return Move("red-1", tuple(legs))


def legal(mode: str, band: str, count: int) -> list[tuple[State, Move, Course]]:
    found: list[tuple[State, Move, Course]] = []
    for seed in range(600):
        state = country(seed, mode, band)
        order = ways(seed, red(state))
        course = judge(state, order)
        if not isinstance(course, Refusal):
            found.append((state, order, course))
        if len(found) == count:
            break
    return found


BOTH = pytest.mark.parametrize(("mode", "band"), [(WALKER, COMBAT), (WALKER, TOP), (GROUND, TOP), (HOVER, TOP)])


@BOTH
@pytest.mark.rule("fieldmanual.movement-points", "fieldmanual.turns")
def test_a_way_that_was_judged_is_the_way_that_is_gone(mode: str, band: str) -> None:
    cases = legal(mode, band, 25)
    assert len(cases) == 25
    for number, (state, order, course) in enumerate(cases):
        drive(state, order, whole=bool(number % 2))
        unit, end = red(state), course.unit
        assert (unit.x, unit.y, unit.z, unit.facing) == (end.x, end.y, end.z, end.facing)
        used = now(state)
        name = "red-1"
        assert (used.spent[name], used.gone[name], used.straight[name]) == (course.spent, course.gone, course.straight)


def slow_price(state: State, order: Move) -> float:
    """The price of a way, mil by mil, by what lies under the middle of the base; a level more for every step up."""
    unit = red(state).clone()
    x, y, z, facing, total = unit.x, unit.y, state.ground.elevation(unit.x, unit.y), unit.facing, 0.0
    for angle, length in order.legs:
        facing = turned(facing, angle)
        for mil in range(5, length + 1, 10):
            at = advance(x, y, facing, mil)
            level = state.ground.elevation(*at)
            total += 1000 * levels_up(level - z)
            z = level
            here = [each for each in state.ground.pieces_at(*at) if is_met(each, z)]
            total += dearest(here, unit, unit.mode)[0] / 100
        x, y = advance(x, y, facing, length)
    return total


@BOTH
@pytest.mark.rule("fieldmanual.movement-points", "fieldmanual.terrain-classify", "fieldmanual.elevation")
def test_the_price_of_a_way_is_what_every_hundredth_of_an_inch_of_it_costs(mode: str, band: str) -> None:
    for state, order, course in legal(mode, band, 20):
        assert course.spent == pytest.approx(slow_price(state, order), abs=150)
