"""6.4, 6.5: ground: open, difficult, impassable, roads, water, slopes, heights, and other models on it."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.battles import ground_for
from gearlock.systems.blitz.movement.paths import budget_left
from gearlock.systems.blitz.movement.terrain import (
    GAITS,
    Going,
    going_of,
    is_well_set,
    rate_of,
    slope_is_hard,
    words_of,
)
from gearlock.systems.blitz.state import TOP_SPEED, WRECK
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece
from systems.blitz.movement.march import NORTH, code, field, go, model, now, order, piece, red, refusal_of, spent

TANK, HOVER, GEAR, SQUAD, SWIMMER = "badger", "sampson", "hunter", "north-infantry-squad", "hun"
EVERYWHERE = (0, 0, 48, 48)


def wood(x0: float, y0: float, x1: float, y1: float, top: float = 2, **props: int | str) -> Piece:
    return piece("area", "light", x0, y0, x1, y1, top, props=props)


def road(x0: float, y0: float, x1: float, y1: float) -> Piece:
    return piece("road", "", x0, y0, x1, y1, 0)


def lake(x0: float, y0: float, x1: float, y1: float, depth: float, **props: int | str) -> Piece:
    return piece("water", "", x0, y0, x1, y1, 0, props={"depth": round(1000 * depth), **props})


def hill(slope: int, top: float = 2, x0: float = 15) -> Piece:
    return piece("hill", "heavy", x0, 0, 40, 48, top, footing=True, props={"slope": slope})


@pytest.mark.rule("blitz.6.5b")
def test_a_badger_with_four_inches_left_goes_two_through_difficult_terrain() -> None:
    state = field(TANK, wood(*EVERYWHERE))
    now(state).gait, now(state).spent, now(state).is_open = "G", 3 * INCH, False
    assert budget_left(state, red(state), "G") == 4 * INCH
    assert code(state, go("G", (0, 2))) == ""
    assert code(state, go("G", (0, 2.001))) == "movement"


@pytest.mark.rule("blitz.6.5b-table", "blitz.6.3-table", "blitz.6.5b")
@pytest.mark.parametrize(("card", "gait", "rate"), [(GEAR, "W", 1), (SQUAD, "I", 1), (TANK, "G", 2), (HOVER, "H", 3)])
def test_an_inch_of_difficult_terrain(card: str, gait: str, rate: int) -> None:
    state = field(card, wood(*EVERYWHERE, top=4))
    assert spent(state, go(gait, (0, 1))) == rate * INCH
    assert spent(state, go(gait, (0, -0.5))) == rate * INCH
    assert rate == GAITS[gait].difficult


@pytest.mark.rule("blitz.6.5b")
def test_the_penalty_lasts_as_long_as_any_part_of_the_base_is_in_it() -> None:
    state = field(TANK, wood(14, 10, 16, 30), at=(10, 20))
    base = red(state).line.radius
    assert spent(state, go("G", (0, (4000 - base) / 1000))) == 4000 - base
    assert spent(state, go("G", (0, (5000 - base) / 1000))) == 6000 - base
    beside = field(TANK, wood(8, 20.787, 20, 30), at=(10, 20))
    assert spent(beside, go("G", (0, 3))) == 3 * INCH
    assert spent(field(TANK, wood(8, 20.786, 20, 30), at=(10, 20)), go("G", (0, 3))) == 6 * INCH


@pytest.mark.rule("blitz.6.3d", "blitz.6.3e", "blitz.6.5b")
@pytest.mark.parametrize(("card", "gait", "rating"), [(TANK, "G", 7), (HOVER, "H", 10)])
def test_a_move_wholly_in_the_open_has_an_inch_more(card: str, gait: str, rating: int) -> None:
    assert code(field(card), go(gait, (0, rating + 1))) == ""
    assert code(field(card), go(gait, (0, rating + 1.001))) == "movement"
    state = field(card, wood(0, 0, 9.5, 48, top=4))
    assert red(state).x - red(state).line.radius < 9500
    assert code(state, go(gait, (0, rating))) == "movement"


@pytest.mark.rule("blitz.6.3d")
def test_the_open_bonus_is_lost_by_a_later_piece_of_the_same_move() -> None:
    state = field(TANK, wood(17.8, 0, 30, 48))
    order(state, go("G", (0, 6.5)))
    assert budget_left(state, red(state), "G") == 1500
    assert code(state, go("G", (0, 0.5))) == ""
    assert code(state, go("G", (0, 0.7))) == "movement"
    assert code(state, go("G", (0, 0.513))) == ""


@pytest.mark.rule("blitz.6.3d", "blitz.6.5d")
def test_a_bonus_that_was_lost_does_not_come_back() -> None:
    state = field(TANK, wood(0, 0, 10.5, 48))
    order(state, go("G", (0, 2)))
    assert now(state).spent == 2000 + 1287
    assert budget_left(state, red(state), "G") == 7000 - 3287
    assert code(state, go("G", (0, 3.713))) == ""
    assert code(state, go("G", (0, 3.714))) == "movement"
    order(state, go("G", (0, 1)))
    assert code(state, go("G", (0, 2.714))) == "movement"
    state = field(TANK, road(12, 19, 48, 21))
    order(state, go("G", (0, 2)))
    assert budget_left(state, red(state), "G") == 6000
    assert code(state, go("G", (0, 6))) == ""
    assert code(state, go("G", (0, 6.001))) == "movement"
    order(state, go("G", (0, 1)))
    assert code(state, go("G", (0, 5.001))) == "movement"


@pytest.mark.rule("blitz.6.5d")
def test_an_eight_inch_model_goes_ten_on_a_road_in_each_move_at_top_speed() -> None:
    state = field(TANK, road(0, 19, 48, 21), posture=TOP_SPEED, move=8)
    assert budget_left(state, red(state), "G") == 10 * INCH
    assert code(state, go("G", (0, 10.001))) == "movement"
    order(state, go("G", (0, 10), last=True))
    order(state, go("G", (0, 10), last=True))
    assert red(state).x == 30_000


@pytest.mark.rule("blitz.6.5d")
def test_the_whole_move_must_be_on_the_road() -> None:
    state = field(TANK, road(0, 19, 18.9, 21), move=8)
    assert code(state, go("G", (0, 10))) == "movement"
    assert code(state, go("G", (0, 9))) == ""
    joined = field(TANK, road(0, 19, 15, 21), road(15, 19, 48, 21), move=8)
    assert code(joined, go("G", (0, 10))) == ""
    assert code(field(GEAR, road(0, 19, 48, 21)), go("W", (0, 5.001))) == "movement"


@pytest.mark.rule("blitz.6.5d", "blitz.6.0")
def test_backward_and_a_turn_on_a_road() -> None:
    state = field(TANK, road(0, 19, 48, 21), move=8)
    assert code(state, go("G", (0, -5), (90, 0))) == ""
    assert code(state, go("G", (0, -5.001), (90, 0))) == "movement"


@pytest.mark.rule("blitz.6.5d", "blitz.6.5g")
def test_a_road_leads_through_woods_and_over_water() -> None:
    over = road(0, 19, 48, 21)
    assert spent(field(TANK, over, wood(12, 0, 20, 48)), go("G", (0, 9))) == 9 * INCH
    assert code(field(TANK, over, lake(12, 0, 20, 48, 5)), go("G", (0, 9))) == ""
    assert code(field(TANK, lake(12, 0, 20, 48, 5)), go("G", (0, 7))) == "impassable"


@pytest.mark.rule("blitz.6.5d", "blitz.6.5c")
def test_a_wall_across_a_road_is_still_there() -> None:
    state = field(TANK, road(0, 19, 48, 21), piece("instance", "light", 13, 0, 13.5, 48, 1))
    assert spent(state, go("G", (0, 4.9))) == 4900 + 500 + 2 * 787
    order(state, go("G", (0, 4.9)), (1, 2))
    assert red(state).x == 12_213


@pytest.mark.rule("blitz.6.5d", "blitz.6.5g")
def test_reeds_in_the_water_are_no_road_to_hover() -> None:
    water = lake(*EVERYWHERE, 9)
    assert code(field(HOVER, water, wood(12, 0, 13, 48, 4), move=15), go("H", (0, 11))) == "movement"


@pytest.mark.rule("blitz.6.5d")
def test_standing_on_a_road_in_a_wood_is_standing_on_a_road() -> None:
    state = field(TANK, road(0, 19, 48, 21), wood(*EVERYWHERE))
    assert budget_left(state, red(state), "G") == 9 * INCH
    state = field(TANK, wood(*EVERYWHERE))
    assert budget_left(state, red(state), "G") == 7 * INCH


@pytest.mark.rule("blitz.trait.offroad")
def test_offroad_ignores_the_penalty_but_difficult_terrain_is_not_open() -> None:
    state = field("tyburr", wood(*EVERYWHERE))
    assert rate_of(red(state), "G") == 1
    assert code(state, go("G", (0, 6))) == ""
    assert code(state, go("G", (0, 6.001))) == "movement"


@pytest.mark.rule("blitz.trait.offroad", "blitz.trait.sms")
def test_offroad_that_belongs_to_the_wheels() -> None:
    state = field(GEAR, wood(*EVERYWHERE), traits=("Arms", "SMS:G (Offroad:+1D6)", "SMS:H"))
    assert spent(state, go("G", (0, 1))) == INCH
    assert spent(state, go("H", (0, 1))) == 3 * INCH


@pytest.mark.rule("blitz.6.3e", "blitz.6.5b")
def test_difficult_terrain_without_height_is_open_to_hover() -> None:
    flat = wood(*EVERYWHERE, top=0)
    assert code(field(HOVER, flat), go("H", (0, 11))) == ""
    assert spent(field(TANK, flat), go("G", (0, 1))) == 2 * INCH


@pytest.mark.rule("blitz.6.5b", "blitz.6.4", "blitz.6.5")
def test_what_the_players_agreed_a_piece_is() -> None:
    unit = red(field(TANK))
    hovers = red(field(HOVER))
    assert going_of(wood(0, 0, 1, 1), unit, "G") == Going("difficult")
    assert going_of(wood(0, 0, 1, 1, going="open"), unit, "G") == Going("open")
    assert going_of(wood(0, 0, 1, 1, going="open dangerous"), unit, "G") == Going("open", True)
    assert going_of(wood(0, 0, 1, 1, going="dangerous"), unit, "G") == Going("difficult", True)
    assert going_of(wood(0, 0, 1, 1, going="impassable"), unit, "G") == Going("impassable")
    assert going_of(wood(0, 0, 1, 1, 0, going="lava"), unit, "G") == Going("impassable")
    assert going_of(wood(0, 0, 1, 1, 0, going="lava"), hovers, "H") == Going("open", True)
    assert going_of(wood(0, 0, 1, 1, bars="G H"), unit, "G") == Going("impassable")
    assert going_of(wood(0, 0, 1, 1, bars="H"), unit, "G") == Going("difficult")
    only = wood(0, 0, 1, 1, going="dangerous", dangerous_to="Infantry Gear")
    assert [going_of(only, red(field(card)), gait).dangerous for card, gait in ((TANK, "G"), (GEAR, "W"))] == [
        False,
        True,
    ]
    assert words_of(hill(10)) == ()


@pytest.mark.rule("blitz.6.5b")
def test_impassable_terrain_is_not_moved_through() -> None:
    pit = wood(13, 0, 14, 48, 0, going="impassable")
    for card, gait in ((GEAR, "W"), (TANK, "G"), (HOVER, "H"), (SQUAD, "I")):
        assert code(field(card, pit), go(gait, (0, 3))) == "impassable"


@pytest.mark.rule("blitz.6.5g")
@pytest.mark.parametrize(("card", "gait"), [(GEAR, "W"), (TANK, "G")])
def test_water_less_than_half_the_model_is_shallow(card: str, gait: str) -> None:
    rate = GAITS[gait].difficult
    assert spent(field(card, lake(*EVERYWHERE, 0.999)), go(gait, (0, 1))) == rate * INCH
    assert code(field(card, lake(*EVERYWHERE, 1.0)), go(gait, (0, 1))) == "impassable"
    assert code(field(SQUAD, lake(*EVERYWHERE, 0.499)), go("I", (0, 1))) == ""
    assert code(field(SQUAD, lake(*EVERYWHERE, 0.5)), go("I", (0, 1))) == "impassable"


@pytest.mark.rule("blitz.6.5g", "blitz.6.3e")
def test_even_water_is_a_road_to_hover_however_deep() -> None:
    assert code(field(HOVER, lake(*EVERYWHERE, 9)), go("H", (0, 12))) == ""
    assert code(field(HOVER, lake(*EVERYWHERE, 9)), go("H", (0, 12.001))) == "movement"
    rapids = lake(*EVERYWHERE, 9, going="rapids")
    assert code(field(HOVER, rapids), go("H", (0, 11))) == ""
    assert code(field(HOVER, rapids), go("H", (0, 11.001))) == "movement"
    assert code(field(HOVER, lake(0, 0, 15, 48, 9), road(15, 19, 48, 21)), go("H", (0, 12))) == ""


@pytest.mark.rule("blitz.trait.amphib")
def test_to_amphibious_models_shallow_water_is_open_and_deep_water_shallow() -> None:
    assert code(field(SWIMMER, lake(*EVERYWHERE, 0.9)), go("G", (0, 7))) == ""
    assert spent(field(TANK, lake(*EVERYWHERE, 5), traits=("Amphib",)), go("G", (0, 1))) == 2 * INCH


@pytest.mark.rule("blitz.6.3g", "blitz.2.13-watercraft")
def test_water_movement_stays_in_the_water_which_is_a_road() -> None:
    sea = lake(0, 0, 17, 48, 5)
    state = field("water-dragon", sea)
    assert code(state, go("H2O", (0, 6))) == ""
    assert code(state, go("H2O", (0, 6.001))) == "movement"
    assert code(field("water-dragon", lake(0, 0, 15, 48, 5)), go("H2O", (0, 5.5))) == "water"
    dangerous = lake(0, 0, 30, 48, 5, going="dangerous")
    assert code(field("water-dragon", dangerous), go("H2O", (0, 4.001))) == "movement"
    assert code(state, go("H2O", (0, 1), (45, 1))) == "turns"
    craft = field(TANK, sea, type="Vehicle (Watercraft)")
    assert code(craft, go("G", (0, 5))) == ""
    assert code(craft, go("G", (0, 7.5))) == "water"
    assert going_of(sea, red(craft), "G") == Going("open")


@pytest.mark.rule("blitz.6.5e")
def test_a_slope_is_difficult_going_up_and_open_going_down() -> None:
    up = field(TANK, hill(30), move=9)
    run = 3464
    assert spent(up, go("G", (0, 5.5))) == 5500 + run
    assert spent(field(TANK, hill(30), at=(17, 20), facing=1800), go("G", (0, 5))) == 5 * INCH
    assert spent(field(GEAR, hill(30), at=(12, 20)), go("W", (0, 5))) == 5 * INCH
    order(up, go("G", (0, 5)))
    assert red(up).z == 2000


@pytest.mark.rule("blitz.6.5e")
@pytest.mark.parametrize(
    ("slope", "card", "hard"), [(9, TANK, False), (10, TANK, True), (14, "mammoth", False), (15, "mammoth", True)]
)
def test_more_than_half_the_height_in_six_inches(slope: int, card: str, hard: bool) -> None:
    assert slope_is_hard(hill(slope), red(field(card))) is hard


@pytest.mark.rule("blitz.6.5e")
def test_what_is_steeper_than_45_degrees_is_a_wall() -> None:
    assert code(field(GEAR, hill(45), at=(12, 20)), go("W", (0, 5))) == ""
    assert code(field(GEAR, hill(46), at=(12, 20)), go("W", (0, 5))) == "terrain"


@pytest.mark.rule("blitz.6.5c", "blitz.6.5a", "blitz.6.6")
def test_instance_terrain_of_half_the_silhouette_is_dangerous() -> None:
    for top, danger in ((0.999, False), (1.0, True)):
        fence = piece("instance", "light", 13, 0, 13.5, 48, top)
        assert going_of(fence, red(field(GEAR)), "W") == Going("difficult", danger)
    assert going_of(piece("instance", "light", 13, 0, 13.5, 48, 0.5), red(field(SQUAD)), "I").dangerous
    assert not going_of(piece("instance", "light", 13, 0, 13.5, 48, 1.4), red(field("mammoth")), "W").dangerous
    assert not going_of(wood(0, 0, 9, 9, 5), red(field(GEAR)), "W").dangerous


@pytest.mark.rule("blitz.6.5c", "blitz.6.5e")
def test_what_is_taller_than_the_model_is_a_wall() -> None:
    for top, found in ((2.0, ""), (2.001, "terrain")):
        fence = piece("instance", "light", 12, 0, 12.5, 48, top)
        assert code(field(GEAR, fence), go("W", (0, 4))) == found
    assert code(field(GEAR, piece("instance", "light", 12, 0, 12.5, 48, 1.5)), go("W", (0, 2))) == "edge"


@pytest.mark.rule("blitz.6.2")
def test_nobody_passes_through_a_model_but_through_infantry() -> None:
    for card, found in ((GEAR, "overlap"), (SQUAD, "")):
        state = field(GEAR, model("blue", "blue", 13, 20, card=card))
        assert code(state, go("W", (0, 4.99))) == found
    friend = field(GEAR, model("mate", "red", 13, 20, card=GEAR))
    assert code(friend, go("W", (0, 5))) == "overlap"
    squad = field(GEAR, model("blue", "blue", 13, 20, card=SQUAD))
    assert refusal_of(squad, go("W", (0, 3))).rule == "blitz.6.2"
    assert code(squad, go("W", (0, 1.713))) == ""
    assert code(squad, go("W", (0, 1.714))) == "overlap"


@pytest.mark.rule("blitz.6.2")
def test_going_through_infantry_does_not_hurt_it() -> None:
    state = field(GEAR, model("blue", "blue", 13, 20, card=SQUAD))
    order(state, go("W", (0, 5)))
    assert state.units["blue"].hull == state.units["blue"].line.hull


@pytest.mark.rule("blitz.6.2", "blitz.6.6")
def test_a_wreck_is_instance_terrain() -> None:
    wreck = model("blue", "blue", 13, 20, card=GEAR)
    wreck.status = WRECK
    state = field(GEAR, wreck)
    order(state, go("W", (0, 5)), (4, 1, 1))
    assert red(state).x == 15_000
    assert code(field(GEAR, wreck), go("W", (0, 3))) == "overlap"
    tank = model("blue", "blue", 13, 20, card=TANK)
    tank.status = WRECK
    assert code(field(SQUAD, tank, move=6), go("I", (0, 6))) == "overlap"


@pytest.mark.rule("blitz.6.0")
def test_the_table_ends() -> None:
    state = field(GEAR, at=(3, 3), facing=1800)
    assert code(state, go("W", (0, 2.5))) == ""
    assert code(state, go("W", (0, 2.501))) == "table"


@pytest.mark.rule("blitz.2.14", "blitz.6.3c")
def test_infantry_fits_where_a_single_figure_does() -> None:
    walls = (piece("building", "heavy", 12, 20.25, 14, 30, 4), piece("building", "heavy", 12, 10, 14, 19.75, 4))
    assert code(field(SQUAD, *walls, move=6), go("I", (0, 5))) == ""
    assert code(field(GEAR, *walls), go("W", (0, 5))) == "terrain"


@pytest.mark.rule("blitz.6.5c", "blitz.13.1")
def test_small_steps_are_taken_and_full_inches_are_falls() -> None:
    def ledge(top: float) -> Piece:
        return piece("hill", "heavy", 0, 0, 12, 48, top, footing=True)

    for top, found in ((0.999, ""), (1.0, "step")):
        assert code(field(GEAR, ledge(top)), go("W", (0, 4))) == found
    tall = field("mammoth", ledge(1.2), at=(9, 20), move=6)
    assert code(tall, go("W", (0, 4.5))) == "step"
    order(tall, go("W", (0, 4.5), drop=True), (1,))
    assert red(tall).hull == red(tall).line.hull - 1
    assert code(field("mammoth", ledge(1.0), at=(9, 20), move=6), go("W", (0, 4.5))) == "step"
    assert code(field("mammoth", ledge(0.999), at=(9, 20), move=6), go("W", (0, 4.5))) == ""
    rise = piece("hill", "heavy", 13, 0, 48, 48, 0.999, footing=True)
    state = field(GEAR, rise)
    order(state, go("W", (0, 5)))
    assert red(state).z == 999
    assert code(field(GEAR, piece("hill", "heavy", 13, 0, 48, 48, 1.0, footing=True)), go("W", (0, 5))) == "terrain"


@pytest.mark.rule("blitz.7.0b")
def test_half_a_table_should_be_rough() -> None:
    def covered(width: int, **props: str) -> Ground:
        wood = Piece("w", "wood", "area", rectangle(0, 0, width, 1000), 2000, props=dict(props))
        return Ground(1000, 1000, (wood, Piece("r", "road", "road", rectangle(0, 0, 1000, 1000))))

    assert is_well_set(covered(500))
    assert not is_well_set(covered(499))
    assert not is_well_set(covered(1000, going="open"))
    assert all(is_well_set(ground_for("random", seed, size)) for seed in range(8) for size in (100, 150))


@pytest.mark.rule("blitz.6.3a")
def test_facing_and_pieces_are_kept() -> None:
    state = field(GEAR)
    order(state, go("W", (90, 2), (-90, 1)))
    assert (red(state).x, red(state).y, red(state).facing) == (11_000, 22_000, 0)
    order(state, go("W", (90, 1)))
    assert (red(state).y, red(state).facing, now(state).straight) == (23_000, NORTH, 1000)
    order(state, go("W", (0, 0.5)))
    assert now(state).straight == 1500
    order(state, go("W", (0, -0.1), (0, 0.2)))
    assert now(state).straight == 200
