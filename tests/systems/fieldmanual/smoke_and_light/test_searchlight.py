"""Searchlights in the dark, and hatches that are opened."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.fieldmanual.lock_and_cover.lock import SEARCHLIT, concealment, has_combat_lock
from gearlock.systems.fieldmanual.rounds import RoundEnded
from gearlock.systems.fieldmanual.smoke_and_light import (
    Illuminate,
    PopHatch,
    offer_lights,
    refuse_hatch,
    refuse_light,
    resolve_hatch,
    resolve_light,
)
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.table.terrain import Piece
from systems.fieldmanual.tables import activate, piece, play, put, table


def lit(*pieces: Piece, words: str = "night", arc: str = "FF", apart: float = 12, **more: Any) -> tuple[State, Unit]:
    """A model with a searchlight of 12 in and a wood before its enemy."""
    state = table(piece("area", (18, 5, 21, 15), 3, rating="heavy", id="wood"), *pieces)
    stats = {"perks": {"Searchlight": 12}, "details": {"Searchlight": arc}}
    unit = put(state, "red-1", "jager", 10, 10, more.pop("facing", 0), stats=stats, **more)
    put(state, "blue-1", "jager", 11 + apart, 10)
    state.switches["effects"] = words
    activate(state, "red-1")
    return state, unit


@pytest.mark.rule("fieldmanual.perk-searchlight")
@pytest.mark.parametrize("words", ["night", "twilight", "dusk"])
def test_a_light_takes_the_darkness_off_both_for_everybody(words: str) -> None:
    state, unit = lit(words=words)
    blue, friend = state.units["blue-1"], put(state, "red-2", "jager", 10, 12)
    dark = (concealment(state, friend, blue), concealment(state, blue, unit))
    assert refuse_light(state, Illuminate("red-1", "blue-1")) is None
    play(state, lambda ctx: resolve_light(ctx, Illuminate("red-1", "blue-1")))
    state.notes.clear()
    assert concealment(state, friend, blue) == concealment(state, unit, blue) == 3
    assert concealment(state, blue, unit) == 3
    assert concealment(state, blue, friend) == dark[0]
    assert dark[0] > 3
    assert unit.actions == 1
    play(state, lambda ctx: ctx.emit(RoundEnded()))
    assert SEARCHLIT not in unit.tokens
    assert SEARCHLIT not in blue.tokens
    assert refuse_light(state, Illuminate("red-1", "blue-1")) is None


@pytest.mark.rule("fieldmanual.perk-searchlight")
@pytest.mark.parametrize(("apart", "code"), [(12, ""), (12.001, "range")])
def test_the_light_has_a_range(apart: float, code: str) -> None:
    state, _ = lit(apart=apart)
    refusal = refuse_light(state, Illuminate("red-1", "blue-1"))
    assert (refusal.code if refusal else "") == code


@pytest.mark.rule("fieldmanual.perk-searchlight")
@pytest.mark.parametrize(("arc", "facing", "code"), [("FF", 0, ""), ("FF", 90, "arc"), ("F", 90, ""), ("T", 180, "")])
def test_the_light_has_an_arc(arc: str, facing: float, code: str) -> None:
    state, _ = lit(arc=arc, facing=facing)
    refusal = refuse_light(state, Illuminate("red-1", "blue-1"))
    assert (refusal.code if refusal else "") == code


@pytest.mark.rule("fieldmanual.perk-searchlight")
def test_one_model_a_round_and_only_in_the_dark() -> None:
    state, unit = lit()
    put(state, "blue-2", "jager", 20, 12)
    assert [option.order for option in offer_lights(state, unit)] == [
        Illuminate("red-1", "blue-1"),
        Illuminate("red-1", "blue-2"),
    ]
    play(state, lambda ctx: resolve_light(ctx, Illuminate("red-1", "blue-1")))
    again = refuse_light(state, Illuminate("red-1", "blue-2"))
    assert again is not None
    assert again.code == "again"
    assert list(offer_lights(state, unit)) == []
    for words in ("", "fog", "dawn"):
        state, unit = lit(words=words)
        state.round = 3
        refusal = refuse_light(state, Illuminate("red-1", "blue-1"))
        assert refusal is not None
        assert refusal.code == "light"


@pytest.mark.rule("fieldmanual.perk-searchlight")
@pytest.mark.parametrize(("target", "code"), [("nobody", "target"), ("red-1", "target"), ("blue-1", "solid")])
def test_what_a_light_is_not_turned_on(target: str, code: str) -> None:
    state, _ = lit(piece("hill", (15, 5, 16, 15), 3, id="hill"))
    refusal = refuse_light(state, Illuminate("red-1", target))
    assert refusal is not None
    assert refusal.code == code


@pytest.mark.rule("fieldmanual.perk-searchlight")
def test_without_a_light_there_is_none() -> None:
    state, _ = lit()
    refusal = refuse_light(state, Illuminate("blue-1", "red-1"))
    assert refusal is not None
    assert refusal.code == "perk"


@pytest.mark.rule("fieldmanual.flaw-sensor-dependent")
def test_a_hatch_is_popped_without_an_action_for_the_rest_of_the_round() -> None:
    state = table(piece("area", (5, 5, 25, 15), 3, rating="heavy", id="wood"))
    tank = put(state, "red-1", "aller", 10, 10)
    blue = put(state, "blue-1", "jager", 16, 10)
    activate(state, "red-1")
    assert not has_combat_lock(state, tank, blue)
    assert [option.order for option in offer_lights(state, tank)] == [PopHatch("red-1")]
    had = tank.actions
    play(state, lambda ctx: resolve_hatch(ctx, PopHatch("red-1")))
    state.notes.clear()
    assert has_combat_lock(state, tank, blue)
    assert tank.actions == had
    again = refuse_hatch(state, PopHatch("red-1"))
    assert again is not None
    assert again.code == "done"
    play(state, lambda ctx: ctx.emit(RoundEnded()))
    assert refuse_hatch(state, PopHatch("red-1")) is None
    never = refuse_hatch(state, PopHatch("blue-1"))
    assert never is not None
    assert never.code == "flaw"
