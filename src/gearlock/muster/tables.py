"""CSV files, ours and those that people hand in: rows with their lines, held to the bounds before any work."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from gearlock.kernel import bounds
from gearlock.kernel.errors import Findings

MOST_ROWS = 500


def slug(name: str) -> str:
    """A name as an id: small letters and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def _cells(text: str, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV text with their lines."""
    if len(text) > bounds.LARGEST_TEXT:
        findings.find(0, f"has more than {bounds.LARGEST_TEXT:,} letters, as no such file has")
        findings.refuse()
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
    try:
        for cells in rows:
            if any(len(cell) > bounds.LONGEST_WORDS for cell in cells):
                findings.find(rows.line_num, f"a cell is longer than {bounds.LONGEST_WORDS:,} letters")
            else:
                yield rows.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        findings.find(rows.line_num, f"not CSV: {error}")


def _check_header(cells: Sequence[str], needed: Sequence[str], known: Sequence[str], findings: Findings) -> None:
    if missing := [key for key in needed if key not in cells]:
        findings.find(1, f"the columns {', '.join(missing)} are missing; the first line names the columns")
    if unknown := [cell for cell in cells if cell not in known]:
        shown = ", ".join(key for key in known if not key.startswith("prov_"))
        findings.find(1, f"there is no column '{unknown[0][: bounds.LONGEST_NAME]}'; there are {shown}")
    if len(set(cells)) != len(cells):
        findings.find(1, "a column is there twice")


def read_table(
    text: str, needed: Sequence[str], known: Sequence[str], findings: Findings
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows by column with their lines; empty ones are left out. The first line names the columns, in any order."""
    rows = _cells(text, findings)
    _, header = next(rows, (1, []))
    _check_header(header, needed, known, findings)
    findings.refuse()
    count = 0
    for number, cells in rows:
        if not any(cells):
            continue
        count += 1
        if count > MOST_ROWS:
            findings.find(number, f"has more than {MOST_ROWS} rows; the rest is not read")
            return
        if len(cells) != len(header):
            findings.find(number, f"{len(cells)} columns; the first line names {len(header)}")
            continue
        yield number, dict(zip(header, cells, strict=True))
