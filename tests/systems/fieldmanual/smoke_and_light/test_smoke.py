"""Smoke Launchers: where clouds go, how often, and what they hide."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.system import Aim
from gearlock.systems.fieldmanual.lock_and_cover.lock import Cover, concealment, cover_of
from gearlock.systems.fieldmanual.rounds import RoundEnded
from gearlock.systems.fieldmanual.smoke_and_light import (
    LaunchSmoke,
    aim_smoke,
    guess_smoke,
    offer_smoke,
    refuse_smoke,
    resolve_smoke,
)
from gearlock.systems.fieldmanual.special_actions import GoHullDown, refuse_hull_down
from gearlock.systems.fieldmanual.state import State, Unit
from systems.fieldmanual.tables import activate, mils, piece, play, put, table


def smoker(uses: int = 1, actions: int = 1) -> tuple[State, Unit]:
    state = table(piece("hill", (30, 30, 40, 40), 2, footing=True, id="hill"))
    unit = put(state, "red-1", "jager", 10, 10, actions=actions, stats={"perks": {"Smoke Launchers": uses}})
    activate(state, "red-1")
    return state, unit


def at(x: float, y: float) -> LaunchSmoke:
    return LaunchSmoke("red-1", mils(x), mils(y))


@pytest.mark.rule("fieldmanual.perk-smoke")
@pytest.mark.parametrize(("x", "fits"), [(16.5, True), (16.501, False), (10, True)])
def test_smoke_reaches_six_inches_from_the_base(x: float, fits: bool) -> None:
    state, _ = smoker()
    refusal = refuse_smoke(state, at(x, 10))
    assert (refusal is None) is fits
    assert refusal is None or refusal.code == "reach"


@pytest.mark.rule("fieldmanual.perk-smoke")
def test_smoke_is_launched_from_the_perk_for_an_action_and_a_use() -> None:
    state, unit = smoker(uses=2, actions=3)
    for left in (2, 1):
        assert f"{left} left" in next(iter(offer_smoke(state, unit))).label
        play(state, lambda ctx: resolve_smoke(ctx, at(12, 10)))
    assert unit.actions == 1
    assert state.smoke == [(12_000, 10_000, 0, 2000)] * 2
    refusal = refuse_smoke(state, at(12, 10))
    assert refusal is not None
    assert refusal.code == "used-up"
    assert list(offer_smoke(state, unit)) == []


@pytest.mark.rule("fieldmanual.perk-smoke")
@pytest.mark.parametrize("code", ["perk", "no-action", "point", "table"])
def test_why_there_is_no_smoke(code: str) -> None:
    state, unit = smoker(actions=0 if code == "no-action" else 1)
    order = at(12, 10)
    if code == "perk":
        other = put(state, "red-1", "jager", 10, 10)
        assert not other.perk("Smoke Launchers")
    elif code == "point":
        order = LaunchSmoke("red-1")
    elif code == "table":
        unit.x = mils(1)
        order = at(-1, 10)
    refusal = refuse_smoke(state, order)
    assert refusal is not None
    assert refusal.code == code


@pytest.mark.rule("fieldmanual.perk-smoke")
@pytest.mark.parametrize(("x", "y", "fits"), [
    (72, 48, True), (72.001, 48, False), (72, 48.001, False), (0, 0, True), (-0.001, 0, False), (0, -0.001, False),
])  # fmt: skip
def test_the_very_edge_of_the_table_takes_smoke(x: float, y: float, fits: bool) -> None:
    state, unit = smoker()
    unit.x, unit.y = (mils(71), mils(47)) if x > 9 else (mils(1), mils(1))
    assert (refuse_smoke(state, at(x, y)) is None) is fits


@pytest.mark.rule("fieldmanual.perk-smoke", "fieldmanual.perk-aux")
def test_launchers_are_lost_with_the_auxiliaries() -> None:
    state, unit = smoker()
    put(state, "red-1", unit.card, 10, 10, stats={"aux": ("Smoke Launchers",)}, boxes=4)
    refusal = refuse_smoke(state, at(12, 10))
    assert refusal is not None
    assert refusal.code == "perk"


@pytest.mark.rule("fieldmanual.perk-smoke")
def test_a_cloud_hides_for_two_inches_all_round_until_the_round_ends() -> None:
    state, unit = smoker()
    unit.x = mils(20)
    play(state, lambda ctx: resolve_smoke(ctx, at(15, 10)))
    blue = put(state, "blue-1", "jager", 5, 10)
    assert concealment(state, blue, unit) == 2
    assert cover_of(state, blue, unit) == Cover(3, False)
    past = put(state, "blue-2", "jager", 5, 14)
    assert concealment(state, past, unit) == 1
    play(state, lambda ctx: ctx.emit(RoundEnded()))
    state.notes.clear()
    assert concealment(state, blue, unit) == 0


@pytest.mark.rule("fieldmanual.perk-smoke")
def test_a_cloud_is_two_inches_high() -> None:
    state, unit = smoker()
    play(state, lambda ctx: resolve_smoke(ctx, at(15, 10)))
    blue = put(state, "blue-1", "jager", 20, 10)
    unit.z = blue.z = 2000
    assert concealment(state, blue, unit) == 0
    unit.z = blue.z = 0
    state.notes.clear()
    assert concealment(state, blue, unit) == 2


@pytest.mark.rule("fieldmanual.perk-smoke")
def test_smoke_rises_from_the_ground_it_falls_on() -> None:
    state, unit = smoker()
    unit.x = unit.y = mils(28)
    play(state, lambda ctx: resolve_smoke(ctx, at(31, 31)))
    assert state.smoke == [(31_000, 31_000, 2000, 2000)]


@pytest.mark.rule("fieldmanual.perk-smoke")
def test_smoke_in_contact_is_no_terrain_to_go_hull_down_in() -> None:
    state, _ = smoker(actions=2)
    play(state, lambda ctx: resolve_smoke(ctx, at(10, 10)))
    refusal = refuse_hull_down(state, GoHullDown("red-1"))
    assert refusal is not None
    assert refusal.code == "terrain"


def test_points_are_guessed_and_pointed_at() -> None:
    state, _ = smoker()
    ask = Ask("red", "act", "red-1")
    assert aim_smoke(state, ask, LaunchSmoke("red-1"), Aim(5000, 6000)) == LaunchSmoke("red-1", 5000, 6000)
    tries = [guess_smoke(state, ask, LaunchSmoke("red-1"), random.Random(seed), 1) for seed in range(20)]
    legal = [order for order in tries if isinstance(order, LaunchSmoke) and refuse_smoke(state, order) is None]
    assert len(legal) > 8
