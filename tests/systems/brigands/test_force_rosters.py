"""The rosters that come with the game, and forces drawn at random."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gearlock.kernel.errors import BadInput
from gearlock.muster.reading import read_roster
from gearlock.muster.text import read_text, write_text
from gearlock.systems.brigands.forces.around_a_force import FORCE, cheapest_costs, ready_made, recruit
from gearlock.systems.brigands.forces.force_building import FACTIONS, check, enlist, field_force
from systems.brigands.drill import in_play

SIZES = (50, 100, 150)


def test_each_faction_has_a_roster_of_each_size() -> None:
    expected = {f"{faction.lower().replace(' ', '-')}-{size}" for faction in FACTIONS for size in SIZES}
    assert set(ready_made()) == expected


@pytest.mark.parametrize("name", ready_made())
def test_ready_made_rosters_are_legal_tidy_and_say_their_idea(name: str) -> None:
    text = ready_made()[name]
    reading = read_roster(text, name)
    assert reading.violations() == []
    assert text.startswith("# ")
    assert write_text(reading.roster) == text
    force = enlist(reading.roster)
    assert name == f"{(force.faction or '').lower().replace(' ', '-')}-{force.size}"
    assert force.size is not None
    assert force.size - 3 <= force.price <= force.size


def test_ready_made_rosters_of_a_faction_differ_in_what_they_field() -> None:
    kinds = {
        name: {one.card.name for one in field_force(read_roster(text, name).roster)}
        for name, text in ready_made().items()
    }
    for faction in FACTIONS:
        slug = faction.lower().replace(" ", "-")
        small, middle, large = (kinds[f"{slug}-{size}"] for size in SIZES)
        assert len(small | middle | large) > max(len(small), len(middle), len(large))
        assert small != middle != large != small


def test_every_ready_made_model_is_ready_for_play() -> None:
    for name, text in ready_made().items():
        for one in field_force(read_roster(text, name).roster):
            assert in_play(one).id == one.card.id


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(FACTIONS), st.integers(20, 160), st.sampled_from(sorted(FORCE.styles)), st.integers(0, 10**6))
def test_a_force_drawn_at_random_is_legal_and_the_same_for_the_same_seed(
    faction: str, size: int, style: str, seed: int
) -> None:
    drawn = recruit(faction, size, style, random.Random(seed))
    assert check(read_text(write_text(drawn), FORCE.layout)) == []
    assert 0 < enlist(drawn).price <= size
    assert recruit(faction, size, style, random.Random(seed)) == drawn


@pytest.mark.parametrize("faction", FACTIONS)
def test_the_smallest_force_can_be_drawn_and_nothing_smaller(faction: str) -> None:
    costs = list(cheapest_costs(faction).values())
    assert enlist(recruit(faction, min(costs), "horde", random.Random(1))).price == min(costs)
    with pytest.raises(BadInput, match=f"costs {min(costs)} TV"):
        recruit(faction, min(costs) - 1, "horde", random.Random(1))


def test_styles_show_in_what_is_drawn() -> None:
    def models(style: str) -> int:
        return sum(
            one.count
            for seed in range(4)
            for one in enlist(recruit("South", 100, style, random.Random(seed))).recruits()
        )

    assert models("horde") > 1.5 * models("elite")
