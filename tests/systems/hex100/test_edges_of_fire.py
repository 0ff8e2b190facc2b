"""Fire at its edges: sums and their limits, arcs, distances at which something begins or ends, swarms."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from gearlock.kernel.view import Modifier
from gearlock.systems.hex100.attacks.attack import combined, dodge, number_to_evade, number_to_hit, struck_by, take_aim
from gearlock.systems.hex100.attacks.melee import as_used, shock_on_others
from gearlock.systems.hex100.attacks.reserve import is_triggered
from gearlock.systems.hex100.damage.damage import (
    _penetrated,
    arc_armour,
    area_damage,
    critical_damage,
    dealt,
    is_finished,
    is_from_front,
    reduction_modifiers,
)
from gearlock.systems.hex100.damage.emp import reduced
from gearlock.systems.hex100.damage.swarm import Fire, blown, mend_swarm, struck, swarm_chances
from gearlock.systems.hex100.e_war import e_war, resistance_to_lock
from gearlock.systems.hex100.equipment import full_hp
from gearlock.systems.hex100.forces.units import Armour, Weapon, machines
from gearlock.systems.hex100.forces.units import weapons as arsenal
from gearlock.systems.hex100.weapons.accuracy import hiding_places, strain
from gearlock.table.hexes import step
from systems.hex100.kit import NE, NW, SE, SW, E, Position, W, at, machine, plain

GUN = Weapon("gun", "Gun", "guns", 50, 1, 8, 6, "piercing", 2, 40)
CROC = "crocodile-lasers"


def duel(column: int = 5, facing: int = W) -> Position:
    return Position(plain(), [(CROC, (0, 4), E)], [(CROC, (column, 4), facing)])


@pytest.mark.rule("hex100.modifier-stacking", "hex100.modifier-negative")
@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        ([], []),
        ([("a", 10)], [10]),
        ([("a", -10)], [-10]),
        ([("a", 10), ("a", 5)], [10]),
        ([("a", -10), ("a", -5)], [-10]),
        ([("a", 10), ("a", -5)], [10, -5]),
        ([("a", 1), ("a", -1), ("a", 2), ("a", -2)], [2, -2]),
        ([("a", 10), ("b", 5), ("a", 20), ("b", -30)], [20, 5, -30]),
        ([("a", 0)], []),
        ([("a", 0), ("a", 3)], [3]),
        ([("a", 0), ("a", -3)], [-3]),
    ],
)
def test_of_each_source_the_best_and_the_worst_count(lines: list[tuple[str, int]], kept: list[int]) -> None:
    given = [(source, Modifier(value, "line", "hex100.modifier-stacking", "%")) for source, value in lines]
    assert [line.value for line in combined(given)] == kept


@pytest.mark.rule("hex100.core-mechanic", "hex100.stat-accuracy")
@pytest.mark.parametrize(
    ("accuracy", "number"), [(-50, 0), (-1, 0), (0, 0), (1, 1), (99, 99), (100, 100), (101, 100), (300, 100)]
)
def test_the_number_to_hit_is_a_chance_in_a_hundred(accuracy: int, number: int) -> None:
    position = duel()
    unit, target = position.unit("blue-1"), position.unit("red-1")
    aim = take_aim(position.state, unit, replace(GUN, accuracy=accuracy), target, target.hex)
    assert number_to_hit(position.state, aim) == number


@pytest.mark.rule("hex100.stat-agility", "hex100.focus-evasion")
def test_nobody_dodges_more_than_always() -> None:
    nimble = machine("crocodile-mk2")
    for agility, chance in ((0, 0), (1, 1), (99, 99), (100, 100), (101, 100), (150, 100)):
        card = replace(nimble, unit=replace(nimble.unit, agility=agility))
        position = Position(plain(), [(CROC, (0, 4), E)], [(card, (5, 4), W)])
        target = position.unit("blue-1")
        assert dodge(position.state, target) == chance
        target.focus = "evasion"
        aim = take_aim(position.state, position.unit("red-1"), GUN, target, target.hex)
        assert number_to_evade(position.state, aim) == chance


@pytest.mark.rule("hex100.arc-armour", "hex100.focus-evasion")
@pytest.mark.parametrize("facing", range(6))
def test_three_sides_are_the_front_two_the_flanks_and_one_the_rear(facing: int) -> None:
    armour = Armour(front=1, flank=2, rear=3, top=4)
    unit = duel(5, facing).unit("blue-1")
    for turn in range(6):
        arc = {0: (1, "front"), 1: (1, "front"), 5: (1, "front"), 3: (3, "rear")}.get(turn, (2, "flank"))
        origin = step(unit.hex, (facing + turn) % 6, 3)
        assert arc_armour(armour, unit, origin, False) == arc
        assert arc_armour(armour, unit, origin, True) == (4, "top")
        assert is_from_front(unit, origin) is (arc[1] == "front")
        # Between two hexsides the better armour counts, and the front if either side is of it.
        edge = step(step(unit.hex, (facing + turn) % 6, 2), (facing + turn + 1) % 6, 2)
        after = {0: 1, 1: 1, 5: 1, 3: 3}.get((turn + 1) % 6, 2)
        assert arc_armour(armour, unit, edge, False)[0] == max(arc[0], after)
        assert is_from_front(unit, edge) is (1 in (arc[0], after))
    assert arc_armour(armour, unit, unit.hex, False) == (4, "top")


@pytest.mark.rule("hex100.attr-armour-penetration", "hex100.terminal-velocity")
@pytest.mark.parametrize(
    ("hexes", "near", "fast"), [(0, 3, 0), (1, 3, 0), (2, 3, 0), (3, 1, 0), (5, 1, 0), (6, 0, 2), (7, 0, 2)]
)
def test_armour_is_penetrated_as_far_as_the_card_says_and_by_fast_shells_from_farther(
    hexes: int, near: int, fast: int
) -> None:
    """Three points within two hexes and one within five; fast shells two points beyond five hexes."""
    pointed = replace(GUN, armour_penetration=((3, 2), (1, 5)))
    falling = replace(GUN, effects={"terminal_velocity": 2, "terminal_velocity_beyond": 5})
    assert (_penetrated(pointed, hexes), _penetrated(falling, hexes)) == (near, fast)
    assert _penetrated(None, hexes) == _penetrated(GUN, hexes) == 0
    assert _penetrated(replace(GUN, range=0, armour_penetration=((2, 0),)), hexes) == 2, "a blade is always near"
    assert _penetrated(replace(GUN, armour_penetration=((2, 0),)), hexes) == (2 if hexes == 0 else 0)


@pytest.mark.rule("hex100.attr-armour-penetration", "hex100.cover", "hex100.damage-reduction")
@pytest.mark.parametrize(("ignored", "left"), [(0, 6), (1, 5), (3, 3), (6, 0), (7, 0), (20, 0)])
def test_armour_penetration_takes_away_armour_and_never_cover(ignored: int, left: int) -> None:
    plated = machine("crocodile-mk2")
    plated = replace(plated, unit=replace(plated.unit, armour=Armour(6, 6, 6, 6)))
    position = Position("....B.", [(CROC, (0, 0), E)], [(plated, (4, 0), W)])
    target, state = position.unit("blue-1"), position.state
    cover, _ = state.land.cover(at(0, 0), at(4, 0))
    weapon = replace(GUN, armour_penetration=((ignored, 9),) if ignored else ())
    lines = reduction_modifiers(state, target, weapon, "piercing", at(0, 0))
    assert cover > 0
    assert -sum(line.value for line in lines) == left + cover
    assert all(line.value for line in lines)
    assert dealt(100, lines) == 100 - left - cover
    assert dealt(1, lines) == 0


@pytest.mark.rule("hex100.stat-critical", "hex100.attr-spalling", "hex100.internal-reinforcement")
@pytest.mark.parametrize(
    ("critical", "spalling", "deep", "shallow"),
    [(2, 0, 2, 0), (2, 1, 2, 1), (1, 2, 2, 2), (0, 0, 0, 0), (0, 1, 1, 1), (1, 1, 1, 1)],
)
def test_a_penetration_does_the_greater_of_critical_damage_and_spalling(
    critical: int, spalling: int, deep: int, shallow: int
) -> None:
    weapon = replace(GUN, critical=critical, spalling=spalling)
    position = duel()
    found = [critical_damage(position.state, position.unit("blue-1"), weapon, each) for each in (True, False)]
    assert found == [deep, shallow]
    hard = machine("crocodile-mk2", [], [], [], [], ["internal-reinforcement"])
    position = Position(plain(), [(CROC, (0, 4), E)], [(hard, (5, 4), W)])
    found = [critical_damage(position.state, position.unit("blue-1"), weapon, each) for each in (True, False)]
    assert found == [max(0, deep - 1), max(0, shallow - 1)]


@pytest.mark.rule("hex100.attr-blast")
def test_area_damage_is_that_of_the_smallest_radius_that_reaches() -> None:
    weapon = replace(GUN, blast=((6, 0), (4, 1), (1, 3)))
    assert [area_damage(weapon, hexes) for hexes in range(6)] == [6, 4, 1, 1, 0, 0]
    assert area_damage(GUN, 0) == 0


@pytest.mark.rule("hex100.stat-hp", "hex100.stat-critical")
@pytest.mark.parametrize(
    ("hp", "short", "gone"), [(1, 1, False), (0, 1, True), (-1, 1, True), (1, 0, True), (1, -1, True), (5, 2, False)]
)
def test_a_unit_is_out_without_hit_points_or_with_its_structure_used_up(hp: int, short: int, gone: bool) -> None:
    position = duel()
    unit = position.unit("blue-1")
    unit.hp, unit.critical = hp, position.state.machine("blue-1").unit.structure - short
    assert is_finished(position.state, unit) is gone


@pytest.mark.rule("hex100.emp-shock")
@pytest.mark.parametrize(
    ("pool", "left"),
    [
        ({}, {"wildcard": 0}),
        ({"move": 1}, {"wildcard": 1}),
        ({"move": 2, "attack": 1}, {"wildcard": 1}),
        ({"move": 0, "attack": 0, "commander": 1}, {"wildcard": 0, "commander": 1}),
        ({"wildcard": 1, "focus": 1}, {"wildcard": 1, "focus": 1}),
        ({"commander": 0}, {"wildcard": 0, "commander": 0}),
    ],
)
def test_shock_leaves_one_wildcard_of_all_plain_actions_and_the_special_one(
    pool: dict[str, int], left: dict[str, int]
) -> None:
    assert reduced(pool) == left


@pytest.mark.rule("hex100.weak-optics")
@pytest.mark.parametrize(("away", "lost"), [(0, 0), (5, 0), (6, -10), (7, -20), (10, -50)])
def test_weak_optics_lose_ten_with_every_hex_beyond_the_fifth(away: int, lost: int) -> None:
    weak = next(each for each in machines().values() if each.unit.integrated.get("weak_optics"))
    position = Position(plain(), [(weak, (0, 4), E)], [(CROC, (5, 4), W)])
    assert strain(position.state, position.unit("red-1"), away) == lost
    assert strain(position.state, position.unit("blue-1"), away) == 0


@pytest.mark.rule("hex100.concealment", "hex100.smoke-launcher", "hex100.move-flying")
def test_terrain_hides_what_stands_in_it_and_not_what_flies_over_it() -> None:
    state = Position("....w.", [(CROC, (0, 0), E)], [(CROC, (4, 0), W)]).state
    value = state.land.kinds["light woods"].concealment
    assert [line[0] for line in hiding_places(state, at(0, 0), at(4, 0), True)] == [-value]
    assert [line[0] for line in hiding_places(state, at(0, 0), at(4, 0), True, True)] == [0]


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
            ways = ((0, 0, 3), (chooser.randrange(3), 0, 2), (chooser.randrange(4), chooser.randrange(2), 4))
            fires.append(Fire(chooser.randint(1, 2), ways, chooser.randrange(3)))
        slow: dict[tuple[int, int], int] = {}
        for going in product(*(range(3) for fire in fires for _ in range(fire.shots))):
            left, weight, rest = swarm, 1, list(going)
            for fire in fires:
                mine, rest = rest[: fire.shots], rest[fire.shots :]
                for way in mine:
                    damage, critical, times = fire.outcomes[way]
                    weight *= times
                    left = struck(left, damage, critical) if left and way and damage + critical else left
                for way in mine:
                    left = blown(left, fire.area) if way else left
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
