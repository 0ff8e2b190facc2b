"""2.6.2, Step Zero: Tactics and its Command Points, placing groups in turn, and the speed everybody begins with."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.positions import Position
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.damage.condition import inches_moved
from gearlock.systems.tactical.deployment import Appoint, Deploy, DeployFirst, first_inches, points_of
from gearlock.systems.tactical.state import State, pace_of
from systems.tactical.play import code, give, unit


def begun(*rolls: tuple[int, ...], red: str = "1", blue: str = "1") -> Battle[State]:
    """Hunters by their combat groups, still to be placed; Tactics shows these faces, red and blue in turn."""
    position = Position("tactical", round=0, phase="command", map="48x48")
    for seat, groups in (("red", red), ("blue", blue)):
        for number, group in enumerate(groups, 1):
            position.model(f"{seat}-{number}", "hunter", group=int(group))
    for faces in rolls:
        position.dice("Tactics", *faces)
    return position.battle()


def asked(battle: Battle[State]) -> tuple[str, str]:
    return battle.pending[0].seat, battle.pending[0].kind


@pytest.mark.rule("tactical.2.6.2-step0-tcp", "tactical.2.6.2-step0-deployment")
def test_each_side_has_its_own_roll_as_points_and_the_winner_says_who_places() -> None:
    battle = begun((1, 2), (3, 2))
    assert battle.state.points["TCP:red"] == 2
    assert battle.state.points["TCP:blue"] == 3
    assert asked(battle) == ("blue", "deploy first")
    give(battle, DeployFirst("red"), seat="blue")
    assert asked(battle) == ("red", "deploy")


@pytest.mark.rule("tactical.2.6.2-step0-tcp")
def test_a_tie_is_rolled_again_and_a_fumble_is_a_die_of_one() -> None:
    battle = begun((4, 4), (4, 2), (1, 1), (5, 5))
    assert (battle.state.points["TCP:red"], battle.state.points["TCP:blue"]) == (1, 5)
    assert points_of(Result(0, 0, True), 1) == 2, "an Elite crew adds its attribute to it"


@pytest.mark.rule("tactical.2.6.2-step0-deployment")
def test_groups_are_placed_in_turn_each_as_a_whole() -> None:
    battle = begun((1, 2), (3, 2), red="112", blue="12")
    give(battle, Appoint("red-1", "red-3"))
    give(battle, Appoint("blue-1", "blue-2"), seat="blue")
    give(battle, DeployFirst("red"), seat="blue")
    give(battle, Deploy("red-1", 5_000, 3_000, 900))
    assert code(battle, Deploy("red-3", 9_000, 3_000, 900)) == "unit", "the group goes on"
    give(battle, Deploy("red-2", 9_000, 3_000, 900))
    assert asked(battle) == ("blue", "deploy")
    assert code(battle, Deploy("blue-1", 9_000, 20_000, 2_700), "blue") == "zone"
    give(battle, Deploy("blue-1", 9_000, 45_000, 2_700), seat="blue")
    assert asked(battle) == ("red", "deploy")


@pytest.mark.rule("tactical.2.6.2-first-round-speed", "tactical.2.6.7-target-speed")
@pytest.mark.parametrize(
    ("speed", "mode", "inches", "pace"),
    [
        ("stationary", "G", 0, "stationary"),
        ("combat", "G", 6, "combat"),
        ("top", "G", 12, "top"),
        ("combat", "W", 4, "combat"),
    ],
)
def test_who_has_not_moved_in_round_one_counts_all_inches_of_its_speed(
    speed: str, mode: str, inches: int, pace: str
) -> None:
    battle = begun((1, 2), (3, 2))
    give(battle, DeployFirst("red"), seat="blue")
    give(battle, Deploy("red-1", 5_000, 3_000, 900, speed, mode))
    hunter = unit(battle)
    assert (inches_moved(battle.state, hunter), pace_of(battle.state, hunter)) == (inches, pace)
    assert hunter.speed == ("top" if speed == "top" else "combat")


@pytest.mark.rule("tactical.2.6.2-first-round-speed")
@pytest.mark.parametrize(("terrain", "inches"), [("clear", 6), ("rough", 3), ("jungle", 2), ("swamp", 1)])
def test_the_terrain_it_stands_in_divides_the_inches(terrain: str, inches: int) -> None:
    position = Position("tactical", turn="red")
    position.model("red-1", "hunter", at=(5, 5), mode="G").model("blue-1", "hunter", at=(5, 30))
    battle = position.battle()
    assert first_inches(battle.state, unit(battle), "combat", terrain) == inches


@pytest.mark.rule("tactical.2.6.2-first-round-speed", "tactical.2.6.5-terrain")
@pytest.mark.parametrize(("half", "inches"), [(0.2, 6), (2, 2)])
def test_the_terrain_of_the_first_round_is_that_under_more_than_half_of_the_base(half: float, inches: int) -> None:
    position = Position("tactical", round=0, phase="command", map="48x48")
    position.piece("area", (5 - half, 3 - half, 5 + half, 3 + half), props={"going": "jungle"}, name="Thicket")
    position.model("red-1", "hunter").model("blue-1", "hunter").dice("Tactics", 1, 2).dice("Tactics", 3, 2)
    battle = give(position.battle(), DeployFirst("red"), seat="blue")
    give(battle, Deploy("red-1", 5_000, 3_000, 900, "combat", "G"))
    assert inches_moved(battle.state, unit(battle)) == inches
