"""Jamming: who can, whom, how long, what it does; and what a Nimbus does to all around it."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.attacks.attack import Attack
from gearlock.systems.hex100.detection.sight import Detected, LockLost
from gearlock.systems.hex100.electronic_warfare import Fortified, Hack, Jam, Jammed, JamResisted, MassFortify, MassJam
from gearlock.systems.hex100.turns import Activate, EndTurn, Focus
from systems.hex100.kit import E, Position, W, code, events, machine, plain

CROC = "crocodile-lasers"
TEGU = "tegu-siege"
ERRANT = "errant-knight"
STORM = "cumulus-stormcloud"
JAMMER = machine("cobra-ka1", [], ["ecm-suite"])


@pytest.mark.rule("hex100.jamming", "hex100.attr-ecm", "hex100.ecm-items")
@pytest.mark.parametrize(("column", "refused"), [(8, ""), (9, "out-of-range")])
def test_jamming_reaches_eight_hexes(column: int, refused: str) -> None:
    sensing = machine("cobra-ka1", [], ["ecm-suite", "basic-sensor-suite"])
    position = Position(plain(), [(sensing, (0, 0), E)], [(TEGU, (column, 0), W)])
    assert code(position.play(), "red", Jam("red-1", "contact-1")) == refused


@pytest.mark.rule("hex100.jamming")
def test_a_jam_is_a_utility_action_without_a_roll_and_without_a_line_of_sight() -> None:
    sensing = machine("cobra-ka1", [], ["ecm-suite", "basic-sensor-suite"])
    position = Position("...B............", [(sensing, (0, 0), E)], [(TEGU, (6, 0), W)])
    assert position.state.known["red"] == {"blue-1": 1}
    battle = position.play()
    battle.answer("red", Jam("red-1", "contact-1"))
    assert battle.state.units["blue-1"].jammed
    red = battle.state.units["red-1"]
    assert (red.pool["wildcard"], red.used) == (0, ["ecm-suite"])


@pytest.mark.rule("hex100.attr-ecm")
@pytest.mark.parametrize("state", ["hacked", "shocked"])
def test_without_working_ecm_nobody_jams(state: str) -> None:
    battle = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (6, 0), W)]).play()
    assert code(battle, "red", Jam("red-1", "contact-1")) == "no-ecm"
    position = Position(plain(), [(JAMMER, (0, 0), E)], [(TEGU, (6, 0), W)])
    setattr(position.unit("red-1"), state, True)
    assert code(position.play(), "red", Jam("red-1", "contact-1")) == "shut-down"
    position = Position(plain(), [(JAMMER, (0, 0), E)], [(TEGU, (6, 0), W)])
    position.unit("red-1").hurt[1] = 2
    assert code(position.play(), "red", Jam("red-1", "contact-1")) == "out-of-order"


@pytest.mark.rule("hex100.once-per-turn", "hex100.attr-ecm")
def test_every_ecm_device_is_good_for_one_action_a_turn() -> None:
    twice = machine("cobra-ka1", [], ["ecm-suite", "ecm-suite"])
    for carrier, refused in ((JAMMER, "used"), (twice, "")):
        position = Position(plain(), [(carrier, (0, 0), E)], [(TEGU, (6, 0), W), (TEGU, (6, 2), W)])
        position.unit("red-1").pool["utility"] = 3
        battle = position.play()
        first, second = (position.state.contacts["red"][unit] for unit in ("blue-1", "blue-2"))
        battle.answer("red", Jam("red-1", first))
        assert code(battle, "red", Jam("red-1", second)) == refused


@pytest.mark.rule("hex100.jamming", "hex100.electronic-resistance")
@pytest.mark.parametrize(("face", "jammed"), [(39, False), (40, True)])
def test_who_resists_shakes_a_jam_off_under_its_e_war_rating(face: int, jammed: bool) -> None:
    position = Position(plain(), [(JAMMER, (0, 0), E)], [(TEGU, (6, 0), W)])
    position.unit("blue-1").resisting = True
    battle = position.play((face,))
    battle.answer("red", Jam("red-1", "contact-1"))
    assert battle.state.units["blue-1"].jammed is jammed
    assert bool(events(battle, JamResisted)) is not jammed


@pytest.mark.rule("hex100.attr-electronic-defence", "hex100.errant-eccm", "hex100.unit-errant-mk2")
@pytest.mark.parametrize(("face", "jammed"), [(39, False), (40, True)])
def test_electronic_defence_resists_jams_without_an_action(face: int, jammed: bool) -> None:
    position = Position(plain(), [(JAMMER, (0, 0), E)], [(ERRANT, (6, 0), W)])
    battle = position.play((face,))
    battle.answer("red", Jam("red-1", "contact-1"))
    assert battle.state.units["blue-1"].jammed is jammed


@pytest.mark.rule("hex100.jamming")
def test_a_jammed_unit_loses_its_locks_and_its_side_what_only_its_sensors_held() -> None:
    position = Position(
        "....B" + "." * 15, [(JAMMER, (3, 0), E), (TEGU, (2, 0), E)], [(CROC, (6, 0), W)], acting="red-1"
    )
    position.unit("blue-1").lock = "red-2"
    position.state.known["red"], position.state.contacts["red"] = {"blue-1": 3}, {"blue-1": "contact-1"}
    assert "red-2" in position.state.known["blue"]
    battle = position.play()
    battle.answer("red", Jam("red-1", "contact-1"))
    assert [event.unit for event in events(battle, LockLost)] == ["blue-1"]
    assert battle.state.units["blue-1"].lock == ""
    assert ("blue", "red-2", 0) in [(event.seat, event.unit, event.level) for event in events(battle, Detected)]


@pytest.mark.rule("hex100.jamming")
def test_a_lock_by_sight_is_lost_to_a_jam_too() -> None:
    position = Position(plain(), [(JAMMER, (0, 0), E)], [(TEGU, (4, 0), W)])
    position.unit("blue-1").lock = "red-1"
    battle = position.play()
    battle.answer("red", Jam("red-1", "contact-1"))
    assert [event.why for event in events(battle, LockLost)] == ["jammed"]


@pytest.mark.rule("hex100.jamming", "hex100.attr-homing")
def test_a_jammed_unit_has_nothing_of_homing() -> None:
    hunter = machine("cobra-ka1", [], ["basic-sensor-suite", "hunter-killer-missile"])
    position = Position(plain(), [(hunter, (0, 0), E)], [(TEGU, (4, 0), W)])
    position.unit("red-1").lock, position.unit("red-1").jammed = "blue-1", True
    battle = position.play((99,))
    battle.answer("red", Attack("red-1", ("hunter-killer-missile",), "contact-1"))
    assert battle.state.units["blue-1"].hp == position.unit("blue-1").hp


@pytest.mark.rule("hex100.jamming")
def test_a_jam_lasts_until_the_next_phase_of_the_side_that_jams() -> None:
    position = Position(plain(), [(JAMMER, (0, 0), E)], [(TEGU, (6, 0), W)])
    battle = position.play()
    battle.answer("red", Jam("red-1", "contact-1"))
    battle.answer("red", EndTurn("red-1"))
    assert [unit.id for unit in battle.state.units.values() if unit.jammed] == ["blue-1"]
    battle.answer("blue", EndTurn("blue-1"))
    assert not [unit.id for unit in battle.state.units.values() if unit.jammed]
    battle.answer("red", Focus("red-1"))
    assert code(battle, "red", Jam("red-1", "contact-1")) == ""


@pytest.mark.rule("hex100.jamming")
def test_a_known_jam_is_not_repeated_and_a_jammed_unit_jams_but_does_not_hack() -> None:
    position = Position(plain(), [(JAMMER, (0, 0), E)], [(TEGU, (6, 0), W), (TEGU, (6, 2), W)])
    position.unit("red-1").jammed = True
    position.unit("blue-1").jammed = True
    first, second = (position.state.contacts["red"][unit] for unit in ("blue-1", "blue-2"))
    battle = position.play()
    assert code(battle, "red", Jam("red-1", first)) == "jammed"
    assert code(battle, "red", Hack("red-1", first)) == "jammed"
    battle.answer("red", Jam("red-1", second))
    assert battle.state.units["blue-2"].jammed


@pytest.mark.rule("hex100.mass-jamming", "hex100.unit-cumulus")
def test_mass_jamming_takes_every_enemy_within_eight_hexes_and_each_resists_for_itself() -> None:
    blue = [(TEGU, (8, 0), W), (TEGU, (9, 0), W), (ERRANT, (4, 4), W)]
    position = Position(plain(), [(STORM, (0, 0), E)], list(blue))
    battle = position.play((39,))
    battle.answer("red", MassJam("red-1"))
    assert [event.unit for event in events(battle, Jammed)] == ["blue-1"]
    assert [event.unit for event in events(battle, JamResisted)] == ["blue-3"]
    assert battle.state.units["red-1"].used == ["nimbus-ecm-system"]


@pytest.mark.rule("hex100.mass-jamming")
def test_mass_jamming_passes_over_those_who_are_jammed_already() -> None:
    position = Position(plain(), [(STORM, (0, 0), E)], [(ERRANT, (4, 4), W), (TEGU, (6, 0), W)])
    position.unit("blue-1").jammed = True
    battle = position.play()
    battle.answer("red", MassJam("red-1"))
    assert [event.unit for event in events(battle, Jammed)] == ["blue-2"]


@pytest.mark.rule("hex100.mass-jamming")
def test_mass_jamming_needs_a_nimbus_and_tells_nothing_of_those_it_hits_unseen() -> None:
    assert (
        code(Position(plain(), [(JAMMER, (0, 0), E)], [(TEGU, (6, 0), W)]).play(), "red", MassJam("red-1")) == "no-ecm"
    )
    bare = machine("cumulus", ["nimbus-ecm-system"])
    position = Position("...B............", [(bare, (0, 0), E)], [(TEGU, (6, 0), W)])
    assert not position.state.known["red"]
    battle = position.play()
    battle.answer("red", MassJam("red-1"))
    assert battle.state.units["blue-1"].jammed
    assert not battle.state.units["blue-1"].traced
    (event,) = events(battle, Jammed)
    assert battle.system.tell(battle.state, event, "red") is None
    told = battle.system.tell(battle.state, event, "blue")
    assert told is not None
    assert "jammed by an unseen enemy" in told.text


@pytest.mark.rule("hex100.mass-e-fortification", "hex100.attr-electronic-defence")
@pytest.mark.parametrize(("face", "jammed"), [(49, False), (50, True)])
def test_fortified_allies_within_eight_hexes_resist_with_ten_more(face: int, jammed: bool) -> None:
    red = [(STORM, (0, 0), E), (TEGU, (8, 0), E), (TEGU, (9, 0), E)]
    position = Position(plain(20, 5), list(red), [(JAMMER, (12, 0), W)])
    battle = position.play((face,))
    battle.answer("red", MassFortify("red-1"))
    assert [event.unit for event in events(battle, Fortified)] == ["red-1", "red-2"]
    battle.answer("red", EndTurn("red-1"))
    battle.answer("red", Activate("red-2"))
    battle.answer("red", EndTurn("red-2"))
    battle.answer("red", EndTurn("red-3"))
    battle.answer("blue", Focus("blue-1"))
    battle.answer("blue", Jam("blue-1", battle.state.contacts["blue"]["red-2"]))
    assert battle.state.units["red-2"].jammed is jammed
    assert [unit.id for unit in battle.state.units.values() if unit.fortified] == ["red-1", "red-2"]
    battle.answer("blue", EndTurn("blue-1"))
    assert not [unit.id for unit in battle.state.units.values() if unit.fortified]


@pytest.mark.rule("hex100.mass-jamming", "hex100.jamming")
def test_mass_jamming_takes_locks_and_what_only_sensors_held() -> None:
    position = Position(plain(20, 3), [(STORM, (4, 0), E), (TEGU, (0, 0), E)], [(CROC, (10, 0), W)])
    position.unit("blue-1").lock = "red-2"
    assert "red-2" in position.state.known["blue"]
    battle = position.play()
    battle.answer("red", MassJam("red-1"))
    assert [event.unit for event in events(battle, LockLost)] == ["blue-1"]
    assert "red-2" not in battle.state.known["blue"]


@pytest.mark.rule("hex100.attr-ecm")
def test_with_two_devices_the_nimbus_is_kept_for_what_only_it_can_do() -> None:
    both = machine("cumulus", ["nimbus-ecm-system"], ["ecm-suite"])
    position = Position(plain(), [(both, (0, 0), E)], [(TEGU, (6, 0), W), (TEGU, (6, 2), W)])
    position.unit("red-1").pool["utility"] = 2
    battle = position.play()
    battle.answer("red", Jam("red-1", position.state.contacts["red"]["blue-1"]))
    assert battle.state.units["red-1"].used == ["ecm-suite"]
    assert code(battle, "red", MassJam("red-1")) == ""


@pytest.mark.rule("hex100.jamming", "hex100.hacking")
def test_refusals_name_the_rule_that_was_asked_after() -> None:
    sensing = machine("cobra-ka1", [], ["ecm-suite", "basic-sensor-suite"])
    battle = Position(plain(), [(sensing, (0, 0), E)], [(TEGU, (9, 0), W)]).play()
    for order, rule_id in (
        (Jam("red-1", "contact-1"), "hex100.jamming"),
        (Hack("red-1", "contact-1"), "hex100.hacking"),
    ):
        refusal = battle.refuse("red", order)
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("out-of-range", rule_id)
        assert refusal.facts == {"distance": 9, "range": 8}
    assert code(battle, "red", Jam("red-1", "contact-7")) == "no-such-contact"
