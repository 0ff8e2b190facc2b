"""Battles handed to the server in the middle: bots have played them to a certain decision, people go on."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any, NamedTuple

from gearlock.bots.players import make_bot
from gearlock.kernel.asks import Ask, Target
from gearlock.kernel.battle import Battle
from gearlock.kernel.log import dumps
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat


class Position(NamedTuple):
    """A battle that waits for a seat, and the addresses of its seats."""

    battle: Battle[Any]
    seat: str
    links: dict[str, str]

    @property
    def link(self) -> str:
        """Where the seat that decides is taken."""
        return self.links[self.seat]

    @property
    def other(self) -> str:
        return next(seat for seat in self.links if seat != self.seat)


def call(address: str, path: str, body: bytes) -> dict[str, Any]:
    """Send something to the server; its answer."""
    request = urllib.request.Request(f"{address}api/{path}", data=body, method="POST")
    if path != "replays":
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def addresses(address: str, links: dict[str, Any]) -> dict[str, str]:
    """Where each seat of a battle is taken."""
    return {seat: f"{address}#/battle/{links['battle']}?seat={token}" for seat, token in links["seats"].items()}


def set_up(address: str, system: str, scenario: str, red: str = "human", blue: str = "human") -> dict[str, Any]:
    """A new battle, as the server answers: its id, and the tokens of the seats that people take."""
    wanted = {"system": system, "scenario": scenario, "players": {"red": red, "blue": blue}, "seed": 5}
    return call(address, "battles", json.dumps(wanted).encode())


def lay_out(address: str, system: str, scenario: str, blue: str = "human") -> dict[str, str]:
    """A new battle between people, or against another; where each seat is taken."""
    return addresses(address, set_up(address, system, scenario, blue=blue))


def handed_in(address: str, battle: Battle[Any], seat: str) -> Position:
    """A battle at a decision of a seat, handed to the server as it is."""
    return Position(battle, seat, addresses(address, call(address, "replays", dumps(battle))))


def played_to(
    address: str, system_id: str, scenario: str, wanted: Callable[[Battle[Any], Ask], bool], bot: str = "greedy"
) -> Position:
    """A battle that bots have played until a wanted decision comes, handed in at that point."""
    system = get_system(system_id)
    battle = Battle.begin(system, system.prepare(scenario, 4, {}))
    bots = {seat: make_bot(bot, number) for number, seat in enumerate(system.seats)}
    eyes = {seat: Seat(battle, seat) for seat in system.seats}
    while True:
        assert not battle.over, "the battle ended before such a decision came"
        seat = battle.waiting_for()[0]
        ask = battle.ask_for(seat)
        if ask is not None and wanted(battle, ask):
            return handed_in(address, battle, seat)
        battle.answer(seat, bots[seat].decide(eyes[seat]))


def with_target(battle: Battle[Any], ask: Ask) -> bool:
    """An action that may be an attack."""
    return ask.kind == "act" and any(isinstance(option, Target) for option in battle.options(ask.seat))


def of_kind(kind: str) -> Callable[[Battle[Any], Ask], bool]:
    return lambda battle, ask: ask.kind == kind


def helping_reroll(battle: Battle[Any], ask: Ask) -> bool:
    """A reroll that helps on average: such a one is asked about by default."""
    return ask.kind == "reroll" and _gain(battle, ask) > 0


def useless_reroll(battle: Battle[Any], ask: Ask) -> bool:
    """A reroll that makes it worse on average."""
    return ask.kind == "reroll" and _gain(battle, ask) < 0


def _gain(battle: Battle[Any], ask: Ask) -> float:
    """How much better the damage of the first answer is on average, for the seat that is asked."""
    for option in battle.options(ask.seat):
        shown = battle.preview(ask.seat, option.order)
        sides = {piece.id: piece.side for piece in battle.view(ask.seat).pieces}
        if shown.odds is None or shown.without is None or shown.target not in sides:
            continue
        more = shown.odds.mean_damage - shown.without.mean_damage
        return -more if sides[shown.target] == ask.seat else more
    return 0.0
