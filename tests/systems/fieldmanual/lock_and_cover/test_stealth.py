"""Stealth in place of Concealment, and darkness and weather."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.lock_and_cover.lock import SEARCHLIT, concealment, has_combat_lock
from gearlock.systems.fieldmanual.state import COMBAT, FIRED, FIRED_MB, HIDING, STATIONARY, TOP
from systems.fieldmanual.lock_and_cover.scene import across, facing_off, perked
from systems.fieldmanual.tables import put

CASES = [
    # wall height, speed, rating 3: no cover no Stealth; some -1, partial 0, full +1; stationary +1, combat 0, top -1
    (None, STATIONARY, 0), (0.3, STATIONARY, 3), (0.3, COMBAT, 2), (0.3, TOP, 1), (0.8, STATIONARY, 4),
    (0.8, COMBAT, 3), (0.8, TOP, 2), (2, STATIONARY, 5), (2, COMBAT, 4), (2, TOP, 3),
]  # fmt: skip


@pytest.mark.rule("fieldmanual.perk-stealth")
@pytest.mark.parametrize(("top", "band", "points"), CASES)
def test_stealth_goes_by_cover_and_speed(top: float | None, band: str, points: int) -> None:
    walls = () if top is None else (across(11.5, 12, top, "light", "instance"),)
    state, red, blue = facing_off(*walls, band=band)
    assert concealment(state, red, perked(blue, Stealth=3)) == points


@pytest.mark.rule("fieldmanual.perk-stealth")
def test_no_other_modifier_applies_to_stealth_but_hiding() -> None:
    state, red, blue = facing_off(across(11.5, 12, 0.8, "light", "instance"), fired=["LAC"])
    perked(blue, Stealth=3)
    blue.tokens[FIRED] = 1
    assert concealment(state, red, blue) == 4
    blue.tokens[HIDING] = 1
    state.notes.clear()
    assert concealment(state, red, blue) == 5


@pytest.mark.rule("fieldmanual.perk-stealth")
def test_the_better_of_stealth_and_concealment_is_used() -> None:
    state, red, blue = facing_off(across(4, 12, 3, "heavy"))
    assert concealment(state, red, blue) == 8
    assert concealment(state, red, perked(blue, Stealth=3)) == 8


@pytest.mark.rule("fieldmanual.perk-stealth", "fieldmanual.flaw-lsp")
def test_a_large_profile_lowers_stealth_for_active_lock() -> None:
    state, red, blue = facing_off(across(11.5, 12, 0.8, "light", "instance"))
    perked(blue, Stealth=3, Large_Sensor_Profile=2)
    assert concealment(state, red, blue) == 4
    assert concealment(state, red, blue, active=True) == 2


@pytest.mark.rule("fieldmanual.perk-stealth", "fieldmanual.perk-aux")
def test_stealth_is_lost_with_the_auxiliaries() -> None:
    state, red, blue = facing_off(across(11.5, 12, 0.8, "light", "instance"), stats={"aux": ("Stealth",)})
    perked(blue, Stealth=3)
    assert concealment(state, red, blue) == 4
    blue.boxes = 4
    state.notes.clear()
    assert concealment(state, red, blue) == 0


@pytest.mark.rule("fieldmanual.perk-stealth", "fieldmanual.asset-observation-bunker")
def test_a_bunker_counts_its_stealth_in_the_open() -> None:
    state, red, _ = facing_off()
    bunker = put(state, "blue-9", "observation-bunker", 30, 14)
    assert concealment(state, red, bunker) == 2


@pytest.mark.rule("fieldmanual.effect-night")
@pytest.mark.parametrize(("deep", "band", "points"), [
    (0, STATIONARY, 1), (0, COMBAT, 0), (0, TOP, 0), (1, STATIONARY, 2), (2, STATIONARY, 4), (2, TOP, 2),
])  # fmt: skip
def test_night_doubles_terrain_and_hides_in_the_open(deep: float, band: str, points: int) -> None:
    state, red, blue = facing_off(*([across(4, 4 + deep, 3, "heavy")] if deep else []), band=band)
    state.switches["effects"] = "night"
    assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.effect-night")
def test_night_doubles_no_models_and_nothing_else() -> None:
    state, red, blue = facing_off(across(4, 5, 3, "heavy"), tokens={HIDING: 1})
    put(state, "blue-2", "jager", 16, 10)
    assert concealment(state, red, blue) == 4
    state.switches["effects"] = "night"
    state.notes.clear()
    assert concealment(state, red, blue) == 5


@pytest.mark.rule("fieldmanual.effect-night", "fieldmanual.perk-stealth")
@pytest.mark.parametrize(("words", "points"), [("night", 4), ("twilight", 4), ("", 0), ("fog", 1)])
def test_in_the_dark_stealth_works_in_the_open(words: str, points: int) -> None:
    """Rating 3, as in Some Cover -1, Stationary +1, and +1 for the dark."""
    state, red, blue = facing_off()
    state.switches["effects"] = words
    assert concealment(state, red, perked(blue, Stealth=3)) == (points if words != "fog" else 2)


@pytest.mark.rule("fieldmanual.effect-dawn-dusk")
@pytest.mark.parametrize(("deep", "band", "points"), [
    (0, STATIONARY, 1), (0, COMBAT, 0), (1, STATIONARY, 2), (3, STATIONARY, 4), (3, TOP, 2)
])  # fmt: skip
def test_dawn_and_dusk_add_one(deep: float, band: str, points: int) -> None:
    state, red, blue = facing_off(*([across(4, 4 + deep, 3, "heavy")] if deep else []), band=band)
    state.switches["effects"] = "twilight"
    assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.effect-dawn-dusk", "fieldmanual.effect-night")
@pytest.mark.parametrize(("words", "by_round"), [("dusk", [4, 4, 6, 6]), ("dawn", [4, 4, 3, 3])])
def test_dusk_turns_to_night_and_dawn_to_day_after_two_rounds(words: str, by_round: list[int]) -> None:
    state, red, blue = facing_off(across(4, 7, 3, "heavy"))
    state.switches["effects"] = words
    for number, points in enumerate(by_round, 1):
        state.round = number
        state.notes.clear()
        assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.effect-fog", "fieldmanual.effect-storm")
@pytest.mark.parametrize("words", ["fog", "storm", "fog storm", "blizzard"])
@pytest.mark.parametrize(("apart", "points"), [(5.99, 0), (6, 1), (11.99, 1), (12, 2), (30, 5)])
def test_fog_and_storm_hide_by_every_six_full_inches(words: str, apart: float, points: int) -> None:
    state, red, blue = facing_off(apart=apart)
    state.switches["effects"] = words
    assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.effect-fog", "fieldmanual.effect-storm")
@pytest.mark.parametrize(("words", "loss"), [("", 0), ("fog", 1), ("storm", 1), ("fog storm", 2), ("blizzard", 2)])
def test_muzzle_flashes_give_away_in_fog(words: str, loss: int) -> None:
    state, red, blue = facing_off(across(1, 2, 3, "heavy"), apart=30)
    state.switches["effects"] = words
    before = concealment(state, red, blue)
    blue.tokens[FIRED_MB] = 1
    state.notes.clear()
    assert concealment(state, red, blue) == before - loss


@pytest.mark.rule("fieldmanual.concealment-conditions")
def test_conditions_add_up_with_all_else() -> None:
    state, red, blue = facing_off(across(1, 3, 3, "heavy"), apart=13, band=COMBAT, fired=["LAC"])
    state.switches["effects"] = "night fog"
    assert concealment(state, red, blue) == 2 * 2 + 2 - 1 - 1
    assert not has_combat_lock(state, red, blue)


@pytest.mark.rule("fieldmanual.perk-searchlight", "fieldmanual.effect-night")
def test_who_is_lit_has_no_help_from_the_night() -> None:
    state, red, blue = facing_off(across(4, 6, 3, "heavy"), tokens={SEARCHLIT: 1})
    for words in ("night", "twilight"):
        state.switches["effects"] = words
        state.notes.clear()
        assert concealment(state, red, blue) == 2
    state, red, blue = facing_off(tokens={SEARCHLIT: 1})
    state.switches["effects"] = "night"
    assert concealment(state, red, perked(blue, Stealth=3)) == 0
