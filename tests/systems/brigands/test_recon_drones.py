"""8.5c: Recon Drones as observers."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.brigands.attacks.attack import SnapFire, SnapFireDeclared
from gearlock.systems.brigands.electronic_warfare.contests import EW_ACTION
from gearlock.systems.brigands.forward_observation import ChainAttack, ObservationReceived, Observe
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, FIELDED, TOP_SPEED, State
from systems.brigands.company import company
from systems.brigands.field import NORTH, again, code, give, mil, remodel

OBSERVE = Observe("red-2a", "blue-1")


def _drone(
    *dice: tuple[int, ...],
    kind: str = "recon-drone",
    rank: str = "",
    posture: str = COMBAT_SPEED,
) -> Battle[State]:
    """red-2, a mortar without Comms, is Active at 24, 2 with a drone 6 in ahead; red-3 stands beside, blue-1 north."""
    groups = [[("hunter/foc", 2, 2)], [(f"hunter/{rank}:{kind}", 24, 2), ("hunter" if rank else "hunter/cgl", 26, 2)]]
    battle = company(groups, [[("hunter/foc", 24, 24), ("hunter", 46, 46)]])
    state = battle.state
    drone = state.units["red-2a"]
    drone.status, drone.carrier, drone.x, drone.y, drone.facing = FIELDED, "", mil(24), mil(8), NORTH
    drone.actions = 1
    for unit in state.units.values():
        unit.command = 0
        if unit.seat == "blue":
            remodel(unit, traits=("ECM:3",), weapons=("LAC (Snap, Precise)",))
            unit.actions = 0
        elif not unit.controller:
            remodel(unit, traits=("Arms",), weapons=("LFM",))
    battle = again(battle, *dice)
    give(battle, Activate("red-2", posture))
    return battle


@pytest.mark.rule("brigands.8.5c")
def test_a_recon_drone_observes_without_comms_for_its_controller_alone_and_past_all_ecm() -> None:
    battle = _drone((1,), (6, 6))
    assert OBSERVE in [option.order for option in battle.options("red")]
    assert code(battle, Observe("red-2", "blue-1")) == "comms"
    events = give(battle, OBSERVE)
    assert ObservationReceived("red-2a", ("red-2a", "red-2"), "red-2", True) in events
    assert battle.pending[0].kind == "chain"
    give(battle, ChainAttack("red-2", "LFM"))
    assert (battle.state.units["red-2a"].actions, battle.state.units["red-2"].actions) == (0, 0)
    assert code(battle, OBSERVE) == "no-action"


@pytest.mark.rule("brigands.8.5c")
def test_the_posture_of_the_controller_does_not_keep_a_drone_from_observing() -> None:
    assert code(_drone(posture=TOP_SPEED), OBSERVE) == ""


@pytest.mark.rule("brigands.8.5c", "brigands.8.5a")
def test_a_controller_that_leads_passes_it_on() -> None:
    battle = _drone(rank="cgl")
    events = give(battle, OBSERVE)
    assert ObservationReceived("red-2a", ("red-2a", "red-2", "red-3"), "red-2", True) in events


@pytest.mark.rule("brigands.8.5c")
def test_no_other_drone_and_no_stranger_s_drone_observes() -> None:
    battle = _drone(kind="defender-drone")
    assert code(battle, OBSERVE) == "drone"
    assert not any(isinstance(option.order, Observe) for option in battle.options("red"))
    battle = _drone()
    battle.state.units["red-2a"].controller = "red-3"
    assert code(battle, OBSERVE) == "unit"


@pytest.mark.rule("brigands.8.5c", "brigands.4.3-sensor-lock")
def test_a_drone_observes_what_is_in_its_own_sensor_lock() -> None:
    battle = _drone()
    drone, target = battle.state.units["red-2a"], battle.state.units["blue-1"]
    target.y = drone.y + drone.line.radius + target.line.radius + 18_000
    assert code(battle, OBSERVE) == ""
    target.y += 1
    assert code(battle, OBSERVE) == "lock"


@pytest.mark.rule("brigands.8.5c", "brigands.8.1b", "brigands.6.3")
def test_snap_fire_answers_the_drone_and_not_its_controller() -> None:
    battle = _drone()
    battle.state.units["blue-1"].actions = 1
    battle = again(battle, (6, 6, 6, 6), (1, 1))
    give(battle, OBSERVE)
    assert battle.pending[0].about == ("red-2a", EW_ACTION)
    assert code(battle, SnapFire("blue-1", "LAC", "Ballistic")) == "victim"
    events = give(battle, SnapFire("blue-1", "LAC", "Ballistic", target="red-2a"))
    assert any(isinstance(event, SnapFireDeclared) and event.targets == ("red-2a",) for event in events)
    assert battle.pending[0].kind == "chain"
    give(battle, Decline())
    assert not battle.state.units["red-2a"].is_fielded
    assert battle.state.units["red-2"].is_fielded


@pytest.mark.rule("brigands.8.5c", "brigands.8.5b")
def test_a_drone_designates_for_guided_weapons_and_its_observation_is_weighed() -> None:
    battle = _drone()
    preview = battle.system.preview(battle.state, "red", OBSERVE)
    assert preview.gives > 0
    assert preview.notes == ("its Target Designator leads Guided weapons", "best sent to the Red Hunter 2")
