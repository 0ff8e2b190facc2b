"""Environments for learners: every scenario of every system as a PettingZoo environment, with masks and fixed arrays.

`make_env(environment_ids()[0])`; docs/research.md tells what the numbers mean. Comes with `gearlock[research]`.
"""

from __future__ import annotations

from gearlock.extras import needing

with needing("research", "The research environment"):
    import gymnasium  # noqa: F401 - asked for here, so that whoever lacks it is told how to get it
    import numpy  # noqa: F401
    import pettingzoo  # noqa: F401

from gearlock.research.encoding import ACTIONS, COLUMNS, PIECES, ROWS
from gearlock.research.environment import GearlockEnv, make_env
from gearlock.research.games import write_games
from gearlock.research.ids import VERSION, environment_ids
from gearlock.research.vector import VectorEnv

__all__ = [
    "GearlockEnv", "VectorEnv", "make_env", "environment_ids", "write_games",
    "VERSION", "ROWS", "COLUMNS", "PIECES", "ACTIONS",
]  # fmt: skip
