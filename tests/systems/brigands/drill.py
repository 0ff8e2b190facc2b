"""Rosters for tests of force building: a legal one to spoil, and what is found in a spoilt one."""

from __future__ import annotations

from gearlock.kernel.force import Roster, Violation
from gearlock.muster.text import read_text
from gearlock.systems.brigands.forces.around_a_force import FORCE
from gearlock.systems.brigands.forces.force_building import Fielded, Recruit, check, enlist
from gearlock.systems.brigands.forces.upgrades import ready
from gearlock.systems.brigands.models import Model, ModelCard, weapons_table

LEGAL = """\
system brigands
faction North
size 100
group Alpha
  primary GP
    Hunter: FOC
    3x Hunter
  support FS
    Grizzly
"""


def roster(text: str) -> Roster:
    return read_text(text, FORCE.layout)


def found(text: str) -> list[Violation]:
    return check(roster(text))


def rules_broken(text: str) -> set[str]:
    return {violation.rule.removeprefix("brigands.") for violation in found(text)}


def spoilt(old: str, new: str, text: str = LEGAL) -> list[Violation]:
    assert old in text
    return found(text.replace(old, new, 1))


def the_one(violations: list[Violation]) -> Violation:
    (violation,) = violations
    return violation


def force_of(*lines: str, faction: str = "North", size: int = 500, unit: str = "primary GP") -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f"system brigands\nfaction {faction}\nsize {size}\ngroup Alpha\n  {unit}\n{body}"


def duelist_force(line: str, faction: str = "North", code: str = "GP") -> str:
    return f"{LEGAL.replace('North', faction)}".replace(
        "  support FS\n    Grizzly\n", f"  support {code}\n    {line}\n"
    )


def recruits(text: str) -> list[Recruit]:
    return list(enlist(roster(text)).recruits())


def duelist_card(line: str, code: str = "GP") -> ModelCard:
    played = recruits(duelist_force(line, code=code))[-1].played
    assert played is not None
    return played


def in_play(one: Fielded) -> Model:
    return ready(one.card, weapons_table())
