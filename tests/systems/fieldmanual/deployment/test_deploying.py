"""Step 6 and the Straight Up Brawl: who chooses, who places first, where, and at which speed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.systems.fieldmanual.deployment import (
    PLACES,
    ChooseSide,
    Deploy,
    Deployed,
    DeploymentPassed,
    EdgeRolled,
    SideTaken,
    deployable,
    guess_deploy,
    offer_deployments,
    refuse_deploy,
    refuse_side,
    refuse_speed,
    refuse_spot,
    resolve_deployment,
    resolve_sides,
)
from gearlock.systems.fieldmanual.state import FIELDED, WAITING, State, Unit
from systems.fieldmanual.tables import Played, mils, piece, play, put, table

ASK = Ask("red", "deploy", rule="fieldmanual.step6-deployment")


def waiting(state: State, name: str, card: str = "jager", **more: Any) -> Unit:
    return put(state, name, card, 0, 0, status=WAITING, **more)


def brawl(*pieces: object, kind: str = "edge") -> State:
    state = table(*pieces)  # type: ignore[arg-type]
    state.phase, state.round, state.turn = "deployment", 0, "red"
    state.switches = {"zones": kind}
    return state


def code(state: State, unit: Unit, x: float, y: float) -> str:
    refusal = refuse_spot(state, unit, mils(x), mils(y))
    return "" if refusal is None else refusal.code


def choose(*sides: str) -> object:
    left = list(sides)

    def answer(_state: State, _ask: Ask) -> Order:
        return ChooseSide(left.pop(0))

    return answer


def sides(state: State, *dice: tuple[int, ...], answers: tuple[str, ...] = ("south",)) -> Played:
    state.phase = "sides"
    return play(state, resolve_sides, *dice, answer=choose(*answers))  # type: ignore[arg-type]


@pytest.mark.rule("fieldmanual.straight-up-brawl")
def test_who_has_more_combat_groups_takes_a_long_edge_and_places_first() -> None:
    state = brawl()
    for name, group in (("red-1", 1), ("blue-1", 1), ("blue-2", 2)):
        waiting(state, name, group=group)
    done = sides(state, answers=("north",))
    assert [ask.seat for ask in done.asks] == ["blue"]
    assert state.zones == {"blue": "north", "red": "south"}
    assert (state.turn, state.phase) == ("blue", "deployment")


@pytest.mark.rule("fieldmanual.straight-up-brawl")
def test_with_as_many_groups_dice_decide_and_ties_are_thrown_again() -> None:
    state = brawl()
    waiting(state, "red-1")
    waiting(state, "blue-1")
    done = sides(state, (3, 3), (2, 5))
    assert [(event.red, event.blue) for event in done.of(EdgeRolled)] == [(3, 3), (2, 5)]
    assert done.of(SideTaken)[0].seat == "blue"


@pytest.mark.rule("fieldmanual.step6-deployment")
def test_the_better_leadership_chooses_a_zone_or_leaves_it_and_who_chose_places_first() -> None:
    state = brawl(kind="wide")
    waiting(state, "red-1", "command-jager", rank="commander")
    waiting(state, "blue-1", "command-jager", rank="commander")
    done = sides(state, (4,), (4,), (5,), (3,), answers=("", "north"))
    assert [roll.purpose for roll in done.rolls] == ["deployment"] * 4, "a tie is rolled again"
    assert [ask.seat for ask in done.asks] == ["red", "blue"]
    assert state.zones == {"blue": "north", "red": "south"}
    assert state.turn == "blue"


@pytest.mark.rule("fieldmanual.step6-deployment")
def test_only_zones_that_there_are_can_be_chosen_and_only_the_winner_leaves_it() -> None:
    state = brawl(kind="wide")
    winner = Ask("red", "side", about=("wide", "winner"))
    assert refuse_side(state, winner, ChooseSide("")) is None
    assert refuse_side(state, winner, ChooseSide("west")) is not None
    assert refuse_side(state, Ask("red", "side", about=("wide", "chooser")), ChooseSide("")) is not None


@pytest.mark.rule("fieldmanual.step6-deployment")
def test_groups_are_placed_in_turn_model_by_model() -> None:
    state = brawl()
    for name, group in (("red-1", 1), ("red-2", 1), ("red-3", 2), ("blue-1", 1)):
        waiting(state, name, group=group)
    order: list[str] = []
    lots = random.Random(1)

    def answer(now: State, ask: Ask) -> Order:
        name = sorted(unit.id for unit in deployable(now, ask.seat))[0]
        for attempt in range(PLACES + 1):
            found = guess_deploy(now, ask, Deploy(name), lots, attempt)
            assert isinstance(found, Deploy)
            if refuse_deploy(now, ask, found) is None:
                order.append(name)
                return found
        raise AssertionError("no place")

    for _ in range(12):
        if state.phase == "deployment":
            play(state, resolve_deployment, answer=answer)
    assert order == ["red-1", "red-2", "blue-1", "red-3"]
    assert state.phase == "round"
    assert all(unit.status == FIELDED for unit in state.units.values())


@pytest.mark.rule("fieldmanual.step6-deployment", "fieldmanual.defensive-assets")
def test_each_asset_counts_as_a_group_of_its_own() -> None:
    state = brawl()
    waiting(state, "red-1", "hac-turret", group=0)
    waiting(state, "red-2", "hac-turret", group=0)
    waiting(state, "blue-1")
    played = play(state, resolve_deployment, answer=lambda _s, _a: Deploy("red-1", mils(20), mils(3), 900))
    assert played.of(Deployed)[0].band == "stationary"
    assert not deployable(state, "red"), "one asset, then the other side"
    assert play(state, resolve_deployment).of(DeploymentPassed)[0].seat == "blue"


@pytest.mark.rule("fieldmanual.step6-deployment")
def test_any_speed_may_be_chosen_and_combat_speed_is_meant_if_none_is() -> None:
    state = brawl()
    unit = waiting(state, "red-1")
    assert Deploy("red-1").band == "combat"
    for band in ("stationary", "combat", "reverse", "top"):
        assert refuse_deploy(state, ASK, Deploy("red-1", mils(20), mils(5), 900, band, "G")) is None
    for bad in (Deploy("red-1", mils(20), mils(5), 900, "flank"), Deploy("red-1", mils(20), mils(5), 900, "top", "H")):
        assert refuse_deploy(state, ASK, bad) is not None
    play(state, resolve_deployment, answer=lambda _s, _a: Deploy("red-1", mils(20), mils(5), 900, "top", "G"))
    assert (unit.band, unit.mode, unit.x, unit.facing) == ("top", "G", mils(20), 900)


@pytest.mark.rule("fieldmanual.mode-walker", "fieldmanual.step6-deployment")
def test_a_walker_does_not_begin_in_reverse() -> None:
    state = table()
    unit = put(state, "red-1", "jager", 20, 5, status=WAITING)
    refusal = refuse_speed(state, unit, "reverse", "W")
    assert refusal is not None
    assert refusal.rule == "fieldmanual.mode-walker"
    assert refuse_speed(state, unit, "reverse", "") is not None, "it would begin as a Walker"
    assert refuse_speed(state, unit, "reverse", "G") is None


@pytest.mark.rule("fieldmanual.straight-up-brawl")
def test_in_a_brawl_enemies_are_placed_at_least_12_in_apart() -> None:
    state = brawl()
    put(state, "blue-1", "jager", 20, 20)
    unit = waiting(state, "red-1")
    assert code(state, unit, 20, 7.0) == "", "12 in from base to base"
    assert code(state, unit, 20, 7.01) == "near"


@pytest.mark.rule("fieldmanual.zone-surrounded")
def test_around_who_is_surrounded_nobody_is_placed_within_12_in_unless_infiltrating() -> None:
    state = brawl(kind="surrounded wide")
    state.zones = {"red": "south+north", "blue": "middle"}
    put(state, "blue-1", "jager", 20, 17)
    unit = waiting(state, "red-1")
    assert code(state, unit, 20, 3.99) == ""
    assert code(state, unit, 20, 4.0) == "near", "exactly 12 in is within"


@pytest.mark.rule("fieldmanual.zone-surrounded")
def test_nobody_can_be_kept_off_the_table_by_enemies_all_around_its_zone() -> None:
    state = brawl(kind="surrounded diagonal")
    state.zones = {"red": "middle", "blue": "northwest+west+southeast+east"}
    unit = waiting(state, "red-1")
    put(state, "blue-1", "jager", 22, 24)
    put(state, "blue-2", "jager", 50, 28)
    assert code(state, unit, 30, 24) == "near", "there are places farther away"
    put(state, "blue-3", "jager", 50, 20)
    put(state, "blue-4", "jager", 36, 24)
    state.notes.clear()
    assert code(state, unit, 30, 24) == "", "there are none"
    assert code(state, unit, 20, 20) == "zone"


def test_nobody_stands_on_another_off_the_table_or_in_solid_terrain() -> None:
    state = brawl(piece("building", (10, 2, 14, 6), 3, rating="solid", footing=False))
    put(state, "red-2", "jager", 30, 5)
    unit = waiting(state, "red-1")
    assert code(state, unit, 30.99, 5) == "overlap"
    assert code(state, unit, 31.1, 5) == ""
    assert code(state, unit, 0.4, 5) == "table"
    assert code(state, unit, 12, 4) == "terrain"
    assert code(state, unit, 20, 20) == "zone"


@pytest.mark.rule("fieldmanual.combined-cohesion")
def test_bases_of_a_combined_model_are_placed_in_one_chain_and_alike() -> None:
    state = brawl()
    card = "infantry-squad-proposed"
    for name in ("red-1", "red-1-1"):
        waiting(state, name, card, team="red-1")
    first = state.units["red-1"]
    first.status, first.x, first.y, first.band, first.mode = FIELDED, mils(20), mils(5), "combat", "W"
    second = state.units["red-1-1"]
    assert code(state, second, 23.0, 5) == "", "2 in between the bases"
    assert code(state, second, 23.01, 5) == "cohesion"
    ask = Ask("red", "deploy")
    assert refuse_deploy(state, ask, Deploy("red-1-1", mils(22), mils(5), 0, "top")) is not None


@pytest.mark.rule("fieldmanual.infiltrators")
def test_infiltrators_come_last_and_stay_out_of_the_enemys_lock_and_zone() -> None:
    wall = piece("building", (30, 24, 42, 26), 6, rating="solid")
    state = brawl(wall, kind="wide")
    enemy = put(state, "blue-1", "jager", 36, 34)
    scout = waiting(state, "red-1", arrival="infiltrates")
    other = waiting(state, "red-2", group=2)
    assert deployable(state, "red") == [other], "after everybody who does not infiltrate"
    other.status = FIELDED
    other.x, other.y = mils(5), mils(5)
    assert deployable(state, "red") == [scout]
    assert code(state, scout, 36, 20) == "", "behind the wall, far out of its own zone"
    assert code(state, scout, 50, 20) == "lock", "in plain sight"
    assert code(state, scout, 36, 33) == "zone"
    enemy.x = mils(2)
    assert code(state, scout, 36, 31.4) == "lock"


def test_what_is_offered_can_be_completed() -> None:
    state = brawl()
    waiting(state, "red-1")
    waiting(state, "red-2", "hac-turret", group=0)
    labels = [option.label for option in offer_deployments(state, ASK)]
    assert "Deploy the Red Jäger 1 at Top Speed (G)" in labels
    assert "Deploy the Red HAC Turret 2" in labels
    assert len(labels) == 7


@pytest.mark.rule("fieldmanual.step3-zones", "fieldmanual.straight-up-brawl")
@pytest.mark.parametrize(
    ("kind", "side", "words"),
    [
        ("edge", "south", "Deploy the Red Jäger 1 within 12 in of the south edge."),
        ("wide", "south", "inside the south (0 to 72 in east, 0 to 16 in north of the southwest corner)."),
        ("narrow", "east", "inside the east (48 to 72 in east, 0 to 48 in north of the southwest corner)."),
        ("surrounded wide", "south+north", "0 to 16 in north or 0 to 72 in east, 32 to 48 in north of the"),
    ],
)
def test_who_stands_outside_its_zone_is_told_where_it_is(kind: str, side: str, words: str) -> None:
    state = brawl(kind=kind)
    state.zones = {"red": side, "blue": "north"}
    refusal = refuse_spot(state, waiting(state, "red-1"), mils(30), mils(24))
    assert refusal is not None
    assert words in refusal.message
