"""Who is in an area: by any part of a model, by its middle, or by all of it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.mechanics.areas import Measure, by_centre, caught, partly, wholly
from gearlock.table.bodies import Body

BURST = Body(10_000, 10_000, 500)
FOUR = 4_000


@dataclass(frozen=True)
class Model:
    """A model of no book in particular."""

    id: str
    body: Body
    seat: str = "red"
    name: str = ""
    facing: int = 0

    @property
    def x(self) -> int:
        return self.body.x

    @property
    def y(self) -> int:
        return self.body.y

    @property
    def z(self) -> int:
        return self.body.z


MODELS = [
    Model("all in", Body(12_000, 10_000, 0, 900, 1_000)),
    Model("half in", Body(10_000, 13_900, 0, 900, 1_000)),
    Model("edge in", Body(10_000, 5_100, 0, 900, 1_000)),
    Model("out", Body(15_000, 10_000, 0, 900, 1_000)),
    Model("above", Body(10_000, 10_000, 4_600, 900, 1_000)),
    Model("corner", Body(13_500, 13_500, 0, 900, 1_000)),
]


@pytest.mark.parametrize(
    ("measure", "names"),
    [
        (partly, ["all in", "half in", "edge in"]),
        (by_centre, ["all in", "half in"]),
        (wholly, ["all in"]),
    ],
)
def test_a_book_measures_to_any_part_to_the_middle_or_to_all_of_a_model(measure: Measure, names: list[str]) -> None:
    assert [model.id for model in caught(BURST, FOUR, MODELS, measure)] == names


def test_the_border_belongs_to_the_area() -> None:
    level = Body(10_000, 10_000)
    assert partly(level, 4_000, Body(15_000, 10_000, 0, 1_000))
    assert not partly(level, 4_000, Body(15_001, 10_000, 0, 1_000))
    assert by_centre(level, 4_000, Body(14_000, 10_000, 0, 1_000))
    assert not by_centre(level, 4_000, Body(14_001, 10_000, 0, 1_000))
    assert wholly(level, 4_000, Body(13_000, 10_000, 0, 1_000))
    assert not wholly(level, 4_000, Body(13_001, 10_000, 0, 1_000))


def test_a_radius_of_nothing_catches_what_the_point_is_in() -> None:
    assert partly(BURST, 0, Body(10_500, 10_000, 0, 900, 1_000))
    assert not by_centre(BURST, 0, Body(10_500, 10_000, 0, 900, 1_000))
    assert by_centre(BURST, 0, Body(10_000, 10_000, 0, 900, 1_000))


COORDINATE = st.integers(4_000, 16_000)


@given(
    COORDINATE, COORDINATE, st.integers(0, 3_000), st.integers(0, 1_500), st.integers(0, 2_000), st.integers(0, 9_000)
)
def test_all_of_a_model_is_more_than_its_middle_and_that_more_than_a_part(
    x: int, y: int, z: int, radius: int, height: int, reach: int
) -> None:
    body = Body(x, y, z, radius, height)
    assert wholly(BURST, reach, body) <= by_centre(BURST, reach, body) <= partly(BURST, reach, body)
    found = [each.id for each in caught(BURST, reach, [Model("it", body)])]
    assert found == (["it"] if partly(BURST, reach, body) else []), "the box around an area leaves nobody out"
