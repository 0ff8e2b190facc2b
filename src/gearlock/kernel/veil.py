"""What a seat has been told of a battle, and what it may therefore take back alone.

Both depend on nothing but what the seat itself knows: otherwise whether undo is free, or how often the table speaks,
would tell of what is hidden (docs/decisions/0012).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gearlock.kernel.events import Event
from gearlock.kernel.record import Answered, Entry, Rolled

if TYPE_CHECKING:
    from gearlock.kernel.battle import Battle

DICE = "dice have been rolled since"
REVEALED = "something hidden was revealed, or might have been"


def told_until(battle: Battle[Any], seat: str | None) -> int:
    """How many entries a seat has been told of; all of them, unless another is asked aside at this moment.

    Then the seat still stands where it, or another seat openly, decided last.
    """
    entries = battle.entries
    if seat is None or not battle.is_aside or battle.ask_for(seat) is not None:
        return len(entries)
    for at in range(len(entries) - 1, 0, -1):
        by = entries[at].input
        if isinstance(by, Answered) and not by.auto and (by.seat == seat or not entries[at].aside):
            return at
    return len(entries)


def why_not_freely(battle: Battle[Any], seat: str, at: int) -> str:
    """Why a seat may not freely take back its decision in entry number `at` ('' if it may)."""
    if battle.has_secrets:
        return _learned_since(battle, seat, at)
    return _happened_since(battle.entries[at:], seat)


def _happened_since(entries: list[Entry], seat: str) -> str:
    """Where nothing is hidden: dice, reveals, and what others have decided."""
    for at, entry in enumerate(entries):
        if isinstance(entry.input, Rolled):
            return DICE
        if at and isinstance(entry.input, Answered) and entry.input.seat != seat and not entry.input.auto:
            return f"{entry.input.seat} has answered since"
        if any(event.reveals for event in entry.events):
            return "something hidden was revealed"
    return ""


def _learned_since(battle: Battle[Any], seat: str, at: int) -> str:
    """Where there are secrets: dice and deeds that the seat was told of, what others were openly asked, their turns.

    What may have shown something counts whether it did or not, and another's turn whether it has decided or not:
    that is all the same to one who must not know.
    """
    system, entries = battle.system, battle.entries
    state = _state_before(battle, at)
    for number in range(at, len(entries)):
        by = entries[number].input
        if isinstance(by, Answered) and by.seat != seat and not by.auto and not entries[number].aside:
            return f"{by.seat} has answered since"
        if system.turn(state) not in ("", seat):
            return f"it is the turn of {system.turn(state)}"
        for event in entries[number].events:
            system.apply(state, event)
            why = _taught(battle, state, event, seat)
            if why:
                return why
    return ""


def _taught(battle: Battle[Any], state: Any, event: Event, seat: str) -> str:
    """What a seat may have learned from an event that has just happened."""
    system = battle.system
    line = system.tell(state, event, seat)
    if line is not None and line.rolls:
        return DICE
    if line is not None and not event.plain:
        return REVEALED
    turn = system.turn(state)
    return "" if turn in ("", seat) else f"it is the turn of {turn}"


def _state_before(battle: Battle[Any], at: int) -> Any:
    """The state as it was when entry number `at` came."""
    base = battle.base_before(at)
    state = base.state.clone()
    for number in range(base.entries - 1, at):
        for event in battle.entries[number].events[base.events if number == base.entries - 1 else 0 :]:
            battle.system.apply(state, event)
    return state
