"""Damage: arcs, plates, shields, cover, penetration, critical damage, destruction."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.hex100.attacks.attack import Attack
from gearlock.systems.hex100.damage.damage import arc_armour, critical_damage, dealt, reduction_modifiers
from gearlock.systems.hex100.damage.units_hit import Destroyed, Struck
from gearlock.systems.hex100.detection.sight import can_sense
from gearlock.systems.hex100.equipment import find_weapon, full_hp
from gearlock.systems.hex100.forces.cards import Armour
from systems.hex100.kit import NE, NW, SE, SW, E, Position, W, at, code, events, machine, plain

CROC = "crocodile-lasers"


def kept_off(position: Position, damage_type: str = "energy", above: bool = False, target: str = "blue-1") -> int:
    """Damage that a blow of 20 from red-1 loses on the target."""
    state = position.state
    lines = reduction_modifiers(state, state.units[target], None, damage_type, state.units["red-1"].hex, above)
    return 20 - dealt(20, lines)


@pytest.mark.rule("hex100.arc-armour", "hex100.damage-reduction")
@pytest.mark.parametrize(("facing", "armour"), [(W, 2), (NW, 2), (SW, 2), (NE, 1), (SE, 1), (E, 1)])
def test_armour_depends_on_the_arc_that_is_struck(facing: int, armour: int) -> None:
    assert kept_off(Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (5, 0), facing)])) == armour


@pytest.mark.rule("hex100.arc-armour")
@pytest.mark.parametrize(("facing", "armour"), [(NE, 2), (NW, 2), (E, 2), (W, 2), (SE, 1), (SW, 1)])
def test_on_the_boundary_of_two_arcs_the_better_armour_counts(facing: int, armour: int) -> None:
    # Red stands due north: the line leaves through the corner between hexsides 1 and 2.
    assert kept_off(Position(plain(), [(CROC, (3, 0), E)], [("tegu-siege", (3, 4), facing)])) == armour


@pytest.mark.rule("hex100.arc-armour")
def test_what_falls_from_above_meets_the_top_armour() -> None:
    assert kept_off(Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (5, 0), W)]), above=True) == 1


@pytest.mark.rule("hex100.arc-armour")
@pytest.mark.parametrize(("facing", "met"), [(W, 3), (NW, 3), (SW, 3), (NE, 2), (SE, 2), (E, 1)])
def test_with_three_levels_the_rear_flanks_have_the_middle_one(facing: int, met: int) -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (5, 0), facing)])
    armour = Armour(front=3, flank=2, rear=1, top=0)
    assert arc_armour(armour, position.unit("blue-1"), at(0, 0), from_above=False)[0] == met


@pytest.mark.rule("hex100.arc-armour", "hex100.attr-indirect-fire", "hex100.tactical-shield")
@pytest.mark.parametrize(("target", "damage"), [("tegu-siege", 4 - 1), ("errant-knight", 4)])
def test_a_bomb_in_plain_sight_still_comes_from_above_past_shields(target: str, damage: int) -> None:
    mortar = machine("cobra-ka1", ["mortar"])
    battle = Position(plain(), [(mortar, (0, 0), E)], [(target, (5, 0), W)]).play((0,), (99,))
    battle.answer("red", Attack("red-1", ("mortar",), "contact-1"))
    assert [event.damage for event in events(battle, Struck)] == [damage]


@pytest.mark.rule("hex100.attr-armour-penetration", "hex100.stat-melee")
def test_armour_penetration_within_no_distance_at_all_works_for_blows() -> None:
    spiked = machine("crocodile-mk2", [], [], ["heavy-spike"])
    battle = Position(plain(), [(spiked, (0, 0), E)], [("tegu-siege", (1, 0), W)]).play((0,), (99,))
    battle.answer("red", Attack("red-1", ("heavy-spike",), "contact-1"))
    assert [event.damage for event in events(battle, Struck)] == [8]


@pytest.mark.rule("hex100.attr-armour-penetration")
@pytest.mark.parametrize(("column", "damage"), [(4, 8), (5, 8), (8, 8), (10, 6)])
def test_armour_penetration_works_within_its_distance(column: int, damage: int) -> None:
    position = Position(plain(), [("squire-lancer", (0, 0), E), (CROC, (9, 2), E)], [("tegu-siege", (column, 0), W)])
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("mk3-hv-lancer-cannon",), "contact-1"))
    assert events(battle, Struck)[0].damage == damage


@pytest.mark.rule("hex100.attr-armour-penetration", "hex100.cover")
def test_armour_penetration_ignores_armour_and_shields_but_never_cover() -> None:
    knight = Position("......r", [("squire-lancer", (0, 0), E)], [("errant-knight", (6, 0), W)])
    battle = knight.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("mk3-hv-lancer-cannon",), "contact-1"))
    assert events(battle, Struck)[0].damage == 8 - 1


@pytest.mark.rule("hex100.tactical-shield", "hex100.focus-defence", "hex100.modifier-exceptions")
def test_a_shield_adds_to_armour_and_the_defence_focus_adds_to_the_shield() -> None:
    knight = machine("errant-mk2", [], [], ["tactical-shield"], [], ["composite-armour-heavy"])
    position = Position(plain(), [(CROC, (0, 0), E)], [(knight, (5, 0), W)])
    assert kept_off(position, "energy") == 1 + 1
    position.unit("blue-1").focus = "defence"
    assert kept_off(position, "energy") == 1 + 1 + 2
    position.unit("blue-1").focus = "evasion"
    assert kept_off(position, "energy") == 1 + 1
    position.unit("blue-1").facing = E
    assert kept_off(position, "energy") == 1


@pytest.mark.rule("hex100.armour-composite", "hex100.damage-types", "hex100.attr-damage-reduction")
@pytest.mark.parametrize(("damage_type", "kept"), [("shaped-charge", 1), ("piercing", 1), ("energy", 0), ("impact", 0)])
def test_light_composite_armour_works_against_two_damage_types(damage_type: str, kept: int) -> None:
    plated = machine("crocodile-mk2", [], [], [], [], ["composite-armour-light"])
    assert kept_off(Position(plain(), [(CROC, (0, 0), E)], [(plated, (5, 0), W)]), damage_type) == kept


@pytest.mark.rule("hex100.cover", "hex100.terrain-characteristics")
@pytest.mark.parametrize(
    ("drawing", "cover"), [("......", 0), (".....r", 1), ("....b.", 1), ("...b..", 0), (".....B", 2), ("....bB", 2)]
)
def test_cover_is_the_greatest_of_the_targets_hex_and_the_one_before_it(drawing: str, cover: int) -> None:
    position = Position(drawing, [(CROC, (0, 0), E)], [(CROC, (5, 0), W)])
    assert kept_off(position) == cover


@pytest.mark.rule("hex100.cover", "hex100.los-blocking")
@pytest.mark.parametrize(("middle", "cover"), [("b..", 0), (".b.", 0), ("bb.", 1)])
def test_a_line_along_a_hexside_is_covered_by_the_lower_of_the_two_hexes(middle: str, cover: int) -> None:
    assert kept_off(Position(f"...\n{middle}\n...", [(CROC, (1, 0), E)], [(CROC, (1, 2), W)])) == cover


@pytest.mark.rule("hex100.armour-composite", "hex100.stat-critical")
def test_plates_on_a_wrecked_hardpoint_keep_nothing_off() -> None:
    plated = machine("crocodile-mk2", [], [], [], [], ["composite-armour-light"])
    position = Position(plain(), [(CROC, (0, 0), E)], [(plated, (5, 0), W)])
    assert kept_off(position, "piercing") == 1
    position.unit("blue-1").hurt[4] = 2
    assert kept_off(position, "piercing") == 0


@pytest.mark.rule("hex100.cover")
def test_cover_in_front_does_not_help_against_what_comes_from_above() -> None:
    assert kept_off(Position("....b.", [(CROC, (0, 0), E)], [(CROC, (5, 0), W)]), above=True) == 0
    assert kept_off(Position(".....b", [(CROC, (0, 0), E)], [(CROC, (5, 0), W)]), above=True) == 1


@pytest.mark.rule("hex100.stat-hp", "hex100.cover")
def test_a_wreck_is_left_and_gives_cover_and_is_rough_for_tracks() -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (3, 0), W), ("tegu-siege", (6, 0), W)])
    position.unit("blue-1").hp = 1
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert battle.state.units["blue-1"].destroyed
    assert battle.state.wrecks == [at(3, 0)]
    assert battle.state.land.cost(at(3, 0), "tracked") == 2
    assert battle.state.land.cost(at(3, 0), "legged") == 1
    assert battle.state.land.cover(at(0, 0), at(4, 0)) == (1, "behind wreck")


@pytest.mark.rule("hex100.stat-penetration", "hex100.attack-sequence")
def test_a_hit_that_armour_stops_may_still_penetrate() -> None:
    gun = machine("cobra-ka1", [], [], ["hmg"])
    position = Position(plain(), [(gun, (0, 0), E)], [("tegu-siege", (2, 0), W)])
    battle = position.play((0, 99, 99, 99, 99), (2,), (1,))
    battle.answer("red", Attack("red-1", ("hmg",), "contact-1"))
    assert [(s.damage, s.critical, s.hardpoint) for s in events(battle, Struck)] == [(0, 1, 1)]


@pytest.mark.rule("hex100.stat-penetration", "hex100.core-mechanic")
@pytest.mark.parametrize(("face", "critical"), [(9, 1), (10, 0)])
def test_a_roll_under_the_penetration_is_a_critical_hit_and_the_number_itself_is_none(face: int, critical: int) -> None:
    position = Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (3, 0), W)])
    battle = position.play((0,), (face,), *([(0,)] if critical else []))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert [event.critical for event in events(battle, Struck)] == [critical]


@pytest.mark.rule("hex100.attr-spalling")
def test_spalling_greater_than_the_critical_damage_counts_on_a_critical_hit_too() -> None:
    position = Position(plain(), [("tegu-siege", (0, 0), E)], [(CROC, (4, 0), W)])
    found = find_weapon(position.state, position.unit("red-1"), "r-120-tank-gun")
    assert found is not None
    harsh = msgspec.structs.replace(found[1], spalling=3, critical=2)
    assert critical_damage(position.state, position.unit("blue-1"), harsh, True) == 3


@pytest.mark.rule("hex100.attr-spalling", "hex100.stat-critical")
def test_spalling_always_does_critical_damage_and_a_critical_hit_takes_its_place() -> None:
    position = Position(plain(), [("tegu-siege", (0, 0), E)], [(CROC, (4, 0), W)])
    found = find_weapon(position.state, position.unit("red-1"), "r-120-tank-gun")
    assert found is not None
    assert critical_damage(position.state, position.unit("blue-1"), found[1], False) == 1
    assert critical_damage(position.state, position.unit("blue-1"), found[1], True) == 2


@pytest.mark.rule("hex100.internal-reinforcement")
def test_internal_reinforcement_takes_one_off_every_critical_hit() -> None:
    position = Position(plain(), [("tegu-siege", (0, 0), E)], [("cobra-howitzer", (4, 0), W)])
    found = find_weapon(position.state, position.unit("red-1"), "r-120-tank-gun")
    assert found is not None
    assert critical_damage(position.state, position.unit("blue-1"), found[1], False) == 0
    assert critical_damage(position.state, position.unit("blue-1"), found[1], True) == 1


@pytest.mark.rule("hex100.stat-critical")
def test_a_hardpoint_with_critical_damage_up_to_its_size_stops_working() -> None:
    position = Position("...B...", [(CROC, (0, 0), E)], [("tegu-siege", (6, 0), W)])
    red = position.unit("red-1")
    assert can_sense(position.state, red, position.unit("blue-1"))
    red.hurt[1] = 1
    assert not can_sense(position.state, red, position.unit("blue-1"))
    red.hurt[2] = 2
    position = Position(plain(), [(CROC, (0, 0), E)], [("tegu-siege", (3, 0), W)])
    position.unit("red-1").hurt[2] = 2
    battle = position.play()
    assert code(battle, "red", Attack("red-1", ("crocodile-combat-laser",), "contact-1")) == "out-of-order"
    assert code(battle, "red", Attack("red-1", ("crocodile-combat-laser#2",), "contact-1")) == ""


@pytest.mark.rule("hex100.stat-critical", "hex100.stat-hp")
def test_critical_damage_up_to_the_structure_destroys_a_unit_with_hit_points_left() -> None:
    position = Position(plain(), [("squire-lancer", (0, 0), E)], [(CROC, (4, 0), W), (CROC, (9, 0), W)])
    position.unit("blue-1").critical = 6
    battle = position.play((0,), (0,), (0,))
    battle.answer("red", Attack("red-1", ("mk3-hv-lancer-cannon",), "contact-1"))
    assert [event.unit for event in events(battle, Destroyed)] == ["blue-1"]


@pytest.mark.rule("hex100.armour-ablative", "hex100.armour-rules", "hex100.stat-hp")
def test_heavy_ablative_armour_gives_sixteen_hit_points_and_not_twenty_two() -> None:
    position = Position(plain(), [("tegu-siege", (0, 0), E)], [(CROC, (4, 0), W)])
    assert full_hp(position.state, "red-1") == 16 + 16
    both = machine("tegu-mbt", [], [], [], ["ablative-armour-light", "ablative-armour-heavy"])
    assert full_hp(Position(plain(), [(both, (0, 0), E)], [(CROC, (4, 0), W)]).state, "red-1") == 16 + 16
    assert position.unit("red-1").hp == 32
