"""Many battles at once, one decision each a step: arrays in, arrays out. Who has ended begins a new battle."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from gearlock.kernel.errors import BadInput
from gearlock.research.encoding import Array
from gearlock.research.environment import GearlockEnv, make_env
from gearlock.research.ids import whole


class Batch(NamedTuple):
    """What all battles ask next: for each its array, its mask and the number of the seat that is asked."""

    observations: Array
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]


class Ended(NamedTuple):
    """A battle that ended in a step: its place, its seed, and the seat that won; -1 if none did."""

    place: int
    seed: int
    winner: int


class Step(NamedTuple):
    """What is asked next, what the step brought each seat in each battle, and which battles ended with it."""

    batch: Batch
    rewards: NDArray[np.float64]
    ended: list[Ended]


class VectorEnv:
    """Several battles of one environment side by side."""

    def __init__(self, name: str, count: int, seed: int = 1, **settings: Any) -> None:
        count = whole(count, "The number of battles", 1)
        self.envs: list[GearlockEnv] = [make_env(name, **settings) for _ in range(count)]
        self._next = whole(seed, "A seed", 0)

    def reset(self) -> Batch:
        """All battles from their beginning."""
        for env in self.envs:
            self._begin(env)
        return self._batch()

    def _begin(self, env: GearlockEnv) -> None:
        env.reset(seed=self._next)
        self._next += 1

    def step(self, actions: NDArray[np.int64]) -> Step:
        """One decision in each battle."""
        ended: list[Ended] = []
        rewards: list[list[float]] = []
        if np.shape(actions) != (len(self.envs),) or not np.issubdtype(np.asarray(actions).dtype, np.integer):
            raise BadInput(f"A step takes {len(self.envs)} whole numbers, an action for each battle.")
        for place, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            env.step(int(action))
            rewards.append([env.rewards[name] for name in env.possible_agents])
            if any(env.terminations.values()) or any(env.truncations.values()):
                ended.append(Ended(place, env.seed, _winner(env)))
                self._begin(env)
        return Step(self._batch(), np.array(rewards), ended)

    def __copy__(self) -> Self:
        return deepcopy(self)

    def _batch(self) -> Batch:
        seen = [env.observe(env.agent_selection) for env in self.envs]
        seats = [env.possible_agents.index(env.agent_selection) for env in self.envs]
        return Batch(
            np.stack([each["observation"] for each in seen]).astype(np.float32, copy=False),
            np.stack([each["action_mask"] for each in seen]).astype(np.int8, copy=False),
            np.array(seats),
        )


def _winner(env: GearlockEnv) -> int:
    outcome = env.battle.outcome
    return env.possible_agents.index(outcome.winner) if outcome is not None and outcome.winner else -1
