"""What a learner is given depends on what its seat knows and did, however the other seat decides unseen.

From a decision of one seat a battle goes on twice, that seat deciding otherwise and perhaps more often. Where the other
seat is then asked and knows the same in both, everything its learner can obtain is compared: observation, mask, reward,
info, and the order that each of its actions would become.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gearlock.kernel.orders import Refusal
from gearlock.kernel.registry import all_systems
from gearlock.kernel.seat import Seat
from gearlock.research import GearlockEnv, make_env
from gearlock.research.ids import VERSION

SECRET = [
    (system.id, name)
    for system in all_systems()
    for name, scenario in system.scenarios().items()
    if system.hidden and not scenario.open
]
ALONG = 4
"""Decisions of its own that a seat makes in both, as long as it knows the same."""
LOOKED_AT = 40
"""Decisions of a battle that are gone through."""
BEFORE = 12
"""Decisions that one seat makes on its own before the other is asked, at most."""


def over(env: GearlockEnv) -> bool:
    return any(env.terminations.values()) or any(env.truncations.values())


def until_asked(env: GearlockEnv, seat: str, lots: random.Random) -> int | None:
    """Let the others decide until a seat is asked: how often they did. None if it is not asked."""
    for count in range(BEFORE):
        if over(env):
            return None
        if env.agent_selection == seat:
            return count
        env.step(lots.randrange(len(env.actions())))
    return None


def known(env: GearlockEnv, seat: str) -> tuple[Any, ...]:
    at = Seat(env.battle, seat)
    return at.view(), at.story(), at.ask, at.options() if at.ask is not None else ()


def given(env: GearlockEnv, seat: str) -> dict[str, Any]:
    """Everything that a learner at this seat can obtain, and what it would do with each number."""
    found = env.observe(seat)
    return {
        "observation": found["observation"].tolist(),
        "mask": found["action_mask"].tolist(),
        "reward": env._cumulative_rewards[seat],
        "info": env.infos[seat],
        "orders": [env._completed(seat, env.actions(), number) for number in range(len(env.actions()))],
    }


def compare(env: GearlockEnv, seat: str, lots: random.Random, what: str) -> tuple[int, int]:
    """Two ways on from here: how many comparisons there were, and in how many the others decided more often in one."""
    pair = [copy.deepcopy(env), copy.deepcopy(env)]
    counts = [until_asked(each, seat, random.Random(lots.random())) for each in pair]
    compared = 0
    if None in counts:
        return 0, 0
    while compared < ALONG and all(each.agent_selection == seat and not over(each) for each in pair):
        if known(pair[0], seat) != known(pair[1], seat):
            break
        here, there = (given(each, seat) for each in pair)
        for name in here:
            assert here[name] == there[name], f"{what}: {name} tells {seat} too much"
        compared += 1
        number = lots.randrange(len(pair[0].actions()))
        for each in pair:
            each.step(number)
    return compared, compared * (counts[0] != counts[1])


def go_through(system: str, seed: int) -> tuple[int, int]:
    """Compare along a battle of each scenario with secrets of a system."""
    compared = unseen = 0
    for scenario in [name for known, name in SECRET if known == system]:
        env = make_env(f"{system}-{scenario}-v{VERSION}", rewards="score")
        env.reset(seed=seed)
        lots = random.Random(seed)
        for count in range(LOOKED_AT):
            if over(env):
                break
            decides = env.agent_selection
            seat = next(name for name in env.possible_agents if name != decides)
            found = compare(env, seat, lots, f"{system} {scenario}, decision {count}")
            compared, unseen = compared + found[0], unseen + found[1]
            env.step(lots.randrange(len(env.actions())))
    return compared, unseen


@pytest.mark.parametrize("system", sorted({system for system, _ in SECRET}))
def test_learners_are_given_what_their_seat_knows_and_did(system: str) -> None:
    assert go_through(system, 1)[0]


def test_what_is_done_by_lot_does_not_depend_on_how_often_others_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every way of completing an action is barred here but the lot."""
    monkeypatch.setattr(Seat, "aim", lambda *_: Refusal("barred", "", "Barred by the test."))
    compared, unseen = go_through("hex100", 1)
    assert compared > unseen > 10, "the other seat decided more often, unseen"


WAYS: dict[str, Callable[[GearlockEnv], GearlockEnv]] = {
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [f"{system}-{scenario}-v{VERSION}" for system, scenario in SECRET[::6]])
def test_an_environment_and_its_copy_go_the_same_way_and_part_ways(name: str, way: str) -> None:
    env, lots = make_env(name), random.Random(4)
    env.reset(seed=4)
    for _ in range(25):
        env.step(lots.randrange(len(env.actions())))
    twin = WAYS[way](env)
    before = given(env, env.agent_selection)
    assert given(twin, twin.agent_selection) == before
    for _ in range(10):
        twin.step(0)
    assert given(env, env.agent_selection) == before
    for _ in range(10):
        env.step(0)
    assert env.battle.hash() == twin.battle.hash()
    for agent in env.possible_agents:
        assert np.array_equal(env.observe(agent)["observation"], twin.observe(agent)["observation"])
    env.reset()
    twin.reset()
    assert env.seed == twin.seed, "the lots for battles to come are copied too"


def test_the_first_decision_of_a_battle_is_rewarded_by_what_it_changed() -> None:
    """Rewards by score begin with the score there was, whoever decided first and however often."""
    env = make_env(f"brigands-duel-v{VERSION}", rewards="score")
    env.reset(seed=5)
    shares = dict(env._score)
    env.step(0)
    assert {name: env._share(name) - shares[name] for name in shares} == env.rewards
