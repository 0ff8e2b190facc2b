"""Communication Events: blocked by ECM, aided by ECCM, heard in Auto Comm; EM storms and EW Homing."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.dice_tests import skill_of
from gearlock.systems.fieldmanual.electronic_warfare import (
    CommEventEnded,
    Counter,
    EccmUsed,
    EcmUsed,
    Home,
    HomedIn,
    Jam,
    can_counter,
    can_help,
    can_jam,
    can_jam_lock,
    comm_lines,
    ecm_test,
    in_auto_comm,
    resolve_comm_event,
)
from gearlock.systems.fieldmanual.state import ABOARD, FALLEN, STUN, State
from systems.fieldmanual.radio import BOOK, asked, model, refusal, run
from systems.fieldmanual.tables import activate, piece, table

WALL = piece("hill", (30, 0, 31, 48), 4)
"""Solid, across the whole table."""


def event(unit: str = "red-1", **more: Any) -> Any:
    def script(ctx: Ctx[State]) -> Script[bool]:
        return resolve_comm_event(ctx, unit, "test", **more)

    return script


def face_off(**jammer: Any) -> State:
    """Red sends, blue may jam from 15 in away, in the open."""
    state = table()
    model(state, "red-1", 10, comm=1)
    model(state, "blue-1", 25, ecm=1, **jammer)
    return state


# --- the worked example --------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.ew-diagram", "fieldmanual.comm-events")
def test_the_diagram_an_attempt_ecm_against_it_and_eccm_for_it_then_the_rolls() -> None:
    state = face_off()
    model(state, "red-2", 8, eccm=2)
    played = run(state, event(), (5, 3), (2, 1), (4, 1), replies=[Jam("blue-1"), Counter("red-2")])
    assert asked(played) == [("blue", "jam"), ("red", "counter")]
    assert [roll.unit for roll in played.rolls] == ["blue-1", "red-1", "red-2"]
    assert played.of(CommEventEnded) == [CommEventEnded("red-1", "test", 6, 6, blocked=False)]
    assert played.value is True
    assert [state.units[name].actions for name in ("blue-1", "red-2")] == [0, 0]
    assert state.units["red-1"].actions == 1


@pytest.mark.rule("fieldmanual.comm-events")
def test_nobody_rolls_where_nobody_jams() -> None:
    state = face_off()
    played = run(state, event())
    assert played.value is True
    assert asked(played) == [("blue", "jam")]
    assert played.rolls == []
    assert state.units["blue-1"].actions == 1


# --- ECM -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.ecm-block", "fieldmanual.perk-ecm")
@pytest.mark.parametrize(("jammer", "own", "passes"), [((4, 1), (4, 1), True), ((5, 1), (4, 1), False)])
def test_the_jammer_must_be_higher_and_adds_its_rating(jammer: Any, own: Any, passes: bool) -> None:
    """Blue: highest + ECM 1. Red: highest + Comm 1, so that a 4 against a 4 is a tie."""
    played = run(face_off(), event(), jammer, own, replies=[Jam("blue-1")])
    assert played.value is passes


@pytest.mark.rule("fieldmanual.ecm-block")
def test_a_jammer_needs_ecm_that_works_an_action_and_lock_to_the_sender() -> None:
    state = face_off()
    red, blue = state.units["red-1"], state.units["blue-1"]
    assert can_jam(state, blue, red)
    assert not can_jam(state, red, red)
    blue.actions = 0
    assert not can_jam(state, blue, red)
    assert refusal(state, Jam("blue-1"), "jam", about=("red-1",)) == "jam"
    blue.actions, blue.boxes = 1, 4
    assert blue.level == "C"
    assert not can_jam(state, blue, red)
    blue.boxes = 3
    assert can_jam(state, blue, red)
    blue.tokens[FALLEN] = 1
    assert not can_jam(state, blue, red)
    blue.tokens.clear()
    blue.status = ABOARD
    assert not can_jam(state, blue, red)
    walled = table(WALL)
    model(walled, "red-1", 20)
    model(walled, "blue-1", 40, ecm=3)
    assert not can_jam(walled, walled.units["blue-1"], walled.units["red-1"])
    assert run(walled, event()).asks == []
    walled.units["red-1"].tokens["locked:blue-1"] = 1
    assert can_jam(walled, walled.units["blue-1"], walled.units["red-1"])


@pytest.mark.rule("fieldmanual.ecm-block")
def test_friends_and_models_without_ecm_do_not_jam() -> None:
    state = face_off()
    model(state, "red-2", 12, ecm=2)
    model(state, "blue-2", 24)
    assert refusal(state, Jam("blue-2"), "jam", about=("red-1",)) == "jam"
    assert refusal(state, Jam("red-2"), "jam", seat="blue", about=("red-1",)) == "unit"
    assert refusal(state, Jam("nobody"), "jam", seat="blue", about=("red-1",)) == "unit"


@pytest.mark.rule("fieldmanual.comm-events", "fieldmanual.active-lock")
def test_the_free_action_of_an_active_lock_pays_for_ecm() -> None:
    state = face_off(actions=0)
    activate(state, "blue-1", free="red-1")
    played = run(state, event(), (1, 2), (6, 1), replies=[Jam("blue-1")])
    assert played.value is True
    assert state.activation is not None
    assert state.activation.free == ""
    assert state.units["blue-1"].actions == 0


@pytest.mark.rule("fieldmanual.comm-events", "fieldmanual.active-lock")
def test_the_free_action_of_somebody_else_pays_for_nothing() -> None:
    state = face_off()
    activate(state, "red-1", free="blue-1")
    run(state, event(), (1, 2), (6, 1), replies=[Jam("blue-1")])
    assert state.activation is not None
    assert state.activation.free == "blue-1"
    assert state.units["blue-1"].actions == 0
    assert not can_jam(state, state.units["blue-1"], state.units["red-1"])


@pytest.mark.rule("fieldmanual.ecm-combined")
def test_each_helper_adds_a_die_and_needs_lock_to_the_jammer_alone() -> None:
    state = table(piece("hill", (27, 22, 29, 48), 4))
    model(state, "red-1", 10, comm=1)
    model(state, "blue-1", 25, 15, ecm=1)
    far = model(state, "blue-2", 33, 16, ecm=3)
    state.units["red-1"].y = 30_000
    far.y = 21_000
    assert not can_jam(state, far, state.units["red-1"])
    assert can_help(state, far, state.units["blue-1"])
    played = run(state, event(), (5, 1, 1), (5, 1), replies=[Jam("blue-1", ("blue-2",))])
    assert played.rolls[0].count == 3
    assert played.of(EcmUsed) == [EcmUsed("blue-1", "red-1", ("blue-2",))]
    assert [state.units[name].actions for name in ("blue-1", "blue-2")] == [0, 0]


@pytest.mark.rule("fieldmanual.ecm-combined")
def test_helpers_need_ecm_and_an_action_and_help_once() -> None:
    state = face_off()
    helper, plain = model(state, "blue-2", 26, ecm=1), model(state, "blue-3", 27)
    about: dict[str, Any] = {"kind": "jam", "about": ("red-1",)}
    assert refusal(state, Jam("blue-1", ("blue-2",)), **about) == ""
    assert refusal(state, Jam("blue-1", ("blue-2", "blue-2")), **about) == "helper"
    assert refusal(state, Jam("blue-1", ("blue-3",)), **about) == "helper"
    assert refusal(state, Jam("blue-1", ("blue-1",)), **about) == "helper"
    assert refusal(state, Jam("blue-1", ("nobody",)), **about) == "helper"
    helper.actions = 0
    assert refusal(state, Jam("blue-1", ("blue-2",)), **about) == "helper"
    assert plain.actions == 1


@pytest.mark.rule("fieldmanual.ecm-vs-active-lock")
def test_who_may_jam_a_lock_needs_lock_to_the_friend_and_none_to_the_enemy() -> None:
    state = table(WALL)
    model(state, "red-1", 20)
    own, friend = model(state, "blue-1", 40, ecm=1), model(state, "blue-2", 45)
    assert can_jam_lock(state, own, own)
    assert can_jam_lock(state, own, friend)
    assert not can_jam(state, own, state.units["red-1"])
    friend.x = 10_000
    assert not can_jam_lock(state, own, friend)
    assert not can_jam_lock(state, friend, friend)


@pytest.mark.rule("fieldmanual.ecm-block", "fieldmanual.ecm-combined", "fieldmanual.ecm-vs-active-lock")
def test_what_is_offered_to_jammers_and_refused() -> None:
    state = face_off()
    model(state, "blue-2", 26, 22, ecm=1)
    model(state, "blue-3", 27, 24)
    jams = [option.order for option in BOOK.options(state, Ask("blue", "jam", "", ("red-1",)))]
    assert jams[:4] == [Jam("blue-1"), Jam("blue-1", ("blue-2",)), Jam("blue-2"), Jam("blue-2", ("blue-1",))]
    locks = [option.order for option in BOOK.options(state, Ask("blue", "jam lock", "", ("blue-3",)))]
    assert locks == [*jams[:4], jams[-1]]
    assert refusal(state, Jam("blue-3"), "jam lock", about=("blue-1",)) == "jam"
    assert refusal(state, Jam("blue-1"), "jam lock", about=("blue-1",)) == ""
    model(state, "red-2", 12, 22, eccm=1)
    aid = [option.order for option in BOOK.options(state, Ask("red", "counter", "", ("red-1",)))]
    assert aid[0] == Counter("red-2")


# --- ECCM ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.eccm", "fieldmanual.perk-eccm")
def test_the_better_result_counts_and_the_friend_may_be_better_without_it() -> None:
    for own, aid, best in [((6, 2), (1, 2), 7), ((2, 1), (5, 5), 7), ((1, 1), (3, 1), 5)]:
        state = face_off()
        model(state, "red-2", 8, eccm=2)
        played = run(state, event(), (6, 6), own, aid, replies=[Jam("blue-1"), Counter("red-2")])
        assert played.of(CommEventEnded)[0].own == best
        assert played.of(EccmUsed) == [EccmUsed("red-2", "red-1")]


@pytest.mark.rule("fieldmanual.eccm")
def test_who_has_eccm_adds_it_to_its_own_roll_for_nothing() -> None:
    state = face_off()
    state.units.pop("red-1")
    model(state, "red-1", 10, comm=1, eccm=2)
    played = run(state, event(), (6, 1), (4, 1), replies=[Jam("blue-1")])
    assert played.of(CommEventEnded) == [CommEventEnded("red-1", "test", 7, 7, blocked=False)]
    assert asked(played) == [("blue", "jam")]
    assert state.units["red-1"].actions == 1


@pytest.mark.rule("fieldmanual.eccm")
def test_aid_needs_eccm_an_action_and_lock_to_the_friend() -> None:
    state = face_off()
    aide, red = model(state, "red-2", 8, eccm=2), state.units["red-1"]
    assert can_counter(state, aide, red)
    assert not can_counter(state, aide, aide)
    assert not can_counter(state, red, aide)
    assert not can_counter(state, state.units["blue-1"], red)
    aide.actions = 0
    assert refusal(state, Counter("red-2"), "counter", about=("red-1",)) == "counter"
    assert refusal(state, Counter("blue-1"), "counter", seat="red", about=("red-1",)) == "unit"
    played = run(state, event(), (6, 1), (6, 1), replies=[Jam("blue-1")])
    assert asked(played) == [("blue", "jam")]


@pytest.mark.rule("fieldmanual.eccm")
def test_only_one_aids_each_attempt() -> None:
    state = face_off()
    model(state, "red-2", 8, eccm=2)
    model(state, "red-3", 9, eccm=2)
    played = run(state, event(), (6, 1), (1, 1), (2, 1), replies=[Jam("blue-1"), Counter("red-2")])
    assert asked(played).count(("red", "counter")) == 1


# --- what the rolls are made of ------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.perk-backup-comms")
@pytest.mark.parametrize(("boxes", "backup", "modifier"), [(2, 0, 1), (3, 0, 0), (3, 1, 1), (4, 0, -1), (4, 1, 0)])
def test_backup_comms_ignore_one_point_of_damage(boxes: int, backup: int, modifier: int) -> None:
    state = table()
    perks = {"Backup Comms": 1} if backup else {}
    unit = model(state, "red-1", 10, comm=1, perks=perks, boxes=boxes)
    assert skill_of(comm_lines(unit)).modifier == modifier
    assert all(line.value for line in comm_lines(unit))


@pytest.mark.rule("fieldmanual.ecm-block", "fieldmanual.stun")
def test_a_stun_counter_hinders_a_jammer() -> None:
    state = table()
    unit = model(state, "blue-1", 10, comm=2, ecm=3)
    assert skill_of(ecm_test(unit, 2, "red-1").lines) == (4, 5)
    unit.tokens[STUN] = 1
    assert skill_of(ecm_test(unit, 0, "red-1").lines) == (2, 4)


# --- Automatic Communications ----------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.auto-comm")
def test_auto_comm_is_measured_from_edge_to_edge_and_needs_lock_to_the_sender() -> None:
    state = table(WALL)
    sender = model(state, "red-1", 10, auto_comm=4)
    near = model(state, "red-2", 15)
    assert in_auto_comm(state, sender, near)
    near.x += 1
    assert not in_auto_comm(state, sender, near)
    state.notes.clear()
    sender.x, near.x = 29_400, 32_000
    assert not in_auto_comm(state, sender, near)
    sender.tokens["locked:red-2"] = 1
    assert in_auto_comm(state, sender, near)


@pytest.mark.rule("fieldmanual.auto-comm")
def test_the_senders_radius_counts_not_the_receivers() -> None:
    state = table()
    sender, receiver = model(state, "red-1", 10, auto_comm=2), model(state, "red-2", 16, auto_comm=9)
    assert not in_auto_comm(state, sender, receiver)
    assert in_auto_comm(state, receiver, sender)
    assert in_auto_comm(state, sender, sender)


@pytest.mark.rule("fieldmanual.auto-comm", "fieldmanual.ecm-block")
def test_who_sits_in_a_transport_sends_from_it() -> None:
    state = face_off()
    carrier = model(state, "red-9", 12)
    red = state.units["red-1"]
    red.status, red.carrier, red.x = ABOARD, "red-9", 0
    assert can_jam(state, state.units["blue-1"], red)
    assert in_auto_comm(state, red, carrier)


# --- EM storm and EW Homing ------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.event-em-storm")
@pytest.mark.parametrize(
    ("storm", "own", "passes"), [((5,), (4, 1), True), ((6,), (4, 1), False), ((1,), (1, 1), True)]
)
def test_a_storm_contests_every_event_with_one_die_and_must_be_higher(storm: Any, own: Any, passes: bool) -> None:
    state = table()
    state.switches["effects"] = "em-storm"
    model(state, "red-1", 10, comm=1)
    played = run(state, event(), storm, own)
    assert played.value is passes
    assert played.asks == []


@pytest.mark.rule("fieldmanual.event-em-storm")
@pytest.mark.parametrize(("jammer", "storm", "against"), [((3, 1), (6,), 6), ((6, 1), (2,), 7)])
def test_the_higher_of_storm_and_jammer_counts(jammer: Any, storm: Any, against: int) -> None:
    state = face_off()
    state.switches["effects"] = "em-storm"
    played = run(state, event(), jammer, storm, (2, 1), replies=[Jam("blue-1")])
    assert played.of(CommEventEnded)[0].against == against


@pytest.mark.rule("fieldmanual.perk-ew-homing")
def test_homing_finds_who_rolled_with_comm_by_an_opposed_test() -> None:
    state = face_off()
    model(state, "blue-2", 26, homing=1, comm=1)
    dice = ((5, 1), (2, 1), (4, 1), (3, 1))
    played = run(state, event(), *dice, replies=[Jam("blue-1"), Home("blue-2", "red-1")])
    assert played.of(HomedIn) == [HomedIn("blue-2", "red-1")]
    assert state.units["red-1"].tokens == {"observed:blue-2": 1, "designated:blue-2": 1}
    assert state.units["blue-2"].actions == 0


@pytest.mark.rule("fieldmanual.perk-ew-homing")
def test_a_tie_finds_nobody_and_without_a_roll_there_is_nothing_to_find() -> None:
    state = face_off()
    model(state, "blue-2", 26, homing=1, comm=1)
    dice = ((5, 1), (2, 1), (4, 1), (4, 1))
    played = run(state, event(), *dice, replies=[Jam("blue-1"), Home("blue-2", "red-1")])
    assert played.of(HomedIn) == []
    assert state.units["red-1"].tokens == {}
    calm = face_off()
    model(calm, "blue-2", 26, homing=1)
    assert ("blue", "home") not in asked(run(calm, event()))


@pytest.mark.rule("fieldmanual.perk-ew-homing")
def test_the_jammer_may_be_found_too_and_homing_needs_no_lock() -> None:
    state = table(WALL)
    model(state, "red-1", 10)
    model(state, "blue-1", 25, ecm=1)
    model(state, "red-2", 40, homing=1)
    dice = ((5, 1), (6, 1), (4, 1), (3, 1))
    played = run(state, event(), *dice, replies=[Jam("blue-1"), Home("red-2", "blue-1")])
    assert played.of(HomedIn) == [HomedIn("red-2", "blue-1")]


@pytest.mark.rule("fieldmanual.perk-ew-homing")
def test_homing_needs_the_perk_an_action_and_somebody_who_rolled() -> None:
    state = face_off()
    homer = model(state, "blue-2", 26, homing=1)
    about: dict[str, Any] = {"kind": "home", "about": ("red-1",)}
    assert refusal(state, Home("blue-2", "red-1"), **about) == ""
    assert refusal(state, Home("blue-2", "blue-1"), **about) == "target"
    assert refusal(state, Home("blue-1", "red-1"), **about) == "unit"
    homer.actions = 0
    assert refusal(state, Home("blue-2", "red-1"), **about) == "unit"
