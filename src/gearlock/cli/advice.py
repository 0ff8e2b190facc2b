"""Help for a person who has to decide: ways to complete an option, and what a bot would do."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.bots.advice import ADVISER, NO_ADVICE, advise
from gearlock.bots.own import admit
from gearlock.bots.thoughts import LEAST, MEANINGS, Thought
from gearlock.cli.board import spot_text
from gearlock.cli.explaining import way_lines
from gearlock.cli.screen import console
from gearlock.kernel.asks import Option
from gearlock.kernel.errors import BadInput
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Chooser
from gearlock.table.suggesting import in_one_go, suggestions

LETTERS = "abcdef"
"""What a suggestion or a piece of advice is taken by."""
TRIES = 24
"""Ways tried out before the best are suggested."""


def ranked(seat: Seat, option: Option, chooser: Chooser) -> list[tuple[Order, str, str]]:
    """Ways to complete an open option, best first, each with the place as it can be typed and its worth."""
    view = seat.view()
    found = []
    for order, preview, place in in_one_go(suggestions(seat, option, chooser, TRIES, len(LETTERS))):
        spot = preview.spot or preview.ends
        where = spot_text(view, *(place or spot[:2]), spot[2], exactly=True) if spot else option.label
        where = where.partition(" facing")[0] if preview.spot else where
        found.append((order, where, f"gives {preview.gives:.2f}  risks {preview.risks:.2f}"))
    return found


def advised(seat: Seat, words: list[str], seed: int) -> list[Order]:
    """Show what the bot named, or else the tactician, would do and why; the orders its best ways begin with."""
    name = words[0] if words and ":" in words[0] else words[0].lower() if words else ADVISER
    try:
        name = admit(name)
        if console.is_terminal:
            with console.status(f"The {name} thinks ..."):
                ways = advise(seat, name, seed)
        else:
            ways = advise(seat, name, seed)
    except BadInput as no:
        console.print(str(no), markup=False)
        return []
    if not ways:
        console.print(f"The {name} {NO_ADVICE}.", markup=False)
    for line in (*way_lines(ways, seat.view(), LETTERS, len(LETTERS)), *_meanings(ways[: len(LETTERS)])):
        console.print(line, markup=False, soft_wrap=True)
    return [way.order for way in ways[: len(LETTERS)] if way.order is not None]


def _meanings(ways: tuple[Thought, ...]) -> Iterator[str]:
    """What the terms that count here mean."""
    met = {name for way in ways for name, value in way.terms.items() if abs(value) >= LEAST}
    for name in MEANINGS:
        if name in met:
            yield f"   {name}: {MEANINGS[name]}"
