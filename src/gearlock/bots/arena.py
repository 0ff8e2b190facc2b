"""Playing a battle out between players that are there: bots, or anything else that decides at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gearlock.bots.players import Player
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput, UnknownName, shown
from gearlock.kernel.orders import BreakOff
from gearlock.kernel.seat import Seat


def play_out(
    battle: Battle[Any], players: Mapping[str, Player], after: Callable[[Battle[Any]], None] | None = None
) -> Battle[Any]:
    """Let the players decide until the battle is over, or the first seat without a player has to.

    Raises UnknownName or BadInput for what is no seat or no player, IllegalOrder for an order the rules refuse.
    """
    if not isinstance(battle, Battle) or not isinstance(players, Mapping):
        raise BadInput("What is played out is a Battle, between players by their seats: {'red': ..., 'blue': ...}.")
    for name, player in players.items():
        if name not in battle.system.seats:
            raise UnknownName("seat", name, battle.system.seats)
        if isinstance(player, type) or not callable(getattr(player, "decide", None)):
            raise BadInput(f"{shown(player)} cannot play {name}: a player is an object with a method decide(seat).")
    seats = {name: Seat(battle, name) for name in players}
    while not battle.over:
        name = battle.waiting_for()[0]
        if name not in players:
            break
        order = players[name].decide(seats[name])
        if isinstance(order, BreakOff):
            raise BadInput(f"{name} cannot break a battle off: that is agreed at the table. Concede() gives it up.")
        battle.answer(name, order)
        if after is not None:
            after(battle)
    return battle
