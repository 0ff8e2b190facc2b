"""What is made of campaigns that strangers send, in a process of its own: a plan mustered, a file followed."""

from __future__ import annotations

import msgspec

from gearlock.campaign.following import Following, how_far
from gearlock.campaign.keeping import BadCampaign, begin, loads, plan_of, text_of
from gearlock.campaign.proving import start_faults
from gearlock.campaign.views import view_of
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.loglines import why
from gearlock.kernel.registry import get_system
from gearlock.muster.standing_forces import taking_the_field
from gearlock.server.errands import look_around

FILE = "campaign.jsonl"
"""What a file is called that somebody sent."""


class Mustering(msgspec.Struct, frozen=True):
    """A campaign to be begun, with the files its options name."""

    system: str
    scenario: str
    options: dict[str, str]
    files: dict[str, str]
    players: dict[str, str]
    seed: str

    def do(self) -> bytes:
        """Its first lines. Raises BadInput."""
        system = get_system(self.system)
        plan = plan_of(system, self.scenario, self.options)
        return text_of(begin(system, plan, self.seed, self.players, self.files))


class CampaignReading(msgspec.Struct, frozen=True):
    """A campaign file to be followed; of a damaged one the good beginning, if that is asked for."""

    raw: bytes
    good: bool = False

    def do(self) -> bytes:
        """Its lines, as far as they are good. Raises BadFile with the line that is wrong."""
        try:
            following = loads(self.raw, FILE)[0]
        except BadCampaign as error:
            if not self.good or error.good is None:
                raise with_offer(error, FILE) from None
            following = error.good
        refuse_unplayable(following)
        return text_of(following)


def refuse_unplayable(following: Following) -> None:
    """A file proves itself by its own seed: what its plan does not give, or nobody could play, is refused."""
    faults = start_faults(following)
    if faults:
        raise BadFile([Finding(FILE, 2, faults[0])])
    campaign = following.campaign
    try:
        for seat in (*following.system.seats, ""):
            view_of(following, seat)
        if campaign.marching is not None:
            look_around(Battle.begin(following.system, following.setup(), following.dice_of(1)))
        elif campaign.over is None and all(taking_the_field(campaign, seat) for seat in campaign.sides):
            setup = following.rules.prepare(campaign, campaign.scenario, 1, {})
            look_around(Battle.begin(following.system, setup, following.dice_of(1)))
    except Exception as error:  # wounds that no battle gave may break the rules in any way
        raise BadFile([Finding(FILE, 0, f"this campaign cannot be gone on with: {why(error)}")]) from error


def with_offer(error: BadCampaign, name: str) -> BadFile:
    """What is wrong, and how far a campaign is good."""
    if error.good is None:
        return BadFile(error.findings)
    offer = f"everything before is good: {how_far(error.good.campaign)}"
    return BadFile([*error.findings, Finding(name, 0, offer)])
