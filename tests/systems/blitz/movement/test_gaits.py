"""6.1, 6.3: movement types: the table, how many moves, secondary systems and being Fast."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.movement.terrain import GAITS, UNLIMITED, EndMove, bonus_of, gaits_of, moves_of
from gearlock.systems.blitz.state import BRACED, COMBAT, IMMOBILISED, TOP_SPEED
from gearlock.table.measure import INCH
from systems.blitz.movement.march import activate, code, field, go, now, order, piece, red

TABLE = {
    # letter: turns, at the beginning, open bonus, road bonus, MR an inch of difficult terrain, turns for actions
    "W": (UNLIMITED, True, 0, 0, 1, False),
    "I": (UNLIMITED, True, 0, 0, 1, False),
    "G": (1, True, 1, 2, 2, True),
    "H": (1, False, 1, 2, 3, True),
    "H2O": (1, True, 0, 2, 2, True),
    "V": (1, False, 1, 2, 3, True),
}


@pytest.mark.rule("blitz.6.3-table", "blitz.6.3b", "blitz.6.3c", "blitz.6.3d", "blitz.6.3e", "blitz.6.3g")
@pytest.mark.parametrize("gait", TABLE)
def test_the_table_of_movement_types(gait: str) -> None:
    row = GAITS[gait]
    assert (row.turns, row.first, row.open, row.road, row.difficult, row.buys_turns) == TABLE[gait]


@pytest.mark.rule("blitz.6.5d", "blitz.6.3d", "blitz.6.3e")
def test_bonuses_do_not_add_up() -> None:
    assert bonus_of("G", True, True) == 2 * INCH
    assert bonus_of("G", True, False) == 1 * INCH
    assert bonus_of("G", False, False) == 0
    assert bonus_of("W", True, True) == 0


@pytest.mark.rule("blitz.6.0")
def test_a_move_uses_all_part_or_none_of_the_rating() -> None:
    state = field("hunter")
    assert code(state, go("W", (0, 5))) == ""
    assert code(state, go("W", (0, 0.001))) == ""
    assert code(state, go("W", (0, 5.001))) == "movement"
    assert code(state, go("W", (0, 0))) == "path"


@pytest.mark.rule("blitz.6.0")
def test_backward_costs_double_and_not_at_top_speed() -> None:
    state = field("hunter")
    assert code(state, go("W", (0, -2.5))) == ""
    assert code(state, go("W", (0, -2.501))) == "movement"
    assert code(state, go("W", (0, 1), (0, -2))) == ""
    assert code(state, go("W", (0, 1.001), (0, -2))) == "movement"
    assert code(activate(state, TOP_SPEED), go("W", (0, -1))) == "backward"


@pytest.mark.rule("blitz.6.0")
def test_the_rating_refreshes_with_each_move_and_pieces_of_one_add_up() -> None:
    state = field("hunter", posture=TOP_SPEED)
    order(state, go("W", (0, 3)))
    assert code(state, go("W", (0, 2.001))) == "movement"
    order(state, go("W", (0, 2), last=True))
    assert now(state).moves == 1
    assert now(state).spent == 0
    order(state, go("W", (0, 5), last=True))
    assert red(state).x == 20_000
    assert code(state, go("W", (0, 1))) == "no-move"


@pytest.mark.rule("blitz.6.0")
def test_moving_costs_no_action_and_an_interrupted_move_is_ended_by_order() -> None:
    state = field("hunter")
    assert code(state, EndMove("red")) == "no-move"
    order(state, go("W", (0, 3)))
    assert red(state).actions == 1
    order(state, EndMove("red"))
    assert code(state, go("W", (0, 1))) == "no-move"


@pytest.mark.rule("blitz.6.0", "blitz.6.3")
def test_who_cannot_move() -> None:
    state = field("hunter", posture=BRACED)
    assert code(state, go("W", (0, 1))) == "braced"
    assert code(state, go("W", (90, 0))) == "braced"
    state = field("hunter")
    assert code(state, go("H", (0, 1))) == "gait"
    red(state).tokens[IMMOBILISED] = 1
    assert code(state, go("W", (0, 1))) == "immobilised"
    state = field("hunter")
    state.activation = None
    assert code(state, go("W", (0, 1))) == "braced"


@pytest.mark.rule("blitz.6.3", "blitz.6.3a", "blitz.trait.sms")
def test_a_secondary_system_gives_another_type_at_the_same_rating() -> None:
    state = field("hunter")
    assert gaits_of(red(state).line) == ("W", "G")
    assert code(state, go("G", (0, 6))) == ""
    assert code(state, go("G", (0, 6.001))) == "movement"
    order(state, go("G", (0, 1)))
    assert code(state, go("W", (0, 1))) == "gait"
    assert red(state).gait == "G"


@pytest.mark.rule("blitz.6.3a", "blitz.trait.sms")
def test_the_type_used_last_stays_with_its_traits_and_without_those_it_loses() -> None:
    traits = ("Agile", "Arms", "SMS:H (Fast, -Agile)")
    state = field("hunter", posture=TOP_SPEED, traits=traits)
    assert red(state).has("Agile")
    assert not red(state).has("Fast")
    order(state, go("H", (0, 2), last=True))
    assert (red(state).has("Agile"), red(state).has("Fast")) == (False, True)
    state.activation = None
    assert (red(state).has("Agile"), red(state).has("Fast")) == (False, True)
    activate(state, TOP_SPEED)
    order(state, go("W", (0, 2), last=True))
    assert (red(state).has("Agile"), red(state).has("Fast")) == (True, False)


@pytest.mark.rule("blitz.6.3d", "blitz.6.0")
def test_each_move_begins_with_open_ground_of_its_own() -> None:
    state = field("hunter", piece("area", "light", 11.2, 0, 11.7, 48, 1), posture=TOP_SPEED)
    order(state, go("G", (0, 2.5), last=True))
    order(state, go("G", (0, 1)))
    assert [code(state, go("G", (0, far))) for far in (5, 5.001)] == ["", "movement"], "an inch more for open ground"


@pytest.mark.rule("blitz.trait.fast", "blitz.6.0")
def test_how_many_moves() -> None:
    plain, fast = red(field("hunter")), red(field("hunter", traits=("Fast",)))
    bracketed = red(field("lynx"))
    assert [moves_of(plain, posture) for posture in (BRACED, COMBAT, TOP_SPEED)] == [0, 1, 2]
    assert [moves_of(fast, posture) for posture in (BRACED, COMBAT, TOP_SPEED)] == [0, 1, 3]
    assert moves_of(bracketed, TOP_SPEED) == 3


@pytest.mark.rule("blitz.trait.fast", "blitz.trait.sms")
def test_a_bracketed_fast_move_is_made_with_its_system_before_or_after_the_others() -> None:
    state = field("lynx", posture=TOP_SPEED)
    order(state, go("W", (0, 1), last=True))
    order(state, go("W", (0, 1), last=True))
    assert code(state, go("W", (0, 1))) == "fast"
    assert code(state, go("G", (0, 1))) == ""
    order(state, go("G", (0, 1), last=True))
    assert code(state, go("G", (0, 1))) == "no-move"
    state = field("lynx", posture=TOP_SPEED)
    order(state, go("G", (0, 1), last=True))
    order(state, go("W", (0, 1), last=True))
    assert code(state, go("W", (0, 1))) == ""


@pytest.mark.rule("blitz.trait.fast")
def test_fast_without_brackets_holds_on_every_type() -> None:
    state = field("lynx", posture=TOP_SPEED, traits=("Fast", "SMS:G"))
    for _ in range(3):
        order(state, go("W", (0, 1), last=True))
    assert code(state, go("W", (0, 1))) == "no-move"


@pytest.mark.rule("blitz.trait.fast")
def test_an_auxiliary_fast_is_lost_with_the_hull() -> None:
    unit = red(field("mht-68"))
    assert moves_of(unit, TOP_SPEED) == 3
    unit.hull = 0
    assert moves_of(unit, TOP_SPEED) == 2
