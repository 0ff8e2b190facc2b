"""Edges of chapter 2: the very border of a band, of an arc, of a speed; and speeds that change in a move."""

from __future__ import annotations

import pytest

from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.exchange import outcome_of, speed_worth
from gearlock.systems.tactical.attacks.weapons_in_use import RANGE, band_of
from gearlock.systems.tactical.damage.amounts import counters_after, level_of
from gearlock.systems.tactical.damage.condition import inches_moved, most_mp
from gearlock.systems.tactical.line_of_sight.seeing import defense_arc
from gearlock.systems.tactical.state import COMBAT, HALF, TOP, Activation, pace_of
from systems.tactical.tables import LAC, put, table


@pytest.mark.rule("tactical.2.6.7-range", "tactical.2.3.4-range-bands")
@pytest.mark.parametrize(
    ("mils", "worth"),
    [(999, 1), (1000, 0), (2000, 0), (2001, -1), (4000, -1), (4001, -2), (8000, -2), (8001, -3), (16000, -3)],
)
def test_a_distance_on_the_border_of_two_bands_is_in_the_nearer_one(mils: int, worth: int) -> None:
    band = band_of(LAC, mils)
    assert band is not None
    assert RANGE[band] == worth


@pytest.mark.rule("tactical.2.3.4-range-bands")
def test_beyond_eight_times_the_base_range_nothing_reaches() -> None:
    assert band_of(LAC, 16001) is None


@pytest.mark.rule("tactical.2.6.7-target-speed")
def test_each_row_of_the_speed_table_begins_and_ends_where_it_says() -> None:
    rows = {0: -3, 1: -2, 2: -2, 3: -1, 4: -1, 5: 0, 6: 0, 7: 1, 9: 1, 10: 2, 19: 2, 20: 3, 99: 3, 100: 4}
    assert {inches: speed_worth(inches) for inches in rows} == rows


@pytest.mark.rule("tactical.2.6.7-defense-arc")
@pytest.mark.parametrize(
    ("x", "y", "arc"),
    [(30, 20, "front"), (30, 19.99, "rear flank"), (25, 11.3, "rear"), (25.1, 11.4, "rear flank"), (20, 10, "rear")],
)
def test_dead_abeam_is_front_and_thirty_degrees_off_the_tail_are_rear(x: float, y: float, arc: str) -> None:
    unit = put(table(), "red-1", "hunter", 20, 20, facing=90)
    assert defense_arc(unit, round(x * 1000), round(y * 1000)) == arc


@pytest.mark.rule("tactical.2.6.2-snap-fire")
@pytest.mark.parametrize(("speed", "limit", "inches"), [(COMBAT, HALF, 3), (COMBAT, COMBAT, 6), (TOP, TOP, 12)])
def test_on_the_first_inch_the_whole_allocation_of_the_announced_speed_counts(
    speed: str, limit: str, inches: int
) -> None:
    state = table()
    unit = put(state, "red-1", "hunter", 20, 20, mode="G", speed=speed, moved=1000)
    state.activation = Activation(unit.id, limit, "G", spent=1000, gone=1000)
    assert inches_moved(state, unit) == inches


@pytest.mark.rule("tactical.2.6.5-top-speed", "tactical.2.6.7-attacker-movement")
def test_a_shift_to_top_speed_counts_at_once_against_its_own_fire() -> None:
    state = table()
    unit = put(state, "red-1", "hunter", 20, 20, mode="G")
    state.activation = Activation(unit.id, COMBAT, "G", spent=6000, gone=6000)
    assert pace_of(state, unit) == COMBAT
    unit.next_speed, state.activation.halted = TOP, True
    assert pace_of(state, unit) == TOP


@pytest.mark.rule("tactical.2.6.5-switch-mode")
def test_a_commitment_to_half_speed_is_not_widened_by_a_switch() -> None:
    unit = put(table(), "red-1", "hunter", 20, 20, mode="W")
    assert most_mp(unit, Activation(unit.id, COMBAT, "G", spent=2000, switched=True)) == 4000
    assert most_mp(unit, Activation(unit.id, HALF, "G", spent=2000, switched=True)) == 3000


@pytest.mark.rule("tactical.ref-fumble-effects")
@pytest.mark.parametrize(
    ("attack", "defense", "hit", "margin"),
    [
        (Result(4, 0, False), Result(0, 0, True), True, 0),
        (Result(0, 0, True), Result(0, 0, True), False, 0),
        (Result(4, 0, False), Result(3, 0, False), False, 0),
        (Result(0, 0, True), Result(6, 7, False), False, -7),
    ],
)
def test_a_fumbled_defense_is_hit_even_by_a_total_of_nothing(
    attack: Result, defense: Result, hit: bool, margin: int
) -> None:
    met = outcome_of(attack, defense)
    assert (met.hit, met.margin) == (hit, margin)


@pytest.mark.rule("tactical.2.6.10", "tactical.2.6.10-light", "tactical.2.6.10-heavy")
def test_the_very_threshold_counts_and_two_lights_on_a_heavy_are_two_heavies() -> None:
    assert [level_of(amount, 15) for amount in (14, 15, 29, 30, 44, 45)] == [
        "none", "light", "light", "heavy", "heavy", "overkill"
    ]  # fmt: skip
    assert counters_after(1, 1, "light") == (0, 2)
    assert counters_after(1, 0, "heavy") == (1, 1)
