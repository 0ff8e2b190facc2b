"""`gearlock replay`: what a log holds, whether it is true, and the film of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from gearlock.cli.battle import JsonOption
from gearlock.cli.person import show_table
from gearlock.cli.screen import console, print_json
from gearlock.cli.story import unfolded
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.log import LoadedLog, read_log
from gearlock.kernel.record import Answered, Rolled
from gearlock.kernel.verify import Difference, verify
from gearlock.kernel.view import View


def replay(
    file: Annotated[Path, typer.Argument(help="A battle log.")],
    check: Annotated[
        bool, typer.Option("--verify", help="Re-run it by the rules; exit 1 at the first difference.")
    ] = False,
    film: Annotated[bool, typer.Option("--film", help="Tell the battle from its stored events.")] = False,
    dice: Annotated[
        bool, typer.Option("--dice", help="Tell the film with the dice and modifiers behind each line.")
    ] = False,
    table: Annotated[
        bool, typer.Option("--table", help="Show the table at the start of each round and at the end.")
    ] = False,
    seat: Annotated[
        str | None, typer.Option(help="Tell and show only what this seat could know; by itself the film.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Summarise a battle log; verify it, or watch it."""
    log = read_log(file)
    if seat is not None and seat not in log.system.seats:
        raise UnknownName("seat", seat, log.system.seats)
    film = film or dice or (seat is not None and not table)
    difference = verify(log) if check else None
    if as_json:
        shown = (
            {"film": [part for part in _watched(log, seat, True, False, dice) if isinstance(part, str)]} if film else {}
        )
        tables = {"tables": list(_watched(log, seat, False, True))} if table else {}
        print_json(_summary(log, check, difference) | shown | tables)
    else:
        _print_film(_watched(log, seat, film, table, dice))
        _print_summary(log, check, difference)
    if difference is not None:
        raise typer.Exit(1)


def _watched(log: LoadedLog, seat: str | None, film: bool, table: bool, dice: bool = False) -> Iterator[str | View]:
    """The story line by line, and the table at the first decision of each round and when all is over, as asked for.

    Both are what the seat could know at that moment, the whole truth for nobody in particular.
    """
    system, state, at = log.system, log.start, 0
    for _, event, state in log.film():
        if event is None and table:
            now = system.view(state, seat, ())
            if now.round != at:
                at = now.round
                yield now
        line = system.tell(state, event, seat) if film and event is not None else None
        if line is not None:
            yield f"{line.text}  [{line.rule}]" if line.rule else line.text
            yield from unfolded(line) if dice else ()
    if table:
        yield system.view(state, seat, ())


def _print_film(parts: Iterable[str | View]) -> None:
    for part in parts:
        if isinstance(part, str):
            console.print(part, markup=False)
        else:
            console.rule(f"Round {part.round}")
            show_table(part)


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
