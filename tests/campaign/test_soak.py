from __future__ import annotations

import random
from pathlib import Path

import pytest

from campaign.chain import BOTS, begun
from gearlock.campaign.fighting import bots_play, bring_home, take_the_field
from gearlock.campaign.keeping import CampaignFile, read
from gearlock.campaign.lines import Buy, Finish, March, Mend
from gearlock.campaign.proving import prove_campaign
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import all_systems, get_system
from gearlock.muster.standing_forces import taking_the_field

LINKED = [system.id for system in all_systems() if system.campaign is not None]
GAMES = 50


def usual(system: str) -> str:
    """A scenario of a few models a side."""
    known = get_system(system).scenarios()
    return next(name for name in ("skirmish", "intro") if name in known)


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


@pytest.mark.soak
@pytest.mark.parametrize("system", LINKED)
def test_campaigns_between_bots_end_and_are_proved(system: str, tmp_path: Path) -> None:
    for number in range(GAMES):
        chooser, path = random.Random(number), tmp_path / f"{number}.jsonl"
        begun(path, system, "duel" if number % 3 else usual(system), str(number))
        with CampaignFile(path) as file:
            while file.following.campaign.over is None:
                campaign = file.following.campaign
                if not all(taking_the_field(campaign, seat) for seat in campaign.sides):
                    file.decide(Finish())
                    break
                bots_play(take_the_field(file, March(campaign.scenario), BOTS))
                bring_home(file)
                if file.following.campaign.over is None:
                    between_battles(file, chooser)
        proof = prove_campaign(read(path)[0], path)
        assert proof.holds, (number, proof)
