"""What is made of what strangers send: set-ups, verdicts on rosters, proofs of logs. Done in a process of its own."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.bounds import TOLD
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadFile, BadInput, GearlockError, UnknownName, first_lines
from gearlock.kernel.files import only_these_files
from gearlock.kernel.force import Sheet, Violation
from gearlock.kernel.log import LoadedLog, loads
from gearlock.kernel.registry import get_system
from gearlock.kernel.system import Setup
from gearlock.muster.reading import force_rules, read_roster
from gearlock.muster.sides import battle_violations
from gearlock.muster.text import write_text

T = TypeVar("T")
Made = TypeVar("Made", covariant=True)


class Errand(Protocol[Made]):
    """Something to be made of what a stranger sent."""

    def do(self) -> Made:
        """Make it. Raises BadInput."""


class Layout(msgspec.Struct, frozen=True):
    """A battle to be laid out, with the files its options name."""

    system: str
    scenario: str
    seed: int
    options: dict[str, str]
    files: dict[str, str]

    def do(self) -> Setup:
        """The set-up, of a battle that begins and can be looked at."""
        setup = self.setup()
        look_around(Battle.begin(get_system(self.system), setup, Seeded(secrets.token_hex(16))))
        return setup

    def setup(self) -> Setup:
        """The set-up; there are no files but those that were sent along."""
        with only_these_files(self.files):
            setup: Setup = get_system(self.system).prepare(self.scenario, self.seed, self.options)
            return setup


class RosterVerdict(msgspec.Struct, frozen=True):
    """What the rules say of a roster, and how it would be printed."""

    legal: bool
    violations: tuple[Violation, ...]
    sheet: Sheet | None
    more: int = 0
    """Violations beyond those that are listed."""


class Inspection(msgspec.Struct, frozen=True):
    """A roster to be checked, for a game if one is chosen already."""

    text: str
    system: str = ""

    def do(self) -> RosterVerdict:
        """The first things that are wrong with it, and its sheet. A file that it names is none of this machine."""
        reading = read_roster(self.text, "roster")
        chosen = force_rules(self.system) if self.system else reading.rules
        with only_these_files({}):
            found = tuple(battle_violations(reading, chosen, 0) if chosen else reading.violations())
            sheet = reading.rules.sheet(reading.roster) if reading.rules else None
        return RosterVerdict(not found, found[:TOLD], sheet, max(0, len(found) - TOLD))


class Recruiting(msgspec.Struct, frozen=True):
    """A force to be made up at random."""

    system: str
    faction: str
    size: int
    style: str

    def do(self) -> str:
        """Its roster as text."""
        rules, chooser = force_rules(self.system), random.Random()
        if self.style and self.style not in rules.styles:
            raise UnknownName("style", self.style, rules.styles)
        faction = self.faction or chooser.choice(rules.factions() or ("",))
        return write_text(rules.recruit(faction, self.size, self.style or next(iter(rules.styles)), chooser))


class Proof(msgspec.Struct, frozen=True):
    """A log that is to be played through the rules."""

    raw: bytes

    def do(self) -> None:
        """Nothing, if it can be."""
        played_again(self.raw)


def run(errand: Errand[T]) -> T:
    """Do it. Raises BadInput: what is wrong with what was sent, and of a long list only the beginning."""
    return briefly(errand.do)


def briefly(work: Callable[[], T]) -> T:
    """Do something of which a long list of faults may come: only its beginning is told."""
    try:
        return work()
    except (BadFile, UnknownName):
        raise
    except BadInput as error:
        raise BadInput(first_lines(str(error))) from None
    except RecursionError:
        raise BadInput("This is nested too deeply.") from None


def look_around(battle: Battle[Any]) -> None:
    """Look at a battle from all sides: what nobody could play is better known now."""
    for seat in (None, *battle.system.seats):
        battle.view(seat)
    for seat in battle.waiting_for():
        battle.options(seat)


def played_again(raw: bytes) -> Battle[Any]:
    """Play a handed-in log through the rules, and look at it from all sides: what does not follow is refused."""
    try:
        read: LoadedLog = loads(raw, "the log")
        battle = read.battle(Seeded(secrets.token_hex(16)), strict=True)
        look_around(battle)
        return battle
    except (BadInput, MemoryError):
        raise
    except GearlockError as error:
        raise BadInput(f"This log does not follow the rules as they are now: {error}") from error
    except Exception as error:  # a forged log may hold what no rule ever made
        raise BadInput(f"This log does not fit together ({type(error).__name__}).") from error
