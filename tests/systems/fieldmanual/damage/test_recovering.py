"""Damage levels, Stun counters, fires and falls: what they do and what is done about them."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.fieldmanual.damage.damage import (
    Quench,
    ShakeStun,
    StandUp,
    attack_damage_lines,
    defense_damage_lines,
    refuse_top_speed,
    terrain_lines,
)
from gearlock.systems.fieldmanual.damage.recovering import (
    offer_recovery,
    offer_relief,
    offer_stun,
    refuse_quench,
    refuse_shake,
    refuse_stand_up,
    resolve_fires,
    resolve_quench,
    resolve_shake,
    resolve_stand_up,
)
from gearlock.systems.fieldmanual.dice_tests import damage_lines
from gearlock.systems.fieldmanual.state import BURNING, COMBAT, DEAD, FALLEN, STUN, TOP, State
from systems.fieldmanual.attacks.range import code_of
from systems.fieldmanual.tables import mils, play, put, table


def scene(**more: Any) -> State:
    state = table()
    put(state, "red-1", "jager", 24, 24, **more)
    return state


@pytest.mark.rule("fieldmanual.damage-sturdy", "fieldmanual.damage-light", "fieldmanual.damage-heavy")
@pytest.mark.rule("fieldmanual.damage-critical", "fieldmanual.damage-levels")
def test_each_level_replaces_the_one_before() -> None:
    for boxes, terrain, skills in ((0, 0, 0), (1, 0, 0), (2, -1, 0), (3, 0, -1), (4, 0, -2)):
        unit = scene(boxes=boxes).units["red-1"]
        assert sum(line.value for line in terrain_lines(unit)) == terrain
        assert sum(line.value for line in damage_lines(unit)) == skills
        assert attack_damage_lines(unit) == defense_damage_lines(unit) == damage_lines(unit)


@pytest.mark.rule("fieldmanual.damage-heavy", "fieldmanual.damage-critical", "fieldmanual.flaw-exposed-movement")
@pytest.mark.parametrize(("flaws", "closed"), [({}, (3, 4)), ({"Exposed Movement": 1}, (2, 3, 4))])
def test_who_is_too_damaged_may_not_choose_top_speed(flaws: dict[str, int], closed: tuple[int, ...]) -> None:
    found = [boxes for boxes in range(5) if refuse_top_speed(scene(boxes=boxes, stats={"flaws": flaws}).units["red-1"])]
    assert tuple(found) == closed


@pytest.mark.rule("fieldmanual.stun", "fieldmanual.action-costs")
def test_an_action_removes_a_stun_counter() -> None:
    state = scene(tokens={STUN: 1})
    assert refuse_shake(state, ShakeStun("red-1")) is None
    play(state, lambda ctx: resolve_shake(ctx, ShakeStun("red-1")))
    assert (state.units["red-1"].tokens, state.units["red-1"].actions) == ({}, 0)
    refused = refuse_shake(state, ShakeStun("red-1"))
    assert code_of(refused) == "no-stun"
    state.units["red-1"].tokens[STUN] = 1
    refused = refuse_shake(state, ShakeStun("red-1"))
    assert code_of(refused) == "no-action"


@pytest.mark.rule("fieldmanual.stun")
@pytest.mark.parametrize(
    ("band", "skill", "actions", "asked"),
    [(TOP, "defense", 1, 1), (COMBAT, "defense", 1, 0), (COMBAT, "attack", 1, 1), (TOP, "defense", 0, 0)],
)
def test_who_is_about_to_roll_may_shake_it_off_at_any_time(band: str, skill: str, actions: int, asked: int) -> None:
    state = scene(tokens={STUN: 1}, band=band, actions=actions)
    played = play(state, lambda ctx: offer_relief(ctx, "red-1", skill), answer=lambda _s, _a: ShakeStun("red-1"))
    assert len(played.asks) == asked
    assert state.units["red-1"].token(STUN) == 1 - asked
    assert len(list(offer_stun(scene(tokens={STUN: 1}), played.asks[0]))) == 2 if asked else True


@pytest.mark.rule("fieldmanual.wt-sustained-burn")
@pytest.mark.parametrize(("face", "boxes", "burns"), [(4, 0, 0), (5, 1, 1), (6, 1, 1)])
def test_a_fire_goes_out_or_fills_a_box(face: int, boxes: int, burns: int) -> None:
    state = scene(tokens={BURNING: 1})
    play(state, resolve_fires, (face,))
    assert (state.units["red-1"].boxes, state.units["red-1"].token(BURNING)) == (boxes, burns)


@pytest.mark.rule("fieldmanual.wt-sustained-burn", "fieldmanual.damage-dead")
def test_fire_kills_who_has_no_box_left() -> None:
    state = scene(tokens={BURNING: 1}, boxes=4)
    play(state, resolve_fires, (6,))
    assert state.units["red-1"].status == DEAD
    play(state, resolve_fires)


@pytest.mark.rule("fieldmanual.wt-sustained-burn")
def test_an_action_puts_out_a_fire_of_ones_own_or_of_who_is_in_contact() -> None:
    state = scene(tokens={BURNING: 1}, actions=2)
    put(state, "red-2", "jager", 25, 24, tokens={BURNING: 1})
    put(state, "red-3", "jager", 24, 25.011, tokens={BURNING: 1})
    found = {name: refuse_quench(state, Quench("red-1", name)) for name in ("", "red-1", "red-2", "red-3", "red-9")}
    assert {name: why.code if why else "" for name, why in found.items()} == {
        "": "", "red-1": "", "red-2": "", "red-3": "contact", "red-9": "target",
    }  # fmt: skip
    assert len(list(offer_recovery(state, state.units["red-1"]))) == 2
    play(state, lambda ctx: resolve_quench(ctx, Quench("red-1", "red-2")))
    assert [state.units[name].token(BURNING) for name in ("red-1", "red-2")] == [1, 0]
    assert state.units["red-1"].actions == 1
    why = refuse_quench(state, Quench("red-1", "red-2"))
    assert code_of(why) == "no-fire"
    state.units["red-3"].y = mils(25)
    state.units["red-1"].actions = 0
    why = refuse_quench(state, Quench("red-1", "red-3"))
    assert code_of(why) == "no-action"


@pytest.mark.rule("fieldmanual.option-walker-knockdown")
def test_standing_up_takes_an_action() -> None:
    state = scene(tokens={FALLEN: 1})
    assert refuse_stand_up(state, StandUp("red-1")) is None
    play(state, lambda ctx: resolve_stand_up(ctx, StandUp("red-1")))
    assert (state.units["red-1"].tokens, state.units["red-1"].actions) == ({}, 0)
    why = refuse_stand_up(state, StandUp("red-1"))
    assert code_of(why) == "standing"
