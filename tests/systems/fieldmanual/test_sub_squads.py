"""Sub-squads: small games, and a side that is badly outnumbered."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.command_points.tests import can_reach
from gearlock.systems.fieldmanual.leaders import leader_of
from gearlock.systems.fieldmanual.rounds import (
    Activate,
    GroupsSplit,
    RoundEnded,
    SplitGroups,
    is_small,
    may_split,
    resolve_sub_squads,
    second_halves,
    unactivated,
    waiting_groups,
)
from gearlock.systems.fieldmanual.state import DEAD, LEADER, State
from systems.fieldmanual.radio import asked, model, run
from systems.fieldmanual.tables import table


def armies(red: tuple[int, ...], blue: tuple[int, ...], option: str = "yes") -> State:
    """Combat Groups of so many models each; the last of each group leads it."""
    state = table()
    state.switches["sub-squads"] = option
    for seat, sizes in (("red", red), ("blue", blue)):
        number = 0
        for group, size in enumerate(sizes, 1):
            for place in range(size):
                number += 1
                rank = LEADER if place == size - 1 else ""
                x, y = (5, 4 * number) if seat == "red" else (60, 4 * number)
                model(state, f"{seat}-{number}", x, y, group=group, rank=rank, ld=2)
    return state


def squads(state: State, seat: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for unit in state.models(seat):
        found.setdefault(unit.squad, []).append(unit.id)
    return found


@pytest.mark.rule("fieldmanual.sub-squads-small-game")
def test_in_a_small_game_all_groups_are_split_as_evenly_as_can_be() -> None:
    state = armies((4, 3), (5,))
    played = run(state, resolve_sub_squads, book=BOOK)
    assert played.asks == []
    assert squads(state, "red") == {
        1: ["red-1", "red-4"],
        101: ["red-2", "red-3"],
        2: ["red-5", "red-7"],
        102: ["red-6"],
    }
    assert [len(each) for each in squads(state, "blue").values()] == [3, 2]
    assert not is_small(state)
    RoundEnded().change(state)
    assert len(squads(state, "red")) == 4


@pytest.mark.rule("fieldmanual.sub-squads-small-game")
def test_only_with_the_option_in_the_first_round_and_with_two_groups_a_side_at_most() -> None:
    assert is_small(armies((4,), (4, 4)))
    assert is_small(armies((4,), (4, 4), "small"))
    assert not is_small(armies((4,), (4, 4), "outnumbered"))
    assert not is_small(armies((4,), (4, 4), "no"))
    assert not is_small(armies((4, 4, 4), (4,)))
    assert not is_small(armies((4,), ()))
    later = armies((4,), (4,))
    later.round = 2
    assert not is_small(later)


@pytest.mark.rule("fieldmanual.sub-squads-small-game")
def test_sub_squads_activate_in_turn_and_both_of_a_group_before_another() -> None:
    state = armies((4, 4), (4,))
    run(state, resolve_sub_squads, book=BOOK)
    assert waiting_groups(state, "red") == {1, 101, 2, 102}
    for name in ("red-1", "red-4"):
        state.units[name].used = True
    assert {unit.squad for unit in unactivated(state, "red")} == {101}
    asking = Ask("red", "activate")
    found = BOOK.refuse(state, asking, Activate("red-5", "W", "stationary"))
    assert found is not None
    assert found.code == "sub-squad"
    assert BOOK.refuse(state, asking, Activate("red-2", "W", "stationary")) is None
    state.group = 101
    assert [unit.id for unit in unactivated(state, "red")] == ["red-2", "red-3"]
    for name in ("red-2", "red-3"):
        state.units[name].used = True
    state.group = 0
    assert {unit.squad for unit in unactivated(state, "red")} == {2, 102}


@pytest.mark.rule("fieldmanual.sub-squads-small-game")
def test_who_was_called_up_out_of_sequence_begins_no_group() -> None:
    state = armies((4, 4), (4,))
    run(state, resolve_sub_squads, book=BOOK)
    state.units["red-5"].used = True
    assert {unit.group for unit in unactivated(state, "red")} == {1, 2}


@pytest.mark.rule("fieldmanual.sub-squads-small-game", "fieldmanual.cp-issue")
def test_a_sub_squad_is_a_squad_of_its_own_for_leaders() -> None:
    state = armies((4,), (4,))
    run(state, resolve_sub_squads, book=BOOK)
    leader, mate, other = (state.units[name] for name in ("red-4", "red-1", "red-2"))
    assert leader_of(state, mate) is leader
    assert leader_of(state, other) is None
    assert can_reach(state, leader, mate)
    assert not can_reach(state, leader, other)


@pytest.mark.rule("fieldmanual.sub-squads-outnumbered")
def test_a_third_of_the_enemys_groups_or_fewer_may_split_at_the_start_of_a_round() -> None:
    state = armies((4,), (2, 2, 2))
    state.round = 3
    assert may_split(state, "red")
    assert not may_split(state, "blue")
    assert asked(run(state, resolve_sub_squads, book=BOOK)) == [("red", "split")]
    played = run(state, resolve_sub_squads, replies=[SplitGroups()], book=BOOK)
    assert played.of(GroupsSplit) == [GroupsSplit("red", ("red-2", "red-3"))]
    assert run(state, resolve_sub_squads, book=BOOK).asks == []


@pytest.mark.rule("fieldmanual.sub-squads-outnumbered")
def test_groups_that_are_gone_do_not_count_and_a_single_model_cannot_be_split() -> None:
    state = armies((4, 4), (2, 2, 2, 2, 2))
    assert not may_split(state, "red")
    for number in range(5, 9):
        state.units[f"red-{number}"].status = DEAD
    assert may_split(state, "red")
    assert second_halves(state, "red") == ("red-2", "red-3")
    for number in range(1, 4):
        state.units[f"red-{number}"].status = DEAD
    assert not may_split(state, "red")
    assert not may_split(armies((4,), (2, 2, 2), "small"), "red")
