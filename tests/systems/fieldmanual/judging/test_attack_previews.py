"""Previews of attacks: the lines of the rules and the exact odds of the whole attack."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.fieldmanual.advice.attacks_and_moves import preview_answer
from gearlock.systems.fieldmanual.attacks.outcomes import attack_odds
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack
from gearlock.systems.fieldmanual.state import State
from systems.fieldmanual.attacks.range import duel, weapons
from systems.fieldmanual.tables import put


def agree(state: State, order: Attack, name: str = "blue-1") -> None:
    shown = preview_answer(state, "red", order)
    card = next(each for each in (shown, *shown.also) if each.target == name).odds
    odds = attack_odds(state, order, name)
    dead = sum(ways for fate, ways in odds.fates(state.units[name]).items() if fate)
    assert card is not None
    assert card.p_hit == pytest.approx(odds.hits / odds.total)
    assert card.p_destroyed == pytest.approx(dead / odds.total)


@pytest.mark.rule("fieldmanual.direct-fire", "fieldmanual.wt-link", "fieldmanual.wt-haywire")
@pytest.mark.parametrize(
    ("rows", "more"),
    [
        ("LAC|F", {"burst": 2}),
        ("LAC|F|||||Link;LAC|F|||||Link", {"linked": True}),
        ("LPA|F", {}),
        ("LAC|F", {"spray": 2}),
    ],
)
def test_the_card_shows_the_odds_of_the_whole_attack(rows: str, more: dict[str, Any]) -> None:
    state = duel(10, red={"stats": weapons(rows)}, blue={"boxes": 2})
    agree(state, Attack("red-1", rows.partition("|")[0], "blue-1", **more))


@pytest.mark.rule("fieldmanual.deviation", "fieldmanual.wt-ae")
def test_deviation_and_areas_are_in_it() -> None:
    state = duel(10, red={"stats": weapons("LFM|F|0|24/96/inf|||IF,AE3")}, blue={"tokens": {"observed:red-1": 1}})
    put(state, "blue-2", "jager", 25.5, state.units["blue-1"].y / 1000, 270, band="combat")
    for name in ("blue-1", "blue-2"):
        agree(state, Attack("red-1", "LFM", "blue-1", way="indirect"), name)


@pytest.mark.rule("fieldmanual.fire-into-melee")
def test_a_friend_in_the_melee_is_a_risk() -> None:
    state = duel(10)
    alone = preview_answer(state, "red", Attack("red-1", "LAC", "blue-1", burst=2))
    put(state, "red-2", "jager", 26, state.units["blue-1"].y / 1000, 180, band="combat")
    shown = preview_answer(state, "red", Attack("red-1", "LAC", "blue-1", burst=2))
    assert shown.gives == pytest.approx(alone.gives / 2)
    assert shown.risks > 0 == alone.risks
    assert any("may hit" in note for note in shown.notes)


@pytest.mark.rule("fieldmanual.self-detonation")
def test_setting_a_weapon_off_in_hand_is_a_risk_for_oneself() -> None:
    state = duel(10, red={"stats": weapons("HG|F|||x15||T,AI,AE2|3")})
    put(state, "blue-2", "jager", 24, 11.5, 270, band="combat")
    shown = preview_answer(state, "red", Attack("red-1", "HG", way="self"))
    assert {each.target for each in (shown, *shown.also)} == {"blue-2", "red-1"}
    assert shown.gives > 0
    assert shown.risks > 0
