from __future__ import annotations

import random
from pathlib import Path

import pytest

from campaign.chain import BOTS, begun, usual
from gearlock.campaign.fighting import Field, bots_play, bring_home, take_the_field
from gearlock.campaign.keeping import CampaignFile, read
from gearlock.campaign.lines import Buy, Finish, March, Mend
from gearlock.campaign.proving import prove_campaign
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import all_systems, get_system
from gearlock.muster.standing_forces import taking_the_field

LINKED = [system.id for system in all_systems() if system.campaign is not None]
GAMES = 50


def has_modules(system: str) -> bool:
    """Whether a game has modules that can be switched on, as its battles' options say."""
    return "modules" in get_system(system).scenarios()["duel"].options


def between_battles(file: CampaignFile, chooser: random.Random) -> None:
    """Whatever can be repaired or bought, at random."""
    rules = file.following.rules
    for seat in file.following.system.seats:
        for _ in range(chooser.randrange(6)):
            offers = [offer for offer in rules.repairs(file.following.campaign, seat) if not offer.refused]
            if offers:
                file.decide(Mend(seat, chooser.choice(offers).id))
        for ware in rules.wares(file.following.campaign, seat):
            try:
                file.decide(Buy(seat, ware.id, chooser.choice(("1", "hunter", "2"))))
            except BadInput:
                continue


def any_field(file: CampaignFile, names: list[str]) -> Field:
    """The first of these battles that the forces can play."""
    for name in names:
        try:
            return take_the_field(file, March(name), BOTS)
        except BadInput:
            continue
    raise AssertionError(f"none of {names} can be played")


@pytest.mark.soak
@pytest.mark.parametrize("system", LINKED)
def test_campaigns_between_bots_end_and_are_proved(system: str, tmp_path: Path) -> None:
    for number in range(GAMES):
        chooser, path = random.Random(number), tmp_path / f"{number}.jsonl"
        scenario = ("duel", usual(system), "battle")[number % 3]
        begun(path, system, scenario, str(number), **({"modules": "all"} if number % 2 and has_modules(system) else {}))
        with CampaignFile(path) as file:
            while file.following.campaign.over is None:
                campaign = file.following.campaign
                if not all(taking_the_field(campaign, seat) for seat in campaign.sides):
                    file.decide(Finish())
                    break
                known = list(file.following.rules.scenarios(campaign))
                bots_play(any_field(file, chooser.sample(known, len(known))))
                bring_home(file)
                if file.following.campaign.over is None:
                    between_battles(file, chooser)
        proof = prove_campaign(read(path)[0], path)
        assert proof.holds, (number, proof)
