"""Reserve: overwatch and reserved moves in the enemy phase."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.hex100.actions import HandsOn
from gearlock.systems.hex100.attacks.attack import Attack, AttackDeclared, Fired, FireReserve, HoldBack, Reserve
from gearlock.systems.hex100.damage.units_hit import Destroyed, Struck
from gearlock.systems.hex100.movement.moving import Move, Stepped
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns import Activate, EndTurn, Focus
from systems.hex100.kit import E, Place, Position, W, at, code, events, plain

TEGU = "tegu-siege"
CROC = "crocodile-lasers"
LASER = ("crocodile-combat-laser",)


def west(position: Position, unit: str, steps: int) -> tuple[tuple[int, int], ...]:
    q, r = position.unit(unit).hex
    return tuple((q - step, r) for step in range(1, steps + 1))


def holding(position: Position, trigger: str = "moves", within: int = 0, held: str = "attack") -> Position:
    """Red-1 holds its first laser, or a move."""
    red = position.unit("red-1")
    red.held, red.trigger, red.within = held, trigger, within
    red.held_weapons = list(LASER) if held == "attack" else []
    return position


def asked(battle: Battle[State]) -> str:
    return battle.pending[0].kind if battle.pending else ""


@pytest.mark.rule("hex100.reserve", "hex100.utility-action")
def test_overwatch_costs_a_utility_and_an_attack_action_and_uses_the_weapon() -> None:
    battle = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (9, 0), W)]).play()
    battle.answer("red", Reserve("red-1", "attack", LASER, "moves"))
    red = battle.state.units["red-1"]
    assert (red.pool["attack"], red.pool["wildcard"], red.used) == (0, 0, ["crocodile-combat-laser"])
    assert code(battle, "red", Reserve("red-1", "attack", ("crocodile-combat-laser#2",))) == "reserved"


@pytest.mark.rule("hex100.reserve")
def test_holding_back_spends_nothing_until_it_is_said_what_waits_for_what() -> None:
    battle = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (9, 0), W)]).play()
    before = battle.hash()
    offered = [option.order for option in battle.options("red") if isinstance(option.order, HoldBack | Reserve)]
    assert offered == [HoldBack("red-1", "attack"), HoldBack("red-1", "move")]
    battle.answer("red", HoldBack("red-1", "attack"))
    assert asked(battle) == "reserve"
    assert battle.hash() == before
    labels = [option.label for option in battle.options("red")]
    assert len(labels) == len(set(labels)) == 4 * 3
    assert "Fire Crocodile Combat Laser (left arm) when an enemy moves" in labels
    battle.undo("red")
    assert asked(battle) == "act"


@pytest.mark.rule("hex100.reserve")
def test_what_is_held_back_is_answered_with_a_reserve_of_that_kind_alone() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)])
    battle = position.play()
    battle.answer("red", HoldBack("red-1", "attack"))
    for order in (Decline(), EndTurn("red-1"), HoldBack("red-1")):
        assert code(battle, "red", order) == "unasked"
    for other in (Reserve("red-1", "move"), Reserve("blue-1")):
        assert code(battle, "red", other) == "not-asked"
    assert code(battle, "red", Reserve("red-1", "attack", ("main-gun",))) == "no-such-weapon"
    near = Reserve("red-1", "attack", LASER, "attacks", within=3, enemy="contact-1")
    assert near not in [option.order for option in battle.options("red")]
    battle.answer("red", near)
    red = battle.state.units["red-1"]
    assert (red.held, red.trigger, red.within, red.waits_for) == ("attack", "attacks", 3, "blue-1")
    assert code(battle, "red", HoldBack("red-1", "move")) == "reserved"


@pytest.mark.rule("hex100.reserve", "hex100.once-per-turn")
def test_nothing_is_held_back_without_a_weapon_or_the_actions_for_it() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (9, 0), W)])
    position.unit("red-1").used = list(position.state.scene.loadouts["red-1"].mounts)
    battle = position.play()
    assert code(battle, "red", HoldBack("red-1", "attack")) == "no-weapon-left"
    assert code(battle, "red", HoldBack("red-1", "tea")) == "no-such-reserve"
    battle.answer("red", HoldBack("red-1", "move"))
    battle.answer("red", Reserve("red-1", "move", (), "appears"))
    assert battle.state.units["red-1"].pool["move"] == 0
    tank = Position(plain(), [(TEGU, (0, 0), E)], [(TEGU, (9, 0), W)]).play()
    assert code(tank, "red", HoldBack("red-1", "move")) == "no-action-left"


@pytest.mark.rule("hex100.reserve", "hex100.commander-hands-on")
def test_a_tank_reserves_with_the_hands_of_its_commander() -> None:
    battle = Position(plain(), [(TEGU, (0, 0), E)], [(TEGU, (9, 0), W)]).play()
    overwatch = Reserve("red-1", "attack", ("r-120-tank-gun",))
    assert code(battle, "red", overwatch) == "no-action-left"
    battle.answer("red", HandsOn("red-1"))
    assert code(battle, "red", overwatch) == ""
    assert code(battle, "red", Reserve("red-1", "attack", ("hmg",), "sneezes")) == "no-such-reserve"
    assert code(battle, "red", Reserve("red-1", "attack", ())) == "no-such-weapon"


@pytest.mark.rule("hex100.reserve")
def test_overwatch_interrupts_at_the_first_hex_step_that_meets_its_condition() -> None:
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (9, 0), W)], acting="blue-1"))
    path = west(position, "blue-1", 5)
    battle = position.play((0,), (99,))
    battle.answer("blue", Move("blue-1", path, W))
    assert asked(battle) == "overwatch"
    assert battle.state.units["blue-1"].hex == at(6, 0)
    assert battle.pending[0].about == ("contact-1",)
    battle.answer("red", FireReserve("red-1", "contact-1"))
    assert len(events(battle, Fired)) == 1
    assert battle.state.units["blue-1"].hex == at(4, 0)
    assert battle.state.units["red-1"].held == ""


@pytest.mark.rule("hex100.reserve")
def test_overwatch_that_kills_the_mover_ends_the_move_where_it_fell() -> None:
    blue = [(TEGU, (9, 0), W), (TEGU, (15, 8), W)]
    position = holding(Position(plain(), [(CROC, (0, 0), E)], list(blue), acting="blue-1"))
    position.unit("blue-1").hp = 1
    battle = position.play((0,), (99,))
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 5), W))
    battle.answer("red", FireReserve("red-1", "contact-1"))
    assert events(battle, Destroyed)
    assert len(events(battle, Stepped)) == 3
    assert battle.state.wrecks == [at(6, 0)]
    assert battle.state.acting == "blue-2"


@pytest.mark.rule("hex100.reserve")
def test_a_declined_reserve_is_kept_and_asked_for_again_at_the_next_step() -> None:
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (6, 0), W)], acting="blue-1"))
    battle = position.play()
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 2), W))
    for _ in range(2):
        assert asked(battle) == "overwatch"
        battle.answer("red", Decline())
    assert battle.state.units["red-1"].held == "attack"
    assert battle.waiting_for() == ("blue",)


@pytest.mark.rule("hex100.reserve")
def test_a_reserve_within_so_many_hexes_waits_for_them() -> None:
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (7, 0), W)], acting="blue-1"), within=3)
    battle = position.play()
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 5), W))
    assert battle.state.units["blue-1"].hex == at(3, 0)
    assert asked(battle) == "overwatch"


@pytest.mark.rule("hex100.reserve")
def test_a_reserve_for_a_named_enemy_lets_others_pass() -> None:
    blue: list[Place] = [(TEGU, (5, 0), W), (TEGU, (5, 2), W)]
    position = Position(plain(), [(CROC, (0, 0), E)], blue)
    battle = position.play()
    contact = position.state.contacts["red"]["blue-2"]
    assert code(battle, "red", Reserve("red-1", "attack", LASER, "moves", enemy="contact-9")) == "no-such-contact"
    battle.answer("red", Reserve("red-1", "attack", LASER, "moves", enemy=contact))
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Activate("blue-1"))
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 1), W))
    assert battle.waiting_for() == ("blue",)
    battle.answer("blue", EndTurn("blue-1"))
    battle.answer("blue", Move("blue-2", west(position, "blue-2", 1), W))
    assert asked(battle) == "overwatch"


@pytest.mark.rule("hex100.reserve")
def test_an_enemy_nobody_has_found_triggers_nothing() -> None:
    drawing = "...B" + "." * 12
    position = holding(
        Position(drawing, [(CROC, (0, 0), E)], [("squire-lancer", (10, 0), W)], acting="blue-1"), held="move"
    )
    battle = position.play()
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 2), W))
    assert battle.waiting_for() == ("blue",)


@pytest.mark.rule("hex100.reserve")
def test_a_reserve_may_wait_for_an_enemy_to_come_into_line_of_sight() -> None:
    drawing = "...B......\n.........."
    position = holding(Position(drawing, [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)], acting="blue-1"), "appears")
    battle = position.play((99,))
    battle.answer("blue", Move("blue-1", (at(4, 0), at(4, 1), at(5, 1)), W))
    assert asked(battle) == "overwatch"
    assert battle.state.units["blue-1"].hex == at(4, 1)
    battle.answer("red", FireReserve("red-1", "contact-1"))


@pytest.mark.rule("hex100.reserve", "hex100.attack-action")
def test_a_reserve_that_waits_for_an_attack_answers_before_its_dice() -> None:
    blue = [(TEGU, (5, 0), W), (TEGU, (15, 8), W)]
    position = holding(Position(plain(), [(CROC, (0, 0), E)], list(blue), acting="blue-1"), "attacks")
    position.unit("blue-1").hp = 1
    battle = position.play((0,), (99,))
    battle.answer("blue", Attack("blue-1", ("r-120-tank-gun",), "contact-1"))
    assert asked(battle) == "overwatch"
    battle.answer("red", FireReserve("red-1", "contact-1"))
    assert [event.unit for event in events(battle, AttackDeclared)] == ["blue-1", "red-1"]
    assert [event.unit for event in events(battle, Fired)] == ["red-1"]


@pytest.mark.rule("hex100.reserve")
def test_a_reserve_for_attacks_lets_moves_pass_and_one_for_moves_lets_attacks_pass() -> None:
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)], acting="blue-1"), "attacks")
    battle = position.play()
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 1), W))
    assert battle.waiting_for() == ("blue",)
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)], acting="blue-1"), "moves")
    battle = position.play((99,), (1,), (1,))
    battle.answer("blue", Attack("blue-1", ("r-120-tank-gun",), "contact-1"))
    assert battle.waiting_for() == ("blue",)


@pytest.mark.rule("hex100.reserve")
def test_who_was_in_sight_or_stays_out_of_it_does_not_appear() -> None:
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)], acting="blue-1"), "appears")
    battle = position.play()
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 1), W))
    assert battle.waiting_for() == ("blue",)
    hidden = Position("...B......", [(CROC, (0, 0), E)], [(TEGU, (6, 0), W)], acting="blue-1")
    battle = holding(hidden, "appears", held="move").play()
    battle.answer("blue", Move("blue-1", west(hidden, "blue-1", 1), W))
    assert battle.waiting_for() == ("blue",)


@pytest.mark.rule("hex100.reserve", "hex100.stat-critical")
def test_a_reserved_weapon_that_was_knocked_out_is_not_asked_after() -> None:
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (5, 0), W)], acting="blue-1"))
    position.unit("red-1").hurt[2] = 2
    battle = position.play()
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 1), W))
    assert battle.waiting_for() == ("blue",)


@pytest.mark.rule("hex100.reserve", "hex100.attack-action", "hex100.stat-critical")
def test_a_weapon_knocked_out_by_a_reserve_does_not_fire_any_more() -> None:
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(CROC, (5, 0), W)], acting="blue-1"), "attacks")
    position.unit("blue-1").hurt[2] = 1
    battle = position.play((0,), (0,), (2,))
    battle.answer("blue", Attack("blue-1", LASER, "contact-1"))
    battle.answer("red", FireReserve("red-1", "contact-1"))
    assert [event.unit for event in events(battle, Fired)] == ["red-1"]


@pytest.mark.rule("hex100.reserve", "hex100.attr-blast")
def test_a_blast_of_radius_nothing_hurts_the_ally_whom_its_target_passes() -> None:
    red: list[Place] = [("big-guye-brawler", (0, 0), E)]
    blue: list[Place] = [(CROC, (4, 0), W), (CROC, (3, 0), W)]
    position = holding(Position(plain(), red, blue, acting="blue-1"))
    position.unit("red-1").held_weapons = ["rocket-pod"]
    battle = position.play((0, 99, 99), (99,))
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 2), W))
    battle.answer("red", FireReserve("red-1", position.state.contacts["red"]["blue-1"]))
    assert [(e.unit, e.damage, e.how) for e in events(battle, Struck)] == [("blue-1", 3, "hit"), ("blue-2", 1, "blast")]


@pytest.mark.rule("hex100.reserve")
def test_a_reserved_move_is_made_in_the_enemy_phase() -> None:
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (6, 0), W)], acting="blue-1"), held="move")
    battle = position.play()
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 1), W))
    assert asked(battle) == "reserved move"
    assert code(battle, "red", Move("red-1", ((1, 0), (2, 0), (3, 0), (4, 0)), E)) == "too-far"
    battle.answer("red", Move("red-1", (at(0, 1),), E))
    assert battle.state.units["red-1"].hex == at(0, 1)
    assert battle.waiting_for() == ("blue",)


@pytest.mark.rule("hex100.reserve", "hex100.attack-action")
def test_a_target_that_gets_away_with_a_reserved_move_is_not_fired_at() -> None:
    drawing = "......\n..B..."
    position = Position(drawing, [(CROC, (1, 0), E)], [(TEGU, (4, 1), W)], acting="blue-1")
    holding(position, "attacks", held="move")
    battle = position.play()
    battle.answer("blue", Attack("blue-1", ("r-120-tank-gun",), "contact-1"))
    battle.answer("red", Move("red-1", (at(0, 0), at(0, 1)), E))
    assert not battle.state.land.is_clear(at(0, 1), at(4, 1))
    assert not events(battle, Fired)
    assert battle.state.units["blue-1"].pool["attack"] == 0


@pytest.mark.rule("hex100.reserve", "hex100.attack-action", "hex100.visual-detection")
def test_a_target_that_is_out_of_sight_by_then_is_not_fired_at_though_the_way_is_clear() -> None:
    position = Position("." * 12, [(CROC, (5, 0), E)], [(TEGU, (0, 0), E)], acting="blue-1")
    holding(position, "attacks", held="move")
    battle = position.play()
    battle.answer("blue", Attack("blue-1", ("r-120-tank-gun",), "contact-1"))
    battle.answer("red", Move("red-1", (at(6, 0), at(7, 0)), E))
    assert battle.state.land.is_clear(at(0, 0), at(7, 0))
    assert "red-1" not in battle.state.known["blue"]
    assert not events(battle, Fired)


@pytest.mark.rule("hex100.reserve", "hex100.attack-of-opportunity")
def test_a_reserved_move_out_of_melee_provokes_no_blow() -> None:
    position = Position(plain(), [(TEGU, (3, 0), E)], [(CROC, (4, 0), W)])
    holding(position, "attacks", held="move")
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Focus("blue-1"))
    battle.answer("blue", Attack("blue-1", ("universal-melee-attack",), "contact-1"))
    battle.answer("red", Move("red-1", (at(2, 0),), E))
    assert battle.state.units["red-1"].hex == at(2, 0)
    assert not events(battle, Struck)


@pytest.mark.rule("hex100.reserve", "hex100.turn-structure")
def test_reserves_lapse_when_the_own_phase_begins_again() -> None:
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (9, 0), W)], acting="blue-1"))
    battle = position.play()
    battle.answer("blue", EndTurn("blue-1"))
    assert battle.state.units["red-1"].held == ""


@pytest.mark.rule("hex100.reserve", "hex100.attr-limited-ammo")
def test_a_reserve_that_never_fires_keeps_its_ammunition() -> None:
    position = Position(plain(), [("cobra-hunter", (0, 0), E)], [(TEGU, (5, 0), W)])
    battle = position.play((99,))
    battle.answer("red", Reserve("red-1", "attack", ("hunter-killer-missile",)))
    battle.answer("red", EndTurn("red-1"))
    battle.answer("blue", Move("blue-1", (at(4, 0), at(3, 0)), W))
    battle.answer("red", Decline())
    assert battle.state.units["red-1"].uses == {"hunter-killer-missile": 1}
    battle.answer("red", FireReserve("red-1", "contact-1"))
    assert battle.state.units["red-1"].uses == {"hunter-killer-missile": 0}


@pytest.mark.rule("hex100.reserve")
def test_the_mover_is_not_told_that_somebody_is_asked() -> None:
    position = holding(Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (6, 0), W)], acting="blue-1"))
    battle = position.play()
    battle.answer("blue", Move("blue-1", west(position, "blue-1", 1), W))
    assert battle.view("red").asks
    assert not battle.view("blue").asks
