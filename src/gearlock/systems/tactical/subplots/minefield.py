"""4.1.4: Minefield: an old one in the middle of the table."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Final

from gearlock.kernel.asks import Ask, Option, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.damage.minefields import MINEFIELD, MINES
from gearlock.systems.tactical.generator.points import subplot_cost
from gearlock.systems.tactical.plots import MINES as SUBPLOT
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.field_events import MinesLaid
from gearlock.systems.tactical.subplots.orders import LayMines
from gearlock.table.measure import INCH

RULE: Final = "tactical.4.1.4-minefield"
LAY: Final = "lay mines"
TYPE: Final = "General Purpose"
FREE: Final = 6
"""Square inches of a field that nothing was paid for."""
THIRD: Final = 3
Box = tuple[int, int, int, int]


@heeds("tactical.4.1.4-minefield", "tactical.4.1.1-subplots-galore")
def field_sizes(state: State, seat: str, count: int) -> list[int]:
    """Square inches of each field of a side: those that were bought are as large as their slice of TV pays for."""
    paid = state.points.get(f"paid:{seat}:{SUBPLOT}", 0)
    bought = subplot_cost(state.points.get("TV:agreed", 0), 1) // MINES[TYPE].tv
    return [FREE] * (count - paid) + [max(FREE, bought)] * min(paid, count)


def middle_third(state: State) -> Box:
    """Columns and rows of square inches between the sides, from and up to: the middle third of the way."""
    wide, high = state.ground.width // INCH, state.ground.height // INCH
    if state.homes["red"] in ("south", "north"):
        return 0, -(-high // THIRD), wide, 2 * high // THIRD
    return -(-wide // THIRD), 0, 2 * wide // THIRD, high


@rule("tactical.4.1.4-minefield")
def squares_around(state: State, x: int, y: int, size: int) -> tuple[tuple[int, int], ...]:
    """The middles of a field's square inches: a block as nearly square as the middle third lets it be."""
    left, low, right, top = middle_third(state)
    tall = min(isqrt(size - 1) + 1, top - low)
    broad = -(-size // tall)
    if broad > right - left:
        broad, tall = right - left, -(-size // (right - left))
    column, row = x // INCH - broad // 2, y // INCH - tall // 2
    cells = [(column + at % broad, row + at // broad) for at in range(size)]
    return tuple((each * INCH + INCH // 2, up * INCH + INCH // 2) for each, up in cells)


@heeds("tactical.4.1.4-minefield")
def resolve_mining(ctx: Ctx[State], seat: str, size: int) -> Script[None]:
    """The side says where it lies."""
    prompt = f"Where does the old minefield of {size} square inches lie, in the middle third of the table?"
    order = yield from ask(Ask(seat, LAY, about=(str(size),), rule=RULE, prompt=prompt))
    assert isinstance(order, LayMines), f"{order} lays no mines"
    ctx.emit(MinesLaid(seat, TYPE, squares_around(ctx.state, order.x, order.y, size)))


@heeds("tactical.4.1.4-minefield")
def refuse_mines(state: State, question: Ask, order: LayMines) -> Refusal | None:
    """All of it lies in the middle third, and on no other minefield."""
    left, low, right, top = middle_third(state)
    squares = squares_around(state, order.x, order.y, int(question.about[0]))
    if any(not (left <= x // INCH < right and low <= y // INCH < top) for x, y in squares):
        message = f"The field lies in the middle third of the table: {left} to {right} in across, {low} to {top} in up."
        return Refusal("middle", RULE, message, {"left": left, "low": low, "right": right, "top": top})
    mined = {(patch.x, patch.y) for patch in state.patches if patch.kind == MINEFIELD}
    return Refusal("mined", RULE, "There are mines already: choose another place.") if mined & {*squares} else None


def offer_mining(_state: State, question: Ask) -> Iterator[Option]:
    """Anywhere in the middle."""
    yield Place(f"Lay the minefield ({question.about[0]} square inches)", LayMines(), RULE, "", "middle")


def guess_mines(state: State, _ask: Ask, _order: LayMines, chooser: Chooser, _attempt: int) -> Order | None:
    """Somewhere in the middle."""
    left, low, right, top = middle_third(state)
    return LayMines(chooser.randrange(left, right) * INCH, chooser.randrange(low, top) * INCH)


def aim_mines(state: State, question: Ask, _order: LayMines, spot: Aim) -> Order:
    """There, or as near to it as the middle third lets it lie."""
    left, low, right, top = middle_third(state)
    squares = squares_around(state, spot.x, spot.y, int(question.about[0]))
    columns, rows = [x // INCH for x, _ in squares], [y // INCH for _, y in squares]
    x = spot.x + INCH * (max(0, left - min(columns)) - max(0, max(columns) - right + 1))
    y = spot.y + INCH * (max(0, low - min(rows)) - max(0, max(rows) - top + 1))
    return LayMines(x, y)
