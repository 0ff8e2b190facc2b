"""The `gearlock` command: systems, battles, replays, rules, odds, and a table to play at in the terminal."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from gearlock import __version__
from gearlock.cli import (
    battle,
    bots,
    briefing,
    campaign,
    compare,
    docs,
    force,
    lab,
    luck,
    maps,
    odds,
    play,
    position,
    replay,
    rules,
    scenario,
    serve,
    systems,
    tables,
)
from gearlock.cli.ending import exit_code_of
from gearlock.cli.helping import readable
from gearlock.fast import running

NAME = "gearlock"

app = typer.Typer(
    help="Tabletop mecha war games, played by the book.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.command("systems")(systems.systems)
app.command("bots")(bots.bots)
app.command("battle")(battle.battle)
app.command("replay")(replay.replay)
app.command("position")(position.position)
app.command("odds")(odds.odds)
app.command("luck")(luck.luck)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("docs")(docs.docs)
app.add_typer(rules.app, name="rules")
app.add_typer(force.app, name="force")
app.add_typer(scenario.app, name="scenario")
app.add_typer(maps.app, name="map")
app.add_typer(briefing.app, name="briefing")
app.add_typer(lab.app, name="lab")
app.add_typer(compare.app, name="compare")
app.add_typer(campaign.app, name="campaign")
app.add_typer(tables.app, name="tables")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gearlock {__version__} ({running()})")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Version and build.")
    ] = False,
) -> None:
    """Tabletop mecha war games, played by the book."""


def run() -> None:
    """The entry point: what Gearlock itself refuses is said in words, without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot draw a character shows ? for it
    sys.exit(exit_code_of(_obey))


def _obey() -> None:
    """Do what the words on the command line say."""
    command = readable(app)
    command._main_shell_completion({}, NAME)
    with command.make_context(NAME, sys.argv[1:]) as context:
        command.invoke(context)
