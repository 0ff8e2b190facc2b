"""Terrain and movement: prices by mode, the worst of several types, roads, water, structures, elevation."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.movement.terrain import CLOSED, DEEP, IMPASSABLE, OPEN, ROAD, SHALLOW, price_of
from gearlock.table.measure import advance
from gearlock.table.terrain import Piece
from systems.fieldmanual.movement.walks import TOP, code, drive, field, go, now, piece, put, red, refusal_of, spent
from systems.fieldmanual.tables import activate, mils

ROUGH, SOFT, DENSE, VERY_ROUGH, VERY_DENSE = "rough", "soft", "dense", "very-rough", "very-dense"


def area(going: str, x0: float = 10, x1: float = 40) -> Piece:
    return piece("area", (x0, 0, x1, 48), props={"going": going}, id=f"area-{going}-{x0}")


def water(depth: float, x0: float = 12, x1: float = 20, going: str = "") -> Piece:
    return piece("water", (x0, 0, x1, 48), props={"depth": mils(depth), "going": going})


@pytest.mark.rule("fieldmanual.mode-walker", "fieldmanual.mode-ground", "fieldmanual.mode-hover")
@pytest.mark.rule("fieldmanual.terrain-rough-dense", "fieldmanual.terrain-soft", "fieldmanual.terrain-very-rough-dense")
@pytest.mark.parametrize(
    ("going", "length", "walker", "ground", "hover"),
    [(ROUGH, 2, 4, 6, 2), (SOFT, 1, 3, 2, 1), (VERY_ROUGH, 1, 3, 4, 1), (DENSE, 1, 3, 3, None)],
)
def test_the_worked_example_of_terrain_costs(
    going: str, length: float, walker: float, ground: float, hover: float | None
) -> None:
    for mode, price in (("W", walker), ("G", ground), ("H", hover)):
        state = field(area(going), mode=mode)
        if price is None:
            assert code(state, go((0, length))) == "impassable"
        else:
            assert spent(state, go((0, length))) == price


@pytest.mark.rule("fieldmanual.terrain-very-rough-dense", "fieldmanual.terrain-impassable", "fieldmanual.terrain-open")
def test_very_dense_and_impassable_ground() -> None:
    unit = red(field())
    assert [price_of(VERY_DENSE, unit, mode) for mode in "WGH"] == [4000, CLOSED, CLOSED]
    assert {price_of(IMPASSABLE, unit, mode) for mode in "WGH"} == {CLOSED}
    assert {price_of(OPEN, unit, mode) for mode in "WGH"} == {1000}


@pytest.mark.rule("fieldmanual.perk-improved-off-road", "fieldmanual.flaw-poor-off-road")
@pytest.mark.parametrize(
    ("perk", "mode", "prices"),
    [
        ("Improved Off-Road", "W", [1, 3, 1, 3, 2, 4]),
        ("Improved Off-Road", "G", [1, 2, 1, 3, 3, -1]),
        ("Poor Off-Road Ability", "G", [3, 2, 4, 3, -1, -1]),
        ("Poor Off-Road Ability", "W", [2, 3, 3, 3, -1, 4]),
    ],
)
def test_off_road_ability(perk: str, mode: str, prices: list[int]) -> None:
    unit = red(field(stats={"perks": {perk: 1}}))
    found = [price_of(type_, unit, mode) for type_ in (OPEN, SOFT, ROUGH, DENSE, VERY_ROUGH, VERY_DENSE)]
    assert found == [price if price < 0 else 1000 * price for price in prices]


@pytest.mark.rule("fieldmanual.flaw-poor-off-road", "fieldmanual.terrain-roads")
def test_a_road_stays_a_road_to_who_is_bad_off_it() -> None:
    state = field(piece("road", (0, 18, 72, 22)), mode="G", stats={"flaws": {"Poor Off-Road Ability": 1}})
    assert spent(state, go((0, 6))) == 3
    state = field(mode="G", stats={"flaws": {"Poor Off-Road Ability": 1}})
    assert spent(state, go((0, 2))) == 6


@pytest.mark.rule("fieldmanual.infantry", "fieldmanual.perk-improved-off-road")
def test_infantry_is_at_home_off_the_road_only_on_foot() -> None:
    state = field(card="infantry-squad-proposed")
    assert [price_of(ROUGH, red(state), mode) for mode in "WG"] == [1000, 3000]


@pytest.mark.rule("fieldmanual.terrain-classify", "fieldmanual.option-representational-movement")
def test_where_terrain_is_of_several_types_the_worst_counts_for_the_mode() -> None:
    both = area("rough dense")
    assert spent(field(both, mode="W"), go((0, 1))) == 3
    assert code(field(both, mode="H"), go((0, 1))) == "impassable"
    soft_and_rough = (area(SOFT), area(ROUGH, 11))
    assert spent(field(*soft_and_rough, mode="W", band=TOP), go((0, 2))) == 6
    assert spent(field(*soft_and_rough, mode="G"), go((0, 2))) == 5


@pytest.mark.rule("fieldmanual.terrain-classify")
@pytest.mark.parametrize(("rating", "price"), [("light", 3), ("", 3), ("medium", 3), ("heavy", 4)])
def test_an_area_that_says_nothing_is_what_it_hides_like(rating: str, price: int) -> None:
    state = field(piece("area", (10, 0, 40, 48), rating=rating), mode="G")
    assert spent(state, go((0, 1))) == price
    assert spent(field(piece("area", (10, 0, 40, 48), props={"going": "open"}), mode="G"), go((0, 1))) == 1


@pytest.mark.rule("fieldmanual.movement-points")
def test_mixed_terrain_along_one_leg() -> None:
    state = field(area(ROUGH, 11, 11.5), area(DENSE, 12, 12.25), mode="G")
    assert spent(state, go((0, 3))) == 3 + 2 * 0.5 + 2 * 0.25
    assert spent(field(area(ROUGH, 12), mode="G"), go((0, 3.333))) == pytest.approx(2 + 3 * 1.333)


@pytest.mark.rule("fieldmanual.movement-points", "fieldmanual.speed-combat")
def test_exactly_the_limit_can_be_spent_and_not_a_thousandth_more() -> None:
    state = field(mode="W")
    assert code(state, go((0, 4))) == ""
    assert code(state, go((0, 4.001))) == "movement"
    state = field(area(ROUGH, 12), mode="W")
    assert (code(state, go((0, 3))), code(state, go((0, 3.001)))) == ("", "movement")
    refusal = refusal_of(state, go((0, 3.5)))
    assert refusal is not None
    assert (refusal.facts, refusal.rule) == ({"needs": 5000, "has": 4000}, "fieldmanual.movement-points")


@pytest.mark.rule("fieldmanual.terrain-classify")
def test_ground_counts_under_the_middle_of_the_base_and_its_very_edge_does_not() -> None:
    beside = piece("area", (0, 20.2, 72, 30), props={"going": IMPASSABLE})
    assert code(field(beside), go((0, 3))) == ""
    along = piece("area", (0, 20, 72, 30), props={"going": IMPASSABLE})
    assert code(field(along), go((0, 3))) == ""
    across = piece("area", (12, 0, 20, 48), props={"going": IMPASSABLE})
    assert (code(field(across), go((0, 2))), code(field(across), go((0, 2.001)))) == ("", "impassable")


@pytest.mark.rule("fieldmanual.terrain-roads", "fieldmanual.mode-ground")
def test_a_road_is_half_the_price_for_ground_mode_alone() -> None:
    road = piece("road", (0, 18, 72, 22))
    assert [spent(field(road, mode=mode), go((0, 3))) for mode in "WGH"] == [3, 1.5, 3]
    assert (code(field(road, mode="G"), go((0, 12))), code(field(road, mode="G"), go((0, 12.01)))) == ("", "movement")
    assert price_of(ROAD, red(field()), "G") == 500


@pytest.mark.rule("fieldmanual.terrain-roads")
def test_a_road_leads_through_what_it_was_laid_through_but_not_through_a_wreck() -> None:
    road, wood = piece("road", (0, 18, 72, 22)), area(VERY_DENSE, 11)
    assert spent(field(road, wood, mode="G"), go((0, 3))) == 1.5
    state = field(road, mode="G")
    put(state, "blue-1", "jager", 12, 20, status="dead")
    assert spent(state, go((0, 3))) == 2 * 0.5 + 1 * 4


@pytest.mark.rule("fieldmanual.damage-dead")
def test_a_wreck_is_very_rough_ground_that_one_may_stop_in() -> None:
    state = field(mode="G")
    put(state, "blue-1", "jager", 12, 20, status="dead")
    assert spent(state, go((0, 1.5))) == 1.5
    assert spent(state, go((0, 2))) == 1.5 + 0.5 * 4
    put(state, "blue-2", "jager", 12, 24, status="destroyed")
    assert spent(state, go((0, 1))) == 1


@pytest.mark.rule("fieldmanual.terrain-shallow-water", "fieldmanual.terrain-deep-water", "fieldmanual.perk-amphibious")
def test_water_is_shallow_below_an_inch() -> None:
    shallow, deep = water(0.999), water(1)
    assert [spent(field(shallow, mode=mode), go((0, 3))) for mode in "WGH"] == [4, 4, 3]
    assert [code(field(deep, mode=mode), go((0, 3))) for mode in "WGH"] == ["impassable", "impassable", ""]
    swims = {"perks": {"Amphibious": 1}}
    assert [spent(field(each, mode="G", stats=swims), go((0, 3))) for each in (shallow, deep)] == [3, 3]
    assert price_of(DEEP, red(field()), "G") == CLOSED
    assert price_of(SHALLOW, red(field()), "G") == 2000


@pytest.mark.rule("fieldmanual.perk-amphibious")
def test_swimmers_neither_enter_nor_leave_water_at_top_speed() -> None:
    swims = {"perks": {"Amphibious": 1}}
    fast = field(water(2), mode="G", band=TOP, stats=swims)
    assert (code(fast, go((0, 1.9))), code(fast, go((0, 2))), code(fast, go((0, 3)))) == ("", "water", "water")
    inside = field(water(2), mode="G", band=TOP, stats=swims, at=(15, 20))
    assert (code(inside, go((0, 4))), code(inside, go((0, 6)))) == ("", "water")
    assert code(field(water(2), mode="G", stats=swims), go((0, 3))) == ""


@pytest.mark.rule("fieldmanual.terrain-rough-water")
def test_rough_water_costs_everybody_one_more() -> None:
    rapids = water(0.5, going="rough-water")
    assert [spent(field(rapids, mode=mode, band=TOP), go((0, 3))) for mode in "WH"] == [2 + 3, 2 + 2]
    assert spent(field(rapids, mode="G", stats={"perks": {"Amphibious": 1}}), go((0, 3))) == 2 + 2


@pytest.mark.rule("fieldmanual.terrain-structures", "fieldmanual.infantry-structures")
def test_structures_are_closed_to_all_but_infantry_on_foot() -> None:
    house = piece("building", (12, 18, 13, 22), 2)
    assert code(field(house, band=TOP), go((0, 5))) == "structure"
    squad = field(house, card="infantry-squad-proposed", band=TOP, team="red-1")
    assert spent(squad, go((0, 4))) == 4
    assert code(squad, go((0, 2.5))) == "structure"
    riders = {"rows": {**red(squad).card.rows, "G": red(squad).card.rows["W"]}}
    rides = field(house, card="infantry-squad-proposed", band=TOP, team="red-1", stats=riders)
    assert code(rides, go((0, 4))) == "structure"


@pytest.mark.rule("fieldmanual.elevation")
@pytest.mark.parametrize(("top", "ways"), [(0.001, 3), (0.1, 3), (1, 3), (1.499, 3), (1.5, None), (2, None)])
def test_a_step_up_costs_one_mp_and_from_an_inch_and_a_half_on_it_is_a_cliff(top: float, ways: float | None) -> None:
    hill = piece("hill", (12, 0, 30, 48), top, footing=True)
    state = field(hill)
    if ways is None:
        refusal = refusal_of(state, go((0, 3)))
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("cliff", "fieldmanual.elevation")
    else:
        assert spent(state, go((0, 3))) == ways + 1
        drive(state, go((0, 3)))
        assert red(state).z == mils(top)


@pytest.mark.rule("fieldmanual.elevation", "fieldmanual.cliff-edge")
@pytest.mark.parametrize(("top", "refused"), [(1, ""), (1.499, ""), (1.5, "edge"), (3, "edge")])
def test_going_down_costs_nothing_and_nobody_goes_over_a_cliff_by_itself(top: float, refused: str) -> None:
    hill = piece("hill", (0, 0, 12, 48), top, footing=True)
    state = field(hill)
    assert red(state).z == mils(top)
    assert code(state, go((0, 3))) == refused
    if not refused:
        assert spent(state, go((0, 3))) == 3
        drive(state, go((0, 3)))
        assert red(state).z == 0


@pytest.mark.rule("fieldmanual.elevation")
def test_terraces_are_climbed_step_by_step() -> None:
    low = piece("hill", (11.1, 0, 40, 48), 1, footing=True)
    high = piece("hill", (12.1, 0, 40, 48), 2, footing=True, id="upper")
    state = field(low, high, band=TOP)
    assert spent(state, go((0, 4))) == 4 + 2
    drive(state, go((0, 4)))
    assert (red(state).z, red(state).x) == (2000, 14_000)


@pytest.mark.rule("fieldmanual.elevation")
def test_a_long_incline_costs_an_mp_for_every_level() -> None:
    slope = piece("hill", (12, 0, 30, 48), 3, footing=True, props={"slope": 30})
    assert spent(field(slope, band=TOP), go((0, 3))) == 3 + 3
    gentle = piece("hill", (12, 0, 30, 48), 0.3, footing=True, props={"slope": 10})
    assert spent(field(gentle), go((0, 3))) == 3 + 1


@pytest.mark.rule("fieldmanual.movement-points")
def test_nobody_leaves_the_table() -> None:
    state = field(at=(70, 20))
    assert (code(state, go((0, 1.5))), code(state, go((0, 1.501)))) == ("", "table")


@pytest.mark.rule("fieldmanual.terrain-roads")
def test_what_was_spent_counts_for_the_next_piece_of_a_move() -> None:
    state = field(area(ROUGH, 12), mode="G", band="combat")
    drive(state, go((0, 3)))
    assert now(state).spent["red-1"] == 5000
    activate(state, "red-1", spent={"red-1": 5000}, gone={"red-1": 3000})
    assert (code(state, go((0, 0.333))), code(state, go((0, 0.334)))) == ("", "movement")


@pytest.mark.rule("fieldmanual.damage-dead")
def test_a_wreck_counts_for_as_long_as_the_middle_of_the_base_is_in_it() -> None:
    state = field(mode="G")
    put(state, "blue-1", "jager", 12, 20.3, status="dead")
    assert spent(state, go((0, 3))) == pytest.approx(2.2 + 0.8 * 4)


@pytest.mark.rule("fieldmanual.terrain-classify", "fieldmanual.elevation")
def test_the_top_of_a_hill_may_be_rough_and_what_lies_below_it_does_not_count() -> None:
    hill = piece("hill", (12, 0, 30, 48), 1, footing=True, props={"going": ROUGH})
    assert spent(field(hill, mode="G"), go((0, 3))) == 2 + 1 + 3
    buried = area(SOFT, 12)
    plain = piece("hill", (12, 0, 30, 48), 1, footing=True)
    assert spent(field(plain, buried, mode="G"), go((0, 3))) == 3 + 1


@pytest.mark.rule("fieldmanual.damage-dead")
@pytest.mark.parametrize("facing", [0, 30, 90, 211, 300])
def test_a_wreck_lies_in_the_way_from_every_side(facing: float) -> None:
    state = field(mode="G", facing=facing)
    x, y = advance(10_000, 20_000, round(facing * 10), 2000)
    put(state, "blue-1", "jager", x / 1000, y / 1000, status="dead")
    assert spent(state, go((0, 3))) == pytest.approx(2 + 4, abs=0.01)


@pytest.mark.rule("fieldmanual.terrain-roads")
@pytest.mark.parametrize(("low", "high"), [(20, 22), (18, 20)])
def test_the_very_edge_of_a_road_is_on_it(low: float, high: float) -> None:
    assert spent(field(piece("road", (0, low, 72, high)), mode="G"), go((0, 3))) == 1.5
