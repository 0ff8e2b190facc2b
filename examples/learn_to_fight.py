"""A simple learner: linear scores of actions, improved by the games it wins and loses against a player of lots.

    python examples/learn_to_fight.py --environment brigands-duel-v1 --games 300 --tested 200

Many battles are played side by side (`VectorEnv`); the learner sits in either seat by turns. Its policy is a softmax
over the columns of an action's row. Whenever the score changes, the weights move along the policy gradient of its
latest decisions, the last ones most (REINFORCE with traces). Numpy is all it needs.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gearlock.research import COLUMNS, PIECES, VectorEnv

Floats = NDArray[np.float64]
RATE = 0.3
FADING = 0.9
"""What an earlier decision counts of the one after it."""
FEATURES = COLUMNS + 2


def features(observation: NDArray[np.float32], count: int) -> Floats:
    """The rows of the open actions, with how far the actor is from its target and whether there is one."""
    rows = observation[1 + PIECES : 1 + PIECES + count].astype(np.float64)
    way = rows[:, 12:14] - rows[:, 14:16]
    has_target = (rows[:, 14:16] != 0).any(axis=1)
    far = np.sqrt((way**2).sum(axis=1)) * has_target
    return np.column_stack([rows, far, has_target])


@dataclass
class Learner:
    """The weights of the columns, and the traces of what was decided in the battles under way."""

    battles: int
    weights: Floats = field(default_factory=lambda: np.zeros(FEATURES))

    def __post_init__(self) -> None:
        self.traces = np.zeros((self.battles, FEATURES))

    def choose(self, place: int, seen: Floats, lots: np.random.Generator) -> int:
        """An action by lot, as likely as its score makes it."""
        scores = seen @ self.weights
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        action = int(lots.choice(len(chances), p=chances))
        self.traces[place] = FADING * self.traces[place] + seen[action] - chances @ seen
        return action


def play(name: str, learner: Learner, games: int, seed: int, teach: bool) -> float:
    """Games of the learner against lots, in either seat; how large a part of them it won, draws as halves."""
    lots, count = np.random.default_rng(seed), learner.battles
    env = VectorEnv(name, count, seed=seed * 100_003, rewards="score", limit=600)
    batch, seats = env.reset(), np.arange(count) % 2
    learner.traces[:] = 0.0
    points, done = 0.0, 0
    while done < games:
        actions = np.zeros(count, dtype=np.int64)
        for place in range(count):
            open_ = int(batch.masks[place].sum())
            if batch.seats[place] == seats[place]:
                actions[place] = learner.choose(place, features(batch.observations[place], open_), lots)
            else:
                actions[place] = lots.integers(open_)
        batch, rewards, ended = env.step(actions)
        if teach:
            learner.weights += RATE * rewards[np.arange(count), seats] @ learner.traces
        for battle in ended:
            points += 0.5 if battle.winner < 0 else float(battle.winner == seats[battle.place])
            done += 1
            learner.traces[battle.place] = 0.0
    return points / done


def main() -> None:
    """Learn, then try what was learnt on seeds it has not seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--environment", default="brigands-duel-v1")
    parser.add_argument("--games", type=int, default=300, help="games to learn from")
    parser.add_argument("--tested", type=int, default=200, help="games to be tried in afterwards")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    learner = Learner(8)
    for part in range(3):
        won = play(asked.environment, learner, asked.games // 3, asked.seed + 10 + part, True)
        print(f"learning: {won:.1%} of {(part + 1) * (asked.games // 3)} games won", flush=True)
    won = play(asked.environment, learner, asked.tested, asked.seed + 2, False)
    error = 1.96 * np.sqrt(won * (1 - won) / asked.tested)
    print(f"after: {won:.1%} won against lots, give or take {error:.1%} ({asked.tested} games)")


if __name__ == "__main__":
    main()
