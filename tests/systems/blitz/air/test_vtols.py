"""17.7: VTOLs: nap of the earth and elevated."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.attacks.aiming import Attack, attack_distance, loaded
from gearlock.systems.blitz.attacks.pairs import Pair, attack_skill, elevation_dice
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage import Wound, hurt
from gearlock.systems.blitz.flow import step
from gearlock.systems.blitz.lock_and_cover.cover import has_lock, look_at
from gearlock.systems.blitz.movement.terrain import Move
from gearlock.systems.blitz.rounds import Activate, EndActivation
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    COMBAT,
    GONE,
    RIDING,
    State,
)
from gearlock.systems.blitz.transport import Disembark
from systems.blitz.fieldwork import WEST, activate, give, model, piece, refused, run, table

VTOL = "varis-south"


def vtol(*things: Any, posture: str = COMBAT, elevated: bool = True) -> State:
    state = table(model("red", VTOL, 10), model("blue", "hunter", 30, facing=WEST), *things)
    run(state, step(Ctx(state, BOOK.apply)), answers=[("activate", Activate("red", posture, elevated=elevated))])
    return state


@pytest.mark.rule("blitz.17.7")
@pytest.mark.rule("blitz.17.7b")
def test_an_elevated_vtol_flies_until_it_is_activated_again() -> None:
    wall = piece("instance", "heavy", 10.9, 15, 12, 25, 3)
    state = vtol(wall)
    red, blue = state.units["red"], state.units["blue"]
    assert ALOFT in red.tokens
    assert look_at(state, blue, red).dice == 0
    near = 20_000 - red.line.radius - blue.line.radius
    assert attack_distance(state, blue, red, loaded(blue, "LAC")) == near + 12_000
    assert attack_skill(Pair(state, blue, red, loaded(blue, "LAC")), True) == 6
    give(state, EndActivation("red"))
    assert ALOFT in state.units["red"].tokens
    low = vtol(wall, elevated=False)
    assert look_at(low, low.units["blue"], low.units["red"]).dice == 3
    assert attack_distance(low, low.units["blue"], low.units["red"], loaded(blue, "LAC")) == near


@pytest.mark.rule("blitz.17.7b")
@pytest.mark.rule("blitz.8.2d")
def test_an_elevated_vtol_shoots_from_above_over_what_stands_between() -> None:
    wall = piece("instance", "heavy", 15, 15, 17, 25, 3)
    for elevated, seen, die in ((True, True, 1), (False, False, 0)):
        state = vtol(wall, elevated=elevated)
        red, blue = state.units["red"], state.units["blue"]
        assert look_at(state, red, blue).sight == seen
        assert has_lock(state, red, blue) == seen
        assert elevation_dice(Pair(state, red, blue, loaded(red, "LLC"))) == die
    beside = vtol(piece("instance", "medium", 28.5, 15, 29, 25, 1))
    assert look_at(beside, beside.units["red"], beside.units["blue"]).adjacent == 2


@pytest.mark.rule("blitz.17.7")
def test_only_vtols_rise_and_not_braced() -> None:
    state = table(model("red", VTOL), model("red-2"))
    ask = Ask("red", "activate")
    for unit, posture, code in (("red", BRACED, "flying"), ("red-2", COMBAT, "elevated")):
        refusal = BOOK.refuse(state, ask, Activate(unit, posture, elevated=True))
        assert refusal is not None
        assert refusal.code == code


@pytest.mark.rule("blitz.17.7b")
def test_nobody_strikes_an_elevated_vtol_and_nobody_gets_out_of_one() -> None:
    state = vtol()
    state.units["blue"].x = 10_000 + state.units["red"].line.radius + 500
    state.turn = "blue"
    activate(state, "blue")
    assert refused(state, Attack("blue", "LVB", ("red",))) == "aloft"
    squad = model("red-s", "north-infantry-squad", carrier="red", status=RIDING)
    state = vtol(squad)
    assert refused(state, Disembark("red", "red-s", 10_000, 22_000)) == "aloft"
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    hurt(ctx, Wound("red", "blue", "LAC", state.units["red"].line.bulk - 1))
    hurt(ctx, Wound("red", "blue", "LAC", 1))
    assert state.units["red"].status == GONE
    assert not run(state, step(ctx)).rolls, "no test saves anybody"
    assert state.units["red-s"].status == GONE


@pytest.mark.rule("blitz.17.7a")
@pytest.mark.rule("blitz.17.7c")
def test_a_vtol_moves_like_a_hover_vehicle_over_everything_without_a_test() -> None:
    swamp = piece("area", "light", 13, 10, 16, 30, 0, props={"going": "difficult dangerous"})
    tower = piece("building", "heavy", 18, 18, 20, 22, 9)
    state = vtol(swamp, tower, elevated=False)
    played = give(state, Move("red", "V", ((0, 14_000),), last=True))
    assert not played.rolls
    assert state.units["red"].x == 24_000
    assert refused(vtol(elevated=False), Move("red", "V", ((300, 1000),), last=True)) == "turns"
