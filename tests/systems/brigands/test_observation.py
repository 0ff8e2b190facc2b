"""8.5: Forward Observation, who may observe what, whom it reaches, and the Snap Fire it draws."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.system import Aim
from gearlock.systems.brigands.attacks.attack import SnapFire
from gearlock.systems.brigands.comms import Boost
from gearlock.systems.brigands.damage import Damaged
from gearlock.systems.brigands.electronic_warfare.contests import Jam
from gearlock.systems.brigands.forward_observation import ChainAttack, Designate, ObservationReceived, Observe, Observed
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, WRECK, State
from systems.brigands.field import again, alter, code, give, kinds, mil, remodel
from systems.brigands.spotting import spotting

OBSERVE = Observe("red-1", "blue-1")


def _received(battle: Battle[State]) -> tuple[str, ...]:
    assert battle.state.observation is not None
    return battle.state.observation.receivers


@pytest.mark.rule("brigands.8.5", "brigands.1.7b")
@pytest.mark.parametrize(
    ("posture", "scout", "refusal"),
    [
        (BRACED, ("Comms:1",), ""),
        (COMBAT_SPEED, ("Comms:0",), ""),
        (TOP_SPEED, ("Comms:1",), "posture"),
        (COMBAT_SPEED, ("SatUp", "TD:1"), "comms"),
    ],
)
def test_an_observer_needs_comms_and_is_not_at_top_speed(posture: str, scout: tuple[str, ...], refusal: str) -> None:
    battle = spotting(scout=scout, posture=posture)
    assert code(battle, OBSERVE) == refusal
    assert (OBSERVE in [option.order for option in battle.options("red")]) == (refusal == "")


@pytest.mark.rule("brigands.8.5", "brigands.1.6b")
def test_observing_costs_an_action() -> None:
    battle = spotting()
    assert give(battle, OBSERVE)[0] == Observed("red-1", "blue-1", "action")
    assert battle.state.units["red-1"].actions == 0
    give(battle, Decline())
    assert battle.pending[0].kind == "act"
    assert code(battle, OBSERVE) == "no-action"
    assert battle.state.observation is None


@pytest.mark.rule("brigands.8.5", "brigands.4.3-sensor-lock")
@pytest.mark.parametrize(("distance", "refusal"), [(18.0, ""), (18.001, "lock")])
def test_the_target_is_in_sensor_lock_of_the_observer(distance: float, refusal: str) -> None:
    battle = spotting()
    battle.state.units["blue-1"].y = mil(24 + 1.182 + distance)
    assert code(battle, OBSERVE) == refusal


@pytest.mark.rule("brigands.8.5")
def test_an_enemy_in_play_or_a_bare_point_in_sensor_lock_is_observed() -> None:
    battle = spotting()
    assert code(battle, Observe("red-1", "red-2")) == code(battle, Observe("red-1")) == "target"
    assert code(battle, Observe("red-1", aim=(24_000, 40_000, 0))) == ""
    assert code(battle, Observe("red-1", aim=(24_000, 42_592, 0))) == "lock"
    assert code(battle, Observe("red-1", aim=(24_000, 34_000, 500))) == "point"
    assert code(battle, Observe("red-1", aim=(24_000, 24_300, 500))) == "point"
    assert code(battle, Observe("red-1", "blue-1", (24_000, 40_000, 0))) == "target"
    battle.state.units["red-1"].y = 47_000
    assert code(battle, Observe("red-1", aim=(24_000, 48_100, 0))) == "point"
    battle = spotting()
    battle.state.units["blue-1"].status = WRECK
    assert code(battle, OBSERVE) == "target"


@pytest.mark.rule("brigands.8.5")
def test_points_are_sampled_and_pointed_at() -> None:
    battle = spotting()
    (option,) = (one for one in battle.options("red") if one.order == Observe("red-1"))
    (ask,) = battle.pending
    for seed in range(5):
        order = battle.system.sample(battle.state, ask, option, random.Random(seed))
        assert order is not None
        assert code(battle, order) == ""
    assert battle.system.aim(battle.state, ask, option, Aim(20_000, 30_000)) == Observe(
        "red-1", aim=(20_000, 30_000, 0)
    )


@pytest.mark.rule("brigands.8.5")
def test_observing_is_offered_only_while_somebody_can_chain() -> None:
    battle = spotting(guns=("LAC",))
    assert not any(isinstance(option.order, Observe) for option in battle.options("red"))
    assert code(battle, OBSERVE) == ""
    assert kinds(give(battle, OBSERVE)) == ["Observed", "ObservationReceived", "ExchangeEnded"]


@pytest.mark.rule("brigands.8.5", "brigands.8.1a")
def test_the_observer_is_always_a_receiver_and_any_one_friend_may_be_another() -> None:
    battle = spotting()
    give(battle, OBSERVE)
    assert code(battle, Designate("red-1")) == code(battle, Designate("blue-1")) == "receiver"
    give(battle, Designate("red-4"))
    assert _received(battle) == ("red-1", "red-4")
    battle = spotting()
    assert ObservationReceived("red-1", ("red-1",)) in give(battle, OBSERVE, Decline())


@pytest.mark.rule("brigands.8.5a", "brigands.7.3")
def test_a_leader_passes_it_on_to_its_group_in_formation() -> None:
    battle = spotting()
    give(battle, OBSERVE, Designate("red-2"))
    assert _received(battle) == ("red-1", "red-2", "red-3")
    battle = spotting()
    battle.state.units["red-3"].x = mil(24 + 1.182 + 6.001)
    give(battle, OBSERVE, Designate("red-2"))
    assert _received(battle) == ("red-1", "red-2")
    battle = spotting()
    give(battle, OBSERVE, Designate("red-3"))
    assert _received(battle) == ("red-1", "red-3")


@pytest.mark.rule("brigands.8.5a")
def test_an_observer_that_leads_passes_it_on_as_well() -> None:
    battle = spotting()
    battle.state.units["red-4"].group = 1
    battle.state.units["red-4"].x, battle.state.units["red-4"].y = mil(24), mil(20)
    give(battle, OBSERVE, Designate("red-3"))
    assert _received(battle) == ("red-1", "red-4", "red-3")


@pytest.mark.rule("brigands.8.5", "brigands.8.3a")
@pytest.mark.parametrize(
    ("scout", "ecm", "reached"),
    [
        (("Comms:0",), "Arms", True),
        (("Comms:1",), "ECM:1", False),
        (("Comms:2",), "ECM:1", True),
        (("Comms:1",), "ECM:2", False),
    ],
)
def test_passive_ecm_keeps_it_from_the_friend_but_not_from_the_observer(
    scout: tuple[str, ...], ecm: str, reached: bool
) -> None:
    battle = spotting(scout=scout, foe=(ecm,))
    events = give(battle, OBSERVE, Designate("red-4"))
    receivers = ("red-1", "red-4") if reached else ("red-1",)
    assert ObservationReceived("red-1", receivers, "red-4", reached) in events


@pytest.mark.rule("brigands.8.5", "brigands.8.2d")
def test_satellites_carry_it_past_all_ecm() -> None:
    battle = spotting(scout=("Comms:1", "SatUp"), foe=("ECM:2",))
    remodel(battle.state.units["red-4"], weapons=("LFM",), traits=("SatUp",))
    battle.state.units["blue-1"].actions = 1
    battle = again(battle)
    events = give(battle, OBSERVE, Designate("red-4"), Decline())
    assert ObservationReceived("red-1", ("red-1", "red-4"), "red-4", True) in events
    events = give(spotting(scout=("Comms:1", "SatUp"), foe=("ECM:2",)), OBSERVE, Designate("red-4"))
    assert ObservationReceived("red-1", ("red-1",), "red-4", False) in events


@pytest.mark.rule("brigands.8.5", "brigands.8.2c", "brigands.8.3b")
@pytest.mark.parametrize(("jam", "comms", "reached"), [((6,), (1, 1), False), ((1,), (2, 1), True)])
def test_ecm_is_declared_then_a_boost_then_the_dice_decide(
    jam: tuple[int, ...], comms: tuple[int, ...], reached: bool
) -> None:
    battle = spotting(foe=("ECM:1",))
    battle.state.units["blue-1"].actions = 1
    remodel(battle.state.units["red-4"], weapons=("LFM",), traits=("Comms:1",))
    battle = again(battle, jam * 2, comms)
    give(battle, OBSERVE, Designate("red-4"), Decline())
    assert battle.pending[0].kind == "jam"
    give(battle, Jam("blue-1", "red-1"))
    assert battle.pending[0].kind == "boost"
    events = give(battle, Boost("red-4", "red-1"))
    receivers = ("red-1", "red-4") if reached else ("red-1",)
    assert ObservationReceived("red-1", receivers, "red-4", reached) in events


@pytest.mark.rule("brigands.8.5", "brigands.8.1b", "brigands.6.3")
def test_the_target_its_neighbours_and_whoever_has_sensor_lock_may_snap_fire_at_the_observer() -> None:
    battle = spotting()
    for name, x, y in (("blue-1", 24, 34), ("blue-2", 24, 41.1)):
        unit = battle.state.units[name]
        unit.x, unit.y, unit.actions = mil(x), mil(y), 1
    near = again(battle)
    give(near, OBSERVE, Decline())
    assert (near.pending[0].kind, near.pending[0].unit) == ("snap", "blue-1")
    give(near, Decline())
    assert near.pending[0].unit == "blue-2"
    alter(battle.state.units["blue-2"], sensors=0)
    give(battle := again(battle), OBSERVE, Decline(), Decline())
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.8.5", "brigands.8.1b", "brigands.6.3")
def test_snap_fire_and_observation_do_not_stop_each_other() -> None:
    """The observer is shot to pieces and the guns fire all the same; the target dies of it, after its own shot."""
    battle = spotting()
    target, scout = battle.state.units["blue-1"], battle.state.units["red-1"]
    target.actions, target.hull, target.structure, scout.hull, scout.structure = 1, 0, 1, 0, 1
    battle = again(battle, (2, 1), (1,), (2,), (1,))
    give(battle, OBSERVE, Designate("red-4"), SnapFire("blue-1", "LAC", "Ballistic"))
    assert battle.state.units["red-1"].is_fielded
    events = give(battle, ChainAttack("red-4", "LFM"))
    assert [event.unit for event in events if isinstance(event, Damaged)] == ["blue-1", "red-1"]
    assert {name for name, unit in battle.state.units.items() if unit.status == WRECK} == {"blue-1", "red-1"}
    assert battle.state.activation is None


@pytest.mark.rule("brigands.8.5", "brigands.A4")
def test_the_introductory_game_observes_nothing() -> None:
    battle = spotting()
    battle.state.introductory = True
    assert not any(isinstance(option.order, Observe) for option in battle.options("red"))


@pytest.mark.rule("brigands.8.5")
def test_an_observation_is_worth_what_could_be_chained_to_it() -> None:
    battle = spotting()
    worth = battle.system.preview(battle.state, "red", OBSERVE)
    assert worth.notes == ("best sent to the Red Hunter 2",)
    give(battle, OBSERVE)
    sent = {
        option.order.receiver: battle.system.preview(battle.state, "red", option.order).gives
        for option in battle.options("red")
        if isinstance(option.order, Designate)
    }
    assert worth.gives == pytest.approx(max(sent.values())) == pytest.approx(sent["red-2"])
    point = battle.system.preview(spotting().state, "red", Observe("red-1", aim=(26_000, 34_000, 0)))
    assert 0.0 < point.gives <= worth.gives
    jammed = spotting(foe=("ECM:2",))
    assert jammed.system.preview(jammed.state, "red", OBSERVE).gives < 0.0
    wanting = spotting()
    wanting.state.units["red-1"].actions = 0
    assert wanting.system.preview(wanting.state, "red", OBSERVE).gives == 0.0


@pytest.mark.rule("brigands.8.5", "brigands.8.1a")
def test_everybody_sees_what_is_observed_and_who_received_it_and_it_is_told() -> None:
    battle = spotting()
    events = give(battle, OBSERVE, Designate("red-4"))
    view = battle.view("blue")
    tokens = {piece.id: [token.name for token in piece.tokens] for piece in view.pieces}
    assert "Observed" in tokens["blue-1"]
    assert "Receiver" in tokens["red-1"]
    assert "Receiver" in tokens["red-4"]
    assert "Forward Observation of Blue Hunter 1 by Red Hunter 1" in view.notes
    lines = [battle.system.tell(battle.state, event, None) for event in events]
    assert [line.text for line in lines if line is not None] == [
        "Red Hunter 1 observes Blue Hunter 1.",
        "Receivers: Red Hunter 1, Red Hunter 4.",
    ]
    give(battle, Decline())
    assert battle.view("blue").notes == ()
    battle = spotting()
    events = give(battle, Observe("red-1", aim=(24_000, 40_500, 0)))
    line = battle.system.tell(battle.state, events[0], None)
    assert line is not None
    assert line.text == "Red Hunter 1 observes the point 24, 40.5."
    assert battle.view(None).notes == ("Forward Observation of the point 24, 40.5 by Red Hunter 1",)
