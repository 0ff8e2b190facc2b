"""Fighting the next battle: laid out or taken up where it stopped, played by bots, and counted when it is over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from gearlock.bots.arena import play_out
from gearlock.bots.guarding import answerable, made
from gearlock.campaign.battles import battle_so_far, fresh_battle, returned
from gearlock.campaign.keeping import CampaignFile
from gearlock.campaign.lines import Line, March
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.files import read_ordinary
from gearlock.kernel.log import LARGEST_LOG, LoadedLog
from gearlock.kernel.logfile import LogFile

OPENING = 2
"""Lines that a log begins with; one that has not got so far is begun anew, and what is there is kept beside it."""


class Field(NamedTuple):
    """A battle to be played, where its log is kept, and the log so far if there is one."""

    battle: Battle[Any]
    path: Path
    before: LoadedLog | None

    @property
    def is_written(self) -> bool:
        """Whether its log goes to its end: a program may have stopped between the last decision and that."""
        return self.before is not None and self.before.end is not None


def take_the_field(file: CampaignFile, march: March, players: dict[str, str]) -> Field:
    """The battle that is under way, or else the next one, which is begun with this."""
    if file.following.campaign.marching is None:
        file.decide(march)
    under_way = file.following.campaign.marching
    assert under_way is not None
    path = file.battle_path(under_way.number)
    if path.exists() and read_ordinary(path, LARGEST_LOG).count(b"\n") >= OPENING:
        battle, log = battle_so_far(file.following, path)
        battle.seats_of = {**battle.seats_of, **players}
        return Field(battle, path, log)
    return Field(fresh_battle(file.following, players), path, None)


def bots_play(field: Field, watch: Callable[[Battle[Any]], None] | None = None) -> None:
    """Let bots play a battle to its end, every decision kept."""
    battle = field.battle
    if field.is_written:
        return
    seed = battle.setup.seed
    who = battle.seats_of
    bots = {seat: answerable(made(who[seat], seed * 2 + at), who[seat]) for at, seat in enumerate(who)}
    with LogFile(field.path, battle, field.before) as log:

        def after(now: Battle[Any]) -> None:
            log.update()
            if watch is not None:
                watch(now)

        play_out(battle, bots, after)


def bring_home(file: CampaignFile) -> Line:
    """Count the battle that is under way, from its log. Raises BadFile if it is not over or does not hold."""
    under_way = file.following.campaign.marching
    if under_way is None:
        raise BadInput("No battle has been begun that could come home.")
    return file.decide(returned(file.following, file.battle_path(under_way.number)))
