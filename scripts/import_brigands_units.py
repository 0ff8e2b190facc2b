"""Convert the Blitz Beta lists in data-sources/ to the unit files of Brigands, and report what could not be kept.

Exits 1, writing nothing, if something in the sources is covered by no rule of data-sources/beta-conversion.csv.
"""

from __future__ import annotations

import sys
from pathlib import Path

from older_lines.convert import convert_all, read_sources
from older_lines.write import report, unit_files

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src" / "gearlock" / "systems" / "brigands" / "data" / "units"


def main() -> int:
    """Read, convert, report; write the files if nothing was left over."""
    sources = read_sources(ROOT / "data-sources")
    models = convert_all(sources)
    print(report(sources.lines, models))
    if any(made.ledger.unknown for made in models):
        return 1
    TARGET.mkdir(exist_ok=True)
    for name, text in unit_files(models).items():
        (TARGET / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
