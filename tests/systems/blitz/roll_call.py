"""Rosters for tests: written, read, checked, fielded."""

from __future__ import annotations

from gearlock.kernel.force import Roster, Violation
from gearlock.muster.text import read_text
from gearlock.systems.blitz.forces.around_a_force import FORCE, Fielded, field_force
from gearlock.systems.blitz.forces.enlisting import enlist, force_price
from gearlock.systems.blitz.forces.force_building import check

GREEN = "primary GP\n Hunter: CO\n 3x Hunter\n"
"""A legal unit of the North for 24 TV, to stand beside what a test is about."""


def roster(text: str) -> Roster:
    """A roster as it was typed."""
    return read_text(text, FORCE.layout)


def of(faction: str, *groups: str, size: int = 500, **headers: str) -> str:
    """The text of a force: each group is its units, unit lines and model lines one to a line."""
    head = [f"faction {faction}", f"size {size}", *(f"{key} {value}" for key, value in headers.items())]
    return "\n".join([*head, *(line for group in groups for line in ("group", *group.strip().split("\n")))]) + "\n"


def found(text: str) -> list[Violation]:
    """Everything wrong with it."""
    return check(roster(text))


def broken(text: str) -> list[str]:
    """The rules it breaks, without the system's name."""
    return [violation.rule.removeprefix("blitz.") for violation in found(text)]


def the_one(text: str) -> Violation:
    """The only thing wrong with it; it says how to mend it."""
    violations = found(text)
    assert len(violations) == 1, [violation.text("roster") for violation in violations]
    assert violations[0].fix
    return violations[0]


def cost(text: str) -> int:
    """TV of the force."""
    return force_price(enlist(roster(text)))


def fielded(text: str) -> tuple[Fielded, ...]:
    """The models of a legal force."""
    assert found(text) == [], [violation.text("roster") for violation in found(text)]
    return field_force(roster(text))


def first(text: str) -> Fielded:
    """The first model of a legal force."""
    return fielded(text)[0]
