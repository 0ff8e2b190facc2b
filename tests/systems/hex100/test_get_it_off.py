"""Get it off! What a ridden unit and its friends do about terror drones: shaking, shooting, pulling."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.advice.drones_and_signals import relief
from gearlock.systems.hex100.attacks.attack import (
    Attack,
    Bombard,
    Fired,
    FireReserve,
    Scattered,
    accuracy_modifiers,
    take_aim,
)
from gearlock.systems.hex100.damage.units_hit import Destroyed, Struck, SwarmCut
from gearlock.systems.hex100.defenses import Intercept
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.terror import Pounced, PullOff, ShakeOff, ShakeTried, ShootOff, Strayed, remove
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.forces.cards import Machine
from systems.hex100.kit import Position, W, at, code, events, machine, plain

TEGU = "tegu-siege"
PACK = machine("crocodile-mk2", ["drone-controller"], ["basic-sensor-suite"], drones=("terror-drones",))
SWARM = "red-1-drone-1"
GUNNER = machine("big-guye", [], ["gauss-rifle"], ["light-auto-cannon"])
MORTAR = machine("rampart", ["mortar"])
VICTIM = "blue-1"
HUNT = "search-and-destroy"


def ridden(friend: str | Machine = GUNNER, column: int = 8, acting: str = "blue-2", machines: int = 3) -> Position:
    """A blue tank with red's drones on it in column 6, a friend of it in some column; a red carrier far away."""
    position = Position(
        plain(20, 9), [(PACK, (19, 8), W)], [(TEGU, (6, 4), W), (friend, (column, 4), W)], acting=acting
    )
    position.field(SWARM, (5, 4), HUNT)
    position.ctx.emit(Pounced(SWARM, VICTIM))
    if machines < 3:
        position.ctx.emit(SwarmCut(SWARM, (2,) * machines, "shaken"))
    look_again(position.ctx)
    return position


@pytest.mark.rule("hex100.drone-terror-removal")
@pytest.mark.parametrize(("face", "left"), [(49, 2), (50, 3)])
@pytest.mark.parametrize("pay", ["attack", "utility"])
def test_for_an_action_a_ridden_unit_shakes_a_machine_off_under_fifty(face: int, left: int, pay: str) -> None:
    position = ridden(acting=VICTIM)
    position.unit(VICTIM).pool["utility"] = 1
    battle = position.play((face,))
    battle.answer("blue", ShakeOff(VICTIM, pay))
    assert len(battle.state.units[SWARM].swarm) == left
    assert battle.state.units[VICTIM].pool[pay] == 0
    assert [(event.number, event.face) for event in events(battle, ShakeTried)] == [(50, face)]
    assert battle.state.units[SWARM].riding == VICTIM


@pytest.mark.rule("hex100.drone-terror-removal")
def test_the_last_machine_off_is_the_end_of_the_swarm() -> None:
    battle = ridden(acting=VICTIM, machines=1).play((0,))
    battle.answer("blue", ShakeOff(VICTIM, "attack"))
    assert [event.unit for event in events(battle, Destroyed)] == [SWARM]
    assert not battle.state.riders(VICTIM)
    assert battle.state.known["red"][VICTIM] == 2
    assert code(battle, "blue", ShakeOff(VICTIM, "attack")) == "not-ridden"


@pytest.mark.rule("hex100.drone-terror-removal")
def test_shaking_takes_an_attack_or_a_utility_action_and_something_to_shake_off() -> None:
    battle = ridden(acting=VICTIM).play()
    assert code(battle, "blue", ShakeOff(VICTIM, "move")) == "no-such-action"
    assert code(battle, "blue", ShakeOff(VICTIM, "utility")) == "no-action-left"
    assert code(battle, "blue", ShakeOff(VICTIM, "attack")) == ""
    assert code(ridden().play(), "blue", ShakeOff("blue-2", "attack")) == "not-ridden"


@pytest.mark.rule("hex100.drone-terror-removal")
def test_a_mech_beside_its_friend_pulls_a_machine_off_at_once() -> None:
    battle = ridden(column=7).play()
    battle.answer("blue", PullOff("blue-2", VICTIM))
    assert [(event.left, event.how) for event in events(battle, SwarmCut)] == [((2, 2), "pulled")]
    assert battle.state.units["blue-2"].pool["attack"] == 0


@pytest.mark.rule("hex100.drone-terror-removal")
def test_only_mecha_pull_in_the_next_hex_off_a_friend_that_is_ridden() -> None:
    assert code(ridden(column=8).play(), "blue", PullOff("blue-2", VICTIM)) == "not-adjacent"
    assert code(ridden(TEGU, 7).play(), "blue", PullOff("blue-2", VICTIM)) == "no-mech"
    battle = ridden(column=7).play()
    assert code(battle, "blue", PullOff("blue-2", "red-1")) == "no-such-unit"
    assert code(battle, "blue", PullOff("blue-2", "blue-2")) == "no-such-unit"
    assert code(battle, "blue", PullOff("blue-2", "nobody")) == "no-such-unit"
    position = ridden(column=7)
    position.unit("blue-2").pool = {"move": 1}
    assert code(position.play(), "blue", PullOff("blue-2", VICTIM)) == "no-action-left"
    alone = Position(plain(), [(TEGU, (15, 8), W)], [(TEGU, (6, 4), W), (GUNNER, (7, 4), W)], acting="blue-2")
    assert code(alone.play(), "blue", PullOff("blue-2", VICTIM)) == "not-ridden"


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.modifier-stacking")
def test_shooting_at_riders_costs_twenty() -> None:
    position = ridden()
    unit, swarm = position.unit("blue-2"), position.unit(SWARM)
    found = find_weapon(position.state, unit, "gauss-rifle")
    assert found is not None
    lines = accuracy_modifiers(position.state, take_aim(position.state, unit, found[1], swarm, swarm.hex))
    assert [(line.value, line.rule) for line in lines] == [(-20, "hex100.drone-terror-removal")]


@pytest.mark.rule("hex100.drone-terror-removal")
def test_every_hit_takes_a_machine_off_and_half_of_the_misses_hit_the_friend() -> None:
    position = ridden()
    battle = position.play((39, 40), (49,), (99,))
    battle.answer("blue", ShootOff("blue-2", ("light-auto-cannon",), VICTIM))
    (fired,) = events(battle, Fired)
    assert (fired.number, fired.hits, fired.evaded, fired.target) == (40, 1, 0, SWARM)
    assert [len(event.left) for event in events(battle, SwarmCut)] == [2]
    assert [(event.faces, event.hits) for event in events(battle, Strayed)] == [((49,), 1)]
    assert [(event.unit, event.how) for event in events(battle, Struck)] == [(VICTIM, "hit")]
    assert "light-auto-cannon" in battle.state.units["blue-2"].used


@pytest.mark.rule("hex100.drone-terror-removal")
def test_a_miss_that_rolls_fifty_hits_nobody() -> None:
    battle = ridden().play((99, 99), (50, 50))
    battle.answer("blue", ShootOff("blue-2", ("light-auto-cannon",), VICTIM))
    assert not events(battle, Struck)
    assert not events(battle, SwarmCut)


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.attr-blast")
def test_a_blast_takes_all_machines_off_and_damages_the_friend() -> None:
    position = ridden(MORTAR, 10)
    battle = position.play((0,))
    battle.answer("blue", ShootOff("blue-2", ("mortar",), VICTIM))
    assert [event.unit for event in events(battle, Destroyed)] == [SWARM]
    assert [(event.unit, event.how) for event in events(battle, Struck)] == [(VICTIM, "blast")]


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.blast-scatter")
@pytest.mark.parametrize(("stray", "struck"), [(49, "hit"), (50, "")])
def test_a_missed_blast_hits_the_friend_or_scatters(stray: int, struck: str) -> None:
    position = ridden(MORTAR, 10)
    dice = ((99,), (stray,), (99,), (0,)) if struck else ((99,), (stray,), (1,), (2,))
    battle = position.play(*dice)
    battle.answer("blue", ShootOff("blue-2", ("mortar",), VICTIM))
    assert [event.how for event in events(battle, Struck) if event.unit == VICTIM] == [struck] * bool(struck)
    assert battle.state.units[SWARM].standing is not bool(struck)
    assert bool(events(battle, Scattered)) is not bool(struck)


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.attr-blast")
def test_any_blast_that_reaches_a_ridden_unit_clears_it() -> None:
    position = ridden(MORTAR, 10)
    battle = position.play((0,))
    q, r = at(7, 4)
    battle.answer("blue", Bombard("blue-2", "mortar", q, r))
    assert [event.unit for event in events(battle, Destroyed)] == [SWARM]


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.attr-blast", "hex100.arc-armour")
def test_a_blast_that_clears_riders_does_its_area_damage_and_a_stray_its_full_damage_instead() -> None:
    for dice, how, raw in ((((0,),), "blast", 2), (((99,), (49,), (99,)), "hit", 4)):
        battle = ridden(MORTAR, 10).play(*dice)
        battle.answer("blue", ShootOff("blue-2", ("mortar",), VICTIM))
        struck = [(event.how, event.raw, event.damage) for event in events(battle, Struck) if event.unit == VICTIM]
        assert struck == [(how, raw, raw - 1)]
        assert [line.label for line in events(battle, Struck)[0].lines] == ["top armour"]
        assert not battle.state.units[SWARM].standing


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.attr-blast")
def test_a_blast_aimed_at_the_ridden_unit_itself_hits_it_in_full_and_clears_it() -> None:
    position = Position(plain(20, 9), [(PACK, (19, 8), W), (MORTAR, (2, 4), W)], [(TEGU, (6, 4), W)], acting="red-2")
    position.field(SWARM, (5, 4), HUNT)
    position.ctx.emit(Pounced(SWARM, VICTIM))
    look_again(position.ctx)
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-2", ("mortar",), position.state.contacts["red"][VICTIM]))
    assert [(event.unit, event.how, event.raw) for event in events(battle, Struck)] == [(VICTIM, "hit", 4)]
    assert [event.unit for event in events(battle, Destroyed)] == [SWARM]


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.armour-blast")
def test_blast_plating_keeps_the_damage_off_and_not_the_clearing() -> None:
    plated = machine("crocodile-mk2", [], [], [], [], ["blast-plating-heavy"])
    position = Position(
        plain(20, 9), [(PACK, (19, 8), W)], [(plated, (6, 4), W), (MORTAR, (10, 4), W)], acting="blue-2"
    )
    position.field(SWARM, (5, 4), HUNT)
    position.ctx.emit(Pounced(SWARM, VICTIM))
    look_again(position.ctx)
    battle = position.play((0,))
    battle.answer("blue", ShootOff("blue-2", ("mortar",), VICTIM))
    assert not events(battle, Struck)
    assert [event.unit for event in events(battle, Destroyed)] == [SWARM]


@pytest.mark.rule("hex100.drone-terror-removal")
def test_what_is_no_way_to_shoot_drones_off_is_refused() -> None:
    battle = ridden(column=7).play()
    assert code(battle, "blue", ShootOff("blue-2", ("universal-melee-attack",), VICTIM)) == "no-ranged-weapon"
    assert code(battle, "blue", ShootOff("blue-2", ("gauss-rifle",), "blue-2")) == "no-such-unit"
    assert code(battle, "blue", ShootOff("blue-2", (), VICTIM)) == "no-such-weapon"
    assert code(battle, "blue", ShootOff("blue-2", ("gauss-rifle",), VICTIM)) == ""
    assert code(ridden(column=15).play(), "blue", ShootOff("blue-2", ("gauss-rifle",), VICTIM)) == "out-of-range"
    refusal = battle.refuse("blue", Attack("blue-2", ("gauss-rifle",), battle.state.contacts["blue"][SWARM]))
    assert refusal is not None
    assert refusal.code == "riding"
    assert "rides Tegu Siegebreaker" in refusal.message
    marker = ridden(machine("big-guye", [], ["canisterate"]), 7).play()
    assert code(marker, "blue", ShootOff("blue-2", ("canisterate",), VICTIM)) == "no-ranged-weapon"


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.reserve")
def test_shooting_drones_off_is_an_attack_that_reserves_answer() -> None:
    position = ridden()
    red = position.unit("red-1")
    red.q, red.r = at(10, 4)
    red.held, red.held_weapons, red.trigger = "attack", ["universal-melee-attack"], "attacks"
    position.unit("blue-2").q, position.unit("blue-2").r = at(9, 4)
    battle = position.play((99,), (99, 99), (99, 99))
    battle.answer("blue", ShootOff("blue-2", ("light-auto-cannon",), VICTIM))
    assert battle.view("red").asks[0].kind == "overwatch"
    battle.answer("red", FireReserve("red-1", battle.view("red").asks[0].about[0]))
    assert len(events(battle, Strayed)) == 1


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.drone-terror")
def test_both_sides_see_the_drones_on_a_unit_and_every_way_to_be_rid_of_them_is_offered() -> None:
    position = ridden(column=7)
    battle = position.play()
    for seat, name in (("red", position.state.contacts["red"][VICTIM]), ("blue", VICTIM)):
        piece = next(piece for piece in battle.view(seat).pieces if piece.id == name)
        tokens = [(token.name, token.count) for token in piece.tokens if token.rule == "hex100.drone-terror"]
        assert tokens == [("terror drones on it", 3)]
    kinds = {type(option.order) for option in battle.options("blue")}
    assert {PullOff, ShootOff} <= kinds
    battle = ridden(acting=VICTIM).play()
    assert ShakeOff in {type(option.order) for option in battle.options("blue")}


@pytest.mark.rule("hex100.drone-terror-removal")
def test_previews_tell_the_odds_and_weigh_the_friend() -> None:
    position = ridden(column=7)
    worth = relief(position.state, position.unit(VICTIM))
    assert worth == pytest.approx(2 * 0.6 / position.state.machine(VICTIM).unit.structure)
    battle = position.play()
    pull = battle.preview("blue", PullOff("blue-2", VICTIM))
    assert pull.gives == pytest.approx(worth)
    assert not pull.risks
    shot = battle.preview("blue", ShootOff("blue-2", ("light-auto-cannon",), VICTIM))
    assert shot.odds is not None
    assert shot.odds.p_hit == pytest.approx(1 - 0.6**2)
    assert shot.gives == pytest.approx(2 * 0.4 * worth)
    assert "Machines off: 0: 36.0%, 1: 48.0%, 2: 16.0%." in shot.notes
    assert shot.risks > 0
    shake = ridden(acting=VICTIM).play().preview("blue", ShakeOff(VICTIM, "attack"))
    assert shake.odds is not None
    assert shake.odds.p_hit == 0.5
    assert shake.gives == pytest.approx(worth / 2)


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.drone-terror")
def test_the_story_is_told_to_both_sides() -> None:
    battle = ridden(column=7).play()
    battle.answer("blue", PullOff("blue-2", VICTIM))
    (cut,) = events(battle, SwarmCut)
    for seat in ("red", "blue"):
        told = battle.system.tell(battle.state, cut, seat)
        assert told is not None
        assert "2 of 3 machines left" in told.text


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.linked-fire")
def test_weapons_that_fire_together_stop_when_nothing_is_left_to_shoot_off() -> None:
    twin = machine("big-guye", [], ["light-auto-cannon"], ["light-auto-cannon"])
    for machines, dice, fired in ((1, ((0, 0),), 1), (3, ((0, 0), (0, 99), (99,)), 2)):
        position = ridden(twin, machines=machines)
        position.unit("blue-2").focus = "fire-control"
        guns = tuple(token for token in position.state.scene.loadouts["blue-2"].tokens if "cannon" in token)
        battle = position.play(*dice)
        battle.answer("blue", ShootOff("blue-2", guns, VICTIM))
        assert len(events(battle, Fired)) == fired
        assert [event.unit for event in events(battle, Destroyed)] == [SWARM]


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.reserve")
def test_who_is_destroyed_by_a_reserve_shoots_nothing_off() -> None:
    position = ridden()
    red, blue = position.unit("red-1"), position.unit("blue-2")
    (red.q, red.r), (blue.q, blue.r), blue.hp = at(10, 4), at(9, 4), 1
    red.held, red.held_weapons, red.trigger = "attack", ["universal-melee-attack"], "attacks"
    battle = position.play((0,), (99,))
    battle.answer("blue", ShootOff("blue-2", ("light-auto-cannon",), VICTIM))
    battle.answer("red", FireReserve("red-1", battle.view("red").asks[0].about[0]))
    assert [event.unit for event in events(battle, Destroyed)] == ["blue-2"]
    assert [event.unit for event in events(battle, Fired)] == ["red-1"]


@pytest.mark.rule("hex100.drone-terror-removal", "hex100.attr-interceptor")
def test_interceptors_of_their_side_stop_missiles_at_riders() -> None:
    rockets = machine("big-guye", ["rocket-pod"])
    guard = machine("point-defence-drone")
    position = Position(
        plain(20, 9),
        [(PACK, (19, 8), W), (guard, (6, 6), W)],
        [(TEGU, (6, 4), W), (rockets, (8, 4), W)],
        acting="blue-2",
    )
    position.field(SWARM, (5, 4), HUNT)
    position.ctx.emit(Pounced(SWARM, VICTIM))
    shots = position.state.machine("blue-2").mounts[0].modes[0].rof
    battle = position.play(*(((99,) * (shots - 1),) * 2 if shots > 1 else ()))
    battle.answer("blue", ShootOff("blue-2", ("rocket-pod",), VICTIM))
    battle.answer("red", Intercept("red-2", 1))
    assert [len(event.faces) for event in events(battle, Fired)] == [shots - 1] * (shots > 1)


@pytest.mark.rule("hex100.drone-terror-removal")
def test_where_two_swarms_ride_a_unit_one_machine_is_one_machine() -> None:
    packs = machine("crocodile-mk2", ["drone-controller"], ["drone-controller"], drones=("terror-drones",) * 2)
    position = Position(plain(20, 9), [(packs, (19, 8), W)], [(TEGU, (6, 4), W)])
    swarms = (SWARM, "red-1-drone-2")
    for column, swarm in enumerate(swarms, 4):
        position.field(swarm, (column, 4), HUNT)
        position.ctx.emit(Pounced(swarm, VICTIM))
    remove(position.ctx, VICTIM, 1, "shaken", VICTIM)
    assert [len(position.unit(swarm).swarm) for swarm in swarms] == [2, 3]
    remove(position.ctx, VICTIM, 3, "shot", VICTIM)
    assert [len(position.unit(swarm).swarm) for swarm in swarms] == [0, 2]
