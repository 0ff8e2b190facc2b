"""Objectives kind by kind: when they count, for what, for whom; and what bots make of them."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import TerrainRazed
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.damage import RAZING_DAMAGE
from gearlock.systems.hex100.damage.units_hit import Destroyed
from gearlock.systems.hex100.detection.sight import Detected
from gearlock.systems.hex100.electronic_warfare import Hacked
from gearlock.systems.hex100.forces.cards import weapons
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.objectives import (
    HOLDING,
    KINDS,
    LeftMap,
    ObjectiveScored,
    describe,
    goals_of,
    ground_worth,
    nearer,
    onward,
    outcome,
    score,
    score_for,
    sites_to_raze,
)
from gearlock.systems.hex100.plan import ENGAGEMENT, Objective
from gearlock.systems.hex100.state import BLIP, IDENTIFIED
from systems.hex100.kit import E, Position, W, at, machine, plain

TEGU = "tegu-siege"
ROW = (at(4, 4), at(5, 4))


def position(*objectives: Objective, drawing: str = "", rout: bool = True) -> Position:
    """Two machines of red in the west, two of blue in the east, out of each other's sight; these objectives count."""
    red, blue = [(TEGU, (0, 0), E), ("errant-saboteur", (0, 4), E)], [(TEGU, (15, 4), W), (TEGU, (15, 8), W)]
    found = Position(drawing or plain(), list(red), list(blue))
    found.state.scene.plan = msgspec.structs.replace(ENGAGEMENT, objectives=objectives, margin=1, rout=rout)
    found.setup.data["plan"] = msgspec.to_builtins(found.state.scene.plan)
    return found


def counted(where: Position, seat: str = "red") -> list[str]:
    (objective,) = where.state.scene.plan.objectives
    return list(KINDS[objective.kind](where.state, objective, seat))


@pytest.mark.rule("hex100.victory")
def test_destroyed_machines_count_once_each_and_only_those_that_are_named() -> None:
    where = position(Objective("destroy", "red", points=3, units=("blue-2",)))
    where.ctx.emit(Destroyed("blue-1"))
    assert counted(where) == []
    where.ctx.emit(Destroyed("blue-2"))
    score(where.ctx)
    score(where.ctx)
    assert score_for(where.state, None) == {"red": 3, "blue": 0}


@pytest.mark.rule("hex100.victory")
def test_a_zone_is_held_by_the_side_alone_in_it_at_the_end_of_each_round() -> None:
    where = position(Objective("hold", "red", zone="ford", hexes=ROW))
    unit = where.unit("red-1")
    unit.q, unit.r = at(4, 4)
    assert counted(where) == []
    where.state.phase = "aftermath"
    assert counted(where) == ["round 1"]
    assert counted(where, "blue") == []
    enemy = where.unit("blue-1")
    enemy.q, enemy.r = at(5, 4)
    assert counted(where) == []


@pytest.mark.rule("hex100.victory")
def test_machines_that_stand_in_a_zone_have_reached_it_and_those_that_left_count_by_their_exit() -> None:
    where = position(Objective("reach", "red", zone="ford", hexes=ROW))
    unit = where.unit("red-2")
    unit.q, unit.r = at(5, 4)
    assert counted(where) == ["red-2"]
    where = position(Objective("exit", "red", zone="ford", hexes=ROW, units=("red-1",)))
    where.ctx.emit(LeftMap("red-2", "ford"))
    assert counted(where) == []
    where.ctx.emit(LeftMap("red-1", "ford"))
    assert counted(where) == ["red-1"]
    assert not where.unit("red-1").standing
    assert not where.unit("red-1").destroyed


@pytest.mark.rule("hex100.victory")
@pytest.mark.parametrize("kind", ["protect", "survive"])
def test_what_must_last_counts_at_the_end_of_its_round_or_when_nobody_could_prevent_it(kind: str) -> None:
    where = position(Objective(kind, "blue", units=("blue-1",), until=3))
    where.state.phase = "aftermath"
    assert counted(where, "blue") == []
    where.state.turn = 3
    assert len(counted(where, "blue")) == 1
    where.ctx.emit(Destroyed("blue-1"))
    assert counted(where, "blue") == []
    early = position(Objective(kind, "blue", units=("blue-1",), until=3))
    for unit in ("red-1", "red-2"):
        early.ctx.emit(Destroyed(unit))
    assert len(counted(early, "blue")) == 1


@pytest.mark.rule("hex100.victory")
def test_a_side_holds_out_as_long_as_one_of_its_machines_does() -> None:
    where = position(Objective("survive", "red", until=1))
    where.state.phase = "aftermath"
    assert counted(where) == ["round 1"]
    where.ctx.emit(Destroyed("red-1"))
    assert counted(where) == ["round 1"]
    where.ctx.emit(Destroyed("red-2"))
    assert counted(where) == []


@pytest.mark.rule("hex100.victory", "hex100.attr-demolisher")
def test_razed_hexes_count_for_who_wants_them_razed_and_not_for_who_protects_them() -> None:
    drawing = plain(16, 4) + "\n....BB..........\n" + plain(16, 4)
    where = position(Objective("raze", "red", hexes=ROW), drawing=drawing)
    assert counted(where) == []
    where.ctx.emit(TerrainRazed(*ROW[0], "rubble"))
    assert counted(where) == [f"{ROW[0][0]},{ROW[0][1]}"]
    kept = position(Objective("protect", "blue", hexes=ROW), drawing=drawing)
    kept.ctx.emit(TerrainRazed(*ROW[0], "rubble"))
    kept.state.phase, kept.state.turn = "aftermath", 10
    assert counted(kept, "blue") == [f"{ROW[1][0]},{ROW[1][1]}"]
    heavy, light = weapons()["howitzer"][0], weapons()["r-120-tank-gun"][0]
    assert heavy.blast[0][0] >= RAZING_DAMAGE > light.blast[0][0]
    assert sites_to_raze(where.state, where.unit("red-1"), heavy) == [ROW[1]]
    assert sites_to_raze(where.state, where.unit("red-1"), light) == []


@pytest.mark.rule("hex100.victory", "hex100.hacking", "hex100.identification")
def test_units_are_scanned_when_they_are_identified_and_hacked_when_they_are() -> None:
    where = position(Objective("scan", "red", units=("blue-1",)))
    where.ctx.emit(Detected("red", "blue-1", BLIP, "contact-9"))
    assert counted(where) == []
    where.ctx.emit(Detected("red", "blue-1", IDENTIFIED, "contact-9"))
    assert counted(where) == ["blue-1"]
    where = position(Objective("hack", "red", units=("blue-1",)))
    assert counted(where) == []
    where.ctx.emit(Hacked("blue-1", "red-2"))
    assert counted(where) == ["blue-1"]


@pytest.mark.rule("hex100.victory")
def test_an_objective_that_wins_does_so_when_it_is_met_often_enough() -> None:
    where = position(Objective("reach", "red", zone="ford", hexes=ROW, wins=True, count=2))
    for unit, spot in (("red-1", ROW[0]), ("red-2", ROW[1])):
        score(where.ctx)
        assert outcome(where.state) is None
        where.unit(unit).q, where.unit(unit).r = spot
    score(where.ctx)
    ended = outcome(where.state)
    assert ended is not None
    assert (ended.winner, ended.reason) == ("red", "red has done it: reach ford")


@pytest.mark.rule("hex100.victory")
def test_without_a_rout_the_score_decides_when_a_side_has_nobody_left() -> None:
    objectives = (Objective("destroy", "blue", points=1), Objective("reach", "red", zone="ford", hexes=ROW, points=3))
    for rout, winner in ((True, "blue"), (False, "red")):
        where = position(*objectives, rout=rout)
        where.unit("red-1").q, where.unit("red-1").r = ROW[0]
        score(where.ctx)
        for unit in ("red-1", "red-2"):
            where.ctx.emit(Destroyed(unit))
        score(where.ctx)
        ended = outcome(where.state)
        assert ended is not None
        assert ended.winner == winner
        assert ended.score == {"red": 3, "blue": 2}
        assert ("red has nobody left" in ended.reason) is not rout


@pytest.mark.rule("hex100.victory")
def test_who_is_left_alone_goes_on_while_it_has_somewhere_to_go() -> None:
    where = position(Objective("exit", "red", zone="ford", hexes=ROW), rout=False)
    for unit in ("blue-1", "blue-2"):
        where.ctx.emit(Destroyed(unit))
    assert outcome(where.state) is None
    for unit in ("red-1", "red-2"):
        where.ctx.emit(LeftMap(unit, "ford"))
    score(where.ctx)
    ended = outcome(where.state)
    assert ended is not None
    assert ended.winner == "red"


@pytest.mark.rule("hex100.briefing")
def test_bots_are_drawn_to_what_counts_and_away_from_leaving_it() -> None:
    where = position(Objective("reach", "red", zone="ford", hexes=ROW))
    unit = where.unit("red-1")
    assert goals_of(where.state, unit) == frozenset(ROW)
    there, back = (
        PREVIEWS.preview(where.state, "red", Move("red-1", (at(1, 0),), E)),
        nearer(where.state, unit, at(0, 0)),
    )
    assert there.gives > 0 == back
    way = onward(where.state, unit, 6)
    assert way[-1] in ROW
    unit.q, unit.r = ROW[0]
    score(where.ctx)
    assert goals_of(where.state, unit) == frozenset()
    held = position(Objective("hold", "red", hexes=(at(0, 0),)))
    assert PREVIEWS.preview(held.state, "red", Move("red-1", (at(1, 0), at(2, 0), at(3, 0)), E)).risks > 0


def test_ground_counts_for_whoever_holds_it_as_far_as_a_seat_knows() -> None:
    where = position(Objective("hold", hexes=ROW, zone="ford"))
    unit, enemy = where.unit("red-1"), where.unit("blue-1")
    where.state.contacts["red"].clear()
    unit.q, unit.r = ROW[0]
    assert ground_worth(where.state, "red") == HOLDING
    assert ground_worth(where.state, "blue") == 0.0, "blue does not know that anybody is there"
    enemy.q, enemy.r = ROW[1]
    assert ground_worth(where.state, "red") == HOLDING, "red does not know that it is not alone"
    where.ctx.emit(Detected("red", "blue-1", BLIP, "contact-9"))
    assert ground_worth(where.state, "red") == 0.0
    unit.q, unit.r = at(0, 0)
    assert ground_worth(where.state, "red") == -HOLDING


def test_a_secret_aim_of_the_enemy_counts_for_nothing() -> None:
    where = position(Objective("hold", "blue", secret=True, hexes=ROW, zone="ford"))
    enemy = where.unit("blue-1")
    enemy.q, enemy.r = ROW[0]
    where.ctx.emit(Detected("red", "blue-1", BLIP, "contact-9"))
    assert ground_worth(where.state, "blue") == HOLDING
    assert ground_worth(where.state, "red") == 0.0


def test_objectives_are_told_in_words() -> None:
    where = position()
    words = {
        Objective("destroy", "red", units=("blue-1",)): "destroy the Tegu Siegebreaker",
        Objective("exit", "red", zone="the ford"): "leave the map by the ford",
        Objective("survive", "blue", until=4): "hold out with a machine until round 4",
        Objective("hack", "red", name="the mast"): "hack the mast",
    }
    assert {describe(where.state, objective): text for objective, text in words.items()} == {
        text: text for text in words.values()
    }


@pytest.mark.rule("hex100.briefing")
def test_a_battle_with_exits_and_scores_replays() -> None:
    battle = position(Objective("exit", "red", zone="ford", hexes=(at(0, 0),))).play()
    leave = next(option.order for option in battle.options("red") if option.label == "Leave the map")
    battle.answer("red", leave)
    assert battle.state.scored == [(0, "red-1", "red", 1)]


@pytest.mark.rule("hex100.victory", "hex100.briefing")
@pytest.mark.parametrize(
    ("objective", "counts"),
    [
        (Objective("exit", "red", zone="ford", hexes=ROW), ["red-1"]),
        (Objective("protect", "red", until=1), ["red-1"]),
        (Objective("survive", "red", until=1), ["round 1"]),
        (Objective("reach", "red", zone="ford", hexes=ROW), []),
    ],
    ids=lambda each: each.kind if isinstance(each, Objective) else "",
)
def test_drones_are_no_machines_where_machines_count(objective: Objective, counts: list[str]) -> None:
    pair = machine("crocodile-mk2", ["drone-controller"], ["drone-controller"], drones=("recon-drone", "recon-drone"))
    where = Position(plain(), [(pair, (0, 0), E)], [(TEGU, (15, 4), W)])
    where.state.scene.plan = msgspec.structs.replace(ENGAGEMENT, objectives=(objective,))
    where.field("red-1-drone-1", (4, 4), "loiter", point=at(4, 4))
    where.state.phase = "aftermath"
    if objective.kind == "exit":
        where.ctx.emit(LeftMap("red-1", "ford"))
    assert counted(where) == counts
    where.ctx.emit(Destroyed("red-1"))
    assert counted(where) == (counts if objective.kind == "exit" else [])


@pytest.mark.rule("hex100.briefing")
def test_of_a_score_the_enemy_hears_no_machine_it_does_not_know() -> None:
    where = position(Objective("reach", "red", name="the far side", hexes=ROW))
    scored = ObjectiveScored(0, "red-1", "red", 1)
    lines = {seat: BOOK.tell(where.state, scored, seat) for seat in ("red", "blue")}
    assert lines["red"] is not None
    assert lines["blue"] is not None
    assert lines["red"].text == "Red scores 1 point: reach the far side (Tegu Siegebreaker)."
    assert lines["blue"].text == "Red scores 1 point: reach the far side."
    where.ctx.emit(Destroyed("red-1"))
    fallen = BOOK.tell(where.state, scored, "blue")
    assert fallen is not None
    assert fallen.text == lines["red"].text


@pytest.mark.rule("hex100.victory")
@pytest.mark.parametrize(("column", "held"), [(5, True), (6, False)])
def test_a_hex_is_held_from_the_next_hex_and_no_farther(column: int, held: bool) -> None:
    where = position(Objective("hold", "red", hexes=(at(4, 4),)))
    where.state.phase = "aftermath"
    unit = where.unit("red-1")
    unit.q, unit.r = at(column, 4)
    assert bool(counted(where)) is held
