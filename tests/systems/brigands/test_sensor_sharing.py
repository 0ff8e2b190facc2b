"""4.3b: Sensor Sharing."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.brigands.attacks.attack import Attack, AttackDeclared, AttackRolled, SnapFire
from gearlock.systems.brigands.command import GiveOrder
from gearlock.systems.brigands.comms import comms_rating
from gearlock.systems.brigands.electronic_warfare.contests import DetailedScan, DisableDefense, Jam, Scramble, trackers
from gearlock.systems.brigands.forward_observation import Designate, Observe
from gearlock.systems.brigands.lock_and_cover.sharing import is_tracked_by, sharing_friends
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, COORDINATED_ATTACK, WRECK, State
from gearlock.table.terrain import Ground
from systems.brigands.company import company
from systems.brigands.field import again, code, give, ground, mil, piece, remodel

ROCKETS, SHARED = (
    Attack("red-1", "LRP", "Indirect", ("blue-1",)),
    Attack("red-1", "LRP", "Indirect", ("blue-1",), sharer="red-2"),
)
GUN = Attack("red-1", "LAC", "Ballistic", ("blue-1",), sharer="red-2")
WALL = piece("wall", 4, 16, 20, 17, 6, rating="light")
"""Between red and blue; Light terrain stops sight, but no shot that has Lock."""


def _share(
    *dice: tuple[int, ...],
    suite: tuple[str, ...] = ("Sensor Suite",),
    mine: tuple[str, ...] = ("Arms",),
    foe: tuple[str, ...] = ("Arms",),
    on: Ground | None = None,
    apart: float = 3.0,
) -> Battle[State]:
    """red-1 is Active at 10, 10, half blind; red-2, so far from it, has the sensors; blue-1 is 12 in away from both."""
    battle = company(
        [[("hunter/foc", 10, 10), ("hunter", 10 + apart + 1.182, 10)]],
        [[("hunter/foc", 11.5, 23), ("hunter", 46, 46)]],
    )
    state = battle.state
    state.ground = ground() if on is None else on
    remodel(state.units["red-1"], sensors=6, traits=mine)
    remodel(state.units["red-2"], traits=suite)
    for unit in state.units.values():
        unit.command = 0
        if unit.seat == "blue":
            remodel(unit, traits=foe)
            unit.actions = 0
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


@pytest.mark.rule("brigands.4.3b", "brigands.trait.sensor-suite", "brigands.5.2b")
def test_indirect_fire_by_the_sensor_lock_of_a_friend_with_a_sensor_suite() -> None:
    battle = _share((1,), (6, 6))
    assert code(battle, ROCKETS) == "lock"
    assert code(battle, SHARED) == ""
    offered = [option.order for option in battle.options("red")]
    assert SHARED in offered
    assert ROCKETS not in offered
    assert GUN not in offered
    events = give(battle, SHARED)
    assert events[0] == AttackDeclared("red-1", "LRP", "Indirect", ("blue-1",), "action", sharer="red-2")
    assert battle.state.units["red-2"].actions == 1
    assert code(_share(suite=("Arms",)), SHARED) == "sharer"


@pytest.mark.rule("brigands.4.3b")
@pytest.mark.parametrize(
    ("apart", "suite", "mine", "refusal"),
    [
        (6.0, ("Sensor Suite",), ("Arms",), ""),
        (6.001, ("Sensor Suite",), ("Arms",), "sharer"),
        (6.001, ("Sensor Suite", "SatUp"), ("Arms",), "sharer"),
        (6.001, ("Sensor Suite",), ("SatUp",), "sharer"),
        (6.001, ("Sensor Suite", "SatUp"), ("SatUp",), ""),
    ],
)
def test_within_six_inches_or_by_satellite(
    apart: float, suite: tuple[str, ...], mine: tuple[str, ...], refusal: str
) -> None:
    assert code(_share(apart=apart, suite=suite, mine=mine), SHARED) == refusal


@pytest.mark.rule("brigands.4.3b")
def test_the_friend_must_have_sensor_lock_itself() -> None:
    battle = _share()
    red, blue = battle.state.units["red-2"], battle.state.units["blue-1"]
    blue.x, blue.y = red.x, red.y + mil(18) + 2 * red.line.radius
    assert code(battle, SHARED) == ""
    blue.y += 1
    assert code(battle, SHARED) == "sharer"


@pytest.mark.rule("brigands.4.3b", "brigands.5.6c", "brigands.wtrait.aux")
def test_a_crippled_friend_has_half_its_sensors_and_no_auxiliary_suite() -> None:
    battle = _share()
    battle.state.units["red-2"].hull = 0
    assert code(battle, SHARED) == "sharer"
    battle = _share(suite=("Sensor Suite (Aux)",))
    assert code(battle, SHARED) == ""
    battle.state.units["red-2"].haywire = True
    assert sharing_friends(battle.state, battle.state.units["red-1"]) == []
    battle.state.units["red-2"].haywire = False
    battle.state.units["red-2"].status = WRECK
    assert sharing_friends(battle.state, battle.state.units["red-1"]) == []


@pytest.mark.rule("brigands.4.3b", "brigands.4.4-full", "brigands.5.2a")
def test_only_lock_is_shared_and_cover_stays_what_it_is() -> None:
    assert code(_share(), GUN) == "needless"
    assert code(_share(on=ground(WALL)), GUN) == ""
    assert code(_share(on=ground(piece("wall", 4, 16, 20, 17, 6))), GUN) == "blocked"
    assert code(_share(on=ground(piece("wall", 4, 16, 20, 17, 6))), SHARED) == ""


@pytest.mark.rule("brigands.4.3b", "brigands.trait.stealth")
def test_stealth_is_found_by_a_friend_s_sensors() -> None:
    battle = _share(foe=("Stealth",))
    assert code(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",))) == "stealth"
    battle.state.units["blue-1"].y = mil(22)
    assert code(battle, GUN) == ""
    battle.state.units["blue-1"].y = mil(23.5)
    assert code(battle, GUN) == "sharer"


@pytest.mark.rule("brigands.4.3b")
def test_lock_on_enemies_is_shared_and_on_nothing_else() -> None:
    battle = _share()
    point = Attack("red-1", "LRP", "Indirect", (), (11_500, 20_000, 0), "red-2")
    assert code(battle, point) == "sharer"
    assert code(battle, Attack("red-1", "LRP", "Indirect", ("red-2",), sharer="red-2")) == "sharer"
    battle.state.units["blue-1"].status = WRECK
    assert code(battle, SHARED) == "sharer"
    assert code(battle, Attack("red-1", "LRP", "Indirect", ("blue-1",), sharer="red-1")) == "sharer"


@pytest.mark.rule("brigands.4.3b", "brigands.6.3")
def test_whoever_may_answer_may_choose_the_friend_who_shared() -> None:
    battle = _share(on=ground(WALL))
    battle.state.units["blue-1"].actions = 1
    battle = again(battle)
    give(battle, SHARED)
    assert battle.pending[0].about == ("red-1", "ranged attack", "red-2")
    offered = [option.order for option in battle.options("blue")]
    assert SnapFire("blue-1", "LAC", "Ballistic", target="red-2") in offered
    assert SnapFire("blue-1", "LAC", "Ballistic") in offered
    assert code(battle, SnapFire("blue-1", "LAC", "Ballistic", target="red-1")) == ""
    assert code(battle, SnapFire("blue-1", "LAC", "Ballistic", target="blue-2")) == "victim"


@pytest.mark.rule("brigands.4.3b", "brigands.6.3", "brigands.5.8")
def test_snap_fire_at_the_friend_is_resolved_with_the_attack() -> None:
    battle = _share()
    battle.state.units["blue-1"].actions = 1
    battle = again(battle, (1,), (6, 6), (6, 1, 1), (1, 1))
    events = give(battle, SHARED, SnapFire("blue-1", "LAC", "Ballistic", target="red-2"))
    assert [(event.unit, event.target) for event in events if isinstance(event, AttackRolled)] == [
        ("red-1", "blue-1"),
        ("blue-1", "red-2"),
    ]
    assert battle.state.units["red-2"].hull < battle.state.units["red-2"].line.hull


@pytest.mark.rule("brigands.4.3b", "brigands.6.3")
def test_without_sharing_the_active_model_alone_is_answered() -> None:
    battle = _share()
    battle.state.units["blue-1"].actions = 1
    battle = again(battle)
    give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert battle.pending[0].about == ("red-1", "ranged attack")
    assert code(battle, SnapFire("blue-1", "LAC", "Ballistic", target="red-2")) == "victim"


@pytest.mark.rule("brigands.4.3b", "brigands.6.3")
def test_snap_fire_itself_may_use_a_friend_s_sensors() -> None:
    for traits, asked in ((("Arms",), "act"), (("Sensor Suite",), "snap")):
        battle = _share(on=ground(WALL))
        blind, helper = battle.state.units["blue-1"], battle.state.units["blue-2"]
        remodel(blind, sensors=0)
        remodel(helper, traits=traits)
        blind.actions, helper.x, helper.y = 1, blind.x + mil(5), blind.y
        battle = again(battle, (1,), (6, 6))
        give(battle, SHARED)
        assert battle.pending[0].kind == asked
        assert is_tracked_by(battle.state, battle.state.units["blue-1"], battle.state.units["red-1"]) == (
            asked == "snap"
        )


@pytest.mark.rule("brigands.4.3b", "brigands.8.5")
def test_an_observer_may_use_a_friend_s_sensors() -> None:
    battle = _share(mine=("Comms:1",))
    remodel(battle.state.units["red-2"], weapons=("LFM",), traits=("Sensor Suite",))
    battle.state.units["blue-1"].actions = 1
    battle = again(battle)
    assert code(battle, Observe("red-1", "blue-1")) == "lock"
    observe = Observe("red-1", "blue-1", sharer="red-2")
    assert observe in [option.order for option in battle.options("red")]
    assert code(battle, Observe("red-1", aim=(11_500, 20_000, 0), sharer="red-2")) == "target"
    give(battle, observe, Designate("red-2"))
    assert battle.pending[0].about == ("red-1", "electronic warfare", "red-2")


@pytest.mark.rule("brigands.4.3b", "brigands.A4")
def test_the_introductory_game_shares_nothing() -> None:
    battle = _share()
    battle.state.introductory = True
    assert code(battle, SHARED) == "sharer"
    assert SHARED not in [option.order for option in battle.options("red")]


@pytest.mark.rule("brigands.4.3b", "brigands.7.5a")
def test_a_coordinated_attack_may_be_ordered_by_a_friend_s_sensors() -> None:
    for traits, refusal in ((("Sensor Suite",), ""), (("Arms",), "lock")):
        battle = _share(suite=traits)
        battle.state.units["red-1"].command = 1
        assert code(battle, GiveOrder("red-1", COORDINATED_ATTACK, "blue-1")) == refusal


@pytest.mark.rule("brigands.4.3b", "brigands.8.3c", "brigands.8.4d", "brigands.8.2f")
def test_electronic_warfare_by_a_friend_s_sensors_exposes_the_friend_too() -> None:
    battle = _share(mine=("ECM:1", "ECCM", "Comms:1"), foe=("ECM:1",))
    battle.state.units["blue-1"].actions, battle.state.units["blue-1"].jamming = 1, True
    battle = again(battle)
    scramble, disable = Scramble("red-1", "blue-1", "red-2"), DisableDefense("red-1", "blue-1", "red-2")
    assert code(battle, Scramble("red-1", "blue-1")) == code(battle, DisableDefense("red-1", "blue-1")) == "lock"
    battle.state.units["blue-1"].y = mil(22)
    assert code(battle, scramble) == code(battle, disable) == ""
    assert code(battle, DetailedScan("red-1", "blue-1", "red-2")) == "range"
    offered = [option.order for option in battle.options("red")]
    assert scramble in offered
    assert disable in offered
    events = give(battle, scramble)
    line = battle.system.tell(battle.state, events[0], None)
    assert line is not None
    assert line.text == "Red Hunter 1 uses Scramble on Blue Hunter 1 by the sensors of Red Hunter 2."
    assert battle.pending[0].about == ("red-1", "electronic warfare", "red-2")
    near = _share(mine=("ECM:1",), foe=("Arms",))
    near.state.units["blue-1"].y = mil(14)
    assert code(near, Scramble("red-1", "blue-1", "red-2")) == "needless"


@pytest.mark.rule("brigands.4.3b", "brigands.8.3b", "brigands.8.3a", "brigands.8.1b")
@pytest.mark.parametrize(("traits", "jams"), [(("Sensor Suite",), True), (("Arms",), False)])
def test_active_ecm_may_use_a_friend_s_sensors_and_passive_ecm_may_not(traits: tuple[str, ...], jams: bool) -> None:
    battle = _share(mine=("Comms:1",))
    units = battle.state.units
    remodel(units["red-1"], traits=("Comms:1",))
    remodel(units["red-2"], traits=("Arms",), weapons=("LFM",))
    remodel(units["blue-1"], traits=("ECM:1",), sensors=0)
    remodel(units["blue-2"], traits=traits)
    units["blue-2"].x, units["blue-2"].y, units["blue-1"].actions = units["blue-1"].x + mil(4), units["blue-1"].y, 1
    assert comms_rating(battle.state, units["red-1"]) == 1
    assert (trackers(battle.state, units["red-1"]) == ["blue-1", "blue-2"]) == jams
    battle = again(battle)
    give(battle, Observe("red-1", "blue-1"), Designate("red-2"), Decline())
    assert (battle.pending[0].kind == "jam") == jams
    if jams:
        assert code(battle, Jam("blue-1", "red-1")) == ""
