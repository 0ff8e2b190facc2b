"""2.6.5: Movement Points, speeds, turns, systems and terrain."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.exchange import movement_lines
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.damage.condition import allowance
from gearlock.systems.tactical.movement.course import Move, Ram, ShiftSpeed, SwitchMode
from gearlock.systems.tactical.rounds.round import EndActivation, Settle
from systems.tactical.play import code, duel, give, under_way, unit

JEEP = {"modes": {"G": [10, 20]}, "weapons": ["LMG T"]}


def alone(**more: object) -> Position:
    head = {name: more.pop(name) for name in ("active", "pace", "activation") if name in more}
    position = Position("tactical", **{"active": "red-1", **head}, map="48x48")
    position.model("red-1", str(more.pop("model", "hunter")), at=(20, 10), facing="north", **more)
    return position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)


@pytest.mark.rule("tactical.2.6.5", "tactical.2.6.5-combat-speed")
def test_a_movement_point_is_an_inch_of_clear_ground() -> None:
    battle = alone(mode="G").battle()
    assert code(battle, Move("red-1", ((0, 6_001),))) == "movement"
    give(battle, Move("red-1", ((0, 6_000),)))
    assert (unit(battle).x, unit(battle).y) == (20_000, 16_000)
    assert code(battle, Move("red-1", ((0, 1),))) == "movement"


@pytest.mark.rule("tactical.2.6.5-terrain-costs", "tactical.2.6.5-turning")
def test_the_jeep_of_the_book_uses_nine_of_ten_points() -> None:
    position = alone(model="aller", stats=JEEP)
    position.piece("area", (15, 8, 30, 20), props={"going": "rough"})
    position.piece("area", (15, 8, 30, 12), props={"going": "clear"})
    battle = position.battle()
    give(battle, Move("red-1", ((0, 2_000), (-600, 0))))
    assert under_way(battle).spent == 2_000
    give(battle, Move("red-1", ((0, 3_000), (1_600, 0))))
    assert under_way(battle).spent == 9_000


@pytest.mark.rule("tactical.2.6.5-turning")
@pytest.mark.parametrize(("angle", "spent"), [(600, 0), (-600, 0), (601, 1_000), (-1_800, 1_000), (3_600, 1_000)])
def test_sixty_degrees_are_free_and_more_costs_a_point(angle: int, spent: int) -> None:
    battle = give(alone().battle(), Move("red-1", ((angle, 0),)))
    assert under_way(battle).spent == spent


@pytest.mark.rule("tactical.2.6.5-turning")
def test_an_inch_lies_between_two_turns() -> None:
    battle = alone(mode="G").battle()
    assert code(battle, Move("red-1", ((300, 999), (300, 0)))) == "turns"
    assert code(battle, Move("red-1", ((300, 1_000), (300, 0)))) == ""
    give(battle, Move("red-1", ((300, 0),)))
    assert code(battle, Move("red-1", ((300, 0),))) == "turns"
    give(battle, Move("red-1", ((0, 1_000),)))
    assert code(battle, Move("red-1", ((300, 0),))) == ""


@pytest.mark.rule("tactical.2.6.5-reverse")
def test_backward_goes_who_goes_no_faster_than_half_combat_speed() -> None:
    battle = alone(mode="G").battle()
    assert code(battle, Move("red-1", ((0, -1_000),))) == "reverse"
    give(battle, Settle("red-1", "half"), Move("red-1", ((0, -2_000),)))
    assert unit(battle).y == 8_000
    assert code(battle, Move("red-1", ((0, 500),))) == "reverse"
    assert code(battle, Move("red-1", ((0, -1_001),))) == "movement"


@pytest.mark.rule("tactical.2.6.5-switch-mode")
def test_what_was_spent_counts_against_the_other_system() -> None:
    battle = give(alone(mode="G").battle(), Move("red-1", ((0, 4_000),)), SwitchMode("red-1", "W"))
    assert code(battle, Move("red-1", ((0, 100),))) == "movement"
    battle = give(alone(mode="G").battle(), Move("red-1", ((0, 2_000),)), SwitchMode("red-1", "W"))
    assert code(battle, Move("red-1", ((0, 2_000),))) == ""
    assert code(battle, Move("red-1", ((0, 2_001),))) == "movement"
    assert code(battle, SwitchMode("red-1", "G")) == "switched"


@pytest.mark.rule("tactical.2.6.5-switch-mode")
def test_from_the_slower_system_nothing_is_gained() -> None:
    battle = give(alone(mode="W").battle(), SwitchMode("red-1", "G"))
    assert code(battle, Move("red-1", ((0, 4_000),))) == ""
    assert code(battle, Move("red-1", ((0, 4_001),))) == "movement"


@pytest.mark.rule("tactical.2.6.5-switch-mode")
def test_nobody_switches_at_top_speed() -> None:
    battle = alone(mode="G", speed="top", pace="top").battle()
    assert code(battle, SwitchMode("red-1", "W")) == "top"


@pytest.mark.rule("tactical.2.6.5-top-speed")
def test_the_shift_to_top_speed_needs_the_full_combat_speed() -> None:
    battle = give(alone(mode="G").battle(), Move("red-1", ((0, 5_000),)))
    assert code(battle, ShiftSpeed("red-1", "top")) == "spent"
    give(battle, Move("red-1", ((0, 1_000),)), ShiftSpeed("red-1", "top"))
    assert code(battle, Move("red-1", ((0, 100),))) == "halted"
    give(battle, EndActivation("red-1"))
    assert (unit(battle).went, unit(battle).speed) == ("top", "top")


@pytest.mark.rule("tactical.2.6.5-top-speed", "tactical.2.6.2-step3")
def test_a_shift_is_declared_right_after_the_move_and_before_a_shot() -> None:
    position = Position("tactical", active="red-1")
    position.model("red-1", "hunter", at=(20, 10), facing="north", mode="G", actions=3)
    position.model("blue-1", "hunter", at=(20, 19), facing="south", done=True)
    shot, shift = Attack("red-1", "LAC", "blue-1"), ShiftSpeed("red-1", "top")
    for _ in range(2):
        position.dice("attack", 3, 3).dice("defense", 5, 6)
    fired = give(position.battle(), Move("red-1", ((0, 4_000),)), shot, Move("red-1", ((0, 2_000),)))
    assert code(fired, shift) == ""
    give(fired, shot)
    assert code(fired, shift) == "late"
    shifted = give(position.battle(), Move("red-1", ((0, 6_000),)), shift)
    assert movement_lines(shifted.state, unit(shifted))[0].value == -3
    assert code(shifted, shot) == ""


@pytest.mark.rule("tactical.2.6.5-top-speed")
def test_at_top_speed_more_than_combat_speed_is_spent() -> None:
    battle = give(alone(mode="G", speed="top", pace="top").battle(), Move("red-1", ((0, 6_000),)))
    assert code(battle, EndActivation("red-1")) == "top"
    assert code(battle, ShiftSpeed("red-1", "combat")) == "top"
    give(battle, Move("red-1", ((0, 1_000),)), ShiftSpeed("red-1", "combat"), EndActivation("red-1"))
    assert (unit(battle).went, unit(battle).speed) == ("top", "combat")


@pytest.mark.rule("tactical.2.6.5-top-speed")
def test_who_cannot_keep_up_top_speed_falls_back() -> None:
    position = alone(mode="G", speed="top", pace="top")
    for walled in ((10, 10.55, 30, 12), (10, 0, 19.45, 10.55), (20.55, 0, 30, 10.55)):
        position.piece("instance", walled, top=4)
    battle = give(position.battle(), EndActivation("red-1"))
    assert (unit(battle).speed, unit(battle).went) == ("combat", "top")


@pytest.mark.rule("tactical.2.6.5-top-speed-turn")
@pytest.mark.parametrize(("faces", "place"), [((4, 3), (19_000, 14_000)), ((3, 2), (19_000, 15_000))])
def test_a_hard_turn_at_top_speed_is_tested_and_a_tie_will_do(faces: tuple[int, int], place: tuple[int, int]) -> None:
    position = alone(mode="G", speed="top", pace="top").dice("hard turn", *faces)
    battle = give(position.battle(), Move("red-1", ((0, 4_000), (900, 1_000))))
    assert (unit(battle).x, unit(battle).y) == place
    assert under_way(battle).spent == 6_000


@pytest.mark.rule("tactical.2.6.5-top-speed-turn")
def test_after_a_hard_turn_all_the_rest_of_the_way_is_gone() -> None:
    position = alone(mode="G", speed="top", pace="top").dice("hard turn", 5, 3)
    battle = give(position.battle(), Move("red-1", ((0, 4_000), (900, 1_000), (300, 2_000))))
    assert (unit(battle).x, unit(battle).y, unit(battle).facing) == (19_000 - 1_732, 13_000, 2_100)
    assert under_way(battle).gone == 7_000


@pytest.mark.rule("tactical.2.6.5-turning", "tactical.3.2.3")
def test_a_fallen_walker_gets_up_for_a_point_before_a_turn_that_costs_one() -> None:
    battle = give(alone(tokens={"fallen": 1}).battle(), Move("red-1", ((900, 0),)))
    assert (under_way(battle).spent, unit(battle).tokens) == (2_000, {})
    tired = alone(tokens={"fallen": 1}, pace="half", activation={"spent": 1_000})
    assert code(tired.battle(), Move("red-1", ((900, 0),))) == "movement"
    assert code(tired.battle(), Move("red-1", ((600, 0),))) == ""


@pytest.mark.rule("tactical.2.6.5-top-speed-turn", "tactical.2.6.8-ramming")
def test_who_skids_into_somebody_turns_and_stops_where_they_met() -> None:
    position = Position("tactical", active="red-1")
    position.model("red-1", "hunter", at=(20, 10), facing="north", mode="G", speed="top", went="top")
    position.model("blue-1", "hunter", at=(20, 14.5), facing="south", done=True)
    position.dice("hard turn", 1, 2).dice("ram", 5, 4).dice("defense", 3, 2)
    battle = give(position.battle(), Move("red-1", ((0, 3_000), (900, 5_000))))
    assert (unit(battle).x, unit(battle).y, unit(battle).facing) == (20_000, 13_500, 1_800)
    assert (under_way(battle).halted, code(battle, Move("red-1", ((0, 1_000),)))) == (True, "halted")


@pytest.mark.rule("tactical.2.6.5-top-speed-turn", "tactical.ref-fumble-effects")
@pytest.mark.parametrize(("die", "token"), [(3, "light"), (4, "heavy")])
def test_a_fumbled_turn_is_a_crash(die: int, token: str) -> None:
    position = alone(mode="G", speed="top", pace="top").dice("hard turn", 1, 1).dice("crash", die)
    battle = give(position.battle(), Move("red-1", ((0, 4_000), (900, 1_000))))
    assert unit(battle).tokens == {token: 1}
    assert (unit(battle).x, unit(battle).y) == (20_000, 14_000)
    assert code(battle, Move("red-1", ((0, 1_000),))) == "halted"


@pytest.mark.rule("tactical.2.6.5-water")
def test_only_what_floats_or_hovers_enters_water() -> None:
    position = alone(mode="G")
    position.piece("water", (15, 12, 25, 16))
    assert code(position.battle(), Move("red-1", ((0, 3_000),))) == "water"
    swims = alone(mode="G", stats={"perks": {"Amphibious": 1}})
    swims.piece("water", (15, 12, 25, 16))
    battle = swims.battle()
    assert code(battle, Move("red-1", ((0, 3_000),))) == ""
    assert code(battle, Move("red-1", ((0, 3_400),))) == "movement"


@pytest.mark.rule("tactical.7.2-improved-off-road")
def test_improved_off_road_ability_saves_a_point_an_inch() -> None:
    position = alone(mode="G", stats={"perks": {"Improved Off-Road Ability": 1}})
    position.piece("area", (15, 5, 30, 30), props={"going": "swamp"})
    battle = give(position.battle(), Move("red-1", ((0, 1_000),)))
    assert under_way(battle).spent == 3_000


@pytest.mark.rule("tactical.2.6.5-terrain-costs")
@pytest.mark.parametrize(
    ("mode", "start", "slope", "spent"),
    [
        ("W", 10, 90, 4_000),
        ("G", 10.7, 90, 4_000),
        ("G", 10.7, 30, 4_000),
        ("G", 10.7, 29, 2_000),
        ("W", 11.3, 90, 4_000),
    ],
)
def test_a_steep_level_costs_the_same_from_wherever_it_is_entered(
    mode: str, start: float, slope: int, spent: int
) -> None:
    position = Position("tactical", active="red-1", map="48x48")
    position.model("red-1", "hunter", at=(20, start), facing="north", mode=mode)
    position.model("blue-1", "hunter", at=(45, 45), facing="north", done=True, actions=0)
    position.piece("hill", (10, 11.5, 30, 30), top=1, footing=True, props={"slope": slope})
    battle = give(position.battle(), Move("red-1", ((0, 2_000),)))
    assert (under_way(battle).spent, unit(battle).z) == (spent, 1_000)


@pytest.mark.rule("tactical.2.6.5-terrain-costs")
@pytest.mark.parametrize(("mode", "spent"), [("W", 3_000), ("G", 2_000)])
def test_down_a_steep_level_costs_walkers_a_point(mode: str, spent: int) -> None:
    position = alone(mode=mode)
    position.piece("hill", (10, 5, 30, 11.4), top=1, footing=True)
    battle = give(position.battle(), Move("red-1", ((0, 2_000),)))
    assert (under_way(battle).spent, unit(battle).z) == (spent, 0)


def test_damage_halves_what_a_unit_may_spend() -> None:
    battle = alone(mode="G", tokens={"heavy": 1}).battle()
    assert allowance(unit(battle), "combat") == 3_000
    assert under_way(duel().battle()).limit == "combat"


@pytest.mark.rule("tactical.7.2-autopilot")
def test_an_autopilot_turns_by_sixty_degrees_at_most() -> None:
    battle = alone(stats={"perks": {"Autopilot": 1}}, crew_lost=1).battle()
    assert code(battle, Move("red-1", ((600, 1_000),))) == ""
    assert code(battle, Move("red-1", ((601, 1_000),))) == "autopilot"


@pytest.mark.rule("tactical.2.6.5-top-speed", "tactical.2.6.5-top-speed-turn")
def test_who_has_crashed_may_still_go_back_to_combat_speed_and_only_once() -> None:
    position = alone(mode="G", speed="top", pace="top").dice("hard turn", 1, 1).dice("crash", 2)
    battle = give(position.battle(), Move("red-1", ((0, 7_000), (900, 1_000))))
    assert under_way(battle).halted
    give(battle, ShiftSpeed("red-1", "combat"))
    assert code(battle, ShiftSpeed("red-1", "combat")) == "passive"
    give(battle, EndActivation("red-1"))
    assert (battle.state.round, unit(battle).speed) == (2, "combat")


@pytest.mark.rule("tactical.2.6.5-top-speed", "tactical.2.6.8-ramming")
def test_who_has_rammed_with_its_full_combat_speed_may_shift_to_top_speed() -> None:
    position = Position("tactical", active="red-1")
    position.model("red-1", "hunter", at=(20, 10), facing="north", mode="G")
    position.model("blue-1", "hunter", at=(20, 17), moved=6_000, done=True).dice("ram", 3, 3).dice("defense", 6, 6)
    battle = give(position.battle(), Ram("red-1", "blue-1"))
    assert under_way(battle).halted
    give(battle, ShiftSpeed("red-1", "top"))
    assert unit(battle).next_speed == "top"


@pytest.mark.rule("tactical.2.6.5-top-speed", "tactical.2.6.4-activate")
def test_who_was_called_and_has_moved_shifts_no_more_with_its_group() -> None:
    said = {"tokens": {"called": 1}, "has_moved": True, "went": "combat", "moved": 6_000, "done": True}
    battle = alone(mode="G", **said).battle()
    assert code(battle, ShiftSpeed("red-1", "top")) == "passive"


@pytest.mark.rule("tactical.3.2.1", "tactical.2.6.5-terrain-costs")
@pytest.mark.parametrize(("top", "found"), [(1.999, ""), (2, "cliff")])
def test_up_a_step_of_less_than_two_inches_goes_who_pays_for_it(top: float, found: str) -> None:
    position = alone(mode="G", stats={"modes": {"G": [12, 24]}}).piece("hill", (15, 12, 25, 20), top=top, footing=True)
    assert code(position.battle(), Move("red-1", ((0, 4_000),))) == found


@pytest.mark.rule("tactical.3.8.1-terrain", "tactical.2.6.5-terrain-costs")
@pytest.mark.parametrize(
    ("kind", "closed"),
    [("woods", "H"), ("jungle", "GH"), ("swamp", ""), ("rough", "")],
)
def test_at_skirmish_scale_ground_is_closed_to_who_finds_no_way_through_it(kind: str, closed: str) -> None:
    found = ""
    for mode in "WGH":
        position = Position("tactical", active="red-1", map="48x48", scale="skirmish")
        position.model("red-1", "hunter", at=(20, 10), facing="north", mode=mode, stats={"modes": {mode: [12, 24]}})
        position.model("blue-1", "hunter", at=(45, 45), done=True)
        position.piece(kind, (15, 12, 25, 20))
        refusal = code(position.battle(), Move("red-1", ((0, 3_000),)))
        assert refusal in ("", "closed")
        found += mode if refusal else ""
    assert found == closed
