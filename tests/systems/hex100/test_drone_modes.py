"""What drones do in their modes: recon drones lock, point defence drones cover, repair drones mend."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.apply import apply
from gearlock.systems.hex100.drones.events import Repaired
from gearlock.systems.hex100.drones.modes import MODES
from gearlock.systems.hex100.drones.orders import FieldDrone, SetMode
from gearlock.systems.hex100.drones.recon import threat
from gearlock.systems.hex100.drones.repair import repair_all, shares
from gearlock.systems.hex100.events import Fired, LockResisted, LockTaken, Struck
from gearlock.systems.hex100.fighting.attack import accuracy_modifiers, take_aim
from gearlock.systems.hex100.fighting.damage import reduction_modifiers
from gearlock.systems.hex100.moving.movement import engaged_with, refuse_path
from gearlock.systems.hex100.mustering.equipment import find_weapon
from gearlock.systems.hex100.mustering.units import units
from gearlock.systems.hex100.orders import Activate, Attack, EndTurn, Move
from gearlock.systems.hex100.sensing.ew import is_locked_for, look_again
from gearlock.systems.hex100.showing.preview import preview
from gearlock.systems.hex100.state import IDENTIFIED, SEEN, State
from gearlock.systems.hex100.warding.orders import Intercept
from systems.hex100.drone_kit import place_all
from systems.hex100.kit import E, Place, Position, W, at, code, east, events, machine, plain

TEGU = "tegu-siege"
CARRIER = machine("crocodile-mk2", ["drone-controller"], drones=("recon-drone",))
MEDIC = machine("crocodile-mk2", ["drone-controller"], drones=("repair-drone",))
GUARD = machine("crocodile-mk2", ["drone-controller"], drones=("point-defence-drone",))
SCOUT = "cloudburst-scout"
DRONE = "red-1-drone-1"


def drone_turn(position: Position, *dice: tuple[int, ...]) -> Battle[State]:
    """End the carrier's turn and let the drone act."""
    battle = position.play(*dice)
    battle.answer("red", EndTurn("red-1"))
    if battle.pending[0].kind == "unit":
        battle.answer("red", Activate(DRONE))
    return battle


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
    blue: list[Place] = [("crocodile-lasers", (8, 4), W), ("tegu-siege", (7, 6), W)]
    near = recon(blue, place=(2, 4), mode="loiter", point=at(5, 4))
    costs = {unit: near.state.machine(unit).cost for unit in ("blue-1", "blue-2")}
    assert costs["blue-1"] != costs["blue-2"]
    battle = drone_turn(near)
    assert battle.state.units[DRONE].hex == at(5, 4)
    assert battle.state.units[DRONE].lock == max(costs, key=lambda unit: costs[unit])
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


def guarding(mode: str, place: tuple[int, int], **named: object) -> Position:
    position = Position(plain(), [(GUARD, (2, 4), E), (TEGU, (9, 4), E)], [("cobra-hunter", (15, 4), W)])
    position.field(DRONE, place, mode, **named)  # type: ignore[arg-type]
    return position


@pytest.mark.rule("hex100.drone-point-defence-modes", "hex100.drone-large")
def test_a_point_defence_drone_goes_to_its_point_and_stays() -> None:
    battle = drone_turn(guarding("point-defence", (3, 4), point=at(5, 4)))
    assert battle.state.units[DRONE].hex == at(5, 4)
    stays = drone_turn(guarding("point-defence", (5, 4), point=at(5, 4)))
    assert stays.state.units[DRONE].hex == at(5, 4)
    assert stays.state.units[DRONE].pool["move"] == 1


@pytest.mark.rule("hex100.drone-point-defence-modes")
@pytest.mark.parametrize(("column", "ends"), [(5, 5), (4, 5), (3, 5)])
def test_a_guarding_drone_keeps_its_ally_within_four_hexes(column: int, ends: int) -> None:
    battle = drone_turn(guarding("guard", (column, 4), charge="red-2"))
    assert battle.state.units[DRONE].hex == at(ends, 4)


@pytest.mark.rule("hex100.drone-point-defence", "hex100.attr-interceptor")
@pytest.mark.parametrize(("column", "asked"), [(5, True), (4, False)])
def test_the_cram_turret_stops_three_shots_at_whatever_is_within_four_hexes(column: int, asked: bool) -> None:
    position = guarding("guard", (column, 4), charge="red-2")
    position.state.active, position.state.acting = "blue", "blue-1"
    position.unit("blue-1").pool = {"attack": 2, "utility": 1}
    position.unit("blue-1").lock = "red-2"
    contact = position.state.contacts["blue"]["red-2"]
    battle = position.play((99,)) if asked else position.play((99,), (99,))
    battle.answer("blue", Attack("blue-1", ("hunter-killer-missile",), contact))
    assert (battle.pending[0].kind == "intercept") is asked
    if asked:
        battle.answer("red", Intercept(DRONE, 1))
        assert battle.state.units[DRONE].stopped == {"built in": 1}
        assert not events(battle, Struck)


def ward(mode: str, hurt: dict[str, int], charge: str = "") -> Position:
    """A repair drone with allies to its west and east, one of them out of reach."""
    red: list[Place] = [(MEDIC, (2, 4), E), (TEGU, (4, 4), E), (TEGU, (9, 4), E)]
    position = Position(plain(), red, [(TEGU, (15, 8), W)])
    position.field(DRONE, (3, 4), mode, point=at(3, 4), charge=charge)
    for unit, damage in hurt.items():
        position.unit(unit).hp -= damage
    return position


@pytest.mark.rule("hex100.drone-repair", "hex100.drone-repair-modes")
@pytest.mark.parametrize(
    ("mode", "hurt", "given"),
    [
        ("triage", {"red-1": 4, "red-2": 5}, {"red-2": 5, "red-1": 1}),
        ("triage", {"red-1": 9, "red-2": 5}, {"red-1": 6}),
        ("triage", {"red-1": 2, "red-3": 9}, {"red-1": 2}),
        ("batch-repair", {"red-1": 4, "red-2": 5}, {"red-1": 3, "red-2": 3}),
        ("batch-repair", {"red-1": 1, "red-2": 9}, {"red-1": 1, "red-2": 5}),
        ("support", {"red-1": 4, "red-2": 9}, {"red-1": 4, "red-2": 2}),
        ("support", {"red-2": 3}, {"red-2": 3}),
        ("triage", {}, {}),
    ],
)
def test_how_each_mode_shares_six_hit_points_out(mode: str, hurt: dict[str, int], given: dict[str, int]) -> None:
    position = ward(mode, hurt, "red-1" if mode == "support" else "")
    assert shares(position.state, position.unit(DRONE)) == given


@pytest.mark.rule("hex100.drone-repair", "hex100.turn-structure")
def test_the_repair_tool_works_in_the_aftermath_and_mends_no_critical_damage() -> None:
    position = ward("triage", {"red-2": 8})
    position.unit("red-2").hurt[0] = position.unit("red-2").critical = 1
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    for order in (Activate("red-2"), EndTurn("red-2"), Activate("red-3"), EndTurn("red-3")):
        battle.answer("red", order)
    assert not events(battle, Repaired)
    battle.answer("blue", EndTurn("blue-1"))
    assert [event.repairs for event in events(battle, Repaired)] == [(("red-2", 6),)]
    assert (battle.state.units["red-2"].hurt[0], battle.state.units["red-2"].critical) == (1, 1)


@pytest.mark.rule("hex100.drone-repair", "hex100.drone-emp")
def test_a_repair_drone_that_is_shut_down_repairs_nobody() -> None:
    position = ward("triage", {"red-2": 8})
    position.unit(DRONE).shocked = True
    repair_all(position.ctx)
    assert position.unit("red-2").hp == position.state.scene.loadouts["red-2"].full_hp - 8


@pytest.mark.rule("hex100.drone-repair-modes")
def test_a_supporting_repair_drone_follows_its_ally() -> None:
    position = Position(plain(), [(MEDIC, (2, 4), E), (TEGU, (8, 4), E)], [(TEGU, (15, 8), W)])
    position.field(DRONE, (3, 4), "support", charge="red-2")
    battle = drone_turn(position)
    assert battle.state.units[DRONE].hex == at(7, 4)


@pytest.mark.rule("hex100.drone-large", "hex100.deployment")
def test_a_large_drone_must_be_placed_and_never_docks() -> None:
    setup = SYSTEM.prepare("close-quarters", 3, {"red": "crocodile-medic", "blue": TEGU, "budget": "large"})
    battle = Battle.begin(SYSTEM, setup)
    place_all(battle)
    (ask,) = battle.pending
    assert (ask.kind, ask.unit, ask.optional) == ("field drone", DRONE, False)
    labels = [option.label for option in battle.options("red")]
    assert labels == [f"Place the Repair Drone, {mode} mode" for mode in ("triage", "batch repair", "support")]
    order = battle.sample("red", battle.options("red")[2], random.Random(1))
    assert isinstance(order, FieldDrone)
    battle.answer("red", order)
    assert battle.state.units[DRONE].charge == "red-1"
    assert "recall" not in MODES["repair-drone"]


@pytest.mark.rule("hex100.drone-repair")
def test_repairs_are_told_to_those_who_see_them() -> None:
    position = ward("triage", {"red-2": 8})
    event = Repaired(DRONE, (("red-2", 6),))
    apply(position.state, event)
    look_again(position.ctx)
    told = SYSTEM.tell(position.state, event, "red")
    assert told is not None
    assert told.text == "Repair Drone repairs Tegu Siegebreaker by 6."
    assert SYSTEM.tell(position.state, event, "blue") is None


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


@pytest.mark.rule("hex100.drone-command", "hex100.sensor-detection")
def test_a_preview_tells_nothing_of_units_that_are_none_of_the_seats_own() -> None:
    shown = []
    for hp in (16, 1):
        position = Position(plain(), [(MEDIC, (0, 4), E), (TEGU, (1, 4), E)], [(TEGU, (3, 4), W)])
        position.field(DRONE, (1, 5), "triage", point=at(1, 5))
        position.unit("blue-1").hp = hp
        orders = [SetMode("red-1", DRONE, "support", target=target) for target in ("blue-1", "red-2")]
        shown.append([preview(position.state, "red", order) for order in orders])
    assert shown[0][0] == shown[1][0]
    assert not shown[0][0].notes
    assert shown[0][1].notes
