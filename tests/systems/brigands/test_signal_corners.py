"""Where electronic warfare meets damage, Aux, Airdrops and the loss of a model in the middle of it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.script import Ctx
from gearlock.systems.brigands.attacks.attack import AttackRolled, SnapFire
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.comms import FORWARD_OBSERVATION, passive_ecm
from gearlock.systems.brigands.damage import Damaged, Fell
from gearlock.systems.brigands.ecm_defense import defense_modifiers
from gearlock.systems.brigands.electronic_warfare.contests import (
    RaiseDefense,
    Scramble,
    active_jammers,
    resolve_contest,
)
from gearlock.systems.brigands.lock_and_cover.sharing import sharing_friends
from gearlock.systems.brigands.lock_and_cover.sight import is_faint
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, WRECK, State
from systems.brigands.company import Side
from systems.brigands.field import again, alter, code, give, ground, kinds, mil, piece, remodel
from systems.brigands.signals import wired

RED: Side = [[("hunter/foc", 10, 10), ("hunter", 14, 10)]]
BLUE: Side = [[("hunter/foc", 10, 22), ("hunter", 14, 40)]]
SCRAMBLE = Scramble("red-1", "blue-1")


def _active(dice: Iterable[Iterable[int]] = (), snaps: bool = False, **traits: str) -> Battle[State]:
    """red-1 is Active, blue-1 is 12 in north of it; blue has no weapon ready unless it `snaps`."""
    battle = wired(RED, BLUE, **{"red_1": "ECM:2", **traits})
    for name in ("blue-1", "blue-2"):
        unit = battle.state.units[name]
        unit.used = [] if snaps and name == "blue-1" else list(unit.line.weapons)
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


@pytest.mark.rule("brigands.8.3b", "brigands.8.3a", "brigands.wtrait.aux")
def test_ecm_that_does_not_work_any_more_jams_nothing() -> None:
    battle = _active(red_1="Comms:0", blue_1="ECM:1", blue_2="")
    origin, jammer = battle.state.units["red-1"], battle.state.units["blue-1"]
    alter(jammer, sensors=mil(40))
    assert (active_jammers(battle.state, origin), passive_ecm(battle.state, origin)) == ([jammer], 1)
    jammer.line.auxiliary, jammer.haywire = frozenset({"ECM"}), True
    assert (active_jammers(battle.state, origin), passive_ecm(battle.state, origin)) == ([], 0)
    with pytest.raises(StopIteration) as done:
        next(resolve_contest(Ctx(battle.state, BOOK.apply), "red-1", "red-2", FORWARD_OBSERVATION))
    assert done.value.value is True


@pytest.mark.rule("brigands.8.3d", "brigands.8.1b", "brigands.wtrait.aux")
def test_a_defense_does_not_come_up_if_the_fire_it_draws_ruins_the_ecm() -> None:
    for auxiliary, raised in ((frozenset({"ECM"}), False), (frozenset[str](), True)):
        battle = _active([(3, 1, 1), (2, 1)], snaps=True)
        unit = battle.state.units["red-1"]
        unit.line.auxiliary, unit.hull = auxiliary, 1
        events = give(battle, RaiseDefense("red-1"), SnapFire("blue-1", "LAC", "Ballistic"))
        assert (battle.state.units["red-1"].is_fielded, battle.state.units["red-1"].hull) == (True, 0)
        assert ("DefenseRaised" in kinds(events)) is raised
        assert battle.state.units["red-1"].jamming is raised


@pytest.mark.rule("brigands.8.3d", "brigands.4.3a", "brigands.wtrait.aux")
def test_a_token_on_ecm_that_does_not_work_guards_nobody_even_before_it_is_taken_off() -> None:
    battle = _active()
    enemy, unit, friend = (battle.state.units[name] for name in ("blue-1", "red-1", "red-2"))
    unit.jamming = True
    assert [line.value for line in defense_modifiers(battle.state, friend)] == [2]
    assert is_faint(battle.state, enemy, friend)
    unit.line.auxiliary, unit.hull = frozenset({"ECM"}), 0
    assert defense_modifiers(battle.state, friend) == []
    assert not is_faint(battle.state, enemy, friend)


@pytest.mark.rule("brigands.trait.vuln-h", "brigands.8.3c", "brigands.5.6e")
def test_the_marginal_hit_of_a_scramble_is_no_attack_and_leaves_a_wreck() -> None:
    battle = _active([(6, 6, 6, 6), (1, 1), (4,)])
    remodel(battle.state.units["blue-1"], traits=("Vuln:H",), hull=1, structure=0)
    battle = again(battle, (6, 6, 6, 6), (1, 1), (4,))
    events = give(battle, SCRAMBLE)
    assert [event.overkill for event in events if isinstance(event, Damaged)] == [False]
    assert battle.state.units["blue-1"].status == WRECK


@pytest.mark.rule("brigands.trait.vuln-h", "brigands.8.3c", "brigands.2.4")
def test_a_vulnerable_model_that_is_destroyed_on_a_face_comes_down() -> None:
    tower = piece("tower", 8, 22.6, 12, 26, 5)
    battle = _active(blue_1="Vuln:H")
    target = battle.state.units["blue-1"]
    target.z, target.hanging, target.hull, target.structure = mil(2.5), tower.id, 0, 1
    battle.state.ground = ground(tower)
    battle = again(battle, (6, 6, 6, 6), (1,), (5,))
    events = give(battle, SCRAMBLE)
    target = battle.state.units["blue-1"]
    assert (target.status, target.z, target.hanging) == (WRECK, 0, "")
    assert any(isinstance(event, Fell) for event in events)


@pytest.mark.rule("brigands.4.3b", "brigands.11.4b-airdrop")
def test_nobody_shares_sensors_on_the_way_down() -> None:
    battle = _active(red_2="Sensor Suite")
    unit, friend = battle.state.units["red-1"], battle.state.units["red-2"]
    assert sharing_friends(battle.state, unit) == [friend]
    friend.airborne, friend.aside = True, "airdrop"
    assert friend.is_dropping
    friend.z = 0
    assert sharing_friends(battle.state, unit) == []
    friend.aside = ""
    assert sharing_friends(battle.state, unit) == [friend]


@pytest.mark.rule("brigands.4.3b", "brigands.8.1b", "brigands.5.8")
def test_snap_fire_at_the_friend_whose_sensors_scramble_is_resolved_with_it() -> None:
    battle = _active([(6, 6), (1, 1), (6, 6, 6), (1, 1)], snaps=True, red_2="Sensor Suite")
    battle.state.units["red-1"].hull = 0
    assert code(battle, SCRAMBLE) == "lock"
    give(battle, Scramble("red-1", "blue-1", "red-2"))
    events = give(battle, SnapFire("blue-1", "LAC", "Ballistic", target="red-2"))
    assert [event.target for event in events if isinstance(event, AttackRolled)] == ["red-2"]
    friend = battle.state.units["red-2"]
    assert friend.hull < friend.line.hull
    assert battle.state.units["blue-1"].haywire
