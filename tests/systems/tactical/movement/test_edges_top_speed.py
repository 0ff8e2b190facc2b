"""2.6.5: who must go on at Top Speed is always offered something that a bot, too, can complete."""

from __future__ import annotations

from random import Random

import pytest

from conformance.checks import check_log
from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.system import Setup
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.movement.speeds import could_go_on, must_go_on
from gearlock.systems.tactical.state import TOP, Activation
from systems.tactical.tables import put, table


@pytest.mark.rule("tactical.2.6.5-top-speed")
@pytest.mark.parametrize("room", range(48, 56))
@pytest.mark.parametrize("spent", [0, 1700, 2742, 3333])
def test_a_step_that_must_be_gone_is_found_by_bots_however_short(room: int, spent: int) -> None:
    """Before the edge of the table there is room for a tenth of an inch aslant, and for none straight on."""
    state = table()
    put(state, "blue-1", "hunter", 60, 10)
    unit = put(state, "red-1", "hunter", 20, 40, 90, speed=TOP, mode="G")
    unit.y = state.ground.height - unit.card.radius - room
    state.activation = Activation("red-1", TOP, "G", spent=spent, gone=spent, since_turn=2000)
    battle = Battle.begin(SYSTEM, Setup("skirmish", 7), Seeded(1), state)
    unit = battle.state.units["red-1"]
    assert must_go_on(battle.state, unit)
    assert could_go_on(battle.state, unit) is (room >= 50)
    for lot in range(3):
        ways = [option for option in battle.options("red") if isinstance(option.order, Move)]
        found = [battle.sample("red", option, Random(lot)) for option in ways]
        assert any(found) is (room >= 50)


@pytest.mark.soak
def test_the_battle_of_pressure_point_in_which_nothing_could_be_found_is_played_to_its_end() -> None:
    seed = 953890685
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("pressure-point", seed, {}), Seeded(seed))
    play_out(battle, {seat: make_bot("random", seed) for seat in SYSTEM.seats})
    assert battle.over
    check_log(battle)
