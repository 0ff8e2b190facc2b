"""The sequence of a round in words."""

from __future__ import annotations

from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.systems.fieldmanual.rounds import events as e
from gearlock.systems.fieldmanual.rounds.activation import BAND_WORDS, MODE_WORDS
from gearlock.systems.fieldmanual.state import State


def round_begun(_state: State, event: e.RoundBegun, _seat: str | None) -> Line:
    """A new round."""
    return Line(f"Round {event.round}.", (), "fieldmanual.round-sequence")


def order_rolled(_state: State, event: e.OrderRolled, _seat: str | None) -> Line:
    """Both dice and who won."""
    sides = (("Red", event.red_face, event.red), ("Blue", event.blue_face, event.blue))
    throws = tuple(_throw(side, face, total) for side, face, total in sides)
    won = f"{event.winner} wins" if event.winner else "a tie, rolled again"
    text = f"Player order: red {event.red}, blue {event.blue}: {won}."
    return Line(text, (), "fieldmanual.player-order", throws)


def _throw(side: str, face: int, total: int) -> Throw:
    lines = (Modifier(total - face, "Leadership and fewer groups", "fieldmanual.player-order"),)
    return Throw(side, (face,), 6, (), lines if total != face else (), str(total), "fieldmanual.player-order")


def first_chosen(_state: State, event: e.FirstChosen, _seat: str | None) -> Line:
    """Who goes first."""
    return Line(f"{event.seat.capitalize()} goes first.", (), "fieldmanual.player-order")


def activated(state: State, event: e.Activated, _seat: str | None) -> Line:
    """A model with its mode and speed."""
    words = [MODE_WORDS[event.mode], BAND_WORDS[event.band], *(["on autopilot"] if event.autopilot else [])]
    return Line(
        f"{state.units[event.unit].name} activates: {', '.join(words)}.", (event.unit,), "fieldmanual.activation"
    )


def passed(_state: State, event: e.Passed, _seat: str | None) -> Line:
    """A side lets the other go on."""
    return Line(f"{event.seat.capitalize()} passes.", (), "fieldmanual.activation-pass")


def miscellaneous(_state: State, _event: e.MiscellaneousBegun, _seat: str | None) -> Line:
    """The end of the round."""
    return Line("Miscellaneous events.", (), "fieldmanual.misc-events")


def groups_split(_state: State, event: e.GroupsSplit, _seat: str | None) -> Line:
    """Sub-squads."""
    text = f"{event.seat.title()} splits its Combat Groups into Sub-squads."
    return Line(text, event.units, "fieldmanual.sub-squads-small-game")
