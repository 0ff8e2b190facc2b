"""6.6: dangerous terrain: where it is tested, with how many dice, what failure does, caution, coming free."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.mechanics.pools.lines import sum_of
from gearlock.systems.blitz.dice_tests.tests import AddDice, RollMade
from gearlock.systems.blitz.flow import resolve_action
from gearlock.systems.blitz.movement.moves_made import danger_lines, danger_test
from gearlock.systems.blitz.movement.terrain import OVER, ComeFree, EndMove, Immobilised, Moved
from gearlock.systems.blitz.state import BRACED, COMBAT, FULL_SPEED, HIDING, HULL_DOWN, IMMOBILISED, TOP_SPEED, State
from gearlock.table.terrain import Piece
from systems.blitz.movement.march import activate, code, field, go, model, now, order, piece, red, refusal_of, run_with

GEAR, TANK, SQUAD = "hunter", "badger", "north-infantry-squad"


def swamp(x0: float = 13, x1: float = 20, **props: str) -> Piece:
    return piece("area", "light", x0, 0, x1, 48, 0, props={"going": "dangerous", **props})


def fence(x0: float = 13, top: float = 1.0) -> Piece:
    return piece("instance", "light", x0, 0, x0 + 0.5, 48, top)


def dice_of(card: str, gait: str, posture: str = COMBAT, hull: int | None = None, **more: Any) -> int:
    state = field(card, posture=posture, **more)
    unit = red(state)
    unit.hull = unit.hull if hull is None else hull
    return 2 + sum_of(danger_lines(state, unit, gait))[0]


@pytest.mark.rule("blitz.6.6a")
def test_a_walker_at_top_speed_enters_dangerous_terrain() -> None:
    state = field(GEAR, swamp(), posture=TOP_SPEED, pilot=5)
    events = order(state, go("W", (0, 5)), (5, 2))
    made = next(event for event in events if isinstance(event, RollMade))
    assert (len(made.faces), made.skill, made.successes) == (2, 5, 1)
    assert red(state).x == 15_000
    assert red(state).hull == red(state).line.hull


@pytest.mark.rule("blitz.6.6a")
def test_without_success_it_stops_an_inch_in_and_takes_one_damage() -> None:
    state = field(GEAR, swamp(), posture=TOP_SPEED, pilot=5)
    order(state, go("W", (0, 5)), (4, 1))
    assert red(state).x == 13_500
    assert red(state).hull == red(state).line.hull - 1
    assert IMMOBILISED not in red(state).tokens
    assert (now(state).gait, now(state).moves) == ("", 1)


@pytest.mark.rule("blitz.6.6a")
def test_all_ones_also_immobilise_and_end_the_activation() -> None:
    state = field(GEAR, swamp(), posture=TOP_SPEED, pilot=5)
    events = order(state, go("W", (0, 5)), (1, 1))
    assert any(isinstance(event, Immobilised) for event in events)
    assert red(state).tokens[IMMOBILISED] == 1
    assert red(state).stance == BRACED
    assert (now(state).moves, now(state).marks) == (0, [OVER])
    assert code(state, go("W", (0, 1))) == "immobilised"


@pytest.mark.rule("blitz.6.6a", "blitz.3.2a-table")
def test_being_stuck_ends_the_activation_and_failing_alone_does_not() -> None:
    for faces, over in (((1, 1, 1), True), ((1, 1, 2), False)):
        state = field(GEAR, swamp())
        run_with(resolve_action, state, [faces], [go("W", (0, 5))])
        assert (state.activation is None, red(state).used) == (over, over)


@pytest.mark.rule("blitz.6.6a")
def test_the_dice_of_the_test() -> None:
    state = field("hunter")
    assert [danger_test(state, red(state), "W", *worse).number for worse in ((), (1,))] == [4, 5]
    assert dice_of(GEAR, "W") == 3
    assert dice_of(SQUAD, "I") == 3
    assert dice_of(GEAR, "G") == 2
    assert dice_of(GEAR, "G", TOP_SPEED) == 1
    assert dice_of(GEAR, "W", TOP_SPEED) == 2
    assert dice_of(GEAR, "G", hull=0) == 1
    assert dice_of(GEAR, "W", hull=0) == 2
    assert dice_of(SQUAD, "I", TOP_SPEED, hull=0) == 1


@pytest.mark.rule("blitz.trait.offroad", "blitz.6.6a")
def test_offroad_adds_its_dice_if_it_works_on_this_type() -> None:
    assert dice_of("fire-dragon", "W") == 5
    assert dice_of("tyburr", "G") == 2
    assert dice_of("bobcat", "G") == 3
    assert dice_of("bobcat", "W") == 3
    assert dice_of("desert-viper", "W", hull=0) == 5
    assert dice_of("badger", "G", hull=0, traits=("Fragile: Move", "Offroad:+2D6")) == 2


@pytest.mark.rule("blitz.6.6a")
def test_who_has_no_dice_fails_but_is_not_stuck() -> None:
    state = field(TANK, swamp(), posture=TOP_SPEED, traits=("Fragile: Move",), move=12)
    red(state).hull = 0
    order(state, go("G", (0, 5)))
    assert red(state).structure == red(state).line.structure - 1
    assert IMMOBILISED not in red(state).tokens


@pytest.mark.rule("blitz.6.6", "blitz.6.6a")
def test_the_first_inch_counts_over_the_pieces_of_a_move() -> None:
    state = field(GEAR, swamp())
    order(state, go("W", (0, 3)))
    assert now(state).risked == {"area-13-0": 500}
    order(state, go("W", (0, 0.4)))
    assert now(state).risked == {"area-13-0": 900}
    order(state, go("W", (0, 0.5)), (6, 1, 1))
    assert now(state).risked == {"area-13-0": -1}
    order(state, go("W", (0, 1.1)))


@pytest.mark.rule("blitz.6.6")
def test_who_leaves_and_comes_back_is_tested_again() -> None:
    state = field(GEAR, swamp(11, 12), at=(11.5, 20), move=12)
    order(state, go("W", (0, 1)), (6, 1, 1))
    order(state, go("W", (0, 1), (90, 0), (90, 3)), (6, 1, 1))


@pytest.mark.rule("blitz.6.6a")
def test_no_drone_gets_through_danger_and_it_turns_like_an_atv() -> None:
    state = field("demo-drone-charge", swamp())
    assert code(state, go("G", (10, 1), (10, 1), (10, 1))) == ""
    order(state, go("G", (0, 4)))
    assert red(state).is_destroyed
    past = field(GEAR, model("blue", "blue", 13, 20, card="demo-drone-charge"))
    assert code(past, go("W", (0, 5))) == ""


@pytest.mark.rule("blitz.6.6", "blitz.6.6a")
def test_who_stops_short_of_an_inch_tests_when_the_move_ends() -> None:
    state = field(GEAR, swamp())
    order(state, go("W", (0, 3)))
    order(state, EndMove("red"), (1, 1, 1))
    assert IMMOBILISED in red(state).tokens
    assert red(state).x == 13_000
    state = field(GEAR, swamp())
    order(state, go("W", (0, 3), last=True), (4, 1, 1))
    assert red(state).hull == red(state).line.hull


@pytest.mark.rule("blitz.6.6")
def test_beginning_a_move_in_it_is_tested_again_and_turning_there_is_not() -> None:
    state = field(GEAR, swamp(0, 40), posture=TOP_SPEED)
    order(state, go("W", (90, 0), last=True))
    order(state, go("W", (0, 3)), (4, 1))
    state = field(GEAR, swamp(0, 40), posture=TOP_SPEED)
    order(state, go("W", (0, 3), last=True), (4, 1))
    order(state, go("W", (0, 3), last=True), (4, 1))


@pytest.mark.rule("blitz.6.6")
def test_a_corner_crossed_in_less_than_an_inch_is_tested_where_it_is_left() -> None:
    strip = piece("area", "light", 12, 20.4, 12.2, 48, 0, props={"going": "dangerous"})
    state = field(GEAR, strip)
    order(state, go("W", (0, 5)), (1, 2, 3))
    assert 12_200 < red(state).x < 13_000
    assert red(state).hull == red(state).line.hull - 1


@pytest.mark.rule("blitz.6.6")
def test_each_area_is_its_own_danger_and_so_is_coming_back() -> None:
    two = field(GEAR, swamp(11, 12), swamp(13.5, 14), move=12)
    order(two, go("W", (0, 8)), (4, 1, 1), (4, 1, 1))
    back = field(GEAR, swamp(11, 12), move=12)
    order(back, go("W", (0, 4), (90, 0), (90, 4)), (4, 1, 1), (4, 1, 1))


@pytest.mark.rule("blitz.6.6", "blitz.6.6a", "blitz.6.5c")
def test_instance_terrain_is_tested_at_contact() -> None:
    state = field(GEAR, fence())
    order(state, go("W", (0, 5)), (1, 2, 3))
    assert red(state).x == 12_500
    state = field(GEAR, fence())
    order(state, go("W", (0, 5)), (1, 2, 4))
    assert red(state).x == 15_000
    order(field(GEAR, fence(top=0.999)), go("W", (0, 5)))


@pytest.mark.rule("blitz.6.6a", "blitz.6.5c")
def test_who_failed_at_a_fence_may_try_again_with_the_next_move() -> None:
    state = field(GEAR, fence(), posture=TOP_SPEED)
    order(state, go("W", (0, 5)), (1, 2))
    order(state, go("W", (0, 5)), (4, 2))
    assert red(state).x == 17_500


@pytest.mark.rule("blitz.6.6a", "blitz.6.0")
def test_a_test_cuts_the_sums_of_a_stretch_and_loses_nothing() -> None:
    state = field(TANK, swamp(13, 15), fence(16), move=14)
    events = order(state, go("G", (0, 8), (90, 0)), (4, 6), (4, 6))
    whole = now(state)
    assert whole.spent == 8000 + (17_287 - 12_213)
    assert (whole.advanced, whole.turns, whole.closed, red(state).facing) == (8000, 1, True, 900)
    assert len(events) == 5
    met = [event.met for event in events if isinstance(event, Moved)]
    assert met == [(("area-13-0", 1000),), (("area-13-0", 2000),), (("area-13-0", 574), ("instance-16-0", 2074))]


@pytest.mark.rule("blitz.6.6a")
def test_actions_may_be_spent_on_the_test() -> None:
    state = field(GEAR, swamp())
    order(state, go("W", (0, 5)), (1, 1, 1, 4), answers=[AddDice("red", 1)])
    assert red(state).actions == 0
    assert red(state).hull == red(state).line.hull


@pytest.mark.rule("blitz.6.6a", "blitz.6.2")
def test_who_is_stopped_on_infantry_comes_to_rest_beside_it() -> None:
    state = field(GEAR, swamp(), model("blue", "blue", 13.5, 20, card=SQUAD))
    order(state, go("W", (0, 5)), (1, 2, 2))
    assert abs(red(state).x - 13_500) + abs(red(state).y - 20_000) >= 1287 - 250


@pytest.mark.rule("blitz.6.6a")
def test_the_last_damage_ends_everything() -> None:
    state = field(GEAR, swamp())
    red(state).hull, red(state).structure = 0, 1
    order(state, go("W", (0, 5)), (1, 1))
    assert red(state).is_destroyed
    assert state.activation is None


@pytest.mark.rule("blitz.6.6b")
def test_cautious_movement_is_two_inches_and_a_turn_without_a_test() -> None:
    state = field(GEAR, swamp(11))
    assert code(state, go("W", (0, 2.001), cautious=True)) == "movement"
    assert code(state, go("W", (45, 1), (45, 1), cautious=True)) == "turns"
    red(state).tokens.update({HIDING: 1, HULL_DOWN: 1})
    order(state, go("W", (0, 1), (45, 1), cautious=True))
    assert (now(state).moves, now(state).gait) == (0, "")
    assert {HIDING, HULL_DOWN} <= red(state).tokens.keys()


@pytest.mark.rule("blitz.6.6b")
def test_caution_takes_a_whole_move_at_combat_posture_and_a_danger() -> None:
    state = field(GEAR, swamp(11), posture=TOP_SPEED)
    assert code(state, go("W", (0, 2), cautious=True)) == "posture"
    state = field(GEAR, swamp(11))
    order(state, go("W", (0, 0.3)))
    assert code(state, go("W", (0, 1), cautious=True)) == "begun"
    assert code(field(GEAR), go("W", (0, 2), cautious=True)) == "safe"
    fusilier = field("fusilier", piece("area", "light", 11, 0, 20, 48, 6, props={"going": "dangerous"}))
    assert code(fusilier, go("H", (45, 2), cautious=True)) == ""
    order(field(GEAR, fence(12), at=(11.2, 20)), go("W", (0, 2), cautious=True))


@pytest.mark.rule("blitz.6.6b", "blitz.6.5b")
def test_caution_does_not_count_the_cost_of_difficult_terrain() -> None:
    assert code(field("sampson", swamp(0, 40), move=2), go("H", (0, 2), cautious=True)) == ""


def stuck(**tokens: int) -> State:
    state = field(GEAR, posture=BRACED)
    red(state).tokens.update({IMMOBILISED: 1, **tokens})
    return activate(state, BRACED)


@pytest.mark.rule("blitz.6.6a")
def test_coming_free_takes_a_six_on_three_dice_once() -> None:
    state = stuck()
    order(state, ComeFree("red"), (5, 5, 5))
    assert IMMOBILISED in red(state).tokens
    assert refusal_of(state, ComeFree("red")).code == "tried"
    state = stuck()
    order(state, ComeFree("red"), (6, 1, 1))
    assert IMMOBILISED not in red(state).tokens
    assert (red(state).stance, now(state).moves, red(state).actions) == (COMBAT, 1, 1)
    assert code(state, go("W", (0, 5))) == ""
    assert code(state, ComeFree("red")) == "free"


@pytest.mark.rule("blitz.6.6a")
def test_a_stuck_model_is_braced_whatever_it_was_ordered() -> None:
    state = stuck(**{FULL_SPEED: 1})
    order(state, ComeFree("red"), (6, 1, 1))
    state = stuck()
    state.activation = None
    assert code(state, ComeFree("red")) == "passive"
