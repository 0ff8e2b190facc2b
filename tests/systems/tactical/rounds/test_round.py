"""2.6.2: declaration, initiative, activation by combat group."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.rounds.round import (
    Activate,
    ChooseFirst,
    Declare,
    EndActivation,
    EndDeclaring,
    PassGroup,
    chooses_first,
    initiative_lines,
    winner_of,
)
from gearlock.systems.tactical.state import COMMANDER
from systems.tactical.play import code, give, unit


def sides(red: int = 2, blue: int = 2, **head: object) -> Position:
    """So many Hunters a side, each side one combat group."""
    position = Position("tactical", turn="red", map="48x48", **head)
    for seat, count, y in (("red", red, 5), ("blue", blue, 43)):
        for number in range(1, count + 1):
            position.model(f"{seat}-{number}", "hunter", at=(4 + 4 * number, y), group=1 + (number > 2))
    return position


@pytest.mark.rule("tactical.2.6.2-step1", "tactical.2.6.3")
def test_extra_actions_are_declared_before_initiative() -> None:
    battle = sides(phase="declaration", switches={"last winner": "blue"}, seed=1).battle()
    give(battle, Declare("red-1", 2), EndDeclaring())
    assert (unit(battle).actions, unit(battle).extra) == (3, 2)
    give(battle, EndDeclaring(), seat="blue")
    assert battle.state.phase in ("initiative", "activation")


@pytest.mark.rule("tactical.2.6.9")
def test_nobody_evades_and_takes_extra_actions() -> None:
    battle = sides(phase="declaration", switches={"last winner": "blue"}).battle()
    assert code(battle, Declare("red-1", 1, True)) == "both"
    give(battle, Declare("red-1", 0, True))
    assert (unit(battle).actions, unit(battle).tokens) == (0, {"evading": 1})
    assert code(battle, Declare("red-1", 1)) == "evading"


@pytest.mark.rule("tactical.2.6.2-step2")
def test_one_machine_against_one_rolls_piloting_with_maneuver() -> None:
    position = Position("tactical", turn="red")
    position.model("red-1", "jaguar", at=(5, 5)).model("blue-1", "black-mamba", at=(5, 40))
    lines = initiative_lines(position.battle().state, "red")
    assert [line.label for line in lines] == ["Piloting", "Maneuver"]
    lines = initiative_lines(sides(1, 2).battle().state, "red")
    assert next(line.label for line in lines) == "Leadership"


@pytest.mark.rule("tactical.2.6.2-step2")
def test_the_winner_has_its_margin_as_command_points_and_fewer_groups_choose() -> None:
    battle = sides(phase="initiative").dice("Initiative", 5).dice("Initiative", 2).battle()
    assert battle.state.points["ICP:red"] == 3
    assert battle.pending[0].seat == "red"
    battle = sides(3, 2, phase="initiative").dice("Initiative", 5).dice("Initiative", 2).battle()
    assert chooses_first(battle.state) == "blue"
    give(battle, ChooseFirst("red"), seat="blue")
    assert (battle.state.turn, battle.state.phase) == ("red", "activation")


@pytest.mark.rule("tactical.2.6.2-step2", "tactical.ref-fumble-effects")
@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [
        (Result(3, 3, False), Result(3, 3, False), ""),
        (Result(0, 0, True), Result(0, 0, True), ""),
        (Result(0, 0, True), Result(1, 0, False), "blue"),
        (Result(4, 4, False), Result(3, 3, False), "red"),
    ],
)
def test_draws_are_rolled_again_and_fumbles_lose(red: Result, blue: Result, winner: str) -> None:
    assert winner_of(red, blue) == winner


@pytest.mark.rule("tactical.2.6.2-step0-commander")
def test_a_commander_has_one_die_more() -> None:
    position = sides()
    position.tables["model"][0]["rank"] = COMMANDER
    lines = initiative_lines(position.battle().state, "red")
    assert [(line.label, line.value) for line in lines] == [("Leadership", 1), ("Commander", 1)]


@pytest.mark.rule("tactical.2.6.2-alternation", "tactical.2.5.1", "tactical.2.6.2-step3")
def test_sides_alternate_groups_and_a_group_finishes_first() -> None:
    battle = sides(3, 1).battle()
    give(battle, Activate("red-1", "stationary"), EndActivation("red-1"))
    assert code(battle, Activate("red-3", "combat")) == "group"
    assert code(battle, Activate("red-1", "combat")) == "done"
    give(battle, Activate("red-2", "stationary"), EndActivation("red-2"))
    assert battle.state.turn == "blue"
    give(battle, Activate("blue-1", "stationary"), EndActivation("blue-1"), seat="blue")
    assert battle.state.turn == "red", "who has groups left goes on"


@pytest.mark.rule("tactical.2.6.2-step3")
def test_who_does_nothing_with_its_group_has_lost_its_turn() -> None:
    battle = sides(2, 1).battle()
    give(battle, Activate("red-1", "stationary"), EndActivation("red-1"), PassGroup())
    assert (unit(battle, "red-2").done, unit(battle, "red-2").went) == (True, "stationary")
    assert battle.state.turn == "blue"


@pytest.mark.rule("tactical.2.6.2-step4", "tactical.2.6.2")
def test_initiative_points_and_actions_are_lost_at_the_end_of_a_round() -> None:
    position = Position("tactical", turn="red", phase="misc", points={"ICP:red": 2, "TCP:red": 3}, seed=1)
    position.model("red-1", "hunter", at=(5, 5), tokens={"evading": 1}).model("blue-1", "hunter", at=(5, 30))
    state = position.battle().state
    assert state.points == {"TCP:red": 3}
    assert (state.round, state.phase, state.units["red-1"].tokens) == (2, "declaration", {})
