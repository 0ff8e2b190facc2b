"""The battles of a campaign: begun from where it stands, gone on with after a stop, and brought home by their logs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from gearlock.campaign.following import Following
from gearlock.campaign.lines import Return, log_print
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.files import read_ordinary
from gearlock.kernel.log import LARGEST_LOG, LoadedLog, loads
from gearlock.kernel.system import Setup
from gearlock.kernel.verify import prove

BY_HAND = ("the first state:", "the set-up:")
"""What a proof leaves open about a battle that was laid out; the campaign proves it."""


def same(one: Setup, other: Setup) -> bool:
    """Whether two set-ups are the same, as files hold them."""
    return msgspec.json.encode(one, order="deterministic") == msgspec.json.encode(other, order="deterministic")


def fresh_battle(following: Following, players: dict[str, str]) -> Battle[Any]:
    """The battle that has been begun, at its first decision."""
    battle = Battle.begin(following.system, following.setup())
    battle.seats_of = players
    return battle


def battle_so_far(following: Following, path: Path) -> tuple[Battle[Any], LoadedLog]:
    """The battle that has been begun, as far as its log goes; a line cut off at a stop is dropped. Raises BadFile."""
    log = loads(read_ordinary(path, LARGEST_LOG), str(path), forgive_cut=True)
    _refuse_other(following.setup(), log, path)
    return log.battle(Seeded(log.header.setup.seed)), log


def _refuse_other(setup: Setup, log: LoadedLog, path: Path) -> None:
    if not same(setup, log.header.setup):
        raise BadFile([Finding(str(path), 1, "this is not the battle that the campaign has begun")])


def returned(following: Following, path: Path) -> Return:
    """What the log of a finished battle brings home. A log that does not hold is refused with its line."""
    return returned_log(following, read_ordinary(path, LARGEST_LOG), path)


def returned_log(following: Following, raw: bytes, path: Path) -> Return:
    """The same of a log that was read already."""
    setup, log = following.setup(), loads(raw, str(path))
    _refuse_other(setup, log, path)
    if log.end is None:
        raise BadFile([Finding(str(path), 0, "this battle is not over: play it to its end first")])
    fault = first_fault(log) or _strange_dice(following, log)
    if fault:
        raise BadFile([Finding(str(path), 0, fault)])
    state = log.battle(Seeded(setup.seed)).state
    home = following.rules.carry_over(following.campaign, setup, state, log.end.outcome)
    found = Return(log_print(raw), log.end.outcome, home)
    return msgspec.json.decode(msgspec.json.encode(found), type=Return)


def _strange_dice(following: Following, log: LoadedLog) -> str:
    """Whether a battle was played with dice that its campaign did not give it; why, in words."""
    march = following.campaign.marching
    assert march is not None
    ours = Seeded(march.seed), following.dice_of(march.number)
    if log.header.commitment in (dice.commitment for dice in ours):
        return ""
    return "the dice of this battle are not those that the campaign gave it"


def first_fault(log: LoadedLog) -> str:
    """Why a log of a battle does not hold; empty if it does."""
    proof = prove(log)
    if proof.difference is not None:
        return f"the log of the battle does not hold: {proof.difference.text()}"
    left = [words for words in proof.unproved if not words.startswith(BY_HAND)]
    return f"the log of the battle is not proved: {left[0]}" if left else ""
