"""Answers at their edge: which line is at fault, which point is on the table, whom one may look at, what a hit does."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.kernel.orders import Refusal
from gearlock.systems.brigands.advice.survey import sight
from gearlock.systems.brigands.damage import Wound
from gearlock.systems.brigands.firing_range import has_consequences
from gearlock.systems.brigands.forces.force_building import played_card
from gearlock.systems.brigands.forward_observation import Observe
from gearlock.systems.brigands.models import read_traits
from gearlock.systems.brigands.state import WRECK
from systems.brigands.drill import LEGAL, found, recruits
from systems.brigands.field import NORTH, SOUTH, code, lay, remodel
from systems.brigands.spotting import spotting


@pytest.mark.rule("brigands.5.7", "brigands.5.6a", "brigands.5.7b-fire")
@pytest.mark.parametrize(
    ("weapon", "margin", "more"), [("LAC (Fire:1)", -1, False), ("LAC (Fire:1)", 0, True), ("LAC", 0, False)]
)
def test_even_a_marginal_hit_brings_its_effects(weapon: str, margin: int, more: bool) -> None:
    state = lay([("hunter", 10, 10, NORTH)]).state
    remodel(state.units["red-1"], weapons=(weapon,))
    assert has_consequences(state, Wound("blue-1", "red-1", "LAC", 0, 0, margin)) is more


@pytest.mark.rule("brigands.10.3")
def test_a_second_leader_is_told_of_where_it_is_written() -> None:
    faults = found(LEGAL.replace("    3x Hunter\n", "    2x Hunter\n    Hunter: CGL\n"))
    (fault,) = [each for each in faults if "2 leaders" in each.message]
    assert fault.line == 8


def test_who_is_not_known_is_not_fielded() -> None:
    stranger = recruits(LEGAL.replace("Grizzly", "Grizzli"))[-1]
    with pytest.raises(BadInput, match="line 9: no model is called 'Grizzli'"):
        played_card(stranger)


@pytest.mark.rule("brigands.8.5", "brigands.5.4a")
@pytest.mark.parametrize(
    ("point", "off"),
    [
        ((0, 24_000, 0), False), ((-1, 24_000, 0), True), ((48_000, 24_000, 0), False), ((48_001, 24_000, 0), True),
        ((24_000, 0, 0), False), ((24_000, -1, 0), True), ((24_000, 48_000, 0), False), ((24_000, 48_001, 0), True),
        ((24_000, 30_000, -1), True), ((24_000, 30_000, 12_000), False), ((24_000, 30_000, 12_001), True),
    ],
)  # fmt: skip
def test_a_point_is_observed_anywhere_on_the_table(point: tuple[int, int, int], off: bool) -> None:
    assert (code(spotting(), Observe("red-1", "", point)) == "point") is off


@pytest.mark.rule("brigands.4.2")
def test_one_looks_at_others_that_are_in_play() -> None:
    state = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)]).state
    assert not isinstance(sight(state, "red", "red-1", None, "blue-1"), Refusal)
    assert isinstance(sight(state, "red", "red-1", None, "red-1"), Refusal)
    assert isinstance(sight(state, "red", "red-1", None, "nobody"), Refusal)
    state.units["blue-1"].status = WRECK
    assert isinstance(sight(state, "red", "red-1", None, "blue-1"), Refusal)


@pytest.mark.rule("brigands.A1.2-columns")
def test_of_ratings_by_size_the_lightest_is_read_where_no_size_is_said() -> None:
    assert read_traits(("AP:2/3/4", "Snap")) == {"AP": 2, "Snap": 1}
    assert [read_traits(("AP:2/3/4",), size)["AP"] for size in range(4)] == [2, 3, 4, 4]
