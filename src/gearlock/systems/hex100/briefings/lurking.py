"""Units set up hidden: who finds them, and what gives them away."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.state import Unit
from gearlock.table.hexes import distance

FOUND_WITHIN = 2
"""Hexes within which eyes and sensors find a unit that lies in wait."""


@rule("hex100.briefing")
def is_beyond_finding(eye: Unit, unit: Unit) -> bool:
    """Whether a unit lies in wait too far away to be found, by eye or by sensors."""
    return unit.lurking and distance(eye.hex, unit.hex) > FOUND_WITHIN
