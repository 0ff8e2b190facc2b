"""`gearlock briefing`: scenarios of one's own begun, checked and shown; only `play` and `battle` begin a battle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from gearlock.cli.battle import JsonOption, SystemName
from gearlock.cli.board import draw, legend
from gearlock.cli.files import hand_over
from gearlock.cli.maps import OutOption
from gearlock.cli.screen import console, print_json, say
from gearlock.kernel.battle import Battle
from gearlock.kernel.briefing import BriefingRules
from gearlock.kernel.errors import BadFile, BadInput, UnknownName
from gearlock.kernel.files import is_file_name, read_handed_in
from gearlock.kernel.registry import AnySystem, all_systems, get_system

app = typer.Typer(help="Scenarios of your own: begin, check and show them.", no_args_is_help=True)
BriefingArgument = Annotated[
    str, typer.Argument(metavar="BRIEFING", help="A briefing file (.toml), or the name of a ready-made one.")
]
SeedOption = Annotated[int, typer.Option(help="For maps that are grown from a seed.")]


@app.command("new")
def new(
    system: SystemName,
    like: Annotated[
        str | None, typer.Option(help="The ready-made briefing to begin from; the first if left out.")
    ] = None,
    out: OutOption = None,
) -> None:
    """Write a briefing to begin with: a copy of a ready-made one."""
    chosen = get_system(system)
    rules = briefing_rules(chosen)
    name = like or next(iter(rules.ready_made()))
    head = [
        f"# A briefing for {system}, a copy of {name}; docs/briefings.md tells what may stand in it.",
        f"# Check it: gearlock briefing check {system} FILE; look at it: gearlock briefing show {system} FILE",
        f"# Play it: gearlock play {system} --scenario {rules.scenario} -o {rules.option}=FILE",
    ]
    hand_over("\n".join(head) + "\n" + _ready_made(rules, name), out)


@app.command("check")
def check(system: SystemName, briefing: BriefingArgument, seed: SeedOption = 1, as_json: JsonOption = False) -> None:
    """Say everything that is wrong with a briefing, with its lines; exit 1 if anything is. Nothing is begun or kept."""
    chosen = get_system(system)
    findings: list[str] = []
    try:
        _laid_out(chosen, briefing, seed)
    except BadFile as error:
        if is_file_name(briefing):
            read_handed_in(Path(briefing))  # one that cannot be read at all is no finding
        findings = [str(finding) for finding in error.findings]
    except UnknownName:
        raise
    except BadInput as error:
        findings = str(error).split("\n")
    if as_json:
        print_json({"file": briefing, "holds": not findings, "findings": findings}, "briefing-check")
    else:
        for line in findings or [f"{briefing}: nothing is wrong with it."]:
            say(line)
    if findings:
        raise typer.Exit(1)


@app.command("show")
def show(system: SystemName, briefing: BriefingArgument, seed: SeedOption = 1, as_json: JsonOption = False) -> None:
    """Show a briefing as both sides together would see it: map, zones, orders, objectives, forces. Secrets are told."""
    battle = _laid_out(get_system(system), briefing, seed)
    view, pieces = battle.view(None), battle.system.waiting(battle.state, None)
    names = {seat: [piece.name for piece in pieces if piece.side == seat] for seat in battle.system.seats}
    if as_json:
        zones = [zone.label or zone.id for zone in view.zones]
        print_json(
            {"file": briefing, "notes": view.notes, "zones": zones, "forces": names, "table": view.table}, "briefing"
        )
        return
    console.print(draw(view), soft_wrap=True)
    console.print(legend(view))
    for note in view.notes:
        say(note)
    say(f"Zones: {', '.join(zone.label or zone.id for zone in view.zones)}")
    for seat, force in names.items():
        say(f"{seat}: {', '.join(force)}")


def briefing_rules(system: AnySystem) -> BriefingRules:
    """The briefings of a system that must have some."""
    if system.briefings is None:
        able = ", ".join(each.id for each in all_systems() if each.briefings is not None)
        raise BadInput(f"{system.name} has no briefings; these have: {able}. A map of your own: gearlock map new.")
    return system.briefings


def _laid_out(system: AnySystem, named: str, seed: int) -> Battle[Any]:
    """The battle of a briefing at its first decision, kept nowhere."""
    rules = briefing_rules(system)
    if not is_file_name(named):
        _ready_made(rules, named)
    return Battle.begin(system, system.prepare(rules.scenario, seed, {rules.option: named}))


def _ready_made(rules: BriefingRules, name: str) -> str:
    if name not in rules.ready_made():
        raise UnknownName("briefing", name, (*rules.ready_made(), "FILE.toml"))
    return rules.ready_made()[name]
