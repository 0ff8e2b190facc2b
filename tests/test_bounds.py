"""The bounds that players are told of are those that hold."""

from __future__ import annotations

from pathlib import Path

from gearlock.kernel import bounds

GUIDE = (Path(__file__).parents[1] / "docs" / "guide.md").read_text(encoding="utf-8")


def test_the_guide_tells_the_bounds_that_hold() -> None:
    told = GUIDE.partition("## How much a file may hold")[2].partition("\n## ")[0]
    for words in (
        f"the first {bounds.TOLD} are told",
        f"{bounds.LARGEST_FILE // 1000} kB, {bounds.MOST_LINES:,} lines; {bounds.MOST_FILES} files a battle",
        f"numbers below {bounds.NUMBERS_BELOW:,}; {bounds.MOST_KEYS} keys a table",
        f"{bounds.DEEPEST} deep; a text {bounds.LONGEST_WORDS:,} letters, a drawn map {bounds.LONGEST_DRAWING:,}",
        f"{bounds.LEAST_INCHES} to {bounds.MOST_INCHES} in; {bounds.MOST_PIECES} pieces; {bounds.MOST_CORNERS} corners",
        f"{bounds.MOST_CORNERS_IN_ALL:,} in all, {bounds.MOST_CORNERS_IN_A_SQUARE} of those",
        f"{bounds.HIGHEST_INCHES} in high; {bounds.MOST_MARKERS} markers",
        f"{bounds.MOST_HEXES} by {bounds.MOST_HEXES} hexes; {bounds.MOST_ZONES} zones",
        f"{bounds.MOST_ZONE_HEXES:,} hexes together; {bounds.MOST_LEGEND} characters",
        f"{bounds.MOST_ENTRIES} objectives",
        f"{bounds.MOST_NAMED} units or hexes",
        f"{bounds.MOST_CONTESTED:,} hexes of all objectives",
        f"{bounds.MOST_LISTED} models, upgrades or items a unit, {bounds.MOST_LISTED_IN_ALL:,} in all",
        f"{bounds.MOST_FIELDED} models take the field",
        f"{bounds.MOST_WAYPOINTS} waypoints",
        f"{bounds.READING_SECONDS:g} s (a log that is handed in {bounds.PROOF_SECONDS:g} s)",
        f"{bounds.READING_MEMORY >> 30} GB of memory",
    ):
        assert words in told, words
