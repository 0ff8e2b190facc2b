"""`gearlock systems`: what is installed, what one system plays, and what one scenario takes."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from gearlock.cli.fitting import Table
from gearlock.cli.screen import console, print_json, remark, styled
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.registry import AnySystem, all_systems, broken_systems, get_system, system_ids
from gearlock.kernel.system import Scenario

MOST_VALUES = 12
"""Values of an option that are listed; of more, the first."""


def systems(
    system: Annotated[
        str | None,
        typer.Argument(help="A system: lists its scenarios.", autocompletion=lambda: list(system_ids())),
    ] = None,
    scenario: Annotated[str | None, typer.Argument(help="One of its scenarios: lists its options.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the rule systems, the scenarios of one, or the options of one scenario."""
    for broken in broken_systems() if system is None else ():
        remark(f"{broken} It is left out.")
    found = all_systems() if system is None else (get_system(system),)
    named = _named(found[0], scenario) if scenario is not None else None
    if as_json:
        print_json({"systems": [_entry(each, named) for each in found]}, "systems")
    elif system is None:
        _print_all(found)
    elif named is None:
        _print_system(found[0])
    else:
        _print_scenario(found[0], named)


def _named(system: AnySystem, scenario: str) -> Scenario:
    known = system.scenarios()
    if scenario not in known:
        raise UnknownName("scenario", scenario, known)
    return known[scenario]


def _entry(system: AnySystem, named: Scenario | None) -> dict[str, Any]:
    return {
        "id": system.id,
        "name": system.name,
        "edition": system.edition,
        "about": system.about,
        "hidden_information": system.hidden,
        "seats": system.seats,
        "scenarios": list(system.scenarios().values()) if named is None else [named],
    }


def _print_all(found: tuple[AnySystem, ...]) -> None:
    """A line for each system."""
    for each in found:
        count = len(each.scenarios())
        many = f"{count} scenario{'s' * (count != 1)}"
        console.print(styled("[bold]{}[/]  {}, edition {}; {}", each.id, each.name, each.edition, many), soft_wrap=True)
    if found:
        first = found[0].id
        hint = "\nScenarios: [bold]gearlock systems {}[/]    Play: [bold]gearlock play {}[/]"
        console.print(styled(hint, first, first))


def _print_system(system: AnySystem) -> None:
    """What one system plays."""
    console.print(styled("[bold]{}[/]  {}, edition {}", system.id, system.name, system.edition), soft_wrap=True)
    console.print(Text(system.about), soft_wrap=True)
    table = Table(box=None, padding=(0, 2), show_header=False)
    for each in system.scenarios().values():
        table.add_row(Text(each.id, "cyan"), Text(f"{each.title}. {each.about}"))
    console.print(table)
    first = next(iter(system.scenarios()))
    console.print(styled("\nOptions: [bold]gearlock systems {} {}[/]", system.id, first))


def _print_scenario(system: AnySystem, scenario: Scenario) -> None:
    """One scenario: what it is about, how it is won and what its options mean."""
    console.print(styled("[bold]{} {}[/]  {}", system.id, scenario.id, scenario.title), soft_wrap=True)
    console.print(Text(scenario.about))
    if scenario.goal:
        console.print(Text(f"To win: {scenario.goal}"))
    table = Table(box=None, padding=(0, 2), show_header=False)
    for name, meaning in scenario.options.items():
        values = scenario.choices.get(name) or scenario.several.get(name) or ()
        told = all(value in meaning for value in values)
        table.add_row(Text(f"-o {name}=", "cyan"), Text(meaning if told else f"{meaning}{_values(values)}"))
    console.print(table)
    console.print(styled(f"\nPlay: [bold]gearlock play {system.id} --scenario {scenario.id}[/]"))


def _values(values: tuple[str, ...]) -> str:
    more = f" and {len(values) - MOST_VALUES} more" if len(values) > MOST_VALUES else ""
    return f" ({', '.join(values[:MOST_VALUES])}{more})" if values else ""
