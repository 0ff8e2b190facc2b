"""The engine's attacks come out as often as the exact odds say."""

from __future__ import annotations

import pytest

from gearlock.kernel.gunnery import Terms
from gearlock.kernel.registry import get_system, system_ids
from odds.marksmen import check, expected, gunnery, played, situations


def compare(system_id: str, seed: int, count: int, times: int) -> None:
    system = get_system(system_id)
    for staged in situations(system, seed, count):
        found = gunnery(system).outcomes(staged.state, staged.orders[0], Terms(about=(staged.target,)))
        what = f"{gunnery(system).title(staged.state, staged.orders[0])}; {', '.join(staged.facts)}"
        check(played(system, staged, times), expected(found, staged.target), found.total, what)


@pytest.mark.parametrize("system_id", system_ids())
def test_a_few_attacks_come_out_as_the_odds_say(system_id: str) -> None:
    compare(system_id, seed=5, count=3, times=300)


@pytest.mark.soak
@pytest.mark.parametrize("system_id", system_ids())
def test_twenty_thousand_attacks_in_each_of_fifty_situations_come_out_as_the_odds_say(system_id: str) -> None:
    compare(system_id, seed=6, count=50, times=20_000)
