"""What Standing predicts is what units come to lose, within a factor of one and a half."""

from __future__ import annotations

import pytest

from bots.reckoned import reckon
from gearlock.kernel.registry import AnySystem, all_systems

AGREED = 1.5


def short(system: AnySystem) -> list[str]:
    return [name for name, each in system.scenarios().items() if not each.long]


MANY = pytest.param(-1, range(30, 40), id="many", marks=pytest.mark.soak)


@pytest.mark.parametrize(("which", "seeds"), [pytest.param(0, range(24), id="few"), MANY])
@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_units_lose_what_was_to_be_expected(system: AnySystem, which: int, seeds: range) -> None:
    """Battles with few units; those with more, where enemies have to choose among them, are left to `make soak`.

    Every activation is looked at: of four battles and every other activation in them a third more or less is chance.
    """
    scenario = short(system)[which]
    found = reckon(system, scenario, seeds, "greedy")
    assert found.units > 150
    assert 1 / AGREED < found.ratio < AGREED, (scenario, found.predicted, found.suffered)


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["greedy", "tactician:200n:600s"])
@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_in_every_short_battle_units_lose_what_was_to_be_expected(system: AnySystem, bot: str) -> None:
    for scenario in short(system):
        found = reckon(system, scenario, range(30), bot)
        assert 1 / AGREED < found.ratio < AGREED, (scenario, found.predicted, found.suffered)
