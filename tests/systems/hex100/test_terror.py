"""Terror drones: swarms that hunt, pounce, ride and bite, lurk unseen, and hide in smoke once."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.hex100.advice.drones_and_signals import prey_worth
from gearlock.systems.hex100.attacks.attack import FireReserve
from gearlock.systems.hex100.damage.damage import shock
from gearlock.systems.hex100.damage.units_hit import Destroyed, Struck, SwarmCut
from gearlock.systems.hex100.detection.sight import is_hidden_from, is_stealthed
from gearlock.systems.hex100.drones.kinds import Docked, ModeSet, SetMode, TurnDrone
from gearlock.systems.hex100.drones.terror import Gnawed, LetGo, Pounced, hunt, pounce, targets
from gearlock.systems.hex100.electronic_warfare import Hack
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns import EndTurn, Focus
from gearlock.table.hexes import distance
from systems.hex100.kit import E, Position, W, at, code, events, machine, plain

TEGU = "tegu-siege"
CROC = "crocodile-lasers"
PACK = machine("crocodile-mk2", ["drone-controller"], ["basic-sensor-suite"], drones=("terror-drones",))
SWARM = "red-1-drone-1"
HUNT = "search-and-destroy"


def pack(column: int, mode: str = HUNT, **named: object) -> Position:
    """Red's packmaster at the edge, its swarm in a column of the same row, a blue tank in column 9 and one far off."""
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(TEGU, (9, 4), W), (TEGU, (19, 8), W)])
    position.field(SWARM, (column, 4), mode, **named)  # type: ignore[arg-type]
    return position


def ridden(by: str = SWARM, victim: str = "blue-1", acting: str = "red-1") -> Position:
    """The swarm rides the tank in column 9."""
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(TEGU, (9, 4), W), (CROC, (10, 4), W)], acting=acting)
    position.field(by, (8, 4), HUNT)
    position.ctx.emit(Pounced(by, victim))
    return position


def drones_turn(position: Position, *dice: tuple[int, ...]) -> Battle[State]:
    battle = position.play(*dice)
    battle.answer("red", EndTurn("red-1"))
    return battle


def finish(battle: Battle[State], seat: str) -> None:
    """End the turns of all units of a side, until the next round begins."""
    turn = battle.state.turn
    while not battle.over and battle.state.turn == turn and battle.waiting_for() == (seat,):
        ask = battle.view(seat).asks[0]
        if ask.kind == "unit":
            battle.answer(seat, next(option.order for option in battle.options(seat)))
        elif ask.kind == "focus":
            battle.answer(seat, Focus(ask.unit))
        else:
            battle.answer(seat, EndTurn(ask.unit))


@pytest.mark.rule("hex100.drone-terror", "hex100.drone-terror-modes")
@pytest.mark.parametrize(("column", "pounces"), [(8, True), (5, True), (2, True), (1, False)])
def test_a_swarm_that_can_get_next_to_an_enemy_pounces_on_it(column: int, pounces: bool) -> None:
    battle = drones_turn(pack(column))
    swarm, victim = battle.state.units[SWARM], battle.state.units["blue-1"]
    assert [(event.unit, event.victim) for event in events(battle, Pounced)] == [(SWARM, "blue-1")] * pounces
    assert (swarm.riding, swarm.hex == victim.hex) == (("blue-1", True) if pounces else ("", False))
    assert distance(swarm.hex, victim.hex) == (0 if pounces else 2)


@pytest.mark.rule("hex100.drone-terror")
def test_riders_go_where_their_victim_goes_and_are_no_unit_in_the_way() -> None:
    position = ridden(acting="blue-1")
    battle = position.play()
    blue = position.unit("blue-1")
    back = tuple((blue.q - hexes, blue.r) for hexes in range(1, 4))
    battle.answer("blue", Move("blue-1", back, W))
    assert battle.state.units[SWARM].hex == battle.state.units["blue-1"].hex == at(6, 4)
    found = battle.state.unit_in(at(6, 4))
    assert found is not None
    assert found.id == "blue-1"


@pytest.mark.rule("hex100.drone-terror", "hex100.stacking")
def test_friends_pass_through_a_ridden_unit_as_through_any() -> None:
    position = ridden(acting="blue-2")
    position.unit("blue-2").q, position.unit("blue-2").r = at(10, 4)
    path = (at(9, 4), at(8, 4))
    assert code(position.play(), "blue", Move("blue-2", path, W)) == ""
    assert code(position.play(), "blue", Move("blue-2", path[:1], W)) == "occupied"


@pytest.mark.rule("hex100.drone-terror")
def test_in_the_aftermath_each_machine_bites_under_sixty() -> None:
    battle = drones_turn(ridden(acting="red-1"), (59, 60, 0), (0, 3))
    finish(battle, "blue")
    (gnawed,) = events(battle, Gnawed)
    assert (gnawed.victim, gnawed.number, gnawed.faces, gnawed.bites) == ("blue-1", 60, (59, 60, 0), 2)
    bitten = [(event.unit, event.damage, event.critical, event.hardpoint) for event in events(battle, Struck)]
    assert bitten == [("blue-1", 0, 1, 0), ("blue-1", 0, 1, 3)]
    assert battle.state.units["blue-1"].critical == 2


@pytest.mark.rule("hex100.drone-terror", "hex100.internal-reinforcement")
def test_reinforcement_keeps_bites_off_and_a_swarm_bites_with_the_machines_it_has() -> None:
    armoured = machine("big-guye", [], [], [], ["internal-reinforcement"])
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(armoured, (9, 4), W)])
    position.field(SWARM, (8, 4), HUNT)
    position.ctx.emit(Pounced(SWARM, "blue-1"))
    position.ctx.emit(SwarmCut(SWARM, (1, 2), "shaken"))
    battle = drones_turn(position, (0, 0))
    finish(battle, "blue")
    assert [event.bites for event in events(battle, Gnawed)] == [2]
    assert not events(battle, Struck)


@pytest.mark.rule("hex100.drone-terror", "hex100.stat-critical")
def test_bites_destroy_a_unit_and_what_rode_it_is_left_on_the_wreck() -> None:
    position = ridden()
    position.unit("blue-1").critical = position.state.machine("blue-1").unit.structure - 1
    battle = drones_turn(position, (0, 99, 99), (0,))
    finish(battle, "blue")
    assert [event.unit for event in events(battle, Destroyed)] == ["blue-1"]
    swarm = battle.state.units[SWARM]
    assert (swarm.riding, swarm.standing, swarm.hex) == ("", True, at(9, 4))


@pytest.mark.rule("hex100.drone-terror", "hex100.drone-emp")
def test_a_swarm_that_is_shut_down_does_not_bite() -> None:
    position = ridden()
    shock(position.ctx, SWARM)
    battle = drones_turn(position)
    finish(battle, "blue")
    assert not events(battle, Gnawed)


@pytest.mark.rule("hex100.drone-terror")
def test_drones_are_no_prey() -> None:
    drone = machine("repair-drone")
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(drone, (6, 4), W), (TEGU, (19, 4), W)])
    position.field(SWARM, (5, 4), HUNT)
    assert [each.id for each in targets(position.state, position.unit(SWARM))] == ["blue-2"]
    battle = drones_turn(position)
    assert not events(battle, Pounced)
    assert distance(battle.state.units[SWARM].hex, at(19, 4)) < distance(at(5, 4), at(19, 4))


@pytest.mark.rule("hex100.drone-terror-modes")
def test_in_attack_mode_the_swarm_goes_for_the_enemy_that_was_named() -> None:
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(TEGU, (6, 4), W), (TEGU, (9, 2), W)])
    position.field(SWARM, (4, 4), "attack", charge="blue-2")
    battle = drones_turn(position)
    assert [event.victim for event in events(battle, Pounced)] == ["blue-2"]


@pytest.mark.rule("hex100.drone-terror-modes")
def test_on_the_hunt_the_closest_enemy_is_prey_and_a_ridden_one_is_not_let_go() -> None:
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(TEGU, (6, 4), W), (TEGU, (9, 2), W)])
    position.field(SWARM, (4, 4), HUNT)
    battle = drones_turn(position, (99, 99, 99))
    assert [event.victim for event in events(battle, Pounced)] == ["blue-1"]
    finish(battle, "blue")
    finish(battle, "red")
    assert not events(battle, LetGo)
    assert len(events(battle, Pounced)) == 1


@pytest.mark.rule("hex100.drone-terror-modes")
def test_a_new_target_makes_the_swarm_let_go_of_the_old_one() -> None:
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(TEGU, (6, 4), W), (TEGU, (9, 2), W)])
    position.field(SWARM, (5, 4), HUNT)
    position.ctx.emit(Pounced(SWARM, "blue-1"))
    battle = position.play()
    battle.answer("red", SetMode("red-1", SWARM, "attack", target=position.state.contacts["red"]["blue-2"]))
    battle.answer("red", EndTurn("red-1"))
    assert [event.victim for event in events(battle, LetGo)] == ["blue-1"]
    assert battle.state.units[SWARM].riding == "blue-2"


@pytest.mark.rule("hex100.drone-terror-modes", "hex100.attr-optical-stealth")
def test_at_its_point_a_lurking_swarm_cannot_be_seen_until_an_enemy_is_beside_it() -> None:
    position = pack(4, "lurk", point=at(6, 4))
    assert "blue-1" in position.state.known["red"]
    assert SWARM in position.state.known["blue"]
    battle = drones_turn(position)
    swarm = battle.state.units[SWARM]
    assert swarm.hex == at(6, 4)
    assert is_stealthed(battle.state, swarm)
    assert is_hidden_from(battle.state, "blue", swarm)
    assert SWARM not in battle.state.known["blue"]
    battle.answer("blue", next(option.order for option in battle.options("blue")))
    acting = battle.state.acting
    assert acting == "blue-1"
    battle.answer("blue", Move("blue-1", (at(8, 4), at(7, 4)), W))
    assert SWARM not in battle.state.known["blue"]
    battle.answer("blue", EndTurn("blue-1"))
    assert battle.state.known["blue"][SWARM] == 3


@pytest.mark.rule("hex100.drone-terror-modes")
def test_on_the_way_to_its_point_and_in_other_modes_the_swarm_is_in_plain_sight() -> None:
    for mode, point in (("lurk", at(19, 0)), (HUNT, None)):
        position = pack(6, mode, point=point)
        assert not is_stealthed(position.state, position.unit(SWARM))
        assert position.state.known["blue"][SWARM] == 3


@pytest.mark.rule("hex100.drone-terror-modes", "hex100.drone-small")
def test_recalled_riders_let_go_come_home_and_dock() -> None:
    position = Position(plain(20, 9), [(PACK, (3, 4), E)], [(TEGU, (6, 4), W)])
    position.field(SWARM, (5, 4), HUNT)
    position.ctx.emit(Pounced(SWARM, "blue-1"))
    battle = position.play()
    battle.answer("red", SetMode("red-1", SWARM, "recall"))
    battle.answer("red", EndTurn("red-1"))
    assert len(events(battle, LetGo)) == 1
    assert [event.unit for event in events(battle, Docked)] == [SWARM]
    assert (battle.state.units[SWARM].docked, battle.state.units[SWARM].riding) == (True, "")


@pytest.mark.rule("hex100.drone-terror", "hex100.optical-stealth-lost")
def test_nothing_that_is_ridden_hides_and_both_sides_have_each_other_in_view() -> None:
    position = Position(plain(20, 9), [(PACK, (0, 0), E)], [("predator-stalker", (9, 4), W)])
    position.field(SWARM, (8, 4), HUNT)
    assert is_stealthed(position.state, position.unit("blue-1"))
    position.ctx.emit(Pounced(SWARM, "blue-1"))
    battle = position.play()
    assert not is_stealthed(position.state, position.unit("blue-1"))
    battle.answer("red", EndTurn("red-1"))
    assert battle.state.known["red"]["blue-1"] == 3
    assert battle.state.known["blue"][SWARM] == 3


@pytest.mark.rule("hex100.hacking", "hex100.drone-terror")
def test_a_hacked_swarm_pounces_on_its_own_side_and_bites_it_until_it_comes_to_itself() -> None:
    hacker = machine("cobra-ka1", [], ["ecm-suite"])
    position = Position(plain(20, 9), [(PACK, (0, 4), E), (TEGU, (5, 4), E)], [(hacker, (9, 4), W)], acting="blue-1")
    position.field(SWARM, (6, 4), HUNT)
    contact = position.state.contacts["blue"][SWARM]
    battle = position.play((99,), (0, 99, 99), (0,), (99, 99, 99))
    battle.answer("blue", Hack("blue-1", contact))
    battle.answer("blue", TurnDrone("blue-1", contact, HUNT))
    assert battle.state.units[SWARM].riding == "red-2"
    battle.answer("blue", EndTurn("blue-1"))
    assert [event.victim for event in events(battle, Gnawed)] == ["red-2"]
    assert battle.state.units["red-2"].critical == 1
    finish(battle, "red")
    assert not battle.state.units[SWARM].hacked
    finish(battle, "blue")
    assert len(events(battle, Gnawed)) == 1


@pytest.mark.rule("hex100.drone-terror", "hex100.stacking")
def test_riders_that_cannot_get_off_stay_on() -> None:
    hidden = Position(plain(20, 9), [(PACK, (0, 4), E)], [(TEGU, (6, 4), W), ("predator-stalker", (5, 4), W)])
    hidden.field(SWARM, (7, 4), "recall")
    hidden.ctx.emit(Pounced(SWARM, "blue-1"))
    assert "blue-2" not in hidden.state.known["red"]
    battle = drones_turn(hidden)
    swarm = battle.state.units[SWARM]
    assert (swarm.riding, swarm.hex) == ("blue-1", at(6, 4))
    assert [event.victim for event in events(battle, Pounced)] == ["blue-1"]


@pytest.mark.rule("hex100.drone-terror-modes")
def test_a_swarm_rides_on_the_enemy_it_was_sent_after_and_waits_while_that_is_lost() -> None:
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(TEGU, (6, 4), W), (TEGU, (9, 2), W)])
    position.field(SWARM, (5, 4), "attack", charge="blue-1")
    position.ctx.emit(Pounced(SWARM, "blue-1"))
    battle = drones_turn(position)
    assert not events(battle, LetGo)
    position = Position(plain(20, 9), [(PACK, (0, 0), E)], [("predator-stalker", (9, 8), W), (TEGU, (9, 2), W)])
    position.field(SWARM, (2, 4), "attack", charge="blue-1")
    assert "blue-1" not in position.state.known["red"]
    battle = drones_turn(position)
    assert battle.state.units[SWARM].hex == at(2, 4)


@pytest.mark.rule("hex100.drone-terror")
def test_a_pounce_is_the_attack_of_the_swarm() -> None:
    position = pack(8)
    battle = drones_turn(position)
    assert battle.state.units[SWARM].pool == {"move": 1, "attack": 0}
    spent = pack(8)
    spent.unit(SWARM).pool["attack"] = 0
    assert not events(drones_turn(spent), Pounced)


@pytest.mark.rule("hex100.drone-terror")
def test_a_swarm_that_is_shot_down_on_its_way_does_not_pounce() -> None:
    position = pack(5)
    guard = position.unit("blue-1")
    guard.held, guard.trigger, guard.held_weapons = "attack", "moves", ["r-120-tank-gun"]
    position.unit(SWARM).swarm, position.unit(SWARM).hp = [2], 2
    battle = drones_turn(position, (0,), (99,), (99,))
    assert battle.view("blue").asks[0].kind == "overwatch"
    battle.answer("blue", FireReserve("blue-1", position.state.contacts["blue"][SWARM]))
    assert [event.unit for event in events(battle, Destroyed)] == [SWARM]
    assert not events(battle, Pounced)


@pytest.mark.rule("hex100.drone-terror", "hex100.visual-detection")
def test_a_contact_that_no_eye_finds_is_in_view_once_it_is_ridden() -> None:
    position = Position(plain(20, 9), [(PACK, (5, 4), E)], [("predator-stalker", (9, 4), W)])
    position.field(SWARM, (6, 5), HUNT)
    assert position.state.known["red"] == {"blue-1": 1}
    battle = drones_turn(position)
    assert [event.victim for event in events(battle, Pounced)] == ["blue-1"]
    assert battle.state.known["red"] == {"blue-1": 3}


@pytest.mark.rule("hex100.drone-terror", "hex100.drone-terror-modes")
def test_riders_do_not_let_go_where_there_is_no_way_off() -> None:
    position = Position("...~.~....", [(PACK, (0, 0), E)], [(TEGU, (4, 0), W)])
    position.field(SWARM, (4, 0), "lurk", point=at(1, 0))
    position.ctx.emit(Pounced(SWARM, "blue-1"))
    battle = drones_turn(position)
    assert not events(battle, LetGo)
    assert battle.state.units[SWARM].riding == "blue-1"


@pytest.mark.rule("hex100.drone-terror-modes", "hex100.hacking-recovery")
def test_a_swarm_that_comes_to_itself_on_a_friend_goes_on_the_hunt() -> None:
    position = Position(plain(20, 9), [(PACK, (0, 4), E), (TEGU, (5, 4), E)], [(CROC, (9, 4), W)])
    position.field(SWARM, (6, 4), HUNT)
    position.ctx.emit(Pounced(SWARM, "red-2"))
    position.unit("red-2").done = True
    battle = drones_turn(position)
    assert [event.victim for event in events(battle, LetGo)] == ["red-2"]
    assert battle.state.units[SWARM].riding == "blue-1"


@pytest.mark.rule("hex100.drone-terror-modes", "hex100.optical-stealth")
def test_a_swarm_that_is_at_its_point_already_vanishes_in_its_turn() -> None:
    position = pack(6)
    position.ctx.emit(ModeSet(SWARM, "lurk", at(6, 4)))
    assert SWARM in position.state.known["blue"]
    battle = drones_turn(position)
    assert SWARM not in battle.state.known["blue"]


@pytest.mark.rule("hex100.drone-terror-modes")
def test_a_target_is_worth_what_it_would_lose_of_its_structure() -> None:
    position = pack(6)
    swarm, tank = position.unit(SWARM), position.unit("blue-1")
    structure = position.state.machine("blue-1").unit.structure
    assert prey_worth(position.state, "red", swarm, tank) == pytest.approx(1.8 / structure)
    tank.critical = structure - 2
    assert prey_worth(position.state, "red", swarm, tank) == pytest.approx(1.8 / 2)
    position.state.known["red"]["blue-1"] = 1
    assert prey_worth(position.state, "red", swarm, tank) == pytest.approx(1.8 / 8)
    far = position.unit("blue-2")
    assert prey_worth(position.state, "red", swarm, far) == pytest.approx(1.8 / structure / 2)
    swarm.riding = "blue-2"
    assert prey_worth(position.state, "red", swarm, far) == pytest.approx(1.8 / structure)


@pytest.mark.rule("hex100.drone-terror", "hex100.drone-terror-modes")
def test_a_swarm_that_comes_to_itself_on_a_friend_among_enemies_stays_there() -> None:
    around = ((6, 4), (4, 4), (4, 3), (5, 3), (4, 5), (5, 5))
    enemies = [(TEGU, place, W) for place in around]
    position = Position(plain(20, 9), [(PACK, (0, 4), E), (TEGU, (5, 4), E)], [*enemies])
    position.field(SWARM, (5, 4), "lurk", point=at(9, 4))
    position.ctx.emit(Pounced(SWARM, "red-2"))
    position.unit("red-2").done = True
    battle = drones_turn(position)
    assert battle.state.units[SWARM].riding == "red-2"


@pytest.mark.rule("hex100.drone-terror-modes", "hex100.drone-small")
def test_a_swarm_recalled_from_the_back_of_its_own_carrier_docks_there() -> None:
    position = pack(1, "recall")
    position.ctx.emit(Pounced(SWARM, "red-1"))
    battle = drones_turn(position)
    assert [event.victim for event in events(battle, LetGo)] == ["red-1"]
    swarm = battle.state.units[SWARM]
    assert (swarm.docked, swarm.riding) == (True, "")


@pytest.mark.rule("hex100.drone-terror", "hex100.drone-emp")
def test_neither_a_drone_is_pounced_on_nor_does_a_swarm_pounce_that_is_shut_down_on_its_way() -> None:
    drone = machine("repair-drone")
    position = Position(plain(20, 9), [(PACK, (0, 4), E)], [(drone, (6, 4), W), (TEGU, (4, 4), W)])
    swarm = position.field(SWARM, (5, 4), "attack")
    pounce(position.ctx, SWARM, "blue-1")
    assert not position.state.riders("blue-1")
    swarm.shocked = True
    assert not [*hunt(position.ctx, SWARM, "blue-2")]
    assert not position.state.riders("blue-2")
    swarm.shocked = False
    assert not [*hunt(position.ctx, SWARM, "blue-2")]
    assert position.state.riders("blue-2") == [swarm]
