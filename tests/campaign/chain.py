"""Campaigns to test with: begun, fought by bots, kept in a file."""

from __future__ import annotations

from pathlib import Path

from gearlock.campaign.fighting import bots_play, bring_home, take_the_field
from gearlock.campaign.following import Following
from gearlock.campaign.keeping import CampaignFile, begin, create
from gearlock.campaign.lines import March
from gearlock.kernel.campaigning import Plan
from gearlock.kernel.registry import get_system

BOTS = {"red": "bot:random", "blue": "bot:random"}
SHORT = {"rounds": "2"}


def usual(system: str) -> str:
    """A scenario of a few models a side."""
    known = get_system(system).scenarios()
    return next(name for name in ("skirmish", "intro") if name in known)


def begun(path: Path, system: str, scenario: str, seed: str = "7", **options: str) -> Following:
    """A campaign in a file, of battles of two rounds."""
    own = {name: value for name, value in options.items() if name in ("battles", "technicians", "resupply")}
    battle = {name: value for name, value in options.items() if name not in own}
    following = begin(get_system(system), Plan(scenario, own, {**SHORT, **battle}), seed, BOTS)
    create(path, following)
    return following


def fight(path: Path) -> bool:
    """One battle between bots; whether the campaign goes on after it."""
    with CampaignFile(path) as file:
        scenario = file.following.campaign.scenario
        bots_play(take_the_field(file, March(scenario), BOTS))
        bring_home(file)
        return file.following.campaign.over is None


def fought_out(path: Path) -> None:
    """Battle after battle until it is over."""
    while fight(path):
        pass
