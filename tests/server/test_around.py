"""Who points behind something is led around it, if the rules know a way."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.asks import Path
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Refusal
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.server.around import way_around
from gearlock.table.measure import INCH, advance, distance


def moving(system_id: str, scenario: str, number: int) -> tuple[Seat, list[Path]]:
    """A seat that may move something in these ways, after so many chances that were let go."""
    system = get_system(system_id)
    battle: Battle[Any] = Battle.begin(system, system.prepare(scenario, 4, {}))
    bots = {seat: make_bot("greedy", at) for at, seat in enumerate(system.seats)}
    eyes = {seat: Seat(battle, seat) for seat in system.seats}
    while True:
        seat = battle.waiting_for()[0]
        paths = [option for option in battle.options(seat) if isinstance(option, Path)]
        if paths and number == 0:
            return eyes[seat], paths
        number -= bool(paths)
        battle.answer(seat, bots[seat].decide(eyes[seat]))


@pytest.mark.parametrize(("system_id", "scenario"), [("brigands", "intro"), ("blitz", "skirmish")])
def test_a_way_around_is_found_it_is_legal_and_it_ends_where_one_pointed(system_id: str, scenario: str) -> None:
    led = refused = 0
    for number in range(8):
        seat, options = moving(system_id, scenario, number)
        option = options[number % len(options)]
        mover = next(piece for piece in seat.view().pieces if piece.id == option.unit)
        for angle in range(0, 3600, 200):
            dx, dy = advance(0, 0, angle, option.budget * 3 // 4)
            aim = Aim(mover.x + dx, mover.y + dy)
            if not isinstance(seat.aim(option, aim), Refusal):
                continue
            refused += 1
            order = way_around(seat, option, aim)
            if order is None:
                continue
            led += 1
            assert seat.refuse(order) is None
            preview = seat.preview(order)
            assert preview.ends is not None
            assert distance(preview.ends[0], preview.ends[1], aim.x, aim.y) <= INCH // 20
            assert preview.route is not None
            assert len(preview.route.legs) > 1
    assert led, f"nobody was led around anything, {refused} straight ways were refused"


def test_on_hexes_and_for_pieces_nobody_knows_there_is_nothing_to_look_for() -> None:
    seat, (option, *_) = moving("hex100", "close-quarters", 0)
    assert way_around(seat, option, Aim(3, 3)) is None
    seat, (option, *_) = moving("brigands", "intro", 0)
    assert way_around(seat, Path(option.label, option.order, unit="nobody"), Aim(20 * INCH, 20 * INCH)) is None
