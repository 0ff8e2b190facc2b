"""Forces or bots that met each other, on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from rich.text import Text

from gearlock.cli.comparison import Rows, print_columns, print_lacks
from gearlock.cli.fitting import Table
from gearlock.cli.screen import console, print_json, styled
from gearlock.lab.compared_forces import Comparison
from gearlock.lab.intervals import Estimate
from gearlock.lab.round_robin import BOTS
from gearlock.lab.standing import Pairing, Standing
from gearlock.lab.standing_page import pairing_verdict, verdict

MOST_KILLS = 12


def print_standing(standing: Standing, path: Path) -> None:
    """A whole round robin for a person."""
    study = standing.study
    said = "".join(f", {name}={value}" for name, value in study.options.items())
    led = "" if study.of == BOTS else f"; led by {study.bot_for_all}"
    where = f"{study.system}: {', '.join(study.scenarios)}{said}{led}; seeds from {study.seed}"
    console.print(styled("[bold]{}[/]; {}", " - ".join(study.entrants), where), soft_wrap=True)
    if not standing.games:
        console.print("No game was finished.")
    else:
        if standing.strengths:
            console.print(_strengths(standing))
            console.print(_how(standing), style="dim", soft_wrap=True)
        for pairing in standing.pairings:
            _print_pairing(pairing, standing)
        seat = standing.first_seat
        console.print(f"The first seat got {seat.value:.1%} ({seat.low:.1%} - {seat.high:.1%}), whoever sat there.")
        if study.of != BOTS:
            _print_kills(standing)
        console.print(Text(verdict(standing), style="bold"), soft_wrap=True)
        if standing.margin is not None:
            console.print(_stopped(standing), soft_wrap=True)
    for broken in standing.faults:
        console.print(Text(f"Game {broken.number} (seed {broken.seed}): {broken.reason}", style="red"), soft_wrap=True)
    console.print(f"Results: {path}", markup=False, soft_wrap=True)


def _strengths(standing: Standing) -> Table:
    table = Table(box=None, padding=(0, 2))
    for title in ("", "strength", "95 % interval", "share", "games"):
        table.add_column(title, justify="right" if title else "left")
    for each in standing.strengths:
        sure = f"{each.points.low:+.0f} to {each.points.high:+.0f}"
        table.add_row(Text(each.name), f"{each.points.value:+.0f}", sure, f"{each.share:.1%}", str(each.games))
    return table


def _how(standing: Standing) -> str:
    lent = (
        " Somebody won or lost everything: half a win was lent to both sides of each pairing." if standing.lent else ""
    )
    errors = "by seed" if standing.by_seed else "games taken as independent"
    return f"Bradley and Terry's model, 400 points being odds of ten to one; intervals: {errors}.{lent}"


def _print_pairing(pairing: Pairing, standing: Standing) -> None:
    share = f"{pairing.share.value:.1%} ({_range(pairing.share)})"
    score = f"{pairing.first.wins} : {pairing.second.wins}, {pairing.draws} drawn"
    console.print(styled("[bold]{}[/] : [bold]{}[/]", pairing.first.name, pairing.second.name), soft_wrap=True)
    console.print(f"  {score} of {pairing.games} games; the first gets {share}")
    if pairing.at_any_time is not None:
        settled = "sure" if pairing.settled else "not sure yet"
        console.print(f"  interval at any look: {_range(pairing.at_any_time)}; {settled}")
    if pairing.by_seat:
        seats = ", ".join(f"{value:.0%} as {seat}" for seat, value in pairing.by_seat.items())
        console.print(f"  the first gets {seats}; {pairing.rounds:.1f} rounds on average")
    for side in (pairing.first, pairing.second):
        if side.of:
            left = f"; {side.left:.0%} of {side.price:.0f} points left" if side.left is not None else ""
            console.print(Text(f"  {side.name} loses {side.lost:.1f} of {side.of:.1f} models{left}"), soft_wrap=True)
    if len(standing.pairings) > 1:
        console.print(Text(f"  {pairing_verdict(pairing, standing.margin)}"), soft_wrap=True)


def _print_kills(standing: Standing) -> None:
    if not standing.kills:
        return
    table = Table(box=None, padding=(0, 2))
    for title in ("struck down by", "of", "who", "of", "times"):
        table.add_column(title, justify="right" if title == "times" else "left")
    for kill in standing.kills[:MOST_KILLS]:
        names = (kill.by_model or "otherwise", standing.study.name(kill.by) if kill.by else "")
        table.add_row(*map(Text, (*names, kill.model, standing.study.name(kill.whose), str(kill.count))))
    console.print(table)
    if len(standing.kills) > MOST_KILLS:
        console.print(f"  and {len(standing.kills) - MOST_KILLS} more kinds; --json has all", style="dim")


def _stopped(standing: Standing) -> str:
    shared = f", shared by {len(standing.pairings)} pairings" if len(standing.pairings) > 1 else ""
    return (
        "Stopping is corrected: the interval at any look is a confidence sequence, which is wrong in at most 5 % of "
        f"all studies{shared} however often one looks; even means closer to a half than {standing.margin:.0%}."
    )


def _range(estimate: Estimate) -> str:
    return f"{estimate.low:.1%} - {estimate.high:.1%}"


def print_systems(compared: Comparison, told: Mapping[str, Standing], as_json: bool) -> None:
    """Two forces under several systems."""
    if as_json:
        document = {n: v for n, v in msgspec.to_builtins(compared, str_keys=True).items() if n != "contests"}
        document["systems"] = {system: msgspec.to_builtins(standing) for system, standing in told.items()}
        print_json(document, "lab-compare")
        return
    for name, force in zip("AB", compared.forces, strict=True):
        left = f" (left out: {', '.join(force.left_out)})" if force.left_out else ""
        console.print(styled("[bold]{}[/]: {}{}", name, force.text(), left), soft_wrap=True)
    if told:
        print_columns(list(told), system_rows(told))
    else:
        console.print("Nothing was played: fewer than two systems can field both forces.")
        if compared.lacking:
            console.print(f"--leave-out leaves at home: {', '.join(compared.lacking)}.", soft_wrap=True)
    print_lacks(compared.without, compared.refused)


def system_rows(told: Mapping[str, Standing]) -> Rows:
    """What came of A and B in each system."""
    pairings = [standing.pairings[0] for standing in told.values()]
    rows: Rows = {
        "scenario": [", ".join(standing.study.scenarios) for standing in told.values()],
        "games": [str(pairing.games) for pairing in pairings],
        "A gets": [f"{pairing.share.value:.1%}" for pairing in pairings],
        "  95 % interval": [_range(pairing.share) for pairing in pairings],
        "draws": [str(pairing.draws) for pairing in pairings],
    }
    for name, sides in (("A", [p.first for p in pairings]), ("B", [p.second for p in pairings])):
        rows[f"{name} costs"] = [f"{side.price:.0f}" for side in sides]
        rows[f"{name} loses"] = [f"{side.lost:.1f} of {side.of:.1f}" for side in sides]
        rows[f"left of {name}"] = ["" if side.left is None else f"{side.left:.0%}" for side in sides]
    rows["rounds"] = [f"{pairing.rounds:.1f}" for pairing in pairings]
    return rows
