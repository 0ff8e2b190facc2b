"""`gearlock tables`: looking after the battles the browser table keeps."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import track

from gearlock.cli.battle import JsonOption
from gearlock.cli.screen import complain, console, print_json, remark
from gearlock.cli.serve import DATABASE, database_address
from gearlock.kernel.errors import BadInput

if TYPE_CHECKING:
    from gearlock.server.store import Store, StoredBattle

T = TypeVar("T")
MOST_SHOWN = 20
app = typer.Typer(help="Look after the battles the browser table keeps.", no_args_is_help=True)
Database = Annotated[str | None, DATABASE]


@app.callback()
def tables() -> None:
    """Look after the battles the browser table keeps."""


@contextmanager
def _opened(database: str | None, alone: bool = False) -> Iterator[Store]:
    """The store, as it is; whoever serves it meanwhile is not disturbed. Alone, nobody may serve it meanwhile."""
    # The database's library takes a while to import; no other command should wait for it.
    from gearlock.server.opening import in_words
    from gearlock.server.upkeep import opened_as_it_is

    address = database_address(database)
    with in_words(address), opened_as_it_is(address, alone) as store:
        yield store


@app.command("check")
def check(database: Database = None, as_json: JsonOption = False) -> None:
    """Are all battles whole? Every log is proved by the rules or, where they have changed, watched to its end."""
    from gearlock.server.campaign_desk import campaign_faults
    from gearlock.server.upkeep import Condition, examine, faults

    with _opened(database) as store:
        found = [*faults(store), *campaign_faults(store)]
        proved: list[dict[str, str]] = []
        for fault in found:
            complain(f"The database: {fault}.")
        battles = store.battles(limit=None)
        count: Counter[Condition] = Counter()
        for examined in _progress(examine(store, battles), len(battles)):
            count[examined.condition] += 1
            words = {"condition": examined.condition.value, "fault": examined.fault}
            proved.append({"id": examined.battle.id, "title": examined.battle.title, **words})
            if examined.fault:
                say = complain if examined.condition is Condition.BROKEN else remark
                say(f"{examined.battle.id} ({examined.battle.title}) is {examined.condition.value}: {examined.fault}")
    told = [f"{count[condition]} {condition.value}" for condition in Condition if count[condition]]
    if as_json:
        whole = not found and not count[Condition.BROKEN]
        print_json({"whole": whole, "faults": found, "battles": proved}, "tables-check")
    else:
        console.print(f"{_number(len(battles))}: {', '.join(told) or 'nothing to prove'}.", markup=False)
    if found or count[Condition.BROKEN]:
        complain("Not everything is whole. A backup can take its place; battles that are whole can be played on.")
        raise typer.Exit(1)


@app.command("backup")
def backup(
    file: Annotated[Path, typer.Argument(help="Where the copy goes: a file that is not there yet.")],
    database: Database = None,
) -> None:
    """Copy all battles into a file, as they stand at one moment; the table may be open meanwhile."""
    from gearlock.server.upkeep import back_up

    with _opened(database) as store:
        size = back_up(store, file)
    console.print(f"All battles are in {file} ({size / 1e6:.1f} MB); --database {file} opens it.", markup=False)


@app.command("copy")
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="Where they are: a file, or an address.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Where they go: an empty database, or a new file.")],
) -> None:
    """Copy all battles, campaigns and forces into another database; neither may be served meanwhile."""
    from gearlock.server.moving import copy_all

    counted = copy_all(
        database_address(source),
        database_address(target),
        lambda table, count: console.print(f"{table}: {count}", markup=False),
    )
    console.print(f"{_number(counted['battles'])} copied; serve them with --database TO. FROM is as it was.")


@app.command("prune")
def prune(
    older_than: Annotated[
        float | None, typer.Option(help="Battles in which nothing has happened for so many days.", min=0)
    ] = None,
    finished: Annotated[
        bool | None,
        typer.Option("--finished/--unfinished", help="Only those that are over, or only those that are not."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be deleted.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking once more.")] = False,
    database: Database = None,
) -> None:
    """Delete old battles for good. Nothing goes that was not asked for; the table must not be open meanwhile."""
    from gearlock.server.campaign_store import held_battles
    from gearlock.server.upkeep import delete, may_go

    if older_than is None and finished is None:
        raise BadInput("Say which battles may go: --older-than DAYS, --finished or --unfinished, or two of these.")
    with _opened(database, alone=not dry_run) as store:
        held = held_battles(store)
        going = [each for each in may_go(store.battles(limit=None), older_than, finished) if each.id not in held]
        _list(going)
        if not going:
            console.print("No battle is like that; nothing is deleted.")
        elif dry_run:
            console.print(f"{_number(len(going))} would be deleted. Nothing was.")
        elif _is_sure(len(going), yes):
            delete(store, going)
            console.print(f"{_number(len(going))} deleted.")


def _is_sure(count: int, yes: bool) -> bool:
    if yes:
        return True
    if not sys.stdin.isatty():
        raise BadInput("Nothing was deleted: --yes deletes without asking, --dry-run only looks.")
    return typer.confirm(f"Delete {_number(count)} for good?")


def _list(battles: list[StoredBattle]) -> None:
    for battle in battles[:MOST_SHOWN]:
        day = datetime.fromtimestamp(battle.changed / 1000).strftime("%Y-%m-%d")
        state = "over" if battle.over else "being played"
        console.print(f"{battle.id}  {day}  {battle.system}  {battle.title} ({state})", markup=False, soft_wrap=True)
    if len(battles) > MOST_SHOWN:
        console.print(f"... and {len(battles) - MOST_SHOWN} more")


def _number(count: int) -> str:
    return "1 battle" if count == 1 else f"{count} battles"


def _progress(things: Iterable[T], total: int) -> Iterator[T]:
    errors = Console(stderr=True)
    yield from track(things, "Proving", total=total, console=errors, transient=True, disable=not errors.is_terminal)
