"""6.1: turns: how wide, how many, and when."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.movement.terrain import EndMove, ExtraTurn
from gearlock.systems.blitz.state import BRACED, HIDING, HULL_DOWN, STANDBY, TOP_SPEED
from systems.blitz.movement.march import NORTH, activate, code, field, go, now, order, piece, red, refusal_of

TANK, HOVER, ATV, ORV = "badger", "fusilier", "hoverbike-grel", "tyburr"


@pytest.mark.rule("blitz.6.1")
def test_one_turn_is_ninety_degrees_at_most() -> None:
    state = field("hunter")
    assert code(state, go("W", (90, 1))) == ""
    assert code(state, go("W", (90.1, 1))) == "turn"
    assert code(state, go("W", (-90, 0), (-90, 1))) == ""
    assert code(state, go("W", (-90.1, 1))) == "turn"


@pytest.mark.rule("blitz.6.3b", "blitz.6.3c", "blitz.6.3-table")
@pytest.mark.parametrize("posture", ["combat", TOP_SPEED])
@pytest.mark.parametrize(("card", "gait"), [("hunter", "W"), ("north-infantry-squad", "I"), (ATV, "H")])
def test_walkers_infantry_and_atvs_turn_as_they_like(card: str, gait: str, posture: str) -> None:
    state = field(card, posture=posture)
    assert code(state, go(gait, (45, 0.5), (-90, 0.5), (90, 0.5), (90, 0), (90, 0))) == ""


@pytest.mark.rule("blitz.6.3d", "blitz.6.3-table")
def test_ground_turns_once_first_or_last() -> None:
    state = field(TANK)
    assert code(state, go("G", (45, 3))) == ""
    assert code(state, go("G", (0, 3), (45, 0))) == ""
    assert code(state, go("G", (45, 3), (45, 0))) == "turns"
    assert code(state, go("G", (45, 0), (45, 3))) == "turns"
    middle = refusal_of(state, go("G", (0, 1), (45, 1)))
    assert (middle.code, middle.rule) == ("turns", "blitz.6.3-table")
    assert "beginning or the end" in middle.message


@pytest.mark.rule("blitz.6.3d")
def test_the_pieces_of_a_move_share_its_turn() -> None:
    state = field(TANK)
    order(state, go("G", (45, 0)))
    order(state, go("G", (0, 2)))
    assert code(state, go("G", (45, 0))) == "turns"
    state = field(TANK)
    order(state, go("G", (0, 2)))
    order(state, go("G", (45, 0)))
    assert now(state).closed
    assert code(state, go("G", (0, 1))) == "closed"
    assert code(state, go("G", (45, 0))) == "turns"


@pytest.mark.rule("blitz.6.3e", "blitz.6.3-table")
def test_hover_turns_once_and_last() -> None:
    state = field(HOVER)
    assert code(state, go("H", (0, 3), (90, 0))) == ""
    assert code(state, go("H", (45, 3))) == "turns"
    assert code(state, go("H", (0, 1), (45, 1))) == "turns"
    assert code(state, go("H", (90, 0))) == ""
    order(state, go("H", (90, 0)))
    assert code(state, go("H", (0, 1))) == "closed"


@pytest.mark.rule("blitz.6.3e", "blitz.6.0")
def test_every_move_has_turns_of_its_own() -> None:
    state = field(HOVER, posture=TOP_SPEED)
    for _ in range(3):
        order(state, go("H", (0, 1), (90, 0), last=True))
    assert red(state).facing == 2700


@pytest.mark.rule("blitz.2.14-orv")
def test_an_orv_turns_freely_at_combat_posture_alone() -> None:
    state = field("hunter", type="Vehicle (ORV)", gait="G")
    assert code(state, go("G", (10, 1), (10, 1), (10, 1))) == ""
    assert code(activate(state, TOP_SPEED), go("G", (10, 1), (10, 1))) == "turns"


@pytest.mark.rule("blitz.2.14-atv")
def test_an_atv_is_bound_by_its_letter_in_all_but_turns() -> None:
    wood = piece("area", "light", 0, 0, 48, 48, 2)
    state = field(ATV, wood)
    assert code(state, go("H", (10, 2), (10, 2))) == ""
    assert code(state, go("H", (0, 4.001))) == "movement"


@pytest.mark.rule("blitz.trait.lumbering")
def test_lumbering_models_turn_once_whatever_they_are() -> None:
    state = field("thunderhammer")
    assert code(state, go("W", (0, 1), (45, 1))) == ""
    assert refusal_of(state, go("W", (45, 1), (45, 1))).rule == "blitz.trait.lumbering"
    state = field("asp")
    assert code(state, go("W", (45, 1), (45, 1))) == ""
    assert code(state, go("G", (45, 1), (45, 0))) == "turns"
    assert refusal_of(state, ExtraTurn("red", "G", 300)).rule == "blitz.trait.lumbering"


@pytest.mark.rule("blitz.6.1a")
def test_an_action_buys_a_turn_at_any_point() -> None:
    state = field(TANK, actions=2)
    red(state).actions = 2
    order(state, go("G", (45, 2)))
    order(state, ExtraTurn("red", "G", -450))
    assert (red(state).facing, red(state).actions, now(state).paid) == (0, 1, 1)
    order(state, go("G", (0, 2)))
    order(state, ExtraTurn("red", "G", 900))
    assert red(state).facing == NORTH
    assert code(state, ExtraTurn("red", "G", 900)) == "no-action"
    assert now(state).straight == 0


@pytest.mark.rule("blitz.6.1a", "blitz.6.1")
def test_what_cannot_be_bought() -> None:
    assert code(field("hunter"), ExtraTurn("red", "W", 900)) == "turns"
    assert code(field("hunter"), ExtraTurn("red", "G", 901)) == "turn"
    assert code(field("hunter"), ExtraTurn("red", "G", 0)) == "turn"
    assert code(field("hunter"), ExtraTurn("red", "G", 900)) == ""
    assert code(field("hunter", posture=BRACED), ExtraTurn("red", "G", 900)) == "braced"
    standing_by = field("hunter", tokens={STANDBY: 1})
    red(standing_by).actions = 0
    assert code(standing_by, ExtraTurn("red", "G", 900)) == "no-action", "standby tokens buy no turns"


@pytest.mark.rule("blitz.6.1a", "blitz.6.3e")
def test_a_bought_turn_may_begin_a_hover_move_and_does_not_close_it() -> None:
    state = field(HOVER)
    order(state, ExtraTurn("red", "H", 450))
    assert (now(state).gait, now(state).moves) == ("H", 0)
    order(state, go("H", (0, 2), (45, 0)))
    order(state, EndMove("red"))
    assert code(state, ExtraTurn("red", "H", 450)) == "no-move"


@pytest.mark.rule("blitz.trait.urban")
def test_urban_models_have_one_free_turn_in_the_open() -> None:
    state = field("lynx")
    assert code(state, go("G", (45, 1), (45, 1))) == ""
    assert code(state, go("G", (45, 1), (45, 1), (45, 0))) == "turns"
    assert code(state, go("G", (0, 1), (45, 1), (45, 0))) == ""
    assert code(state, go("G", (0, 1), (45, 1), (45, 1))) == "turns"
    order(state, go("G", (45, 1), (45, 1)))
    assert (now(state).turns, now(state).free) == (1, 1)
    assert code(state, go("G", (45, 0))) == "turns"


@pytest.mark.rule("blitz.trait.urban")
def test_the_free_turn_is_not_for_woods_but_for_roads_through_them() -> None:
    wood, road = piece("area", "light", 11, 0, 30, 48, 2), piece("road", "", 0, 19, 48, 21, 0)
    assert code(field("lynx", wood), go("G", (0, 2), (45, 0.3), (45, 0))) == "turns"
    assert code(field("lynx", wood, road), go("G", (0, 2), (45, 0.3), (45, 0))) == ""
    assert code(field("hunter"), go("G", (0, 2), (45, 0.3), (45, 0))) == "turns"


@pytest.mark.rule("blitz.trait.urban")
def test_a_free_turn_at_the_end_of_a_piece_leaves_the_move_open() -> None:
    state = field("lynx")
    order(state, go("G", (0, 2), (45, 0)))
    assert not now(state).closed
    order(state, go("G", (0, 1), (45, 0)))
    assert now(state).closed


@pytest.mark.rule("blitz.6.1a")
def test_moving_or_turning_twice_gives_hiding_and_hull_down_away() -> None:
    for legs, kept in ((((45, 0),), True), (((0, 1),), False), (((45, 0), (45, 0)), False)):
        state = field("hunter")
        red(state).tokens.update({HIDING: 1, HULL_DOWN: 1})
        order(state, go("W", *legs))
        assert (HIDING in red(state).tokens, HULL_DOWN in red(state).tokens) == (kept, kept)
