"""Previews of blows and rams: the same lines and odds as play."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.advice.attacks_and_moves import preview_count, preview_ram, preview_strike
from gearlock.systems.fieldmanual.advice.previews import PREVIEWS
from gearlock.systems.fieldmanual.melee import Strike, blow_odds, melee_mount
from gearlock.systems.fieldmanual.rams_and_impacts import CountAsRam, Ram, resolve_collision
from gearlock.systems.fieldmanual.state import COMBAT
from systems.fieldmanual.melee.duels import duel, pair, sums
from systems.fieldmanual.tables import play


@pytest.mark.rule("fieldmanual.melee-attack", "fieldmanual.melee-defense")
def test_the_preview_of_a_blow_has_its_lines_and_odds() -> None:
    state = duel(blue_facing=0)
    shown = preview_strike(state, "red", Strike("red-1", "VB", "blue-1"))
    assert (sums(shown.attack), sums(shown.defence)) == ((2, 1), (2, -1))
    mount = melee_mount(pair(state)[0], "VB")
    assert mount is not None
    assert shown.odds is not None
    odds = blow_odds(pair(state)[0], mount, pair(state)[1])
    assert shown.odds.p_hit == pytest.approx(odds.margins.at_least(1) / odds.margins.total)
    assert shown.gives > 0 == shown.risks
    assert "DM x8 against Armor 15" in shown.harm
    full = PREVIEWS.preview(state, "red", Strike("red-1", "VB", "blue-1"))
    assert full.gives == shown.gives
    assert preview_strike(state, "red", Strike("red-1", "LAC", "blue-1")).odds is None


@pytest.mark.rule("fieldmanual.mode-static")
def test_what_is_static_counts_as_three() -> None:
    shown = preview_strike(duel(blue="hac-turret"), "red", Strike("red-1", "VB", "blue-1"))
    assert (shown.defence, shown.defence_total) == ((), "counts as 3")


@pytest.mark.rule("fieldmanual.ram", "fieldmanual.ram-direction")
def test_a_ram_is_a_risk_for_who_rams_and_head_on_twice_as_bad() -> None:
    plain = preview_ram(duel(0), "red", Ram("red-1", "blue-1"))
    head_on = preview_ram(duel(0, blue_band=COMBAT), "red", Ram("red-1", "blue-1"))
    assert 0 < plain.risks < head_on.risks
    assert "doubled" in head_on.harm


@pytest.mark.rule("fieldmanual.unintentional-impact")
def test_an_impact_is_weighed_by_the_dice_on_the_table() -> None:
    state = duel(0)
    play(state, lambda ctx: resolve_collision(ctx, "red-1", "blue-1"), (6, 6), (2, 1))
    shown = preview_count(state, "red", CountAsRam("red-1", "blue-1"))
    assert shown.gives == pytest.approx(2 / 5)
    assert shown.risks == pytest.approx(2 / 5)
