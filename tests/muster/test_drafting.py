"""Forces drawn by lot: units filled within their bounds, the cheapest of them, upgrades that the rules allow."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from gearlock.muster.drafting import GROUP_NAMES, Draft, DraftUnit
from gearlock.muster.drawing_lots import TRIES, Bounds, Offer, cheapest, fill, weighted
from gearlock.muster.text import write_text
from muster.wagons import COACH, HANDCART, Wagon, one_lamp

OFFERS = st.lists(st.builds(Offer, st.integers(1, 4), st.integers(1, 9), st.integers(0, 3)), max_size=5)


def train(*wagons: Wagon) -> DraftUnit[Wagon]:
    return DraftUnit("train", "T", [(wagon, ()) for wagon in wagons])


def test_a_draft_is_written_down_with_equal_wagons_on_one_line() -> None:
    unit = train(COACH, HANDCART, HANDCART)
    unit.models[1] = (HANDCART, ("Lamp",))
    draft = Draft({"system": "s", "size": "9"}, one_lamp, [[unit, train(COACH, COACH)], [train(HANDCART)]])
    assert write_text(draft.roster()).splitlines() == [
        "system s", "size 9", "", "group Alpha", "  train T", "    Stage Coach", "    Hand Cart: Lamp", "    Hand Cart",
        "  train T", "    2x Stage Coach", "", "group Bravo", "  train T", "    Hand Cart",
    ]  # fmt: skip


def test_groups_beyond_the_last_name_are_numbered() -> None:
    draft = Draft({}, one_lamp, [[train(COACH)] for _ in range(len(GROUP_NAMES) + 2)])
    names = [group.name for group in draft.roster().groups]
    assert names[-3:] == ["Kilo", "Alpha 2", "Bravo 2"]
    assert len(set(names)) == len(names)


def test_what_the_rules_refuse_is_not_bought() -> None:
    unit = train(COACH, HANDCART)
    draft = Draft({}, one_lamp, [[unit]])
    draft.try_upgrade(unit, 1, "Lamp")
    draft.try_upgrade(unit, 0, "Lamp")
    draft.try_upgrade(unit, 1, "Axle")
    assert unit.models == [(COACH, ()), (HANDCART, ("Lamp", "Axle"))]
    draft.try_for_all(unit, "Paint")
    draft.try_for_all(unit, "Axle")
    assert unit.upgrades == ("Paint",)


def test_a_heavy_lot_is_drawn_more_often_and_one_without_weight_never() -> None:
    chooser = random.Random(1)
    drawn = [weighted("abc", [1, 0, 9], chooser) for _ in range(300)]
    assert "b" not in drawn
    assert 200 < drawn.count("c") < 300


@given(st.integers(0, 99), st.integers(1, 5), st.integers(0, 4))
def test_a_unit_is_filled_within_its_bounds_or_not_at_all(seed: int, least: int, more: int) -> None:
    bounds, chooser = Bounds(least, least + more), random.Random(seed)

    def draw(picked: list[int]) -> int | None:
        left = [size for size in (2, 3) if sum(picked) + size <= bounds.most]
        return chooser.choice(left) if left else None

    unit = fill(bounds, int, draw, chooser)
    assert unit == [] or bounds.least <= sum(unit) <= bounds.most


def test_units_of_every_size_within_the_bounds_are_drawn() -> None:
    chooser = random.Random(1)
    assert {len(fill(Bounds(2, 5), int, lambda picked: 1, chooser)) for _ in range(80)} == {2, 3, 4, 5}


def test_a_unit_that_cannot_be_completed_is_begun_a_few_times_and_given_up() -> None:
    begun: list[int] = []

    def draw(picked: list[int]) -> int | None:
        begun.append(len(picked))
        return None if picked else 1

    assert fill(Bounds(2, 2), int, draw, random.Random(1)) == []
    assert begun.count(0) == TRIES


@given(OFFERS, st.integers(1, 6), st.integers(0, 4))
def test_the_cheapest_unit_is_that_of_all_there_are(offers: list[Offer], least: int, more: int) -> None:
    bounds = Bounds(least, least + more)
    numbered = list(enumerate(offers))
    prices = [sum(offers[at].price for at in unit) for unit in every_unit(offers, bounds)]
    found = cheapest(bounds, numbered)
    assert (found is None) == (not prices)
    if found is not None:
        assert sum(offers[at].price for at in found) == min(prices)
        assert tuple(sorted(found)) in every_unit(offers, bounds)


def every_unit(offers: list[Offer], bounds: Bounds) -> list[tuple[int, ...]]:
    """The slow twin: all units within the bounds."""
    units = (
        unit for many in range(1, bounds.most + 1) for unit in combinations_with_replacement(range(len(offers)), many)
    )
    return [
        unit
        for unit in units
        if all(unit.count(at) <= offers[at].most for at in unit)
        and bounds.least <= sum(offers[at].size for at in unit) <= bounds.most
    ]
