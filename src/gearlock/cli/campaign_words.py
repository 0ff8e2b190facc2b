"""`gearlock campaign report`: what somebody types of a battle at a table of their own, read into a report."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gearlock.campaign.reporting import read_report, report_of
from gearlock.kernel.campaigning import Report
from gearlock.kernel.errors import BadInput, shortened
from gearlock.kernel.files import read_handed_in


def typed_report(
    words: Iterable[str], won: str | None, points: Iterable[str], spent: Iterable[str], because: str | None
) -> Report:
    """A report from "red-1: 3 armor, LAC destroyed", "red=5", "blue=fog, ecm 2". Raises BadInput."""
    harm: dict[str, str] = {}
    for said in words:
        member, colon, what = said.partition(":")
        if not colon or not what.strip():
            raise BadInput(f"'{shortened(said)}' says nothing of anybody: say who and what, as 'red-1: 3 armor'.")
        name = member.strip()
        harm[name] = f"{harm[name]}, {what.strip()}" if name in harm else what.strip()
    earned = {seat: _whole(seat, number) for seat, number in _pairs(points, "points", "red=5")}
    bought: dict[str, str] = {}
    for seat, wares in _pairs(spent, "spent", "red=fog"):
        bought[seat] = f"{bought[seat]}, {wares}" if seat in bought else wares
    return report_of({"harm": harm, "won": won or "", "points": earned, "spent": bought, "because": because or ""})


def report_in(file: Path) -> tuple[str, Report]:
    """A report and the scenario that it names, from a TOML file. Raises BadInput."""
    return read_report(read_handed_in(file), str(file))


def _pairs(given: Iterable[str], option: str, example: str) -> list[tuple[str, str]]:
    found = []
    for pair in given:
        seat, equals, said = pair.partition("=")
        if not equals or not said.strip():
            raise BadInput(f"'{shortened(pair)}': --{option} takes a side and what it is, as {example}.")
        found.append((seat.strip(), said.strip()))
    return found


def _whole(seat: str, said: str) -> int:
    try:
        return int(said) if said.isascii() and len(said) < 8 else int("x")
    except ValueError:
        raise BadInput(f"'{shortened(said)}' is no number of points: say --points {shortened(seat)}=5.") from None
