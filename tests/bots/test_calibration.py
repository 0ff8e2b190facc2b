"""What Standing predicts is what units come to lose, within a factor of one and a half."""

from __future__ import annotations

import pytest

from bots.reckoned import reckon
from gearlock.kernel.registry import AnySystem, all_systems

AGREED = 1.5


def first_short(system: AnySystem) -> str:
    return next(name for name, each in system.scenarios().items() if not each.long)


@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_units_lose_what_was_to_be_expected(system: AnySystem) -> None:
    found = reckon(system, first_short(system), range(30), "greedy", every=3)
    assert found.units > 50
    assert 1 / AGREED < found.ratio < AGREED, (found.predicted, found.suffered)


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["greedy", "tactician:200n:600s"])
@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_in_every_short_battle_units_lose_what_was_to_be_expected(system: AnySystem, bot: str) -> None:
    for scenario in (name for name, each in system.scenarios().items() if not each.long):
        found = reckon(system, scenario, range(30), bot)
        assert 1 / AGREED < found.ratio < AGREED, (scenario, found.predicted, found.suffered)
