"""4.0, 4.0a and 16.0: who has won, and when."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.events import Outcome
from gearlock.systems.blitz.objectives.objectives import DeclareLast
from gearlock.systems.blitz.state import OFF_BOARD, WRECK, State
from systems.blitz.stage import asked, at, give, moment, objectives, play_to, prepared, refused, secret, story


def meeting(held: dict[str, str], round: int, **losses: int) -> Battle[State]:
    """A Cleanup of a meeting engagement in which these tokens are held."""

    def lay(state: State) -> None:
        state.round, state.rounds = round, 6
        numbers = {"red": 1, "blue": 1}
        for token, seat in held.items():
            x, y = state.markers[token]
            at(state, f"{seat}-{numbers[seat]}", x / 1000, y / 1000 + 1)
            numbers[seat] += 1
        for seat, count in losses.items():
            for number in range(4, 4 - count, -1):
                state.units[f"{seat}-{number}"].status = WRECK

    return play_to(moment(lay, scenario="meeting"), "bonus", "first", "activate", "reposition")


def result(battle: Battle[State]) -> Outcome | None:
    return battle.outcome


RED3 = {"token-1": "red", "token-2": "red", "token-3": "red"}


@pytest.mark.rule("blitz.4.0a")
@pytest.mark.parametrize(("round", "over"), [(1, False), (2, True), (5, True)])
def test_three_tokens_win_at_once_from_the_second_round_on(round: int, over: bool) -> None:
    found = result(meeting(RED3, round))
    assert (found is not None) is over
    if found is not None:
        assert (found.winner, found.score) == ("red", {"red": 3, "blue": 0})


@pytest.mark.rule("blitz.4.0a")
def test_two_tokens_are_not_enough_before_the_end() -> None:
    two = {"token-1": "blue", "token-4": "blue"}
    assert result(meeting(two, 5)) is None
    found = result(meeting(two, 6))
    assert found is not None
    assert found.winner == "blue"


@pytest.mark.rule("blitz.4.0a")
@pytest.mark.parametrize(("lost", "winner"), [({"red": 1}, "blue"), ({"blue": 1}, "red"), ({}, "")])
def test_a_tie_of_tokens_goes_to_the_most_printed_actions(lost: dict[str, int], winner: str) -> None:
    found = result(meeting({"token-1": "blue", "token-4": "red"}, 6, **lost))
    assert found is not None
    assert found.winner == winner
    assert found.score == {"red": 1, "blue": 1}


@pytest.mark.rule("blitz.4.0a")
def test_actions_beyond_the_edge_are_not_on_the_table() -> None:
    def lay(state: State) -> None:
        state.round = 6
        state.units["red-1"].status = OFF_BOARD
        state.units["red-1"].fired = ["LAC"]
        state.facts["distance:red-1"] = secret("9000", "red")

    found = result(moment(lay, scenario="meeting"))
    assert found is not None
    assert found.winner == "blue"


def ending(**points: int) -> Battle[State]:
    """The last Cleanup of a battle: so many objectives achieved by each side, so much TV for each of its models."""

    def lay(state: State) -> None:
        state.round, state.rounds = 6, 6
        for unit in state.units.values():
            unit.tv = points.get(f"{unit.seat}_tv", 10)
        for seat in ("red", "blue"):
            objectives(state, seat, "recon", "wipe", "capture", primary=points.get(f"{seat}_primary", 3))
            for number in range(1, points.get(seat, 0) + 1):
                state.points[f"done:{seat}:{number}"] = 1

    return moment(lay)


@pytest.mark.rule("blitz.4.0", "blitz.16.0-3")
def test_most_victory_points_win_and_the_primary_one_counts_double() -> None:
    found = result(ending(red=1, blue=2))
    assert found is not None
    assert (found.winner, found.score) == ("blue", {"red": 1, "blue": 2})
    found = result(ending(red=1, blue=2, red_primary=1, red_tv=11))
    assert found is not None
    assert (found.winner, found.score) == ("red", {"red": 3, "blue": 2})


@pytest.mark.rule("blitz.16.0-obj-casualties")
def test_casualties_is_a_point_and_breaks_ties() -> None:
    found = result(ending(red=1, blue=1, blue_tv=11))
    assert found is not None
    assert (found.winner, found.score) == ("blue", {"red": 1, "blue": 2})
    found = result(ending(red=1, blue=2, red_tv=11))
    assert found is not None
    assert (found.winner, found.score) == ("red", {"red": 2, "blue": 2})
    found = result(ending(red=1, blue=1))
    assert found is not None
    assert found.winner == ""


@pytest.mark.rule("blitz.16.0-3")
def test_at_the_end_everything_is_shown() -> None:
    battle = ending(red=1)
    assert all(set(fact.knows) == {"red", "blue"} for fact in battle.state.facts.values())
    assert "Blue's primary objective is number 3" in story(battle, "red").replace("blue's", "Blue's")


@pytest.mark.rule("blitz.3.0c")
def test_a_battle_goes_on_until_its_last_round() -> None:
    def lay(state: State) -> None:
        state.round, state.rounds = 5, 6
        for name in ("blue-1", "blue-2", "blue-3", "blue-4"):
            state.units[name].status = WRECK

    battle = play_to(moment(lay), "activate")
    assert result(battle) is None
    assert battle.state.round == 6


def declaring(round: int, *throws: tuple[str, tuple[int, ...]], done: dict[str, int] | None = None) -> Battle[State]:
    def lay(state: State) -> None:
        state.round, state.rounds, state.winner = round, 10, "blue"
        state.switches = {**state.switches, "rounds": "declared"}
        for seat, count in (done or {}).items():
            objectives(state, seat, "recon", "wipe", primary=2)
            state.points.update({f"done:{seat}:{number}": 1 for number in range(1, count + 1)})

    return moment(lay, *throws, phase="initiative")


@pytest.mark.rule("blitz.16.0-2b-alt")
@pytest.mark.parametrize(("round", "kind"), [(3, "first"), (4, "last"), (9, "last")])
def test_the_last_round_may_be_declared_from_the_fourth_on(round: int, kind: str) -> None:
    assert asked(declaring(round)).kind == kind


@pytest.mark.rule("blitz.16.0-2b-alt")
@pytest.mark.parametrize(("red", "blue", "winner"), [(1, 1, "blue"), (1, 0, "red"), (0, 1, "blue"), (0, 0, "blue")])
def test_who_declares_it_wins_a_tie(red: int, blue: int, winner: str) -> None:
    battle = declaring(5, done={"red": red, "blue": blue})
    assert asked(battle).seat == "blue"
    assert refused(battle, DeclareLast()) == ""
    give(battle, DeclareLast())
    for unit in battle.state.units.values():
        unit.tv, unit.used = 10, True
    play_to(battle, "never")
    found = result(battle)
    assert found is not None
    assert found.winner == winner
    assert battle.state.round == 5


@pytest.mark.rule("blitz.16.0-2b-alt")
def test_nobody_is_asked_where_rounds_are_numbered() -> None:
    def lay(state: State) -> None:
        state.round, state.winner = 4, "blue"

    assert asked(moment(lay, phase="initiative")).kind == "first"


def test_a_battle_ends_even_if_nobody_declares_the_last_round() -> None:
    assert prepared("battle", rounds="declared").state.rounds == 10


def test_score_and_goal_are_told() -> None:
    battle = meeting({"token-1": "blue"}, 3)
    assert battle.view("red").score == {"red": 0, "blue": 1}
    assert len(battle.view("red").markers) == 4
    assert [shape.label for shape in battle.view("red").markers if "held by blue" in shape.label]
