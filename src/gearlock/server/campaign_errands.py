"""What is made of campaigns that strangers send, in a process of its own: a plan mustered, a file followed."""

from __future__ import annotations

import msgspec

from gearlock.campaign.keeping import BadCampaign, begin, loads, plan_of, text_of
from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.registry import get_system

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
            return text_of(loads(self.raw, FILE)[0])
        except BadCampaign as error:
            if self.good and error.good is not None:
                return text_of(error.good)
            raise with_offer(error, FILE) from None


def with_offer(error: BadCampaign, name: str) -> BadFile:
    """What is wrong, and how far a campaign is good."""
    if error.good is None:
        return BadFile(error.findings)
    now = error.good.campaign
    offer = f"everything before is good: day {now.day}, {len(now.battles)} battles fought"
    return BadFile([*error.findings, Finding(name, 0, offer)])
