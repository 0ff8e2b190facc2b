"""4.3.3, 4.3.4: Cornered! and Back Against the Wall."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.tactical.damage.structures import resolve_structure_damage
from gearlock.systems.tactical.deployment import Deploy, Deployed, places_next, refuse_deploy, resolve_tactics
from gearlock.systems.tactical.flow import resolve_step_two
from gearlock.systems.tactical.line_of_sight.seeing import COMMUNICATIONS
from gearlock.systems.tactical.line_of_sight.terrain import ground_type
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.movement.ground import refuse_limit
from gearlock.systems.tactical.movement.moving import refuse_move
from gearlock.systems.tactical.printed_scenarios.in_play import (
    CommandPointBrought,
    StevensNamed,
    is_eve,
    offer_stevens,
    refuse_stevens,
    resolve_eve,
)
from gearlock.systems.tactical.printed_scenarios.the_six import NameStevens, buildings_lost, gives_orders, stevens
from gearlock.systems.tactical.rounds.round import ChooseFirst
from gearlock.systems.tactical.scenario_generator.missions import LeaveTable, refuse_leave
from gearlock.systems.tactical.state import LEFT, NEEDED, STUNNED, VETERAN, WAITING, Activation, State, Unit
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.systems.tactical.victory_points import ReinforcementBought
from systems.tactical.scenarios.scenes import destroy, judged, of, put, scene
from systems.tactical.tables import mils, play


def village() -> tuple[State, Unit, list[Unit]]:
    """The scenario with the Mammoth in the square, and its escort."""
    state = scene("cornered")
    mammoth = next(unit for unit in of(state, "blue") if unit.token(NEEDED))
    put(state, mammoth, 36, 36)
    return state, mammoth, [unit for unit in of(state, "blue") if not unit.token(NEEDED)]


@pytest.mark.rule("tactical.4.3.3")
def test_the_south_needs_the_mammoth_and_two_gears() -> None:
    state, mammoth, escort = village()
    destroy(escort[:2])
    assert judged(state) is None
    destroy([mammoth])
    assert judged(state) == ("red", 5, 0)
    escort[0].status = "fielded"
    assert judged(state) is None, "one Gear is too few"
    state.finished = True
    assert judged(state) == ("", 0, 0)


@pytest.mark.rule("tactical.4.3.3")
def test_a_mammoth_without_a_crew_has_not_survived() -> None:
    state, mammoth, escort = village()
    destroy(escort[:2])
    mammoth.crew_lost = 1
    assert judged(state) is None
    mammoth.crew_lost = 2
    assert judged(state) == ("red", 5, 0)


@pytest.mark.rule("tactical.4.3.3")
def test_the_north_wins_when_round_twelve_would_begin_and_a_point_more_with_every_house() -> None:
    state, _, escort = village()
    destroy(escort)
    assert state.rounds == 11
    state.finished = True
    assert judged(state) == ("blue", 0, 5)
    play(state, lambda ctx: resolve_structure_damage(ctx, "house-1", 60))
    assert judged(state) == ("blue", 0, 5), "60 points are what a building can take"
    play(state, lambda ctx: resolve_structure_damage(ctx, "house-1", 1))
    assert (buildings_lost(state), ground_type(state, mils(28), mils(30))) == (1, "rough")
    assert judged(state) == ("blue", 0, 4)


@pytest.mark.rule("tactical.4.3.3")
def test_the_north_wins_at_once_when_no_attacker_is_left() -> None:
    state, mammoth, _ = village()
    for unit in of(state, "red"):
        unit.status = LEFT
    assert judged(state) == ("blue", 0, 5)
    destroy([mammoth])
    assert judged(state) == ("", 0, 0)


@pytest.mark.rule("tactical.4.3.3")
def test_the_mammoth_stays_in_the_town_and_its_escort_within_five_inches() -> None:
    state, mammoth, escort = village()
    assert refuse_limit(state, mammoth, mils(45.9), mils(36)) is None
    assert refuse_limit(state, mammoth, mils(46.1), mils(36)) is not None
    gear = put(state, escort[0], 50.0, 36)
    assert refuse_limit(state, gear, mils(51), mils(36)) is None, "exactly 5 in"
    assert refuse_limit(state, gear, mils(51.01), mils(36)) is not None
    assert refuse_limit(state, of(state, "red")[0], mils(51.01), mils(36)) is None
    state.turn, gear.facing, gear.mode = "blue", 0, "W"
    state.activation = Activation(gear.id, "combat", "W")
    assert refuse_move(state, Move(gear.id, ((0, mils(0.9)),))) is None
    found = refuse_move(state, Move(gear.id, ((0, mils(1.5)),)))
    assert found is not None
    assert found.code == "limit"


@pytest.mark.rule("tactical.4.3.3")
def test_the_escort_does_not_leave_the_table_and_the_south_may() -> None:
    state, _, escort = village()
    gear, foe = put(state, escort[0], 36, 47.2), put(state, of(state, "red")[0], 20, 47.2)
    for unit, found in ((gear, "limit"), (foe, "")):
        state.activation = Activation(unit.id, "combat", "W")
        refusal = refuse_leave(state, Ask(unit.seat, "act", unit.id), LeaveTable(unit.id, "north"))
        assert getattr(refusal, "code", "") == found


@pytest.mark.rule("tactical.4.3.3")
def test_who_was_thrown_out_may_come_back() -> None:
    state, _, escort = village()
    gear = put(state, escort[0], 60, 36)
    assert refuse_limit(state, gear, mils(58), mils(36)) is None


@pytest.mark.rule("tactical.4.3.3")
@pytest.mark.parametrize(
    ("seat", "x", "y", "code"),
    [("red", 10, 2, ""), ("red", 2, 30, ""), ("red", 70, 30, ""), ("red", 10, 46, "zone"), ("red", 10, 5, "zone"),
     ("blue", 50.5, 36, ""), ("blue", 52, 36, "zone"), ("mammoth", 36, 36, ""), ("mammoth", 41.5, 36, "zone")],
)  # fmt: skip
def test_where_everybody_is_placed(seat: str, x: float, y: float, code: str) -> None:
    state, mammoth, escort = village()
    unit = {"red": of(state, "red")[0], "blue": escort[0], "mammoth": mammoth}[seat]
    unit.status = WAITING
    found = refuse_deploy(state, Ask(unit.seat, "deploy"), Deploy(unit.id, mils(x), mils(y)))
    assert (found.code if found else "") == code


def last_stand(named: bool = True) -> State:
    state = scene("back-against-the-wall")
    if named:
        StevensNamed(of(state, "blue")[0].id).change(state)
    return state


@pytest.mark.rule("tactical.4.3.4")
def test_more_than_half_of_the_north_destroyed_wins_for_the_south_at_once() -> None:
    state = last_stand()
    destroy(of(state, "blue")[-5:])
    assert judged(state) is None, "exactly half"
    ReinforcementBought("blue", of(state, "blue")[0].card.id, 3, 236).change(state)
    destroy([list(state.units.values())[-1]])
    assert judged(state) is None, "who was called in is none of the force that counts"
    destroy(of(state, "blue")[-1:])
    assert judged(state) == ("red", 8, 0)


@pytest.mark.rule("tactical.4.3.4")
def test_the_north_wins_against_nobody_and_stevens_makes_the_difference() -> None:
    state = last_stand()
    destroy(of(state, "red")[1:])
    assert judged(state) is None
    of(state, "red")[0].status = LEFT
    assert judged(state) == ("blue", 0, 5)
    colonel = stevens(state)
    assert colonel is not None
    destroy([colonel])
    assert judged(state) == ("blue", 5, 2)


@pytest.mark.rule("tactical.4.3.4")
def test_time_that_runs_out_is_a_draw() -> None:
    state = last_stand()
    state.finished = True
    assert judged(state) == ("", 0, 0)


@pytest.mark.rule("tactical.4.3.4")
def test_a_northern_vehicle_gets_stevens_as_its_veteran_crew_and_commander() -> None:
    state = last_stand(named=False)
    ask = Ask("blue", "who is Stevens")
    units = of(state, "blue")
    price = units[2].tv
    assert refuse_stevens(state, ask, NameStevens(of(state, "red")[0].id, units[0].id)) is not None
    assert refuse_stevens(state, ask, NameStevens(units[2].id, units[2].id)) is not None
    assert (
        len({option.order.unit for option in offer_stevens(state, ask) if isinstance(option.order, NameStevens)}) == 10
    )
    play(state, resolve_eve, answer=lambda _s, _a: NameStevens(units[2].id, units[4].id))
    assert (units[2].level, units[2].rank, units[4].rank, units[2].tv) == (VETERAN, "commander", "second", price)
    assert stevens(state) is units[2]


@pytest.mark.rule("tactical.4.3.4")
def test_stevens_drives_a_vehicle_and_leads_no_squad_on_foot() -> None:
    state = last_stand(named=False)
    ask, units = Ask("blue", "who is Stevens"), of(state, "blue")
    squad = all_cards()["infantry-squad"]
    units[0].card = squad
    refusal = refuse_stevens(state, ask, NameStevens(units[0].id, units[1].id))
    assert refusal is not None
    assert refusal.code == "vehicle"
    orders = [option.order for option in offer_stevens(state, ask)]
    assert units[0].id not in {order.unit for order in orders if isinstance(order, NameStevens)}
    assert refuse_stevens(state, ask, NameStevens(units[1].id, units[0].id)) is None, "a squad may be Second"
    for unit in units:
        unit.card = squad
    assert not is_eve(state), "without a vehicle there is no Stevens to be named"


@pytest.mark.rule("tactical.4.3.4")
def test_stevens_brings_a_command_point_each_round_while_he_can() -> None:
    state = last_stand()
    for unit in state.units.values():
        unit.rank = ""
    state.phase, state.winner = "initiative", ""
    played = play(state, resolve_step_two, (6,), (2, 1), answer=lambda _s, _a: ChooseFirst("red"))
    assert len(played.of(CommandPointBrought)) == 1
    assert state.points["ICP:blue"] == 1
    colonel = stevens(state)
    assert colonel is not None
    colonel.tokens[STUNNED] = 1
    assert not gives_orders(state)
    colonel.tokens.pop(STUNNED)
    colonel.harm[f"aux:{COMMUNICATIONS}"] = 5
    assert not gives_orders(state)
    colonel.harm.clear()
    assert gives_orders(state)
    colonel.crew_lost = 1
    assert not gives_orders(state)


@pytest.mark.rule("tactical.4.3.4")
def test_the_south_places_everything_first() -> None:
    state = last_stand()
    for unit in of(state, "red") + of(state, "blue"):
        unit.status = WAITING
    state.round, state.phase = 0, "command"
    play(state, resolve_tactics, (6,), (2, 1))
    assert (state.phase, state.turn) == ("deployment", "red")
    first = state.units["red-1"]
    Deployed(first.id, mils(5), mils(2), 0, 900, "combat", "W").change(state)
    assert places_next(state, "red") == "red", "another group of the South"
    for unit in state.units.values():
        unit.status = "fielded" if unit.seat == "red" else WAITING
    assert places_next(state, "red") == "blue"
    for y, code in ((25.0, ""), (23.0, "zone")):
        found = refuse_deploy(state, Ask("blue", "deploy"), Deploy("blue-1", mils(45), mils(y)))
        assert (found.code if found and found.code != "unit" else "") == code
