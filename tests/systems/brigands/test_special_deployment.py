"""11.4b: Combat Groups set aside and placed by water, by the flank or from the air."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Order
from gearlock.systems.brigands.chain_of_command import is_in_formation, leader_of
from gearlock.systems.brigands.deployment.places import Deploy, Deployed, SetAside, qualifies
from gearlock.systems.brigands.rounds import ChooseFirst
from gearlock.systems.brigands.state import State
from gearlock.table.terrain import Ground
from systems.brigands.field import BASE, EAST, NORTH, SOUTH, code, give, ground, mil, piece, water
from systems.brigands.muster_point import Squads, gathered

HUNTERS: Squads = [("GP", ["hunter/foc", "hunter"])]
CHEETAHS: Squads = [("RC", ["cheetah/cgl", "cheetah"])]
DROPPED: Squads = [("SK", ["dark-jaguar/cgl", "dark-jaguar"])]
SWIMMERS: Squads = [("FS", ["desert-pit-viper-swamp/cgl", "desert-pit-viper-swamp"])]
LAKE = water(0, 20, 10, 28, 0.5)


def _asides(battle: Battle[State]) -> list[tuple[int, str]]:
    orders = [option.order for option in battle.options(battle.waiting_for()[0])]
    return [(order.group, order.way) for order in orders if isinstance(order, SetAside)]


def _begun(*groups: Squads, on: Ground | None = None, zones: tuple[str, str] = ("south", "north")) -> Battle[State]:
    battle = gathered(list(groups), (6, 1), (6,), (6, 1), on=on, zones=zones)
    give(battle, ChooseFirst("red"))
    return battle


def _special(group: Squads, way: str, on: Ground | None = None) -> Battle[State]:
    """Red has set its second group aside; the hunters of both sides stand in their zones."""
    dice = ((6, 1), (6,), (6, 1)) if way == "airdrop" else ((6, 1), (6, 1))
    battle = gathered([HUNTERS, group], *dice, on=on)
    give(battle, ChooseFirst("red"))
    give(battle, SetAside(2, way), Deploy("blue-1", mil(24), mil(40), SOUTH), Deploy("blue-2", mil(26), mil(40), SOUTH))
    give(battle, Deploy("red-1", mil(24), mil(8), NORTH), Deploy("red-2", mil(26), mil(8), NORTH))
    assert battle.state.phase == "special"
    assert battle.waiting_for() == ("red",)
    return battle


def _at(battle: Battle[State], x: float, y: float, unit: str = "red-3") -> str:
    return code(battle, Deploy(unit, mil(x), mil(y), NORTH))


@pytest.mark.rule("brigands.11.4b", "brigands.trait.airdrop", "brigands.trait.amphib")
def test_a_group_is_set_aside_only_in_ways_that_every_model_qualifies_for() -> None:
    mixed: Squads = [("SK", ["dark-jaguar/cgl", "hunter"])]
    wet: Squads = [("FS", ["desert-pit-viper-swamp/cgl", "hunter"])]
    battle = _begun(HUNTERS, DROPPED, SWIMMERS, mixed, wet, on=ground(LAKE))
    assert _asides(battle) == [(2, "airdrop"), (2, "flank"), (3, "amphibious")]
    assert code(battle, SetAside(4, "airdrop")) == "traits"
    assert code(battle, SetAside(5, "amphibious")) == "traits"
    assert code(battle, SetAside(1, "flank")) == "traits"
    assert code(battle, SetAside(9, "flank")) == "group"
    assert code(battle, SetAside(2, "by sea")) == "way"


@pytest.mark.rule("brigands.11.4b", "brigands.11.4b-flank")
def test_flankers_are_recon_units_or_units_all_of_stealth() -> None:
    groups: list[Squads] = [
        [("RC", ["hunter/foc"]), ("SK", ["dark-jaguar"])],
        [("RC", ["hunter/cgl"]), ("SK", ["dark-jaguar", "hunter"])],
        [("SK", ["dark-jaguar/cgl"]), ("GP", ["hunter"])],
        [("SK", ["dark-jaguar/cgl"])],
    ]
    state = _begun(*groups).state
    assert [qualifies(state, "red", group, "flank") for group in (1, 2, 3, 4)] == [True, False, False, True]


@pytest.mark.rule("brigands.11.4b")
def test_nobody_is_set_aside_where_there_is_no_place_for_it() -> None:
    battle = _begun(HUNTERS, SWIMMERS)
    assert _asides(battle) == []
    assert code(battle, SetAside(2, "amphibious")) == "room"
    pond = _begun(HUNTERS, SWIMMERS, on=ground(water(20, 34, 30, 46, 0.5)))
    assert code(pond, SetAside(2, "amphibious")) == "room"  # the only water lies in the enemy's zone


@pytest.mark.rule("brigands.11.4b")
def test_a_group_set_aside_is_a_turn_and_is_placed_when_all_others_stand() -> None:
    battle = _begun(HUNTERS, DROPPED)
    give(battle, SetAside(2, "airdrop"))
    assert battle.waiting_for() == ("blue",)
    give(battle, Deploy("blue-1", mil(24), mil(40), SOUTH), Deploy("blue-2", mil(26), mil(40), SOUTH))
    assert _asides(battle) == []
    assert code(battle, Deploy("red-3", mil(4), mil(8), NORTH)) == "unit"
    give(battle, Deploy("red-1", mil(24), mil(8), NORTH))
    assert code(battle, SetAside(2, "flank")) == "group"
    give(battle, Deploy("red-2", mil(26), mil(8), NORTH))
    assert battle.state.phase == "special"
    assert "red: Combat Group 2 is set aside for Airdrop Deployment" in battle.view("blue").notes
    assert battle.ask_for("red").rule == "brigands.11.4b-airdrop"  # type: ignore[union-attr]


@pytest.mark.rule("brigands.11.4b")
def test_a_group_that_has_begun_to_deploy_cannot_be_set_aside() -> None:
    battle = _begun(DROPPED)
    give(battle, Deploy("red-1", mil(24), mil(8), NORTH))
    assert _asides(battle) == []
    assert code(battle, SetAside(1, "airdrop")) == "group"


@pytest.mark.rule("brigands.11.4b")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_the_winner_of_the_deployment_roll_decides_again_and_groups_are_placed_in_turn(first: str) -> None:
    stealthy = [[("SK", ["dark-jaguar/foc"])], [("SK", ["dark-jaguar/cgl"])]]
    battle = gathered(stealthy, (2, 5), (6, 1), blue=stealthy)
    give(battle, ChooseFirst("red"))
    give(battle, *(SetAside(group, "flank") for group in (1, 1, 2, 2)))
    assert battle.waiting_for() == ("blue",)
    give(battle, ChooseFirst(first))
    seats = []
    spots = {"red": iter([(4, 20), (44, 20)]), "blue": iter([(4, 28), (44, 28)])}
    for _ in range(4):
        (seat,) = battle.waiting_for()
        seats.append(seat)
        x, y = next(spots[seat])
        unit = next(option.order.unit for option in battle.options(seat) if isinstance(option.order, Deploy))
        battle.answer(seat, Deploy(unit, mil(x), mil(y), EAST))
    assert seats == [first, "blue" if first == "red" else "red"] * 2
    assert battle.state.round == 1


@pytest.mark.rule("brigands.11.4b-flank")
def test_flankers_stand_within_6_in_of_an_edge_out_of_the_enemy_zone_and_away_from_enemies() -> None:
    battle = _special(CHEETAHS, "flank")
    reach = 6 + BASE / 1000
    assert [_at(battle, x, 24) for x in (1, reach, 48 - reach)] == ["", "", ""]
    assert [_at(battle, x, 24) for x in (reach + 0.001, 48 - reach - 0.001, 24)] == ["edge"] * 3
    assert _at(battle, 24, 3) == ""
    assert _at(battle, 0.5, 24) == "table"
    assert _at(battle, 2, 32 - BASE / 1000) == ""
    assert _at(battle, 2, 32 - BASE / 1000 + 0.001) == "enemy-zone"
    assert _at(battle, 2, 47) == "enemy-zone"


@pytest.mark.rule("brigands.11.4b-flank", "brigands.11.4b-amphibious", "brigands.11.4b-airdrop")
@pytest.mark.parametrize(("group", "way"), [(CHEETAHS, "flank"), (SWIMMERS, "amphibious"), (DROPPED, "airdrop")])
def test_nobody_is_placed_within_6_in_of_an_enemy(group: Squads, way: str) -> None:
    shore = ground(water(0, 20, 10, 31, 0.5)) if way == "amphibious" else ground()
    battle = _special(group, way, on=shore)
    enemy = battle.state.units["blue-1"]
    enemy.x, enemy.y = mil(5), mil(33)
    unit = battle.state.units["red-3"]
    near = (enemy.y - mil(6) - BASE - unit.line.radius) / 1000
    assert _at(battle, 5, near - 0.001) == ""
    assert _at(battle, 5, near) == "enemy", "exactly 6 in is within 6 in"


@pytest.mark.rule("brigands.11.4b-amphibious", "brigands.trait.amphib")
def test_swimmers_come_out_of_water_but_not_the_enemys() -> None:
    battle = _special(SWIMMERS, "amphibious", on=ground(LAKE, water(40, 30, 48, 40, 2)))
    assert _at(battle, 5, 24) == ""
    assert _at(battle, 12, 24) == "dry"
    assert _at(battle, 24, 8) == "dry"
    assert _at(battle, 44, 31) == ""  # deep, which is nothing to them
    assert _at(battle, 44, 33) == "enemy-zone"


@pytest.mark.rule("brigands.11.4b-airdrop")
def test_drops_land_anywhere_clear_even_in_the_enemy_zone() -> None:
    wood, rock = piece("area", 10, 18, 20, 26, 3, rating="light"), piece("instance", 30, 18, 36, 26, 5)
    battle = _special(DROPPED, "airdrop", on=ground(wood, rock, LAKE))
    assert _at(battle, 24, 24) == ""
    assert _at(battle, 4, 44) == ""
    assert _at(battle, 24, 8 + 6) == ""
    assert _at(battle, 15, 22) == "area"
    assert _at(battle, 5, 24) == "area"
    assert _at(battle, 33, 22) == "terrain"
    assert _at(battle, -1, 24) == "table"


@pytest.mark.rule("brigands.11.4b-flank", "brigands.11.4b-amphibious", "brigands.11.4b-airdrop")
@pytest.mark.parametrize(("group", "way"), [(CHEETAHS, "flank"), (SWIMMERS, "amphibious"), (DROPPED, "airdrop")])
def test_the_others_are_placed_in_formation_with_their_leader(group: Squads, way: str) -> None:
    battle = _special(group, way, on=ground(water(0, 17, 10, 30, 0.5)) if way == "amphibious" else None)
    assert _at(battle, 2, 18, "red-4") == "unit"
    give(battle, Deploy("red-3", mil(2), mil(18), EAST))
    radius = battle.state.units["red-3"].line.radius / 1000
    assert _at(battle, 2, 18 + 6 + 2 * radius, "red-4") == ""
    assert _at(battle, 2, 18 + 6 + 2 * radius + 0.01, "red-4") == "formation"
    assert battle.refuse("red", Deploy("red-4", mil(2), mil(27), EAST)).rule == f"brigands.11.4b-{way}"  # type: ignore[union-attr]


@pytest.mark.rule("brigands.11.4b")
def test_a_group_whose_place_was_taken_meanwhile_deploys_in_its_zone() -> None:
    puddle = ground(water(0, 24, 3, 27, 0.5))
    battle = _special(SWIMMERS, "amphibious", on=puddle)
    assert _at(battle, 20, 4) == "dry"
    enemy = battle.state.units["blue-1"]
    enemy.x, enemy.y = mil(4), mil(28)
    assert _at(battle, 1.5, 25.5) == "enemy"
    assert _at(battle, 20, 4) == ""


@pytest.mark.parametrize(("group", "way"), [(CHEETAHS, "flank"), (SWIMMERS, "amphibious"), (DROPPED, "airdrop")])
def test_bots_find_places_and_weigh_them(group: Squads, way: str) -> None:
    battle, chooser = _special(group, way, on=ground(LAKE)), random.Random(3)
    for _ in range(2):
        option = battle.options("red")[0]
        assert isinstance(option, OPEN_OPTIONS)
        orders: list[Order | None] = [battle.sample("red", option, chooser) for _ in range(20)]
        assert None not in orders
        order = orders[0]
        assert isinstance(order, Deploy)
        assert battle.preview("red", order).ends == (order.x, order.y, order.facing)
        battle.answer("red", order)
    leader = leader_of(battle.state, "red", 2)
    assert leader is not None
    assert is_in_formation(battle.state, battle.state.units["red-4"], leader)


@pytest.mark.rule("brigands.11.4b-flank")
def test_who_stands_is_not_aside_any_more() -> None:
    battle = _special(CHEETAHS, "flank")
    events = give(battle, Deploy("red-3", mil(2), mil(24), EAST))
    assert any(isinstance(event, Deployed) for event in events)
    assert [battle.state.units[name].aside for name in ("red-3", "red-4")] == ["", "flank"]


def test_the_introductory_game_sets_nobody_aside() -> None:
    battle = _begun(DROPPED)
    state = battle.state.clone()
    state.full = False
    battle = Battle.begin(battle.system, battle.setup, battle.dice, state)
    assert code(battle, SetAside(1, "airdrop")) == "group"
    assert not _asides(battle)
