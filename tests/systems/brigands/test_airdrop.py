"""11.4b: the Airdrop. Who lands at once, who hangs in the air for a Round, and what that means."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.narrator import Narrator
from gearlock.systems.brigands.attacks.attack import refuse_weapon
from gearlock.systems.brigands.attacks.modifiers import Strike, duel_of
from gearlock.systems.brigands.command import reroll_givers
from gearlock.systems.brigands.damage import harmed
from gearlock.systems.brigands.deployment.places import AirdropRolled, Deploy, SetAside
from gearlock.systems.brigands.drones import PlaceDrone
from gearlock.systems.brigands.lock_and_cover.sharing import sharing_friends
from gearlock.systems.brigands.rounds import Activate, ChooseFirst, EndActivation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, GONE, RIDING, State
from gearlock.systems.brigands.vtols import Landed
from systems.brigands.field import NORTH, SOUTH, code, give, mil, remodel
from systems.brigands.muster_point import ENEMY, Squads, gathered

DROPPED: Squads = [("SK", ["dark-jaguar/foc", "dark-jaguar"])]
OWLS: Squads = [("SK", ["owl/foc", "dark-jaguar"])]
SECOND: Squads = [("GP", ["hunter/cgl"])]


def _dropped(die: int, group: Squads = DROPPED, *more: Squads) -> Battle[State]:
    """Two models dropped in the middle of the table, the enemy in its zone."""
    battle = gathered([group, *more], (6, 1), (die,), *[(6, 1)] * 20, blue=ENEMY)
    give(battle, ChooseFirst("red"), SetAside(1, "airdrop"))
    give(battle, Deploy("blue-1", mil(24), mil(40), SOUTH), Deploy("blue-2", mil(26), mil(40), SOUTH))
    if more:
        give(battle, Deploy("red-3", mil(24), mil(8), NORTH))
    give(battle, Deploy("red-1", mil(24), mil(24), NORTH), Deploy("red-2", mil(27), mil(24), NORTH))
    return battle


def _rolled(battle: Battle[State]) -> AirdropRolled:
    (event,) = [e for entry in battle.entries for e in entry.events if isinstance(e, AirdropRolled)]
    return event


@pytest.mark.rule("brigands.11.4b-airdrop")
@pytest.mark.parametrize("die", [1, 2, 3, 6])
def test_on_3_or_more_the_whole_group_lands_at_once(die: int) -> None:
    battle = _dropped(die)
    late = die < 3
    assert _rolled(battle) == AirdropRolled("red", 1, die, die, not late)
    for name in ("red-1", "red-2"):
        unit = battle.state.units[name]
        assert (unit.airborne, unit.is_dropping, unit.z) == (late, late, mil(12) if late else 0)
        assert (unit.actions, unit.activated) == ((0, True) if late else (unit.line.actions, False))


@pytest.mark.rule("brigands.11.4b-airdrop", "brigands.trait.init")
def test_the_leader_adds_its_init_to_the_die() -> None:
    battle = _dropped(2, OWLS)
    bonus = battle.state.units["red-1"].trait("Init")
    assert bonus >= 1
    assert _rolled(battle) == AirdropRolled("red", 1, 2, 2 + bonus, True)
    assert not battle.state.units["red-1"].airborne


@pytest.mark.rule("brigands.11.4b-airdrop", "brigands.1.8-setup")
def test_late_comers_sit_out_round_1_and_land_in_the_setup_phase_of_round_2() -> None:
    battle = _dropped(1, DROPPED, SECOND)
    assert "red: Combat Group 1 is in the air and lands in the Setup Phase of Round 2" in battle.view("blue").notes
    give(battle, ChooseFirst("red"))
    assert code(battle, Activate("red-1", COMBAT_SPEED)) == "activated"
    assert {option.order.unit for option in battle.options("red")} == {"red-3"}  # type: ignore[attr-defined]
    for done in ("red-3", "blue-1"):
        give(battle, Activate(done, BRACED), EndActivation(done))
    events = give(battle, Activate("blue-2", BRACED), EndActivation("blue-2"))
    assert [event.unit for event in events if isinstance(event, Landed)] == ["red-1", "red-2"]
    assert battle.state.round == 2
    for name in ("red-1", "red-2"):
        unit = battle.state.units[name]
        assert (unit.airborne, unit.is_dropping, unit.z, unit.actions) == (False, False, 0, unit.line.actions)
        assert not unit.aside, "so that one that can fly may do so without being dropped again"
    give(battle, ChooseFirst("red"))
    assert code(battle, Activate("red-1", COMBAT_SPEED)) == ""


@pytest.mark.rule("brigands.11.4b-airdrop", "brigands.11.4b")
def test_the_story_says_who_is_still_in_the_air_and_by_which_rule_everybody_deploys() -> None:
    battle = _dropped(1, DROPPED, SECOND)
    told = {line.text: line.rule for line in Narrator(battle, None).news()}
    assert told["red drops Combat Group 1: rolled 1: it lands in Round 2."] == "brigands.11.4b-airdrop"
    assert not any("takes off" in text for text in told)
    late = "Red Dark Jaguar 2 is still in the air, 12 in above its place: it is Airborne and cannot act or react."
    assert told[late] == "brigands.11.4b-airdrop"
    assert told["Red Dark Jaguar 2 deploys at 27, 24."] == "brigands.11.4b"
    assert told["Red Hunter 3 deploys at 24, 8."] == "brigands.11.4b-standard"


@pytest.mark.rule("brigands.11.4b-airdrop")
def test_who_lands_where_somebody_stands_by_now_lands_beside_it() -> None:
    battle = _dropped(1, DROPPED, SECOND)
    intruder = battle.state.units["blue-1"]
    intruder.x, intruder.y = mil(24), mil(24)
    give(battle, ChooseFirst("red"))
    for unit in ("red-3", "blue-1", "blue-2"):
        give(battle, Activate(unit, BRACED), EndActivation(unit))
    landed = battle.state.units["red-1"]
    assert not landed.airborne
    assert (landed.x, landed.y) != (mil(24), mil(24))
    assert abs(landed.x - mil(24)) + abs(landed.y - mil(24)) < mil(4)


@pytest.mark.rule("brigands.11.4b-airdrop", "brigands.9.7")
def test_in_the_air_it_defends_with_a_die_more() -> None:
    battle = _dropped(1)
    strike = Strike("blue-1", next(iter(battle.state.units["blue-1"].line.weapons)), "Ballistic", "red-1", True)
    lines = {line.label: line.value for line in duel_of(battle.state, strike).defence}
    assert lines["Airborne"] == 1
    landed = _dropped(3)
    assert "Airborne" not in {line.label for line in duel_of(landed.state, strike).defence}


@pytest.mark.rule("brigands.11.4b-airdrop")
def test_in_the_air_it_has_no_actions_and_no_reactions_not_even_free_ones() -> None:
    battle = _dropped(1)
    unit = battle.state.units["red-1"]
    remodel(unit, weapons=("LAC (Snap, Auto)",))
    unit.airborne, unit.aside = True, "airdrop"
    assert unit.readiness == 0
    assert refuse_weapon(unit, "LAC", "Ballistic").code == "no-action"  # type: ignore[union-attr]
    unit.aside = ""
    assert refuse_weapon(unit, "LAC", "Ballistic") is None


@pytest.mark.rule("brigands.11.4b-airdrop", "brigands.7.4")
def test_a_commander_in_the_air_spends_no_command_points() -> None:
    battle = _dropped(1)
    leader, other = battle.state.units["red-1"], battle.state.units["red-2"]
    assert leader.command > 0
    assert list(reroll_givers(battle.state, other)) == []
    assert list(reroll_givers(battle.state, leader)) == []
    landed = _dropped(3)
    assert [giver.id for giver in reroll_givers(landed.state, landed.state.units["red-2"])] == ["red-1"]


@pytest.mark.rule("brigands.11.4b-airdrop", "brigands.4.3b")
def test_nobody_in_the_air_shares_its_sensors_not_even_by_satellite() -> None:
    for die, sharing in ((1, []), (3, ["red-1"])):
        battle = _dropped(die, DROPPED, SECOND)
        eyes, other = battle.state.units["red-1"], battle.state.units["red-3"]
        remodel(eyes, traits=("Airdrop", "Sensor Suite", "SatUp"))
        remodel(other, traits=("SatUp",))
        eyes.airborne, eyes.aside = (True, "airdrop") if die == 1 else (False, "")
        assert [friend.id for friend in sharing_friends(battle.state, other)] == sharing


@pytest.mark.rule("brigands.11.4b-airdrop", "brigands.5.6e")
def test_destroyed_in_the_air_is_overkilled_and_leaves_no_wreck() -> None:
    battle = _dropped(1)
    unit = battle.state.units["red-1"]
    unit.hull, unit.structure = 0, 1
    falls = harmed(unit, 1, "blue-1", "LAC")
    assert (falls.destroyed, falls.overkill) == (True, True)
    assert harmed(unit, 1, "blue-1", "Fire", attack=False).overkill, "by whatever it is destroyed"
    battle.system.apply(battle.state, falls)
    assert unit.status == GONE
    other = battle.state.units["red-2"]
    battle.system.apply(battle.state, harmed(other, 99, "blue-1", "LAC"))
    assert not any("in the air" in note for note in battle.view("red").notes)
    standing = _dropped(3).state.units["red-2"]
    standing.hull, standing.structure = 0, 1
    assert not harmed(standing, 1, "blue-1", "LAC").overkill


@pytest.mark.rule("brigands.11.4b-airdrop", "brigands.9.2")
def test_drones_wait_aboard_until_their_controller_has_landed() -> None:
    battle = gathered([[("SK", ["dark-jaguar/foc:recon-drone"])], SECOND], (6, 1), (1,), *[(6, 1)] * 4)
    give(battle, ChooseFirst("red"), SetAside(1, "airdrop"))
    give(battle, Deploy("blue-1", mil(24), mil(40), SOUTH), Deploy("blue-2", mil(26), mil(40), SOUTH))
    give(battle, Deploy("red-2", mil(24), mil(8), NORTH), Deploy("red-1", mil(24), mil(24), NORTH))
    drone = "red-1a"
    assert not battle.state.units[drone].aside
    give(battle, PlaceDrone(drone, mil(26), mil(24), NORTH))
    assert battle.state.units[drone].status == RIDING
    give(battle, ChooseFirst("red"))
    for unit in ("red-2", "blue-1", "blue-2"):
        give(battle, Activate(unit, BRACED), EndActivation(unit))
    assert (battle.waiting_for(), battle.state.phase) == (("red",), "setup")
    give(battle, PlaceDrone(drone, mil(26), mil(24), NORTH))
    assert battle.state.units[drone].is_fielded
    assert battle.state.phase == "action"
