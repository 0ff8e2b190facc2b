"""What is easily got wrong by one, or the other way round, and told to nobody when it is."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.force import Entry
from gearlock.kernel.script import Ctx
from gearlock.mechanics.figures import Mover
from gearlock.mechanics.going.climbing import Ascent, Part, refuse_parts
from gearlock.mechanics.ground.forms import depth_of
from gearlock.mechanics.placing.spots import Stand
from gearlock.muster.purchases import LONGEST
from gearlock.odds.pools import Spread
from gearlock.systems.brigands import drones
from gearlock.systems.brigands import transport as bailing_out
from gearlock.systems.brigands.advice.attack_odds import building_odds
from gearlock.systems.brigands.advice.previews import preview_demolition
from gearlock.systems.brigands.attacks.attack import AttackRolled, Demolish
from gearlock.systems.brigands.attacks.modifiers import Strike
from gearlock.systems.brigands.book import BOOK
from gearlock.systems.brigands.chain_of_command import Post, command_faults
from gearlock.systems.brigands.damage import CORROSION, Ordeal, ordeals_of
from gearlock.systems.brigands.drones import DronePushed, pushed_from, settle_drones
from gearlock.systems.brigands.firing_range import WORTH_OF_A_POINT, Strikes, toll
from gearlock.systems.brigands.forces.force_building import Recruit
from gearlock.systems.brigands.forces.upgrades import Purchase, read_purchase, upgrades
from gearlock.systems.brigands.forward_observation import refuse_observer
from gearlock.systems.brigands.models import model_cards
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.objectives.objectives import TARGET
from gearlock.systems.brigands.places import zone_at
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, FIELDED
from gearlock.systems.brigands.transport import way_out
from gearlock.table.bodies import Body
from gearlock.table.measure import advance
from gearlock.table.path import Stride
from gearlock.table.terrain import Ground
from systems.brigands.company import company
from systems.brigands.field import NORTH, SOUTH, again, give, ground, lay, piece, remodel, water


@pytest.mark.rule("brigands.5.7b-corrosion")
@pytest.mark.parametrize(("margin", "hits"), [(0, 0), (1, 1), (3, 3)])
def test_corrosion_bites_as_often_as_the_margin_says_and_a_bare_hit_has_none(margin: int, hits: int) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)])
    remodel(battle.state.units["red-1"], weapons=("LAC (Corrosion)",))
    weapon = battle.state.units["red-1"].line.weapons["LAC"]
    found = ordeals_of(weapon, battle.state.units["blue-1"], margin)
    assert found == ([Ordeal(CORROSION, hits, 4)] if hits else [])


@pytest.mark.rule("brigands.11.4a-corner")
def test_a_corner_zone_is_three_ninths_up_to_the_very_corner() -> None:
    southwest = [(0, 0), (32_000, 0), (32_000, 12_000), (16_000, 12_000), (16_000, 24_000), (0, 24_000)]
    table = Ground(48_000, 36_000, ())
    assert set(zone_at(table, "southwest")) == set(southwest)
    assert set(zone_at(table, "northeast")) == {(48_000 - x, 36_000 - y) for x, y in southwest}
    assert set(zone_at(table, "southeast")) == {(48_000 - x, y) for x, y in southwest}
    assert set(zone_at(table, "northwest")) == {(x, 36_000 - y) for x, y in southwest}


@pytest.mark.rule("brigands.7.1", "brigands.7.1-2ic")
def test_the_group_at_fault_is_named_by_its_number() -> None:
    good, bad = (Post("hunter", "foc"), Post("hunter")), (Post("hunter"), Post("hunter"))
    assert list(command_faults((good, bad), model_cards())) == [
        "Combat Group 2 has one leader; here 0 could lead.",
    ]


@pytest.mark.rule("brigands.9.3")
@pytest.mark.parametrize(("room", "out"), [(1_000, 1_000), (6_000, 6_000), (7_000, 0)])
def test_passengers_get_out_up_to_six_inches_away_and_no_farther(
    monkeypatch: pytest.MonkeyPatch, room: int, out: int
) -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 12, 10, NORTH)])
    passenger = battle.state.units["red-2"]
    passenger.carrier = "red-1"
    monkeypatch.setattr(bailing_out, "spots_beside", lambda _s, _p, _c, reach: iter([(0, 0)] if reach >= room else []))
    assert way_out(battle.state, passenger) == out


@pytest.mark.rule("brigands.9.2")
def test_a_drone_gives_way_to_who_stands_on_it_and_not_to_who_only_stands_cornerwise() -> None:
    battle = company([[("hunter/foc:recon-drone", 10, 10), ("hunter", 20, 20)]])
    drone, other = battle.state.units["red-1a"], battle.state.units["red-2"]
    drone.status, drone.carrier = FIELDED, ""
    apart = drone.line.radius + other.line.radius
    for share, pushed in ((0.8, False), (0.6, True)):
        drone.x = drone.y = 20_000 + round(apart * share)
        ctx = Ctx(battle.state.clone(), BOOK.apply)
        settle_drones(ctx)
        assert any(isinstance(event, DronePushed) for event in ctx.events) is pushed


@pytest.mark.rule("brigands.9.2")
@pytest.mark.parametrize("bearing", range(0, 3600, 225))
def test_a_drone_is_pushed_wherever_there_is_room_all_around(monkeypatch: pytest.MonkeyPatch, bearing: int) -> None:
    battle = company([[("hunter/foc:recon-drone", 10, 10), ("hunter", 20, 20)]])
    drone, other = battle.state.units["red-1a"], battle.state.units["red-2"]
    drone.x, drone.y = other.x + 100, other.y
    near = advance(other.x, other.y, bearing, drone.line.radius + other.line.radius + 2)

    def only_there(_state: object, unit: Any, x: int, y: int, *_: object) -> Stand | None:
        return Stand(Body(x, y, 0, unit.line.radius, unit.height)) if (x, y) == near else None

    monkeypatch.setattr(drones, "stand_at", only_there)
    stand = pushed_from(battle.state, drone, other)
    assert stand is not None
    assert (stand.body.x, stand.body.y) == near


@pytest.mark.rule("brigands.5.8")
@pytest.mark.parametrize("hits", [(True, False), (False, True), (True,), ()])
def test_of_several_rolls_at_a_model_the_last_one_stands(hits: tuple[bool, ...]) -> None:
    state = lay([("hunter", 10, 10, NORTH)]).state
    rolls: list[Any] = [AttackRolled("red-1", "LAC", "blue-1", (3,), (2,), 3, 2, 1, hit) for hit in hits]
    assert toll(state, state, rolls, "blue-1")[0] is (bool(hits) and hits[-1])


@pytest.mark.rule("brigands.5.6a")
def test_a_hit_is_worth_more_than_none_and_a_point_of_damage_more_than_any_hit() -> None:
    state = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)]).state
    struck = Strikes(state, Strike("red-1", "LAC", "Ballistic", "blue-1", optimal=True))
    ((raw, ways),) = struck.damages(3, False).items()
    assert (raw, ways) == (3, 36)
    assert struck.worth(3, False) == (3 * WORTH_OF_A_POINT + 1) * 36
    assert struck.worth(-1, False) == 0
    assert struck.worth(0, False) == (WORTH_OF_A_POINT + 1) * 18 + 18


@pytest.mark.rule("brigands.2.4", "brigands.3.1")
@pytest.mark.parametrize(("top", "refused"), [(2.0, False), (2.001, True)])
def test_what_ends_just_where_a_climb_begins_is_not_in_its_way(top: float, refused: bool) -> None:
    tower, ledge = piece("building", 8, 12, 14, 18, 9, footing=True), piece("instance", 10, 10, 12, 12, top)
    state = lay([("hunter", 11, 11, NORTH)], on=ground(tower, ledge)).state
    parts = [Part(Stride(11_000, 11_000, 11_000, 11_000, 0), 2_000, 4_000)]
    mover = Mover(state.units["red-1"], state.units["red-1"].line.radius)
    found = refuse_parts(state.ground, mover, Ascent(tower, 11_000, 11_000, 4_000), parts, ())
    assert (found is not None and found.facts["piece"] == ledge.id) is refused


@pytest.mark.rule("brigands.2.3", "brigands.trait.offroad")
@pytest.mark.parametrize(
    ("wet", "words"),
    [(True, "Only 2 in of this Move may lie in water"), (False, "Only 4 in of this Move may lie in area")],
)
def test_whoever_has_too_far_to_go_through_area_terrain_hears_how_far_he_may(wet: bool, words: str) -> None:
    rough = water(8, 11, 14, 30, 0.5) if wet else piece("area", 8, 11, 14, 30, 1)
    battle = lay([("hunter", 11, 10, NORTH)], on=ground(rough))
    remodel(battle.state.units["red-1"], move={"G": 9}, traits=("Offroad:2",))
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    refusal = battle.refuse("red", Move("red-1", "G", ((0, 9_000),)))
    assert refusal is not None
    assert refusal.message.startswith(words)


@pytest.mark.rule("brigands.3.2a")
def test_only_water_is_deep() -> None:
    assert depth_of(water(0, 0, 4, 4, 1.5)) == 1_500
    assert depth_of(piece("area", 0, 0, 4, 4, 1)) == 0


@pytest.mark.rule("brigands.10.4")
def test_a_purchase_may_be_so_long_and_no_longer() -> None:
    longest = "Sabre " + "X" * (LONGEST - len("Sabre "))
    found = read_purchase(longest)
    assert found is not None
    assert len(longest) == LONGEST == 80
    assert found.choice == longest[6:]
    assert read_purchase(longest + "X") is None


@pytest.mark.rule("brigands.10.4")
def test_an_upgrade_paid_by_the_action_costs_nothing_for_who_is_not_found() -> None:
    upgrade = next(each for each in upgrades().values() if each.tv_per_action)
    nobody = Recruit(Entry("Nobody at all"), None, [Purchase(upgrade)], [])
    assert nobody.price_of(Purchase(upgrade)) == nobody.price == upgrade.tv
    hunter = Recruit(Entry("Hunter"), model_cards()["hunter"], [Purchase(upgrade)], [])
    assert hunter.price_of(Purchase(upgrade)) == upgrade.tv + upgrade.tv_per_action * model_cards()["hunter"].actions


@pytest.mark.rule("brigands.11.3-demolitions")
def test_the_target_of_a_demolition_is_worth_nothing_and_stands_as_printed() -> None:
    assert (TARGET.card.tv, TARGET.armor, TARGET.hull, TARGET.structure, TARGET.actions) == (0, 8, 8, 0, 0)


@pytest.mark.rule("brigands.8.5", "brigands.1.6b")
def test_who_has_no_action_left_to_observe_with_is_told_so() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    unit = battle.state.units["red-1"]
    remodel(unit, traits=("Comms:1",))
    unit.actions = 0
    refusal = refuse_observer(unit)
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("no-action", {"actions": 0})


@pytest.mark.rule("brigands.3.2b-attack")
def test_a_result_that_only_equals_hits_a_building_with_all_that_penetrates() -> None:
    house = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})
    battle = lay([("hunter", 11, 10, NORTH)], on=ground(house))
    remodel(battle.state.units["red-1"], weapons=("HAC",))
    weapon = battle.state.units["red-1"].line.weapons["HAC"]
    card = building_odds(battle.state, house, weapon, Spread(0, (1,), 1))
    assert weapon.pen > 7, "the armor of a small building"
    assert (card.p_hit, card.mean_damage) == (1.0, weapon.pen - 7)
    assert building_odds(battle.state, house, weapon, Spread(-1, (1,), 1)).mean_damage == 0


@pytest.mark.rule("brigands.3.2b-attack")
@pytest.mark.parametrize("unit", ["red-1", "nobody"])
def test_an_attack_on_a_building_with_what_one_does_not_have_comes_to_nothing(unit: str) -> None:
    house = piece("building", 8, 20, 14, 26, 4, footing=True, props={"size": "small"})
    state = lay([("hunter", 11, 10, NORTH)], on=ground(house)).state
    assert preview_demolition(state, "red", Demolish(unit, "no such weapon", "Ballistic", house.id)).odds is None
