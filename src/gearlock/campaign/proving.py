"""Proving a campaign: its file holds line by line, its forces are what its plan gives, its battles are its own."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gearlock.campaign.battles import returned
from gearlock.campaign.following import Following
from gearlock.campaign.keeping import battle_path
from gearlock.campaign.lines import Return, fingerprint, log_print
from gearlock.kernel.errors import BadInput
from gearlock.kernel.files import only_these_files, read_ordinary
from gearlock.kernel.log import LARGEST_LOG
from gearlock.kernel.loglines import why


class CampaignProof(msgspec.Struct, frozen=True):
    """What came of proving a campaign: the first thing that is wrong, with its line; else what is left open."""

    wrong: str
    line: int
    unproved: tuple[str, ...]
    battles: int
    """Battles that were played again and give what the campaign says."""
    throws: int

    @property
    def holds(self) -> bool:
        """Nothing is wrong and nothing is left open."""
        return not self.wrong and not self.unproved


def prove_campaign(following: Following, path: Path) -> CampaignProof:
    """Compare a campaign that was read with its plan and the logs of its battles, beside its file."""
    again = Following(following.header, following.start)
    open_ = list(start_faults(following))
    battles = 0
    for number, line in enumerate(following.lines, 3):
        if isinstance(line.decision, Return):
            march = again.campaign.marching
            assert march is not None, "the file has been followed before"
            beside = battle_path(path, march.number)
            if not beside.exists():
                open_.append(f"battle {march.number}: its log {beside.name} is not there")
            else:
                fault = _battle_fault(again, line.decision, beside)
                if fault:
                    return CampaignProof(fault, number, (), battles, again.thrown)
                battles += 1
        _, change = again.tried(line.decision)
        again.take(line, change.campaign)
    return CampaignProof("", 0, tuple(open_), battles, again.thrown)


def _battle_fault(following: Following, said: Return, path: Path) -> str:
    """Why the log of a battle does not give what the campaign says; empty if it does."""
    try:
        if log_print(read_ordinary(path, LARGEST_LOG)) != said.log:
            return f"{path.name} is not the log that came home: it was changed since"
        found = returned(following, path)
    except BadInput as error:
        return str(error)
    return "" if found == said else f"{path.name} brings home something else than this line says"


def start_faults(following: Following) -> list[str]:
    """Whether the plan gives the forces that the campaign began with."""
    header, system = following.header, following.system
    found = []
    if header.edition != system.edition or header.data != system.data_digest():
        found.append("the data: the campaign was begun with another edition or other data files of the game")
    try:
        with only_these_files(header.files):
            again = following.rules.muster(header.plan)
        if fingerprint(again) != fingerprint(following.start.start):
            found.append("the forces: the plan gives others here")
    except Exception as error:  # a plan of older rules, or of none, may break them in any way
        found.append(f"the forces: the plan cannot be mustered ({why(error)})")
    return found
