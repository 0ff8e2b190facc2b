"""3.8.1: towns at 10 m an inch."""

from __future__ import annotations

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.seat import Seat
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.battles.battles import begin, prepare
from gearlock.systems.tactical.battles.generated import HOUSE, STREET, as_houses, with_streets
from gearlock.systems.tactical.deployment import refuse_standing
from gearlock.systems.tactical.line_of_sight.terrain import type_at
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.movement.moving import refuse_move
from gearlock.systems.tactical.state import Activation
from gearlock.table.maps import ground_faults
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece
from systems.tactical.tables import piece, put, table


def town(*more: Piece) -> Ground:
    return Ground(24 * INCH, 24 * INCH, (piece("area", (0, 0, 24, 24), 1, props={"going": "urban"}), *more))


@pytest.mark.rule("tactical.3.8.1-buildings", "tactical.4.1.2-battlefield-urban")
def test_a_town_of_a_skirmish_is_houses_with_streets_and_anybody_gets_through() -> None:
    options = {"scale": "skirmish", "terrain": "Urban", "tv": "1600"}
    ground = begin(prepare("battle", 3, options)).ground
    houses = [each for each in ground.pieces if each.kind == "building"]
    assert not list(ground_faults(ground))
    assert len(houses) > 10
    assert not any(each.props.get("going") == "urban" and each.kind == "area" for each in ground.pieces)
    state = table()
    state.ground, state.scale = ground, "10 m"
    left = next(each for each in houses if each.outline[0][0] > 12 * INCH).outline[0][0] - STREET // 2
    unit = put(state, "red-1", "hunter", left / INCH, 2)
    assert refuse_standing(state, unit, unit.x, unit.y, "W") is None
    state.activation = Activation("red-1", limit="combat", mode="W")
    assert refuse_move(state, Move("red-1", ((0, 3 * INCH),))) is None
    plain = begin(prepare("battle", 3, {**options, "scale": "tactical"})).ground
    assert {each.kind for each in plain.pieces if each.props.get("going") == "urban"} == {"area"}


@pytest.mark.rule("tactical.3.8.1-buildings")
def test_roads_clearings_and_hills_stay_free_of_houses() -> None:
    every = with_streets(town()).pieces
    assert len(every) == 16
    assert (every[0].outline[0], HOUSE) == ((STREET // 2, STREET // 2), 3 * INCH)
    assert {type_at(with_streets(town()), 3 * INCH, 3 * INCH), type_at(with_streets(town()), 0, 0)} == {
        "urban",
        "clear",
    }
    road = piece("road", (8, 0, 9, 24), props={"going": "road"})
    assert len(with_streets(town(road)).pieces) == 12 + 1
    assert len(with_streets(town(piece("hill", (1, 1, 3, 3), 1, footing=True))).pieces) == 15 + 1
    blocks = piece("area", (6, 6, 12, 12), 1, props={"going": "dense urban"})
    assert [each.props["going"] for each in with_streets(town(blocks)).pieces].count("dense urban") == 1


@pytest.mark.rule("tactical.3.8.1-buildings")
def test_a_ground_without_a_town_stays_as_it_is() -> None:
    woods = Ground(24 * INCH, 24 * INCH, (piece("area", (0, 0, 9, 9), props={"going": "woodland"}),))
    assert with_streets(woods) is woods
    assert as_houses(woods) == woods
    (house,) = as_houses(Ground(24 * INCH, 24 * INCH, (piece("area", (0, 0, 9, 9), props={"going": "urban"}),))).pieces
    assert (house.kind, house.top, house.outline) == ("building", INCH, rectangle(0, 0, 9 * INCH, 9 * INCH))


@pytest.mark.rule("tactical.4.1.2-battlefield-urban", "tactical.2.6.2-step0-deployment")
@pytest.mark.parametrize("seed", [1, 4])
def test_both_sides_find_room_in_a_town_of_a_skirmish(seed: int) -> None:
    options = {"tv": "2000", "rounds": "2", "scale": "skirmish", "terrain": "Urban", "location": "South"}
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("battle", seed, options), Seeded(seed))
    bots = {seat: make_bot("random", seed * 2 + at) for at, seat in enumerate(SYSTEM.seats)}
    while not battle.state.round:
        seat = battle.waiting_for()[0]
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
