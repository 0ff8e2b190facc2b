"""Attacks laid out and worked out: against the odds card, against dice counted by hand, and what cannot be."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.kernel.given import read_conditions
from gearlock.kernel.gunnery import Outcomes, Situation, Staged, Terms, Toll
from gearlock.kernel.orders import Decline
from gearlock.kernel.script import Ctx, Script
from gearlock.odds.attack import attack_odds, fate_of
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.advice.attack_odds import attack_odds as card_odds
from gearlock.systems.hex100.attacks.attack import Attack, FireReserve, number_to_evade, number_to_hit, take_aim
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.defenses import screened
from gearlock.systems.hex100.firing_range import outcomes as volleying
from gearlock.systems.hex100.firing_range.laid_out import CONDITIONS, TARGET, fieldable, read_post, stage, weapons
from gearlock.systems.hex100.firing_range.outcomes import CHARGES, INTERCEPTION, LOCK, aids, outcomes, replies, toll
from gearlock.systems.hex100.forces.cards import Weapon
from gearlock.systems.hex100.forces.cards import weapons as arsenal
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.weapons import named_weapons
from odds.marksmen import check, expected, played, situations
from systems.hex100.kit import E, Position, W, machine, plain


def laid(attacker: str, target: str, reply: bool = False, **given: str) -> Staged[State]:
    pairs = tuple((name.replace("_", "-"), value) for name, value in given.items())
    return stage(Situation((attacker,), target, pairs, reply))


def found(staged: Staged[State], aid: str = "") -> Outcomes[State]:
    return outcomes(staged.state, staged.orders[0], Terms(aid=aid))


def mean(staged: Staged[State], aid: str = "") -> float:
    return fate_of(found(staged, aid), TARGET).mean_damage


@pytest.mark.rule("hex100.attack-sequence")
def test_the_card_that_bots_read_says_the_same_as_all_branches() -> None:
    compared = 0
    for staged in situations(SYSTEM, 21, 30):
        order, state = staged.orders[0], staged.state
        assert isinstance(order, Attack)
        unit, target = state.units[order.unit], state.units[TARGET]
        aims = [
            take_aim(state, unit, w, target, target.hex) for _, w in named_weapons(state, unit, order.weapons) or ()
        ]
        if any(aim.weapon.blast or aim.weapon.shock for aim in aims) or target.charges:
            continue  # the card leaves blasts beside the target out, and reckons with every charge
        card, fate = card_odds(state, aims), fate_of(found(staged), TARGET)
        assert card.p_hit == pytest.approx(fate.chance(fate.hits))
        assert card.p_destroyed == pytest.approx(fate.chance(fate.destroyed))
        for amount in range(1, min(target.hp, 30)):
            over = sum(chance for each, chance in card.damage.items() if each >= amount)
            assert over >= fate.chance(fate.at_least(amount)) - 1e-9  # who has fallen is struck no more
            if not fate.destroyed:
                assert over == pytest.approx(fate.chance(fate.at_least(amount)))
        compared += 1
    assert compared > 12


def ends(staged: Staged[State]) -> dict[tuple[Toll, bytes], Fraction]:
    chances: dict[tuple[Toll, bytes], Fraction] = {}
    result = found(staged)
    for weight, tolls, state in result.branches:
        key = tolls[TARGET], SYSTEM.encode(state)
        chances[key] = chances.get(key, Fraction(0)) + Fraction(weight, result.total)
    return chances


def test_counting_plain_fire_gives_the_same_ends_as_playing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = [staged for staged in situations(SYSTEM, 44, 12) if len(found(staged).branches) < 80]
    drawn.append(laid("squire-storm:hmg", "cobra-hunter", range="3", target_focus="evasion", target_damage="20"))
    twins = "crocodile-lasers:crocodile-combat-laser+crocodile-combat-laser#2"
    for wounds in ("0", "26"):
        drawn.append(laid(twins, "cobra-hunter", posture="fire-control", target_focus="evasion", target_damage=wounds))
    counted = [ends(staged) for staged in drawn]
    tolls = [expected(outcomes(s.state, s.orders[0], Terms(ends=False)), TARGET) for s in drawn]
    monkeypatch.setattr(volleying, "plain_fire", lambda *_: None)
    for staged, fast, short in zip(drawn, counted, tolls, strict=True):
        assert ends(staged) == fast, staged.facts
        total = short.total()
        for suffered, weight in short.items():
            assert Fraction(weight, total) == sum(chance for (each, _), chance in fast.items() if each == suffered)


@pytest.mark.rule("hex100.blast-scatter")
def test_blasts_that_stray_one_after_another_are_what_the_whole_script_leads_to() -> None:
    staged = laid("cloudburst-sweeper:rain-maker-tank-gun:intelligent fragmentation rounds", "cirrus-mk2")
    order = staged.orders[0]
    assert isinstance(order, Attack)

    def begin() -> tuple[Ctx[State], Script[None]]:
        ctx = Ctx(staged.state.clone(), SYSTEM.apply)
        return ctx, BOOK.resolve(ctx, order)

    chances: dict[Toll, Fraction] = {}
    for leaf in walk(begin, faces_alike, lambda _ctx, _ask: Decline()):
        suffered = toll(staged.state, leaf.ctx.state, leaf.ctx.events, TARGET)
        chances[suffered] = chances.get(suffered, Fraction(0)) + Fraction(leaf.ways, leaf.out_of)
    weights = expected(found(staged), TARGET)
    assert {each: Fraction(weight, weights.total()) for each, weight in weights.items()} == chances
    assert any(each.damage and not each.hit for each in chances), "some blasts come down beside it"


@pytest.mark.rule("hex100.drone-terror")
@pytest.mark.parametrize("swarm", [(2, 2, 2), (1, 2), (2,)])
def test_a_swarm_is_lost_machine_by_machine_in_the_order_of_the_hits(swarm: tuple[int, ...]) -> None:
    pack = machine("crocodile-mk2", ["drone-controller"], ["basic-sensor-suite"], drones=("terror-drones",))
    tank = machine("tegu-mbt", ["smart-gun"])
    position = Position(plain(20, 9), [(pack, (0, 4), E)], [(tank, (9, 4), W)], acting="blue-1")
    drones = position.field("red-1-drone-1", (6, 4), "search-and-destroy")
    drones.swarm, drones.hp = list(swarm), sum(swarm)
    order = Attack("blue-1", ("smart-gun",), position.state.contacts["blue"][drones.id])
    fate = fate_of(outcomes(position.state, order, Terms()), drones.id)
    smoky = screened(position.state, drones)
    unit, target = smoky.units["blue-1"], smoky.units[drones.id]
    ((_, weapon),) = named_weapons(smoky, unit, order.weapons) or []
    card = card_odds(smoky, [take_aim(smoky, unit, weapon, target, target.hex)])
    assert card.damage == pytest.approx({amount: fate.chance(weight) for amount, weight in fate.damage.items()})


@pytest.mark.rule("hex100.stat-rof")
def test_every_hit_of_a_burst_is_counted() -> None:
    staged = laid("squire-storm:hmg", "tegu-mbt", range="3")
    order, state = staged.orders[0], staged.state
    assert isinstance(order, Attack)
    unit, target = state.units["red-1"], state.units[TARGET]
    ((_, weapon),) = named_weapons(state, unit, order.weapons) or []
    aim = take_aim(state, unit, weapon, target, target.hex)
    number = number_to_hit(state, aim)
    assert 0 < number < 100
    assert number_to_evade(state, aim) == 0
    fate = fate_of(found(staged), TARGET)
    assert Fraction(fate.hits, fate.total) == 1 - Fraction(100 - number, 100) ** weapon.rof
    damages = {amount: Fraction(weight, fate.total) for amount, weight in fate.damage.items()}
    if len(damages) > 1:
        each = max(damages) // weapon.rof
        for hits in range(weapon.rof + 1):
            ways = comb(weapon.rof, hits) * number**hits * (100 - number) ** (weapon.rof - hits)
            assert damages[each * hits] == Fraction(ways, 100**weapon.rof)


@pytest.mark.rule("hex100.lock-on")
def test_a_lock_is_worth_ten_in_a_hundred() -> None:
    staged = laid("squire-storm:hmg", "tegu-mbt", range="3")
    assert LOCK in [aid.id for aid in aids(staged.state, staged.orders[0])]
    with_lock = laid("squire-storm:hmg", "tegu-mbt", range="3", lock="yes")
    assert found(staged, LOCK).total == found(with_lock).total
    assert mean(staged, LOCK) == mean(with_lock) >= mean(staged)
    assert LOCK not in [aid.id for aid in aids(with_lock.state, with_lock.orders[0])]


@pytest.mark.parametrize("aid", [CHARGES, INTERCEPTION])
def test_what_the_target_may_spend_lowers_what_it_suffers(aid: str) -> None:
    staged = laid("cobra-howitzer:long-bow-missiles", "onager-shield")
    assert aid in [each.id for each in aids(staged.state, staged.orders[0])]
    assert mean(staged, aid) < mean(staged)


@pytest.mark.rule("hex100.reserve")
def test_the_answer_comes_first_and_may_end_the_attack() -> None:
    staged = laid("squire-storm:hmg", "tegu-siege", reply=True, range="3")
    (reply,) = replies(staged.state, staged.orders[0])
    assert isinstance(reply, FireReserve)
    answered = outcomes(staged.state, staged.orders[0], Terms(reply, about=(TARGET, "red-1")))
    for _, tolls, _ in answered.branches:
        if tolls["red-1"].destroyed:
            assert not tolls[TARGET].hit
    counts = played(SYSTEM, staged, 200, lambda _battle, ask: reply if ask.kind == "overwatch" else Decline())
    check(counts, expected(answered, TARGET), answered.total, "overwatch")


def test_attack_follows_attack() -> None:
    three = attack_odds("hex100", "tegu-siege:r-120-tank-gun:heat rounds x3", "tegu-mbt", [("range", "3")])
    chances = [shot.fate.chance(shot.fate.hits) for shot in three.shots]
    assert chances == sorted(chances)
    assert sum(three.fate.damage.values()) == three.fate.total
    assert (
        three.shots[0].fate
        == attack_odds("hex100", "tegu-siege:r-120-tank-gun:heat rounds", "tegu-mbt", [("range", "3")]).fate
    )


@pytest.mark.parametrize(
    ("attacker", "target", "given", "words"),
    [
        ("squire-strm:hmg", "tegu-mbt", {}, "Did you mean"),
        ("squire-storm:hmg", "tegu-mbq", {}, "Did you mean"),
        ("squire-storm:laser", "tegu-mbt", {}, "[hex100.attack-action]"),
        ("squire-storm", "tegu-mbt", {}, "Which weapon"),
        ("squire-storm:hmg", "tegu-mbt", {"range": "30"}, "[hex100.stat-range]"),
        (
            "squire-storm:hmg",
            "tegu-mbt",
            {"range": "near"},
            "whole number from 0 to 40, not 'near'. [hex100.stat-range]",
        ),
        ("squire-storm:hmg", "tegu-mbt", {"range": "0"}, "own hex"),
        ("squire-storm:hmg", "tegu-mbt", {"posture": "evasion"}, "no mech"),
        ("squire-storm:hmg", "tegu-mbt", {"posture": "prone"}, "[hex100.focus-timing]"),
        ("squire-storm:hmg", "tegu-mbt", {"sight": "no"}, "line of sight"),
        ("squire-storm:hmg", "tegu-mbt", {"target-damage": "500"}, "would destroy it"),
        ("squire-storm:hmg", "tegu-mbt", {"cover": "lava"}, "[hex100.cover]"),
        ("squire-storm:hmg", "tegu-mbt", {"trait": "Death Ray"}, "[hex100.hardpoints]"),
        ("squire-storm:hmg", "tegu-mbt", {"trait": "-Death Ray"}, "no Death Ray to take away: it has"),
        ("squire-storm:hmg", "tegu-mbt", {"siege": "yes"}, "no siege mode"),
        ("squire-storm:hmg", "tegu-mbt", {"weather": "rain"}, "No condition is called"),
    ],
)
def test_impossible_conditions_are_refused_in_words(
    attacker: str, target: str, given: dict[str, str], words: str
) -> None:
    with pytest.raises(BadInput) as refused:
        stage(Situation((attacker,), target, tuple(given.items())))
    assert words in str(refused.value)


def test_conditions_change_the_lines() -> None:
    bare = attack_odds("hex100", "squire-storm:hmg", "tegu-mbt", [("range", "3")]).shots[0].preview
    hidden = (
        attack_odds("hex100", "squire-storm:hmg", "tegu-mbt", [("range", "3"), ("cover", "rubble")]).shots[0].preview
    )
    assert "target in rubble" in [line.label for line in hidden.attack]
    assert "in rubble" in [line.label for line in hidden.defence]
    assert len(hidden.attack) == len(bare.attack) + 1
    rear = attack_odds("hex100", "squire-storm:hmg", "tegu-mbt", [("range", "3"), ("from", "rear")]).shots[0].preview
    assert "rear armour" in [line.label for line in rear.defence]


def test_facts_are_what_was_said_and_nothing_usual() -> None:
    bare = laid("squire-storm:hmg", "tegu-mbt")
    assert bare.facts == ("3 hexes away",)
    told = laid("squire-storm:hmg", "tegu-mbt", range="2", cover="Light-Woods", target_damage="1", smoke="no").facts
    left = bare.state.units[TARGET].hp - 1
    assert told == ("2 hexes away", "target in light woods", "smoke no", f"target has {left} hit points left")


@pytest.mark.parametrize("unit", ["tegu-siege", "cobra-hunter", "tegu-mbt", "cumulus-aegis"])
def test_every_weapon_of_a_machine_can_be_named(unit: str) -> None:
    given = read_conditions(CONDITIONS, Situation((), ""))
    for weapon in weapons(unit):
        assert read_post(f"{unit}:{weapon}", given).arms[0].weapon in all_modes()
    assert unit in fieldable()


def all_modes() -> list[Weapon]:
    return [mode for modes in arsenal().values() for mode in modes]
