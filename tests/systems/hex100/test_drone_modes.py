"""What drones do in their modes: recon drones lock, point defence drones cover, repair drones mend."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.advice.drones_and_signals import WORTHS
from gearlock.systems.hex100.attacks.attack import (
    Attack,
    Bombard,
    Fired,
    accuracy_modifiers,
    number_to_evade,
    struck_by,
    take_aim,
)
from gearlock.systems.hex100.damage.damage import reduction_modifiers
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.detection.locks import is_locked_for
from gearlock.systems.hex100.detection.sight import LockResisted, LockTaken
from gearlock.systems.hex100.drones.commands import MODES
from gearlock.systems.hex100.drones.kinds import can_dock, threat
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.forces.cards import units
from gearlock.systems.hex100.movement.moving import Move, engaged_with, refuse_path
from gearlock.systems.hex100.state import IDENTIFIED, SEEN
from gearlock.table.hexes import is_in_front
from systems.hex100.drone_kit import CARRIER, DRONE, SCOUT, TEGU, drone_turn
from systems.hex100.kit import E, Place, Position, W, at, code, east, events, machine, plain


def recon(blue: list[Place], *, place: tuple[int, int], mode: str, drawing: str = "", **named: object) -> Position:
    position = Position(drawing or plain(), [(CARRIER, (0, 4), E), (SCOUT, (0, 6), E)], blue)
    position.field(DRONE, place, mode, **named)  # type: ignore[arg-type]
    return position


@pytest.mark.rule("hex100.unit-cards", "hex100.drone-recon", "hex100.drone-point-defence", "hex100.drone-repair")
@pytest.mark.parametrize(
    ("drone", "numbers"),
    [
        ("recon-drone", (150, "flying", 6, 4, 30, 10, 40, True)),
        ("terror-drones", (300, "infantry", 6, 2, 30, 4, 30, True)),
        ("point-defence-drone", (500, "tracked", 6, 6, 0, 4, 50, False)),
        ("repair-drone", (500, "tracked", 6, 6, 0, 4, 40, False)),
    ],
)
def test_the_cards_of_the_drones(drone: str, numbers: tuple[object, ...]) -> None:
    card = units()[drone]
    assert numbers == (
        card.cost,
        card.movement_type,
        card.movement,
        card.hp,
        card.agility,
        card.vision,
        card.e_war,
        card.small,
    )
    assert card.kind == "drone"


@pytest.mark.rule("hex100.drone-recon-modes")
def test_a_loitering_drone_flies_to_its_point_and_then_locks_the_most_points_in_sight() -> None:
    blue: list[Place] = [(TEGU, (8, 4), W), ("big-guye-brawler", (11, 4), W)]
    near = recon(blue, place=(2, 4), mode="loiter", point=at(5, 4))
    assert near.state.machine("blue-1").cost < near.state.machine("blue-2").cost
    battle = drone_turn(near)
    assert battle.state.units[DRONE].hex == at(5, 4)
    assert battle.state.units[DRONE].lock == "blue-2"
    far = drone_turn(recon(blue, place=(2, 4), mode="loiter", point=at(10, 2)))
    assert not events(far, LockTaken)


@pytest.mark.rule("hex100.drone-recon-modes")
def test_of_equals_the_nearest_is_locked_and_a_lock_once_taken_is_kept() -> None:
    blue: list[Place] = [(TEGU, (9, 4), W), (TEGU, (8, 4), W)]
    battle = drone_turn(recon(blue, place=(2, 4), mode="loiter", point=at(2, 4)))
    assert battle.state.units[DRONE].lock == "blue-2"
    held = recon(blue, place=(2, 4), mode="loiter", point=at(2, 4))
    held.unit(DRONE).lock = "blue-2"
    again = drone_turn(held)
    assert not events(again, LockTaken)
    assert again.state.units[DRONE].pool == {"move": 1, "utility": 1}


@pytest.mark.rule("hex100.drone-recon-modes", "hex100.electronic-resistance")
@pytest.mark.parametrize(("face", "locked"), [(39, False), (40, True)])
def test_the_lock_of_a_drone_may_be_resisted(face: int, locked: bool) -> None:
    position = recon([(TEGU, (9, 4), W)], place=(2, 4), mode="loiter", point=at(2, 4))
    position.unit("blue-1").resisting = True
    battle = drone_turn(position, (face,))
    assert bool(events(battle, LockTaken)) is locked
    assert bool(events(battle, LockResisted)) is not locked


@pytest.mark.rule("hex100.drone-network", "hex100.networks", "hex100.drone-recon")
def test_the_lock_of_a_drone_serves_all_in_the_network() -> None:
    battle = drone_turn(recon([(TEGU, (9, 4), W)], place=(2, 4), mode="loiter", point=at(2, 4)))
    state = battle.state
    assert is_locked_for(state, state.units["red-2"], state.units["blue-1"])
    jammed = state.clone()
    jammed.units[DRONE].jammed = True
    assert not is_locked_for(jammed, jammed.units["red-2"], jammed.units["blue-1"])


@pytest.mark.rule("hex100.drone-recon-modes")
def test_a_supporting_drone_follows_an_ally_and_locks_what_it_attacked() -> None:
    blue: list[Place] = [(TEGU, (8, 4), W), ("squire-storm", (7, 6), W)]
    position = recon(blue, place=(4, 8), mode="support", charge="red-1")
    position.unit("red-1").quarry = "blue-1"
    battle = drone_turn(position)
    drone = battle.state.units[DRONE]
    assert drone.lock == "blue-1"
    assert drone.hex in (at(1, 4), at(0, 5), at(1, 5))
    idle = drone_turn(recon(blue, place=(4, 8), mode="support", charge="red-1"))
    assert not events(idle, LockTaken)


@pytest.mark.rule("hex100.drone-recon-modes", "hex100.attack-action")
def test_the_quarry_of_a_unit_is_what_it_attacked_last() -> None:
    position = Position(plain(), [(TEGU, (0, 0), E)], [(TEGU, (3, 0), W)])
    battle = position.play((99,) * 5)
    battle.answer("red", Attack("red-1", ("hmg",), "contact-1", "commander"))
    assert battle.state.units["red-1"].quarry == "blue-1"


@pytest.mark.rule("hex100.stat-agility", "hex100.drone-recon")
@pytest.mark.parametrize(("face", "evaded"), [(29, 1), (30, 0)])
@pytest.mark.parametrize("facing", [E, W])
def test_a_small_drone_evades_by_itself_from_all_sides(face: int, evaded: int, facing: int) -> None:
    position = recon([("cobra-hunter", (8, 4), W)], place=(5, 4), mode="loiter", point=at(5, 4))
    position.unit(DRONE).facing = facing
    position.state.active, position.state.acting = "blue", "blue-1"
    position.unit("blue-1").pool = {"attack": 1}
    contact = position.state.contacts["blue"][DRONE]
    battle = position.play((0,), (face,), (99,))
    battle.answer("blue", Attack("blue-1", ("mk1-e-lancer-cannon",), contact))
    (fired,) = events(battle, Fired)
    assert (fired.evasion, fired.evaded) == (30, evaded)
    assert bool(events(battle, Struck)) is not bool(evaded)


@pytest.mark.rule("hex100.stat-agility", "hex100.drone-recon", "hex100.attr-blast")
def test_a_small_drone_dodges_shots_at_it_and_no_area_damage() -> None:
    mortar = machine("rampart", ["mortar"])
    for goal, dice, struck in (((6, 4), ((0,),), [(2, "blast")]), ((5, 4), ((0,), (29,)), [])):
        position = recon([(mortar, (9, 4), W)], place=(5, 4), mode="loiter", point=at(5, 4))
        position.state.active, position.state.acting = "blue", "blue-1"
        position.unit("blue-1").pool = {"attack": 1}
        battle = position.play(*dice)
        shot = Attack("blue-1", ("mortar",), position.state.contacts["blue"][DRONE])
        battle.answer("blue", shot if goal == (5, 4) else Bombard("blue-1", "mortar", *at(*goal)))
        assert [(event.damage, event.how) for event in events(battle, Struck) if event.unit == DRONE] == struck


@pytest.mark.rule("hex100.stat-critical", "hex100.unit-cards")
def test_critical_damage_to_a_drone_tells_on_its_structure_without_a_roll_for_the_place() -> None:
    position = recon([("cobra-hunter", (8, 4), W)], place=(5, 4), mode="loiter", point=at(5, 4))
    position.unit(DRONE).hp = 40
    position.state.active, position.state.acting = "blue", "blue-1"
    position.unit("blue-1").pool = {"attack": 1}
    contact = position.state.contacts["blue"][DRONE]
    battle = position.play((0,), (99,), (0,))
    battle.answer("blue", Attack("blue-1", ("mk1-e-lancer-cannon",), contact))
    (struck,) = events(battle, Struck)
    assert struck.critical
    assert struck.hardpoint == -1
    assert battle.state.units[DRONE].destroyed


@pytest.mark.rule("hex100.move-flying", "hex100.drone-recon")
def test_no_melee_no_ram_and_no_blow_in_passing_reaches_what_flies() -> None:
    position = recon([("big-guye-brawler", (6, 4), W), (TEGU, (9, 4), W)], place=(5, 4), mode="loiter", point=at(9, 4))
    assert not engaged_with(position.state, position.unit(DRONE))
    position.state.active, position.state.acting = "blue", "blue-1"
    position.unit("blue-1").pool = {"attack": 1}
    contact = position.state.contacts["blue"][DRONE]
    assert code(position.play(), "blue", Attack("blue-1", ("chain-blade:slash",), contact)) == "flying"
    rammer = recon([(TEGU, (8, 4), W)], place=(5, 4), mode="loiter", point=at(5, 4))
    rammer.state.active, rammer.state.acting = "blue", "blue-1"
    rammer.unit("blue-1").pool = {"move": 1}
    battle = rammer.play()
    order = Move("blue-1", (at(7, 4), at(6, 4)), W, ram=rammer.state.contacts["blue"][DRONE])
    assert code(battle, "blue", order) == "flying"
    assert not [option for option in battle.options("blue") if getattr(option.order, "ram", "")]


@pytest.mark.rule("hex100.move-flying")
def test_a_flyer_crosses_everything_and_has_neither_cover_nor_concealment_but_smoke() -> None:
    drawing = "\n".join("..." + "^~B" + "." * 10 for _ in range(9))
    position = recon([(TEGU, (9, 4), W)], place=(2, 4), mode="loiter", point=at(5, 4), drawing=drawing)
    battle = drone_turn(position)
    state = battle.state.clone()
    drone, enemy = state.units[DRONE], state.units["blue-1"]
    assert drone.hex == at(5, 4)
    assert not [
        line for line in reduction_modifiers(state, drone, None, "impact", enemy.hex) if line.rule == "hex100.cover"
    ]
    found = find_weapon(state, enemy, "hmg")
    assert found is not None
    aim = take_aim(state, enemy, found[1], drone, drone.hex)
    assert not [line.label for line in accuracy_modifiers(state, aim) if line.rule == "hex100.concealment"]
    state.smoke = [(*drone.hex, "red")]
    state.rebuild_field()
    smoky = take_aim(state, enemy, found[1], drone, drone.hex)
    assert [line.value for line in accuracy_modifiers(state, smoky) if line.rule == "hex100.smoke-launcher"] == [-30]


@pytest.mark.rule("hex100.move-infantry")
@pytest.mark.parametrize(("drawing", "farthest"), [("." * 16, 6), (".ss" + "." * 13, 4), (".bBw" + "." * 12, 6)])
def test_soggy_ground_bogs_infantry_down_and_nothing_else_does(drawing: str, farthest: int) -> None:
    position = Position(drawing, [(machine("terror-drones"), (0, 0), E)], [(TEGU, (15, 0), W)])
    drone = position.unit("red-1")
    assert refuse_path(position.state, drone, east(drone, farthest)) is None
    refusal = refuse_path(position.state, drone, east(drone, farthest + 1))
    assert refusal is not None
    assert refusal.code == "too-far"


@pytest.mark.rule("hex100.drone-recon-modes", "hex100.drone-controller")
@pytest.mark.parametrize(("hurt", "docks"), [(1, True), (2, False)])
def test_a_drone_docks_beside_its_carrier_unless_the_controller_is_wrecked(hurt: int, docks: bool) -> None:
    position = recon([(TEGU, (6, 4), W)], place=(3, 4), mode="recall")
    position.unit("red-1").hurt[0] = hurt
    position.unit("blue-1").lock = DRONE
    assert position.state.known["blue"][DRONE]
    battle = drone_turn(position)
    assert battle.state.units[DRONE].docked is docks
    assert (DRONE in battle.state.known["blue"]) is not docks
    assert (battle.state.units["blue-1"].lock == DRONE) is not docks


@pytest.mark.rule("hex100.move-flying", "hex100.attr-slash")
def test_a_slash_passes_below_what_flies() -> None:
    blue: list[Place] = [("big-guye-brawler", (6, 4), W)]
    position = Position(plain(), [(CARRIER, (0, 4), E), (TEGU, (5, 4), E)], blue)
    drone = position.field(DRONE, (5, 3), "loiter", point=at(5, 3))
    brawler = position.unit("blue-1")
    found = find_weapon(position.state, brawler, "chain-blade:slash")
    assert found is not None
    assert is_in_front(brawler.hex, brawler.facing, drone.hex)
    assert struck_by(position.state, brawler, found[1], position.unit("red-2")) == ["red-2"]


@pytest.mark.rule("hex100.stat-agility", "hex100.drone-emp")
def test_a_small_drone_that_is_shut_down_does_not_evade() -> None:
    position = Position(plain(), [(TEGU, (0, 4), E)], [(machine("terror-drones"), (2, 4), W), (TEGU, (9, 4), W)])
    found = find_weapon(position.state, position.unit("red-1"), "hmg")
    assert found is not None
    drone = position.unit("blue-1")
    numbers = []
    for shut_down in (False, True):
        drone.shocked = shut_down
        aim = take_aim(position.state, position.unit("red-1"), found[1], drone, drone.hex)
        numbers.append(number_to_evade(position.state, aim))
    assert numbers == [30, 0]


@pytest.mark.rule("hex100.drone-recon-modes", "hex100.sensor-advanced")
def test_a_drone_does_not_weigh_what_a_contact_carries_that_it_cannot_see() -> None:
    rich, poor = machine("tegu-mbt", ["railgun"]), machine("tegu-mbt")
    for blue in ([rich, poor], [poor, rich]):
        position = recon([(blue[0], (8, 4), W), (blue[1], (7, 6), W)], place=(5, 4), mode="loiter", point=at(5, 4))
        drone, first, second = (position.unit(each) for each in (DRONE, "blue-1", "blue-2"))
        position.state.known["red"] = dict.fromkeys(("blue-1", "blue-2"), IDENTIFIED)
        assert threat(position.state, drone, first)[0] == threat(position.state, drone, second)[0] == -600
        position.state.known["red"] = dict.fromkeys(("blue-1", "blue-2"), SEEN)
        assert (threat(position.state, drone, first) < threat(position.state, drone, second)) == (blue[0] is rich)


@pytest.mark.rule("hex100.drone-recon-modes", "hex100.identification")
def test_of_two_alike_a_drone_goes_for_the_one_its_side_found_first() -> None:
    tegu = machine("tegu-mbt")
    position = recon([(tegu, (8, 4), W), (tegu, (6, 6), W)], place=(5, 4), mode="loiter", point=at(5, 4))
    drone, first, second = (position.unit(each) for each in (DRONE, "blue-1", "blue-2"))
    second.q, second.r = drone.q + 3, drone.r - 3
    for names, later in ((("contact-2", "contact-10"), False), (("contact-10", "contact-2"), True)):
        position.state.contacts["red"] = dict(zip(("blue-1", "blue-2"), names, strict=True))
        assert (threat(position.state, drone, first) > threat(position.state, drone, second)) == later


@pytest.mark.rule("hex100.drone-small", "hex100.drone-recon-modes")
@pytest.mark.parametrize(("column", "docks"), [(1, True), (2, False)])
def test_a_drone_docks_from_an_adjacent_hex_only(column: int, docks: bool) -> None:
    position = recon([(TEGU, (15, 4), W)], place=(column, 4), mode="recall")
    assert can_dock(position.state, position.unit(DRONE)) is docks


def test_every_mode_of_every_drone_has_a_worth() -> None:
    assert {kind: set(worths) for kind, worths in WORTHS.items()} == {kind: set(modes) for kind, modes in MODES.items()}
