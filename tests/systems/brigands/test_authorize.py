"""7.4b and 8.2b: Authorize, with and without Comms Boost, in the loop of Rerolls."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.script import Ctx
from gearlock.systems.brigands.attacks.attack import Attack, AttackRolled
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.command import (
    COMMAND_POINT,
    SKILL_POINT,
    Reroll,
    Rerolled,
    reroll_givers,
    reroll_sources,
)
from gearlock.systems.brigands.comms import TRIED, Authorized, Boost, CommsBoosted, authorizers, resolve_authorize
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.company import Side, company
from systems.brigands.field import again, code, give, kinds, remodel
from systems.brigands.signals import fit

RED: Side = [[("hunter/foc", 10, 30), ("hunter", 10, 10), ("hunter", 6, 30)]]
"""A leader far behind its shooter, and a friend beside the leader."""
BLUE: Side = [[("hunter/foc", 10, 22), ("hunter", 28.5, 30)]]
"""The target, and a model that has Sensor Lock on the leader but not on the leader's friend."""
MISS = ((1, 1, 1), (6, 6))


def _shoot(dice: Iterable[Iterable[int]] = (), points: int = 2, skill: int = 0, **traits: str) -> Battle[State]:
    """red-2 has fired and missed; blue neither snaps nor rerolls."""
    battle = company(RED, BLUE)
    fit(battle, **traits)
    for unit in battle.state.units.values():
        if unit.seat == "blue":
            unit.actions = unit.command = 0
    battle.state.units["red-1"].command, battle.state.units["red-2"].skill = points, skill
    battle = again(battle, *MISS, *dice)
    give(battle, Activate("red-2", COMBAT_SPEED), Attack("red-2", "LAC", "Ballistic", ("blue-1",)))
    return battle


@pytest.mark.rule("brigands.7.4b", "brigands.8.2b", "brigands.trait.comms")
def test_a_leader_with_comms_sends_a_point_to_a_model_out_of_formation() -> None:
    battle = _shoot([(6, 1, 1)], points=1, red_1="Comms:1")
    assert battle.pending[0].kind == "reroll"
    assert "must Authorize" in battle.options("red")[0].label
    events = give(battle, Reroll("red-2", "red-1"))
    assert events[0] == Authorized("red-1", "red-2", True)
    assert Rerolled("red-2", COMMAND_POINT, "red-1") in events
    assert (battle.state.units["red-1"].command, battle.state.units["red-1"].actions) == (0, 1)


@pytest.mark.rule("brigands.8.2b", "brigands.8.2c")
def test_nobody_is_asked_to_boost_what_gets_through_by_itself() -> None:
    battle = _shoot([(6, 6, 6)], red_1="Comms:1", red_3="Comms:1")
    assert Authorized("red-1", "red-2", True) in give(battle, Reroll("red-2", "red-1"))


@pytest.mark.rule("brigands.7.4b", "brigands.8.2a")
def test_without_the_trait_nothing_is_sent_out_of_formation() -> None:
    assert _shoot(red_1="").pending[0].kind == "act"
    assert _shoot(points=0, red_1="Comms:1").pending[0].kind == "act"


@pytest.mark.rule("brigands.8.2b", "brigands.8.3a")
def test_under_passive_ecm_it_fails_the_point_is_kept_and_it_is_not_tried_again_for_that_roll() -> None:
    battle = _shoot(red_1="Comms:1", blue_2="ECM:1")
    events = give(battle, Reroll("red-2", "red-1"))
    assert events[0] == Authorized("red-1", "red-2", False)
    assert "Rerolled" not in kinds(events)
    assert battle.state.units["red-1"].command == 2
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.8.2b", "brigands.8.2c", "brigands.8.3a")
def test_under_passive_ecm_a_boost_by_a_friend_near_the_leader_brings_it_through() -> None:
    battle = _shoot([(6, 1, 1)], points=1, red_1="Comms:1", red_3="Comms:1", blue_2="ECM:1")
    give(battle, Reroll("red-2", "red-1"))
    assert battle.pending[0].kind == "boost"
    assert code(battle, Boost("red-2", "red-1")) == "trait"
    assert code(battle, Boost("red-1", "red-1")) == "unit"
    events = give(battle, Boost("red-3", "red-1"))
    assert events[:2] == [
        CommsBoosted("red-3", "red-1", "Authorize", 1, "action"),
        Authorized("red-1", "red-2", True),
    ]
    assert battle.state.units["red-3"].actions == 0
    assert battle.state.units["red-1"].command == 0


@pytest.mark.rule("brigands.8.2b", "brigands.8.2c")
def test_against_stronger_ecm_the_same_boost_is_lost_and_so_is_no_boost() -> None:
    for answer in (Boost("red-3", "red-1"), Decline()):
        battle = _shoot(red_1="Comms:1", red_3="Comms:1", blue_2="ECM:2")
        give(battle, Reroll("red-2", "red-1"))
        events = give(battle, answer)
        assert Authorized("red-1", "red-2", False) in events
        assert battle.state.units["red-1"].command == 2
        assert battle.state.units["red-3"].actions == (0 if isinstance(answer, Boost) else 1)
        assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.8.2c", "brigands.6.1")
def test_the_model_that_is_to_receive_may_boost_from_afar_and_pays_with_what_it_has() -> None:
    battle = company(RED, BLUE)
    fit(battle, red_1="Comms:1", red_2="Comms:2", red_3="", blue_2="ECM:1")
    for unit in battle.state.units.values():
        if unit.seat == "blue":
            unit.actions = unit.command = 0
    battle.state.units["red-2"].standby = 1
    battle = again(battle, *MISS, (6, 1, 1))
    give(battle, Activate("red-2", COMBAT_SPEED), Attack("red-2", "LAC", "Ballistic", ("blue-1",)))
    give(battle, Reroll("red-2", "red-1"))
    assert code(battle, Boost("red-3", "red-1")) == "trait"
    events = give(battle, Boost("red-2", "red-1"))
    assert events[0] == CommsBoosted("red-2", "red-1", "Authorize", 2, "standby")
    assert battle.state.units["red-2"].readiness == 0


@pytest.mark.rule("brigands.8.2b")
def test_after_a_failure_the_model_may_still_use_its_skill_point_but_not_authorize() -> None:
    battle = _shoot([(2, 1, 1)], skill=1, red_1="Comms:1", blue_2="ECM:1")
    give(battle, Reroll("red-2", "red-1"))
    assert battle.pending[0].about == ("attack", TRIED)
    assert code(battle, Reroll("red-2", "red-1")) == "no-point"
    events = give(battle, Reroll("red-2"))
    assert events[0] == Rerolled("red-2", SKILL_POINT)
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.8.2b")
def test_a_second_point_is_not_sent_for_the_same_roll_even_after_a_success() -> None:
    battle = _shoot([(2, 1, 1)], red_1="Comms:1")
    give(battle, Reroll("red-2", "red-1"))
    assert battle.state.units["red-1"].command == 1
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.8.2b", "brigands.1.2i")
def test_the_attacker_authorizes_before_the_defender_decides_and_both_then_roll() -> None:
    battle = company(RED, BLUE)
    fit(battle, red_1="Comms:1", red_3="Comms:1", blue_2="ECM:1")
    for unit in battle.state.units.values():
        if unit.seat == "blue":
            unit.actions = 0
    battle = again(battle, (4, 1, 1), (3, 1), (5, 5, 5), (1, 2))
    give(battle, Activate("red-2", COMBAT_SPEED), Attack("red-2", "LAC", "Ballistic", ("blue-1",)))
    assert (battle.waiting_for(), battle.pending[0].kind) == (("red",), "reroll")
    give(battle, Reroll("red-2", "red-1"))
    assert (battle.waiting_for(), battle.pending[0].kind) == (("red",), "boost")
    events = give(battle, Boost("red-3", "red-1"))
    assert kinds(events) == ["CommsBoosted", "Authorized", "Rerolled"]
    assert (battle.waiting_for(), battle.pending[0].kind) == (("blue",), "reroll")
    events = give(battle, Reroll("blue-1"))
    assert kinds(events)[:2] == ["Rerolled", "AttackRolled"]
    rolled = events[1]
    assert isinstance(rolled, AttackRolled)
    assert (rolled.attack_faces, rolled.defence_faces) == ((5, 5, 5), (1, 2))


@pytest.mark.rule("brigands.7.4b", "brigands.8.2b")
def test_the_force_commander_authorizes_leaders_of_other_groups_but_not_their_troopers() -> None:
    red: Side = [[("hunter/foc", 10, 10), ("hunter", 12, 10)], [("jager/cgl", 40, 10), ("jager", 40, 30)]]
    battle = company(red)
    state = battle.state
    fit(battle, red_1="Comms:1")
    assert [giver.id for giver in authorizers(state, state.units["red-3"])] == ["red-1"]
    assert list(authorizers(state, state.units["red-4"])) == []
    assert [giver.id for giver in reroll_givers(state, state.units["red-3"])] == ["red-3"]
    fit(battle, red_3="Comms:0")
    assert [giver.id for giver in authorizers(state, state.units["red-4"])] == ["red-3"]
    state.units["red-4"].x, state.units["red-4"].y = state.units["red-3"].x + 2000, state.units["red-3"].y
    assert list(authorizers(state, state.units["red-4"])) == []
    assert reroll_sources(state, state.units["red-3"], ("AMS",)) == ["AMS", "red-3", "red-1"]
    assert reroll_sources(state, state.units["red-3"], ("AMS", TRIED)) == ["AMS", "red-3"]


@pytest.mark.rule("brigands.8.2b", "brigands.10.6")
def test_nobody_authorizes_duelists_or_conscripts_or_from_a_parachute() -> None:
    battle = company(RED, BLUE)
    fit(battle, red_1="Comms:1")
    assert list(authorizers(battle.state, battle.state.units["red-2"]))
    battle.state.units["red-1"].aside, battle.state.units["red-1"].airborne = "airdrop", True
    assert battle.state.units["red-1"].is_dropping
    assert list(authorizers(battle.state, battle.state.units["red-2"])) == []
    battle.state.units["red-1"].aside, battle.state.units["red-1"].airborne = "", False
    remodel(battle.state.units["red-2"], traits=("Duelist",))
    assert list(authorizers(battle.state, battle.state.units["red-2"])) == []
    remodel(battle.state.units["red-2"], traits=("Conscript",))
    assert reroll_sources(battle.state, battle.state.units["red-2"], ()) == []


@pytest.mark.rule("brigands.8.2b", "brigands.8.2a")
def test_comms_that_are_printed_as_nothing_may_try_and_fail() -> None:
    battle = _shoot(red_1="Comms:0")
    events = give(battle, Reroll("red-2", "red-1"))
    assert events[0] == Authorized("red-1", "red-2", False)


@pytest.mark.rule("brigands.8.2d", "brigands.trait.satup")
@pytest.mark.parametrize(("receiver", "sent"), [("SatUp", True), ("", False)])
def test_between_two_satellite_uplinks_no_ecm_stops_it(receiver: str, sent: bool) -> None:
    battle = company(RED, BLUE)
    fit(battle, red_1="Comms:1, SatUp", red_2=receiver, blue_2="ECM:3")
    ctx = Ctx(battle.state, BOOK.apply)
    with pytest.raises(StopIteration) as done:
        next(resolve_authorize(ctx, "red-1", "red-2"))
    assert done.value.value is sent
    assert ctx.events == [Authorized("red-1", "red-2", sent)]
