"""Locks: taken, resisted, kept, lost."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.actions import HandsOn
from gearlock.systems.hex100.attacks.attack import Attack
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.sight import LockLost, LockOn, LockResisted, LockTaken, Resist
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.turns import EndTurn
from systems.hex100.kit import E, Place, Position, W, at, code, east, events, machine, plain

TEGU = "tegu-siege"
CROC = "crocodile-lasers"
PLAIN = machine("big-guye", [], ["mace"])


@pytest.mark.rule("hex100.lock-on", "hex100.utility-action", "hex100.locking-common")
def test_a_lock_is_a_utility_action_without_a_roll() -> None:
    position = Position(plain(), [(PLAIN, (0, 0), E)], [(TEGU, (7, 0), W)])
    battle = position.play()
    battle.answer("red", LockOn("red-1", "contact-1"))
    assert battle.state.units["red-1"].lock == "blue-1"
    assert battle.state.units["red-1"].pool["wildcard"] == 0


@pytest.mark.rule("hex100.lock-on", "hex100.attr-sensor-lock", "hex100.locking-common")
def test_without_a_sensor_lock_sight_is_needed_and_ten_hexes_are_the_limit() -> None:
    drawing = "...B" + "." * 12
    red: list[Place] = [(PLAIN, (0, 0), E), (CROC, (1, 0), E)]
    position = Position(drawing, red, [(TEGU, (5, 0), W), (TEGU, (15, 0), W)])
    near, far = (position.state.contacts["red"][unit] for unit in ("blue-1", "blue-2"))
    assert code(position.play(), "red", LockOn("red-1", near)) == "no-line-of-sight"
    position = Position(drawing, red, [(TEGU, (5, 0), W), (TEGU, (15, 0), W)], acting="red-2")
    battle = position.play()
    assert code(battle, "red", LockOn("red-2", near)) == ""
    assert code(battle, "red", LockOn("red-2", far)) == "out-of-range"
    assert code(battle, "red", LockOn("red-2", "contact-7")) == "no-such-contact"


@pytest.mark.rule("hex100.electronic-resistance", "hex100.stat-ewar")
@pytest.mark.parametrize(("face", "locked"), [(39, ""), (40, "blue-1")])
def test_a_resisting_target_shakes_the_lock_off_under_its_e_war_rating(face: int, locked: str) -> None:
    position = Position(plain(), [(PLAIN, (0, 0), E)], [(TEGU, (7, 0), W)])
    position.unit("blue-1").resisting = True
    battle = position.play((face,))
    battle.answer("red", LockOn("red-1", "contact-1"))
    assert battle.state.units["red-1"].lock == locked
    assert bool(events(battle, LockResisted)) is not bool(locked)


@pytest.mark.rule("hex100.attr-electronic-defence")
def test_electronic_defence_resists_without_an_action() -> None:
    position = Position(plain(), [(PLAIN, (0, 0), E)], [("errant-knight", (7, 0), W)])
    battle = position.play((39,))
    battle.answer("red", LockOn("red-1", "contact-1"))
    assert battle.state.units["red-1"].lock == ""


@pytest.mark.rule("hex100.electronic-resistance", "hex100.commander-hands-on")
def test_resistance_costs_a_utility_action_which_a_tank_gets_from_its_commander() -> None:
    battle = Position(plain(), [(TEGU, (0, 0), E)], [(TEGU, (7, 0), W)]).play()
    assert code(battle, "red", Resist("red-1")) == "no-action-left"
    battle.answer("red", HandsOn("red-1"))
    battle.answer("red", Resist("red-1"))
    assert battle.state.units["red-1"].resisting
    assert battle.state.units["red-1"].pool["utility"] == 0
    battle.answer("red", EndTurn("red-1"))
    assert battle.state.units["red-1"].resisting
    battle.answer("blue", EndTurn("blue-1"))
    assert not battle.state.units["red-1"].resisting


@pytest.mark.rule("hex100.lock-single")
def test_a_new_attempt_gives_the_old_lock_up_even_if_it_fails() -> None:
    position = Position(plain(), [(PLAIN, (0, 0), E)], [(TEGU, (7, 0), W), ("errant-knight", (7, 1), W)])
    position.unit("red-1").lock = "blue-1"
    battle = position.play((0,))
    battle.answer("red", LockOn("red-1", position.state.contacts["red"]["blue-2"]))
    assert battle.state.units["red-1"].lock == ""
    assert [event.target for event in events(battle, LockLost)] == ["blue-1"]
    assert not events(battle, LockTaken)


@pytest.mark.rule("hex100.lock-persistence")
def test_a_lock_is_lost_at_the_step_that_breaks_the_line_of_sight() -> None:
    drawing = "......B...\n.........."
    position = Position(drawing, [(PLAIN, (3, 0), E)], [(TEGU, (5, 0), W)], acting="blue-1")
    position.unit("red-1").lock = "blue-1"
    battle = position.play()
    battle.answer("blue", Move("blue-1", (at(5, 1), at(6, 1), at(7, 0)), W))
    assert battle.state.units["red-1"].lock == ""
    assert [event.why for event in events(battle, LockLost)] == ["the contact is lost"]


@pytest.mark.rule("hex100.lock-persistence")
def test_an_ally_that_still_sees_the_target_does_not_save_a_lock_by_sight() -> None:
    drawing = "......B...\n.........."
    position = Position(drawing, [(PLAIN, (3, 0), E), (TEGU, (8, 1), W)], [(TEGU, (5, 0), W)], acting="blue-1")
    position.unit("red-1").lock = "blue-1"
    battle = position.play()
    battle.answer("blue", Move("blue-1", (at(5, 1), at(6, 1), at(7, 0)), W))
    assert "blue-1" in battle.state.known["red"]
    assert [event.why for event in events(battle, LockLost)] == ["out of sight"]


@pytest.mark.rule("hex100.lock-single")
def test_a_second_lock_on_the_same_target_is_no_use_and_refused() -> None:
    position = Position(plain(), [(PLAIN, (0, 0), E)], [(TEGU, (7, 0), W)])
    position.unit("red-1").lock = "blue-1"
    assert code(position.play(), "red", LockOn("red-1", "contact-1")) == "locked"


@pytest.mark.rule("hex100.lock-persistence")
@pytest.mark.parametrize(("steps", "locked"), [(3, "blue-1"), (4, "")])
def test_a_lock_is_lost_beyond_ten_hexes(steps: int, locked: str) -> None:
    position = Position(plain(20, 3), [(CROC, (0, 0), E)], [(TEGU, (7, 0), W)], acting="blue-1")
    position.unit("red-1").lock = "blue-1"
    battle = position.play()
    battle.answer("blue", Move("blue-1", east(position.unit("blue-1"), steps), E))
    assert battle.state.units["red-1"].lock == locked


@pytest.mark.rule("hex100.lock-persistence", "hex100.attr-sensor-lock")
def test_a_sensor_lock_outlives_the_line_of_sight_and_not_the_sensors() -> None:
    drawing = "......B...\n.........."
    position = Position(drawing, [(CROC, (3, 0), E)], [(TEGU, (5, 0), W), (TEGU, (5, 1), W)], acting="blue-1")
    position.unit("red-1").lock = "blue-1"
    battle = position.play((0,), (0,), (1,))
    battle.answer("blue", Move("blue-1", (at(5, 1), at(6, 1), at(7, 0)), W))
    assert battle.state.units["red-1"].lock == "blue-1"
    position = Position(
        drawing, [(CROC, (3, 0), E)], [(TEGU, (7, 0), W), ("squire-lancer", (5, 1), W)], acting="blue-2"
    )
    position.unit("red-1").lock = "blue-1"
    battle = position.play((0,), (0,), (1,))
    battle.answer("blue", Attack("blue-2", ("mk3-hv-lancer-cannon",), "contact-1"))
    assert battle.state.units["red-1"].hurt[1] >= 1
    assert battle.state.units["red-1"].lock == ""


@pytest.mark.rule("hex100.lock-persistence", "hex100.attr-sensor-lock", "hex100.lock-on")
def test_with_a_suite_a_lock_taken_by_sight_is_held_by_eyes_or_sensors() -> None:
    for hidden, wrecked, locked in ((True, False, True), (False, True, True), (True, True, False)):
        position = Position("......B...\n..........", [(CROC, (3, 0), E), (PLAIN, (8, 1), W)], [(TEGU, (5, 0), W)])
        position.ctx.emit(LockTaken("red-1", "blue-1"))
        if hidden:
            position.unit("blue-1").q, position.unit("blue-1").r = at(7, 0)
        if wrecked:
            position.unit("red-1").hurt[1] = 9
        look_again(position.ctx)
        assert position.unit("red-1").lock == ("blue-1" if locked else "")


@pytest.mark.rule("hex100.lock-persistence")
def test_a_lock_on_a_destroyed_target_ends() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W), (TEGU, (9, 0), W)])
    position.unit("red-1").lock, position.unit("blue-1").hp = "blue-1", 1
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert [event.why for event in events(battle, LockLost)] == ["the target is destroyed"]
