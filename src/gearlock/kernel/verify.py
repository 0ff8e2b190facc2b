"""Proving a log: the rules give its events again, its events give its states, its seed gives its dice.

What a log leaves open is no difference, and not proved either: a proof says so in words.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.files import only_these_files
from gearlock.kernel.following import Difference, Follower
from gearlock.kernel.laidout import KEY
from gearlock.kernel.log import LoadedLog
from gearlock.kernel.loglines import header_seal, inputs_seal, why
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.system import Setup


class Proof(msgspec.Struct, frozen=True):
    """What came of proving a log: the first difference, or else everything that could not be proved."""

    difference: Difference | None
    unproved: tuple[str, ...]
    throws: int
    """Throws that were rolled again from the seed, and are the seed's ..."""
    thrown: int
    """... of how many, those that were taken back included."""

    @property
    def holds(self) -> bool:
        """Nothing differs and nothing is left open."""
        return self.difference is None and not self.unproved


def verify(log: LoadedLog) -> Difference | None:
    """The first difference between a log and what the rules, the events and the seed say; None if there is none.

    That there is none proves less than `prove` may be asked for: it tells as well what a log leaves open.
    """
    return prove(log).difference


def prove(log: LoadedLog) -> Proof:
    """Compare everything a log says with what the rules, its events and its seed give."""
    seed = _seed_of(log)
    bound = seed if seed is not None and _is_committed(log, seed) else None
    follower = Follower(log, bound, lenient=not log.header.dice)
    difference = (
        header_difference(log, seed) or follower.follow() or film_difference(log) or inputs_difference(log, bound)
    )
    if difference is not None:
        return Proof(difference, (), 0, follower.throws)
    unproved = (*_open_dice(log, seed, follower), *_open_header(log, bound), *_open_setup(log))
    if follower.cut:
        unproved = (*unproved, f"the end: {follower.cut}")
    return Proof(None, unproved, follower.sure, follower.throws)


def film_difference(log: LoadedLog) -> Difference | None:
    """Compare the fingerprints in the log with the states its stored events give."""
    checks = {(check.entry, check.events): check for check in log.checks}
    state = log.start.clone()
    for at, entry in enumerate(log.entries):
        for count in range(len(entry.events) + 1):
            try:
                if count:
                    log.system.apply(state, entry.events[count - 1])
                check = checks.get((at, count))
                if check is not None and (found := log.system.hash(state)) != check.hash:
                    what = "the stored events give another state"
                    return Difference(at, what, check.hash, found, log.line_of(at))
            except Exception as error:  # an event that never happened may break a state in any way
                event = msgspec.json.encode(entry.events[max(0, count - 1)]).decode()
                return Difference(at, "an event that cannot happen here", event, why(error), log.line_of(at))
    if log.end is not None and (found := log.system.hash(state)) != log.end.hash:
        return Difference(len(log.entries) - 1, "the stored events give another final state", log.end.hash, found)
    return None


def header_difference(log: LoadedLog, seed: Seeded | None) -> Difference | None:
    """What contradicts itself in the header, by the seed if it is known."""
    header = log.header
    if header.dice in ("hand", "other") and (header.commitment or (log.end is not None and log.end.seed)):
        return Difference(0, "dice that come from no seed have none", header.dice, "a seed, or a commitment to one", 1)
    if seed is None or not header.commitment:
        return None
    if header.commitment != seed.commitment:
        return Difference(0, "the seed is not the one committed to", header.commitment, seed.commitment, 1)
    if header.seal and (found := header_seal(log.lines[0], log.lines[1], seed)) != header.seal:
        return Difference(0, "the header or the first state is not the one sealed with the seed", header.seal, found, 1)
    return None


def inputs_difference(log: LoadedLog, bound: Seeded | None) -> Difference | None:
    """An input that the rules take as well, but that is not the one that was given: only the seal can tell."""
    if bound is None or log.end is None or not log.end.seal:
        return None
    found = inputs_seal(log.entry_lines(), bound)
    if found == log.end.seal:
        return None
    return Difference(len(log.entries) - 1, "some input is not the one sealed with the seed", log.end.seal, found)


def _seed_of(log: LoadedLog) -> Seeded | None:
    """The seed of the dice: told at the end, or the set-up's own if that is the one committed to."""
    if log.end is not None and log.end.seed:
        return Seeded(log.end.seed)
    own = Seeded(log.header.setup.seed)
    return own if log.end is None and _is_committed(log, own) else None


def _is_committed(log: LoadedLog, seed: Seeded) -> bool:
    return log.header.commitment == seed.commitment


# --- what is left open -----------------------------------------------------------------------------------------------


def _open_dice(log: LoadedLog, seed: Seeded | None, follower: Follower) -> Iterator[str]:
    header = log.header
    if not follower.throws:
        return
    if header.dice == "hand":
        yield "the dice: players rolled them and typed what they showed"
    elif header.dice == "other":
        yield "the dice: they came neither from a seed nor from players' hands"
    elif not header.commitment:
        yield "the dice: the log tells no commitment to a seed"
    elif seed is None and log.end is None:
        yield "the dice: the battle is not over, so its seed is not told yet"
    elif seed is None:
        yield "the dice: the log does not tell the seed it commits to"
    elif follower.given:
        yield f"the dice: the first {follower.given} throws were taken over from another battle"
    elif follower.strange:
        of = f"{len(follower.strange)} of {follower.throws} throws are not the seed's, the last is throw"
        older = "an older log does not say whether they were taken over from another battle"
        yield f"the dice: {of} {follower.strange[-1]}; {older}"


def _open_header(log: LoadedLog, bound: Seeded | None) -> Iterator[str]:
    header, system = log.header, log.system
    if not header.seal:
        yield "the header: it is not sealed with a seed, so who played may have been written later"
    elif bound is None:
        yield "the header: its seal can be checked only with the seed"
    if header.seal and log.end is not None and not log.end.seal:
        yield "the answers: they are not sealed, so what nothing came of may have been written later"
    if header.edition != system.edition:
        yield f"the edition: the log is of {header.edition}, it was compared with the rules of {system.edition}"
    if header.data != system.data_digest():
        yield "the data: the log was written with other data files of the game, it was compared with those here"


def _open_setup(log: LoadedLog) -> Iterator[str]:
    """Whether the scenario gives this set-up, and the set-up this first state. The log holds both in full."""
    setup, system = log.header.setup, log.system
    if msgspec.json.decode(log.lines[1]) != {"state": msgspec.json.decode(system.encode(log.start))}:
        yield "the first state: this Gearlock reads it, but would write it otherwise"
    try:
        if system.hash(system.begin(setup)) != system.hash(log.start):
            yield "the first state: it is not the one that the set-up gives, but a position or another's"
    except Exception as error:  # a set-up of older rules, or of none, may break them in any way
        yield f"the first state: the set-up cannot be laid out ({why(error)})"
    objection = _objection(setup, system)
    if objection:
        yield f"the set-up: {objection}"


def _objection(setup: Setup, system: AnySystem) -> str:
    """Why scenario, seed and options do not stand for a set-up; '' if they do.

    Somebody's own map or force is in the log as it was in the file, and sealed: the file is not asked for.
    """
    if KEY in setup.data:
        return "somebody laid this position out by hand"
    with only_these_files({}) as missing:
        try:
            again = system.prepare(setup.scenario, setup.seed, setup.options)
        except BadInput as error:
            return "" if missing else f"there is none of this scenario with these options ({error})"
    if msgspec.json.decode(msgspec.json.encode(again)) == msgspec.json.decode(msgspec.json.encode(setup)):
        return ""
    return f"'{setup.scenario}' with seed {setup.seed} and these options gives another one here"
