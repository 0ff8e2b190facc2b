"""Attacks in numbers alone against the lines a player reads: the same worth, whoever stands where and in what state."""

from __future__ import annotations

import ast
import random
from copy import copy
from pathlib import Path

import pytest

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.mechanics.judging.lines import LineRules, OfModel, OfPair, OfUse
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.brigands.advice import best_attack as reckoning
from gearlock.systems.brigands.advice.attack_odds import strikes_at, worth
from gearlock.systems.brigands.advice.best_attack import (
    Gunner,
    Mark,
    Reckoning,
    arms_in_hand,
    arms_of,
    best_strike,
    best_worth,
    danger,
    reckoning_of,
)
from gearlock.systems.brigands.attacks import modifiers
from gearlock.systems.brigands.attacks.modifiers import ATTACK, DEFENCE, Pair, Use
from gearlock.systems.brigands.chain_of_command import CHARGE
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, State, Unit, opponent
from gearlock.table.measure import FULL_TURN
from systems.brigands.field import NORTH, SOUTH, lay, remodel


def slow_best(state: State, unit: Unit, target: Unit, turning: bool) -> float:
    """Every attack there is, each with its lines."""
    return max((worth(state, strike) for strike in strikes_at(state, unit, target, turning)), default=0.0)


def slow_danger(state: State, unit: Unit) -> float:
    target = unit.clone()
    target.posture, target.tall, target.steady = "", False, False
    passive = state.with_unit(target)
    passive.activation, passive.orders = None, {}
    return sum((slow_best(passive, enemy, target, True) for enemy in passive.fielded(opponent(unit.seat))), 0.0)


MODEL_TRAITS = ("Shield", "ANN", "NAI", "Stealth", "Sensor Boom", "Field Armor", "ECM", "Brawler", "Stable", "Agile")
WEAPON_TRAITS = (
    "Frag",
    "AA",
    "Spray",
    "Blast",
    "Burst",
    "Precise",
    "Haywire",
    "Fire",
    "AI",
    "AS",
    "Auto",
    "Stabilizer",
)


def outfit(line: Model, chooser: random.Random) -> Model:
    """A stat line with traits it never had."""
    line = copy(line)
    line.traits = {**line.traits, chooser.choice(MODEL_TRAITS): 1, chooser.choice(MODEL_TRAITS): 2}
    line.weapons = {name: copy(weapon) for name, weapon in line.weapons.items()}
    for weapon in line.weapons.values():
        weapon.traits = {**weapon.traits, chooser.choice(WEAPON_TRAITS): 2}
    return line


def stir(state: State, unit: Unit, chooser: random.Random) -> None:
    """Give a model tokens, damage, a posture and a place of its own."""
    unit.line = outfit(unit.line, chooser)
    unit.haywire, unit.jamming, unit.tall = (chooser.random() < 0.2 for _ in range(3))
    unit.steady, unit.shown, unit.bracing = (chooser.random() < 0.2 for _ in range(3))
    unit.overwatch, unit.hull = chooser.randrange(2), chooser.randrange(unit.line.hull + 1)
    unit.posture = chooser.choice(["", "", BRACED, COMBAT_SPEED, TOP_SPEED])
    unit.actions, unit.used = chooser.randrange(3), [name for name in unit.line.weapons if chooser.random() < 0.2]
    unit.airborne = unit.airborne or chooser.random() < 0.1
    unit.hanging = "a face" if chooser.random() < 0.1 else ""
    rival = chooser.choice(list(state.units.values()))
    near = 3000 if chooser.random() < 0.5 else 16_000
    unit.x = min(max(0, rival.x + chooser.randrange(-near, near)), state.ground.width)
    unit.y = min(max(0, rival.y + chooser.randrange(-near, near)), state.ground.height)
    unit.facing = chooser.randrange(FULL_TURN)


def stirred_battle(seed: int, augment: bool) -> tuple[State, random.Random]:
    """A battle some way into its first Rounds, then shaken."""
    system, chooser = get_system("brigands"), random.Random(seed)
    battle = Battle.begin(system, system.prepare("battle", seed, {"size": "100"}))
    bot = RandomBot(seed)
    while not battle.over and battle.state.round < 1:
        name = battle.waiting_for()[0]
        battle.answer(name, bot.decide(Seat(battle, name)))
    state = battle.state.clone()
    state.augment = augment
    for unit in state.standing():
        stir(state, unit, chooser)
    state.orders[CHARGE] = chooser.choice(list(state.fielded("red"))).id
    return state, chooser


@pytest.mark.parametrize("seed", range(4))
def test_the_best_attack_in_numbers_is_the_best_of_the_attacks_in_lines(seed: int) -> None:
    state, chooser = stirred_battle(seed, augment=seed == 3)
    others, worths = reckoning_of(state), set[float]()
    for unit in list(state.units.values()):
        if not unit.is_fielded:
            continue
        elsewhere = unit.clone()
        stir(state, elsewhere, chooser)
        for there in (unit, elsewhere):
            after = state.with_unit(there)
            gunner, mark, arms = Gunner(after, there), Mark(after, there), arms_in_hand(there)
            for enemy in after.fielded(opponent(unit.seat)):
                given = best_strike(after, gunner, others.mark(enemy), others.crowd, arms)
                assert given == slow_best(after, there, enemy, turning=False), (there, enemy)
                taken = best_strike(after, others.gunner(enemy), mark, others.crowd)
                assert taken == slow_best(after, enemy, there, turning=True), (enemy, there)
                worths |= {given, taken}
            assert danger(after, there, others) == danger(after, there) == slow_danger(after, there)
            assert best_worth(after, there, others) == best_worth(after, there)
    assert len(worths) > 30


def test_a_charge_and_being_engaged_by_another_count_as_their_lines_say() -> None:
    state = lay(
        [("hunter", 20, 20, NORTH), ("hunter", 20, 18, NORTH)], [("jager", x, 20, SOUTH) for x in (10, 30, 40)]
    ).state
    red, leader, near, far, third = state.units.values()
    apart = red.line.radius + near.line.radius
    near.x, far.x, third.x, third.y = red.x - apart, red.x + apart, red.x, red.y + 8000
    for unit in state.units.values():
        unit.actions = 2
    red.posture, state.introductory = TOP_SPEED, False
    remodel(red, weapons=("LVB (Precise)",))
    seen, places = set[tuple[float, ...]](), (near.x, 60_000)
    for given in ("", leader.id):
        state.orders[CHARGE] = given
        for x in places:
            near.x = x
            state.notes = {}
            others = reckoning_of(state)
            pairs = [pair for each in (near, far, third) for pair in ((red, each), (each, red))]
            found = [best_strike(state, others.gunner(a), others.mark(b), others.crowd) for a, b in pairs]
            assert found == [slow_best(state, a, b, turning=True) for a, b in pairs]
            seen.add(tuple(found))
    assert len(seen) == 4


LIST_KEEPERS = ("modifiers",)


def test_there_is_no_way_round_the_two_lists() -> None:
    """Nobody but the lists asks a rule of an attack's dice, and bots get their sums from the lists alone."""
    package = Path(modifiers.__file__).parents[1]
    rules = [*ATTACK.rules, *DEFENCE.rules]
    names = {rule.dice.__name__ for rule in rules if isinstance(rule, OfPair)}
    names |= {rule.lines.__name__ for rule in rules if isinstance(rule, OfUse)}
    assert len(names) > 8
    for path in package.rglob("*.py"):
        if path.stem not in LIST_KEEPERS:
            said = {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
            assert not said & names, f"{path} asks {said & names} itself"
            if path.parent.name == "advice":
                assert not {name for name in said if name.endswith("_modifiers")} - SIGNALS, f"{path} adds up lines"


SIGNALS = {"cover_modifiers", "defense_modifiers", "eccm_modifiers"}
"""Lines of electronic warfare, which is no attack."""

ODD: list[OfModel[State, Unit, Use] | OfUse[Use] | OfPair[Use, Pair]] = [
    OfModel(lambda _, unit: [dice(2, "odd name", "")] if len(unit.name) % 2 else []),
    OfModel(
        lambda _, unit: [result(1, "odd id", "")] if unit.id < "c" else [], lambda use: "Burst" in use.weapon.traits
    ),
    OfUse(lambda use: [dice(1, "odd range", "")] if use.optimal else []),
    OfPair(lambda pair: pair.target.hull - pair.attacker.hull, "odd {}", "", lambda use: use.category != "Melee"),
]


@pytest.mark.parametrize("side", ["ATTACK", "DEFENCE"])
def test_a_rule_put_into_a_list_counts_for_lines_and_numbers_alike(side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = stirred_battle(5, augment=False)
    pairs = [(a, b) for a in state.fielded("red") for b in state.fielded("blue")]
    before = [slow_best(state, a, b, turning=True) for a, b in pairs]
    longer = LineRules(*getattr(modifiers, side).rules, *ODD)
    for module in (modifiers, reckoning):
        monkeypatch.setattr(module, side, longer)
    arms_of.cache_clear()
    try:
        others = Reckoning(state)
        lined = [slow_best(state, a, b, turning=True) for a, b in pairs]
        assert lined == [best_strike(state, others.gunner(a), others.mark(b), others.crowd) for a, b in pairs]
        assert lined != before
    finally:
        arms_of.cache_clear()
