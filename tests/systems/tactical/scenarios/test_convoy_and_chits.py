"""4.3.5, 4.3.6: trucks in the fog, and the vehicle behind one of four chits."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.datacards import QUALIFIED
from gearlock.systems.tactical.deployment import refuse_speed
from gearlock.systems.tactical.flow import resolve_round
from gearlock.systems.tactical.movement.course import ShiftSpeed
from gearlock.systems.tactical.movement.speeds import refuse_shift
from gearlock.systems.tactical.printed_scenarios import the_six as c
from gearlock.systems.tactical.printed_scenarios.in_play import (
    ChitIdentified,
    Forfeited,
    disguise,
    guess_chit,
    refuse_chit,
    refuse_noting,
    resolve_eve,
    resolve_round_ends,
    suppose,
    watch,
)
from gearlock.systems.tactical.printed_scenarios.the_six import FIRST_LOSS, NoteVehicle, PlaceChit, trucks
from gearlock.systems.tactical.rounds.round import Declare, refuse_declare
from gearlock.systems.tactical.scenario_generator.missions import LeaveTable, resolve_leave
from gearlock.systems.tactical.state import COMBAT, KEPT_SLOW, LEFT, STATIONARY, TOP, Activation, State, Unit
from gearlock.systems.tactical.support.buying import refuse_kind
from gearlock.systems.tactical.support_assets import aircraft, salvos
from gearlock.systems.tactical.victory_points import BuySalvo, points_to_spend, refuse_salvo
from gearlock.table.terrain import Ground
from systems.tactical.scenarios.scenes import destroy, judged, of, put, scene
from systems.tactical.tables import mils, play


def convoy() -> State:
    return scene("come-out-come-out")


def escorts(state: State) -> list[Unit]:
    return [unit for unit in of(state, "blue") if not unit.token("no evasion")]


def leaves(state: State, unit: Unit, edge: str = "south") -> None:
    state.activation = Activation(unit.id, COMBAT, "G")
    play(state, lambda ctx: resolve_leave(ctx, LeaveTable(unit.id, edge)))


@pytest.mark.rule("tactical.4.3.5")
@pytest.mark.rule("tactical.4.2.2")
def test_in_a_campaign_points_for_trucks_may_be_spent_at_once() -> None:
    state = scene("come-out-come-out")
    all_trucks = trucks(state)
    destroy(all_trucks[:2])
    all_trucks[2].status, all_trucks[2].tokens["escaped"] = "left", 1
    assert not play(state, watch).events, "outside campaigns nobody spends any"
    state.points |= {"pool:red": 0, "pool:blue": 0}
    play(state, watch)
    assert [points_to_spend(state, seat) for seat in ("red", "blue")] == [2, 1]
    assert not play(state, watch).events


@pytest.mark.rule("tactical.4.3.5")
def test_points_for_trucks_through_and_trucks_destroyed() -> None:
    state = convoy()
    lot = trucks(state)
    assert len(lot) == 8
    for unit in lot[:4]:
        leaves(state, unit)
    destroy(lot[4:7])
    assert judged(state) is None, "one is still on its way"
    leaves(state, lot[7], "west")
    assert judged(state) == ("blue", 3, 4), "by another edge it is away, and got nowhere"
    destroy([lot[3], lot[7]])
    assert judged(state)[:2] == ("red", 5)  # type: ignore[index]


@pytest.mark.rule("tactical.4.3.5")
def test_the_same_points_are_a_draw_and_time_ends_it() -> None:
    state = convoy()
    lot = trucks(state)
    leaves(state, lot[0])
    destroy([lot[1]])
    assert judged(state) is None
    state.finished = True
    assert judged(state) == ("", 1, 1)


@pytest.mark.rule("tactical.4.3.5")
def test_escorts_are_worth_two_points_when_half_are_lost_and_three_when_all_are() -> None:
    state = convoy()
    state.finished = True
    guards = escorts(state)
    assert len(guards) == 10
    for gone, points in ((4, 0), (5, 2), (9, 2), (10, 3)):
        destroy(guards[:gone])
        assert judged(state) == (("red" if points else ""), points, 0), gone


@pytest.mark.rule("tactical.4.3.5")
def test_once_the_south_is_gone_all_trucks_that_drive_get_through() -> None:
    state = convoy()
    destroy(trucks(state)[:1])
    for unit in of(state, "red"):
        unit.status = LEFT
    trucks(state)[1].harm["power"] = 1
    assert judged(state) == ("blue", 1, 6)


@pytest.mark.rule("tactical.4.3.5")
def test_trucks_have_the_printed_figures_and_start_at_combat_speed() -> None:
    truck = trucks(convoy())[0]
    card = truck.card
    assert (card.size, card.armor, card.maneuver, card.modes["G"]) == (8, 9, -1, type(card.modes["G"])(4, 7))
    assert refuse_speed(truck, COMBAT, "") is None
    assert refuse_speed(truck, STATIONARY, "") is not None
    assert refuse_speed(truck, TOP, "") is not None


@pytest.mark.rule("tactical.4.3.5")
def test_trucks_never_evade_and_stay_slow_until_the_round_after_one_is_lost() -> None:
    state = convoy()
    truck, other = trucks(state)[:2]
    ask = Ask("blue", "declare")
    assert refuse_declare(state, ask, Declare(truck.id, 0, True)) is not None
    assert refuse_declare(state, ask, Declare(truck.id, 1)) is None
    assert refuse_declare(state, ask, Declare(escorts(state)[0].id, 0, True)) is None
    state.activation = Activation(truck.id, COMBAT, "G", spent=4000, gone=4000)

    def code() -> str:
        found = refuse_shift(state, ShiftSpeed(truck.id, TOP))
        return found.code if found else ""

    assert code() == "slow"
    destroy([other])
    assert code() == "slow", "not in the round of the loss"
    play(state, resolve_round_ends)
    assert state.points[FIRST_LOSS] == 1
    now, state.activation = state.activation, None
    play(state, resolve_round)
    assert not any(unit.token(KEPT_SLOW) for unit in trucks(state))
    state.activation = now
    assert code() == ""


def night(truth: str = "chit:2") -> State:
    """Four chits in the Southern half; the North knows nothing yet."""
    state = scene("opportunity-knocks")
    state.markers = {}
    for number, (x, y) in enumerate(((8, 12), (30, 21), (48, 8), (66, 21)), 1):
        state.markers[f"chit:{number}"] = mils(x), mils(y)
    state.facts[c.TRUTH] = Sealed(truth, ("red",))
    return state


def _says(order: Order, _state: State, _ask: Ask) -> Order:
    return order


def looks(state: State, unit: Unit) -> list[ChitIdentified]:
    """What a unit that is being activated makes out from where it is."""
    state.activation = Activation(unit.id, COMBAT, unit.mode)
    return play(state, watch).of(ChitIdentified)


@pytest.mark.rule("tactical.4.3.6")
def test_chits_lie_in_the_southern_half_ten_inches_apart() -> None:
    state = scene("opportunity-knocks")
    ask = Ask("red", "place a chit")
    state.markers = {"chit:1": (mils(30), mils(12))}
    for x, y, code in ((40, 12, ""), (39.9, 12, "apart"), (50, 24, ""), (50, 24.1, "half"), (50, -1, "half")):
        found = refuse_chit(state, ask, PlaceChit(mils(x), mils(y)))
        assert (found.code if found else "") == code, (x, y)


@pytest.mark.rule("tactical.4.3.6")
def test_the_south_places_four_and_notes_in_secret_which_it_is() -> None:
    state = scene("opportunity-knocks")
    state.round, state.markers = 0, {}
    chooser = Random(3)
    for _ in range(4):
        spot = guess_chit(state, Ask("red", ""), PlaceChit(), chooser, 0)
        assert spot is not None
        play(state, resolve_eve, answer=partial(_says, spot))
    assert len(c.chits(state)) == 4
    assert refuse_noting(state, Ask("red", ""), NoteVehicle("chit:5")) is not None
    play(state, resolve_eve, answer=lambda _s, _a: NoteVehicle("chit:3"))
    assert (state.facts[c.TRUTH].value, state.facts[c.TRUTH].knows) == ("chit:3", ("red",))
    shown = {seat: [each.label for each in SYSTEM.view(state, seat, ()).markers] for seat in ("red", "blue")}
    assert [label for label in shown["red"] if "C3" in label] == ["Chit 3 (the C3 vehicle)"]
    assert shown["blue"] == ["Chit 1", "Chit 2", "Chit 3", "Chit 4"]


@pytest.mark.rule("tactical.4.3.6")
def test_a_chit_is_identified_in_sight_within_twenty_inches_and_not_beyond() -> None:
    state = night()
    unit = of(state, "blue")[0]
    unit.facing = 2700
    state.ground = Ground(state.ground.width, state.ground.height, (), "bare")
    put(state, unit, 30, 41.001)
    assert not looks(state, unit)
    put(state, unit, 30, 41)
    assert [event.chit for event in looks(state, unit)] == ["chit:2"]


@pytest.mark.rule("tactical.4.3.6")
def test_woods_hide_a_chit_at_night_and_the_south_identifies_nothing() -> None:
    state = night()
    unit, red = of(state, "blue")[0], of(state, "red")[0]
    put(state, unit, 8, 25).facing = 2700
    assert not looks(state, unit), "seven inches of woods"
    put(state, red, 30, 23).facing = 2700
    assert not looks(state, red)
    put(state, unit, 30, 23).facing = 900
    assert not looks(state, unit), "it looks the other way"


@pytest.mark.rule("tactical.4.3.6")
def test_a_decoy_goes_and_the_vehicle_is_put_in_its_place() -> None:
    state = night("chit:4")
    unit = of(state, "blue")[0]
    put(state, unit, 30, 24).facing = 2700
    assert looks(state, unit) == [ChitIdentified("chit:2", unit.id, False)]
    assert "chit:2" not in state.markers
    put(state, unit, 66, 24)
    (found,) = looks(state, unit)
    target = c.vehicle(state)
    assert target is not None
    assert (found.real, target.is_fielded, (target.x, target.y)) == (True, True, (mils(66), mils(21)))
    assert (c.chits(state), state.facts[c.TRUTH].knows) == ({}, ("red", "blue"))


def at_the_vehicle() -> tuple[State, Unit, Unit]:
    state = night("chit:4")
    ChitIdentified("chit:4", "blue-1", True, mils(60), mils(14), 0).change(state)
    target, gear = c.vehicle(state), of(state, "blue")[0]
    assert target is not None
    put(state, gear, 60, 14)
    gear.y += gear.card.radius + target.card.radius + c.TOUCH
    gear.went, gear.moved = STATIONARY, 0
    return state, gear, target


@pytest.mark.rule("tactical.4.3.6")
def test_two_full_rounds_at_the_vehicle_plant_the_virus() -> None:
    state, gear, _ = at_the_vehicle()
    assert play(state, resolve_round_ends).value is False
    assert (gear.token(c.UPLOAD), judged(state)) == (1, None)
    assert play(state, resolve_round_ends).value is True
    assert judged(state) == ("blue", 0, 7)
    destroy(of(state, "blue")[-3:])
    assert judged(state) == ("blue", 0, 5), "seven of ten are less than 75%"


@pytest.mark.rule("tactical.4.3.6")
@pytest.mark.parametrize("spoiled", ["moved", "went", "acted", "fired", "evading", "away", "not a Gear", "lost"])
def test_whatever_else_it_does_it_begins_anew(spoiled: str) -> None:
    state, gear, _ = at_the_vehicle()
    play(state, resolve_round_ends)
    if spoiled == "moved":
        gear.moved = mils(1)
    elif spoiled == "went":
        gear.went = COMBAT
    elif spoiled == "acted":
        gear.actions -= 1
    elif spoiled == "fired":
        gear.fired.append("LAC:red-1")
    elif spoiled == "evading":
        gear.tokens["evading"] = 1
    elif spoiled == "away":
        gear.y += 1
    elif spoiled == "lost":
        gear.status = LEFT
    else:
        gear.card = trucks(convoy())[0].card
    assert play(state, resolve_round_ends).value is False
    assert gear.token(c.UPLOAD) == 0


@pytest.mark.rule("tactical.4.3.6")
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_nobody_has_artillery_there_neither_for_support_nor_for_victory_points(seat: str) -> None:
    state = night()
    for name in salvos():
        bought = refuse_kind(state, seat, name, 0)
        paid = refuse_salvo(state, Ask(seat, ""), BuySalvo(name))
        assert bought is not None
        assert paid is not None
        assert (bought.code, paid.code) == ("barred", "barred")
    plane = next(iter(aircraft()))
    assert refuse_kind(state, seat, plane, QUALIFIED) is None, "aircraft may come"


@pytest.mark.rule("tactical.4.3.6")
def test_the_south_wins_after_round_ten_and_two_points_more_for_three_quarters() -> None:
    state = night()
    assert state.rounds == 10
    destroy(of(state, "blue")[:7])
    assert judged(state) is None
    state.finished = True
    assert judged(state) == ("red", 4, 0)
    destroy(of(state, "blue")[:1])
    assert judged(state) == ("red", 6, 0), "eight of ten"
    state.points["began:blue"] = 11
    assert judged(state) == ("red", 4, 0), "eight of eleven"
    state.points["began:blue"] = 8
    destroyed = [unit for unit in state.units.values() if unit.seat == "blue" and unit.is_lost]
    for unit in destroyed[:2]:
        unit.status = "fielded"
    assert judged(state) == ("red", 6, 0), "exactly three quarters of eight"
    destroy(destroyed)
    state.finished = False
    destroy(of(state, "blue"))
    assert judged(state) == ("red", 6, 0), "nobody is left to plant it"


@pytest.mark.rule("tactical.4.3.6")
@pytest.mark.parametrize(("slayer", "result"), [("blue-2", ("red", 4, 0)), ("red-1", ("blue", 0, 7))])
def test_who_destroys_the_vehicle_loses(slayer: str, result: tuple[str, int, int]) -> None:
    state, _, target = at_the_vehicle()
    destroy([target])
    target.slayer = slayer
    assert len(play(state, watch).of(Forfeited)) == 1
    assert judged(state) == result
    assert not play(state, watch).of(Forfeited), "once"


@pytest.mark.rule("tactical.4.3.6")
def test_what_the_north_supposes_does_not_depend_on_the_truth() -> None:
    drawn = {truth: [suppose(night(truth), "blue", Random(n)).facts[c.TRUTH].value for n in range(12)] for truth in
             ("chit:1", "chit:4")}  # fmt: skip
    assert drawn["chit:1"] == drawn["chit:4"]
    assert set(drawn["chit:1"]) == {"chit:1", "chit:2", "chit:3", "chit:4"}
    assert suppose(night(), "red", Random(1)).facts[c.TRUTH].value == "chit:2"
    assert {disguise(night(), "blue", Random(n)).facts[c.TRUTH].value for n in range(20)} == set(drawn["chit:1"])
