"""Table effects as facts: which hold in which round, and what they change."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual import table_effects as effects
from gearlock.systems.fieldmanual.state import State
from systems.fieldmanual.tables import table


def under(words: str, number: int = 1) -> State:
    state = table()
    state.switches["effects"] = words
    state.round = number
    return state


@pytest.mark.rule("fieldmanual.effect-night", "fieldmanual.effect-dawn-dusk")
@pytest.mark.parametrize(("words", "number", "night", "twilight"), [
    ("", 1, False, False), ("night", 1, True, False), ("night", 5, True, False), ("twilight", 1, False, True),
    ("twilight", 5, False, True), ("dusk", 1, False, True), ("dusk", 2, False, True), ("dusk", 3, True, False),
    ("dawn", 2, False, True), ("dawn", 3, False, False), ("fog storm", 1, False, False),
])  # fmt: skip
def test_darkness_goes_by_the_round(words: str, number: int, night: bool, twilight: bool) -> None:
    state = under(words, number)
    assert (effects.is_night(state), effects.is_twilight(state)) == (night, twilight)
    assert effects.is_dark(state) is (night or twilight)


@pytest.mark.rule("fieldmanual.effect-fog", "fieldmanual.effect-storm")
@pytest.mark.parametrize(("words", "flash", "fading", "never_open", "indirect"), [
    ("", 0, 0, False, 0), ("night", 0, 0, False, 0), ("fog", 1, 0, False, 0), ("storm", 1, 0, False, 0),
    ("fog storm", 2, 1, False, 0), ("blizzard", 2, 1, True, 1), ("fog blizzard", 2, 1, True, 1),
])  # fmt: skip
def test_storms_do_more_than_fog(words: str, flash: int, fading: int, never_open: bool, indirect: int) -> None:
    state = under(words)
    assert effects.muzzle_flash(state) == flash
    assert effects.fading_bonus(state) == fading
    assert effects.is_never_open(state) is never_open
    assert effects.indirect_penalty(state) == indirect


@pytest.mark.rule("fieldmanual.effect-fog")
@pytest.mark.parametrize(("mils", "points"), [(0, 0), (5999, 0), (6000, 1), (11_999, 1), (12_000, 2), (60_000, 10)])
def test_fog_counts_full_six_inches_once(mils: int, points: int) -> None:
    assert effects.fog_concealment(under(""), mils) == 0
    for words in ("fog", "storm", "fog storm", "blizzard"):
        assert effects.fog_concealment(under(words), mils) == points


@pytest.mark.rule("fieldmanual.event-variable-time")
def test_variable_time_calls_the_battle_off_from_four_on() -> None:
    assert not effects.has_variable_length(under("fog"))
    assert effects.has_variable_length(under("fog variable-time"))
    assert [effects.is_called_off(face) for face in range(1, 7)] == [False, False, False, True, True, True]
    assert effects.VARIABLE_FROM == 4


@pytest.mark.rule("fieldmanual.event-em-storm")
def test_an_em_storm_is_no_storm() -> None:
    assert effects.is_em_storm(under("em-storm"))
    assert not effects.is_em_storm(under("storm"))
    assert effects.fog_concealment(under("em-storm"), 60_000) == 0
