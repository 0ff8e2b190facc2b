"""What an offer in the middle of an attack says: the exact odds if it is taken and if not, as far as they are known."""

from __future__ import annotations

import random

import pytest

from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.gunnery import Terms
from gearlock.kernel.orders import Decline
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import OddsCard, Preview
from gearlock.odds.attack import fate_of
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.advice.previews import ALONE, CHARGE, HARMLESS, KEPT_SHOT, UNSEEN
from gearlock.systems.hex100.attacks.attack import Attack, Bombard, FireReserve
from gearlock.systems.hex100.damage.units_hit import Destroyed, SpendCharges, Struck
from gearlock.systems.hex100.defenses import GunsWarding, Intercept
from gearlock.systems.hex100.equipment import full_hp
from gearlock.systems.hex100.firing_range.outcomes import INTERCEPTION, outcomes
from gearlock.systems.hex100.forces.cards import Machine
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.state import BLIP, State
from systems.hex100.kit import E, Position, W, at, events, machine, plain

HEAVY = machine("crocodile-mk2", ["active-defence-system-heavy"])
CUMULUS = machine("cumulus", [], [], [], ["aegis-smart-gun"], ["aegis-smart-gun"])
ONAGER = machine("onager-mk2", [], ["onager-interceptor"])
PLAIN = machine("crocodile-mk2", ["swarmer-micro-missiles"])
ROCKETS = machine("big-guye", ["rocket-pod"], [])
STORM = machine("squire", ["storm-mortar"])
MORTAR = machine("rampart", ["mortar"])
HAMMER = machine("crocodile-mk2", ["hammer-rockets", "swarmer-micro-missiles"])
REACTIVE = machine("big-guye", [], [], [], ["reactive-armour-light"])


def fired_at(attacker: Machine, weapon: str, column: int = 4) -> tuple[Position, Attack]:
    """Fire at a unit that can stop two shots, with a friend beside it."""
    position = Position(plain(), [(attacker, (0, 4), E)], [(HEAVY, (column, 4), W), (PLAIN, (column + 1, 4), W)])
    return position, Attack("red-1", (weapon,), position.state.contacts["red"]["blue-1"])


def agrees(card: OddsCard | None, state: State, order: Attack, unit: str, aid: str) -> None:
    """The card says of a unit what all branches of the attack say; who has fallen is struck no more."""
    assert card is not None
    fate = fate_of(outcomes(state, order, Terms(aid=aid, about=(unit,))), unit)
    if unit == "blue-1":
        assert card.p_hit == pytest.approx(fate.chance(fate.hits))
    assert card.p_destroyed == pytest.approx(fate.chance(fate.destroyed))
    assert not fate.destroyed, "a position in which nobody falls tells more"
    for amount in range(1, 40):
        over = sum(chance for each, chance in card.damage.items() if each >= amount)
        assert over == pytest.approx(fate.chance(fate.at_least(amount))), amount


@pytest.mark.rule("hex100.attr-interceptor", "hex100.attack-sequence", "hex100.blast-scatter")
@pytest.mark.parametrize(
    ("attacker", "weapon", "most"), [(ROCKETS, "rocket-pod", 2), (STORM, "storm-mortar", 2), (MORTAR, "mortar", 1)]
)
def test_the_odds_of_stopping_shots_are_those_of_all_branches(attacker: Machine, weapon: str, most: int) -> None:
    position, order = fired_at(attacker, weapon)
    state = position.state.clone()
    for unit in state.units.values():
        unit.hp = 200  # so that nobody falls
    battle = Battle.begin(SYSTEM, position.setup, position.play().dice, state.clone())
    battle.answer("red", order)
    offer = battle.preview("blue", Intercept("blue-1", most))
    assert offer.target == "blue-1"
    agrees(offer.odds, state, order, "blue-1", INTERCEPTION)
    agrees(offer.without, state, order, "blue-1", "")
    assert [each.target for each in offer.also] == ["blue-2"] * (weapon != "rocket-pod")
    for beside in offer.also:
        agrees(beside.odds, state, order, "blue-2", INTERCEPTION)
        agrees(beside.without, state, order, "blue-2", "")


def stopping(position: Position, order: Attack | Bombard, shots: int) -> Preview:
    battle = position.play()
    battle.answer("red", order)
    return battle.preview("blue", Intercept(battle.pending[0].unit, shots))


def lost(card: OddsCard | None, hp: int) -> float:
    assert card is not None
    return sum(min(1.0, damage / hp) * chance for damage, chance in card.damage.items())


@pytest.mark.rule("hex100.attr-interceptor")
def test_stopping_shots_is_worth_the_damage_kept_off_less_what_they_are_kept_for() -> None:
    for shots in (1, 2):
        position, order = fired_at(ROCKETS, "rocket-pod")
        offer = stopping(position, order, shots)
        kept = lost(offer.without, 16) - lost(offer.odds, 16)
        assert kept > 0
        assert offer.gives == pytest.approx(kept - KEPT_SHOT * shots, abs=0.01)
        assert offer.ends is None
        assert offer.cost == f"{shots} of 2 shots that its interceptors can still stop"


@pytest.mark.rule("hex100.attr-interceptor")
def test_a_bot_stops_what_would_hurt_and_keeps_its_interceptors_for_it() -> None:
    position, order = fired_at(ROCKETS, "rocket-pod")
    battle = position.play()
    battle.answer("red", order)
    assert GreedyBot(1).decide(Seat(battle, "blue")) == Intercept("blue-1", 2)
    nobody = Position(plain(), [(MORTAR, (0, 0), E)], [(CUMULUS, (6, 0), W)])
    nobody.ctx.emit(GunsWarding("blue-1", ("aegis-smart-gun",)))
    battle = nobody.play()
    battle.answer("red", Bombard("red-1", "mortar", *at(2, 0)))
    assert battle.preview("blue", Intercept("blue-1", 1)).notes == (HARMLESS,)
    assert GreedyBot(1).decide(Seat(battle, "blue")) == Decline()


@pytest.mark.rule("hex100.attr-interceptor", "hex100.attr-blast")
def test_shells_at_bare_ground_are_weighed_for_those_beside_it() -> None:
    position = Position(plain(), [(MORTAR, (0, 0), E)], [(ONAGER, (5, 0), W), (PLAIN, (4, 1), W)])
    offer = stopping(position, Bombard("red-1", "mortar", *at(4, 0)), 1)
    assert {offer.target, *(each.target for each in offer.also)} == {"blue-1", "blue-2"}
    assert offer.odds is not None
    assert offer.without is not None
    assert (offer.odds.p_hit, offer.odds.damage) == (0.0, {0: 1.0})
    assert offer.without.mean_damage > 0


@pytest.mark.rule("hex100.attr-interceptor", "hex100.lock-on", "hex100.attr-homing")
def test_a_lock_changes_nothing_that_is_told_but_what_it_would_do_is_said() -> None:
    offers = []
    for lock in ("", "blue-1"):
        position, order = fired_at(PLAIN, "swarmer-micro-missiles")
        position.unit("red-1").lock = lock
        offers.append(stopping(position, order, 2))
    assert offers[0] == offers[1]
    said = "Whether they are guided by a lock is not known: with one 8.0 damage instead of 12.0."
    assert offers[0].notes == (said, ALONE)


@pytest.mark.rule("hex100.attr-interceptor", "hex100.visual-detection")
def test_odds_are_told_of_what_is_in_sight_alone() -> None:
    position, order = fired_at(ROCKETS, "rocket-pod")
    battle = position.play()
    battle.answer("red", order)
    told = battle.preview("blue", Intercept("blue-1", 2))
    assert told.odds is not None
    for chooser in map(random.Random, range(4)):
        for state in (SYSTEM.disguise(battle.state, "blue", chooser), SYSTEM.suppose(battle.state, "blue", chooser)):
            assert SYSTEM.preview(state, "blue", Intercept("blue-1", 2)) == told
    battle = battle.fork()  # what is done to a copy need not be proved
    battle.state.known["blue"]["red-1"] = BLIP
    unseen = battle.preview("blue", Intercept("blue-1", 2))
    assert (unseen.odds, unseen.without, unseen.notes) == (None, None, (UNSEEN,))
    for chooser in map(random.Random, range(4)):
        twin = SYSTEM.disguise(battle.state, "blue", chooser)
        assert twin.shots is not None
        assert (twin.shots.unit, twin.shots.weapon) == ("", "")
        assert SYSTEM.preview(twin, "blue", Intercept("blue-1", 2)) == unseen
        supposed = SYSTEM.suppose(battle.state, "blue", chooser)
        assert supposed.shots == twin.shots


@pytest.mark.rule("hex100.attr-interceptor")
def test_the_offer_says_who_fires_what_at_whom() -> None:
    position, order = fired_at(ROCKETS, "rocket-pod")
    battle = position.play()
    battle.answer("red", order)
    who, whom = "Big Guye (contact 1)", battle.state.machine("blue-1").name
    asked = f"{whom}: 3 shots of Rocket Pod from {who} at {whom}. How many shall be stopped?"
    assert battle.pending[0].prompt == asked


@pytest.mark.rule("hex100.attr-interceptor")
def test_what_is_on_its_way_is_forgotten_when_it_has_come() -> None:
    position, order = fired_at(ROCKETS, "rocket-pod")
    battle = position.play((99, 99, 99))
    battle.answer("red", order)
    assert battle.preview("blue", Intercept("blue-1", 1)).odds is not None
    battle.answer("blue", Decline())
    assert battle.state.shots is None
    assert battle.preview("blue", Intercept("blue-1", 1)).odds is None


def hammered(*dice: tuple[int, ...], hp: int = 14, worn: bool = False) -> Battle[State]:
    """A rocket at reactive armour; the structure behind it may be all but gone."""
    position = Position(plain(), [(HAMMER, (0, 0), E)], [(REACTIVE, (4, 0), W)])
    blue = position.unit("blue-1")
    blue.hp, blue.critical = hp, position.state.machine("blue-1").unit.structure - 1 if worn else 0
    battle = position.play(*dice)
    battle.answer("red", Attack("red-1", ("hammer-rockets",), "contact-1"))
    return battle


@pytest.mark.rule("hex100.armour-reactive", "hex100.stat-hp")
@pytest.mark.parametrize("hp", [14, 6])
@pytest.mark.parametrize("worn", [False, True])
@pytest.mark.parametrize("dice", [((0,), (99,)), ((0,), (0,), (1,))])
def test_the_odds_of_a_charge_are_what_then_happens(dice: tuple[tuple[int, ...], ...], hp: int, worn: bool) -> None:
    offer = hammered(*dice, hp=hp, worn=worn).preview("blue", SpendCharges("blue-1", 1, 4))
    for answer, card in ((SpendCharges("blue-1", 1, 4), offer.odds), (Decline(), offer.without)):
        battle = hammered(*dice, hp=hp, worn=worn)
        battle.answer("blue", answer)
        (struck,) = events(battle, Struck)
        assert card is not None
        assert card.damage == {struck.damage: 1.0}
        assert card.p_crippled == (struck.critical > 0)
        assert card.p_destroyed == bool(events(battle, Destroyed))
        assert battle.state.hits is None


@pytest.mark.rule("hex100.armour-reactive")
def test_a_charge_is_worth_what_it_saves_and_a_bot_spends_it_where_it_does() -> None:
    battle = hammered((0,), (99,))
    offer = battle.preview("blue", SpendCharges("blue-1", 1, 4))
    assert offer.gives == pytest.approx((8 - 4 - CHARGE) / full_hp(battle.state, "blue-1"))
    assert GreedyBot(1).decide(Seat(battle, "blue")) == SpendCharges("blue-1", 1, 4)
    saved = hammered((0,), (99,), hp=8)
    assert saved.preview("blue", SpendCharges("blue-1", 1, 4)).gives == pytest.approx(
        (8 - 4 - CHARGE) / full_hp(battle.state, "blue-1")
    )
    doomed = hammered((0,), (99,), hp=4)
    assert doomed.preview("blue", SpendCharges("blue-1", 1, 4)).gives < 0
    assert GreedyBot(1).decide(Seat(doomed, "blue")) == Decline()


@pytest.mark.rule("hex100.armour-reactive")
def test_hits_are_told_to_nobody_but_the_side_they_fall_on() -> None:
    battle = hammered((0,), (99,))
    assert SYSTEM.disguise(battle.state, "red", random.Random(1)).hits is None
    assert SYSTEM.suppose(battle.state, "red", random.Random(1)).hits is None
    assert battle.preview("red", SpendCharges("blue-1", 1, 4)) == Preview()


@pytest.mark.rule("hex100.reserve")
@pytest.mark.parametrize(
    ("trigger", "why"), [("moves", "moves"), ("attacks", "attacks Crocodile"), ("appears", "comes into line of sight")]
)
def test_a_reserve_says_who_woke_it_and_why_and_what_it_costs(trigger: str, why: str) -> None:
    drawing = plain() if trigger != "appears" else "....W....\n.........\n........."
    position = Position(drawing, [("crocodile-lasers", (6, 0), W)], [("crocodile-lasers", (1, 0), E)])
    blue = position.unit("blue-1")
    blue.held, blue.trigger, blue.held_weapons = "attack", trigger, ["crocodile-combat-laser"]
    battle = position.play()
    if trigger == "attacks":
        battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    else:
        battle.answer("red", Move("red-1", (at(6, 1), at(5, 1)), W))
    ask = battle.pending[0]
    name = battle.state.machine("blue-1").name
    assert ask.prompt.startswith(f"{name}: ")
    assert f") {why}" in ask.prompt
    offer = battle.preview("blue", FireReserve("blue-1", ask.about[0]))
    assert (offer.cost, offer.ends) == ("the attack that was held back", None)
    assert offer.odds is not None
