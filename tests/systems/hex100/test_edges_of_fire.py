"""Fire at its edges: sums and their limits, arcs, distances at which something begins or ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gearlock.kernel.view import Modifier
from gearlock.systems.hex100.attacks.attack import combined, dodge, number_to_evade, number_to_hit, take_aim
from gearlock.systems.hex100.damage.damage import (
    _penetrated,
    arc_armour,
    area_damage,
    critical_damage,
    dealt,
    is_finished,
    is_from_front,
    reduced,
    reduction_modifiers,
)
from gearlock.systems.hex100.forces.cards import Armour, Weapon, machines
from gearlock.systems.hex100.weapons import hiding_places, strain
from gearlock.table.hexes import step
from systems.hex100.kit import E, Position, W, at, machine, plain

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
