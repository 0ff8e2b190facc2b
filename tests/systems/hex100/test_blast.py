"""Blasts: who is in them, where misses go, what is left standing."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.attacks.attack import Attack, Bombard, Burst, Scattered, TerrainRazed, blast_damage
from gearlock.systems.hex100.damage.damage import area_damage
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.forces.cards import weapons
from gearlock.table.hexes import step
from systems.hex100.kit import NE, E, Position, W, at, code, events, machine, plain

CROC = "crocodile-lasers"
TEGU = "tegu-siege"


@pytest.mark.rule("hex100.attr-blast")
def test_with_two_blasts_the_smallest_radius_that_reaches_counts() -> None:
    (charge,) = weapons()["demolition-charge"]
    assert [area_damage(charge, hexes) for hexes in range(4)] == [8, 8, 4, 0]


@pytest.mark.rule("hex100.attr-blast")
def test_a_blast_hurts_friend_and_foe_beside_the_target_which_takes_the_direct_damage_alone() -> None:
    red = [(TEGU, (0, 2), E), ("big-guye-brawler", (4, 1), E)]
    position = Position(plain(), list(red), [(CROC, (4, 2), W), (CROC, (5, 2), W), (CROC, (6, 2), W)])
    battle = position.play((0,), (99,), (0,))
    battle.answer("red", Attack("red-1", ("r-120-tank-gun",), position.state.contacts["red"]["blue-1"]))
    hurt = {event.unit: (event.damage, event.how) for event in events(battle, Struck)}
    assert hurt == {"blue-1": (6, "hit"), "red-2": (3, "blast"), "blue-2": (3, "blast")}


@pytest.mark.rule("hex100.blast-scatter")
def test_a_missed_blast_scatters_and_does_area_damage_only_even_to_the_own_side() -> None:
    red = [(TEGU, (0, 2), E), ("big-guye-brawler", (2, 2), E)]
    position = Position(plain(), list(red), [(CROC, (4, 2), W)])
    battle = position.play((99,), (W + 1,), (2,))
    battle.answer("red", Attack("red-1", ("r-120-tank-gun",), "contact-1"))
    scattered = events(battle, Scattered)[0]
    assert (scattered.q, scattered.r) == step(at(4, 2), W, 2)
    assert [(event.unit, event.damage, event.how) for event in events(battle, Struck)] == [("red-2", 3, "blast")]


@pytest.mark.rule("hex100.blast-scatter", "hex100.attr-indirect-fire")
def test_blasts_fired_without_sight_scatter_up_to_three_hexes() -> None:
    mortar = machine("cobra-ka1", ["mortar"], ["basic-sensor-suite"])
    position = Position("....B...\n....B...\n....B...", [(mortar, (2, 1), E)], [(TEGU, (7, 1), W)])
    battle = position.play((99,), (1,), (3,))
    battle.answer("red", Attack("red-1", ("mortar",), "contact-1"))
    assert events(battle, Scattered)[0].distance == 3
    assert not events(battle, Struck)


@pytest.mark.rule("hex100.blast-scatter")
def test_a_miss_of_a_weapon_without_radius_does_nothing() -> None:
    position = Position(plain(), [("big-guye-brawler", (0, 0), E)], [(CROC, (3, 0), W), (CROC, (3, 1), W)])
    battle = position.play((99, 99, 99))
    battle.answer("red", Attack("red-1", ("rocket-pod",), "contact-1"))
    assert not events(battle, Burst)
    assert not events(battle, Struck)


@pytest.mark.rule("hex100.blast-scatter", "hex100.focus-evasion")
def test_an_evaded_blast_bursts_in_place_and_spares_the_evader() -> None:
    position = Position(plain(), [(TEGU, (0, 2), E)], [(CROC, (4, 2), W), (CROC, (5, 2), W)])
    position.unit("blue-1").focus = "evasion"
    battle = position.play((0,), (0,))
    battle.answer("red", Attack("red-1", ("r-120-tank-gun",), "contact-1"))
    assert [(event.unit, event.how) for event in events(battle, Struck)] == [("blue-2", "blast")]


@pytest.mark.rule("hex100.arc-armour", "hex100.attr-blast")
def test_a_blast_on_the_very_hex_meets_the_top_armour_and_one_beside_it_that_side() -> None:
    position = Position(plain(), [(TEGU, (0, 2), E)], [(TEGU, (4, 2), W), (TEGU, (5, 2), W)])
    battle = position.play((99,), (E + 1,), (1,))
    battle.answer("red", Bombard("red-1", "r-120-tank-gun", *at(3, 2)))
    assert {event.unit: event.damage for event in events(battle, Struck)} == {"blue-1": 3 - 1, "blue-2": 3 - 2}


@pytest.mark.rule("hex100.attr-blast", "hex100.tactical-shield", "hex100.cover")
def test_in_the_very_hex_no_shield_helps_and_only_the_cover_of_that_hex() -> None:
    position = Position("..b.b....", [(TEGU, (0, 0), E)], [("errant-knight", (4, 0), W)])
    battle = position.play((99,), (E + 1,), (1,))
    battle.answer("red", Bombard("red-1", "r-120-tank-gun", *at(3, 0)))
    assert [event.damage for event in events(battle, Struck)] == [3 - 1]


@pytest.mark.rule("hex100.blast-scatter", "hex100.attr-blast")
def test_a_blast_that_comes_down_beyond_the_edge_of_the_map_still_reaches_back() -> None:
    charge = machine("cobra-ka1", [], [], ["demolition-charge"])
    position = Position("....b.\n......", [(charge, (1, 1), E)], [(TEGU, (4, 0), W), (CROC, (3, 0), W)])
    battle = position.play((99,), (NE + 1,), (2,))
    battle.answer("red", Attack("red-1", ("demolition-charge",), position.state.contacts["red"]["blue-2"]))
    scattered = events(battle, Scattered)[0]
    assert (scattered.q, scattered.r) not in battle.state.land.ground
    assert {event.unit: event.damage for event in events(battle, Struck)} == {"blue-1": 4 - 2 - 1, "blue-2": 4}


@pytest.mark.rule("hex100.attack-action", "hex100.attr-blast")
def test_a_blast_is_aimed_at_a_hex_where_nobody_is_known_to_stand() -> None:
    position = Position(plain(), [(TEGU, (0, 2), E), (CROC, (1, 3), E)], [(CROC, (4, 2), W)])
    battle = position.play()
    for taken in ((4, 2), (1, 3)):
        assert code(battle, "red", Bombard("red-1", "r-120-tank-gun", *at(*taken))) == "not-empty"
    frag = machine("tegu-mbt", ["frag-cannon"])
    position = Position("..W.", [(frag, (0, 0), E)], [("squire-lancer", (3, 0), W)])
    assert not position.state.known["red"]
    assert code(position.play(), "red", Bombard("red-1", "frag-cannon", *at(2, 0))) == ""


@pytest.mark.rule("hex100.attr-blast")
def test_a_blast_of_radius_nothing_at_a_hex_hurts_the_hidden_unit_in_it() -> None:
    frag = machine("tegu-mbt", ["frag-cannon"])
    position = Position(plain(), [(frag, (0, 0), E)], [("squire-lancer", (3, 0), W), ("squire-lancer", (4, 0), W)])
    position.state.known["red"].clear()
    position.state.contacts["red"].clear()
    battle = position.play((0, 99))
    battle.answer("red", Bombard("red-1", "frag-cannon", *at(3, 0)))
    assert [(event.unit, event.damage) for event in events(battle, Struck)] == [("blue-1", 2 - 1)]


@pytest.mark.rule("hex100.armour-blast")
def test_blast_plating_keeps_area_damage_off_and_not_direct_hits() -> None:
    position = Position(plain(), [(TEGU, (0, 2), E)], [("cobra-howitzer", (4, 2), W), ("cobra-howitzer", (5, 2), W)])
    battle = position.play((0,), (99,))
    battle.answer("red", Attack("red-1", ("r-120-tank-gun",), "contact-1"))
    assert [(event.unit, event.damage) for event in events(battle, Struck)] == [("blue-1", 6)]


@pytest.mark.rule("hex100.attr-demolisher")
def test_a_demolisher_turns_the_targets_woods_into_open_ground_and_buildings_into_rubble() -> None:
    position = Position("....W.\n....B.", [(TEGU, (0, 0), E)], [(CROC, (4, 0), W)])
    battle = position.play((0,), (99,), (0,))
    battle.answer("red", Attack("red-1", ("r-120-tank-gun",), "contact-1"))
    assert [(event.q, event.r, event.terrain) for event in events(battle, TerrainRazed)] == [(4, 0, "open")]
    assert battle.state.land.ground.terrain_at((4, 0)) == "open"
    charge = machine("cobra-ka1", [], [], ["demolition-charge"])
    position = Position("...W..\n...BW.\n......", [(charge, (0, 1), E)], [(TEGU, (5, 0), W)])
    battle = position.play((0,))
    battle.answer("red", Bombard("red-1", "demolition-charge", *at(3, 1)))
    razed = {(event.q, event.r): event.terrain for event in events(battle, TerrainRazed)}
    assert razed == {at(3, 1): "rubble", at(4, 1): "open", at(3, 0): "open"}


@pytest.mark.rule("hex100.attr-blast", "hex100.attr-armour-penetration")
def test_area_damage_has_no_armour_penetration() -> None:
    canister = weapons()["type-r-gun-launcher"][0]
    assert (canister.blast, canister.armour_penetration) == (((3, 0),), ((2, 1),))
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (4, 0), W)])
    assert blast_damage(position.state, position.unit("blue-1"), canister, at(4, 0)) == 3 - 1


@pytest.mark.rule("hex100.attr-demolisher")
def test_four_points_raze_and_only_those_of_a_demolisher() -> None:
    charge = machine("cobra-ka1", [], [], ["demolition-charge"])
    position = Position(".....w...", [(charge, (0, 0), E)], [(TEGU, (8, 0), W)])
    battle = position.play((0,))
    battle.answer("red", Bombard("red-1", "demolition-charge", *at(3, 0)))
    assert [(event.q, event.r) for event in events(battle, TerrainRazed)] == [at(5, 0)]
    battle = Position("....w.", [(CROC, (0, 0), E)], [(CROC, (4, 0), W)]).play((0,), (99,))
    battle.answer("red", Attack("red-1", ("crocodile-combat-laser",), "contact-1"))
    assert events(battle, Struck)[0].damage == 6
    assert not events(battle, TerrainRazed)


@pytest.mark.rule("hex100.attr-blast")
def test_shots_that_hit_after_the_target_fell_still_burst() -> None:
    position = Position(plain(), [("squire-storm", (0, 2), E)], [(CROC, (5, 2), W), (CROC, (6, 2), W)])
    position.unit("blue-1").hp = 1
    battle = position.play((0, 0, 0), (99, 99, 99))
    battle.answer("red", Attack("red-1", ("storm-mortar",), "contact-1"))
    assert [(event.unit, event.how) for event in events(battle, Struck)] == [("blue-1", "hit")] + [
        ("blue-2", "blast")
    ] * 3
