"""3.4.3: forward observers, indirect fire and scatter; designators for Guided weapons."""

from __future__ import annotations

import pytest

from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.attacks.exchange import (
    attack_lines,
    designating_lines,
    designating_pair,
    pair_of,
    refuse_designating,
    resolve_designating,
)
from gearlock.systems.tactical.attacks.firing import scatter_point
from gearlock.systems.tactical.attacks.targets import (
    Pair,
    freed,
    offer_observing,
    refuse_attack,
    refuse_observing,
    resolve_observing,
    use_of,
)
from gearlock.systems.tactical.attacks.weapons_in_use import (
    INDIRECT,
    Attack,
    AttackMet,
    Concussed,
    Designate,
    FireObserved,
    Observe,
    Scattered,
    is_too_near,
)
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.dice_tests import SkillTested
from gearlock.systems.tactical.state import DESIGNATED, ECM, EVADING, State
from gearlock.systems.tactical.weapons import all_arms
from gearlock.table.terrain import Piece
from systems.tactical.attacks.shots import LOBBER, MISSILE, MORTAR, fire, ground, gunner
from systems.tactical.tables import Played, mils, piece, play, put

SHOT = Attack("red-1", "LOB", "blue-1", way=INDIRECT)


def behind_a_hill(*pieces: Piece, **blue: object) -> State:
    """A field gun, an enemy behind a hill, and a friend of the gun who sees it from the flank."""
    hill = piece("hill", (15, 14, 25, 15), 5)
    state = ground(hill, *pieces)
    put(state, "red-1", gunner(LOBBER, MORTAR, MISSILE), 20, 10, went="combat")
    put(state, "red-2", "hunter", 28, 18, facing=180)
    put(state, "blue-1", "hunter", 20, 18, facing=270, **blue)
    return state


def code(state: State, order: Attack) -> str:
    refusal = refuse_attack(state, order)
    return "" if refusal is None else refusal.code


def observe(state: State, *dice: tuple[int, ...]) -> Played:
    def script(ctx: Ctx[State]) -> object:
        return resolve_observing(ctx, Observe("red-2", "blue-1"))

    return play(state, script, *dice)  # type: ignore[arg-type]


def pair(state: State, order: Attack = SHOT) -> Pair:
    unit = state.units[order.unit]
    mount = unit.mount(order.weapon)
    assert isinstance(mount, Mount)
    use = use_of(state, unit, mount, state.units[order.target], order)
    return pair_of(state, unit.id, order.target, use)


@pytest.mark.rule("tactical.3.4.3", "tactical.7.2.2-indirect-fire")
def test_an_observer_spends_an_action_and_serves_everybody() -> None:
    state = behind_a_hill()
    put(state, "red-3", gunner(LOBBER), 22, 10)
    assert code(state, Attack("red-1", "LOB", "blue-1")) != "", "no sight of its own"
    assert code(state, SHOT) == "observer"
    observe(state)
    assert state.units["red-2"].actions == 0
    assert code(state, SHOT) == ""
    assert code(state, Attack("red-3", "LOB", "blue-1", way=INDIRECT)) == "", "any number of firers"


@pytest.mark.rule("tactical.3.4.3", "tactical.3.5.1-auxiliary")
def test_an_observer_who_has_lost_its_communications_serves_nobody_any_more() -> None:
    state = behind_a_hill()
    observe(state)
    state.units["red-2"].harm["aux:communications"] = 5
    assert code(state, SHOT) == "observer"


@pytest.mark.rule("tactical.3.4.3")
@pytest.mark.parametrize(
    ("red", "found"),
    [({"tokens": {EVADING: 1}}, "evading"), ({"actions": 0}, "actions"), ({"facing": 0}, "arc"),
     ({"harm": {"aux:communications": 5}}, "comms")],
)  # fmt: skip
def test_who_evades_sees_nothing_or_cannot_talk_does_not_observe(red: dict[str, object], found: str) -> None:
    state = behind_a_hill()
    for name, value in red.items():
        setattr(state.units["red-2"], name, value)
    refusal = refuse_observing(state, Observe("red-2", "blue-1"))
    assert refusal is not None
    assert refusal.code == found


@pytest.mark.rule("tactical.3.4.3")
def test_an_observer_that_is_gone_or_sees_it_no_longer_serves_nobody() -> None:
    state = behind_a_hill()
    observe(state)
    state.units["red-2"].facing = 0
    state.notes = {}
    assert code(state, SHOT) == "observer"
    state.units["red-2"].facing, state.units["red-2"].status, state.notes = 1800, "wreck", {}
    assert code(state, SHOT) == "observer"


@pytest.mark.rule("tactical.3.4.3")
def test_nobody_observes_for_its_own_indirect_fire() -> None:
    state = behind_a_hill()
    state.units["blue-1"].tokens["observed:red-1"] = 1
    assert code(state, SHOT) == "observer"


@pytest.mark.rule("tactical.3.4.3", "tactical.3.3.1-ecm")
@pytest.mark.parametrize(("dice", "passed"), [((4,), False), ((5,), True)])
def test_under_ecm_a_communication_roll_has_to_beat_it(dice: tuple[int, ...], passed: bool) -> None:
    state = behind_a_hill(stats={"perks": {"ECM": 1}})
    state.switches["ecm"] = "yes"
    state.units["blue-1"].tokens[ECM] = 4
    played = observe(state, dice)
    assert bool(played.of(FireObserved)) is passed
    assert state.units["red-2"].actions == 0, "the Action is spent either way"
    assert (code(state, SHOT) == "") is passed


@pytest.mark.rule("tactical.3.4.3", "tactical.3.3.1-ecm", "tactical.2.6.3")
@pytest.mark.parametrize("extra", [0, 1, 2])
def test_to_observe_is_an_action_so_that_extra_ones_hinder_its_communication_roll(extra: int) -> None:
    state = behind_a_hill(stats={"perks": {"ECM": 1}}, tokens={ECM: 3})
    state.switches["ecm"] = "yes"
    state.units["red-2"].extra = extra
    (test,) = observe(state, (4,)).of(SkillTested)
    assert [line.value for line in test.lines if line.rule == "tactical.2.6.3"] == [-extra] * bool(extra)
    assert test.total == 4 - extra


@pytest.mark.rule("tactical.3.4.3")
def test_it_is_offered_only_where_a_friend_has_something_to_fire() -> None:
    state = behind_a_hill()
    assert len(list(offer_observing(state, state.units["red-2"]))) == 1
    state.units["red-1"].actions = 0
    assert not list(offer_observing(state, state.units["red-2"]))


@pytest.mark.rule("tactical.3.4.3", "tactical.2.6.7-obscurement")
def test_the_roll_has_the_observers_obscurement_and_the_hit_that_of_the_targets_own_terrain() -> None:
    woods = piece("area", (18, 16, 24, 20), 1, props={"going": "woodland"})
    state = behind_a_hill(woods)
    observe(state)
    shot = pair(state)
    concealed = [line.value for line in attack_lines(shot) if line.rule == "tactical.2.6.7-obscurement"]
    assert concealed == [-4], "four inches of woods on the observer's line"
    assert freed(shot) == 4 - 1, "of which the woods the target stands in count as one"


@pytest.mark.rule("tactical.3.4.3")
def test_a_hit_gains_the_obscurement_between() -> None:
    woods = piece("area", (22, 16, 25, 20), 1, props={"going": "woodland"})
    state = behind_a_hill(woods, moved=mils(5))
    observe(state)
    played = fire(state, SHOT, (6, 6), (1, 2))
    assert [(met.attack, met.margin) for met in played.of(AttackMet)] == [(7 + 1 - 3, 3)]
    assert played.of(DamageCompared)[0].amount == 20 * (3 + 3)


@pytest.mark.rule("tactical.3.4.3-scatter")
@pytest.mark.parametrize(
    ("face", "x", "y"), [(1, 0, 3), (2, 2.598, 1.5), (3, 2.598, -1.5), (4, 0, -3), (5, -2.598, -1.5), (6, -2.598, 1.5)]
)
def test_the_die_of_a_scatter_goes_clockwise_from_straight_on(face: int, x: float, y: float) -> None:
    state = behind_a_hill()
    gun, target = state.units["red-1"], state.units["blue-1"]
    found = scatter_point(gun, target, face, 3)
    assert found == pytest.approx((target.x + mils(x), target.y + mils(y)), abs=2)


@pytest.mark.rule("tactical.3.4.3-scatter")
def test_a_miss_lands_as_many_inches_away_as_it_missed_by_and_whoever_is_there_defends() -> None:
    state = behind_a_hill(moved=mils(5))
    put(state, "blue-2", "hunter", 20, 20, facing=270, moved=mils(5))
    observe(state)
    played = fire(state, SHOT, (3, 1), (6, 1), (1,), (1, 2))
    scattered = played.of(Scattered)[0]
    assert (scattered.length, scattered.x, scattered.y) == (2, mils(20), mils(20)), "4 against 6"
    assert [(met.target, met.margin) for met in played.of(AttackMet)] == [("blue-1", -2), ("blue-2", 2)]
    assert played.of(DamageCompared)[0].amount == 40


@pytest.mark.rule("tactical.3.4.3-scatter", "tactical.3.4.1")
def test_a_blast_that_scatters_strikes_who_is_there_and_its_target_does_not_roll_again() -> None:
    state = behind_a_hill(moved=mils(5))
    observe(state)
    played = fire(state, Attack("red-1", "MTR", "blue-1", way=INDIRECT), (3, 1), (5, 1), (1,))
    assert [felt.target for felt in played.of(Concussed)] == ["blue-1"], "an inch away is within AE 1"
    far = behind_a_hill(moved=mils(5))
    observe(far)
    assert not fire(far, Attack("red-1", "MTR", "blue-1", way=INDIRECT), (3, 1), (6, 1), (1,)).of(Concussed)


@pytest.mark.rule("tactical.3.4.3-scatter")
def test_off_the_table_a_shot_is_lost() -> None:
    state = behind_a_hill(moved=mils(5))
    for name, y in (("red-1", 30), ("blue-1", 47), ("red-2", 47)):
        state.units[name].y = mils(y)
    observe(state)
    played = fire(state, Attack("red-1", "MTR", "blue-1", way=INDIRECT), (2, 1), (6, 1), (1,))
    assert played.of(Scattered)[0].on_table is False
    assert not played.of(Concussed)


@pytest.mark.rule("tactical.7.2.2-guided", "tactical.7.2-target-designator")
def test_guided_weapons_fire_indirectly_and_better_at_what_is_marked() -> None:
    state = behind_a_hill()
    observe(state)
    shot = Attack("red-1", "ATM", "blue-1", way=INDIRECT)
    assert code(state, shot) == ""
    before = sum(line.value for line in attack_lines(pair(state, shot)))
    state.units["blue-1"].tokens[f"{DESIGNATED}:red"] = 1
    assert sum(line.value for line in attack_lines(pair(state, shot))) == before + 2
    plain = sum(line.value for line in attack_lines(pair(state)))
    state.units["blue-1"].tokens = {**state.units["blue-1"].tokens, f"{DESIGNATED}:red": 0}
    assert sum(line.value for line in attack_lines(pair(state))) == plain, "others gain nothing by it"


@pytest.mark.rule("tactical.7.2-target-designator")
def test_a_designator_rolls_without_fire_control_and_marks_until_the_round_is_over() -> None:
    state = behind_a_hill()
    order = Designate("red-2", "blue-1")
    found = refuse_designating(state, order)
    assert found is not None
    assert found.code == "perk"
    put(state, "red-2", "hunter", 28, 18, facing=180, went="combat",
        stats={"perks": {"Target Designator": 1}, "fire_control": 2})  # fmt: skip
    assert refuse_designating(state, order) is None, "8 in are Extreme range of a rating of 1"
    shot = designating_pair(state, state.units["red-2"], state.units["blue-1"])
    assert [line.value for line in designating_lines(shot) if line.unit == "result"] == [1, -3]

    def script(ctx: Ctx[State]) -> object:
        return resolve_designating(ctx, order)

    play(state, script, (6, 4), (1, 2))  # type: ignore[arg-type]
    assert state.units["blue-1"].token(f"{DESIGNATED}:red") == 1
    assert state.units["red-2"].actions == 0


@pytest.mark.rule("tactical.7.2-target-designator")
def test_a_designator_reaches_eight_times_its_rating() -> None:
    state = behind_a_hill()
    put(state, "red-2", "hunter", 28.1, 18, facing=180, stats={"perks": {"Target Designator": 1}})
    found = refuse_designating(state, Designate("red-2", "blue-1"))
    assert found is not None
    assert found.code == "range"


@pytest.mark.rule("tactical.7.2.2-minimum-range", "tactical.3.6.1-weapons")
def test_only_what_is_closer_than_the_minimum_range_is_too_near() -> None:
    mortar = all_arms().vehicle["APM"]
    assert is_too_near(mortar, mils(2) - 1)
    assert not is_too_near(mortar, mils(2)), "at the listed range it fires"
    assert is_too_near(all_arms().infantry["62mm Light Mortar"], mils(2)), "the squads' mortar does not"
    assert not is_too_near(all_arms().infantry["62mm Light Mortar"], mils(2) + 1)
    assert not is_too_near(LOBBER, 0)
