"""Tables that fit where they are printed: words wrap, figures are never cut, and what is too wide is turned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich import table as rich
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text


class Table(rich.Table):
    """A table of plain cells. Columns set right are figures and keep their width; the others wrap between words.

    Where even that is too wide, rows become columns; where that is too wide as well, each row becomes a list.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        turned = self._turned() if self.show_header and self.rows else None
        for shape in (self, turned):
            if shape is not None and shape._fit(options.max_width):
                yield from rich.Table.__rich_console__(shape, console, options)
                return
        if turned is None:
            yield from rich.Table.__rich_console__(self, console, options)  # folded, for want of anything better
        else:
            yield from self._listed()

    def _fit(self, room: int) -> bool:
        """Set the widths of the columns: what each needs, and what is left over to those that would take more."""
        if not self.columns:
            return True
        least, most = (list(widths) for widths in zip(*map(_widths, self.columns), strict=True))
        left = room - (self.padding[1] + self.padding[3]) * len(self.columns) + (0 if self.pad_edge else 2)
        left -= sum(least)
        if left < 0:
            return False
        widths = least
        while left > 0 and (wanting := [at for at, width in enumerate(widths) if width < most[at]]):
            for at in wanting[:left]:
                widths[at] += 1
            left -= min(left, len(wanting))
        for column, width in zip(self.columns, widths, strict=True):
            column.width, column.overflow = max(width, 1), "fold"
        return True

    def _turned(self) -> Table:
        """Its rows as columns; the first column becomes the heading."""
        first, *others = self.columns
        turned = Table(box=None, padding=self.padding, title=self.title, caption=self.caption)
        turned.title_justify, turned.title_style = self.title_justify, self.title_style
        turned.caption_justify = self.caption_justify
        turned.add_column(_text(first.header))
        for cell in first.cells:
            turned.add_column(_text(cell), justify="right")
        for column in others:
            turned.add_row(_text(column.header), *map(_text, column.cells))
        return turned

    def _listed(self) -> Iterator[Text]:
        """A line for each cell, under the title of its column."""
        if self.title is not None:
            yield _text(self.title)
        for number in range(self.row_count):
            for column in self.columns:
                header, cell = _text(column.header), _text(list(column.cells)[number])
                yield Text.assemble(header, ": " if header else "", cell)
            yield Text()


def _widths(column: rich.Column) -> tuple[int, int]:
    """The least that a column needs without cutting anything but lines between words, and all that it would take."""
    heads, cells = (
        [_text(column.header).plain],
        [line for cell in column.cells for line in _text(cell).plain.split("\n")],
    )
    whole = (heads if column.no_wrap else []) + (cells if column.no_wrap or column.justify == "right" else [])
    words = [word for line in (*heads, *cells) if line not in whole for word in line.split()]
    return max(map(cell_len, [*words, *whole]), default=0), max(map(cell_len, [*heads, *cells]))


def _text(cell: Any) -> Text:
    return cell if isinstance(cell, Text) else Text(str(cell))
