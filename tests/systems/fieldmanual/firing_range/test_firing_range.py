"""The odds of laid-out attacks: what every condition changes, counted and played alike."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.gunnery import Outcomes, Situation, Staged, Terms, Toll
from gearlock.mechanics.pools.lines import sum_of
from gearlock.systems.fieldmanual.attacks.defense import attack_lines, guard_of, pair_of
from gearlock.systems.fieldmanual.attacks.outcomes import ATTACK_REROLL, DEFENSE_REROLL
from gearlock.systems.fieldmanual.attacks.ranged import fire_of
from gearlock.systems.fieldmanual.attacks.weapons_in_use import OWN, Attack
from gearlock.systems.fieldmanual.firing_range import GUNNERY, stage
from gearlock.systems.fieldmanual.state import State


def laid(attacker: str = "jager:LAC", target: str = "jager", **given: str) -> Staged[State]:
    said = tuple((name.replace("_", "-"), value) for name, value in given.items())
    return stage(Situation((attacker,), target, said))


def pools(attacker: str = "jager:LAC", target: str = "jager", **given: str) -> tuple[int, int, int, int]:
    """Dice and modifier of the attack, and of the defense."""
    staged = laid(attacker, target, **given)
    order = staged.orders[0]
    assert isinstance(order, Attack)
    pair = pair_of(staged.state, fire_of(staged.state, order, OWN), order.target)
    return (*sum_of(attack_lines(pair)), *sum_of(guard_of(pair).lines))


def tolls(found: Outcomes[State], unit: str) -> dict[Toll, Fraction]:
    chances: dict[Toll, Fraction] = {}
    for branch in found.branches:
        toll = branch.tolls[unit]
        chances[toll] = chances.get(toll, Fraction(0)) + Fraction(branch.weight, found.total)
    return chances


def mean(found: Outcomes[State], unit: str) -> Fraction:
    return sum((toll.damage * chance for toll, chance in tolls(found, unit).items()), Fraction(0))


@pytest.mark.rule("fieldmanual.attack-modifiers", "fieldmanual.ranged-defense")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, (2, 1, 2, 0)),
        ({"range": "13"}, (2, 0, 2, 0)),
        ({"range": "3"}, (2, 0, 2, 0)),
        ({"cover": "some"}, (2, 0, 2, 0)),
        ({"cover": "partial"}, (2, -1, 2, 0)),
        ({"cover": "full"}, (2, -2, 2, 0)),
        ({"cover": "partial", "terrain": "solid"}, (2, -2, 2, 0)),
        ({"speed": "stationary"}, (2, 2, 2, 0)),
        ({"speed": "top", "target_speed": "top"}, (2, -2, 2, 1)),
        ({"target_speed": "stationary", "target_mode": "g"}, (2, 1, 2, -2)),
        ({"from": "rear"}, (2, 1, 2, -1)),
        ({"from": "side"}, (2, 1, 2, 0)),
        ({"crossfire": "yes", "coordinated": "yes"}, (2, 1, 2, -2)),
        ({"attacker_damage": "3", "target_damage": "4"}, (2, 0, 2, -2)),
        ({"attacker_stunned": "yes", "target_stunned": "yes", "target_speed": "top"}, (2, 0, 2, 0)),
        ({"height": "5", "range": "12"}, (2, 1, 2, -1)),
    ],
)
def test_every_condition_becomes_a_line_of_the_rules(
    given: dict[str, str], expected: tuple[int, int, int, int]
) -> None:
    assert pools(**given) == expected


@pytest.mark.rule("fieldmanual.perk-ams", "fieldmanual.perk-shielded-weapons")
def test_perks_and_flaws_are_added_and_taken_away() -> None:
    staged = stage(
        Situation(("jager:LRP",), "jager", (("trait", "AMS"), ("trait", "attacker:Defective Fire Control (1)")))
    )
    order = staged.orders[0]
    assert isinstance(order, Attack)
    pair = pair_of(staged.state, fire_of(staged.state, order, OWN), order.target)
    assert (sum_of(attack_lines(pair))[0], sum_of(guard_of(pair).lines)[0]) == (1, 4)
    with pytest.raises(BadInput, match="has no AMS to take away"):
        laid(trait="-AMS")
    with pytest.raises(BadInput, match="has no Arms"):
        stage(Situation(("jager:HG",), "jager", (("trait", "attacker:-Arms"),)))


@pytest.mark.rule("fieldmanual.direct-fire", "fieldmanual.cover-solid", "fieldmanual.rof")
@pytest.mark.parametrize(
    ("attacker", "given", "words"),
    [
        ("jager:LAC", {"cover": "full", "terrain": "solid"}, "cover-solid"),
        ("jager:APGL", {"range": "25"}, "range-bands"),
        ("jager:LAC", {"burst": "3"}, "fieldmanual.rof"),
        ("jager:LAC", {"bearing": "behind"}, "fieldmanual.arcs"),
        ("jager:LAC", {"linked": "yes"}, "wt-link"),
        ("jager:LAC", {"extra": "1"}, "action-costs"),
        ("jager:LAC", {"target_damage": "5"}, "damage-dead"),
        ("jager:LAC", {"hull_down": "yes"}, "hull-down"),
        ("jager:LAC", {"target_mode": "H"}, "movement-mode"),
        ("jager:LAC", {"fire": "indirect"}, "wt-if"),
        ("spitting-cobra:LGM", {"range": "8"}, "wt-mr"),
    ],
)
def test_what_the_rules_forbid_is_said_with_the_rule(attacker: str, given: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        laid(attacker, **given)


def test_unknown_names_are_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="LAC"):
        laid("jager:HAC")
    with pytest.raises(BadInput, match="Which weapon"):
        laid("jager")
    with pytest.raises(UnknownName):
        laid(trait="Frobnication")
    with pytest.raises(BadInput, match="nothing to fire"):
        laid("heavy-bunker:LAC")


@pytest.mark.rule("fieldmanual.damage", "fieldmanual.wt-link", "fieldmanual.combined-defense")
@pytest.mark.parametrize(
    ("attacker", "target", "given"),
    [
        ("jager:LAC", "jager", {"burst": "2", "target_damage": "2"}),
        ("hac-turret:HAC", "jager", {"linked": "yes"}),
        ("jager:HG", "hunter", {}),
        ("jager:APGL", "infantry-squad-proposed", {"range": "6"}),
        ("jager:LAC", "infantry-squad-proposed", {"spray": "2", "range": "6"}),
        ("jager:LAC", "heavy-bunker", {"burst": "2", "range": "6"}),
    ],
)
def test_what_is_counted_is_what_is_played(attacker: str, target: str, given: dict[str, str]) -> None:
    staged = laid(attacker, target, **given)
    counted = GUNNERY.outcomes(staged.state, staged.orders[0], Terms(about=(staged.target,), ends=False))
    played = GUNNERY.outcomes(staged.state, staged.orders[0], Terms(about=(staged.target,)))
    assert tolls(counted, staged.target) == tolls(played, staged.target)


@pytest.mark.rule("fieldmanual.cp-reroll-skill")
def test_a_re_roll_helps_whoever_makes_it() -> None:
    staged = laid(burst="2")
    found = {
        aid: mean(GUNNERY.outcomes(staged.state, staged.orders[0], Terms(aid=aid, ends=False)), staged.target)
        for aid in ("", ATTACK_REROLL, DEFENSE_REROLL)
    }
    assert found[DEFENSE_REROLL] < found[""] < found[ATTACK_REROLL]
    assert [aid.id for aid in GUNNERY.aids(staged.state, staged.orders[0])] == [ATTACK_REROLL, DEFENSE_REROLL]
    turret = laid("jager:LAC", "hac-turret")
    assert [aid.id for aid in GUNNERY.aids(turret.state, turret.orders[0])] == [ATTACK_REROLL]


@pytest.mark.rule("fieldmanual.cp-reroll-skill")
def test_a_re_roll_is_used_where_the_roll_is_below_what_is_to_be_expected() -> None:
    staged = laid("jager:LAC", "hac-turret", burst="2", range="6")
    plain = GUNNERY.outcomes(staged.state, staged.orders[0], Terms(ends=False))
    helped = GUNNERY.outcomes(staged.state, staged.orders[0], Terms(aid=ATTACK_REROLL, ends=False))
    boxes = {attack: 10 * max(0, attack - 3) // 25 for attack in (0, 3, 4, 5, 6, 7, 8)}
    ways = {0: 1, 3: 3, 4: 5, 5: 7, 6: 9, 7: 10, 8: 1}
    expected = Fraction(sum(boxes[attack] * ways[attack] for attack in ways), 36)
    value = {attack: (100 * boxes[attack] + (attack > 3)) for attack in ways}
    anew = Fraction(sum(value[attack] * ways[attack] for attack in ways), 36)
    again = sum((max(boxes[attack], 0) if value[attack] >= anew else expected) * ways[attack] for attack in ways)
    assert mean(plain, staged.target) == expected
    assert mean(helped, staged.target) == Fraction(again, 36)


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_the_target_answers_with_reaction_fire_if_it_lives() -> None:
    staged = laid("jager:LAC", "hunter", range="10")
    order = staged.orders[0]
    replies = [reply for reply in GUNNERY.replies(staged.state, order) if isinstance(reply, Attack)]
    assert {reply.weapon for reply in replies} >= {"LAC", "LRP/24"}
    reply = next(reply for reply in replies if reply.weapon == "LAC" and not reply.burst)
    found = GUNNERY.outcomes(staged.state, order, Terms(reply=reply, about=("red-1", staged.target), ends=False))
    alone = GUNNERY.outcomes(staged.state, order, Terms(about=(staged.target,), ends=False))
    assert tolls(found, staged.target) == tolls(alone, staged.target)
    assert mean(found, "red-1") > 0


@pytest.mark.rule("fieldmanual.indirect-attack")
def test_attackers_follow_one_another_and_indirect_fire_has_an_observer() -> None:
    staged = stage(Situation(("jager:LAC", "jager:LAC"), "jager", (("range", "10"),)))
    assert [order.unit for order in staged.orders if isinstance(order, Attack)] == ["red-1", "red-2"]
    observed = laid("spitting-cobra:LGM", "jager", fire="indirect")
    assert any("observed" in fact for fact in observed.facts)
    assert GUNNERY.title(observed.state, observed.orders[0]).endswith("LGM indirect at Blue Jäger 1")
    assert [order for order in GUNNERY.attacks(staged.state, "red") if isinstance(order, Attack)]
    assert not list(GUNNERY.attacks(staged.state, "blue"))
