from __future__ import annotations

import os
from itertools import pairwise
from typing import Any

import pytest

from gearlock.kernel import log as log_module
from gearlock.kernel.registry import all_systems, get_system
from kernel.toy import TOY
from mechanics.race import MINIATURE

OF_THE_TESTS: dict[str, Any] = {TOY.id: TOY, MINIATURE.id: MINIATURE}
SYSTEMS: list[Any] = [*all_systems(), *OF_THE_TESTS.values()]
SCENARIOS = [(system, scenario) for system in SYSTEMS for scenario in system.scenarios()]
BRIEF = bool(os.environ.get("GEARLOCK_BRIEF"))
"""The second pass of `make test` runs the same rules over compiled geometry: a part of the seeds is enough."""
SEEDS, SEEDS_OF_LONG = (1, 1) if BRIEF else (4, 1)
QUICK_SEEDS = 2
"""So many of the seeds are played in every run of the tests; the others belong to `make soak`."""
STARTS = (0, 4 if BRIEF else 8, 20, 40, 60, 80, 100)
BLOCKS = [
    pytest.param(range(*block), id=str(block[0]), marks=[pytest.mark.soak] if block[0] else [])
    for block in pairwise(STARTS)
]
"""Blocks of random battles: the first is played in every run of the tests."""


def is_long(system: Any, scenario: str) -> bool:
    return bool(system.scenarios()[scenario].long)


def is_quick(system: Any, scenario: str, seed: int = 0) -> bool:
    """Of the whole evenings of a system its fullest, the last, is played in every run; of short battles a few seeds."""
    long = [name for name, each in system.scenarios().items() if each.long]
    return seed < QUICK_SEEDS and (scenario not in long or scenario == long[-1])


def every(system: Any, scenario: str, seed: int) -> int:
    """How many decisions apart a battle is looked at closely: less often in long ones, at each in `make soak`."""
    if not is_quick(system, scenario, seed):
        return 1
    return 4 if is_long(system, scenario) else 2


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`system, scenario` run over everything that is registered, the kernel's toy game and the shared parts' miniature.

    `seed` has several values for each, but one only for a long scenario.
    """
    if "scenario" in metafunc.fixturenames:
        names = [f"{system.id}-{scenario}" for system, scenario in SCENARIOS]
        soak = pytest.mark.soak
        if "seed" not in metafunc.fixturenames:
            once = [
                pytest.param(system, scenario, id=name, marks=[] if is_quick(system, scenario) else [soak])
                for name, (system, scenario) in zip(names, SCENARIOS, strict=True)
            ]
            metafunc.parametrize(("system", "scenario"), once)
            return
        cases = [
            pytest.param(
                system, scenario, seed, id=f"{name}-{seed}", marks=[] if is_quick(system, scenario, seed) else [soak]
            )
            for name, (system, scenario) in zip(names, SCENARIOS, strict=True)
            for seed in range(SEEDS_OF_LONG if is_long(system, scenario) else SEEDS)
        ]
        metafunc.parametrize(("system", "scenario", "seed"), cases)
    elif "system" in metafunc.fixturenames:
        metafunc.parametrize("system", SYSTEMS, ids=[system.id for system in SYSTEMS])


@pytest.fixture(autouse=True)
def _games_of_the_tests_can_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "get_system", lambda name: OF_THE_TESTS.get(name) or get_system(name))
