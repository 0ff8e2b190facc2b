"""What all commands of the lab have in common: where results are kept, who plays, how far it is, what is written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from gearlock.cli.matchreport import Standings
from gearlock.cli.screen import remark
from gearlock.kernel.errors import BadInput
from gearlock.kernel.homes import data_folder
from gearlock.lab.cluster import check_address, cluster_client, play_on_cluster
from gearlock.lab.export import rows_of, write_csv, write_parquet
from gearlock.lab.extras import need
from gearlock.lab.game import Played
from gearlock.lab.results import ResultFile, header_of
from gearlock.lab.stopping import Stopping
from gearlock.lab.studies import AnyStudy
from gearlock.lab.workers import play_games

MOST_JOBS = 256
GamesOption = Annotated[int, typer.Option(help="How many games, an even number: each seed is played from both sides.")]
ScenarioOption = Annotated[
    str | None,
    typer.Option(help="Which scenario; `all` goes through all that are not long; the first that fits if left out."),
]
BotOption = Annotated[str, typer.Option(help="The bot that plays both sides.")]
SeedOption = Annotated[int, typer.Option(help="Seed of the first pair; each pair has the next.")]
JobsOption = Annotated[int | None, typer.Option(help="Games played at once; one for each core if left out.")]
ClusterOption = Annotated[
    str | None,
    typer.Option(help="Play on a Dask cluster: the address of its scheduler, or local:2 for two workers here."),
]
OutOption = Annotated[Path | None, typer.Option(help="Keep the results here; by itself in the user's data folder.")]
FreshOption = Annotated[bool, typer.Option("--fresh", help="Begin anew; older results are moved aside.")]
ReportOption = Annotated[
    Path | None, typer.Option("--report", help="Write a page with plots, one HTML file that needs no network.")
]
CsvOption = Annotated[Path | None, typer.Option("--csv", help="Write every game as a row of a CSV file.")]
ParquetOption = Annotated[Path | None, typer.Option("--parquet", help="Write every game as a row of a Parquet file.")]


class Work(NamedTuple):
    """How a study is played and what is written of it."""

    jobs: int | None = None
    cluster: str | None = None
    out: Path | None = None
    fresh: bool = False
    report: Path | None = None
    csv: Path | None = None
    parquet: Path | None = None

    def check(self) -> None:
        """Refuse at once what would fail at the end."""
        if self.jobs is not None and not 1 <= self.jobs <= MOST_JOBS:
            raise BadInput(f"Between 1 and {MOST_JOBS} games can be played at once, not {self.jobs}.")
        if self.cluster is not None and self.jobs is not None:
            raise BadInput("With --cluster its workers decide how many games are played at once: leave --jobs out.")
        if self.report is not None:
            need("altair", "lab", "A report with plots")
            need("vl_convert", "lab", "A report with plots")
        if self.parquet is not None:
            need("pyarrow", "lab", "Writing Parquet")
        if self.cluster is not None:
            need("distributed", "cluster", "Playing on a cluster")
            check_address(self.cluster)
        written = [path for path in (self.report, self.csv, self.parquet) if path is not None]
        for path in written:
            if not path.parent.is_dir():
                raise BadInput(f"There is no folder {path.parent} to write {path.name} in; make it, or name another.")
            if path.is_dir():
                raise BadInput(f"{path} is a folder; name a file in it.")
        places = [path.resolve() for path in (*written, self.out) if path is not None]
        if len(set(places)) < len(places):
            raise BadInput(
                "Two things cannot be written to one file: name one each for --out, --report, --csv, --parquet."
            )


class Results(NamedTuple):
    """What was played, where it is kept, and whether that is all."""

    games: list[Played]
    path: Path
    finished: bool


def check_games(games: int, pairings: int = 1) -> None:
    """Refuse numbers of games that do not pair up."""
    if games < 1:
        raise BadInput(f"A match needs at least 2 games, not {games}.")
    if games % 2:
        raise BadInput(f"Each seed is played from both sides: {games - 1 or 2} or {games + 1} games, not {games}.")
    if games * pairings > 10_000_000:
        raise BadInput(f"{games * pairings:,} games are more than anybody waits for.")


def cores() -> int:
    """The cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_study(
    study: AnyStudy,
    games: int,
    work: Work,
    names: tuple[str, str] | None = None,
    stopping: Stopping | None = None,
) -> Results:
    """Play what is missing of a study, game by game onto the disk; what was played before is taken from there."""
    header = header_of(study, games)
    path = work.out or data_folder() / "matches" / f"{study.title()}-{header.fingerprint}.jsonl"
    with ResultFile(path, header, work.fresh) as file:
        if stopping is not None:
            for played in file.games(games):
                stopping.add(played)
        finished = stopping is not None and stopping.is_over
        say_what_there_is(file, games, finished)
        missing: Iterable[int] = (number for number in range(games) if number not in file.played)
        if stopping is not None:
            missing = stopping.missing(file.played)
        try:
            with Standings(names, games, file.games(games)) as standings:
                for played in _results(study, missing, work):
                    file.add(played)
                    standings.count(played)
                    if stopping is not None:
                        stopping.add(played)
                        if stopping.is_over:
                            break
            finished = True
        except KeyboardInterrupt:
            finished = False
        return Results(file.games(games), path, finished)


def _results(study: AnyStudy, missing: Iterable[int], work: Work) -> Iterator[Played]:
    """The missing games, played by whoever was asked for; nobody is called for nothing."""
    coming = iter(missing)
    first = next(coming, None)
    if first is None:
        return

    def numbers() -> Iterator[int]:
        yield first
        yield from coming

    if work.cluster is None:
        yield from play_games(study, numbers(), min(work.jobs or cores(), MOST_JOBS))
        return
    with cluster_client(work.cluster) as client:
        yield from play_on_cluster(study, numbers(), client)


def say_what_there_is(file: ResultFile, games: int, is_over: bool = False) -> None:
    """What was found in the file before anything is played."""
    if file.kept is not None:
        remark(f"The older results are kept as {file.kept}")
    if file.dropped:
        remark("The last line was cut off when the program stopped; that game is played again.")
    there = len(file.games(games))
    if there == games or is_over:
        remark("All of these games were played before; --fresh plays them again.")
    elif there:
        remark(f"Going on: {there} of {games} games were played before.")


def write_games(study: AnyStudy, results: Results, work: Work) -> None:
    """Every game as a row, in the files that were asked for."""
    if work.csv is None and work.parquet is None:
        return
    rows = rows_of(study, results.games)
    if work.csv is not None:
        write_csv(work.csv, rows)
        remark(f"wrote {work.csv}")
    if work.parquet is not None:
        write_parquet(work.parquet, rows, study)
        remark(f"wrote {work.parquet}")


def leave(results: Results, games: int, faults: bool) -> None:
    """The exit code: 130 if somebody stopped it, 1 if a game failed."""
    if not results.finished:
        remark(f"Stopped after {len(results.games)} of {games} games; the same command goes on from there.")
        raise typer.Exit(130)
    if faults:
        raise typer.Exit(1)
