"""4.1.1, 4.1.4: subplots galore: battles with many of them at once end, and go again as they went."""

from __future__ import annotations

import pytest

from conformance.checks import check_log, decisions
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.scenario_generator.missions import SubplotRolled
from gearlock.systems.tactical.scenario_generator.tables import subplots

CINEMATIC, OTHERS = tuple(subplots())[:6], tuple(subplots())[6:]


def fought(red: tuple[str, ...], blue: tuple[str, ...], seed: int) -> None:
    """Play a battle at random in which both sides have these subplots, and hold it against its record."""
    options = {"tv": "1500", "rounds": "6", "location": "Badlands", "modules": "all"}
    for seat, plots in (("red", red), ("blue", blue)):
        options[f"extra-{seat}"] = str(len(plots) - 1)
        options |= {f"subplot-{seat}" + (f"-{at}" if at > 1 else ""): name for at, name in enumerate(plots, 1)}
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("battle", seed, options), Seeded(seed))
    for _ in decisions(battle, seed):
        pass
    rolled = [(event.seat, event.name) for entry in battle.entries for event in entry.events
              if isinstance(event, SubplotRolled)]  # fmt: skip
    assert rolled == [("red", name) for name in red] + [("blue", name) for name in blue]
    check_log(battle)


@pytest.mark.rule("tactical.4.1.1-subplots-galore")
def test_a_battle_with_twelve_subplots_ends_and_goes_again_as_it_went() -> None:
    fought(CINEMATIC, OTHERS[:6], 1)


@pytest.mark.soak
@pytest.mark.rule("tactical.4.1.4")
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", tuple(subplots()))
def test_battles_with_each_subplot_end_and_go_again_as_they_went(name: str, seed: int) -> None:
    fought((name,), (name,), seed)
