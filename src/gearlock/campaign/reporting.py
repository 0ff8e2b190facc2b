"""Battles at a table of one's own: what players tell of them, read from Python or a file, and held to who was there.

Whether it can have happened the rules of the game say; here are only names, seats and the battle it is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from gearlock.kernel.bounds import LONGEST_WORDS
from gearlock.kernel.campaigning import Campaign, CampaignRules, Marching, Report
from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.written import read_toml

MOST_EARNED = 1_000
DRAW = "draw"
PARTS = ("harm", "lost", "won", "points", "spent", "because")
FROM_FILE = ("scenario", *PARTS)


def report_of(given: Mapping[str, object]) -> Report:
    """A report from what somebody hands over by name, in Python or from a file. Raises BadInput."""
    for name in given:
        if name not in PARTS:
            raise UnknownName("part of a report", str(name), PARTS)
    harm = _table(given.get("harm") or {}, "harm")
    spent = _table(given.get("spent") or {}, "spent")
    points = _table(given.get("points") or {}, "points")
    return Report(
        {name: _harm_of(name, said) for name, said in harm.items()},
        _listed(given.get("lost") or (), "lost"),
        _won(given.get("won") or ""),
        {seat: _points(seat, said) for seat, said in points.items()},
        {seat: _listed(said, "spent") for seat, said in spent.items()},
        _words(given.get("because") or "", "because"),
    )


def read_report(text: str, file: str) -> tuple[str, Report]:
    """A report from a TOML text, with the scenario that it names. Raises BadInput."""
    data = read_toml(text, file)
    for name in data:
        if name not in FROM_FILE:
            raise UnknownName(f"part of a report in {file}", name, FROM_FILE)
    scenario = _words(data.pop("scenario", ""), "scenario")
    return scenario, report_of(data)


def _table(said: object, name: str) -> dict[str, Any]:
    if not isinstance(said, Mapping) or not all(isinstance(key, str) for key in said):
        raise BadInput(f"'{name}' of a report goes by name: {{'red-1': ...}} or {{'red': ...}}, not {said!r:.100}.")
    return dict(said)


def _words(said: object, name: str) -> str:
    if not isinstance(said, str) or len(said) > LONGEST_WORDS:
        raise BadInput(f"'{name}' of a report is a text of {LONGEST_WORDS} letters at most, not {said!r:.100}.")
    return said


def _won(said: object) -> str:
    won = _words(said, "won")
    return "" if won == DRAW else won


def _listed(said: object, name: str) -> tuple[str, ...]:
    """Names or wares: a list, or a text with commas; a number of points is one of its own."""
    if isinstance(said, int) and not isinstance(said, bool):
        said = str(said)
    if isinstance(said, str):
        said = [part.strip() for part in said.split(",") if part.strip()]
    if not isinstance(said, Iterable) or isinstance(said, Mapping | bytes):
        raise BadInput(f"'{name}' of a report is a list of names, not {said!r:.100}.")
    return tuple(_words(str(each) if isinstance(each, int) else each, name) for each in said)


def _points(seat: str, said: object) -> int:
    if isinstance(said, bool) or not isinstance(said, int) or abs(said) > MOST_EARNED:
        raise BadInput(f"What {shortened(seat)} earned is a whole number up to {MOST_EARNED}, not {said!r:.100}.")
    return said


def _harm_of(name: str, said: object) -> str | dict[str, Any]:
    """Words, several of them, or fields of a unit as a position has them."""
    if isinstance(said, Mapping):
        try:
            plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(said))
        except (TypeError, ValueError, RecursionError) as error:
            raise BadInput(f"The harm of {shortened(name)} is no plain data: {error}") from None
        return plain
    return ", ".join(_listed(said, "harm"))


# --- against the campaign --------------------------------------------------------------------------------------------


def under_way(rules: CampaignRules, campaign: Campaign, scenario: str) -> Campaign:
    """The campaign with the battle that is told of: the one that has been begun, else the next one."""
    march = campaign.marching
    if march is not None:
        if scenario not in ("", march.scenario):
            raise BadInput(f"Battle {march.number}, {march.scenario}, is under way: that is the one to tell of.")
        return campaign
    known = rules.scenarios(campaign)
    chosen = scenario or next(iter(known))
    if chosen not in known:
        raise UnknownName("battle", chosen, known)
    return msgspec.structs.replace(campaign, marching=Marching(len(campaign.battles) + 1, chosen, 0))


def check_names(campaign: Campaign, report: Report) -> None:
    """Seats and members that there are. Raises UnknownName; whether a member was in the battle the rules say."""
    for seat in (*report.points, *report.spent, *([report.won] if report.won else [])):
        if seat not in campaign.sides:
            raise UnknownName("seat", seat, campaign.sides)
    members = {member.id: member for side in campaign.sides.values() for member in side.members}
    for id in (*report.harm, *report.lost):
        if id not in members:
            raise UnknownName("member", id, members)
