"""The odds of an attack on the screen: what changes the dice, what can come of it, what would help."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.text import Text

from gearlock.cli.fitting import Table
from gearlock.cli.screen import console, percent, print_json
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.view import Modifier, Preview
from gearlock.odds.attack import AttackOdds, Fate, Shot, Worth
from gearlock.odds.sequence import gunnery_of

BAR = 40


def print_conditions(system: AnySystem, as_json: bool) -> None:
    """Everything that can be said about a laid-out attack."""
    conditions = gunnery_of(system).conditions
    if as_json:
        print_json({"conditions": conditions}, "odds-conditions")
        return
    for each in conditions:
        values = " | ".join(f"{value} (usual)" if value == each.usual else value for value in each.values)
        console.print(Text(f"{each.name}: {values or each.about}", style="bold"))
        meaning = f"    {each.about}" if values else f"    usually {each.usual}" if each.usual else ""
        console.print(Text(f"{meaning or '   '}{f'  [{each.rule}]' if each.rule else ''}"))


def print_odds(system: AnySystem, odds: AttackOdds, as_json: bool) -> None:
    """A whole report."""
    if as_json:
        print_json(as_document(odds), "odds")
        return
    title = odds.shots[0].title if len(odds.shots) == 1 else f"{len(odds.shots)} attacks"
    console.print(Text(f"{system.name}. {title}", style="bold"))
    if odds.facts:
        console.print(Text("; ".join(odds.facts)))
    for shot in _different(odds.shots):
        if len(odds.shots) > 1:
            console.print(Text(shot.title, style="bold"))
        print_lines(shot.preview)
    if len(odds.shots) > 1:
        _print_course(odds.shots)
    print_fate(odds.fate, "In the end" if len(odds.shots) > 1 else "")
    for worth in odds.worths:
        console.print(Text(_worth_text(worth, odds.fate)))
    if odds.unanswered:
        console.print(Text("The target cannot answer.", style="bold"))
    if odds.reply:
        console.print(Text(f"Answered by {odds.reply}", style="bold"))
    for fate in odds.suffered:
        print_fate(fate, f"{fate.name} suffers")


def _different(shots: tuple[Shot, ...]) -> list[Shot]:
    """The attacks whose lines differ: three of a kind are shown once."""
    found: dict[tuple[object, ...], Shot] = {}
    for shot in shots:
        lines = shot.preview
        found.setdefault((shot.title.split(":", 1)[-1], lines.attack, lines.defence, lines.harm), shot)
    return list(found.values())


def print_lines(preview: Preview) -> None:
    """Modifier lines of both sides with their rules, totals, and how a success turns into damage."""
    for side, lines, total in (
        ("Attack", preview.attack, preview.attack_total),
        ("Defence", preview.defence, preview.defence_total),
    ):
        if lines or total:
            console.print(Text(f"{side}: {total}" if total else f"{side}:"))
            for line in lines:
                console.print(Text(f"  {_line_text(line)}"))
    for text in (preview.harm, *preview.notes):
        if text:
            console.print(Text(text))


def _line_text(line: Modifier) -> str:
    return f"{line.text()}  [{line.rule}]" if line.rule else line.text()


def _print_course(shots: tuple[Shot, ...]) -> None:
    """How the odds grow from attack to attack."""
    table = Table(box=None, padding=(0, 2))
    for title in ("after", "hit", "mean damage", "crippled", "destroyed"):
        table.add_column(title, justify="right")
    for number, shot in enumerate(shots, 1):
        fate = shot.fate
        hit, crippled, destroyed = (f"{percent(fate.chance(w))}" for w in (fate.hits, fate.crippled, fate.destroyed))
        table.add_row(str(number), hit, f"{fate.mean_damage:.3f}", crippled, destroyed)
    console.print(table)


def print_fate(fate: Fate, heading: str = "") -> None:
    """Chances of one unit: each damage exactly and or more, effects, crippled, destroyed."""
    hits = f"hit {percent(fate.chance(fate.hits))}, mean damage {fate.mean_damage:.3f}"
    console.print(Text(f"{heading}: {hits}" if heading else f"{hits[0].upper()}{hits[1:]}", style="bold"))
    for what, weights in (("damage", fate.damage), ("critical damage", fate.critical)):
        if weights:
            console.print(spread_table(what, {amount: fate.chance(weight) for amount, weight in weights.items()}))
    ends = {**fate.effects, "crippled": fate.crippled, "destroyed": fate.destroyed}
    console.print(Text(", ".join(f"{name} {percent(fate.chance(weight))}" for name, weight in ends.items() if weight)))


def spread_table(what: str, chances: dict[int, float]) -> Table:
    """Each amount with its chance, exactly and or more."""
    table = Table(box=None, padding=(0, 2))
    for title in (what, "exactly", "or more"):
        table.add_column(title, justify="right")
    table.add_column("")
    left = 1.0
    for amount, chance in sorted(chances.items()):
        table.add_row(
            str(amount),
            percent(chance),
            percent(1.0 if left > 1 - 1e-12 else max(left, 0.0)),
            "█" * round(chance * BAR),
        )
        left -= chance
    return table


def _worth_text(worth: Worth, plain: Fate) -> str:
    """What an aid changes."""
    now = worth.fate
    mean = f"mean damage {now.mean_damage:.3f} ({now.mean_damage - plain.mean_damage:+.3f})"
    gain = now.chance(now.destroyed) - plain.chance(plain.destroyed)
    gone = f"destroyed {percent(now.chance(now.destroyed))} ({gain * 100:+.2f} points)"
    return f"With {worth.label}: {mean}, {gone}{f'  [{worth.rule}]' if worth.rule else ''}"


def as_document(odds: AttackOdds) -> dict[str, Any]:
    """The report as JSON: whole weights as they are, and what they come to as chances beside them."""
    document: dict[str, Any] = msgspec.to_builtins(odds, str_keys=True)
    for shot, plain in zip(odds.shots, document["shots"], strict=True):
        plain["fate"] |= _chances(shot.fate)
    for worth, plain in zip(odds.worths, document["worths"], strict=True):
        plain["fate"] |= _chances(worth.fate)
    for fate, plain in zip(odds.suffered, document["suffered"], strict=True):
        plain |= _chances(fate)
    return document


def _chances(fate: Fate) -> dict[str, Any]:
    return {
        "p_hit": fate.chance(fate.hits),
        "mean_damage": fate.mean_damage,
        "p_crippled": fate.chance(fate.crippled),
        "p_destroyed": fate.chance(fate.destroyed),
        "or_more": {str(amount): fate.at_least(amount) for amount in fate.damage},
    }
