"""`gearlock replay`: what a log holds, whether it is true, and the film of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from gearlock.cli.battle import JsonOption
from gearlock.cli.ending import DIFFERS, NOT_PROVED
from gearlock.cli.person import show_table
from gearlock.cli.screen import console, print_json, styled
from gearlock.cli.story import unfolded
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.log import LoadedLog, read_log
from gearlock.kernel.record import Answered, Rolled
from gearlock.kernel.verify import Proof, prove
from gearlock.kernel.view import View


def replay(
    file: Annotated[Path, typer.Argument(help="A battle log.")],
    check: Annotated[
        bool, typer.Option("--verify", help="Prove it; exit 1 at the first difference, 3 if something is not proved.")
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
    proof = prove(log) if check else None
    if as_json:
        shown = (
            {"film": [part for part in _watched(log, seat, True, False, dice) if isinstance(part, str)]} if film else {}
        )
        tables = {"tables": list(_watched(log, seat, False, True))} if table else {}
        print_json(_summary(log) | _verdict(proof) | shown | tables, "replay")
    else:
        _print_film(_watched(log, seat, film, table, dice))
        _print_summary(log)
        _print_proof(log, proof)
    if proof is not None and not proof.holds:
        raise typer.Exit(NOT_PROVED if proof.difference is None else DIFFERS)


def _watched(log: LoadedLog, seat: str | None, film: bool, table: bool, dice: bool = False) -> Iterator[str | View]:
    """The story line by line, and the table at the first decision of each round and when all is over, as asked for.

    Both are what the seat could know at that moment, the whole truth for nobody in particular.
    """
    system, state, at = log.system, log.start, 0
    with log.words_for("this cannot be shown", -1):
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
            console.rule_off(f"Round {part.round}")
            show_table(part)


def _verdict(proof: Proof | None) -> dict[str, object]:
    if proof is None:
        return {}
    return {
        "verified": proof.holds,
        "difference": proof.difference,
        "unproved": proof.unproved,
        "throws_proved": proof.throws,
    }


def _summary(log: LoadedLog) -> dict[str, object]:
    inputs = [entry.input for entry in log.entries]
    state = None
    for _, _, state in log.film():  # noqa: B007 - the last state is what we want
        pass
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
        "score": log.end.outcome.score if log.end else {},
        "decisions": sum(isinstance(by, Answered) and not by.auto for by in inputs),
        "rolls": sum(isinstance(by, Rolled) for by in inputs),
        "steps": len(inputs),
        "hash": log.system.hash(state if state is not None else log.start),
    }


def _print_summary(log: LoadedLog) -> None:
    summary = _summary(log)
    where = f"{summary['scenario']}, seed {summary['seed']}, edition {summary['edition']}"
    console.print(styled("[bold]{}[/], {}", log.system.name, where))
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
        console.print("The system's data has changed since; the film still shows what happened then.", style="yellow")


def _print_proof(log: LoadedLog, proof: Proof | None) -> None:
    """What came of proving it: the difference, or what is proved and what is not."""
    if proof is None:
        return
    if proof.difference is not None:
        console.print(f"Differs at {proof.difference.text()}", style="bold red", soft_wrap=True)
    else:
        rules = "the rules give the same events, the events the same states"
        rules += ", outcome and score" if log.end is not None else " as far as it goes"
        again = f"; {proof.throws} of {proof.thrown} throws are the seed's, rolled again" if proof.thrown else ""
        word = "[green]Verified[/]" if proof.holds else "[yellow]Verified in part[/]"
        console.print(styled(word + ": {}{}.", rules, again))
    for each in proof.unproved:
        console.print(f"Not proved: {each}.", style="yellow", soft_wrap=True)
