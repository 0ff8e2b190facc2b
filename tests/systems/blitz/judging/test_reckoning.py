"""The numbers bots reckon with are those of the rules' own lines, and a survey keeps to what a seat has."""

from __future__ import annotations

import pytest

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Refusal
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.systems.blitz.advice.attack_odds import expected_share, strike_of
from gearlock.systems.blitz.advice.best_attack import best_against, best_worth
from gearlock.systems.blitz.advice.survey import SURVEY
from gearlock.systems.blitz.attacks.aiming import Sight, attack_distance, can_bear, refuse_weapon
from gearlock.systems.blitz.attacks.attack import refuse_friendly_fire
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.models import Weapon
from gearlock.systems.blitz.state import State, Unit, opponent


def played(scenario: str, seed: int, decisions: int) -> Battle[State]:
    """A battle at random, stopped after so many decisions."""
    system = get_system("blitz")
    battle: Battle[State] = Battle.begin(system, system.prepare(scenario, seed, {}))
    bot = RandomBot(3)
    for _ in range(decisions):
        if battle.over:
            break
        seat = battle.waiting_for()[0]
        battle.answer(seat, bot.decide(Seat(battle, seat)))
    return battle


def slow_best(state: State, unit: Unit, target: Unit, turning: bool) -> float:
    """The best attack, worked out line by line."""
    sight, best = Sight(state, unit, target), 0.0
    for weapon in unit.line.weapons.values():
        for load, used in weapon.loads.items():
            far = attack_distance(state, unit, target, used)
            if weapon.proximity or far > used.most:
                continue
            if not (_turned(sight) if turning else _ready(sight, used, load)):
                continue
            duel = duel_of(state, Use(used, used.is_optimal(far)), Pair(state, unit, target, used))
            best = max(best, expected_share(strike_of(state, unit, used, target, duel), target))
    return best


def _turned(sight: Sight) -> bool:
    return not sight.look.blocked and sight.is_locked


def _ready(sight: Sight, weapon: Weapon, load: str) -> bool:
    state, unit = sight.state, sight.unit
    ready = refuse_weapon(state, unit, weapon.id, load) is None and can_bear(sight, weapon)
    return ready and refuse_friendly_fire(state, unit, weapon, sight.target) is None


@pytest.mark.parametrize("decisions", [30, 60])
def test_sums_and_lines_agree(decisions: int) -> None:
    state: State = played("skirmish", 2, decisions).state
    compared = 0
    for unit in list(state.fielded("red")) + list(state.fielded("blue")):
        enemies = list(state.fielded(opponent(unit.seat)))
        compared += len(enemies)
        for enemy in enemies:
            assert best_against(state, unit, enemy) == slow_best(state, unit, enemy, True)
        slow = max((slow_best(state, unit, enemy, False) for enemy in enemies), default=0.0)
        assert best_worth(state, unit) == (slow if unit.readiness else 0.0)
    assert compared


def test_a_survey_answers_for_ones_own_models_alone() -> None:
    battle = played("skirmish", 2, 40)
    state: State = battle.state
    own, enemy = next(state.fielded("red")), next(state.fielded("blue"))
    assert isinstance(SURVEY.sight(state, "red", enemy.id, None, own.id), Refusal)
    assert not isinstance(SURVEY.sight(state, "red", own.id, None, enemy.id), Refusal)
    off = SURVEY.menaces(state, "red", own.id, Aim(-1, 5))
    assert isinstance(off, Refusal)
    assert off.rule == "blitz.6.0"
    fields = SURVEY.fields(state, "red", own.id, None)
    assert not isinstance(fields, Refusal)
    assert [field.weapon for field in fields] == list(own.line.weapons)
