"""What a seat supposes of enemies out of its sight: nothing of the truth that it has not found out."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from conformance.checks import AnyBattle, decisions
from gearlock.bots.tactician import TacticianBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.seat import Seat
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.detection.sight import level_of, update_contacts
from gearlock.systems.hex100.forces.cards import Machine, machines
from gearlock.systems.hex100.objectives import is_secret_from
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEEN, UNKNOWN, State
from systems.hex100.kit import E, Place, Position, W, at, machine, plain
from systems.hex100.strangers import strangers

BLIND, EYES = machine("tegu-mbt"), machine("crocodile-mk2", [], ["basic-sensor-suite"])
LURKER = "predator-stalker"
FAR = (29, 4)


def supposed(state: State, seed: int = 1) -> State:
    return SYSTEM.suppose(state, "red", random.Random(seed))


def field_of(red: Machine, *blue: Place) -> Position:
    return Position(plain(30, 9), [(red, (0, 4), E)], list(blue))


@pytest.mark.parametrize("seed", range(3))
def test_what_and_where_an_unseen_enemy_is_leaves_no_trace(seed: int) -> None:
    """Another machine, with drones or without, elsewhere, hurt and with plans of its own, is taken for the same."""
    one = field_of(BLIND, (LURKER, FAR, W)).state
    two = field_of(BLIND, ("crocodile-packmaster", (27, 1), E)).state
    unit = two.units["blue-1"]
    unit.hp, unit.critical, unit.jammed, unit.held, unit.done = 3, 2, True, "attack", True
    two.known["blue"], two.contacts["blue"] = {"red-1": SEEN}, {"red-1": "contact-7"}
    two.counted["blue"], two.units["red-1"].traced = 7, True
    assert one.known["red"] == two.known["red"] == {}
    assert supposed(one, seed) == supposed(two, seed)


def test_the_unseen_are_drawn_anew_every_time_and_never_stand_where_they_would_be_found() -> None:
    state = field_of(BLIND, (LURKER, FAR, W), (BLIND, (28, 0), W)).state
    drawn = [supposed(state, seed) for seed in range(12)]
    assert len({each.units["blue-1"].hex for each in drawn}) > 6
    assert len({each.machine("blue-1").id for each in drawn}) > 3
    for each in drawn:
        assert each.units["blue-1"].hex != each.units["blue-2"].hex
        assert all(level_of(each, "red", each.units[unit]) == UNKNOWN for unit in ("blue-1", "blue-2"))
        assert each.units["blue-1"].hp == each.scene.loadouts["blue-1"].full_hp


def test_who_has_sensors_supposes_the_unseen_to_hide_from_them() -> None:
    state = field_of(EYES, (LURKER, FAR, W)).state
    assert state.known["red"] == {}
    for seed in range(5):
        each = supposed(state, seed)
        assert each.units["blue-1"].standing
        assert level_of(each, "red", each.units["blue-1"]) == UNKNOWN


def test_a_blip_may_be_any_machine_that_shows_there() -> None:
    one, two = (field_of(EYES, (each, FAR, W)).state for each in (BLIND, "cobra-hunter"))
    assert one.known["red"] == two.known["red"] == {"blue-1": BLIP}
    two.units["blue-1"].hp = 1
    for seed in range(4):
        each = supposed(one, seed)
        assert each == supposed(two, seed)
        assert each.units["blue-1"].hex == at(*FAR)
        assert level_of(each, "red", each.units["blue-1"]) == BLIP


def test_of_an_identified_enemy_the_type_is_kept_and_not_what_it_carries() -> None:
    ready = machines()["cobra-hunter"]
    position = field_of(EYES, (machine(ready.unit.id), FAR, W))
    position.state.known["red"]["blue-1"] = IDENTIFIED
    each = supposed(position.state)
    assert each.machine("blue-1").unit == ready.unit
    assert each.machine("blue-1").id in machines()


def test_a_contact_that_eyes_cannot_find_stays_one() -> None:
    position = field_of(EYES, (machine("predator-1e", ["predator-cloaking-device"]), (3, 4), W))
    state = position.state
    (shown,) = [piece for piece in SYSTEM.view(state, "red", ()).pieces if piece.side == "blue"]
    assert [token.name for token in shown.tokens] == ["optical stealth"]
    for seed in range(4):
        assert SYSTEM.view(supposed(state, seed), "red", ()) == SYSTEM.view(state, "red", ())


def test_what_is_in_sight_is_kept_and_its_plans_are_not() -> None:
    position = field_of(EYES, ("cobra-hunter", (4, 4), W))
    unit = position.unit("blue-1")
    unit.hp, unit.held, unit.trigger, unit.resisting = 5, "attack", "move", True
    unit.uses = dict.fromkeys(unit.uses, 0)
    each = supposed(position.state)
    taken = each.units["blue-1"]
    assert (taken.hp, taken.hex, taken.facing) == (5, unit.hex, unit.facing)
    assert each.machine("blue-1") == position.state.machine("blue-1")
    assert (taken.held, taken.trigger, taken.resisting) == ("", "", False)
    assert all(taken.uses.values())


def test_drones_that_have_been_found_stay_and_belong_to_somebody() -> None:
    position = field_of(EYES, ("crocodile-packmaster", FAR, W), (BLIND, (28, 1), W))
    position.field("blue-1-drone-1", (3, 4), "")
    update_contacts(position.ctx)
    assert position.state.known["red"]["blue-1-drone-1"] == SEEN
    carriers = set()
    for seed in range(8):
        each = supposed(position.state, seed)
        tie = each.scene.ties["blue-1-drone-1"]
        assert tie.controller in each.scene.loadouts[tie.carrier].mounts
        carriers.add(tie.carrier)
    assert carriers == {"blue-1", "blue-2"}


def test_secret_objectives_and_what_they_brought_are_left_out() -> None:
    one = SYSTEM.begin(SYSTEM.prepare("stealth-raid", 1, {}))
    goals = list(enumerate(one.scene.plan.objectives))
    secret = [number for number, each in goals if is_secret_from(each, "blue")]
    told = [number for number, each in goals if not is_secret_from(each, "blue")]
    one.scored = [(told[-1], "red-1", "blue", 5)]
    two = one.clone()
    two.scored = [(secret[0], "11,4", "red", 3), *one.scored]
    two.sites = [(11, 4, "red", "hack")]
    first, second = (SYSTEM.suppose(each, "blue", random.Random(1)) for each in (one, two))
    assert first == second
    assert not any(is_secret_from(each, "blue") for each in first.scene.plan.objectives)
    assert SYSTEM.view(first, "blue", ()).score == SYSTEM.view(two, "blue", ()).score == {"red": 0, "blue": 5}


def test_who_acts_for_the_enemy_is_drawn_by_lot() -> None:
    blue: list[Place] = [(BLIND, (28, row), W) for row in (1, 4, 7)]
    state = Position(plain(30, 9), [(BLIND, (0, 4), E)], blue, acting="blue-2").state
    assert {supposed(state, seed).acting for seed in range(12)} == {"blue-1", "blue-2", "blue-3"}


def thoughts(battle: AnyBattle, state: State, seat: str, seed: int) -> tuple[object, ...]:
    """What a bot would do if this were the state of the battle, and every plan it has weighed."""
    taken_up = Battle.begin(SYSTEM, battle.setup, Seeded(seed), state)
    bot = TacticianBot(seed, looks=10, seconds=60.0)
    return bot.decide(Seat(taken_up, seat)), bot.thoughts()


def test_a_bot_thinks_the_same_whichever_stranger_is_which() -> None:
    forces = {
        "red": "predator-stalker,errant-shade,stratus-spotter",
        "blue": "lord-chameleon,summit-watch,crocodile-marker",
    }
    setup = SYSTEM.prepare("close-quarters", 3, {**forces, "map": "small", "budget": "large"})
    battle, compared = Battle.begin(SYSTEM, setup, Seeded(3)), 0
    for count, (seat, _) in enumerate(islice(decisions(battle, 5), 82)):
        if count < 65 or not battle.fresh:
            continue
        for twin, _ in islice(strangers(battle.state, seat), 1):
            assert thoughts(battle, twin, seat, count) == thoughts(battle, battle.state.clone(), seat, count)
            compared += 1
    assert compared
