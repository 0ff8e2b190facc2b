"""`gearlock force`: forces recruited, checked, printed and converted between text and JSON."""

from __future__ import annotations

import random
import secrets
from pathlib import Path
from typing import Annotated

import typer

from gearlock.cli.files import hand_over
from gearlock.cli.screen import complain, print_json, remark, say
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.force import Roster, Violation
from gearlock.muster.json_form import write_json
from gearlock.muster.printing import marked_text, only_with, print_sheet
from gearlock.muster.reading import Reading, find_roster, force_rules, read_roster

app = typer.Typer(help="Build forces: recruit, check, print, convert.", no_args_is_help=True)

RosterArgument = Annotated[
    str, typer.Argument(metavar="ROSTER", help="A roster file, or a ready-made one: NAME or SYSTEM:NAME.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OutOption = Annotated[Path | None, typer.Option("--out", help="Write to this file, which must not be there yet.")]


@app.command("new")
def new(
    system: Annotated[str, typer.Argument(help="A rule system; `gearlock systems` lists them.")],
    faction: Annotated[str | None, typer.Option(help="Whose force; one at random if left out.")] = None,
    size: Annotated[int | None, typer.Option(help="Points the game allows; the usual number if left out.")] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same force. Random if left out.")] = None,
    style: Annotated[str | None, typer.Option(help="How to choose; an unknown one is answered with all.")] = None,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> None:
    """Recruit a legal force at random and write it as text."""
    rules = force_rules(system)
    number = secrets.randbelow(1_000_000) if seed is None else seed
    chooser = random.Random(number)
    chosen = faction or (chooser.choice(rules.factions()) if rules.factions() else "")
    if style is not None and style not in rules.styles:
        raise UnknownName("style", style, rules.styles)
    points = rules.sizes[0] if size is None else size
    roster = rules.recruit(chosen, points, style or next(iter(rules.styles)), chooser)
    hand_over(_export(roster, [], as_json), out)
    if seed is None:
        remark(f"seed {number}")


@app.command("check")
def check(roster: RosterArgument, as_json: JsonOption = False) -> None:
    """Name everything a roster breaks, with rule, line and remedy; exit 1 if there is anything."""
    reading = find_roster(roster)
    violations = reading.violations()
    if as_json:
        report = {"file": reading.file, "legal": not violations, "violations": violations, **_sums(reading)}
        print_json(report, "force-check")
    else:
        for violation in violations:
            say(violation.text(reading.file))
        many = f"{len(violations)} violation{'s' if len(violations) > 1 else ''}"
        sums = _sums(reading)
        say(f"{reading.file}: {many if violations else 'legal'}. {', '.join(sums.get('facts', ()))}")
        for note in sums.get("notes", ()):
            say(f"note: {note}")
    if violations:
        raise typer.Exit(1)


@app.command("print")
def print_force(roster: RosterArgument, as_json: JsonOption = False) -> None:
    """Print a roster as a sheet for the table: models, stats, weapons, upgrades, prices."""
    reading = find_roster(roster)
    violations = reading.violations()
    if as_json:
        sheet = reading.rules.sheet(reading.roster) if reading.rules is not None else None
        told = {"file": reading.file, "legal": not violations, "violations": violations, "sheet": sheet}
        print_json(told, "force-sheet")
    elif reading.rules is None:
        say(marked_text(reading.roster, violations), nl=False)
    else:
        say(print_sheet(reading.rules.sheet(reading.roster), violations, reading.file), nl=False)
    _warn(violations, reading.file)


@app.command("convert")
def convert(
    roster: RosterArgument,
    to: Annotated[str | None, typer.Option(help="text or json; the other form if left out.")] = None,
    out: OutOption = None,
) -> None:
    """Turn a text roster into JSON or back. Comments and lines not understood are kept; violations are marked."""
    reading = find_roster(roster)
    form = to or ("text" if reading.form == "json" else "json")
    if form not in ("text", "json"):
        raise UnknownName("form", form, ("text", "json"))
    violations = reading.violations()
    hand_over(_export(reading.roster, violations, form == "json"), out)
    _warn(violations, reading.file)


@app.command("list")
def list_forces(
    system: Annotated[str, typer.Argument(help="A rule system; `gearlock systems` lists them.")],
    as_json: JsonOption = False,
) -> None:
    """List factions, styles of recruiting and the ready-made rosters of a system."""
    rules = force_rules(system)
    names = {f"{system}:{name}": _about(text, name) for name, text in rules.ready_made().items()}
    if as_json:
        whole = {"factions": rules.factions(), "sizes": rules.sizes, "styles": rules.styles}
        print_json({**whole, "ready_made": list(names), "about": names}, "force-list")
        return
    if rules.factions():
        say(f"Factions: {', '.join(rules.factions())}")
    say(f"Sizes: {', '.join(map(str, sorted(rules.sizes)))}; {rules.sizes[0]} is usual")
    say("\n".join(["Styles:", *(f"  {name}: {about}" for name, about in rules.styles.items())]))
    say("\n".join(["Ready-made rosters:", *(f"  {name}{about}" for name, about in names.items())]))


@app.command("stock")
def show_stock(
    system: Annotated[str, typer.Argument(help="A rule system; `gearlock systems` lists them.")],
    words: Annotated[list[str] | None, typer.Argument(help="Show only what all these words stand in.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Everything a force can be built of, with stats and prices."""
    sheet = only_with(force_rules(system).stock(), words or [])
    if not sheet.groups:
        raise BadInput(f"Nothing in stock has the words {' '.join(words or [])}.")
    if as_json:
        print_json(sheet, "force-stock")
    else:
        say(print_sheet(sheet, [], system), nl=False)


def _about(text: str, name: str) -> str:
    """What a ready-made roster says of itself: its name, and a line about it if it has one."""
    roster = read_roster(text, name).roster
    said = [words for words in (roster.says("name"), roster.says("about")) if words]
    return f": {'. '.join(said)}" if said else ""


def _sums(reading: Reading) -> dict[str, tuple[str, ...]]:
    """What the sheet of a roster says of the whole: its sums, and what should be known of it but for its stars."""
    if reading.rules is None:
        return {}
    sheet = reading.rules.sheet(reading.roster)
    return {"facts": sheet.facts, "notes": tuple(note for note in sheet.notes if not note.startswith("*"))}


def _export(roster: Roster, violations: list[Violation], as_json: bool) -> str:
    return write_json(roster, violations) if as_json else marked_text(roster, violations)


def _warn(violations: list[Violation], file: str) -> None:
    if violations:
        complain(f"{file} is not legal: {len(violations)} found. `gearlock force check` names them.")
