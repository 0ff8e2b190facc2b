"""How well units stand is told in the names the seat knows, and is the same whatever is hidden from it."""

from __future__ import annotations

import random
from typing import Any

from conformance.checks import AnyBattle, lay_out
from conformance.conftest import is_long
from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.seat import Seat
from gearlock.kernel.survey import Survey

POSITIONS, LONG = 130, 50


def check_standing(battle: AnyBattle, survey: Survey[Any], name: str, chooser: random.Random) -> int:
    """Both truths tell the same of every unit, and only of pieces in view; how many threats there were."""
    system, seat = battle.system, Seat(battle, name)
    told = battle.as_told(name).state  # while another is asked aside, a seat still sees what it saw before
    twin, pieces = system.disguise(told, name, chooser), seat.view().pieces
    enemies, found = {piece.id for piece in pieces if piece.side != name}, 0
    stakes = seat.stakes()
    assert stakes == survey.stakes(twin, name), "stakes tell too much"
    assert stakes.keys() <= {piece.id for piece in pieces}, "stakes are told of what is not in view"
    assert seat.ground() == survey.ground(twin, name), "ground tells too much"
    for piece in pieces:
        here = seat.standing(piece.id)
        assert here == survey.standing(twin, name, piece.id), f"the standing of {piece.id} tells too much"
        assert here.soon.keys() | here.late.keys() <= enemies, "a threat goes by a name that is not the view's"
        assert max([0.0, *here.soon.values(), *here.late.values()]) >= 0.0, "a threat is a loss"
        assert here.stake == stakes.get(piece.id, 1.0) or not here.left, "a unit counts the same wherever it is told"
        found += len(here.soon) + len(here.late)
    return found


def test_standing_tells_nothing_a_seat_cannot_know(system: AnySystem, scenario: str) -> None:
    battle, chooser, found = lay_out(system, scenario, 3), random.Random(3), 0
    survey, bot = system.survey, GreedyBot(3)
    for count in range(LONG if is_long(system, scenario) else POSITIONS):
        if survey is None or battle.over:
            break
        if count % (8 if system.hidden else 20) == 7:
            found += sum(check_standing(battle, survey, seat, chooser) for seat in system.seats)
        name = battle.waiting_for()[0]
        battle.answer(name, bot.decide(Seat(battle, name)))
    assert found or survey is None or is_long(system, scenario)
