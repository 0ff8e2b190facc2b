"""`gearlock rules`: the rules in our words, where they are carried out, and how much of each book is done."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gearlock.cli.fitting import Table
from gearlock.cli.rulefinding import rule_named, rules_with
from gearlock.cli.rulepage import rule_page
from gearlock.cli.screen import complain, console, print_json, remark, styled
from gearlock.kernel.coverage import Citations, Coverage, cited_by_tests, measure_coverage, unknown_systems
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.registry import all_systems, get_system, system_ids
from gearlock.kernel.rulebook import STATUSES, RuleEntry, cited_by_code, homes_in_code, import_chapters, load_rulebook

app = typer.Typer(help="The rules in our words, and how much of each book is done.", no_args_is_help=True)

WIDE = 120
"""Columns of a terminal that has room for all there is to say of a rule in one line."""
CHECKOUT = Path(__file__).parents[3]

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
CheckoutOption = Annotated[Path, typer.Option(help="The source folder that holds tests/ and docs/.")]


@app.command("list")
def list_rules(
    system: Annotated[str, typer.Argument(help="A system, see `gearlock systems`.")],
    status: Annotated[str | None, typer.Option(help="done, todo or not-a-rule.")] = None,
    area: Annotated[str | None, typer.Option(help="Only this area, e.g. movement.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List a system's rules in book order."""
    book = load_rulebook(get_system(system).package)
    areas = {entry.area for entry in book.values()}
    if status is not None and status not in STATUSES:
        raise UnknownName("status", status, STATUSES)
    if area is not None and area not in areas:
        raise UnknownName("area", area, areas)
    wanted = [entry for entry in book.values() if status in (None, entry.status) and area in (None, entry.area)]
    if as_json:
        print_json({"rules": wanted}, "rules")
        return
    table = Table(box=None, padding=(0, 2))
    wide = console.width >= WIDE
    for heading in ("id", "rule", *(("area", "level") if wide else ()), "status"):
        table.add_column(heading, no_wrap=heading in ("id", "status"))
    for entry in wanted:
        placed = (entry.area, entry.level) if wide else ()
        name = entry.id if wide else entry.id.partition(".")[2]
        table.add_row(name, Text(entry.title), *placed, entry.status)
    console.print(table)
    console.print(styled("{} of {}. Read one: [bold]gearlock rules show ID[/]", len(wanted), len(book)))


@app.command("show")
def show_rule(
    rule_id: Annotated[
        str,
        typer.Argument(metavar="ID", help="A rule id, with or without its system; `gearlock rules find` finds one."),
    ],
    checkout: CheckoutOption = CHECKOUT,
    as_json: JsonOption = False,
) -> None:
    """Show one rule: what it says, what was ruled, the code that carries it out and the tests that prove it."""
    found, entry = rule_named(rule_id)
    rule_id = entry.id
    import_chapters(found.package)
    code = cited_by_code().get(rule_id, ())
    # An installed program has no tests beside it; the rule can be read all the same.
    tests = cited_by_tests(checkout / "tests").get(rule_id, ()) if (checkout / "tests").is_dir() else ()
    if as_json:
        fields = {name: getattr(entry, name) for name in entry.__struct_fields__ if name != "line"}
        print_json({**fields, "code": code, "tests": tests}, "rule")
        return
    standing = f"  ({entry.area}, {entry.level}, {entry.status})"
    console.print(Text.assemble((entry.id, "bold"), f"  {entry.title}", (standing, "dim")))
    parts = {
        "": entry.summary,
        "Example": entry.example,
        "Open in the book": entry.gap,
        "Ruling": entry.ruling,
        "No rule because": entry.reason,
        "Note": entry.note,
    }
    for heading, text in parts.items():
        if text:
            console.print(Text.assemble((f"\n{heading}\n" if heading else "\n", "dim"), " ".join(text.split())))
    for heading, places in (("Code", code), ("Tests", tests)):
        if places:
            console.print(Text.assemble((f"\n{heading}\n", "dim"), "\n".join(places)), soft_wrap=True)


@app.command("find")
def find(
    words: Annotated[list[str], typer.Argument(help="Words that the rule must have, all of them.")],
    system: Annotated[str | None, typer.Option(help="Only in the book of this system.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Find rules by words: in their titles first, then in what they say; exit 1 if there is none."""
    found = rules_with(words, all_systems() if system is None else (get_system(system),))
    if as_json:
        rules = [{"id": each.entry.id, "title": each.entry.title, "where": each.where} for each in found]
        print_json({"words": words, "rules": rules}, "rules-found")
    else:
        table = Table(box=None, padding=(0, 2), show_header=False)
        for each in found:
            table.add_row(Text(each.entry.id, "cyan"), Text(each.entry.title), Text(each.where, "dim"))
        console.print(table)
        console.print(styled("{} found. Read one: [bold]gearlock rules show ID[/]", len(found)))
    if not found:
        raise typer.Exit(1)


@app.command("coverage")
def coverage(
    system: Annotated[str | None, typer.Argument(help="One system; all when left out.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write docs/rules/<system>.md too.")] = False,
    checkout: CheckoutOption = CHECKOUT,
    as_json: JsonOption = False,
) -> None:
    """Count rules, implemented, tested and missing; exit 1 if code, tests and rulebook contradict each other."""
    found = all_systems() if system is None else (get_system(system),)
    folder = checkout / "tests"
    if not folder.is_dir():
        raise BadInput(
            f"There are no tests in {folder}, and coverage is measured by tests. Run this in the source folder of "
            "the rules, or name that folder, the one with `tests` in it: --checkout FOLDER."
        )
    for one in found:
        import_chapters(one.package)
    code, tests = cited_by_code(), cited_by_tests(folder)
    books = {one.id: load_rulebook(one.package) for one in found}
    results = {name: measure_coverage(name, book, code, tests, homes_in_code()) for name, book in books.items()}
    strays = unknown_systems(system_ids(), code, tests) if system is None else ()
    if write:
        names = {one.id: one.name for one in found}
        _write_pages(checkout / "docs" / "rules", names, books, results, code, tests)
    if as_json:
        print_json({"systems": results}, "rules-coverage")
    else:
        _print_table(results)
    problems = [f"{name}: {problem}" for name, result in results.items() for problem in result.problems]
    for problem in (*problems, *strays):
        complain(problem)
    if problems or strays:
        raise typer.Exit(1)


def _write_pages(
    folder: Path,
    names: Mapping[str, str],
    books: Mapping[str, Mapping[str, RuleEntry]],
    results: Mapping[str, Coverage],
    code: Citations,
    tests: Citations,
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for system_id, result in results.items():
        page = folder / f"{system_id}.md"
        page.write_text(rule_page(names[system_id], books[system_id], result, code, tests), encoding="utf-8")
        remark(f"wrote {page}")


def _print_table(results: Mapping[str, Coverage]) -> None:
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("system", no_wrap=True)
    for heading in ("in all", "rules", "implemented", "tested", "missing", "ready", "no rule", "problems"):
        table.add_column(heading, justify="right")
    for name, result in results.items():
        counts = (result.rules, result.implemented, result.tested, len(result.missing), len(result.ready))
        entries = result.rules + result.not_rules
        table.add_row(name, *map(str, (entries, *counts, result.not_rules, len(result.problems))))
    console.print(table)
