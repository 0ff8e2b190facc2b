"""Golden campaigns: they go as they went, decision by decision, to the same fingerprints.

When one changes on purpose: `GEARLOCK_RECORD=1 pytest tests/campaign/test_golden.py`, then read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gearlock.campaign.deputies import bots_at_work
from gearlock.campaign.fighting import bots_play, bring_home, take_the_field
from gearlock.campaign.keeping import CampaignFile, begin, create, plan_of, read
from gearlock.campaign.lines import Buy, Line, March
from gearlock.campaign.proving import prove_campaign
from gearlock.kernel.registry import all_systems, get_system

HERE = Path(__file__).parent / "golden"
BOTS = {"red": "bot:greedy", "blue": "bot:random"}
BOOK = next(system.id for system in all_systems() if hasattr(system.campaign, "muster"))
HOUSE = next(system.id for system in all_systems() if system.campaign is not None and system.id != BOOK)
PLANS = {
    BOOK: ("skirmish", {"rounds": "6", "modules": "detailed damage", "technicians": "4,3", "battles": "3"}),
    HOUSE: ("duel", {"rounds": "4", "battles": "2"}),
}


def told(lines: list[Line]) -> list[str]:
    return [f"{' '.join(line.told)}  [{line.hash}]" for line in lines]


def story(path: Path, system: str) -> str:
    """A whole campaign between bots: the usual scenario, then what comes next on the list where there is more."""
    scenario, options = PLANS[system]
    game = get_system(system)
    create(path, begin(game, plan_of(game, scenario, options), "golden", BOTS))
    with CampaignFile(path) as file:
        now = file.following
        while now.campaign.over is None:
            bots_at_work(file, BOTS)
            known = list(now.rules.scenarios(now.campaign))
            bots_play(take_the_field(file, March(known[min(len(now.campaign.battles), 1) % len(known)]), BOTS))
            bring_home(file)
            points = [seat for seat, side in now.campaign.sides.items() if side.pools.get("Victory Points")]
            if points and now.campaign.over is None and now.rules.wares(now.campaign, points[0]):
                file.decide(Buy(points[0], "labor", "1"))
        lines = [f"{game.name}: {now.header.plan}, seed golden", *told(now.lines)]
        for seat, side in now.campaign.sides.items():
            for member in side.members:
                wounds = "; ".join(now.rules.wounds(now.campaign, seat, member)) or "whole"
                lines.append(f"  {member.id} {member.name}: {wounds}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("system", PLANS)
def test_the_campaign_goes_as_it_went(system: str, tmp_path: Path) -> None:
    path, golden = tmp_path / "war.jsonl", HERE / f"{system}.txt"
    found = story(path, system)
    if os.environ.get("GEARLOCK_RECORD"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(found)
    assert found == golden.read_text()
    assert prove_campaign(read(path)[0], path).holds
