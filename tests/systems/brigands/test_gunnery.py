"""Attacks laid out and worked out: by a fast way, and by playing the rules on everything the dice can show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.gunnery import Outcomes, Situation, Staged, Terms, Toll
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx
from gearlock.odds.attack import attack_odds, fate_of
from gearlock.odds.pools import pool_score
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.attacks.attack import Attack, SnapFire
from gearlock.systems.brigands.attacks.exchange import resolve_attack
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.firing_range import (
    ATTACK_REROLL,
    DEFENCE_REROLL,
    aids,
    outcomes,
    ready_for,
    replies,
    stage,
    toll,
    weapons,
)
from gearlock.systems.brigands.forces.upgrades import CATALOG
from gearlock.systems.brigands.state import State
from odds.marksmen import check, expected, played, situations


def by_the_rules(
    staged: Staged[State], answer: Callable[[Ctx[State], Ask], Order] = lambda _ctx, _ask: Decline()
) -> Counter[Any]:
    """The chance of every toll and state when the script of the attack runs on everything the dice can show."""
    order = staged.orders[0]
    assert isinstance(order, Attack)

    def begin() -> tuple[Ctx[State], Any]:
        ctx = Ctx(staged.state.clone(), BOOK.apply)
        return ctx, resolve_attack(ctx, order)

    chances: Counter[Any] = Counter()
    for leaf in walk(begin, faces_alike, answer):
        after = leaf.ctx.state
        key = toll(staged.state, after, leaf.ctx.events, staged.target), SYSTEM.encode(after)
        chances[key] += Fraction(leaf.ways, leaf.out_of)  # type: ignore[assignment]  # a counter of fractions
    return chances


def by_the_odds(found: Outcomes[State], target: str) -> Counter[Any]:
    chances: Counter[Any] = Counter()
    for weight, tolls, state in found.branches:
        chances[tolls[target], SYSTEM.encode(state)] += Fraction(weight, found.total)  # type: ignore[assignment]
    return chances


def laid(attacker: str, target: str, **given: str) -> Staged[State]:
    return stage(Situation((attacker,), target, tuple((name.replace("_", "-"), v) for name, v in given.items())))


@pytest.mark.rule("brigands.5.8")
def test_the_odds_are_exactly_what_the_rules_lead_to() -> None:
    for staged in situations(SYSTEM, 11, 10):
        found = outcomes(staged.state, staged.orders[0], Terms(about=(staged.target,)))
        assert by_the_odds(found, staged.target) == by_the_rules(staged), staged.facts
        short = outcomes(staged.state, staged.orders[0], Terms(about=(staged.target,), ends=False))
        assert fate_of(short, staged.target) == fate_of(found, staged.target)


@pytest.mark.parametrize(
    ("attacker", "target", "given"),
    [
        ("hunter:LAC", "jager", {"cover": "heavy", "from": "rear"}),
        ("hunter:LAC", "jager", {"cover": "light", "full": "yes", "range": "12"}),
        ("hunter:LAC", "hunter", {"trait": "Agile", "target-damage": "5"}),
        ("hunter:LAC", "hunter", {"trait": "Field Armor"}),
    ],
)
def test_known_situations_are_exact_too(attacker: str, target: str, given: dict[str, str]) -> None:
    staged = stage(Situation((attacker,), target, tuple(given.items())))
    found = outcomes(staged.state, staged.orders[0], Terms())
    assert by_the_odds(found, staged.target) == by_the_rules(staged)


@pytest.mark.rule("brigands.6.3")
def test_attack_and_snap_fire_are_exactly_what_the_rules_lead_to() -> None:
    staged = laid("hunter:LAC", "hunter", range="12", attacker_damage="4", attacker_haywire="yes")
    (reply, *_) = replies(staged.state, staged.orders[0])
    found = outcomes(staged.state, staged.orders[0], Terms(reply, about=("blue-1", "red-1")))
    assert by_the_odds(found, "blue-1") == by_the_rules(
        staged, lambda _ctx, ask: reply if ask.kind == "snap" else Decline()
    )
    assert any(tolls["red-1"].destroyed and tolls["blue-1"].damage for _, tolls, _ in found.branches)


def brute_reroll(aid: str) -> Fraction:
    """The mean damage with one Reroll that is used whenever it pays, dice by dice: 3 against 2, damage is the margin.

    Of a Marginal Hit the attacker throws the die again too, if the Reroll is still there.
    """
    ours, theirs = (Counter(pool_score(f) for f in product(range(1, 7), repeat=n)) for n in (3, 2))

    def harm(margin: int, spare: bool) -> Fraction:
        if margin < 0:
            return Fraction(0)
        return Fraction(min(margin, 6)) if margin else Fraction(3, 4) if spare else Fraction(1, 2)

    total = Fraction(0)
    for (a, wa), (d, wd) in product(ours.items(), theirs.items()):
        if aid == ATTACK_REROLL:
            again = sum((harm(x - d, False) * w for x, w in ours.items()), Fraction(0)) / ours.total()
            best = max(harm(a - d, True), again)
        else:
            again = sum((harm(a - x, False) * w for x, w in theirs.items()), Fraction(0)) / theirs.total()
            best = min(harm(a - d, False), again)
        total += best * wa * wd
    return total / (ours.total() * theirs.total())


@pytest.mark.parametrize("aid", [ATTACK_REROLL, DEFENCE_REROLL])
@pytest.mark.rule("brigands.1.2i")
def test_a_reroll_is_worth_what_counting_all_dice_says(aid: str) -> None:
    staged = laid("hunter:LAC", "hunter", range="12")
    found = outcomes(staged.state, staged.orders[0], Terms(aid=aid))
    capped = sum(Fraction(w * min(tolls["blue-1"].damage, 6), found.total) for w, tolls, _ in found.branches)
    assert abs(capped - brute_reroll(aid)) < Fraction(1, 200)  # a hit without damage counts a hundredth too


def test_a_conscript_has_no_reroll() -> None:
    staged = laid("hunter:LAC", "hunter", trait="Conscript")
    assert [aid.id for aid in aids(staged.state, staged.orders[0])] == [ATTACK_REROLL]


def test_the_engine_with_snap_fire_comes_out_as_often_as_the_odds_say() -> None:
    staged = laid("hunter:LAC", "jager", range="12")
    (reply, *_) = replies(staged.state, staged.orders[0])
    assert isinstance(reply, SnapFire)
    found = outcomes(staged.state, staged.orders[0], Terms(reply, about=("blue-1", "red-1")))
    counts = played(SYSTEM, staged, 300, lambda _battle, ask: reply if ask.kind == "snap" else Decline())
    check(counts, expected(found, "blue-1"), found.total, "snap fire")


def test_a_second_attack_begins_where_the_first_may_have_left_the_target() -> None:
    three = attack_odds("brigands", "hunter:LAC x3", "hunter", [("range", "12")])
    one, two, last = (shot.fate for shot in three.shots)
    alone = attack_odds("brigands", "hunter:LAC", "hunter", [("range", "12")]).fate
    assert one == alone
    assert two.mean_damage > 2 * alone.mean_damage, "a crippled target defends itself worse"
    assert last.destroyed / last.total > two.destroyed / two.total
    assert sum(last.damage.values()) == last.total


def test_damage_already_taken_counts() -> None:
    found = attack_odds("brigands", "hunter:LAC", "hunter", [("range", "12"), ("target-damage", "5")]).fate
    assert found.destroyed == found.at_least(1)
    assert found.crippled == 0, "it was before"


@pytest.mark.parametrize(
    ("attacker", "target", "given", "words"),
    [
        ("huntr:LAC", "jager", {}, "Did you mean"),
        ("hunter:LAC", "jagr", {}, "Did you mean"),
        ("hunter:GUN", "jager", {}, "[brigands.5.1]"),
        ("hunter", "jager", {}, "Which weapon"),
        ("hunter:LAC", "jager", {"range": "37"}, "[brigands.5.1a-range]"),
        ("hunter:LAC", "jager", {"range": "far"}, "number of inches from 0 to 60, not 'far'. [brigands.1.4]"),
        ("hunter:LAC", "jager", {"range": "-3"}, "number of inches"),
        ("hunter:LAC", "jager", {"posture": "prone"}, "[brigands.2.1]"),
        ("hunter:LAC", "jager", {"posture": "top speed", "attacker-damage": "4"}, "Top Speed"),
        ("hunter:LAC", "jager", {"bearing": "behind"}, "[brigands.1.5b]"),
        ("hunter:LAC", "jager", {"trait": "Zorg"}, "No model trait is called 'Zorg'."),
        ("hunter:LAC", "jager", {"trait": "agile"}, "Did you mean Agile or"),
        ("hunter:LAC", "jager", {"trait": "ECM:much"}, "'much' is no rating of ECM. [brigands.A2]"),
        ("hunter:LAC", "jager", {"target-damage": "some"}, "whole number from 0 to 999, not 'some'. [brigands.5.6b]"),
        ("hunter:LAC", "jager", {"trait": "-Agile"}, "no Agile to take away"),
        ("hunter:LAC", "jager", {"target-damage": "6"}, "would destroy it"),
        ("hunter:LAC", "jager", {"weather": "rain"}, "No condition is called"),
        ("hunter:LAC", "jager", {"target-airborne": "yes"}, "no VTOL"),
        ("hunter:LAC", "jager", {"ecm": "yes"}, "no ECM"),
        ("hunter:LAC", "jager", {"as": "Melee"}, "[brigands.5.1b]"),
        ("hunter:LAC", "jager", {"height": "20", "range": "2"}, "So high up"),
        ("hunter:LAC", "jager", {"cover": "heavy", "range": "0"}, "no terrain"),
        (
            "hunter:LAC",
            "jager",
            {"cover": "light", "full": "yes", "range": "0"},
            "no terrain gives the Jager Full light",
        ),
        ("hunter:LAC", "jager", {"cover": "heavy", "full": "yes", "range": "12"}, "[brigands.4.4-full]"),
        ("hunter:LAC", "jager", {"full": "yes"}, "say cover=light as well. [brigands.4.4-full]"),
        ("hunter:LAC", "jager", {"cover": "light", "full": "yes", "range": "30"}, "nor has it in sensor range"),
    ],
)
def test_impossible_conditions_are_refused_in_words(
    attacker: str, target: str, given: dict[str, str], words: str
) -> None:
    with pytest.raises(BadInput) as refused:
        stage(Situation((attacker,), target, tuple(given.items())))
    assert words in str(refused.value)


def test_one_model_attacks_with_as_many_weapons_as_it_has_actions_for() -> None:
    twice = attack_odds("brigands", "hunter:LAC", "hunter", [("range", "12")]).fate
    with pytest.raises(BadInput, match="no Action or token left"):
        attack_odds("brigands", "hunter:LAC+LRP", "hunter", [("range", "12")])
    able = next(u for u, card in CATALOG.items() if card.actions > 1 and len(weapons(u)) > 1)
    first, second, *_ = weapons(able)
    both = attack_odds("brigands", f"{able}:{first}+{second}", "hunter", [("range", "2")])
    assert len(both.shots) == 2
    assert both.fate.total > twice.total


def test_a_drone_attacks_while_its_controller_is_active() -> None:
    """In a battle under way the drone's order is ready as it is."""
    staged = laid("hunter:LAC", "hunter", range="12")
    drone = staged.state.units["red-1"].clone()
    drone.id, drone.controller, drone.y = "red-1-drone", "red-1", drone.y + 3000
    staged.state.units[drone.id] = drone
    order = Attack(drone.id, "LAC", "Ballistic", ("blue-1",))
    ready = ready_for(staged.state, order)
    assert ready is staged.state


def test_a_crowd_that_cannot_get_near_is_refused() -> None:
    with pytest.raises(BadInput, match="no room"):
        stage(Situation(("hunter:LVB",) * 9, "hunter", (("range", "0"),)))


def test_everything_said_shows_in_the_lines() -> None:
    found = attack_odds("brigands", "hunter:LAC", "hunter", [("posture", "braced"), ("overwatch", "yes")])
    shown = found.shots[0].preview
    assert "Braced" in [line.label for line in shown.attack]
    assert "Braced" in [line.label for line in shown.defence]
    assert all(line.rule for line in (*shown.attack, *shown.defence))


def test_facts_are_what_was_said_and_nothing_usual() -> None:
    assert laid("hunter:LAC", "jager").facts == ("18 in apart, Optimal range",)
    told = laid("hunter:LAC", "jager", range="12 in", posture="Top-Speed", cover="LIGHT", target_damage="1").facts
    assert told == (
        "12 in apart, Optimal range",
        "attacker at top speed",
        "Defensive Cover light",
        "Jager Hull 3/4, Structure 2/2",
    )


def test_a_hit_by_haywire_leaves_its_token() -> None:
    for unit in CATALOG:
        staged = next((s for w in weapons(unit) if (s := haywire(unit, w)) is not None), None)
        if staged is not None:
            found = outcomes(staged.state, staged.orders[0], Terms(about=("blue-1",)))
            for _, tolls, _ in found.branches:
                struck: Toll = tolls["blue-1"]
                assert ("Haywire" in struck.effects) == (struck.hit and not struck.damage >= 6)
            return
    raise AssertionError("no weapon of the lists brings Haywire")


def haywire(unit: str, weapon: str) -> Staged[State] | None:
    try:
        staged = laid(f"{unit}:{weapon}", "hunter")
    except BadInput:
        return None
    order = staged.orders[0]
    assert isinstance(order, Attack)
    return staged if "Haywire" in staged.state.units["red-1"].line.weapons[order.weapon].traits else None
