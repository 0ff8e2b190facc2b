"""ECM and ECCM: rolled now, at work from the next round on, compared in Initiative."""

from __future__ import annotations

import pytest

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.sensors.sensors import (
    CANCELLED,
    Communicated,
    CutOff,
    Emit,
    can_communicate,
    communication_lines,
    compare_jamming,
    emission_lines,
    jamming_threshold,
    offer_emissions,
    refuse_cut,
    refuse_emit,
    resolve_communication,
    resolve_cut,
    resolve_emit,
    resolve_passing,
)
from gearlock.systems.tactical.state import ECCM, ECCM_NEXT, ECM, ECM_NEXT, State, Unit
from systems.tactical.line_of_sight.scene import facing_off, fitted
from systems.tactical.tables import RIFLES, Played, play, put


def jammed() -> tuple[State, Unit, Unit]:
    """Blue has ECM 2, red ECCM 1; both see 40 in."""
    state, red, blue = facing_off(ecm="yes")
    return state, fitted(red, ECCM=1), fitted(blue, ECM=2)


def emit(state: State, order: Emit, *dice: tuple[int, ...]) -> Played:
    def script(ctx: Ctx[State]) -> Script[None]:
        yield from resolve_emit(ctx, order)

    return play(state, script, *dice)


def compare(state: State) -> Played:
    return play(state, compare_jamming)


@pytest.mark.rule("tactical.3.3.1-ecm", "tactical.7.2-ecm")
def test_ecm_is_rolled_at_once_and_works_from_the_next_round_on() -> None:
    state, red, blue = jammed()
    emit(state, Emit("blue-1", "ecm"), (5,))
    assert (blue.actions, blue.tokens) == (0, {ECM_NEXT: 7})
    assert jamming_threshold(state, red) == -1
    compare(state)
    assert blue.tokens == {ECM: 7}
    assert (jamming_threshold(state, red), jamming_threshold(state, blue)) == (7, -1)
    compare(state)
    assert jamming_threshold(state, red) == 7  # it stays on


@pytest.mark.rule("tactical.3.3.1-ecm", "tactical.3.1")
def test_nothing_jams_in_a_battle_without_ecm() -> None:
    state, red, blue = jammed()
    blue.tokens[ECM] = 3
    state.switches["ecm"] = "no"
    assert jamming_threshold(state, red) == -1


@pytest.mark.rule("tactical.3.3.1-ecm")
def test_ecm_reaches_as_far_as_the_sensors_of_its_emitter() -> None:
    state, red, blue = jammed()
    blue.tokens[ECM] = 3
    for away, threshold in ((40000, 3), (40001, -1)):
        blue.x = red.x + away
        assert jamming_threshold(state, red) == threshold
    blue.x = red.x + 1000
    put(state, "blue-2", blue.card, 20, 20).tokens[ECM] = 5
    assert jamming_threshold(state, red) == 5
    state.units["blue-2"].harm["aux:ECM"] = 5
    assert jamming_threshold(state, red) == 3
    blue.status = "wreck"
    assert jamming_threshold(state, red) == -1


@pytest.mark.rule("tactical.3.3.1-eccm", "tactical.7.2-eccm")
@pytest.mark.parametrize(("eccm", "works"), [(4, True), (5, False), (6, False)])
def test_eccm_that_is_as_strong_cancels_an_ecm(eccm: int, works: bool) -> None:
    state, red, blue = jammed()
    blue.tokens[ECM_NEXT], red.tokens[ECCM_NEXT] = 5, eccm
    compare(state)
    assert (jamming_threshold(state, red) == 5) == works
    assert (CANCELLED in blue.tokens) != works
    del red.tokens[ECCM]
    compare(state)
    assert jamming_threshold(state, red) == 5  # cancelled for one round


@pytest.mark.rule("tactical.3.3.1-eccm")
def test_eccm_reaches_its_own_sensor_range_and_spares_friends() -> None:
    state, red, blue = jammed()
    friend = fitted(put(state, "red-2", "hunter", 11, 12), ECM=1)
    friend.tokens[ECM], blue.tokens[ECM], red.tokens[ECCM] = 2, 2, 6
    blue.x = red.x + 40001
    compare(state)
    assert (CANCELLED in blue.tokens, CANCELLED in friend.tokens) == (False, False)
    blue.x -= 1
    compare(state)
    assert (CANCELLED in blue.tokens, CANCELLED in friend.tokens) == (True, False)


@pytest.mark.rule("tactical.3.3.1-reroll")
def test_a_threshold_rolled_anew_stands_even_if_it_is_lower() -> None:
    state, red, blue = jammed()
    blue.tokens[ECM], blue.actions = 7, 1
    emit(state, Emit("blue-1", "ecm"), (2,))
    assert (blue.tokens, jamming_threshold(state, red)) == ({ECM: 7, ECM_NEXT: 4}, 7)
    compare(state)
    assert jamming_threshold(state, red) == 4
    red.actions = 1
    emit(state, Emit("red-1", "eccm"), (3,))
    compare(state)
    assert (red.tokens, CANCELLED in blue.tokens) == ({ECCM: 4}, True)


@pytest.mark.rule("tactical.3.3.1-ecm", "tactical.3.3.1-eccm")
def test_jammers_are_refused_with_a_reason_and_switched_off_for_nothing() -> None:
    state, _, blue = jammed()

    def code(order: Emit) -> str:
        refusal = refuse_emit(state, order)
        return "" if refusal is None else refusal.code

    assert code(Emit("blue-1", "ecm")) == ""
    assert code(Emit("blue-1", "eccm")) == "perk"
    assert code(Emit("blue-1", "radio")) == "system"
    blue.actions = 0
    assert code(Emit("blue-1", "ecm")) == "no-action"
    cut = CutOff("blue-1", "ecm")
    assert refuse_cut(state, cut) is not None
    blue.tokens.update({ECM: 4, ECM_NEXT: 5, CANCELLED: 1})
    assert refuse_cut(state, cut) is None
    assert [option.order for option in offer_emissions(state, blue)] == [cut]
    play(state, lambda ctx: resolve_cut(ctx, cut))
    assert (blue.tokens, blue.actions) == ({}, 0)
    state.switches["ecm"] = "no"
    assert code(Emit("blue-1", "ecm")) == "module"


@pytest.mark.rule("tactical.7.2-ecm", "tactical.7.2-eccm")
def test_the_rating_and_its_damage_count_on_the_roll() -> None:
    _, red, blue = jammed()
    blue.harm["aux:ECM"] = 1
    assert [line.value for line in emission_lines(blue, ECM)] == [1, 2, -1]
    red.extra = 1
    assert [line.value for line in emission_lines(red, ECCM)] == [1, 1, -1]


def passing(state: State, *dice: tuple[int, ...]) -> Played:
    def script(ctx: Ctx[State]) -> Script[bool]:
        return (yield from resolve_passing(ctx, "red-1"))

    return play(state, script, *dice)


@pytest.mark.rule("tactical.3.3.1-command-points")
def test_a_command_point_needs_a_roll_only_under_ecm() -> None:
    state, _, blue = jammed()
    assert passing(state).value is True
    blue.tokens[ECM] = 4
    assert passing(state, (4,)).value is False
    assert passing(state, (5,)).value is True
    blue.tokens[CANCELLED] = 1
    assert passing(state).value is True


@pytest.mark.rule("tactical.3.3.1-command-points", "tactical.3.3.1-ecm")
def test_communication_is_electronic_warfare_with_the_rating_and_squads_have_minus_2() -> None:
    state, red, blue = jammed()
    red.level = 4
    assert [line.value for line in communication_lines(red)] == [3, 1]
    squad = put(state, "red-2", RIFLES, 10, 12, level=3)
    assert [line.value for line in communication_lines(squad)] == [3, -2]
    red.harm["aux:communications"], red.extra = 1, 2
    assert [line.value for line in communication_lines(red, is_action=True)] == [3, 1, -1, -2]
    assert can_communicate(red)
    red.harm["aux:communications"] = 5
    assert not can_communicate(red)
    blue.tokens[ECM] = 0
    red.level = 2

    def script(ctx: Ctx[State]) -> Script[bool]:
        return (yield from resolve_communication(ctx, "red-1", "fire observed"))

    played = play(state, script, (1,))
    (event,) = played.of(Communicated)
    assert (played.value, event.passed, event.against) == (False, False, 0)


@pytest.mark.rule("tactical.3.3.1-ecm")
def test_nothing_is_compared_anew_after_a_draw() -> None:
    state, _, blue = jammed()
    assert compare(state).events == []
    blue.tokens[ECM_NEXT] = 3
    assert len(compare(state).events) == 1
    assert compare(state).events == []
    blue.harm["aux:ECM"] = 5
    assert len(compare(state).events) == 1
    assert blue.tokens == {}


@pytest.mark.rule("tactical.3.3.1-ecm")
def test_a_fumbled_jammer_jams_at_nothing_and_is_still_on() -> None:
    state, red, blue = jammed()
    emit(state, Emit("blue-1", "ecm"), (1,))
    compare(state)
    assert (blue.tokens, jamming_threshold(state, red)) == ({ECM: 0}, 0)


@pytest.mark.rule("tactical.3.3.1-reroll", "tactical.3.3.1-eccm")
def test_offers_say_what_is_rolled_anew_and_a_cancelled_jammer_is_told_once() -> None:
    state, red, blue = jammed()
    assert [option.label for option in offer_emissions(state, blue)] == ["Switch the ECM on"]
    for token in (ECM, ECM_NEXT):
        blue.tokens = {token: 4}
        labels = [option.label for option in offer_emissions(state, blue)]
        assert labels == ["Roll the ECM anew for the next round", "Switch the ECM off"]
    red.tokens[ECCM] = 6
    assert len(compare(state).events) == 1
    assert compare(state).events == []
