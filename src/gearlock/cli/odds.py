"""`gearlock odds`: exact odds of a bare attack in any system."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from gearlock.cli.battle import JsonOption, SystemName
from gearlock.cli.screen import console, print_json
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import get_system

LIMIT = 200


def odds(
    system: SystemName,
    attack: Annotated[int, typer.Option(help="Attack dice, or the number to roll under.")],
    defence: Annotated[int, typer.Option(help="Defence dice, or the number to evade under.")],
    pen: Annotated[int, typer.Option(help="Penetration, or the weapon's damage.")] = 0,
    armor: Annotated[int, typer.Option(help="Armour, or damage reduction.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Exact odds of one attack with bare pools: chance to hit, mean damage, chance of each damage."""
    numbers = (attack, defence, pen, armor)
    wrong = [number for number in numbers if not 0 <= number <= LIMIT]
    if wrong:
        raise BadInput(f"Numbers from 0 to {LIMIT} make sense here, not {', '.join(map(str, wrong))}.")
    found = get_system(system)
    card = found.pool_odds(*numbers)
    if as_json:
        print_json(card)
        return
    given = ", ".join(f"{term} {number}" for term, number in zip(found.pool_terms, numbers, strict=True))
    console.print(f"[bold]{found.name}[/]: {given}")
    console.print(f"Hits {card.p_hit:.2%}, mean damage {card.mean_damage:.3f}")
    table = Table(box=None, padding=(0, 2))
    table.add_column("damage", justify="right")
    table.add_column("exactly", justify="right")
    table.add_column("or more", justify="right")
    table.add_column("")
    left = 1.0
    for amount, chance in sorted(card.damage.items()):
        table.add_row(str(amount), f"{chance:.2%}", f"{max(left, 0):.2%}", "█" * round(chance * 40))
        left -= chance
    console.print(table)
