"""Small print that other tests pass by: corners of zones, lessons won by boxes, odds of crippling, two airstrikes."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.advice.best_attack import Toll, odds_card
from gearlock.systems.fieldmanual.damage.damage import Damaged, destroy
from gearlock.systems.fieldmanual.deployment import zone_at
from gearlock.systems.fieldmanual.flow import outcome
from gearlock.systems.fieldmanual.missions.progress import far_zone
from gearlock.systems.fieldmanual.state import ALOFT, DEAD, State
from gearlock.systems.fieldmanual.support.airstrikes import FlightBegun, resolve_take_off
from gearlock.systems.fieldmanual.support.allocation import refuse_assign
from gearlock.systems.fieldmanual.support.points import AssignAction, TakeFlight
from gearlock.table.polygon import bounds
from gearlock.table.terrain import Ground
from systems.fieldmanual.deals import NOTHING, refused
from systems.fieldmanual.tables import mils, play, put, table


@pytest.mark.rule("fieldmanual.damage")
def test_who_is_taken_away_at_once_took_no_damage_that_could_be_told() -> None:
    state = table()
    put(state, "red-1", "jager", 10, 10)
    (told,) = play(state, lambda ctx: destroy(ctx, "red-1", "deep water")).of(Damaged)
    assert (told.damage, told.boxes, told.fate) == (0, 0, "destroyed")


@pytest.mark.rule("fieldmanual.zone-diagonal")
def test_diagonal_zones_of_an_upright_table_reach_into_opposite_corners() -> None:
    upright = Ground(48_000, 72_000)
    (south,), (north,) = (zone_at(upright, "diagonal", side) for side in ("southwest+south", "northeast+north"))
    assert bounds(south) == (0, 0, 32_000, 24_000)
    assert bounds(north) == (16_000, 48_000, 48_000, 72_000)


@pytest.mark.rule("fieldmanual.game-overview")
def test_a_lesson_is_decided_by_boxes_and_what_is_lost_counts_one_more_than_all() -> None:
    state = table()
    state.scenario, state.finished = "duel", True
    put(state, "red-1", "jager", 10, 10, status=DEAD, boxes=4)
    put(state, "red-2", "jager", 12, 10)
    put(state, "blue-1", "jager", 10, 30, boxes=4)
    put(state, "blue-2", "jager", 12, 30, boxes=2)
    found = outcome(state)
    assert found is not None
    assert (found.winner, found.reason.partition("; ")[2]) == ("red", "boxes filled: red 5, blue 6")


@pytest.mark.rule("fieldmanual.damage")
def test_the_odds_of_crippling_are_those_of_the_last_box_and_beyond() -> None:
    state = table()
    target = put(state, "blue-1", "jager", 10, 10)
    shown = odds_card(target, Toll(Spread(0, (5, 0, 2, 1, 1, 1), 10), 5))
    assert (shown.p_hit, shown.p_crippled, shown.p_destroyed) == (0.5, 0.2, 0.1)


@pytest.mark.rule("fieldmanual.obj-breakthrough")
def test_the_zone_of_a_larger_table_lies_before_either_side() -> None:
    state = table(size=(96, 96))
    state.switches = {"zones": "wide"}
    assert bounds(far_zone(state, "blue")) == (mils(43.5), mils(64 - 20 - 9), mils(52.5), mils(44))
    state.switches = {"zones": "narrow"}
    state.zones = {"red": "west", "blue": "east"}
    assert bounds(far_zone(state, "red")) == (mils(52), mils(43.5), mils(61), mils(52.5))
    assert bounds(far_zone(state, "blue")) == (mils(35), mils(43.5), mils(44), mils(52.5))


@pytest.mark.rule("fieldmanual.defensive-assets")
def test_the_action_of_a_turret_is_set_aside_by_name() -> None:
    state = table()
    put(state, "red-1", "hrp-turret", 10, 10, group=0)
    asked = Ask("red", "assign action", "red-1")
    assert refuse_assign(state, asked, AssignAction("red-1")) is None
    assert refuse_assign(state, asked, AssignAction("red-1", "HRP/48")) is None
    for bad, code in (
        (AssignAction("red-2"), "unit"),
        (AssignAction(""), "unit"),
        (AssignAction("red-1", "LAC"), "weapon"),
    ):
        refusal = refuse_assign(state, asked, bad)
        assert refusal is not None
        assert refusal.code == code


@pytest.mark.rule("fieldmanual.airstrike-move")
def test_of_two_airstrikes_their_side_says_which_moves_next() -> None:
    state = table()
    for number in (1, 2):
        put(state, f"red-air-{number}", "fighter", 10 * number, 10, status=ALOFT, group=0)

    def answer(_state: State, _ask: Ask) -> Order:
        return TakeFlight("red-air-2")

    done = play(state, lambda ctx: resolve_take_off(ctx, "red"), answer=answer)
    assert [ask.kind for ask in done.asks] == ["airstrike"]
    assert [event.unit for event in done.of(FlightBegun)] == ["red-air-2"]


@pytest.mark.rule("fieldmanual.options-scope", "fieldmanual.newunit-boa")
def test_an_army_that_is_never_sold_something_is_not_told_to_wait_for_it() -> None:
    refused("Line", "Spitting Cobra", "Boa", NOTHING, "newunit-boa", "may not take Boa here", army="SRA")
