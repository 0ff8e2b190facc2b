"""`gearlock systems`: what is installed."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from gearlock.cli.screen import console, print_json
from gearlock.kernel.registry import all_systems


def systems(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the rule systems with their scenarios and the options these take."""
    found = all_systems()
    if as_json:
        print_json(
            [
                {
                    "id": system.id,
                    "name": system.name,
                    "edition": system.edition,
                    "about": system.about,
                    "hidden_information": system.hidden,
                    "seats": system.seats,
                    "scenarios": list(system.scenarios().values()),
                }
                for system in found
            ]
        )
        return
    for system in found:
        console.print(f"\n[bold]{system.id}[/]  {system.name} ({system.edition})\n  {system.about}")
        table = Table(box=None, padding=(0, 2), show_header=False)
        for scenario in system.scenarios().values():
            table.add_row(f"[cyan]{scenario.id}[/]", scenario.title, scenario.about)
            for name, meaning in scenario.options.items():
                table.add_row("", f"[dim]--option {name}=[/]", f"[dim]{meaning}[/]")
        console.print(table)
    console.print("\nPlay one: [bold]gearlock play SYSTEM[/]    Watch bots: [bold]gearlock battle SYSTEM[/]\n")
