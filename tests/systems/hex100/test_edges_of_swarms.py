"""Swarms, reserves, beacons and blades at their edges."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from gearlock.systems.hex100.attacks.attack import as_used, shock_on_others, struck_by
from gearlock.systems.hex100.attacks.reserve import is_triggered
from gearlock.systems.hex100.damage.units_hit import Fire, Way, blown, mend_swarm, struck, swarm_chances
from gearlock.systems.hex100.equipment import full_hp
from gearlock.systems.hex100.forces.cards import Armour, Weapon
from gearlock.systems.hex100.forces.cards import weapons as arsenal
from gearlock.systems.hex100.networks import e_war, resistance_to_lock
from gearlock.table.hexes import step
from systems.hex100.kit import NE, NW, SE, SW, E, Position, W, at, machine, plain

GUN = Weapon("gun", "Gun", "guns", 50, 1, 8, 6, "piercing", 2, 40)
CROC = "crocodile-lasers"


def duel(column: int = 5, facing: int = W) -> Position:
    return Position(plain(), [(CROC, (0, 4), E)], [(CROC, (column, 4), facing)])


@pytest.mark.rule("hex100.drone-terror")
@pytest.mark.parametrize(
    ("swarm", "damage", "critical", "left"),
    [
        ((2, 2, 2), 1, 0, (1, 2, 2)),
        ((2, 2, 2), 2, 0, (2, 2)),
        ((2, 2, 2), 9, 0, (2, 2)),
        ((1, 2), 1, 0, (2,)),
        ((2, 2), 0, 1, (2,)),
        ((2,), 0, 1, ()),
        ((2,), 2, 0, ()),
        ((3, 3), 1, 0, (2, 3)),
        ((3, 3), 0, 0, (3, 3)),
    ],
)
def test_a_hit_is_for_the_weakest_machine_alone(
    swarm: tuple[int, ...], damage: int, critical: int, left: tuple[int, ...]
) -> None:
    assert struck(swarm, damage, critical) == left


@pytest.mark.rule("hex100.drone-terror", "hex100.attr-blast")
@pytest.mark.parametrize(("damage", "left"), [(0, (1, 2, 3)), (1, (1, 2)), (2, (1,)), (3, ()), (4, ())])
def test_a_blast_is_for_every_machine(damage: int, left: tuple[int, ...]) -> None:
    assert blown((1, 2, 3), damage) == left


@pytest.mark.rule("hex100.drone-terror", "hex100.drone-repair")
@pytest.mark.parametrize(
    ("swarm", "points", "mended"),
    [
        ([1, 1, 2], 1, [1, 2, 2]),
        ([1, 1, 2], 2, [2, 2, 2]),
        ([1, 1, 2], 3, [2, 2, 2]),
        ([1, 2], 0, [1, 2]),
        ([], 4, []),
    ],
)
def test_machines_are_mended_one_after_the_other_up_to_their_card(
    swarm: list[int], points: int, mended: list[int]
) -> None:
    unit = duel().unit("blue-1")
    unit.swarm = swarm
    card: Any = replace(machine("crocodile-mk2").unit, hp=2)
    mend_swarm(unit, card, points)
    assert unit.swarm == mended


@pytest.mark.rule("hex100.drone-terror", "hex100.attr-blast", "hex100.attack-sequence")
def test_the_chances_of_a_swarm_are_those_of_every_way_its_shots_can_go() -> None:
    chooser = random.Random(2)
    for _ in range(40):
        swarm = tuple(sorted(chooser.choices((1, 2, 3), k=chooser.randint(1, 3))))
        fires = []
        for _ in range(chooser.randint(1, 2)):
            area, astray = chooser.randrange(3), chooser.randrange(2)
            some, full = Way(chooser.randrange(3), 0, area, 2), Way(chooser.randrange(4), chooser.randrange(2), area, 4)
            fires.append(Fire(chooser.randint(1, 2), (Way(0, 0, astray, 3), some, full)))
        slow: dict[tuple[int, int], int] = {}
        for going in product(*(range(3) for fire in fires for _ in range(fire.shots))):
            left, weight, rest = swarm, 1, list(going)
            for fire in fires:
                mine, rest = rest[: fire.shots], rest[fire.shots :]
                for way in mine:
                    damage, critical, _, times = fire.ways[way]
                    weight *= times
                    left = struck(left, damage, critical) if left and damage + critical else left
                for way in mine:
                    left = blown(left, fire.ways[way].area)
            key = (sum(swarm) - sum(left), 0)
            slow[key] = slow.get(key, 0) + weight
        assert swarm_chances(swarm, fires) == slow


@pytest.mark.rule("hex100.reserve")
@pytest.mark.parametrize(
    ("within", "column", "fires"),
    [(0, 6, True), (3, 3, True), (3, 4, False), (4, 4, True), (1, 1, True), (1, 2, False)],
)
def test_a_reserve_waits_for_one_who_is_near_enough(within: int, column: int, fires: bool) -> None:
    position = duel(column)
    holder, enemy = position.unit("red-1"), position.unit("blue-1")
    holder.held, holder.trigger, holder.within, holder.waits_for = "move", "moves", within, ""
    assert is_triggered(position.state, holder, enemy, at(column + 1, 4)) is fires
    assert not is_triggered(position.state, holder, enemy, None), "it waits for a step, not for an attack"
    holder.trigger = "attacks"
    assert is_triggered(position.state, holder, enemy, None) is fires
    assert not is_triggered(position.state, holder, enemy, at(column + 1, 4))
    holder.waits_for = "blue-2"
    assert not is_triggered(position.state, holder, enemy, None)
    holder.waits_for = "blue-1"
    assert is_triggered(position.state, holder, enemy, None) is fires
    holder.held = ""
    assert not is_triggered(position.state, holder, enemy, None)


@pytest.mark.rule("hex100.reserve", "hex100.los-blocking")
@pytest.mark.parametrize(
    ("before", "now", "appears"),
    [((6, 1), (6, 3), True), ((6, 3), (6, 1), False), ((6, 3), (5, 3), False), ((6, 1), (5, 1), False)],
)
def test_an_enemy_comes_into_sight_out_of_what_hid_it(
    before: tuple[int, int], now: tuple[int, int], appears: bool
) -> None:
    position = Position("........\n...B....\n........\n........", [(CROC, (0, 1), E)], [(CROC, (6, 3), W)])
    holder, enemy, clear = position.unit("red-1"), position.unit("blue-1"), position.state.land.is_clear
    assert [clear(holder.hex, at(*spot)) for spot in (before, now)] == [spot[1] == 3 for spot in (before, now)]
    holder.held, holder.trigger = "move", "appears"
    enemy.q, enemy.r = at(*now)
    assert is_triggered(position.state, holder, enemy, at(*before)) is appears


@pytest.mark.rule("hex100.attr-beacon", "hex100.stat-ewar", "hex100.electronic-resistance")
@pytest.mark.parametrize(
    ("rating", "number", "as_beacon"),
    [(0, 0, 0), (20, 20, 0), (21, 21, 1), (59, 59, 39), (60, 60, 40), (61, 61, 40), (100, 100, 40), (120, 100, 40)],
)
def test_a_beacon_resists_locks_with_twenty_less_and_forty_at_most(rating: int, number: int, as_beacon: int) -> None:
    card = machine("crocodile-mk2")
    card = replace(card, unit=replace(card.unit, e_war=rating))
    position = Position(plain(), [(CROC, (0, 4), E)], [(card, (5, 4), W)])
    unit, state = position.unit("blue-1"), position.state
    assert e_war(state, unit) == number
    assert resistance_to_lock(state, unit) == 0, "it does not resist"
    unit.resisting = True
    assert resistance_to_lock(state, unit) == number
    unit.marked = True
    assert resistance_to_lock(state, unit) == as_beacon


@pytest.mark.rule("hex100.power-fist", "hex100.focus-melee")
@pytest.mark.parametrize(
    ("volley", "bonus"),
    [
        (("power-fist-mk-2", "power-fist-mk-2#2"), True),
        (("power-fist-mk-2",), False),
        (("power-fist-mk-2", "mace:bash"), False),
        ((), False),
    ],
)
def test_two_fists_together_shock_more_easily(volley: tuple[str, ...], bonus: bool) -> None:
    (fist, *_), (mace, *_) = arsenal()["power-fist-mk-2"], arsenal()["mace"]
    assert (as_used(fist, volley).emp_bonus > 0) is bonus
    assert as_used(mace, volley).emp_bonus == 0


@pytest.mark.rule("hex100.impact-hammer", "hex100.armour-blast")
def test_the_shock_of_a_hammer_costs_those_in_the_other_hexes_ahead_and_no_more_than_they_have() -> None:
    beside = step(at(4, 4), NE, 1), step(at(4, 4), SE, 1), step(at(4, 4), W, 1)
    hammer = replace(GUN, range=0, shock=3, damage_type="impact")
    bare = machine("crocodile-mk2")
    bare = replace(bare, unit=replace(bare.unit, armour=Armour(0, 0, 0, 0)))
    position = Position(
        plain(), [(CROC, (4, 4), E), (bare, (0, 0), E)], [(bare, (5, 4), W), (bare, (9, 0), W), (bare, (9, 8), W)]
    )
    state, unit = position.state, position.unit("red-1")
    for each, hex_ in (("red-2", beside[0]), ("blue-2", beside[1]), ("blue-3", beside[2])):
        state.units[each].q, state.units[each].r = hex_
    whole = full_hp(state, "blue-2")
    assert shock_on_others(state, unit, hammer, at(5, 4)) == pytest.approx((3 / whole, 3 / whole))
    state.units["red-2"].hp = 2
    assert shock_on_others(state, unit, hammer, at(5, 4)) == pytest.approx((3 / whole, 2 / whole))
    state.known["red"]["blue-2"] = 1
    assert shock_on_others(state, unit, hammer, at(5, 4)) == pytest.approx((0, 2 / whole)), "of a blip nothing is told"
    assert shock_on_others(state, unit, replace(hammer, shock=0), at(5, 4)) == (0, 0)


@pytest.mark.rule("hex100.attr-slash", "hex100.stat-melee")
@pytest.mark.parametrize("facing", range(6))
def test_a_slash_strikes_every_other_enemy_ahead(facing: int) -> None:
    blade = replace(GUN, range=0, attributes=("slash",))
    position = Position(
        plain(), [(CROC, (4, 4), facing), (CROC, (0, 0), E)], [(CROC, (10 + each, 0), W) for each in range(5)]
    )
    state, unit = position.state, position.unit("red-1")
    places = [f"blue-{number}" for number in range(1, 6)]
    around = dict(zip([E, NE, NW, W, SW], places, strict=True)) | {SE: "red-2"}
    for side, each in around.items():
        state.units[each].q, state.units[each].r = step(unit.hex, side, 1)
    ahead = [around[(facing + turn) % 6] for turn in (0, 1, 5)]
    for target in places:
        found = struck_by(state, unit, blade, state.units[target])
        assert found[0] == target
        assert sorted(found[1:]) == sorted(each for each in ahead if each not in (target, "red-2"))
        assert struck_by(state, unit, GUN, state.units[target]) == [target]
