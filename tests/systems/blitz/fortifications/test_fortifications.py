"""18.3: fortifications, what they are to those in them, and what is laid on the ground."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.attacks.aiming import Attack, AttackRolled, SnapFire, loaded
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair, attack_skill
from gearlock.systems.blitz.battles import begin, prepare
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage import BlastRolled, Wound, hurt
from gearlock.systems.blitz.deployment.deploying import deployable
from gearlock.systems.blitz.deployment.zones import Deploy
from gearlock.systems.blitz.flow import step
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.lock_and_cover.cover import look_at, look_from_above
from gearlock.systems.blitz.movement import offers as words
from gearlock.systems.blitz.movement.moves_made import push
from gearlock.systems.blitz.movement.terrain import Climb, Move, Moved
from gearlock.systems.blitz.rounds import unactivated
from gearlock.systems.blitz.state import BRACED, FIELDED, NO_GROUP, WAITING, WRECK, State
from gearlock.systems.blitz.transport import Embark, GetOut
from systems.blitz.fieldwork import EAST, NORTH, WEST, activate, give, model, piece, refused, run, table

SQUAD = "north-infantry-squad"
ZONES = {"red": "south", "blue": "north"}


def fort(id: str, card: str, x: float, y: float = 20.0, facing: int = EAST, **more: Any) -> Any:
    return model(id, card, x, y, facing, group=NO_GROUP, **more)


def besieged(card: str = "ac-turret", *things: Any) -> State:
    state = table(model("red", "hunter", 10), fort("blue-f", card, 20, facing=WEST), *things)
    return activate(state, "red")


@pytest.mark.rule("blitz.18.3")
@pytest.mark.parametrize(("wall", "dice"), [(False, 1), (True, 3)])
def test_a_fortification_defends_with_one_die_and_its_cover_and_no_skill(wall: bool, dice: int) -> None:
    walls = [piece("instance", "medium", 18.7, 15, 19, 25, 1.2)] if wall else []
    state = besieged("ac-turret", *walls)
    red, turret = state.units["red"], state.units["blue-f"]
    pools = duel_of(state, Use(loaded(red, "LAC")), Pair(state, red, turret, loaded(red, "LAC"))).pools
    assert pools.defence == dice
    assert pools.defence_step == 7, "secondary dice add nothing"
    assert turret.stance == BRACED


@pytest.mark.rule("blitz.18.3")
def test_without_anti_structure_ammunition_gunnery_is_6() -> None:
    state = besieged()
    red, turret = state.units["red"], state.units["blue-f"]
    assert attack_skill(Pair(state, red, turret, loaded(red, "LAC")), True) == 6
    gun = model("red", weapons=("LAC (Arm, AS)",))
    assert attack_skill(Pair(state, gun, turret, loaded(gun, "LAC")), True) == 4


@pytest.mark.rule("blitz.18.3")
def test_a_fortification_is_never_activated_and_spends_its_actions_like_standby_tokens() -> None:
    state = besieged("ac-turret", model("blue", "hunter", 40, 40, actions=0))
    state.turn = "blue"
    state.group = 0
    assert [unit.id for unit in unactivated(state, "blue")] == ["blue"]
    state.turn = "red"
    state.units["blue"].x, state.units["blue"].y = 20_000, 24_000
    state.notes = {}
    played = give(state, Attack("red", "LAC", ("blue",)), answers=[("snap", SnapFire("blue-f", "HAC", "red"))])
    assert played.asked[0] == "snap"
    assert state.units["blue-f"].actions == 0


def garrison(card: str = "bunker", rider: str = SQUAD, **more: Any) -> State:
    rider_unit = model("blue-s", rider, 20, facing=WEST, carrier="blue-f", actions=0, **more)
    return besieged(card, rider_unit)


@pytest.mark.rule("blitz.18.3")
def test_models_inside_are_attacked_as_usual_behind_heavy_cover_and_a_miss_may_hit_the_walls() -> None:
    state = garrison()
    red, squad = state.units["red"], state.units["blue-s"]
    assert look_at(state, red, squad).adjacent == 3
    assert distance_between(state, red, squad) == 10_000 - 500 - 1000
    played = give(state, Attack("red", "LAC", ("blue-s",)), [("attack", (3, 1, 1)), ("defence", (6, 1, 1, 1, 1))])
    targets = [defence.target for rolled in played.of(AttackRolled) for defence in rolled.defences]
    assert targets == ["blue-s", "blue-f"]
    assert played.dice("defence") == [5, 1]


@pytest.mark.rule("blitz.18.3")
def test_models_inside_resist_blasts_and_fire_whatever_they_have() -> None:
    state = garrison("outpost", "hunter", hull=60)
    state.units["red"] = model("red", weapons=('LAC (Arm, AE:3", Blast:2D6, PEN:10)',))
    played = give(state, Attack("red", "LAC", ("blue-s",)), [("blast", (5, 5)), ("attack", (6, 6, 6))])
    assert [blast.mark for blast in played.of(BlastRolled) if blast.target == "blue-s"] == [6]
    state.units["blue-s"].actions = 1
    activate(state, "blue-s")
    assert refused(state, Attack("blue-s", "LAC", ("red",))) == ""
    assert refused(state, Move("blue-s", "W", ((0, 1000),))) == "inside"
    give(state, GetOut("blue-s", 20_000, 17_500))
    assert refused(state, Move("blue-s", "W", ((0, 1000),))) == ""


@pytest.mark.rule("blitz.18.3a-bunker")
@pytest.mark.rule("blitz.18.3a-trench")
@pytest.mark.parametrize(("card", "most"), [("bunker", 2), ("trenches", 3)])
def test_bunkers_hold_two_and_trenches_three_infantry_and_nobody_else(card: str, most: int) -> None:
    squad = model("red", SQUAD, 20, 18)
    held = [model(f"red-{number}", SQUAD, 20, carrier="red-f") for number in range(most - 1)]
    state = activate(table(fort("red-f", card, 20), squad, *held, model("blue", x=40)), "red", begun=["I"])
    assert refused(state, Embark("red", "red-f")) == ""
    give(state, Embark("red", "red-f"))
    assert state.units["red"].status == FIELDED
    assert state.is_acting("red"), "it may still fire from there"
    state.units["red-x"] = model("red-x", SQUAD, 20, 18)
    assert refused(activate(state, "red-x", begun=["I"]), Embark("red-x", "red-f")) == "room"
    state.units["red-g"] = model("red-g", "hunter", 20, 18)
    assert refused(activate(state, "red-g", begun=["W"]), Embark("red-g", "red-f")) == "kind"


@pytest.mark.rule("blitz.18.3a-turret")
@pytest.mark.rule("blitz.18.3a-outpost")
@pytest.mark.parametrize(("card", "wide", "high"), [("ac-turret", 1.5, 2), ("outpost", 3, 5), ("bunker", 2, 1)])
def test_walls_stand_where_they_are_and_in_ruins_half_as_high(card: str, wide: float, high: float) -> None:
    from gearlock.systems.blitz.lock_and_cover.ground import built

    state = besieged(card)
    (wall,) = built(state).pieces
    xs = [x for x, _ in wall.outline]
    assert (max(xs) - min(xs), wall.top) == (wide * 1000, high * 1000)
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    hurt(ctx, Wound("blue-f", "red", "LAC", 50))
    assert state.units["blue-f"].status == WRECK, "fortifications are never overkilled"
    assert built(state).pieces[0].top == high * 500


@pytest.mark.rule("blitz.18.3a-obstacles")
def test_obstacles_stop_ground_and_hover_movement_and_leave_gaps_an_inch_wide() -> None:
    def barred(card: str, gait: str, y: float) -> str:
        state = table(model("red", card, 15, y), fort("blue-f", "obstacles", 20))
        return refused(activate(state, "red"), Move("red", gait, ((0, 6000),), last=True))

    assert barred("hunter", "G", 20) == "impassable"
    assert barred("klemm", "G", 20) == "impassable"
    assert barred("hunter", "G", 21) == "", "a Gear fits between two of them"
    state = table(model("red", "hunter", 15), fort("blue-f", "obstacles", 20, status=WRECK))
    assert refused(activate(state, "red"), Move("red", "G", ((0, 3900),), last=True)) == ""
    assert refused(activate(state, "red"), Move("red", "G", ((0, 5900),), last=True)) == "movement", "it is difficult"


def mined(card: str = "hunter", **more: Any) -> State:
    field = fort("blue-f", "minefield", 20, facing=NORTH)
    return activate(table(model("red", card, 15, **more), field), "red")


@pytest.mark.rule("blitz.18.3a-mines")
def test_every_inch_in_a_minefield_is_a_die_and_each_failure_a_point() -> None:
    state = mined()
    played = give(state, Move("red", "W", ((0, 3500),), last=True), [("mines", (3, 4))])
    assert played.dice("mines") == [2], "from the edge at 17: a base that reaches 19 has gone 2 in"
    assert state.units["red"].hull == state.units["red"].line.hull - 1


@pytest.mark.rule("blitz.18.3a-mines", "blitz.9.4")
def test_mines_overkill_nobody_point_by_point() -> None:
    state = mined(hull=1, structure=1)
    give(state, Move("red", "W", ((0, 3500),), last=True), [("mines", (1, 1))])
    assert state.units["red"].status == WRECK


@pytest.mark.rule("blitz.18.3a-mines")
def test_the_cautious_roll_two_dice_an_inch_and_need_one_of_them() -> None:
    state = mined()
    state.units["red"].x = 16_500
    played = give(state, Move("red", "W", ((0, 2000),), cautious=True), [("mines", (1, 4)), ("mines", (3, 3))])
    assert played.dice("mines") == [2, 2]
    assert state.units["red"].hull == state.units["red"].line.hull - 1


@pytest.mark.rule("blitz.18.3a-mines")
def test_hover_is_affected_and_mines_are_no_target() -> None:
    state = mined("hpc-64")
    played = give(state, Move("red", "H", ((0, 4000),), last=True))
    assert len(played.dice("mines")) == 1
    state = mined()
    assert refused(state, Attack("red", "LAC", ("blue-f",))) == "no-target"


@pytest.mark.rule("blitz.16.2b")
@pytest.mark.parametrize(
    ("card", "height", "x", "dice"),
    [("ac-turret", 2, 20, 0), ("ac-turret", 2.001, 20, 1), ("ac-turret", 2, 26.5, 1), ("hunter", 1.5, 20, 1)],
)
def test_area_terrain_that_is_not_taller_is_no_cover_for_a_fortification_in_it(
    card: str, height: float, x: float, dice: int
) -> None:
    state = table(piece("area", "light", 14, 14, 26, 26, height), model("red", "hunter", 8), model("blue", card, x))
    assert look_at(state, state.units["red"], state.units["blue"]).adjacent == dice
    assert bool(look_from_above(state, state.units["blue"]).adjacent) == bool(dice)


@pytest.mark.rule("blitz.18.3a")
def test_support_is_deployed_before_everybody_else_by_both_sides() -> None:
    state = begin(prepare("skirmish", 1, {"red": "hunter", "blue": "hunter,ac-turret"}))
    assert state.units["blue-2"].group == NO_GROUP
    state.phase, state.turn, state.zones = "deployment", "red", {"red": "south", "blue": "north"}
    assert deployable(state, "red") == []
    assert [unit.id for unit in deployable(state, "blue")] == ["blue-2"]
    run(state, step(Ctx(state, BOOK.apply)))
    assert state.turn == "blue"
    state.units["blue-2"].status = FIELDED
    assert [unit.id for unit in deployable(state, "red")] == ["red-1"]
    assert state.units["red-1"].status == WAITING


@pytest.mark.rule("blitz.18.3")
def test_who_is_in_a_fortification_that_falls_is_thrown_out_without_a_test() -> None:
    state = garrison("bunker")
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    hurt(ctx, Wound("blue-f", "red", "LAC", 6))
    played = run(state, step(ctx), answers=[("get-out", GetOut("blue-s", 20_000, 17_500))])
    assert not played.rolls
    assert state.units["blue-s"].carrier == ""


@pytest.mark.rule("blitz.18.3a-table")
def test_the_support_table() -> None:
    lines = {card: model("red", card).line for card in ("ac-turret", "outpost", "bunker", "obstacles", "trenches")}
    assert {name: (line.armor, line.hull, line.structure, line.actions) for name, line in lines.items()} == {
        "ac-turret": (10, 3, 2, 1), "outpost": (10, 6, 4, 4), "bunker": (12, 6, 0, 0), "obstacles": (10, 1, 0, 0),
        "trenches": (10, 6, 0, 0),
    }  # fmt: skip


@pytest.mark.rule("blitz.18.3a", "blitz.18.3a-obstacles", "blitz.6.2")
@pytest.mark.parametrize(
    ("x", "y", "facing", "code"),
    [
        (10_000, 3_000, NORTH, ""),
        (4_500, 500, NORTH, ""),
        (4_499, 500, NORTH, "zone"),
        (500, 4_500, EAST, ""),
        (24_000, 15_500, NORTH, ""),
        (24_000, 15_501, NORTH, "zone"),
        (15_000, 11_500, EAST, ""),
        (15_000, 11_501, EAST, "zone"),
        (35_000, 8_000, NORTH, "overlap"),
        (35_000, 8_000, EAST, ""),
        (21_500, 3_000, NORTH, "terrain"),
        (21_500, 5_000, EAST, ""),
        (40_000, 12_000, NORTH, "overlap"),
        (40_000, 10_499, NORTH, ""),
    ],
)
def test_a_row_of_obstacles_is_nine_inches_by_one(x: int, y: int, facing: int, code: str) -> None:
    """A Gear stands at 38, 8, a bunker of 2 by 2 at 40, 12, a house from 22.1 to 30."""
    here = (model("red-2", "hunter", 38, 8), fort("red-3", "bunker", 40, 12))
    house = piece("building", "heavy", 22.1, 0, 30, 8, 4)
    state = table(fort("red", "obstacles", 0, status=WAITING), *here, house, phase="deployment", zones=ZONES)
    refusal = BOOK.refuse(state, Ask("red", "deploy"), Deploy("red", x, y, facing))
    assert (refusal.code if refusal else "") == code


@pytest.mark.rule("blitz.18.3a", "blitz.18.3a-mines", "blitz.6.2")
@pytest.mark.parametrize(("card", "y", "code"), [
    ("obstacles", 8.0, "overlap"), ("obstacles", 9.1, ""), ("minefield", 8.0, ""),
])  # fmt: skip
def test_models_stand_beside_works_and_within_a_minefield(card: str, y: float, code: str) -> None:
    row = fort("red-2", card, 20, 8, NORTH)
    state = table(model("red", "hunter", status=WAITING), row, phase="deployment", zones=ZONES)
    refusal = BOOK.refuse(state, Ask("red", "deploy"), Deploy("red", 20_000, round(y * 1000), NORTH))
    assert (refusal.code if refusal else "") == code


@pytest.mark.rule("blitz.18.3a-outpost", "blitz.6.5f")
@pytest.mark.parametrize("card", ["hunter", "barnaby-rider"])
def test_one_climbs_an_outpost_and_the_log_can_say_so(card: str) -> None:
    red, outpost = model("red", card, 10), fort("blue-f", "outpost", 10)
    outpost.x += red.line.radius + 1500
    state = activate(table(red, outpost, model("blue", "hunter", 2)), "red")
    (climbed,) = give(state, Climb("red", red.line.gait, "blue-f", red.x, red.y, 3000)).of(Moved)
    line = words.moved(state, climbed, None)
    assert line is not None
    assert line.text == "red hangs on the blue-f, 3 in up."
    assert look_at(state, state.units["blue"], red).sight


@pytest.mark.rule("blitz.18.3a-obstacles", "blitz.13.2")
def test_who_is_forced_into_obstacles_strikes_heavy_terrain() -> None:
    state = table(model("red", "hunter", 10), fort("blue-f", "obstacles", 13))
    event = push(state, state.units["red"], 0, 4000).event
    assert (event.moved, event.against) == (2000, "blue-f:3")
    assert words.forced(state, event, None).text == "red is forced 2 in, against the blue-f."
