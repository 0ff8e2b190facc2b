"""`gearlock replay`: what a log holds, whether it is true, and the film of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gearlock.cli.battle import JsonOption
from gearlock.cli.screen import console, print_json
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.log import LoadedLog, read_log
from gearlock.kernel.record import Answered, Rolled
from gearlock.kernel.verify import Difference, verify


def replay(
    file: Annotated[Path, typer.Argument(help="A battle log.")],
    check: Annotated[
        bool, typer.Option("--verify", help="Re-run it by the rules; exit 1 at the first difference.")
    ] = False,
    film: Annotated[bool, typer.Option("--film", help="Tell the battle from its stored events.")] = False,
    seat: Annotated[str | None, typer.Option(help="Tell only what this seat could know.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Summarise a battle log; verify it, or watch it."""
    log = read_log(file)
    if seat is not None and seat not in log.system.seats:
        raise UnknownName("seat", seat, log.system.seats)
    difference = verify(log) if check else None
    if as_json:
        print_json(_summary(log, check, difference) | ({"film": _told(log, seat)} if film else {}))
    else:
        if film:
            for line in _told(log, seat):
                console.print(line, markup=False)
        _print_summary(log, check, difference)
    if difference is not None:
        raise typer.Exit(1)


def _told(log: LoadedLog, seat: str | None) -> list[str]:
    lines = []
    for _, event, state in log.film():
        line = log.system.tell(state, event, seat) if event is not None else None
        if line is not None:
            lines.append(f"{line.text}  [{line.rule}]" if line.rule else line.text)
    return lines


def _summary(log: LoadedLog, checked: bool, difference: Difference | None) -> dict[str, object]:
    inputs = [entry.input for entry in log.entries]
    state = None
    for _, _, state in log.film():  # noqa: B007 - the last state is what we want
        pass
    verdict = {} if not checked else {"verified": difference is None, "difference": difference}
    return {
        "system": log.header.system,
        "edition": log.header.edition,
        "same_data": log.header.data == log.system.data_digest(),
        "scenario": log.header.setup.scenario,
        "seed": log.header.setup.seed,
        "seats": log.header.seats,
        "over": log.end is not None,
        "winner": log.end.outcome.winner if log.end else "",
        "reason": log.end.outcome.reason if log.end else "",
        "decisions": sum(isinstance(by, Answered) and not by.auto for by in inputs),
        "rolls": sum(isinstance(by, Rolled) for by in inputs),
        "steps": len(inputs),
        "hash": log.system.hash(state if state is not None else log.start),
    } | verdict


def _print_summary(log: LoadedLog, checked: bool, difference: Difference | None) -> None:
    summary = _summary(log, False, None)
    console.print(
        f"[bold]{log.system.name}[/], {summary['scenario']}, seed {summary['seed']}, edition {summary['edition']}"
    )
    for name, who in log.header.seats.items():
        console.print(f"  {name}: {who}")
    if log.end is not None:
        winner = log.end.outcome.winner
        console.print(f"{winner + ' won' if winner else 'A draw'}: {log.end.outcome.reason}.")
    else:
        console.print("Not finished.")
    console.print(
        f"{summary['steps']} steps, {summary['decisions']} decisions, {summary['rolls']} rolls; hash {summary['hash']}"
    )
    if not summary["same_data"]:
        console.print("[yellow]The system's data has changed since; the film still shows what happened then.[/]")
    if difference is not None:
        console.print(f"Differs at {difference.text()}", style="bold red", markup=False, emoji=False, soft_wrap=True)
    elif checked:
        console.print("[green]Verified[/]: the rules give the same events, the events the same states.")
