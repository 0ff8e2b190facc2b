"""`gearlock systems`: what is installed."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from gearlock.cli.screen import console, print_json, remark, styled
from gearlock.kernel.registry import AnySystem, all_systems, broken_systems
from gearlock.kernel.system import Scenario


def systems(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the rule systems with their scenarios and the options these take."""
    found = all_systems()
    for broken in broken_systems():
        remark(f"{broken} It is left out.")
    if as_json:
        print_json({"systems": [_entry(system) for system in found]}, "systems")
        return
    for system in found:
        line = styled("\n[bold]{}[/]  {}, edition {}\n  {}", system.id, system.name, system.edition, system.about)
        console.print(line)
        console.print(_scenario_table(list(system.scenarios().values())))
    console.print(styled("\nPlay one: [bold]gearlock play SYSTEM[/]    Watch bots: [bold]gearlock battle SYSTEM[/]\n"))


def _entry(system: AnySystem) -> dict[str, Any]:
    return {
        "id": system.id,
        "name": system.name,
        "edition": system.edition,
        "about": system.about,
        "hidden_information": system.hidden,
        "seats": system.seats,
        "scenarios": list(system.scenarios().values()),
    }


def _scenario_table(scenarios: list[Scenario]) -> Table:
    """Scenarios with their goals; options that all of them take come once, at the end."""
    table = Table(box=None, padding=(0, 2), show_header=False)
    shared = {name: text for name, text in scenarios[0].options.items() if _taken_by_all(scenarios, name, text)}
    for scenario in scenarios:
        table.add_row(Text(scenario.id, "cyan"), scenario.title, f"{scenario.about} {scenario.goal}")
        for name, meaning in scenario.options.items():
            if name not in shared:
                table.add_row("", Text(f"-o {name}=", "dim"), Text(meaning, "dim"))
    for name, meaning in shared.items():
        table.add_row("", Text(f"-o {name}=", "dim"), Text(meaning, "dim"))
    return table


def _taken_by_all(scenarios: list[Scenario], name: str, meaning: str) -> bool:
    return all(scenario.options.get(name) == meaning for scenario in scenarios)
