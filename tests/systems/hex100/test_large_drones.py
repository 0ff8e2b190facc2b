"""Large drones: point defence drones cover what is near, repair drones mend it; both are placed with their carrier."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.advice.previews import PREVIEWS
from gearlock.systems.hex100.attacks.attack import Attack
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.defenses import Intercept
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.commands import MODES
from gearlock.systems.hex100.drones.kinds import FieldDrone, Repaired, SetMode, repair_all, shares
from gearlock.systems.hex100.turns import Activate, EndTurn
from systems.hex100.drone_kit import DRONE, GUARD, MEDIC, TEGU, drone_turn, place_all
from systems.hex100.kit import E, Place, Position, W, at, events, plain


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
    BOOK.apply(position.state, event)
    look_again(position.ctx)
    told = SYSTEM.tell(position.state, event, "red")
    assert told is not None
    assert told.text == "Repair Drone repairs Tegu Siegebreaker by 6."
    assert SYSTEM.tell(position.state, event, "blue") is None


@pytest.mark.rule("hex100.drone-command", "hex100.sensor-detection")
def test_a_preview_tells_nothing_of_units_that_are_none_of_the_seats_own() -> None:
    shown = []
    for hp in (16, 1):
        position = Position(plain(), [(MEDIC, (0, 4), E), (TEGU, (1, 4), E)], [(TEGU, (3, 4), W)])
        position.field(DRONE, (1, 5), "triage", point=at(1, 5))
        position.unit("blue-1").hp = hp
        orders = [SetMode("red-1", DRONE, "support", target=target) for target in ("blue-1", "red-2")]
        shown.append([PREVIEWS.preview(position.state, "red", order) for order in orders])
    assert shown[0][0] == shown[1][0]
    assert not shown[0][0].notes
    assert shown[0][1].notes


@pytest.mark.rule("hex100.drone-repair", "hex100.drone-emp")
def test_the_repair_tool_reaches_the_next_hex_and_drones_that_are_shut_down() -> None:
    red: list[Place] = [(MEDIC, (0, 4), E), (GUARD, (0, 8), E), (TEGU, (5, 4), E)]
    position = Position(plain(), red, [(TEGU, (15, 8), W)])
    position.field(DRONE, (3, 4), "triage", point=at(3, 4))
    broken = position.field("red-2-drone-1", (4, 4), "point-defence", point=at(4, 4))
    broken.shocked, broken.hp = True, 4
    position.unit("red-3").hp -= 3
    assert shares(position.state, position.unit(DRONE)) == {"red-2-drone-1": 2}
