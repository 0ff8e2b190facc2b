"""The battles of a campaign: begun from where it stands, gone on with after a stop, and brought home by their logs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from gearlock.campaign.following import Following
from gearlock.campaign.lines import ByHand, Return, log_print
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, Seeded
from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.files import read_ordinary
from gearlock.kernel.log import LARGEST_LOG, LoadedLog, loads
from gearlock.kernel.system import Setup
from gearlock.kernel.typed import read_typed
from gearlock.kernel.verify import prove

BY_HAND = ("the set-up:",)
"""What a proof leaves open about a battle that was laid out; the campaign proves it, for it gives the same set-up."""
OWN_DICE = ("the dice:", "the header:")
"""What it leaves open about one with dice that come from no seed."""


def same(one: Setup, other: Setup) -> bool:
    """Whether two set-ups are the same, as files hold them."""
    return msgspec.json.encode(one, order="deterministic") == msgspec.json.encode(other, order="deterministic")


def fresh_battle(following: Following, players: dict[str, str], dice: DiceSource | None = None) -> Battle[Any]:
    """The battle that has been begun, at its first decision; with the dice that the campaign gives it if no others."""
    battle = Battle.begin(following.system, following.setup(), dice)
    battle.seats_of = players
    return battle


def battle_so_far(following: Following, path: Path) -> tuple[Battle[Any], LoadedLog]:
    """The battle that has been begun, as far as its log goes; a line cut off at a stop is dropped. Raises BadFile."""
    try:
        log = loads(read_ordinary(path, LARGEST_LOG), str(path), forgive_cut=True)
    except BadFile as error:
        raise _with_offer(path, error) from error
    _refuse_other(following.setup(), log, path)
    return log.battle(Seeded(log.header.setup.seed)), log


def _with_offer(path: Path, error: BadFile) -> BadFile:
    """A damaged log, and how what is good of it is gone on with."""
    line = error.findings[0].line
    if line <= 1:
        return error
    offer = f"leave only what comes before line {line} in the file, and the battle goes on from there"
    return BadFile([*error.findings, Finding(str(path), 0, offer)])


def _refuse_other(setup: Setup, log: LoadedLog, path: Path) -> None:
    if not same(setup, log.header.setup):
        said = "this is not the battle that the campaign has begun: put it elsewhere, then the battle is laid out anew"
        raise BadFile([Finding(str(path), 1, said)])


def returned(following: Following, path: Path) -> Return:
    """What the log of a finished battle brings home. A log that does not hold is refused with its line."""
    return returned_log(following, read_ordinary(path, LARGEST_LOG), path)


def returned_log(following: Following, raw: bytes, path: Path, own_dice: bool = False) -> Return:
    """The same of a log that was read already; with dice of the players' own it is taken only where that is said."""
    setup = following.setup()
    try:
        log = loads(raw, str(path))
        _refuse_other(setup, log, path)
        if log.end is None:
            raise BadFile([Finding(str(path), 0, "this battle is not over: play it to its end first")])
        strange = _strange_dice(following, log)
        if strange and not own_dice:
            raise BadFile([Finding(str(path), 1, strange)])
        refuse_unproved(log, path, (*BY_HAND, *OWN_DICE) if strange else BY_HAND)
    except BadFile as error:
        raise _with_offer(path, error) from error
    state = log.battle(Seeded(setup.seed)).state
    home = following.rules.carry_over(following.campaign, setup, state, log.end.outcome)
    dice: ByHand = "" if not strange else "hand" if log.header.dice == "hand" else "other"
    found = Return(log_print(raw), log.end.outcome, home, dice)
    return read_typed(msgspec.json.encode(found), Return)


def _strange_dice(following: Following, log: LoadedLog) -> str:
    """Whether a battle was played with dice that its campaign did not give it; why, in words."""
    march = following.campaign.marching
    assert march is not None
    ours = Seeded(march.seed), following.dice_of(march.number)
    if log.header.commitment in (dice.commitment for dice in ours):
        return f"its first {log.given} throws are not those that the campaign gave it" if log.given else ""
    return "the dice of this battle are not those that the campaign gave it"


def refuse_unproved(log: LoadedLog, path: Path, open_: tuple[str, ...] = BY_HAND) -> None:
    """Raise BadFile where a log of a battle does not hold, with the line that is wrong; but for what may be open."""
    proof = prove(log)
    if proof.difference is not None:
        said = f"the log of the battle does not hold: {proof.difference.text()}"
        raise BadFile([Finding(str(path), proof.difference.line, said)])
    left = [words for words in proof.unproved if not words.startswith(open_)]
    if left:
        raise BadFile([Finding(str(path), 0, f"the log of the battle is not proved: {left[0]}")])
