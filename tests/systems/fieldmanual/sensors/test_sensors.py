"""Active Lock, Forward Observation, target designators, and what Recon Drones see."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.fieldmanual.dice_tests import skill_of
from gearlock.systems.fieldmanual.electronic_warfare import (
    Counter,
    Jam,
    is_designated,
    is_traceable,
    observers_for,
    observers_of,
)
from gearlock.systems.fieldmanual.lock_and_cover.lock import has_lock
from gearlock.systems.fieldmanual.movement.course import place
from gearlock.systems.fieldmanual.paying import is_reconnoitred
from gearlock.systems.fieldmanual.rounds import RoundEnded
from gearlock.systems.fieldmanual.sensors import (
    ActiveLock,
    ActiveLockGained,
    ForwardObserve,
    Observed,
    lock_test,
    offer_active_locks,
    offer_observations,
    refuse_active_lock,
    refuse_observation,
    resolve_active_lock,
    resolve_observation,
)
from gearlock.systems.fieldmanual.state import DEAD, OUT, STUN, TOP, State, Unit
from systems.fieldmanual.radio import asked, model, pool, run
from systems.fieldmanual.tables import activate, piece, put, table

LOCK, OBSERVE = ActiveLock("red-1", "blue-1"), ForwardObserve("red-1", "blue-1")
WOOD = piece("area", (18, 0, 21, 48), 4, rating="heavy")
"""Three inches of Heavy terrain: Concealment 3."""
HILL = piece("hill", (18, 0, 19, 48), 4)


def searching(*pieces: Any, **more: Any) -> State:
    """Red looks for blue behind three inches of Heavy terrain; it is red's activation."""
    state = table(*(pieces or (WOOD,)))
    model(state, "red-1", 10, **{"sensors": 1, "actions": 2, **more})
    model(state, "blue-1", 30)
    activate(state, "red-1")
    return state


def locking(ctx: Ctx[State]) -> Script[None]:
    return resolve_active_lock(ctx, LOCK)


def observing(ctx: Ctx[State]) -> Script[Any]:
    return resolve_observation(ctx, OBSERVE)


def code(state: State, order: ActiveLock | ForwardObserve) -> str:
    found = refuse_active_lock(state, order) if isinstance(order, ActiveLock) else refuse_observation(state, order)
    return "" if found is None else found.code


def free(state: State) -> str:
    assert state.activation is not None
    return state.activation.free


# --- Active Lock -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.active-lock")
@pytest.mark.parametrize(("dice", "found"), [((2, 1), False), ((3, 1), True)])
def test_ew_and_sensors_must_be_higher_than_the_concealment(dice: Any, found: bool) -> None:
    """Concealment 3; a 2 and Sensors 1 tie."""
    state = searching()
    played = run(state, locking, dice)
    assert state.units["red-1"].actions == 1
    assert [type(event) is ActiveLockGained for event in played.events].count(True) == found
    assert has_lock(state, state.units["red-1"], state.units["blue-1"]) is found
    assert free(state) == ("blue-1" if found else "")


@pytest.mark.rule("fieldmanual.active-lock", "fieldmanual.combat-lock")
def test_with_combat_lock_it_needs_no_roll() -> None:
    state = searching(piece("area", (40, 40, 41, 41), 1, rating="light"))
    played = run(state, locking)
    assert played.rolls == []
    assert free(state) == "blue-1"


@pytest.mark.rule("fieldmanual.active-lock", "fieldmanual.obj-recon")
def test_a_side_that_is_to_reconnoitre_remembers_whom_it_has_locked() -> None:
    state = searching()
    state.facts = {"objective:red:1": Sealed("recon", ("red",)), "target:red:1": Sealed("1", ("red",))}
    run(state, locking, (6, 1))
    assert is_reconnoitred(state, "red", state.units["blue-1"])


@pytest.mark.rule("fieldmanual.active-lock", "fieldmanual.concealment-solid")
def test_what_solid_objects_hide_wholly_cannot_be_looked_for() -> None:
    state = searching(HILL)
    assert code(state, LOCK) == "solid"


@pytest.mark.rule("fieldmanual.active-lock")
def test_it_takes_an_action_of_its_own_and_an_enemy_on_the_table() -> None:
    state = searching()
    assert code(state, ActiveLock("red-1", "red-1")) == "target"
    assert code(state, ActiveLock("red-1", "nobody")) == "target"
    assert code(state, ActiveLock("red-1", "blue-1", drone=True)) == "drone"
    activate(state, "red-1", free="blue-1")
    state.units["red-1"].actions = 0
    assert code(state, LOCK) == "no-action"
    state.units["red-1"].actions, state.units["blue-1"].status = 1, DEAD
    assert code(state, LOCK) == "target"


@pytest.mark.rule("fieldmanual.active-lock", "fieldmanual.forward-observation")
def test_a_lock_lasts_until_the_target_moves_or_the_round_ends() -> None:
    state = searching()
    blue = state.units["blue-1"]
    blue.tokens.update({"locked:red-1": 1, "observed:red-1": 1, "designated:red-1": 1, "heard:red-2:red-1": 1, STUN: 1})
    place(state, blue, blue.x, blue.y, blue.z)
    assert len(blue.tokens) == 5
    place(state, blue, blue.x + 1, blue.y, blue.z)
    assert blue.tokens == {STUN: 1}
    blue.tokens.update({"locked:red-1": 1, "observed:red-1": 1, "designated:red-1": 1, "heard:red-2:red-1": 1})
    RoundEnded().change(state)
    assert blue.tokens == {STUN: 1}


@pytest.mark.rule("fieldmanual.flaw-lsp", "fieldmanual.active-lock")
def test_a_large_sensor_profile_is_easier_to_find_actively() -> None:
    state = searching()
    model(state, "blue-1", 30, flaws={"Large Sensor Profile": 2})
    assert lock_test(state, state.units["red-1"], state.units["blue-1"], False).against == 1


@pytest.mark.rule("fieldmanual.flaw-defective-active-sensors")
@pytest.mark.parametrize(("ew", "rating", "dice"), [(2, 1, 1), (1, 1, 0), (1, 2, None)])
def test_defective_active_sensors_take_dice_and_below_none_nothing_is_rolled(
    ew: int, rating: int, dice: int | None
) -> None:
    """The book's case: EW 1 and rating 1 roll two dice and take the lower."""
    state = searching(ew=ew, flaws={"Defective Active Sensors": rating}, sensors=0)
    assert code(state, LOCK) == ("defective" if dice is None else "")
    if dice is None:
        return
    played = run(state, locking, (5,) if dice else (5, 3))
    assert played.rolls[0].count == (dice or 2)
    assert free(state) == ("blue-1" if dice else "")


@pytest.mark.rule("fieldmanual.flaw-defective-active-sensors", "fieldmanual.combat-lock")
def test_combat_lock_serves_even_the_most_defective_sensors() -> None:
    state = searching(piece("area", (40, 40, 41, 41), 1, rating="light"), ew=0, flaws={"Defective Active Sensors": 3})
    assert code(state, LOCK) == ""


@pytest.mark.rule("fieldmanual.perk-backup-sensors")
@pytest.mark.parametrize(("boxes", "backup", "modifier"), [(3, False, 0), (3, True, 1), (4, False, -1), (4, True, 0)])
def test_backup_sensors_take_a_point_off_what_damage_does(boxes: int, backup: bool, modifier: int) -> None:
    """Sensors 1; Heavy damage -1, Critical -2."""
    state = searching(boxes=boxes, perks={"Backup Sensors": 1} if backup else {})
    test = lock_test(state, state.units["red-1"], state.units["blue-1"], False)
    assert skill_of(test.lines).modifier == modifier
    assert all(line.value for line in test.lines)


@pytest.mark.rule("fieldmanual.active-lock")
def test_every_enemy_that_is_not_locked_is_offered_while_there_is_an_action() -> None:
    state = searching()
    red, second = state.units["red-1"], model(state, "blue-2", 30, 30)
    offered = [option.order for option in offer_active_locks(state, red)]
    assert offered == [LOCK, ActiveLock("red-1", "blue-2")]
    second.tokens["locked:red-1"] = 1
    assert [option.order for option in offer_active_locks(state, red)] == [LOCK]
    red.actions = 0
    assert list(offer_active_locks(state, red)) == []
    by_drone, _ = with_drone()
    orders = [option.order for option in offer_active_locks(by_drone, by_drone.units["red-1"])]
    assert orders == [LOCK, ActiveLock("red-1", "blue-1", drone=True)]


# --- jammed ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.ecm-vs-active-lock")
@pytest.mark.parametrize(("jam", "stands"), [((4, 1), True), ((5, 1), False), ((6, 1), False)])
def test_a_tie_is_enough_for_the_jammer(jam: Any, stands: bool) -> None:
    """The lock: 5 + Sensors 1 = 6. The jammer: highest + ECM 1."""
    state = searching()
    model(state, "blue-2", 35, 25, ecm=1)
    played = run(state, locking, (5, 1), jam, replies=[Jam("blue-2")])
    assert bool(played.of(ActiveLockGained)) is stands
    assert free(state) == ("blue-1" if stands else "")


@pytest.mark.rule("fieldmanual.ecm-vs-active-lock")
def test_nobody_jams_what_has_failed_and_who_needs_no_roll_rolls_when_it_is_jammed() -> None:
    state = searching()
    model(state, "blue-1", 30, ecm=3)
    assert asked(run(state, locking, (1, 2))) == []
    open_ = searching(piece("area", (40, 40, 41, 41), 1, rating="light"))
    model(open_, "blue-1", 30, ecm=1)
    played = run(open_, locking, (3, 1), (4, 1), replies=[Jam("blue-1")])
    assert [roll.purpose for roll in played.rolls] == ["ECM", "Active Lock"]
    assert free(open_) == "blue-1"


@pytest.mark.rule("fieldmanual.ecm-vs-active-lock", "fieldmanual.eccm")
def test_eccm_of_a_friend_may_replace_the_result_and_ones_own_adds_to_it() -> None:
    state = searching()
    model(state, "blue-1", 30, ecm=3)
    model(state, "red-2", 8, eccm=2)
    given = [Jam("blue-1"), Counter("red-2")]
    played = run(state, locking, (4, 1), (4, 1), (6, 1), replies=given)
    assert played.of(ActiveLockGained)
    own = searching(eccm=3)
    model(own, "blue-1", 30, ecm=3)
    assert run(own, locking, (4, 1), (4, 1), replies=[Jam("blue-1")]).of(ActiveLockGained)


@pytest.mark.rule("fieldmanual.event-em-storm", "fieldmanual.ecm-vs-active-lock")
@pytest.mark.parametrize(("storm", "stands"), [((4,), True), ((5,), False)])
def test_a_storm_must_be_higher_than_the_lock(storm: Any, stands: bool) -> None:
    state = searching()
    state.switches["effects"] = "em-storm"
    assert bool(run(state, locking, (3, 1), storm).of(ActiveLockGained)) is stands


@pytest.mark.rule("fieldmanual.event-em-storm", "fieldmanual.ecm-vs-active-lock")
def test_two_fumbles_in_a_storm_leave_a_lock_without_a_roll_standing() -> None:
    state = searching(piece("area", (40, 40, 41, 41), 1, rating="light"))
    state.switches["effects"] = "em-storm"
    assert run(state, locking, (1,), (1, 1)).of(ActiveLockGained)


@pytest.mark.rule("fieldmanual.cp-reroll-skill", "fieldmanual.active-lock")
def test_a_lock_that_succeeded_is_not_offered_again_unless_somebody_could_jam_it() -> None:
    for ecm, asks in [(0, []), (1, [("red", "reroll"), ("blue", "jam lock")])]:
        state = searching(ld=1, rank="commander")
        model(state, "blue-1", 30, perks={"Electronic Countermeasures": ecm} if ecm else {})
        pool(state, red=1)
        assert asked(run(state, locking, (4, 1))) == asks


# --- Forward Observation ---------------------------------------------------------------------------------------------


def locked(**more: Any) -> State:
    state = searching(**more)
    state.units["blue-1"].tokens["locked:red-1"] = 1
    activate(state, "red-1", free="blue-1")
    return state


@pytest.mark.rule("fieldmanual.forward-observation")
def test_the_free_action_pays_and_the_whole_side_profits() -> None:
    state = locked()
    run(state, observing)
    friend = model(state, "red-2", 5)
    assert state.units["red-1"].actions == 2
    assert free(state) == ""
    assert observers_for(state, state.units["blue-1"], friend) == ["red-1"]
    assert observers_of(state, state.units["blue-1"], "blue") == []


@pytest.mark.rule("fieldmanual.forward-observation")
def test_it_needs_an_active_lock_and_the_free_action_or_another() -> None:
    state = locked()
    state.units["blue-1"].tokens.clear()
    assert code(state, OBSERVE) == "lock"
    state.units["blue-1"].tokens["locked:red-1"] = 1
    activate(state, "red-1")
    assert code(state, OBSERVE) == ""
    run(state, observing)
    assert state.units["red-1"].actions == 1
    state.units["red-1"].actions = 0
    assert code(state, OBSERVE) == "no-action"
    activate(state, "red-1", free="blue-2")
    assert code(state, OBSERVE) == "no-action"
    assert code(state, ForwardObserve("red-1", "red-1")) == "target"


@pytest.mark.rule("fieldmanual.forward-observation", "fieldmanual.auto-comm")
def test_a_blocked_observation_serves_those_who_are_near_and_no_others() -> None:
    state = locked(auto_comm=4)
    near, far = model(state, "red-2", 10, 23), model(state, "red-3", 10, 40)
    jammer = model(state, "blue-2", 12, 30, ecm=3)
    assert jammer.actions == 1
    played = run(state, observing, (6, 6), (1, 2), replies=[Jam("blue-2")])
    blue = state.units["blue-1"]
    assert played.of(Observed)[0].blocked
    assert observers_for(state, blue, near) == ["red-1"]
    assert observers_for(state, blue, far) == []
    assert played.value == ("red-1", "red-2")


@pytest.mark.rule("fieldmanual.perk-target-designator")
@pytest.mark.parametrize(("rating", "marked"), [(0, False), (2, False), (3, True), (4, True)])
def test_a_designator_marks_what_is_no_more_concealed_than_its_rating(rating: int, marked: bool) -> None:
    state = locked(perks={"Target Designator": rating} if rating else {})
    run(state, observing)
    blue, friend = state.units["blue-1"], model(state, "red-2", 5)
    assert is_designated(state, blue, friend) is marked
    assert observers_for(state, blue, friend) == ["red-1"]
    assert not is_designated(state, blue, blue)


@pytest.mark.rule("fieldmanual.perk-target-designator", "fieldmanual.auto-comm")
def test_what_a_blocked_designator_marks_is_marked_for_those_near() -> None:
    state = locked(auto_comm=4, perks={"Target Designator": 3})
    near, far = model(state, "red-2", 10, 23), model(state, "red-3", 10, 40)
    model(state, "blue-2", 12, 30, ecm=3)
    run(state, observing, (6, 6), (1, 2), replies=[Jam("blue-2")])
    assert is_designated(state, state.units["blue-1"], near)
    assert not is_designated(state, state.units["blue-1"], far)


@pytest.mark.rule("fieldmanual.flaw-traceable-emissions")
def test_traceable_emissions_are_designated_for_everybody() -> None:
    state = locked()
    loud = model(state, "blue-3", 40, flaws={"Traceable Emissions": 1})
    assert is_traceable(loud)
    assert is_designated(state, loud, state.units["red-1"])
    assert not is_traceable(state.units["blue-1"])


# --- by drone --------------------------------------------------------------------------------------------------------


def with_drone(x: float = 24, y: float = 20) -> tuple[State, Unit]:
    state = searching(perks={"Recon Drone": 1}, auto_comm=20)
    drone = put(state, "red-1-drone", "recon-drone", x, y, parent="red-1", status=OUT)
    state.units["blue-1"].x = 34_000
    return state, drone


@pytest.mark.rule("fieldmanual.perk-drone-recon")
def test_the_owner_looks_from_its_drone_with_the_drones_ratings() -> None:
    state, drone = with_drone()
    red, blue = state.units["red-1"], state.units["blue-1"]
    assert has_lock(state, red, blue)
    drone.x = 10_000
    state.notes.clear()
    assert not has_lock(state, red, blue)
    test = lock_test(state, red, blue, True)
    assert skill_of(test.lines).modifier == 0
    assert skill_of(lock_test(state, red, blue, False).lines).modifier == 1


@pytest.mark.rule("fieldmanual.perk-drone-recon")
def test_the_drones_designator_replaces_that_of_its_owner() -> None:
    state, _ = with_drone()
    blue = state.units["blue-1"]
    blue.tokens["locked:red-1"] = 1
    assert code(state, ForwardObserve("red-1", "blue-1", drone=True)) == ""
    assert [option.order for option in offer_observations(state, state.units["red-1"])] == [
        OBSERVE,
        ForwardObserve("red-1", "blue-1", drone=True),
    ]
    played = run(state, lambda ctx: resolve_observation(ctx, ForwardObserve("red-1", "blue-1", drone=True)))
    assert played.of(Observed)[0].designated
    state, _ = with_drone()
    state.units["blue-1"].tokens["locked:red-1"] = 1
    assert not run(state, observing).of(Observed)[0].designated


@pytest.mark.rule("fieldmanual.perk-drone-recon", "fieldmanual.ecm-block")
def test_who_would_jam_the_drone_needs_lock_to_the_drone_and_not_to_its_owner() -> None:
    state, drone = with_drone()
    blue = model(state, "blue-1", 34, ecm=3)
    blue.tokens["locked:red-1"] = 1
    by_drone = lambda ctx: resolve_observation(ctx, ForwardObserve("red-1", "blue-1", drone=True))  # noqa: E731
    assert asked(run(state, by_drone)) == [("blue", "jam")]
    state.notes.clear()
    activate(state, "red-1", free="blue-1")
    assert asked(run(state, observing)) == []
    drone.x = 17_000
    state.notes.clear()
    activate(state, "red-1", free="blue-1")
    assert asked(run(state, by_drone)) == []
    state.notes.clear()
    state.units["red-1"].band = TOP
    assert asked(run(state, by_drone)) == [("blue", "jam")]
