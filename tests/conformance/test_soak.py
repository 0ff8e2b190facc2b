"""Long runs, left to `make soak`: hundreds of whole battles with every check now and then."""

from __future__ import annotations

import random

import pytest

from conformance.checks import (
    check_fork,
    check_legality,
    check_log,
    check_no_leak,
    check_offers,
    decisions,
    lay_out,
    stray_orders,
)
from conformance.conftest import is_long
from gearlock.kernel.registry import AnySystem


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 1400, 20))
def test_hundreds_of_battles(system: AnySystem, scenario: str, first: int) -> None:
    for seed in range(first, first + (10 if is_long(system, scenario) else 20)):
        battle, chooser = lay_out(system, scenario, seed), random.Random(seed)
        for count, (seat, order) in enumerate(decisions(battle, seed)):
            if (count + seed) % 7 == 0:
                check_offers(battle, chooser)
                check_fork(battle, seat, order)
                check_no_leak(battle, chooser)
                check_legality(battle, stray_orders(battle, chooser, 2))
        check_log(battle)
