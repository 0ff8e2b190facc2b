"""Where terror drones are when the unit below them is gone: each swarm has a hex of its own and can be aimed at."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.hex100.attacks.attack import Attack
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.damage import Blow, strike
from gearlock.systems.hex100.damage.units_hit import Dismounted, fall, riders_by_finding
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.terror import Pounced
from gearlock.systems.hex100.objectives import Leave
from gearlock.systems.hex100.plan import ENGAGEMENT, Objective
from gearlock.systems.hex100.turns import EndTurn
from gearlock.table.hexes import Hex, distance
from systems.hex100.kit import Place, Position, W, at, events, machine, plain

TEGU = "tegu-siege"
PACKS = machine("crocodile-mk2", ["drone-controller"], ["drone-controller"], drones=("terror-drones",) * 2)
SWARMS = ("red-1-drone-1", "red-1-drone-2")
VICTIM, MIDDLE = "blue-1", (6, 4)
HUNT = "search-and-destroy"


def ridden(*others: tuple[int, int], drawing: str = "", acting: str = "blue-2", first: int = 0) -> Position:
    """Two swarms on a blue tank in the middle, a blue tank that acts farther off, and tanks of blue's elsewhere."""
    blue: list[Place] = [(TEGU, MIDDLE, W), (TEGU, (9, 4), W), *((TEGU, place, W) for place in others)]
    position = Position(drawing or plain(20, 9), [(PACKS, (19, 8), W)], blue, acting=acting)
    for swarm in (SWARMS[first], SWARMS[1 - first]):
        position.field(swarm, (MIDDLE[0] - 1, MIDDLE[1]), HUNT)
        position.ctx.emit(Pounced(swarm, VICTIM))
    look_again(position.ctx)
    return position


def places(position: Position) -> list[Hex]:
    return [position.unit(swarm).hex for swarm in SWARMS]


@pytest.mark.rule("hex100.drone-terror", "hex100.stacking")
def test_two_swarms_on_a_unit_that_falls_have_a_hex_each() -> None:
    position = ridden()
    strike(position.ctx, VICTIM, Blow(99), by="red-1")
    first, second = places(position)
    assert (first, distance(first, second)) == (at(*MIDDLE), 1)
    assert [position.unit(swarm).riding for swarm in SWARMS] == ["", ""]
    look_again(position.ctx)
    battle = position.play()
    named = {battle.state.contacts["blue"][swarm] for swarm in SWARMS}
    aimed = {option.order.target for option in battle.options("blue") if isinstance(option.order, Attack)}
    assert named <= aimed


@pytest.mark.rule("hex100.drone-terror", "hex100.stacking")
def test_a_second_swarm_passes_over_every_hex_that_is_taken() -> None:
    around = [
        (column, row) for column in range(3, 10) for row in range(9) if distance(at(column, row), at(*MIDDLE)) == 1
    ]
    position = ridden(*around)
    fall(position.ctx, VICTIM)
    assert sorted(distance(place, at(*MIDDLE)) for place in places(position)) == [0, 2]
    position = ridden(*around[:-1])
    fall(position.ctx, VICTIM)
    assert places(position) == [at(*MIDDLE), at(*around[-1])]


@pytest.mark.rule("hex100.drone-terror")
def test_the_swarm_that_was_found_first_keeps_the_hex_whatever_its_place_in_the_list() -> None:
    for first in (0, 1):
        position = ridden(first=first)
        assert riders_by_finding(position.state, VICTIM) == [SWARMS[first], SWARMS[1 - first]]
        fall(position.ctx, VICTIM)
        assert position.unit(SWARMS[first]).hex == at(*MIDDLE)


@pytest.mark.rule("hex100.drone-terror", "hex100.rough-impassable")
def test_a_swarm_carried_over_water_gets_to_the_shore() -> None:
    lake = "\n".join("." * 5 + "~~~" + "." * 12 if 3 <= row <= 5 else "." * 20 for row in range(9))
    position = ridden(drawing=lake)
    fall(position.ctx, VICTIM)
    land = position.state.land
    assert all(land.cost(place, "infantry") for place in places(position))
    assert len(set(places(position))) == 2
    assert at(*MIDDLE) not in places(position)


@pytest.mark.rule("hex100.drone-terror", "hex100.stacking")
def test_in_play_it_is_told_to_both_where_the_second_swarm_goes() -> None:
    position = ridden(acting="blue-2")
    position.unit(VICTIM).critical = position.state.machine(VICTIM).unit.structure - 1
    battle = position.play((0, 99, 99), (0,))
    while battle.state.turn == 1:
        ask = battle.pending[0]
        battle.answer("blue", EndTurn(ask.unit) if ask.kind == "act" else battle.options("blue")[0].order)
    (moved,) = events(battle, Dismounted)
    assert (moved.unit, moved.held) == (SWARMS[1], True)
    assert battle.state.units[SWARMS[1]].hex == (moved.q, moved.r)
    for seat in ("red", "blue", None):
        told = BOOK.tell(battle.state, moved, seat)
        assert told is not None
        assert "finds a place of its own" in told.text


@pytest.mark.rule("hex100.drone-terror", "hex100.briefing", "hex100.stacking")
def test_so_it_is_when_their_mount_leaves_the_map() -> None:
    position = ridden(acting=VICTIM)
    way_out = Objective("exit", "blue", zone="ford", hexes=(at(*MIDDLE),))
    position.state.scene.plan = msgspec.structs.replace(ENGAGEMENT, objectives=(way_out,))
    position.setup.data["plan"] = msgspec.to_builtins(position.state.scene.plan)
    battle = position.play()
    battle.answer("blue", Leave(VICTIM))
    assert not battle.state.units[VICTIM].placed
    assert [event.unit for event in events(battle, Dismounted)] == [SWARMS[1]]
    assert len({battle.state.units[swarm].hex for swarm in SWARMS}) == 2
