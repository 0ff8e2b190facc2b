"""Scenarios of one's own as files: what a system says of them to whoever writes, checks and shows such files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class BriefingRules:
    """A scenario that is a file: map, forces, orders and objectives in one."""

    scenario: str
    """The scenario that plays such a file ..."""
    option: str
    """... which this option of it names."""
    ready_made: Callable[[], Mapping[str, str]]
    """The text of every briefing that comes with the system, by name, the simplest first."""
