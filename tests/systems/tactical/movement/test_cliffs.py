"""3.2.1: cliffs: who climbs them, who goes down, and who falls."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.weapons_in_use import Attack, ChangeClip, Designate, Observe
from gearlock.systems.tactical.damage.condition import inches_moved
from gearlock.systems.tactical.melee import Strike
from gearlock.systems.tactical.movement.course import Climb, Move, ShiftSpeed, SwitchMode
from gearlock.systems.tactical.movement.ground import can_climb, hand_lifts, is_cliff, lifts, tool_lifts
from gearlock.systems.tactical.rounds.round import EndActivation, RoundEnded
from systems.tactical.play import code, give, under_way, unit
from systems.tactical.tables import put, table

UP, DOWN = Climb("red-1", "rock", True), Climb("red-1", "rock", False)


def below(**more: Any) -> Position:
    """A Gear right below a cliff of 3 in to its north."""
    head = {name: more.pop(name) for name in ("pace", "activation", "modules") if name in more}
    position = Position("tactical", active="red-1", **{"modules": ["cliffs"], **head}, map="48x48")
    at = more.pop("at", (20, 10))
    position.model("red-1", str(more.pop("model", "hunter")), at=at, **{"facing": "north", **more})
    position.model("blue-1", "hunter", at=(20, 5), facing="north", done=True, actions=0)
    return position.piece("hill", (10, 10.6, 30, 20), id="rock", top=3, footing=True)


@pytest.mark.rule("tactical.3.2.1")
def test_a_step_of_two_inches_is_a_cliff() -> None:
    assert [is_cliff(height) for height in (1_999, 2_000)] == [False, True]


@pytest.mark.rule("tactical.3.2.1")
def test_a_cliff_is_climbed_an_inch_in_a_round() -> None:
    battle = give(below().dice("climbing", 5, 2).battle(), UP)
    found = unit(battle)
    assert (found.x, found.y, found.z, found.tokens) == (20_000, 10_000, 1_000, {"climbing": 1})
    assert (under_way(battle).spent, under_way(battle).halted) == (4_000, True)
    assert code(battle, Move("red-1", ((0, 100),))) == "climbing"
    assert code(battle, ShiftSpeed("red-1", "top")) == "stance"
    assert inches_moved(battle.state, found) == 4
    give(battle, EndActivation("red-1"))
    assert (unit(battle).went, unit(battle).moved) == ("combat", 4_000)


@pytest.mark.rule("tactical.3.2.1", "tactical.3.2.3")
def test_who_lies_on_the_ground_stands_up_before_it_climbs_and_who_hangs_there_goes_on() -> None:
    assert code(below(tokens={"fallen": 1}).battle(), UP) == "fallen"
    assert code(below(tokens={"fallen": 1, "climbing": 1}, at=(20, 10, 1)).battle(), UP) == ""


@pytest.mark.rule("tactical.3.2.1", "tactical.2.3.3")
@pytest.mark.parametrize(("faces", "z"), [((5, 1), 1_000), ((4, 4), 0), ((1, 1), 0)])
def test_piloting_against_five_and_a_tie_will_do(faces: tuple[int, int], z: int) -> None:
    position = below().dice("climbing", *faces)
    battle = give((position if z else position.dice("falling", 1, 2)).battle(), UP)
    assert unit(battle).z == z


@pytest.mark.rule("tactical.3.2.1", "tactical.3.2.1-falling")
def test_who_fails_falls_from_the_inch_it_was_on() -> None:
    position = below(tokens={"climbing": 1}, at=(20, 10, 2), stats={"armor": 90}).dice("climbing", 2, 2)
    battle = give(position.dice("falling", 3, 5).battle(), UP)
    assert (unit(battle).z, unit(battle).tokens) == (0, {"light": 1})
    assert code(battle, Move("red-1", ((0, -100),))) == "halted"
    low = below(stats={"armor": 31}).dice("climbing", 2, 2).dice("falling", 3, 5).battle()
    assert give(low, UP).state.units["red-1"].tokens == {}


@pytest.mark.rule("tactical.3.2.1")
def test_the_last_inch_leads_onto_the_top() -> None:
    battle = give(below(tokens={"climbing": 1}, at=(20, 10, 2)).dice("climbing", 5, 5).battle(), UP)
    found = unit(battle)
    assert (found.y, found.z, found.tokens) == (11_100, 3_000, {"climbing": 2})
    assert code(battle, Attack("red-1", "LAC", "blue-1")) == "climbing"


@pytest.mark.rule("tactical.3.2.1")
def test_down_over_the_edge_and_on_to_the_ground() -> None:
    top = below(at=(20, 11.2)).dice("climbing", 5, 5).battle()
    found = unit(give(top, DOWN))
    assert (found.y, found.z, found.tokens) == (10_098, 2_000, {"climbing": 1})
    last = below(tokens={"climbing": 1}, at=(20, 10, 1)).dice("climbing", 5, 5).battle()
    found = unit(give(last, DOWN))
    assert (found.z, found.tokens) == (0, {"climbing": 2})
    fails = below(at=(20, 11.2), stats={"armor": 90}).dice("climbing", 1, 2).dice("falling", 3, 5).battle()
    assert unit(give(fails, DOWN)).tokens == {"light": 1}


@pytest.mark.rule("tactical.3.2.1")
def test_what_stands_against_climbing() -> None:
    assert code(below(modules=[]).battle(), UP) == "module"
    assert code(below(stats={"perks": {"Manipulator Arm": 5}}).battle(), UP) == "arms"
    assert code(below(stats={"perks": {"Battle Arm": 9}}).battle(), UP) == "arms"
    assert code(below(mode="G").battle(), UP) == "mode"
    assert code(below(pace="half").battle(), UP) == "spent"
    assert code(below(activation={"spent": 1_000}).battle(), UP) == "spent"
    assert code(below(fired=["LAC:blue-1"]).battle(), UP) == "fired"
    assert code(below(at=(20, 9.59)).battle(), UP) == "cliff"
    assert code(below(at=(20, 9.61)).battle(), UP) == ""
    assert code(below().battle(), DOWN) == "cliff"
    low = below()
    low.piece("hill", (10, 5.5, 30, 9.4), id="low", top=1.9, footing=True)
    assert code(low.battle(), Climb("red-1", "low", True)) == "cliff"


@pytest.mark.rule("tactical.3.2.1", "tactical.2.6.5-switch-mode")
def test_who_has_just_changed_over_to_its_legs_climbs_in_a_later_round() -> None:
    assert code(below(mode="G").battle(), UP) == "mode"
    assert code(give(below(mode="G").battle(), SwitchMode("red-1", "W")), UP) == "spent"


@pytest.mark.rule("tactical.3.2.1")
def test_nobody_climbs_where_somebody_stands() -> None:
    position = below(tokens={"climbing": 1}, at=(20, 10, 2))
    position.model("red-2", "hunter", at=(20, 11.1), facing="north")
    assert code(position.battle(), UP) == "room"


@pytest.mark.rule("tactical.3.2.1")
def test_vehicles_go_neither_up_nor_down_a_cliff() -> None:
    assert code(below().battle(), Move("red-1", ((0, 2_000),))) == "cliff"
    assert code(below(at=(20, 11.2)).battle(), Move("red-1", ((1_800, 2_000),))) == "edge"


@pytest.mark.rule("tactical.3.2.1-climbing-penalty", "tactical.3.4.3", "tactical.2.3.6")
def test_who_hangs_on_a_cliff_attacks_nobody_and_observes_and_loads_as_others_do() -> None:
    weapons = ["LAC T 60 clips=1", "LGM T"]
    perks = {"Manipulator Arm": 6, "Target Designator": 4}
    more = {"stats": {"weapons": weapons, "perks": perks}, "used": {"LAC": 1}, "facing": "south"}
    hangs = below(modules=["cliffs", "indirect fire"], tokens={"climbing": 1}, at=(20, 10, 1), **more).battle()
    for deed in (Attack("red-1", "LAC", "blue-1"), Designate("red-1", "blue-1"), Strike("red-1", "blue-1", "kick")):
        assert code(hangs, deed) in ("climbing", "contact")
    assert code(hangs, Observe("red-1", "blue-1")) == ""
    assert code(hangs, ChangeClip("red-1", "LAC")) == ""


@pytest.mark.rule("tactical.3.2.1-climbing-penalty")
def test_who_has_struck_a_blow_does_not_climb_any_more() -> None:
    assert code(below(activation={"marks": ["attacked at:0"]}).battle(), UP) == "fired"


@pytest.mark.rule("tactical.3.2.1-climbing-penalty")
def test_breath_comes_back_with_the_next_round() -> None:
    battle = give(
        below(tokens={"climbing": 1}, at=(20, 10, 2)).dice("climbing", 5, 5).battle(), UP, EndActivation("red-1")
    )
    state = battle.state.clone()
    RoundEnded().change(state)
    assert "climbing" not in state.units["red-1"].tokens
    state.units["red-1"].tokens["climbing"] = 1
    RoundEnded().change(state)
    assert state.units["red-1"].tokens["climbing"] == 1


@pytest.mark.rule("tactical.3.2.1", "tactical.3.6.2", "tactical.3.2.1-climbing-penalty")
def test_squads_go_down_cliffs_and_never_up() -> None:
    squad = below(at=(20, 10.9), model="infantry-squad").battle()
    give(squad, Move("red-1", ((1_800, 1_000),)))
    found = unit(squad)
    assert (found.y, found.z, under_way(squad).spent, found.tokens) == (9_900, 0, 2_000, {"climbing": 2})
    assert code(squad, Attack("red-1", found.card.weapons[0].id, "blue-1")) == "climbing"
    assert code(below(model="infantry-squad").battle(), Move("red-1", ((0, 1_000),))) == "cliff"
    fired = below(at=(20, 10.9), model="infantry-squad", fired=["7mm Rifle:blue-1"]).battle()
    assert code(fired, Move("red-1", ((1_800, 1_000),))) == "edge"


@pytest.mark.rule("tactical.7.2-manipulator-arm", "tactical.7.2-tool-arm")
def test_what_arms_lift() -> None:
    def armed(**perks: int) -> Any:
        return put(
            table(), "red-1", "hunter", 1, 1, stats={"perks": {k.replace("_", " "): v for k, v in perks.items()}}
        )

    assert [lifts(armed(Manipulator_Arm=rating)) for rating in (5, 6, 12, 13)] == [5, 6, 12, 12]
    assert tool_lifts(armed(Tool_Arm=5, Manipulator_Arm=3)) == 6
    assert tool_lifts(armed(Tool_Arm=5, Manipulator_Arm=5)) == 5
    assert tool_lifts(armed(Manipulator_Arm=5)) == 0
    assert tool_lifts(armed(Tool_Arm=12, Manipulator_Arm=6)) == 12
    assert [can_climb(armed(Manipulator_Arm=rating)) for rating in (5, 6)] == [False, True]
    broken = armed(Manipulator_Arm=6)
    assert hand_lifts(broken) == 6
    two = put(
        table(), "red-1", "hunter", 1, 1,
        stats={"perks": {"Manipulator Arm": 6}, "aux": ("Manipulator Arm",), "details": {"Manipulator Arm": "x2"}},
        harm={"aux:Manipulator Arm": 5},
    )  # fmt: skip
    assert can_climb(two)
    two.harm["aux:Manipulator Arm 2"] = 5
    assert not can_climb(two)


def before_a_wall(at: float = 10, **more: Any) -> Position:
    """A Gear at skirmish scale, south of a wall a third of an inch high."""
    modules = more.pop("modules", ["cliffs", "structures"])
    scale = more.pop("scale", "10 m")
    position = Position("tactical", active="red-1", modules=modules, scale=scale, map="48x48")
    position.model("red-1", "hunter", at=(20, at), facing="north", **more)
    position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)
    return position.piece("instance", (10, 10.6, 30, 10.8), id="wall", top=0.3, props={"going": "wall"})


@pytest.mark.rule("tactical.3.8.1-walls", "tactical.3.2.1")
def test_a_wall_is_climbed_over_at_skirmish_scale() -> None:
    over = Climb("red-1", "wall", True)
    assert code(before_a_wall().battle(), Move("red-1", ((0, 2_000),))) == "building"
    battle = give(before_a_wall().dice("climbing", 5, 2).battle(), over)
    assert (unit(battle).y >= 11_300, unit(battle).z, unit(battle).tokens) == (True, 0, {"climbing": 2})
    fails = before_a_wall(stats={"armor": 90}).dice("climbing", 2, 2).dice("falling", 3, 5)
    assert unit(give(fails.battle(), over)).y == 10_000
    assert code(before_a_wall(scale="50 m").battle(), over) == "cliff"
    assert code(before_a_wall(modules=["structures"]).battle(), over) == "module"
    assert code(before_a_wall(stats={"perks": {}}).battle(), over) == "arms"
    assert code(before_a_wall(at=9.5).battle(), over) == "cliff"
    blocked = before_a_wall()
    for number, (x, y) in enumerate(((20, 11.5), (20, 12.6)), 2):
        blocked.model(f"red-{number}", "hunter", at=(x, y), facing="north")
    assert code(blocked.battle(), over) == "room"
