"""Everything a seat can obtain from a battle, in one place, so that it can be compared.

Two battles that differ only in what a seat cannot know must give it the same here, whatever it asks. What `Seat` offers
is gathered here, all of it; a way to know more has to be added, and is compared from then on. How long answers take is
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from gearlock.kernel.asks import OPEN_OPTIONS, Option
from gearlock.kernel.orders import Concede, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.typed import as_typed

T = TypeVar("T")


@dataclass(frozen=True)
class Probe:
    """What somebody asks who wants to find something out: the same questions every time."""

    fresh: Callable[[], Chooser]
    """Draws lots, the same ones every time it is made."""
    ids: tuple[str, ...] = ()
    """Names of pieces that may be there or not: a seat may guess any."""
    orders: tuple[Order, ...] = ()
    """Orders that may be out of place."""
    few: int = 5
    """Options, pieces and spots that are gone into; so many of each, drawn by lot."""

    def draw(self, things: Iterable[T]) -> list[T]:
        """A few of these."""
        left, chooser = list(things), self.fresh()
        drawn: list[T] = []
        while left and len(drawn) < self.few:
            drawn.append(left.pop(chooser.randrange(0, len(left))))
        return drawn


def obtainable(seat: Seat, probe: Probe) -> dict[str, Any]:
    """Everything this seat can obtain now, by the name of what it is asked for."""
    return {name: gather(seat, probe) for name, gather in GATHERED.items()}


def _of_each_option(ask: Callable[[Seat, Option], Any]) -> Callable[[Seat, Probe], list[Any]]:
    return lambda seat, probe: [ask(seat, option) for option in _some_options(seat, probe)]


def _of_each_piece(ask: Callable[[Seat, str], Any]) -> Callable[[Seat, Probe], list[Any]]:
    return lambda seat, probe: [ask(seat, piece) for piece in _pieces(seat, probe)]


def _of_each_place(ask: Callable[[Seat, str, Aim | None], Any]) -> Callable[[Seat, Probe], list[Any]]:
    def told(seat: Seat, probe: Probe) -> list[Any]:
        return [ask(seat, piece, spot) for piece in _own(seat, probe) for spot in (None, *_spots(seat, probe, 1))]

    return told


def _some_options(seat: Seat, probe: Probe) -> list[Option]:
    return probe.draw(seat.options()) if seat.ask else []


def _own(seat: Seat, probe: Probe) -> list[str]:
    """Pieces of its own, and something that is not."""
    own = [piece.id for piece in seat.view().pieces if piece.side == seat.name]
    return [*probe.draw(own), *probe.draw(probe.ids)[:1]]


def _pieces(seat: Seat, probe: Probe) -> list[str]:
    return [*probe.draw(piece.id for piece in seat.view().pieces), *probe.draw(probe.ids)]


def _spots(seat: Seat, probe: Probe, many: int) -> list[Aim]:
    """Spots on the table and beside it, and where pieces stand."""
    table, chooser = seat.view().table, probe.fresh()
    anywhere = Aim(chooser.randrange(-2, table.width + 2), chooser.randrange(-2, table.height + 2))
    return [*(Aim(each.x, each.y, each.facing) for each in probe.draw(seat.view().pieces)[:many]), anywhere]


def _samples(seat: Seat, probe: Probe) -> list[Order | None]:
    chooser = probe.fresh()
    return [
        seat.sample(option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        for option in _some_options(seat, probe)
    ]


def _previews(seat: Seat, probe: Probe) -> list[Any]:
    return [seat.preview(order) for order in _samples(seat, probe) if order is not None]


def _refusals(seat: Seat, probe: Probe) -> list[Any]:
    """The answers to orders that are good, out of place, and bent."""
    if seat.ask is None:
        return []
    good = [order for order in _samples(seat, probe) if order is not None]
    bent = (each for order in good for each in probe.draw(mangled(order, probe.ids)))
    return [seat.refuse(order) for order in (*good, *probe.orders, *bent, Concede())]


def mangled(order: Order, words: tuple[str, ...]) -> Iterator[Order]:
    """The order with one part of it otherwise: another name, a number more."""
    plain = msgspec.to_builtins(order)
    for key, value in plain.items():
        others: list[Any] = []
        if isinstance(value, str) and key != "order":
            others = list(words)
        elif isinstance(value, int) and not isinstance(value, bool):
            others = [value + 1, -value, value + 3]
        for other in others:
            yield as_typed({**plain, key: other}, type(order))


def _aims(seat: Seat, probe: Probe) -> list[Any]:
    options = [option for option in _some_options(seat, probe) if isinstance(option, OPEN_OPTIONS)]
    return [seat.aim(option, spot) for option in options for spot in _spots(seat, probe, 2)]


def _sights(seat: Seat, probe: Probe) -> list[Any]:
    looks = ((piece, spot) for piece in _own(seat, probe)[:2] for spot in (None, *_spots(seat, probe, 1)))
    return [seat.sight(piece, spot, target) for piece, spot in looks for target in _pieces(seat, probe)]


def _imagined(seat: Seat, probe: Probe) -> Any:
    """What a bot thinks in: the same to it whatever the truth is."""
    imagined = seat.imagine(probe.fresh()) if seat.ask else None
    return imagined and (imagined.hash(), imagined.pending)


GATHERED: dict[str, Callable[[Seat, Probe], Any]] = {
    "view": lambda seat, _: seat.view(),
    "story": lambda seat, _: seat.story(),
    "ask": lambda seat, _: seat.ask,
    "waiting_for": lambda seat, _: seat.waiting_for,
    "is_sealed": lambda seat, _: seat.is_sealed,
    "outcome": lambda seat, _: seat.outcome,
    "decided": lambda seat, _: seat.decided,
    "veil": lambda seat, _: seat.veil,
    "scenes": lambda seat, _: seat.scenes(),
    "waiting_pieces": lambda seat, _: seat.waiting_pieces(),
    "options": lambda seat, _: seat.options() if seat.ask else (),
    "last_resorts": lambda seat, _: seat.last_resorts(),
    "unanswerable": lambda seat, _: str(seat.unanswerable()) if seat.ask else "",
    "sample": _samples,
    "preview": _previews,
    "refuse": _refusals,
    "aim": _aims,
    "reach": _of_each_option(lambda seat, option: seat.reach(option)),
    "sight": _sights,
    "fields": _of_each_place(lambda seat, piece, spot: seat.fields(piece, spot)),
    "menaces": _of_each_place(lambda seat, piece, spot: seat.menaces(piece, spot)),
    "objections": _of_each_piece(lambda seat, piece: seat.objections(piece)),
    "standing": lambda seat, probe: [seat.standing(piece) for piece in _own(seat, probe)],
    "stakes": lambda seat, _: seat.stakes(),
    "ground": lambda seat, _: seat.ground(),
    "imagine": _imagined,
}
"""What a seat offers, by its name, and how it is asked for."""
