"""Tables and cards for the terminal: pieces, options with odds, record cards, rules."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gearlock.cli.board import piece_marks, side_style, spot_text, zone_text
from gearlock.kernel.asks import OPEN_OPTIONS, Amount, Option, Place, Target
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.rulebook import load_rulebook
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import Preview, View


def pieces_table(view: View) -> Table:
    """Everything this seat knows to be on the table."""
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for title in ("", "piece", "state", "tracks", "tokens", "at"):
        table.add_column(title)
    marks = piece_marks(view)
    for piece in view.pieces:
        tracks = "  ".join(f"{track.name} {track.now}/{track.full}" for track in piece.tracks)
        tokens = ", ".join(token.name + (f" x{token.count}" if token.count > 1 else "") for token in piece.tokens)
        state = piece.status + (" · ready" if piece.ready else "")
        if piece.known != "seen":
            state = f"{piece.known} {state}"
        where = spot_text(view, piece.x, piece.y, piece.facing)
        table.add_row(Text(marks[piece.id], side_style(view, piece)), piece.name, state, tracks, tokens, where)
    return table


def option_lines(seat: Seat, options: tuple[Option, ...], full: bool = False) -> Iterator[RenderableType]:
    """The options by number; targets with their odds, and on request every modifier line."""
    table = Table(box=None, padding=(0, 1), show_header=False)
    for number, option in enumerate(options, 1):
        preview = seat.preview(option.order) if isinstance(option, Target) or full else Preview()
        hint = ""
        if isinstance(option, Amount):
            hint = f"[dim]{option.low} to {option.high}: type {number} and the number[/]"
        elif isinstance(option, OPEN_OPTIONS):
            zone = zone_text(seat.view(), option.zone) if isinstance(option, Place) else ""
            hint = f"[dim]type {number}, or {number} and where to{': ' + zone if zone else ''}[/]"
        elif preview.odds is not None:
            hint = _odds_text(preview)
        table.add_row(f"[bold]{'' if full else number}[/]", Text(option.label), hint, Text(option.rule, "dim"))
        if full:
            for side, lines in (("attack", preview.attack), ("defence", preview.defence)):
                for modifier in lines:
                    table.add_row("", Text(f"  {side}: {modifier.text()}"), "", Text(modifier.rule, "dim"))
            for note in preview.notes:
                table.add_row("", Text(f"  {note}"), "", "")
    yield table


def _odds_text(preview: Preview) -> str:
    odds = preview.odds
    assert odds is not None
    parts = [f"hits {odds.p_hit:.0%}", f"mean damage {odds.mean_damage:.1f}"]
    if odds.p_crippled:
        parts.append(f"cripples {odds.p_crippled:.0%}")
    if odds.p_destroyed:
        parts.append(f"destroys {odds.p_destroyed:.0%}")
    return "[cyan]" + ", ".join(parts) + "[/]"


def unit_card(view: View, mark: str) -> RenderableType:
    """The record card of the piece with this mark or id."""
    marks = piece_marks(view)
    for piece in view.pieces:
        if mark and mark.lower() in (marks[piece.id].lower(), piece.id.lower()):
            parts: list[RenderableType] = [Text(f"{marks[piece.id]} {piece.name} ({piece.side})", "bold")]
            for card in piece.cards:
                table = Table(title=card.title, box=None, padding=(0, 2), show_header=False, title_justify="left")
                for name, value in card.rows:
                    table.add_row(Text(name, "dim"), Text(value))
                parts.append(table)
            return Group(*parts)
    return Text(f"No piece is marked '{mark}'. There are: {', '.join(marks.values())}.")


def rule_text(system: AnySystem, rule_id: str) -> str:
    """A rule in our words, with its ruling."""
    book = load_rulebook(system.package)
    entry = book.get(rule_id) or book.get(f"{system.id}.{rule_id}")
    if entry is None:
        return f"No rule '{rule_id}'. Rule ids stand beside options, e.g. {next(iter(book), '')}."
    ruling = f"\nRuling: {entry.ruling}" if entry.ruling else ""
    return f"{entry.id}  {entry.title}\n{entry.summary}{ruling}"
