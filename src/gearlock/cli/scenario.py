"""`gearlock scenario`: scenarios drawn from dice before play."""

from __future__ import annotations

import secrets
import shlex
from typing import Annotated, Any

import typer
from rich.text import Text

from gearlock.cli.battle import JsonOption, SystemName, read_options
from gearlock.cli.fitting import Table
from gearlock.cli.screen import console, print_json, styled, this_command
from gearlock.kernel.errors import BadInput
from gearlock.kernel.generating import DrawnScenario
from gearlock.kernel.registry import all_systems, get_system

app = typer.Typer(help="Scenarios drawn from dice before play.", no_args_is_help=True)
_AS_IS: dict[str, Any] = {"markup": False, "highlight": False}
LARGEST_SEED = 1_000_000


@app.callback()
def scenario() -> None:
    """Scenarios drawn from dice before play."""


@app.command("draw")
def draw(
    system: SystemName,
    seed: Annotated[int | None, typer.Option(help="Same seed, same dice. Random if left out.")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A result to play with, name=value.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a scenario; say a result yourself with -o NAME=VALUE and the rest is rolled."""
    chosen = get_system(system)
    if chosen.generator is None:
        able = [each.id for each in all_systems() if each.generator is not None]
        who = f" These have one: {', '.join(able)}." if able else ""
        raise BadInput(
            f"{chosen.name} has no scenario to draw before play.{who} "
            f"`gearlock systems {chosen.id}` lists its scenarios; what one draws by dice, it draws when it is set up."
        )
    seed = secrets.randbelow(LARGEST_SEED) if seed is None else seed
    drawn = chosen.generator.draw(seed, read_options(option or []))
    if as_json:
        print_json({"system": chosen.id, "seed": seed, "drawn": drawn}, "scenario")
        return
    _print(chosen.id, seed, drawn)


def _print(system: str, seed: int, drawn: DrawnScenario) -> None:
    console.print(styled("[bold]{}[/]", f"{drawn.title} (seed {seed})"))
    for line in drawn.lines:
        console.print(line, **_AS_IS)
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for heading in ("roll", "dice", "result", "rule"):
        table.add_column(heading)
    for roll in drawn.rolls:
        faces = " ".join(map(str, roll.faces)) or "chosen"
        table.add_row(Text(roll.name, "cyan"), faces, Text(roll.value), Text(roll.rule, "dim"))
    console.print(table)
    options = " ".join(f"-o {shlex.quote(f'{name}={value}')}" for name, value in drawn.options.items())
    words = f"{this_command()} battle {system} --scenario {drawn.scenario} --seed {seed} {options}"
    console.print("Change a roll: -o NAME=RESULT. Play it:", **_AS_IS)
    console.print(words, soft_wrap=True, **_AS_IS)
