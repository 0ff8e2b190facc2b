"""Forking a battle of 24 units at a decision inside a reaction, against a deep copy of its state alone."""

from __future__ import annotations

import copy
import timeit
from typing import Any

from gearlock.kernel.battle import Battle
from play import lay_out, played_until

REACTION = "snap"


def inside_a_reaction(battle: Battle[Any]) -> bool:
    """A passive model is being asked whether it answers an attack."""
    return battle.pending[0].kind.startswith(REACTION)


def measure() -> dict[str, float]:
    """Microseconds of both, and the share."""
    for seed in range(20):
        battle = lay_out("brigands", "intro", seed, {"red": "hunter*12", "blue": "jager*12"})
        if played_until(battle, seed, inside_a_reaction):
            break
    else:
        raise AssertionError("no battle came to a reaction")
    state = battle.state
    fork = min(timeit.repeat(battle.fork, number=20, repeat=15)) / 20 * 1e6
    deep = min(timeit.repeat(lambda: copy.deepcopy(state), number=5, repeat=15)) / 5 * 1e6
    clone = min(timeit.repeat(state.clone, number=100, repeat=10)) / 100 * 1e6
    return {"fork_us": fork, "fork_deepcopy_us": deep, "fork_clone_us": clone, "fork_share_of_deepcopy": fork / deep}
