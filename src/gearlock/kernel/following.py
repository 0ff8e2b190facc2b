"""Following a log: its answers are played through the rules, and every line is compared with what the rules do."""

from __future__ import annotations

from typing import Any

import msgspec

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Faces, Roll, Seeded
from gearlock.kernel.errors import BadDice, IllegalOrder, NotAsked
from gearlock.kernel.log import LoadedLog
from gearlock.kernel.loglines import Back, End, Told, why
from gearlock.kernel.record import Answered, Check, Entry, Rolled


class Difference(msgspec.Struct, frozen=True):
    """Where two tellings of a battle part: the step (entry number), what the log says and what was found."""

    step: int
    what: str
    logged: str
    found: str
    line: int = 0
    """The line of the file, if one is meant."""

    def text(self) -> str:
        """For a person."""
        where = f" (line {self.line})" if self.line else ""
        return f"step {self.step}: {self.what}{where}\n  in the log: {self.logged}\n  found now:  {self.found}"


class _Parted(Exception):
    """The log and the rules part here; `ahead` of the lines compared so far, if that was found in the dice."""

    def __init__(self, difference: Difference, ahead: bool = False) -> None:
        super().__init__(difference.what)
        self.difference, self.ahead = difference, ahead


class _CutOff(Exception):
    """The log stops in the middle of what the rules do by themselves."""


class Follower:
    """Plays a log again, line by line, what was taken back included. It is the battle's dice: faces come from the log.

    With a seed every throw is rolled again. `lenient`, throws that are not the seed's are counted as `strange`
    instead of ending the matter: logs that are older do not say which throws were taken over from another battle.
    """

    def __init__(self, log: LoadedLog, seed: Seeded | None, lenient: bool = False) -> None:
        self.log, self._seed, self._lenient = log, seed, lenient
        self.throws = self.sure = 0
        """Throws, those taken back included; and how many of them were rolled again and are the seed's."""
        self.strange: list[int] = []
        self.given = 0
        """Throws that were taken over from another battle."""
        self.cut = ""
        """Why the log is not whole, if it is not."""
        self._given = log.header.given
        self._at = 0
        self._ahead = 0
        self._seen = 0
        self._checks = 0
        self._goes_back = False
        self._battle: Battle[Any] = Battle(log.system, log.header.setup, self, log.start.clone())

    def follow(self) -> Difference | None:
        """The first difference between the log and the rules; None if there is none as far as the log goes."""
        try:
            self._battle.set_off()
            while self._at < len(self.log.told):
                self._take(self.log.told[self._at])
                self._at += 1
            self._stop()
        except _Parted as parted:
            return (self._earlier() if parted.ahead else None) or parted.difference
        except _CutOff:
            self.cut = "it stops in the middle of a step"
            return self._earlier()
        except Exception as error:  # rules that have changed, or a forged log, may fall over in any way
            return self._earlier() or self._difference("the rules fall over the log here", "no more", why(error))
        return None

    # --- lines -------------------------------------------------------------------------------------------------------

    def _take(self, told: Told) -> None:
        what = told.what
        if isinstance(what, Check):
            checks = self._battle.checks
            here = checks[self._checks] if self._checks < len(checks) else None
            if here != what:
                raise self._parted("another fingerprint", what, here or "none here")
            self._checks += 1
            return
        self._ask_for_checks(told.entry)
        if isinstance(what, Entry):
            if told.entry >= len(self._battle.entries):
                self._answer(what)
            self._compare(what, self._battle.entries[told.entry])
            self._seen += 1
        elif self._seen < len(self._battle.entries):
            raise self._parted("more happens before this", what, self._battle.entries[self._seen].input)
        elif isinstance(what, Back):
            self._go_back(what)
        else:
            self._end(what)

    def _ask_for_checks(self, before: int) -> None:
        missing = self._battle.checks[self._checks : self._checks + 1]
        if missing and (missing[0].entry < before or self._seen == len(self._battle.entries)):
            raise self._parted("a fingerprint is missing before this", "none", missing[0])

    def _answer(self, entry: Entry) -> None:
        by, battle = entry.input, self._battle
        if battle.over:
            raise self._parted("the log goes on where the battle is over", by, battle.outcome)
        if not isinstance(by, Answered):
            raise self._parted("somebody decides here", by, f"waiting for {' and '.join(battle.waiting_for())}")
        try:
            if by.auto and not self._is_only_choice(by):
                raise self._parted("decided by itself, but there was a choice", by, "more than this could be done")
            battle.answer(by.seat, by.order, by.auto)
        except (IllegalOrder, NotAsked) as error:
            raise self._parted("the rules refuse this", by, str(error)) from error

    def _is_only_choice(self, by: Answered) -> bool:
        options = self._battle.options(by.seat)
        return len(options) == 1 and not isinstance(options[0], OPEN_OPTIONS) and options[0].order == by.order

    def _compare(self, was: Entry, now: Entry) -> None:
        if was.input != now.input:
            raise self._parted("another input", was.input, now.input)
        for old, new in zip(was.events, now.events, strict=False):
            if old != new:
                raise self._parted("another event", old, new)
        if len(was.events) > len(now.events):
            raise self._parted("an event does not happen any more", was.events[len(now.events)], "nothing")
        if len(was.events) < len(now.events):
            raise self._parted("one event more happens", "nothing", now.events[len(was.events)])

    def _go_back(self, back: Back) -> None:
        self._goes_back = True
        self._battle.rewind(back.to)
        self._goes_back = False
        self._seen, self._checks = back.to, len(self._battle.checks)
        self._given = min(self._given, len(self._battle.thrown))
        if len(self._battle.entries) != back.to:
            raise self._parted("nobody decided what is taken back here", back, self._battle.entries[back.to].input)

    def _end(self, end: End) -> None:
        battle = self._battle
        if battle.outcome is None:
            raise self._parted(
                "the battle is not over here", "end", f"waiting for {' and '.join(battle.waiting_for())}"
            )
        if end.outcome != battle.outcome:
            raise self._parted("another outcome", end.outcome, battle.outcome)
        if end.hash != battle.hash():
            raise self._parted("another final state", end.hash, battle.hash())

    def _stop(self) -> None:
        """No lines are left: what the rules have done beyond them is missing."""
        battle = self._battle
        self.given = self._given
        if self._seen < len(battle.entries) or self._checks < len(battle.checks):
            self.cut = "it stops in the middle of a step"
        elif battle.over and self.log.end is None:
            self.cut = "the battle is over, and the line that says so is missing"

    # --- dice --------------------------------------------------------------------------------------------------------

    def roll(self, roll: Roll, number: int) -> Faces:
        """The faces in the log, if they are a throw of these dice for this purpose and, with a seed, the seed's."""
        rolled = self._rolled_next(roll)
        try:
            faces = roll.check(rolled.faces)
        except BadDice as error:
            raise self._parted_ahead("dice that cannot be", rolled, str(error)) from error
        self.throws += 1
        if self._seed is not None and number >= self._given:
            seeds = self._seed.roll(roll, number)
            if faces != seeds and not self._lenient:
                due = Rolled(roll.purpose, seeds, roll.seat)
                raise self._parted_ahead(f"throw {number + 1} is not the seed's", rolled, due)
            if faces == seeds:
                self.sure += 1
            else:
                self.strange.append(number + 1)
        return faces

    def _rolled_next(self, roll: Roll) -> Rolled:
        """The line with the throw that is due: the entry the battle is about to make."""
        due = Rolled(roll.purpose, (), roll.seat)
        if self._goes_back:
            raise self._parted("nobody decided what is taken back here", self.log.told[self._at].what, due)
        self._ahead = max(self._at, self._ahead)
        told, wanted = self.log.told, len(self._battle.entries)
        while self._ahead < len(told) and _comes_before(told[self._ahead], wanted):
            self._ahead += 1
        if self._ahead == len(told):
            raise _CutOff
        what = told[self._ahead].what
        rolled = what.input if isinstance(what, Entry) else what
        if not isinstance(rolled, Rolled) or (rolled.purpose, rolled.seat) != (roll.purpose, roll.seat):
            raise self._parted_ahead("other dice are due here", rolled, due)
        return rolled

    # --- differences -------------------------------------------------------------------------------------------------

    def _earlier(self) -> Difference | None:
        """A difference in what came before the one that was met: the battle ran ahead of the lines compared."""
        entries = self._battle.entries
        for at in range(self._at, len(self.log.told)):
            told = self.log.told[at]
            if isinstance(told.what, (Back, End)) or told.entry >= len(entries) - 1:
                return None
            if isinstance(told.what, Entry):
                try:
                    self._at = at
                    self._compare(told.what, entries[told.entry])
                except _Parted as parted:
                    return parted.difference
        return None

    def _parted(self, what: str, logged: Any, found: Any) -> _Parted:
        return _Parted(self._difference(what, logged, found))

    def _parted_ahead(self, what: str, logged: Any, found: Any) -> _Parted:
        return _Parted(self._difference(what, logged, found, self._ahead), ahead=True)

    def _difference(self, what: str, logged: Any, found: Any, at: int | None = None) -> Difference:
        at = self._at if at is None else at
        told = self.log.told[at] if at < len(self.log.told) else None
        step = told.entry if told else len(self.log.entries)
        return Difference(step, what, said(logged), said(found), told.line if told else 0)


def _comes_before(told: Told, wanted: int) -> bool:
    return not isinstance(told.what, (Back, End)) and told.entry < wanted


def said(thing: Any) -> str:
    """Anything of a log as it stands there."""
    return thing if isinstance(thing, str) else msgspec.json.encode(thing).decode()
