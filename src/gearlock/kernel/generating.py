"""Scenarios drawn from dice before play: every roll can be read, and replaced, before a battle plays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec


class DrawnRoll(msgspec.Struct, frozen=True):
    """One roll: what it is for, the faces (none where a person said the result), what it gives, and its rule."""

    name: str
    value: str
    faces: tuple[int, ...] = ()
    rule: str = ""


class DrawnScenario(msgspec.Struct, frozen=True):
    """A scenario that was drawn: in words, roll by roll, and with the options that play it."""

    scenario: str
    """The scenario of the system that plays it."""
    title: str
    lines: tuple[str, ...]
    rolls: tuple[DrawnRoll, ...]
    options: dict[str, str]


@dataclass(frozen=True)
class ScenarioGenerator:
    """How a system draws scenarios."""

    draw: Callable[[int, Mapping[str, str]], DrawnScenario]
    """From a seed and the results that a person said. Raises BadInput with everything that is wrong with these."""
    rolls: Mapping[str, str]
    """Every roll by name with what it decides."""
    results: Mapping[str, tuple[str, ...]]
    """What each roll can give; a person may say one of these in its place."""
    sizes: tuple[str, ...] = ()
    """Options of the battle that a draw heeds beside the rolls."""
