"""Ramming: run-up, the roll, what both sides take, who may and who is warned."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Decline
from gearlock.systems.hex100.attacks.attack import FireReserve
from gearlock.systems.hex100.damage.units_hit import Destroyed, Struck
from gearlock.systems.hex100.detection.sight import LockLost
from gearlock.systems.hex100.movement.move_action import legal_rams, run_up
from gearlock.systems.hex100.movement.moving import Move, Rammed, Turned
from gearlock.systems.hex100.turns import EndTurn
from systems.hex100.kit import NE, SE, E, Position, W, at, code, east, events, machine, plain

TEGU = "tegu-siege"
CROC = "crocodile-lasers"
BARE = machine("tegu-mbt", ["r-120-tank-gun"], ["basic-sensor-suite"])
FAR = (TEGU, (15, 8), W)


@pytest.mark.rule("hex100.ramming")
def test_a_ram_does_a_point_for_each_straight_hex_and_half_of_it_comes_back_on_the_front() -> None:
    position = Position(plain(), [(BARE, (0, 0), E)], [(CROC, (7, 0), W), FAR])
    red, contact = position.unit("red-1"), position.state.contacts["red"]["blue-1"]
    position.unit("red-1").hp = 30
    battle = position.play((29,))
    battle.answer("red", Move("red-1", east(red, 6), NE, ram=contact))
    assert [(e.face, e.number, e.damage) for e in events(battle, Rammed)] == [(29, 30, 6)]
    struck = [(event.unit, event.damage, event.how) for event in events(battle, Struck)]
    assert struck == [("blue-1", 6, "ram"), ("red-1", 3 - 2, "recoil")]
    assert battle.state.units["red-1"].hex == at(6, 0)
    assert battle.state.units["red-1"].facing == NE


@pytest.mark.rule("hex100.ramming")
def test_a_ram_that_rolls_thirty_misses_and_hurts_nobody() -> None:
    position = Position(plain(), [(BARE, (0, 0), E)], [(CROC, (7, 0), W), FAR])
    battle = position.play((30,))
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 6), E, ram="contact-1"))
    assert len(events(battle, Rammed)) == 1
    assert not events(battle, Struck)
    assert battle.state.units["red-1"].hex == at(6, 0)


@pytest.mark.rule("hex100.ramming")
@pytest.mark.parametrize(
    ("path", "straight"),
    [
        (((1, 0), (2, 0), (3, 0)), 3),
        (((0, 1), (1, 0), (2, 0), (3, 0)), 2),
        (((1, 0), (2, 0), (3, -1)), 0),
        ((), 0),
        (((1, 0), (2, 0)), 0),
    ],
)
def test_only_the_straight_hexes_just_before_contact_count(path: tuple[tuple[int, int], ...], straight: int) -> None:
    assert run_up((0, 0), path, (4, 0)) == straight


@pytest.mark.rule("hex100.ramming", "hex100.focus-evasion", "hex100.concealment")
def test_nothing_modifies_a_ram_and_nobody_dodges_it() -> None:
    position = Position("......w", [(BARE, (0, 0), E)], [(CROC, (6, 0), W)])
    position.unit("blue-1").focus = "evasion"
    position.unit("red-1").lock = "blue-1"
    battle = position.play((29,))
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 5), E, ram="contact-1"))
    assert [(e.unit, e.damage) for e in events(battle, Struck)] == [("blue-1", 5), ("red-1", 0)]


@pytest.mark.rule("hex100.ramming")
def test_mecha_do_not_ram_and_a_ram_needs_a_run_up_and_a_contact() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(CROC, (4, 0), W)])
    assert (
        code(position.play(), "red", Move("red-1", east(position.unit("red-1"), 3), E, ram="contact-1")) == "no-vehicle"
    )
    position = Position(plain(), [(BARE, (0, 0), E)], [(CROC, (4, 0), W)])
    battle, red = position.play(), position.unit("red-1")
    assert code(battle, "red", Move("red-1", east(red, 2), E, ram="contact-1")) == "no-run-up"
    assert code(battle, "red", Move("red-1", (), E, ram="contact-1")) == "no-run-up"
    assert code(battle, "red", Move("red-1", east(red, 3), E, ram="contact-9")) == "no-such-contact"
    assert code(battle, "red", Move("red-1", east(red, 3), E, ram="contact-1")) == ""


@pytest.mark.rule("hex100.juggernaut-plow", "hex100.ramming")
def test_a_plow_doubles_what_the_target_takes_and_not_the_recoil() -> None:
    plow = machine("fat-mann", [], [], ["juggernaut-plow"])
    position = Position(plain(), [(plow, (0, 0), E), (CROC, (0, 8), E)], [(CROC, (5, 0), W), FAR])
    battle = position.play((0,))
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 4), E, ram="contact-1"))
    assert [(e.unit, e.damage) for e in events(battle, Struck)] == [("blue-1", 8), ("red-1", 0)]
    assert [e.raw for e in events(battle, Struck)] == [2 * 4, 4 // 2]


@pytest.mark.rule("hex100.ramming", "hex100.stat-hp")
def test_a_ram_can_destroy_both() -> None:
    position = Position(plain(), [(BARE, (0, 0), E), (TEGU, (14, 7), W)], [(CROC, (7, 0), W), FAR])
    position.unit("red-1").hp = position.unit("blue-1").hp = 1
    battle = position.play((0,))
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 6), NE, ram="contact-1"))
    assert [event.unit for event in events(battle, Destroyed)] == ["blue-1", "red-1"]
    assert not events(battle, Turned)


@pytest.mark.rule("hex100.ramming", "hex100.reserve")
def test_a_reserve_that_waits_for_an_attack_answers_a_ram_before_its_die() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(BARE, (5, 0), W), FAR], acting="blue-1")
    unit = position.unit("red-1")
    unit.held, unit.held_weapons, unit.trigger = "attack", ["crocodile-combat-laser"], "attacks"
    position.unit("blue-1").hp = 1
    battle = position.play((0,), (99,))
    blue = position.unit("blue-1")
    battle.answer("blue", Move("blue-1", tuple((blue.q - n, blue.r) for n in range(1, 5)), W, ram="contact-1"))
    assert battle.view("red").asks[0].kind == "overwatch"
    battle.answer("red", FireReserve("red-1", "contact-1"))
    assert not events(battle, Rammed)


@pytest.mark.rule("hex100.ramming", "hex100.reserve")
def test_a_target_that_gets_out_of_the_way_is_not_rammed() -> None:
    position = Position(plain(), [(CROC, (1, 1), E)], [(BARE, (6, 1), W), FAR], acting="blue-1")
    unit = position.unit("red-1")
    unit.held, unit.trigger = "move", "attacks"
    battle = position.play()
    blue = position.unit("blue-1")
    battle.answer("blue", Move("blue-1", tuple((blue.q - n, blue.r) for n in range(1, 5)), E, ram="contact-1"))
    battle.answer("red", Move("red-1", (at(1, 0),), E))
    assert not events(battle, Rammed)
    assert battle.state.units["blue-1"].facing == E


@pytest.mark.rule("hex100.ramming")
def test_every_ram_that_is_offered_has_the_longest_run_up_and_is_legal() -> None:
    position = Position(plain(), [(BARE, (0, 2), E)], [(CROC, (4, 2), W), (CROC, (9, 2), W)])
    offered = list(legal_rams(position.state, position.unit("red-1")))
    assert [enemy.id for enemy, _ in offered] == ["blue-1"]
    battle = position.play()
    for option in battle.options("red"):
        if isinstance(option.order, Move) and option.order.ram:
            assert code(battle, "red", option.order) == ""
            assert run_up(position.unit("red-1").hex, option.order.path, at(4, 2)) == 3


@pytest.mark.rule("hex100.ramming")
def test_the_preview_of_a_ram_gives_its_odds_and_its_price() -> None:
    position = Position(plain(), [(BARE, (0, 0), E), (CROC, (0, 2), E)], [(TEGU, (7, 0), W)])
    battle = position.play()
    shown = battle.preview("red", Move("red-1", east(position.unit("red-1"), 6), E, ram="contact-1"))
    assert shown.odds is not None
    assert (shown.odds.p_hit, shown.odds.damage) == (0.3, {0: 0.7, 4: 0.3})
    assert "takes 1 if it hits" in shown.notes[0]
    assert [line.value for line in shown.attack] == [30]


@pytest.mark.rule("hex100.ramming")
def test_both_sides_read_of_a_ram() -> None:
    position = Position(plain(), [(BARE, (0, 0), E)], [(CROC, (7, 0), W), FAR])
    battle = position.play((99,))
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 6), E, ram="contact-1"))
    (event,) = events(battle, Rammed)
    for seat in ("red", "blue"):
        told = battle.system.tell(battle.state, event, seat)
        assert told is not None
        assert "ram" in told.text
        assert "99" in told.text


@pytest.mark.rule("hex100.ramming", "hex100.move-action")
def test_a_rammer_faces_its_target_at_contact_and_turns_as_it_likes_afterwards() -> None:
    position = Position(plain(), [(BARE, (0, 0), SE)], [(CROC, (4, 0), W), FAR])
    battle = position.play((99,))
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 3), NE, ram="contact-1"))
    assert [event.facing for event in events(battle, Turned)] == [E, NE]
    assert code(battle, "red", Decline()) == "unasked"
    assert code(battle, "red", EndTurn("red-1")) == ""


@pytest.mark.rule("hex100.ramming", "hex100.armour-reactive", "hex100.urban-warfare")
def test_no_charge_of_reactive_armour_meets_a_ram_or_its_recoil() -> None:
    urban = machine("cloudburst-agcv", [], [], [], ["urban-warfare-modification"])
    position = Position(plain(), [(BARE, (0, 0), E)], [(urban, (7, 0), W), FAR])
    position.unit("red-1").charges = position.unit("blue-1").charges = 4
    battle = position.play((0,))
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 6), E, ram="contact-1"))
    assert battle.waiting_for() == ("red",)
    assert [(e.unit, e.damage) for e in events(battle, Struck)] == [("blue-1", 5), ("red-1", 1)]
    assert battle.state.units["blue-1"].charges == 4


@pytest.mark.rule("hex100.ramming", "hex100.tank-overview")
def test_nobody_is_offered_a_ram_by_a_mech() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(CROC, (3, 0), W)])
    assert not list(legal_rams(position.state, position.unit("red-1")))


@pytest.mark.rule("hex100.ramming")
@pytest.mark.parametrize(("column", "straight"), [(2, 1), (7, 6), (8, 0)])
def test_rams_are_offered_from_a_run_up_of_one_hex_to_a_whole_move(column: int, straight: int) -> None:
    position = Position("." * 10, [(BARE, (0, 0), E)], [(CROC, (column, 0), W)])
    red = position.unit("red-1")
    assert [path for _, path in legal_rams(position.state, red)] == [east(red, straight)] * bool(straight)


@pytest.mark.rule("hex100.ramming", "hex100.lock-persistence")
def test_locks_on_what_a_ram_destroys_are_gone() -> None:
    position = Position(plain(), [(BARE, (0, 0), E), (TEGU, (0, 4), E)], [(CROC, (7, 0), W), FAR])
    position.unit("red-2").lock, position.unit("blue-1").hp = "blue-1", 1
    battle = position.play((0,))
    battle.answer("red", Move("red-1", east(position.unit("red-1"), 6), E, ram="contact-1"))
    assert [event.unit for event in events(battle, LockLost)] == ["red-2"]
