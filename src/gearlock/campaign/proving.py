"""Proving a campaign: its file holds line by line, its forces are what its plan gives, its battles are its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from gearlock.campaign.battles import returned_log
from gearlock.campaign.following import Following, is_by_hand, story_of
from gearlock.campaign.keeping import battle_path, lots_of
from gearlock.campaign.lines import Return, Tell, fingerprint, log_print
from gearlock.kernel.errors import BadFile, BadInput
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

    def beside(number: int) -> bytes | None:
        log = battle_path(path, number)
        return read_ordinary(log, LARGEST_LOG) if log.exists() else None

    return prove_with(following, path, beside)


def prove_with(following: Following, path: Path, log_of: Callable[[int], bytes | None]) -> CampaignProof:
    """The same with the logs from wherever they are; `path` is what the campaign is called."""
    again = Following(following.header, following.start)
    open_ = list(start_faults(following))
    battles = 0
    for number, line in enumerate(following.lines, 3):
        if isinstance(line.decision, Return):
            march = again.campaign.marching
            assert march is not None, "the file has been followed before"
            fault = _battle_fault(again, line.decision, battle_path(path, march.number), log_of)
            if fault is None:
                name = battle_path(path, march.number).name
                open_.append(f"battle {march.number}: its log {name} is not there")
            elif fault:
                return CampaignProof(fault, number, (), battles, again.thrown)
            else:
                battles += 1
        if isinstance(line.decision, Tell):
            told = len(again.campaign.battles) + 1
            open_.append(
                f"battle {told}: it was fought at a table of the players' own, line {number} is what they tell"
            )
        if is_by_hand(line.decision):
            open_.append(f"the dice of line {number}: they are not the campaign's own")
        _, change = again.again(line)
        if line.told != story_of(line.decision, change):
            open_.append(f"the words of line {number}: these rules tell it otherwise")
        again.take(line, change.campaign)
    return CampaignProof("", 0, tuple(open_), battles, again.thrown)


def _battle_fault(following: Following, said: Return, path: Path, log_of: Callable[[int], bytes | None]) -> str | None:
    """Why the log of a battle does not give what the campaign says; empty if it does, None if there is no log."""
    march = following.campaign.marching
    assert march is not None, "a battle comes home that was begun"
    try:
        raw = log_of(march.number)
        if raw is None:
            return None
        if log_print(raw) != said.log:
            where = _damage_in(following, said, path, raw)
            return f"{path.name} is not the log that came home: it was changed since{where}"
        found = returned_log(following, raw, path, bool(said.dice))
    except BadInput as error:
        return str(error)
    return "" if found == said else f"{path.name} brings home something else than this line says"


def _damage_in(following: Following, said: Return, path: Path, raw: bytes) -> str:
    """Where a log that was changed does not hold, in words; empty if it holds as another battle."""
    try:
        returned_log(following, raw, path, bool(said.dice))
    except BadFile as error:
        first = error.findings[0]
        return f", line {first.line}: {first.message}" if first.line else f": {first.message}"
    return ""


def start_faults(following: Following) -> list[str]:
    """Whether the plan gives the forces that the campaign began with."""
    header, system = following.header, following.system
    found = []
    if header.edition != system.edition or header.data != system.data_digest():
        found.append("the data: the campaign was begun with another edition or other data files of the game")
    if header.plan.seed != lots_of(following.dice):
        found.append("the forces: they are drawn by other lots than the seed's")
    try:
        with only_these_files(header.files):
            again = following.rules.muster(header.plan)
        if fingerprint(again) != fingerprint(following.start.start):
            found.append("the forces: the plan gives others here")
    except Exception as error:  # a plan of older rules, or of none, may break them in any way
        found.append(f"the forces: the plan cannot be mustered ({why(error)})")
    return found
