"""Tables and cards for the terminal: pieces, options with odds, record cards, rules."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from gearlock.cli.board import piece_marks, side_style, spot_text, zone_text
from gearlock.cli.fitting import Table
from gearlock.kernel.asks import OPEN_OPTIONS, Amount, Option, Place, Target
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.rulebook import load_rulebook
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import NOT_PRINTED, OddsCard, Piece, Preview, View

RARE = 0.005
"""Chances below this are not worth a word."""


def pieces_table(view: View) -> Table:
    """Everything this seat knows to be on the table."""
    table = Table(box=None, padding=(0, 2), header_style="dim")
    for title in ("", "piece", "state", "tracks", "tokens", "at"):
        table.add_column(title)
    marks = piece_marks(view)
    for piece in view.pieces:
        tracks = "  ".join(f"{track.name} {track.now}/{track.full}" for track in piece.tracks)
        tokens = ", ".join(token.name + (f" x{token.count}" if token.count > 1 else "") for token in piece.tokens)
        words = (piece.known if piece.known != "seen" else "", piece.status, "ready" if piece.ready else "")
        state = " · ".join(word for word in words if word)
        where = spot_text(view, piece.x, piece.y, piece.facing)
        if piece.known != "seen":
            where = where.partition(" facing")[0]
        name = f"{piece.name}*" if is_in_doubt(piece) else piece.name
        table.add_row(Text(marks[piece.id], side_style(view, piece)), name, state, tracks, tokens, where)
    if any(map(is_in_doubt, view.pieces)):
        table.caption, table.caption_justify = "* not all of it is printed in its book: its card says what", "left"
    return table


def is_in_doubt(piece: Piece) -> bool:
    """Whether something of it is not as its book prints it."""
    return any(card.title == NOT_PRINTED for card in piece.cards)


def option_lines(seat: Seat, options: tuple[Option, ...], full: bool = False) -> Iterator[RenderableType]:
    """The options by number; what is rolled for with its odds, and on request every modifier line."""
    table = Table(box=None, padding=(0, 1), show_header=False)
    for _ in range(4):
        table.add_column(overflow="fold")
    view = seat.view()
    marks = piece_marks(view)
    reasons: list[Text] = []
    for number, option in enumerate(options, 1):
        preview = seat.preview(option.order) if full or not isinstance(option, OPEN_OPTIONS) else Preview()
        label = option.label
        if isinstance(option, Target) and option.unit in marks:
            label += f" [{marks[option.unit]}]"
        hint = Text() if full and preview.also else _hint(view, option, number, preview)
        if seat.ask is not None and seat.ask.optional and preview.cost and not full:
            hint = Text.assemble(hint, (f"{' ' if hint else ''}costs {preview.cost}", "dim"))
        table.add_row(Text("" if full else str(number), "bold"), Text(label), hint, Text(option.rule, "dim"))
        reasons += [Text.assemble(words, (f"  {rule}", "dim")) for words, rule in _why(view, preview)] if full else []
    yield table
    yield from reasons


def _hint(view: View, option: Option, number: int, preview: Preview) -> Text:
    """How to complete an open option, or the odds of a target."""
    if isinstance(option, Amount):
        return Text(f"{option.low} to {option.high}: type {number} and the number", "dim")
    if isinstance(option, OPEN_OPTIONS):
        zone = zone_text(view, option.zone) if isinstance(option, Place) else ""
        return Text(f"type {number}, or {number} and where to{': ' + zone if zone else ''}", "dim")
    return Text(_odds_text(view, preview), "cyan") if preview.odds is not None else Text()


def _why(view: View, preview: Preview) -> Iterator[tuple[str, str]]:
    """Every modifier with its rule, roll by roll, then the remarks; or that there is nothing to work out."""
    marks, names = piece_marks(view), {piece.id: piece.name for piece in view.pieces}
    for roll in (preview, *preview.also):
        if preview.also:
            name = f"{marks[roll.target]} {names[roll.target]}" if roll.target in marks else roll.target
            yield f"  {name}: {_odds_words(roll)}", ""
        yield from _sums(roll)
    if preview.cost:
        yield f"  costs {preview.cost}", ""
    for note in preview.notes:
        yield f"  {note}", ""
    if preview.gives or preview.risks:
        yield f"  gives {preview.gives:.2f}, risks {preview.risks:.2f} (expected damage, 1 = a whole unit)", ""
    if preview == Preview():
        yield "  nothing is rolled for this", ""


def _sums(roll: Preview) -> Iterator[tuple[str, str]]:
    """The lines of both sides of one roll with what they come to, and how a success turns into damage."""
    for side, lines, total in (
        ("attack", roll.attack, roll.attack_total),
        ("defence", roll.defence, roll.defence_total),
    ):
        for modifier in lines:
            yield f"  {side}: {modifier.text()}", modifier.rule
        if total:
            yield f"  {side} in all: {total}", ""
    if roll.harm:
        yield f"  {roll.harm}", ""


def _odds_text(view: View, preview: Preview) -> str:
    """The odds of a roll; of several rolls the chance to hit and the mean damage of each, by the target's mark."""
    if not preview.also:
        return _odds_words(preview)
    marks = piece_marks(view)
    rolls = ((marks.get(roll.target, roll.target), roll.odds) for roll in (preview, *preview.also))
    return "hits, mean damage: " + ", ".join(
        f"{mark} {odds.p_hit:.0%} {odds.mean_damage:.1f}" for mark, odds in rolls if odds is not None
    )


def _odds_words(roll: Preview) -> str:
    """The odds of one roll, and of letting things be where that is the question."""
    if roll.odds is None:
        return "no odds"
    words = _chances(roll.odds)
    return words if roll.without is None else f"{words}; without it {_chances(roll.without)}"


def _chances(odds: OddsCard) -> str:
    """Chances in words; what happens less than once in two hundred is left out, and damage where none is meant."""
    if not odds.damage:
        return f"succeeds {odds.p_hit:.0%}"
    parts = [f"hits {odds.p_hit:.0%}", f"mean damage {odds.mean_damage:.1f}"]
    for verb, chance in (("cripples", odds.p_crippled), ("destroys", odds.p_destroyed)):
        if chance >= RARE:
            parts.append(f"{verb} {chance:.0%}")
    return ", ".join(parts)


def _marked(view: View, mark: str) -> Piece | None:
    """The piece with this mark or id."""
    marks, wanted = piece_marks(view), mark.lower()
    return next((each for each in view.pieces if wanted and wanted in (marks[each.id].lower(), each.id.lower())), None)


def _not_marked(view: View, mark: str) -> Text:
    return Text(f"No piece is marked '{mark}'. There are: {', '.join(piece_marks(view).values()) or 'none yet'}.")


def unit_card(view: View, mark: str) -> RenderableType:
    """The record card of the piece with this mark or id."""
    piece = _marked(view, mark)
    if piece is None:
        return _not_marked(view, mark)
    parts: list[RenderableType] = [Text(f"{piece_marks(view)[piece.id]} {piece.name} ({piece.side})", "bold")]
    for card in piece.cards:
        table = Table(title=card.title, box=None, padding=(0, 2), show_header=False, title_justify="left")
        for name, value in card.rows:
            table.add_row(Text(name, "dim"), Text(value))
        parts.append(table)
    return Group(*parts)


def objection_lines(seat: Seat, mark: str) -> Iterator[RenderableType]:
    """Why what one may have in mind with a piece cannot be done now."""
    view = seat.view()
    piece = _marked(view, mark)
    if piece is None:
        yield _not_marked(view, mark)
        return
    found = seat.objections(piece.id)
    for objection in found:
        yield Text.assemble(f"  {objection.attempt}: {objection.message}", (f"  {objection.rule}", "dim"))
    if not found:
        yield Text(f"Nothing is in the way of what the options do with {piece_marks(view)[piece.id]} {piece.name}.")


def rule_text(system: AnySystem, rule_id: str) -> str:
    """A rule in our words, with its ruling."""
    book = load_rulebook(system.package)
    begins = f"{system.id}.{rule_id.removeprefix(f'{system.id}.')}"
    known = [key for key in book if rule_id and key.startswith(begins)]
    entry = book.get(rule_id) or book.get(f"{system.id}.{rule_id}") or (book[known[0]] if len(known) == 1 else None)
    if entry is None and known:
        return f"Which one? {', '.join(known[:12])}{' ...' if len(known) > 12 else ''}"
    if entry is None:
        return f"No rule '{rule_id}'. Rule ids stand beside options, e.g. {next(iter(book), '')}."
    ruling = f" Ruling: {entry.ruling}" if entry.ruling else ""
    words = f"{entry.summary}{ruling}"
    return f"{entry.id}  {entry.title}\n{' '.join(words.split())}"
