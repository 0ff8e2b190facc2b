"""What somebody said about an attack that is to be laid out: conditions by name, and what is usual beside them.

A system brings its conditions and lays the attack out; how a person may write them is the same for all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName, cited
from gearlock.kernel.gunnery import Condition, Situation, Staged, plain_name
from gearlock.kernel.system import State

ATTACKER, TARGET = "attacker", "target"
NO, YES = "no", "yes"
TRAIT = "trait"
"""The condition that adds something to a unit or takes it away; it may be said again and again."""
MOST_ATTACKERS = 12
KEPT = 256
"""How many laid-out situations are remembered."""

S = TypeVar("S", bound=State)


class Change(NamedTuple):
    """Something that one side has beyond its usual card, or lacks."""

    side: str
    name: str
    taken: bool = False

    def text(self) -> str:
        """The change as a fact."""
        return f"{self.side} {'without' if self.taken else 'with'} {self.name}"

    def missing(self, unit: str, there: Iterable[str], rule: str) -> BadInput:
        """That a unit has not what is to be taken from it, and what it has."""
        has = ", ".join(there) or "nothing that could be"
        return BadInput(cited(f"The {unit} has no {self.name} to take away: it has {has}.", rule))


class Given(msgspec.Struct, frozen=True):
    """The conditions of a situation, read."""

    conditions: Mapping[str, Condition]
    """All there are, by name."""
    said: Mapping[str, str]
    """What somebody said; what is merely usual is not here."""
    changes: tuple[Change, ...] = ()

    def says(self, name: str) -> str:
        """What was said, or what is usual."""
        return self.said.get(name, self.conditions[name].usual)

    def has(self, name: str) -> bool:
        """Whether a condition with yes and no holds."""
        return self.says(name) == YES

    def number(self, name: str, most: int = 999) -> int | None:
        """A whole number; None if nothing was said and no number is usual."""
        text = self.says(name)
        if not text:
            return None
        if not re.fullmatch(r"\d{1,3}", text) or int(text) > most:
            raise self.fault(name, f"a whole number from 0 to {most}")
        return int(text)

    def fault(self, name: str, wanted: str) -> BadInput:
        """That a condition is something else than what was said, with its rule."""
        return BadInput(cited(f"{name} is {wanted}, not '{self.says(name)}'.", self.conditions[name].rule))

    def changes_of(self, side: str) -> list[Change]:
        """What is added to the units of a side or taken away, in the order it was said."""
        return [change for change in self.changes if change.side == side]

    def facts(self, words: Mapping[str, str]) -> list[str]:
        """Everything that was said, and nothing that is merely usual.

        `words` are a system's own, with braces for the value; none for what it tells in another way.
        """
        lines = {name: words.get(name, f"{name} {{}}") for name in self.conditions if name in self.said}
        told = [line.replace("{}", self.said[name]) for name, line in lines.items() if line]
        return told + [change.text() for change in self.changes]


def read_conditions(conditions: tuple[Condition, ...], situation: Situation) -> Given:
    """Read all that was said; a name or value there is none of is answered with those there are.

    Names and values may be spaced and capitalised in any way. Of a condition said twice the last word counts; where
    it takes any words, saying none is saying nothing.
    """
    known = {condition.name: condition for condition in conditions}
    said: dict[str, str] = {}
    changes: list[Change] = []
    for name, text in situation.given:
        condition = known.get(_called(known, name) or "")
        if condition is None:
            raise UnknownName("condition", name, known)
        value = _called(condition.values, text) if condition.values else text.strip()
        if value is None:
            raise UnknownName(condition.name, text, condition.values, condition.rule)
        if condition.name == TRAIT:
            changes.append(read_change(value))
        elif value:
            said[condition.name] = value
    return Given(known, said, tuple(changes))


def _called(names: Iterable[str], text: str) -> str | None:
    wanted = plain_name(text)
    return next((name for name in names if plain_name(name) == wanted), None)


def read_change(text: str) -> Change:
    """`attacker:-NAME`: whose it is, the target's if not said, and whether it comes or goes."""
    before, colon, after = text.partition(":")
    named = before.strip().lower()
    side, signed = (named, after.strip()) if colon and named in (ATTACKER, TARGET) else (TARGET, text.strip())
    return Change(side, signed.lstrip("+-").strip(), signed.startswith("-"))


def read_attacker(text: str) -> tuple[str, tuple[str, ...]]:
    """`NAME:WEAPON+WEAPON` taken apart; there may be no weapon."""
    name, _, weapons = text.partition(":")
    return name, tuple(part.strip() for part in weapons.split("+") if part.strip())


def which_weapon(name: str, unit: str, carried: Iterable[str]) -> BadInput:
    """That an attacker was named without a weapon, and those it has."""
    return BadInput(f"Which weapon of the {name}? Say {unit}:WEAPON; it has {', '.join(carried) or 'none'}.")


def staging(
    conditions: tuple[Condition, ...], lay_out: Callable[[Situation, Given], Staged[S]]
) -> Callable[[Situation], Staged[S]]:
    """How a system stages situations: it is told what is given, and lays out.

    The same situation is laid out once, and everybody who asks for it gets a state of their own.
    """

    @lru_cache(maxsize=KEPT)
    def laid_out(situation: Situation) -> Staged[S]:
        given = read_conditions(conditions, situation)
        if not 1 <= len(situation.attackers) <= MOST_ATTACKERS:
            raise BadInput(f"One to {MOST_ATTACKERS} attackers can be laid out, not {len(situation.attackers)}.")
        return lay_out(situation, given)

    def stage(situation: Situation) -> Staged[S]:
        staged = laid_out(situation)
        return replace(staged, state=staged.state.clone())

    return stage
