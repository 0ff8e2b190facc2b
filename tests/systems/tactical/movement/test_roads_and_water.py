"""3.2.5: roads; 2.6.5: shores, and who is forced into water; 3.8.1: what is half shot away."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.movement.course import Move, ShiftSpeed, SwitchMode, TakeCover
from gearlock.systems.tactical.movement.moving import resolve_skid
from gearlock.systems.tactical.rounds.round import Settle
from gearlock.systems.tactical.state import DESTROYED, Activation, Patch
from systems.tactical.play import code, give, under_way, unit
from systems.tactical.tables import mils, piece, play, put, table

JEEP = {"modes": {"G": [7, 15]}, "weapons": ["LMG T"]}


def alone(modules: list[str], **more: object) -> Position:
    head = {name: more.pop(name) for name in ("pace", "activation", "scale", "structures") if name in more}
    position = Position("tactical", active="red-1", modules=modules, map="48x48", **head)
    position.model("red-1", str(more.pop("model", "hunter")), at=(20, 10), facing="north", **more)
    return position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)


def on_a_road(modules: list[str], **more: object) -> Position:
    position = alone(modules, **more)
    position.piece("area", (10, 5, 30, 40), props={"going": "rough"})
    return position.piece("road", (19, 5, 21, 14))


@pytest.mark.rule("tactical.3.2.5-roads")
def test_a_road_adds_half_the_speed_rounded_down_and_costs_as_clear() -> None:
    position = alone(["structures"], model="aller", stats=JEEP)
    position.piece("road", (19, 5, 21, 40))
    battle = position.battle()
    assert code(battle, Move("red-1", ((0, 10_001),))) == "movement"
    give(battle, Move("red-1", ((0, 10_000),)))
    assert (unit(battle).y, under_way(battle).spent, under_way(battle).road) == (20_000, 10_000, 3_000)


@pytest.mark.rule("tactical.3.2.5-bridges")
@pytest.mark.parametrize(("going", "spent"), [("bridge", (2_500, 4_000)), ("clear", (4_500, 7_000))])
def test_the_raised_middle_of_a_bridge_costs_as_clear_ground_and_a_hill_more(
    going: str, spent: tuple[int, int]
) -> None:
    position = alone([], mode="W", pace="combat", stats={"modes": {"W": [8, 15]}})
    for at, kind in ((11, "road"), (12, "hill"), (13, "road")):
        props = {"going": going if kind == "hill" else "bridge"}
        raised = {"top": 1, "footing": True} if kind == "hill" else {}
        position.piece(kind, (19, at, 21, at + 1), props=props, **raised)
    battle = position.battle()
    for inches, z, points in ((2_500, 1_000, spent[0]), (1_500, 0, spent[1])):
        give(battle, Move("red-1", ((0, inches),)))
        assert (unit(battle).z, under_way(battle).spent) == (z, points)


@pytest.mark.rule("tactical.3.2.5-roads")
def test_the_points_of_a_road_are_lost_beside_it() -> None:
    battle = on_a_road(["structures"], mode="G").battle()
    assert code(battle, Move("red-1", ((0, 6_500),))) == ""
    assert code(battle, Move("red-1", ((0, 6_501),))) == "movement"
    give(battle, Move("red-1", ((0, 4_000),)))
    assert under_way(battle).road == 3_000
    assert code(battle, Move("red-1", ((-600, 2_600),))) == "movement"


@pytest.mark.rule("tactical.3.2.5-roads")
def test_only_ground_movement_gains_from_a_road_but_everybody_pays_as_on_clear_ground() -> None:
    walker = on_a_road(["structures"], mode="W").battle()
    assert code(walker, Move("red-1", ((0, 4_000),))) == ""
    assert code(walker, Move("red-1", ((0, 4_001),))) == "movement"
    off = on_a_road([], mode="G").battle()
    assert code(off, Move("red-1", ((0, 5_000),))) == ""
    assert under_way(give(off, Move("red-1", ((0, 4_000),)))).spent == 4_000
    assert code(off, Move("red-1", ((0, 1_001),))) == "movement"


@pytest.mark.rule("tactical.3.2.5-roads")
def test_at_top_speed_a_road_adds_half_of_that() -> None:
    position = alone(["structures"], mode="G", speed="top", pace="top")
    position.piece("road", (19, 5, 21, 45))
    battle = position.battle()
    assert code(battle, Move("red-1", ((0, 18_000),))) == ""
    assert code(battle, Move("red-1", ((0, 18_001),))) == "movement"


@pytest.mark.rule("tactical.3.2.5-roads")
def test_who_keeps_to_half_combat_speed_has_nothing_of_a_road() -> None:
    battle = give(on_a_road(["structures"], mode="G").battle(), Settle("red-1", "half"))
    assert code(battle, Move("red-1", ((0, 3_000),))) == ""
    assert code(battle, Move("red-1", ((0, 3_001),))) == "movement"


@pytest.mark.rule("tactical.3.2.5-roads", "tactical.2.6.5-top-speed")
def test_six_inches_of_a_road_are_a_full_combat_speed() -> None:
    battle = give(on_a_road(["structures"], mode="G").battle(), Move("red-1", ((0, 4_000),)))
    assert code(battle, ShiftSpeed("red-1", "top")) == "spent"
    long = alone(["structures"], mode="G")
    long.piece("road", (19, 5, 21, 40))
    battle = give(long.battle(), Move("red-1", ((0, 6_000),)))
    assert code(battle, ShiftSpeed("red-1", "top")) == ""


@pytest.mark.rule("tactical.3.2.5-roads", "tactical.3.2.5-bridges")
def test_a_road_over_a_bridge_is_a_road() -> None:
    position = alone(["structures"], mode="G")
    position.piece("road", (19, 5, 21, 40), props={"going": "bridge"})
    bare = position.battle()
    assert code(bare, Move("red-1", ((0, 6_001),))) == "movement"
    position.piece("road", (19, 5, 21, 40))
    assert code(position.battle(), Move("red-1", ((0, 9_000),))) == ""


@pytest.mark.rule("tactical.2.6.5-water")
@pytest.mark.parametrize(("start", "wanted"), [(10, "shore"), (18, "shore"), (30, "")])
def test_nobody_swims_in_or_out_of_water_at_top_speed(start: int, wanted: str) -> None:
    position = Position("tactical", active="red-1", pace="top", map="48x48")
    stats = {"perks": {"Amphibious": 1}}
    position.model("red-1", "hunter", at=(20, start), facing="north", mode="G", speed="top", stats=stats)
    position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)
    position.piece("water", (10, 15, 30, 19))
    assert code(position.battle(), Move("red-1", ((0, 6_000),))) == wanted


@pytest.mark.rule("tactical.2.6.5-water")
def test_hovercraft_cross_water_at_any_speed_and_do_not_land_in_it() -> None:
    stats = {"modes": {"H": [6, 12], "G": [6, 12]}, "weapons": ["LMG T"]}
    position = alone([], model="aller", stats=stats, mode="H", speed="top", pace="top")
    position.piece("water", (10, 15, 30, 19))
    assert code(position.battle(), Move("red-1", ((0, 12_000),))) == ""
    afloat = alone([], model="aller", stats=stats, mode="H")
    afloat.piece("water", (10, 5, 30, 19))
    assert code(afloat.battle(), SwitchMode("red-1", "G")) == "water"


@pytest.mark.rule("tactical.2.6.5-water", "tactical.2.6.5-top-speed-turn")
def test_who_skids_into_water_floods_unless_it_swims() -> None:
    for perks, status in (({}, DESTROYED), ({"Amphibious": 1}, "fielded")):
        state = table(piece("water", (10, 12, 30, 20)))
        tank = put(state, "red-1", "aller", 20, 11.5, 90, speed="top", stats={"perks": perks})
        state.activation = Activation("red-1", limit="top", mode="G")
        play(state, lambda ctx: resolve_skid(ctx, "red-1"))
        assert (tank.status, tank.y) == (status, mils(12.5))


@pytest.mark.rule("tactical.3.2.6", "tactical.2.6.5-top-speed-turn")
def test_who_skids_into_mines_meets_them() -> None:
    state = table(minefields="yes")
    put(state, "red-1", "aller", 20.5, 11.5, 90, speed="top")
    state.activation = Activation("red-1", limit="top", mode="G")
    state.patches.append(Patch("minefield", mils(20.5), mils(12.5), 500, word="Anti-Personnel"))
    assert [roll.purpose for roll in play(state, lambda ctx: resolve_skid(ctx, "red-1"), (6, 6)).rolls] == ["minefield"]


@pytest.mark.rule("tactical.3.2.1-falling", "tactical.2.6.5-top-speed-turn")
def test_who_skids_over_a_cliff_falls() -> None:
    for switch, z in (("yes", 0), ("no", 3_000)):
        state = table(piece("hill", (10, 5, 30, 12), 3, footing=True), cliffs=switch)
        tank = put(state, "red-1", "aller", 20, 11.6, 90, speed="top", z=3_000, stats={"armor": 99, "size": 6})
        state.activation = Activation("red-1", limit="top", mode="G")
        dice = [(3, 5)] if switch == "yes" else []
        play(state, lambda ctx: resolve_skid(ctx, "red-1"), *dice)
        assert tank.z == z


@pytest.mark.rule("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
@pytest.mark.parametrize(
    ("going", "kind", "half"), [("urban", "building", 8), ("wall", "building", 6), ("wall", "instance", 6)]
)
def test_what_is_half_shot_away_is_crossed_as_rough(going: str, kind: str, half: int) -> None:
    for points, wanted in ((half - 1, "building"), (half, "")):
        position = alone([], mode="G", scale="10 m", structures={"house": points})
        position.piece(kind, (19.5, 13, 20.5, 14), id="house", top=1, props={"going": going})
        battle = position.battle()
        assert code(battle, Move("red-1", ((0, 4_500),))) == wanted
    give(battle, Move("red-1", ((0, 4_500),)))
    assert under_way(battle).spent == 5_500


@pytest.mark.rule("tactical.3.2.5-roads")
def test_cover_is_not_paid_with_the_points_of_a_road() -> None:
    battle = give(on_a_road(["structures", "hull-down"], mode="G").battle(), Move("red-1", ((0, 5_000),)))
    give(battle, Move("red-1", ((-600, 1_000),)))
    assert under_way(battle).spent - under_way(battle).road <= 6_000
    assert code(battle, TakeCover("red-1", "rough")) in ("movement", "")


@pytest.mark.rule("tactical.3.8.1-speed-shift")
def test_at_skirmish_scale_a_shift_of_speed_costs_an_action() -> None:
    for scale, actions, wanted in (("50 m", 1, 1), ("10 m", 1, 0)):
        battle = give(alone([], mode="G", scale=scale, actions=actions).battle(), Move("red-1", ((0, 6_000),)))
        assert unit(give(battle, ShiftSpeed("red-1", "top"))).actions == wanted
    battle = give(alone([], mode="G", scale="10 m", actions=0).battle(), Move("red-1", ((0, 6_000),)))
    assert code(battle, ShiftSpeed("red-1", "top")) == "actions"
