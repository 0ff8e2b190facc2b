"""Systems beside each other on the screen: a column each, and below what one of them has nothing for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.text import Text

from gearlock.cli.attack_odds import as_document
from gearlock.cli.fitting import Table
from gearlock.cli.screen import console, percent, print_json, styled
from gearlock.lab.compared_forces import Comparison, ContestReport, Force
from gearlock.lab.compared_odds import ComparedOdds, Matchup, SystemOdds
from gearlock.lab.intervals import Estimate
from gearlock.lab.verdicts import range_of

LACK = "-"
MOST_STEPS = 4
"""So many amounts of damage are told as `or more`."""
Rows = dict[str, list[str]]
"""What is in each column, by the title of the row."""


def print_columns(titles: Sequence[str], rows: Rows) -> None:
    """A table with a column for each system; rows that are empty in all of them are left out."""
    table = Table(box=None, padding=(0, 2))
    table.add_column("")
    for title in titles:
        table.add_column(title)
    for name, cells in rows.items():
        if any(cells):
            table.add_row(name, *(cell or LACK for cell in cells))
    console.print(table)


def print_lacks(without: Mapping[str, str], refused: Mapping[str, str]) -> None:
    """Why a system has no column."""
    for system, why in without.items():
        console.print(styled("[bold]{}[/]: no counterpart: {}.", system, why), soft_wrap=True)
    for system, why in refused.items():
        console.print(styled("[bold]{}[/]: cannot be: {}", system, why), soft_wrap=True)


def print_compared_odds(found: ComparedOdds, as_json: bool) -> None:
    """One attack under several systems."""
    if as_json:
        document: dict[str, Any] = msgspec.to_builtins(found, str_keys=True)
        document["matchup"] |= {"attacker": found.matchup.attacker.name, "target": found.matchup.target.name}
        for plain, each in zip(document["systems"], found.systems, strict=True):
            plain["odds"] = as_document(each.odds)
        print_json(document, "compare-odds")
        return
    console.print(Text(_matchup_text(found.matchup), style="bold"))
    if found.systems:
        print_columns([each.system for each in found.systems], _odds_rows(found.systems))
    print_lacks(found.without, found.refused)


def _matchup_text(matchup: Matchup) -> str:
    count = f"{matchup.count} x " if matchup.count > 1 else ""
    who = f"{count}{matchup.attacker.name} with {' and '.join(matchup.weapons)} at {matchup.target.name}"
    return "; ".join([who, *(f"{name} {value}" for name, value in matchup.given)])


def _odds_rows(systems: Sequence[SystemOdds]) -> Rows:
    shots = [each.odds.shots[0].preview for each in systems]
    fates = [each.odds.fate for each in systems]
    rows: Rows = {
        "weapon": ["; ".join(each.printed) for each in systems],
        "laid out": ["; ".join(each.odds.facts) for each in systems],
        "attack": [shot.attack_total for shot in shots],
        "defence": [shot.defence_total for shot in shots],
        "damage": [shot.harm for shot in shots],
        "hit": [percent(fate.chance(fate.hits)) for fate in fates],
        "mean damage": [f"{fate.mean_damage:.3f}" for fate in fates],
    }
    for amount in range(1, MOST_STEPS + 1):
        rows[f"{amount} or more"] = [percent(fate.chance(fate.at_least(amount))) for fate in fates]
    for name in dict.fromkeys(effect for fate in fates for effect in fate.effects):
        rows[name] = [percent(fate.chance(fate.effects.get(name, 0))) for fate in fates]
    rows["crippled"] = [percent(fate.chance(fate.crippled)) for fate in fates]
    rows["destroyed"] = [percent(fate.chance(fate.destroyed)) for fate in fates]
    if any(each.odds.reply or each.odds.unanswered for each in systems):
        rows |= _reply_rows(systems)
    for name in ("price", "armour", "hull + structure"):
        rows[f"target's {name}"] = [each.target_card.get(name, "") for each in systems]
    return rows


def _reply_rows(systems: Sequence[SystemOdds]) -> Rows:
    """What the attackers suffer, added up."""
    suffered = [each.odds.suffered for each in systems]
    means = [sum(fate.mean_damage for fate in fates) for fates in suffered]
    return {
        "answered by": [each.odds.reply or "cannot answer" for each in systems],
        "mean damage in answer": [f"{mean:.3f}" for mean in means],
    }


def print_comparison(compared: Comparison, reports: Sequence[ContestReport], as_json: bool) -> None:
    """Two forces under several systems."""
    if as_json:
        document: dict[str, Any] = msgspec.to_builtins(compared, str_keys=True)
        document["contests"] = msgspec.to_builtins(reports, str_keys=True)
        print_json(document, "compare-match")
        return
    for name, force in zip("AB", compared.forces, strict=True):
        left = f" (left out: {', '.join(force.left_out)})" if force.left_out else ""
        console.print(styled("[bold]{}[/]: {}{}", name, force.text(), left), soft_wrap=True)
    if any(each.report.games for each in reports):
        console.print(f"Played by {compared.bot} on both sides; each seed twice, with the sides swapped.")
        print_columns([each.system for each in reports], _match_rows(compared.forces, reports))
        _print_apart(reports)
    else:
        console.print("Nothing was played: fewer than two systems can field both forces.")
        if compared.lacking:
            console.print(f"--leave-out leaves at home: {', '.join(compared.lacking)}.", soft_wrap=True)
    print_lacks(compared.without, compared.refused)
    for each in reports:
        for broken in each.report.faults:
            text = f"{each.system}, game {broken.number} (seed {broken.seed}): {broken.reason}"
            console.print(Text(text, style="red"), soft_wrap=True)


def _match_rows(forces: tuple[Force, Force], reports: Sequence[ContestReport]) -> Rows:
    rows: Rows = {
        "scenario": [", ".join(each.report.scenarios) for each in reports],
        "games": [str(each.report.games) for each in reports],
    }
    for place, name in enumerate("AB"):
        rows[f"{name} costs"] = [f"{each.prices[place]} {each.currency}" for each in reports]
    for name, shares in (
        ("A wins", [each.report.a.wins for each in reports]),
        ("B wins", [each.report.b.wins for each in reports]),
        ("draws", [each.report.draws for each in reports]),
    ):
        rows[name] = [f"{share.count} ({share.share:.1%})" for share in shares]
    rows["A's share of the points"] = [f"{each.report.share.value:.1%}" for each in reports]
    rows["  95 % interval"] = [range_of(each.report.share) for each in reports]
    for name, who, force in zip("AB", "ab", forces, strict=True):
        of = sum(force.models.values())
        rows[f"{name} loses on average"] = [f"{each.lost[who]:.1f} of {of}" for each in reports]
    rows["rounds on average"] = [f"{each.report.mean_rounds:.1f}" for each in reports]
    return rows


def _print_apart(reports: Sequence[ContestReport]) -> None:
    """Which systems are shown to differ, and that nothing is shown where they are not."""
    played = [each for each in reports if each.report.games]
    apart = [
        f"{one.system} and {other.system}"
        for place, one in enumerate(played)
        for other in played[place + 1 :]
        if not _overlap(one.report.share, other.report.share)
    ]
    if apart:
        console.print(f"The forces fare differently in {'; in '.join(apart)}: the intervals of A lie apart.")
    else:
        console.print("No difference between the systems is shown: the intervals of A overlap. More games tell more.")


def _overlap(one: Estimate, other: Estimate) -> bool:
    return one.low <= other.high and other.low <= one.high
