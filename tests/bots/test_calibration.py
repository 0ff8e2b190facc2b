"""What Standing predicts is what units come to lose, within a factor of one and a half."""

from __future__ import annotations

import pytest

from bots.reckoned import reckon
from gearlock.kernel.registry import AnySystem, all_systems

AGREED = 1.5
ROUGHLY = 2.0
"""How far a few battles alone may be off."""


def short(system: AnySystem) -> list[str]:
    return [name for name, each in system.scenarios().items() if not each.long]


@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_units_lose_what_was_to_be_expected(system: AnySystem) -> None:
    """Thirty battles: most with few units, and some with more, where enemies have to choose among them."""
    predicted = suffered = 0.0
    for scenario, seeds, every in ((short(system)[0], range(26), 3), (short(system)[-1], range(30, 34), 2)):
        found = reckon(system, scenario, seeds, "greedy", every)
        assert found.units > 30
        assert 1 / ROUGHLY < found.ratio < ROUGHLY, (scenario, found.predicted, found.suffered)
        predicted, suffered = predicted + found.predicted, suffered + found.suffered
    assert 1 / AGREED < suffered / predicted < AGREED, (predicted, suffered)


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["greedy", "tactician:200n:600s"])
@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_in_every_short_battle_units_lose_what_was_to_be_expected(system: AnySystem, bot: str) -> None:
    for scenario in short(system):
        found = reckon(system, scenario, range(30), bot)
        assert 1 / AGREED < found.ratio < AGREED, (scenario, found.predicted, found.suffered)
