"""2.4: the playing field; 3.1: agreed modules; the reference sheets."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.battles.generated import RANDOM, ground_for, map_names, read_modules
from gearlock.systems.tactical.line_of_sight.terrain import TYPES, type_of
from gearlock.systems.tactical.melee import impact_speed
from gearlock.systems.tactical.movement.course import resolve_crash
from gearlock.systems.tactical.switches import MODULES, READINGS, SHEET_CRASHES, by_the_sheet
from systems.tactical.tables import play, put, table


@pytest.mark.rule("tactical.2.4")
def test_every_place_of_every_table_has_a_type() -> None:
    for ground in [ground_for(name, 0) for name in map_names()] + [ground_for(RANDOM, seed) for seed in range(4)]:
        pieces = [piece for piece in ground.pieces if piece.kind not in ("hill", "instance")]
        assert [piece.id for piece in pieces if type_of(piece) not in TYPES] == []
        assert all(len(piece.outline) >= 3 for piece in ground.pieces)


@pytest.mark.rule("tactical.2.4")
def test_the_table_of_a_large_battle_is_six_feet_by_four() -> None:
    assert (ground_for(RANDOM, 1, 2_000).width, ground_for(RANDOM, 1, 2_000).height) == (72_000, 48_000)
    assert (ground_for(RANDOM, 1, 1_999).width, ground_for(RANDOM, 1, 1_999).height) == (48_000, 36_000)


@pytest.mark.rule("tactical.3.1")
def test_modules_are_mixed_freely_and_off_unless_they_are_agreed_on() -> None:
    wrong: list[str] = []
    assert read_modules("", wrong) == read_modules("none", wrong) == {}
    assert read_modules("Cliffs, towing", wrong) == {"cliffs": "yes", "towing": "yes"}
    assert read_modules("all", wrong) == dict.fromkeys(MODULES, "yes")
    assert wrong == []
    assert read_modules("cliffs, magic", wrong) == {"cliffs": "yes"}
    assert len(wrong) == 1
    assert "magic" in wrong[0]


@pytest.mark.rule("tactical.ref-sheets")
def test_the_text_counts_unless_players_go_by_the_sheet() -> None:
    wrong: list[str] = []
    assert read_modules(SHEET_CRASHES, wrong) == {SHEET_CRASHES: "yes"}
    assert [by_the_sheet({name: "yes"}, name) for name in READINGS] == [True] * len(READINGS)
    assert not by_the_sheet({}, SHEET_CRASHES)
    assert not by_the_sheet({SHEET_CRASHES: "no"}, SHEET_CRASHES)
    assert [impact_speed("side", 6, 3, sheet) for sheet in (False, True)] == [6, 5]
    for word, token in (("no", "heavy"), ("yes", "light")):
        state = table()
        state.switches[SHEET_CRASHES] = word
        unit = put(state, "red-1", "hunter", 5, 5)
        play(state, lambda ctx: resolve_crash(ctx, "red-1", 4))
        assert unit.tokens == {token: 1}
