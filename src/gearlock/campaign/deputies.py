"""What a bot does between battles: its technicians try what is likely to work; its points it keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from gearlock.bots.players import is_human
from gearlock.campaign.following import Following
from gearlock.campaign.keeping import CampaignFile
from gearlock.campaign.lines import Line, Mend
from gearlock.kernel.campaigning import Campaign, CampaignRules, Repair

MOST_REPAIRS = 100
"""Attempts of one bot between two battles."""
WORTH_TRYING = Fraction(1, 3)
"""The chance below which a bot leaves a repair alone."""


def next_repair(rules: CampaignRules, campaign: Campaign, seat: str) -> Mend | None:
    """What a bot tries next: first what brings somebody back, then what is likeliest; nothing that harms more often."""
    away = {member.id for member in campaign.sides[seat].members if member.away}

    def merit(offer: Repair) -> tuple[bool, Fraction]:
        return offer.member in away, Fraction(offer.chances[0], offer.chances[3])

    good = [
        offer
        for offer in rules.repairs(campaign, seat)
        if not offer.refused and merit(offer)[1] >= WORTH_TRYING and offer.chances[0] > offer.chances[2]
    ]
    best = max(good, key=merit, default=None)
    return None if best is None else Mend(seat, best.id)


def bot_repairs(following: Following, players: Mapping[str, str]) -> Iterator[Mend]:
    """The repairs that bots decide on before the next battle; each is carried out before the next is asked for."""
    if following.campaign.over is not None or following.campaign.marching is not None:
        return
    for seat in following.system.seats:
        if is_human(players.get(seat, "")):
            continue
        for _ in range(MOST_REPAIRS):
            wanted = next_repair(following.rules, following.campaign, seat)
            if wanted is None:
                break
            yield wanted


def bots_at_work(file: CampaignFile, players: Mapping[str, str]) -> list[Line]:
    """Let bots do what they do between battles, every decision kept."""
    return [file.decide(wanted) for wanted in bot_repairs(file.following, players)]
