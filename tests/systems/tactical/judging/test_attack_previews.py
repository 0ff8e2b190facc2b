"""What attacks would mean, against all throws of the dice."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Preview
from gearlock.systems.tactical.advice.previews import PREVIEWS
from gearlock.systems.tactical.attacks.weapons_in_use import INDIRECT, Attack, AttackMet, Observe
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.ground_targets import Saturate, resolve_saturating
from gearlock.systems.tactical.melee import KICK, Strike, resolve_strike
from gearlock.systems.tactical.state import Activation, State
from gearlock.systems.tactical.weapons import GUN, INCENDIARY, Weapon
from systems.tactical.attacks.shots import LOBBER, MORTAR, fire, ground, gunner
from systems.tactical.tables import LAC, card, mils, play, put

FLAMER = Weapon("FL", "Flamer", GUN, 2000, 6, traits={INCENDIARY: 0})
POINTS = {"none": 0, "light": 1, "heavy": 2, "overkill": 4}
"""What each result costs a vehicle that is whole, of its four points."""


def rookies(*weapons: Any, apart: float = 4) -> State:
    """A gunner and a target of level 1, so that there are 36 throws in all."""
    state = ground()
    put(state, "red-1", gunner(*(weapons or (MORTAR, LAC))), 20, 10, went="combat", level=1)
    put(state, "blue-1", "hunter", 20, 10 + apart, facing=270, moved=mils(5), level=1)
    return state


def preview(state: State, order: Order) -> Preview:
    return PREVIEWS.preview(state, "red", order)


def by_all_throws(build: Any, resolve: Any, target: str = "blue-1") -> tuple[float, dict[int, float]]:
    """Chance to hit a target and of the points that damage costs it, by playing every throw of two dice."""
    hits, levels = 0, dict.fromkeys(POINTS.values(), 0)
    for attack, defense in product(range(1, 7), repeat=2):
        played = resolve(build(), (attack,), (defense,))
        hits += any(met.hit for met in played.of(AttackMet) if met.target == target)
        found = [POINTS[event.level] for event in played.of(DamageCompared) if event.unit == target]
        levels[max(found, default=0)] += 1
    return hits / 36, {level: count / 36 for level, count in levels.items() if count}


@pytest.mark.rule("tactical.3.4.1")
def test_the_odds_of_a_blast_count_the_concussion() -> None:
    order = Attack("red-1", "MTR", "blue-1")
    shown = preview(rookies(), order).odds
    assert shown is not None
    p_hit, levels = by_all_throws(rookies, lambda state, *dice: fire(state, order, *dice))
    assert shown.p_hit == pytest.approx(p_hit)
    assert shown.damage == pytest.approx(levels)
    assert 0 not in levels, "15 points against Armor 15 hurt everybody"


@pytest.mark.rule("tactical.3.4.5")
def test_the_odds_of_a_burst() -> None:
    order = Attack("red-1", "LAC", "blue-1", 2)
    shown = preview(rookies(), order).odds
    assert shown is not None
    p_hit, levels = by_all_throws(rookies, lambda state, *dice: fire(state, order, *dice))
    assert shown.p_hit == pytest.approx(p_hit)
    assert shown.damage == pytest.approx(levels)


@pytest.mark.rule("tactical.2.6.8-kick")
def test_the_odds_of_a_kick() -> None:
    order = Strike("red-1", "blue-1", KICK)

    def resolve(state: State, *dice: tuple[int, ...]) -> Any:
        def script(ctx: Ctx[State]) -> Any:
            return resolve_strike(ctx, order)

        return play(state, script, *dice)

    def close() -> State:
        return rookies(apart=1)

    shown = preview(close(), order).odds
    assert shown is not None
    p_hit, levels = by_all_throws(close, resolve)
    assert shown.p_hit == pytest.approx(p_hit)
    assert shown.damage == pytest.approx(levels)


@pytest.mark.rule("tactical.3.4.5-saturation")
def test_the_odds_of_a_saturated_zone() -> None:
    order = Saturate("red-1", "LAC", mils(20), mils(13.5))

    def resolve(state: State, *dice: tuple[int, ...]) -> Any:
        def script(ctx: Ctx[State]) -> Any:
            return resolve_saturating(ctx, order)

        return play(state, script, *dice)

    shown = preview(rookies(), order)
    assert shown.odds is not None
    p_hit, levels = by_all_throws(rookies, resolve)
    assert shown.odds.p_hit == pytest.approx(p_hit)
    assert shown.odds.damage == pytest.approx(levels)
    assert shown.spot == (mils(20), mils(13.5), 0)


@pytest.mark.rule("tactical.3.4.1")
def test_everybody_in_a_blast_is_named_and_friends_are_a_risk() -> None:
    state = rookies()
    put(state, "blue-2", "hunter", 20, 15, facing=270, moved=mils(5))
    put(state, "red-2", "hunter", 19.2, 13.4, facing=270, moved=mils(5))
    shown = preview(state, Attack("red-1", "MTR", "blue-1"))
    assert [shown.target, *(each.target for each in shown.also)] == ["blue-1", "blue-2", "red-2"]
    alone = preview(rookies(), Attack("red-1", "MTR", "blue-1"))
    assert shown.gives > alone.gives
    assert shown.risks > alone.risks


@pytest.mark.rule("tactical.3.4.5-walking")
def test_a_walk_shows_each_target() -> None:
    state = rookies()
    put(state, "blue-2", "hunter", 22, 14, facing=270, moved=mils(5))
    state.activation = Activation("red-1", "combat", "W")
    shown = preview(state, Attack("red-1", "LAC", "blue-1", 2, others=("blue-2",)))
    assert [each.target for each in shown.also] == ["blue-2"]
    assert shown.gives == pytest.approx(sum(
        preview(state, Attack("red-1", "LAC", name, 1)).gives for name in ("blue-1", "blue-2")
    ))  # fmt: skip


@pytest.mark.rule("tactical.3.4.3")
def test_observing_is_worth_what_a_friend_can_make_of_it() -> None:
    state = rookies(LOBBER, apart=6)
    put(state, "red-2", card("Scout"), 24, 14, facing=135)
    assert preview(state, Observe("red-2", "blue-1")).gives > 0
    state.units["blue-1"].tokens["observed:red-2"] = 1
    state.notes = {}
    shown = preview(state, Attack("red-1", "LOB", "blue-1", way=INDIRECT))
    assert shown.gives > 0
    assert any("scatters" in note for note in shown.notes)


@pytest.mark.rule("tactical.2.6.10-heavy", "tactical.3.4.5", "tactical.2.6.10")
def test_a_card_shows_the_damage_multiplier_that_counts_now() -> None:
    hurt = rookies()
    hurt.units["red-1"].tokens["heavy"] = 1
    shots = [
        (rookies(), Attack("red-1", "LAC", "blue-1"), "x8 times the margin against Armor 15"),
        (rookies(), Attack("red-1", "LAC", "blue-1", 2), "x10 times the margin against Armor 15"),
        (hurt, Attack("red-1", "LAC", "blue-1"), "x4 times the margin against Armor 15"),
        (hurt, Attack("red-1", "LAC", "blue-1", 2), "x6 times the margin against Armor 15"),
    ]
    assert [preview(state, order).harm for state, order, _ in shots] == [words for *_, words in shots]


@pytest.mark.rule("tactical.3.6.5-damage", "tactical.3.4.5", "tactical.3.4.4")
def test_a_card_reckons_a_burst_at_infantry_and_fire_as_they_count() -> None:
    squad = rookies()
    put(squad, "blue-2", "rifle-squad", 20, 13)
    assert preview(squad, Attack("red-1", "LAC", "blue-2", 2)).harm.startswith("x8 times (the margin + 2) off")
    burning = rookies(FLAMER)
    put(burning, "blue-2", "rifle-squad", 20, 13)
    shown = [preview(burning, Attack("red-1", "FL", name)).harm for name in ("blue-1", "blue-2")]
    assert shown == [
        "Intensity 6 plus the margin against Armor 15",
        "Intensity 6 plus the margin, times the margin, off the troopers' points",
    ]
