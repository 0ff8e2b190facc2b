"""Stat lines of the older game to convert: made up for a test, or from the source file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from gearlock.systems.brigands.models import ModelCard
from older_lines.convert import Sources, convert_line, read_sources
from older_lines.parse import BetaLine, parse_line

FOLDER = Path(__file__).parents[3] / "data-sources"


@cache
def sources() -> Sources:
    """The committed source files."""
    return read_sources(FOLDER)


def older(**cells: str) -> BetaLine:
    """A plain Gear of the older game, with some cells changed."""
    plain = {"faction": "North", "model": "Test", "variant_of": "", "tv": "6", "ua": "GP", "mr": '5" W', "ar": "6"}
    plain |= {"dc": "4/2", "act": "1", "gun": "4+", "pilot": "4+", "weapons": "-", "traits": "-", "type": "Gear"}
    return parse_line(2, plain | {"source_lines": "1-2"} | cells)


def converted(**cells: str) -> ModelCard:
    """What becomes of such a Gear."""
    return convert_line(older(**cells), sources()).card


def listed(faction: str, model: str) -> ModelCard:
    """A model of the lists by its older name."""
    line = next(line for line in sources().lines if (line.faction, line.model) == (faction, model))
    return convert_line(line, sources()).card
