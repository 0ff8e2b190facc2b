"""2.6.2: Snap Fire at a unit on the move."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.firing import may_snap
from gearlock.systems.tactical.attacks.weapons_in_use import Attack, HoldFire, Observe, fires_indirectly
from gearlock.systems.tactical.command import SpendPoint
from gearlock.systems.tactical.damage.condition import inches_moved
from gearlock.systems.tactical.movement.course import Climb, Jump, Move, ShiftSpeed
from gearlock.systems.tactical.rounds.round import EndActivation
from gearlock.systems.tactical.sensors.sensors import Sweep
from gearlock.systems.tactical.state import State
from systems.tactical.play import code, give, unit


def crossing(**blue: object) -> Position:
    """A Hunter on wheels crosses before another that has not been activated."""
    position = Position("tactical", active="red-1", pace="combat", map="48x48", seed=1)
    position.model("red-1", "hunter", at=(20, 10), facing="east", mode="G")
    return position.model("blue-1", "hunter", at=(22, 14), facing="south", **blue)


def asked(battle: Battle[State]) -> list[tuple[str, str]]:
    return [(ask.seat, ask.kind) for ask in battle.pending]


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_who_was_not_activated_is_asked_before_and_after_each_inch() -> None:
    battle = give(crossing().battle(), Move("red-1", ((0, 2_000),)))
    places = []
    while asked(battle) == [("blue", "snap fire")]:
        places.append(unit(battle).x)
        battle.answer("blue", Decline())
    assert places == [20_000, 21_000, 22_000]
    assert asked(battle) == [("red", "act")]


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_holding_fire_lets_the_whole_move_pass() -> None:
    battle = give(crossing().battle(), Move("red-1", ((0, 4_000),)))
    battle.answer("blue", HoldFire())
    assert asked(battle) == [("red", "act")]
    assert unit(battle).x == 24_000


@pytest.mark.rule("tactical.2.6.2-snap-fire")
@pytest.mark.parametrize("blue", [{"done": True}, {"actions": 0}, {"tokens": {"evading": 1}}])
def test_who_was_activated_or_has_no_action_is_not_asked(blue: dict[str, object]) -> None:
    battle = give(crossing(**blue).battle(), Move("red-1", ((0, 2_000),)))
    assert asked(battle) == [("red", "act")]


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_a_shot_costs_an_action_and_a_point_of_movement_lies_between_two() -> None:
    battle = give(crossing(actions=2).battle(), Move("red-1", ((0, 3_000),)))
    battle.answer("blue", Decline())
    battle.answer("blue", Attack("blue-1", "LAC", "red-1"))
    if not unit(battle).is_fielded:
        pytest.fail("the seed was chosen so that the mover survives")
    assert unit(battle, "blue-1").actions == 1
    assert unit(battle).x == 22_000, "at the same place nobody may fire twice"
    assert may_snap(battle.state, unit(battle, "blue-1"))


SHOT = Attack("blue-1", "LAC", "red-1")


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_between_two_stretches_of_a_move_the_second_shot_waits_for_a_movement_point_too() -> None:
    battle = give(crossing(actions=2).battle(), Move("red-1", ((0, 1_000),)))
    battle.answer("blue", Decline())
    assert (asked(battle), unit(battle).x) == ([("blue", "snap fire")], 21_000)
    battle.answer("blue", SHOT)
    assert asked(battle) == [("red", "act")], "it has Movement Points left and may go on"
    assert not may_snap(battle.state, unit(battle, "blue-1"))
    give(battle, Move("red-1", ((0, 500),)))
    assert asked(battle) == [("red", "act")], "half a point is not one"
    give(battle, Move("red-1", ((0, 500),)))
    assert asked(battle) == [("blue", "snap fire")]


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_who_waits_for_a_movement_point_fires_when_the_mover_ends_its_movement() -> None:
    battle = give(crossing(actions=2).battle(), Move("red-1", ((0, 1_000),)))
    battle.answer("blue", Decline())
    battle.answer("blue", SHOT)
    give(battle, EndActivation("red-1"))
    assert asked(battle) == [("blue", "snap fire")]
    battle.answer("blue", SHOT)
    assert (unit(battle, "blue-1").actions, unit(battle).done or not unit(battle).is_fielded) == (0, True)


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_against_the_last_shots_the_points_that_were_spent_count() -> None:
    battle = give(crossing(actions=2).battle(), Move("red-1", ((0, 1_000),)))
    battle.answer("blue", Decline())
    battle.answer("blue", SHOT)
    assert inches_moved(battle.state, unit(battle)) == 6, "it may still go on"
    give(battle, EndActivation("red-1"))
    assert (asked(battle), inches_moved(battle.state, unit(battle))) == ([("blue", "snap fire")], 1)


@pytest.mark.rule("tactical.2.6.2-snap-fire", "tactical.2.6.5-top-speed")
def test_who_shifts_back_with_points_left_has_ended_its_movement_and_is_fired_at_again() -> None:
    position = Position("tactical", active="red-1", map="48x48", seed=1)
    position.model("red-1", "hunter", at=(20, 10), facing="east", mode="G", speed="top", went="top")
    position.model("blue-1", "hunter", at=(25, 14), facing="south", actions=2)
    battle = give(position.battle(), Move("red-1", ((0, 7_000),)))
    while unit(battle).x < 27_000:
        battle.answer("blue", Decline())
    battle.answer("blue", SHOT)
    assert asked(battle) == [("red", "act")]
    give(battle, ShiftSpeed("red-1", "combat"))
    assert asked(battle) == [("blue", "snap fire")]
    battle.answer("blue", SHOT)
    assert asked(battle) == [("red", "act")]
    give(battle, EndActivation("red-1"))
    assert asked(battle) != [("blue", "snap fire")]


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_a_leap_is_a_move_that_is_fired_at() -> None:
    position = Position("tactical", active="red-1", map="48x48", seed=1)
    position.model("red-1", "hunter", at=(20, 10), facing="east", stats={"perks": {"Jump Jets": 3}})
    position.model("blue-1", "hunter", at=(25, 14), facing="south")
    battle = give(position.battle(), Jump("red-1", 3))
    assert (asked(battle), unit(battle).x) == ([("blue", "snap fire")], 20_000), "before it leaps"
    battle.answer("blue", Decline())
    assert (asked(battle), unit(battle).x) == ([("blue", "snap fire")], 23_000), "and where it lands"


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_nobody_is_asked_at_the_end_of_a_move_who_did_not_have_to_wait() -> None:
    battle = give(crossing(actions=2).battle(), Move("red-1", ((0, 1_000),)))
    battle.answer("blue", Decline())
    battle.answer("blue", Decline())
    give(battle, EndActivation("red-1"))
    assert ("blue", "snap fire") not in asked(battle)


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_who_has_spent_all_its_movement_points_has_ended_its_movement() -> None:
    battle = give(crossing(actions=2).battle(), Move("red-1", ((0, 6_000),)))
    while unit(battle).x < 26_000:
        battle.answer("blue", Decline())
    battle.answer("blue", SHOT)
    assert asked(battle) == [("blue", "snap fire")]


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_the_whole_allocation_counts_for_the_defense_of_who_is_on_the_move() -> None:
    battle = give(crossing().battle(), Move("red-1", ((0, 2_000),)))
    battle.answer("blue", Decline())
    assert unit(battle).x == 21_000
    assert inches_moved(battle.state, unit(battle)) == 6


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_snap_fire_goes_at_the_mover_alone() -> None:
    position = crossing()
    position.model("red-2", "hunter", at=(26, 10), facing="east")
    battle = give(position.battle(), Move("red-1", ((0, 2_000),)))
    refusal = battle.refuse("blue", Attack("blue-1", "LAC", "red-2"))
    assert refusal is not None
    assert refusal.code == "target"


def options(battle: Battle[State]) -> list[str]:
    return [option.label for option in battle.options("blue")]


@pytest.mark.rule("tactical.2.6.2-snap-fire", "tactical.2.6.4-about-face")
def test_a_command_point_turns_a_unit_round_to_fire() -> None:
    away = Position("tactical", active="red-1", pace="combat", map="48x48", seed=1, points={"TCP:blue": 1})
    away.model("red-1", "hunter", at=(20, 10), facing="east", mode="G")
    away.model("blue-1", "hunter", at=(22, 14), facing="north")
    battle = give(away.battle(), Move("red-1", ((0, 2_000),)))
    assert asked(battle) == [("blue", "snap fire")]
    assert any("turn the" in label for label in options(battle))
    point = next(option.order for option in battle.options("blue") if isinstance(option.order, SpendPoint))
    battle.answer("blue", point)
    assert asked(battle) == [("blue", "snap fire")], "the same point of the way"
    assert unit(battle).x == 20_000
    battle.answer("blue", Attack("blue-1", "LAC", "red-1"))
    assert unit(battle, "blue-1").actions == 0


@pytest.mark.rule("tactical.2.6.2-snap-fire", "tactical.2.6.4-extra-action")
def test_a_command_point_gives_who_has_no_action_left_another() -> None:
    position = Position("tactical", active="red-1", pace="combat", map="48x48", seed=1, points={"ICP:blue": 1})
    position.model("red-1", "hunter", at=(20, 10), facing="east", mode="G")
    position.model("blue-1", "hunter", at=(22, 14), facing="south", actions=0)
    battle = give(position.battle(), Move("red-1", ((0, 2_000),)))
    battle.answer("blue", SpendPoint("blue-1", "extra action"))
    assert unit(battle, "blue-1").actions == 1
    battle.answer("blue", Attack("blue-1", "LAC", "red-1"))
    assert unit(battle, "blue-1").actions == 0


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_without_points_who_looks_away_is_not_asked() -> None:
    position = Position("tactical", active="red-1", pace="combat", map="48x48", seed=1)
    position.model("red-1", "hunter", at=(20, 10), facing="east", mode="G")
    position.model("blue-1", "hunter", at=(22, 14), facing="north")
    assert asked(give(position.battle(), Move("red-1", ((0, 2_000),)))) == [("red", "act")]


@pytest.mark.rule("tactical.2.6.2-snap-fire", "tactical.3.4.3")
def test_an_observer_acts_before_the_firer_it_serves() -> None:
    position = Position("tactical", active="red-1", pace="combat", map="48x48", seed=1, modules=["indirect fire"])
    position.piece("hill", (15, 14, 30, 15), top=5)
    position.model("red-1", "hunter", at=(20, 10), facing="east", mode="G")
    position.model("blue-1", "spitting-cobra", at=(22, 18), facing="south")
    position.model("blue-2", "hunter", at=(32, 10), facing="west")
    battle = give(position.battle(), Move("red-1", ((0, 2_000),)))
    mount = next(
        m for m in unit(battle, "blue-1").card.weapons if fires_indirectly(m.weapon) and m.weapon.base >= 2_000
    )
    shot = Attack("blue-1", mount.id, "red-1", way="indirect")
    refusal = battle.refuse("blue", shot)
    assert refusal is not None
    assert refusal.code == "observer"
    battle.answer("blue", Observe("blue-2", "red-1"))
    assert battle.refuse("blue", shot) is None
    battle.answer("blue", shot)
    assert unit(battle, "blue-1").actions == 0


@pytest.mark.rule("tactical.2.6.2-snap-fire")
def test_holding_all_fire_is_for_those_too_who_could_not_fire_yet() -> None:
    position = crossing()
    position.model("blue-2", "hunter", at=(40, 14), facing="west")
    battle = give(position.battle(), Move("red-1", ((0, 6_000),)))
    battle.answer("blue", HoldFire())
    assert asked(battle) == [("red", "act")]
    assert unit(battle).x == 26_000


@pytest.mark.rule("tactical.2.6.2-snap-fire", "tactical.3.3")
def test_a_task_against_the_mover_is_a_sweep_for_it_and_fire_waits_for_a_point_of_movement() -> None:
    position = Position("tactical", active="red-1", pace="combat", map="48x48", modules=["active sensors"])
    position.piece("area", (10, 12, 40, 15), props={"going": "jungle"}, top=1)
    position.model("red-1", "hunter", at=(20, 10), facing="east", mode="G").model("red-2", "hunter", at=(5, 3))
    position.model("blue-1", "hunter", at=(22, 18), facing="south", actions=2)
    position.dice("active sensors", 6)
    battle = give(position.battle(), Move("red-1", ((0, 3_000),)))
    assert asked(battle) == [("blue", "snap fire")]
    assert code(battle, Attack("blue-1", "LAC", "red-1"), "blue") == "concealed"
    assert code(battle, Sweep("blue-1", "red-2"), "blue") == "target"
    battle.answer("blue", Decline())
    give(battle, Sweep("blue-1", "red-1"), seat="blue")
    assert unit(battle, "blue-1").actions == 1
    assert (unit(battle).x, asked(battle)) == (22_000, [("blue", "snap fire")]), "not at the same place"
    assert code(battle, Attack("blue-1", "LAC", "red-1"), "blue") == ""


@pytest.mark.rule("tactical.2.6.2-snap-fire", "tactical.3.2.1-climbing-penalty")
@pytest.mark.parametrize("order", [Climb("red-1", "rock", True), Jump("red-1", 3)])
def test_who_climbs_or_leaps_is_on_the_move_as_well(order: Climb | Jump) -> None:
    position = Position("tactical", active="red-1", map="48x48", modules=["cliffs"]).dice("climbing", 5, 5)
    perks = {"Manipulator Arm": 6, "Jump Jets": 3}
    position.model("red-1", "hunter", at=(20, 10), facing="north", stats={"perks": perks})
    position.model("blue-1", "hunter", at=(20, 5), facing="north", actions=2, extra=1)
    battle = position.piece("hill", (10, 10.6, 30, 30), id="rock", top=3, footing=True).battle()
    give(battle, order)
    places = []
    while asked(battle) == [("blue", "snap fire")]:
        places.append(unit(battle).z)
        battle.answer("blue", Decline())
    assert places == [0, unit(battle).z]
    assert unit(battle).z == (1_000 if isinstance(order, Climb) else 3_000)


@pytest.mark.rule("tactical.2.6.2-snap-fire", "tactical.3.2.3")
def test_who_is_thrown_down_before_it_climbs_has_to_stand_up_first() -> None:
    modules = ["cliffs", "falling and knockback"]
    position = Position("tactical", active="red-1", map="48x48", modules=modules)
    position.model("red-1", "hunter", at=(20, 10), facing="north", stats={"armor": 90})
    position.model("blue-1", "hunter", at=(20, 5), facing="north")
    position.dice("attack", 6, 6).dice("defense", 2, 1).dice("keeping its feet", 1, 2)
    battle = position.piece("hill", (10, 10.6, 30, 30), id="rock", top=3, footing=True).battle()
    climb = Climb("red-1", "rock", True)
    give(battle, climb)
    battle.answer("blue", Attack("blue-1", unit(battle, "blue-1").card.weapons[0].id, "red-1"))
    assert (asked(battle), unit(battle).z, unit(battle).token("fallen")) == ([("red", "act")], 0, 1)
    assert code(battle, climb) == "fallen"
