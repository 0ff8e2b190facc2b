"""`gearlock odds`: exact odds of an attack by real units, of one in a saved battle, or of bare dice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gearlock.cli.attack_odds import print_conditions, print_odds, spread_table
from gearlock.cli.battle import JsonOption, SystemName
from gearlock.cli.odds_in_log import Wanted, odds_in_log
from gearlock.cli.odds_table import Table, print_sweep
from gearlock.cli.screen import console, print_json, styled
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.lab.sweeps import has_several, sweep
from gearlock.odds.attack import attack_odds

LIMIT = 200
_FORM = "Say who attacks whom: gearlock odds SYSTEM ATTACKER:WEAPON TARGET; or bare dice: --attack 3 --defence 2."


def odds(
    system: SystemName,
    attacker: Annotated[
        str | None, typer.Argument(help="Who attacks with what, NAME:WEAPON; NAME:WEAPON x3 for three of them.")
    ] = None,
    target: Annotated[str | None, typer.Argument(help="Who is attacked, by name or id.")] = None,
    range_: Annotated[
        str | None, typer.Option("--range", help="How far away the target is; 3..30, 3..30/3 or 6,12 make a table.")
    ] = None,
    cover: Annotated[str | None, typer.Option(help="The cover of the target; several with commas.")] = None,
    posture: Annotated[str | None, typer.Option(help="The posture or focus of the attacker.")] = None,
    from_: Annotated[str | None, typer.Option("--from", help="Where the target is attacked from.")] = None,
    trait: Annotated[list[str] | None, typer.Option(help="A trait to add, or with a minus to take away.")] = None,
    with_: Annotated[
        list[str] | None, typer.Option("--with", help="Any other condition, name=value; --conditions lists them.")
    ] = None,
    then: Annotated[list[str] | None, typer.Option(help="A further attacker on the same target, in order.")] = None,
    reply: Annotated[bool, typer.Option("--reply", help="The target answers as best it can.")] = False,
    conditions: Annotated[bool, typer.Option("--conditions", help="List what can be said about an attack.")] = False,
    log: Annotated[Path | None, typer.Option(help="A battle log to take the position from.")] = None,
    step: Annotated[int | None, typer.Option(help="After how many steps of the log; the last if left out.")] = None,
    seat: Annotated[str | None, typer.Option(help="With a log: what this seat could know.")] = None,
    attack: Annotated[int | None, typer.Option(help="Bare: attack dice, or the number to roll under.")] = None,
    defence: Annotated[int | None, typer.Option(help="Bare: defence dice, or the number to evade under.")] = None,
    pen: Annotated[int, typer.Option(help="Bare: penetration, or the weapon's damage.")] = 0,
    armor: Annotated[int, typer.Option(help="Bare: armour, or damage reduction.")] = 0,
    show: Annotated[str, typer.Option(help="In a table: damage, hit, crippled or destroyed.")] = "damage",
    csv: Annotated[Path | None, typer.Option("--csv", help="Write the table as CSV.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write the table as a plot.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Exact odds of attacks: every damage, exactly and or more, effects, modifiers, sequences, answers, rerolls."""
    found = get_system(system)
    said = {"range": range_, "cover": cover, "posture": posture, "from": from_}
    given = [(name, value) for name, value in said.items() if value is not None]
    given += [("trait", each) for each in trait or []] + [read_condition(each) for each in with_ or []]
    if conditions:
        print_conditions(found, as_json)
    elif log is not None:
        if given or then:
            raise BadInput("In a saved battle everything stands where it stands: leave the conditions out.")
        odds_in_log(found, Wanted(log, step, seat, attacker, target, reply), as_json)
    elif attacker is not None and target is not None and (csv or svg or has_several(given)):
        found_ones = sweep(system, [attacker, *(then or [])], target, given, reply)
        print_sweep(found_ones, Table(show, csv, svg), as_json)
    elif attacker is not None and target is not None:
        print_odds(found, attack_odds(system, [attacker, *(then or [])], target, given, reply), as_json)
    elif attacker is not None or attack is None or defence is None:
        raise BadInput(_FORM)
    else:
        _bare(found, (attack, defence, pen, armor), as_json)


def read_condition(text: str, listed: str = "--conditions") -> tuple[str, str]:
    """A condition written name=value; what is not is answered with the word that lists them."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadInput(f"'{text}' is no condition: write name=value; {listed} lists them.")
    return name.strip(), value.strip()


def _bare(found: AnySystem, numbers: tuple[int, int, int, int], as_json: bool) -> None:
    """Bare pools: chance to hit, mean damage, chance of each damage."""
    wrong = [number for number in numbers if not 0 <= number <= LIMIT]
    if wrong:
        raise BadInput(f"Numbers from 0 to {LIMIT} make sense here, not {', '.join(map(str, wrong))}.")
    card = found.pool_odds(*numbers)
    if as_json:
        print_json(card, "odds-bare")
        return
    given = ", ".join(f"{term} {number}" for term, number in zip(found.pool_terms, numbers, strict=True))
    console.print(styled("[bold]{}[/]: {}", found.name, given))
    console.print(f"Hits {card.p_hit:.2%}, mean damage {card.mean_damage:.3f}")
    console.print(spread_table("damage", card.damage))
