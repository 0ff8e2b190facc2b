"""6.5f and the traits that climb, jump and lift: walls, hanging, jump jets, powered jumps, falls at their end."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.attacks.aiming import refuse_weapon
from gearlock.systems.blitz.general_concepts.dice import GUN, PILOT, skill_of
from gearlock.systems.blitz.movement.paths import climb_left, climbing_rate, legal_climbs
from gearlock.systems.blitz.movement.terrain import Climb, EndMove, Jump, Jumped, poised
from gearlock.systems.blitz.state import BRACED, HANGING, TOP_SPEED, WRECK, State
from gearlock.table.measure import INCH
from gearlock.table.terrain import Piece
from systems.blitz.movement.march import activate, code, field, go, model, now, order, piece, red, refusal_of, spent

GEAR, CLIMBER, SPIDER, JETS, PACK = "hunter", "leopard", "bashan", "fusilier", "eagle"
FACE = 12.5


def house(top: float = 3, x0: float = 13, x1: float = 20, **more: object) -> Piece:
    return piece("building", "heavy", x0, 10, x1, 30, top, footing=True, **more)


def at_the_wall(card: str, posture: str = "combat", top: float = 3, **more: object) -> State:
    radius = 0.787 if card in ("aphek",) else 0.5
    return field(card, house(top), at=(13 - radius, 20), posture=posture, **more)


def up(gait: str, z: float, x: float = FACE) -> Climb:
    return Climb("red", gait, "building-13-10", round(1000 * x), 20_000, round(1000 * z))


@pytest.mark.rule("blitz.6.5f", "blitz.trait.climber")
def test_with_climbing_gear_a_model_gets_up_and_moves_on_top() -> None:
    state = at_the_wall(CLIMBER)
    order(state, up("G", 3, 13.502))
    assert (red(state).z, HANGING in red(state).tokens) == (3000, False)
    assert now(state).spent == 3000 + 1002
    assert code(state, go("G", (0, 1))) == ""


@pytest.mark.rule("blitz.6.5f", "blitz.trait.arms")
def test_without_it_the_same_model_hangs_half_way_up() -> None:
    state = at_the_wall(GEAR)
    assert code(state, up("G", 3)) == "movement"
    order(state, up("G", 2.5))
    assert (red(state).z, red(state).place, red(state).tokens[HANGING]) == (2500, "building-13-10", 1)
    assert now(state).spent == 5 * INCH


@pytest.mark.rule("blitz.6.5f")
def test_a_wall_is_difficult_and_to_climbers_open() -> None:
    gear, climber = at_the_wall(GEAR), at_the_wall(CLIMBER)
    assert [climbing_rate(poised(red(gear), gait), gait) for gait in ("W", "G")] == [1, 2]
    assert climbing_rate(red(climber), "G") == 1
    assert climb_left(gear, red(gear), "G") == 5 * INCH
    assert climb_left(climber, red(climber), "G") == 7 * INCH


@pytest.mark.rule("blitz.6.5f")
def test_who_hangs_does_everything_at_six_unless_it_has_gear() -> None:
    for card, skill in ((GEAR, 6), (CLIMBER, 0)):
        state = at_the_wall(card)
        before = skill_of(red(state), GUN)
        order(state, up("W", 2))
        assert HANGING in red(state).tokens
        assert skill_of(red(state), GUN) == (skill or before)
        assert skill_of(red(state), PILOT) == (skill or red(state).line.pilot)


@pytest.mark.rule("blitz.6.5f")
def test_who_climbs_fires_no_arm_weapon_until_its_move_is_over_and_it_hangs() -> None:
    state = at_the_wall(GEAR)
    order(state, up("W", 2))
    shot = [refuse_weapon(state, red(state), weapon, "") for weapon in ("LAC", "LRP")]
    assert [refusal and refusal.code for refusal in shot] == ["climbing", None]
    order(state, EndMove("red"))
    assert HANGING in red(state).tokens
    assert refuse_weapon(state, red(state), "LAC", "") is None


@pytest.mark.rule("blitz.6.5f", "blitz.trait.spider")
def test_climbing_is_for_combat_posture_but_for_equipped_spiders() -> None:
    assert code(at_the_wall(GEAR, TOP_SPEED), up("W", 2)) == "posture"
    assert code(at_the_wall(CLIMBER, TOP_SPEED), up("W", 2)) == "posture"
    spider = ("Climber", "Spider")
    assert code(at_the_wall(GEAR, TOP_SPEED, traits=spider), up("W", 2)) == ""
    assert code(at_the_wall(GEAR, TOP_SPEED, traits=("Spider",)), up("W", 2)) == "posture"
    assert code(at_the_wall(GEAR, BRACED), up("W", 2)) == "braced"


@pytest.mark.rule("blitz.trait.arms", "blitz.trait.spider", "blitz.trait.climber", "blitz.6.5e")
@pytest.mark.parametrize(("traits", "found"), [(("Arms",), ""), (("Spider",), ""), (("Climber",), ""), ((), "climber")])
def test_who_climbs_at_all(traits: tuple[str, ...], found: str) -> None:
    assert code(at_the_wall(GEAR, traits=traits), up("W", 2)) == found


@pytest.mark.rule("blitz.6.5f")
def test_the_way_down_along_and_over_the_edge() -> None:
    state = at_the_wall(GEAR)
    order(state, up("W", 3))
    assert HANGING in red(state).tokens
    assert code(state, go("W", (0, 1.001))) == ""
    assert code(state, go("W", (0, 0.5))) == "hanging"
    assert code(state, go("W", (90, 0))) == "hanging"
    labels = [label for label, _ in legal_climbs(state, red(state), "W")]
    assert labels == ["Climb onto the building", "Climb down the building"]
    order(state, Climb("red", "W", "building-13-10", 12_500, 20_500, 1_200))
    assert (red(state).y, red(state).z) == (20_500, 1_200)
    assert code(state, up("W", 0)) == "movement"


@pytest.mark.rule("blitz.6.5f", "blitz.13.1")
def test_letting_go_is_a_fall_of_the_full_inches() -> None:
    state = at_the_wall(GEAR)
    order(state, up("W", 2.9))
    order(state, go("W", drop=True), (6, 5))
    assert (red(state).z, red(state).hull) == (0, red(state).line.hull - 0)
    assert HANGING not in red(state).tokens


@pytest.mark.rule("blitz.6.5f")
def test_a_climb_begins_and_ends_at_a_face() -> None:
    state = field(GEAR, house(), at=(11, 20))
    assert code(state, up("W", 2, 11)) == "face"
    assert code(state, Climb("red", "W", "nowhere", 1, 1, 1)) == "piece"
    assert code(at_the_wall(GEAR), up("W", 3.001)) == "height"


@pytest.mark.rule("blitz.6.5f", "blitz.6.3-table")
def test_a_move_that_ended_with_its_turn_does_not_climb() -> None:
    state = field(GEAR, house(), at=(11.5, 20))
    order(state, go("G", (0, 1), (45, 0)))
    assert code(state, up("G", 1)) == "closed"


@pytest.mark.rule("blitz.13.1", "blitz.6.5e")
def test_over_the_edge_of_a_roof() -> None:
    state = field(GEAR, house(x0=5, x1=12), at=(11, 20))
    assert red(state).z == 3000
    assert refusal_of(state, go("W", (0, 2))).rule == "blitz.13.1"
    order(state, go("W", (0, 2), drop=True), (1, 3, 4))
    assert (red(state).z, red(state).hull) == (0, red(state).line.hull - 2)
    assert code(state, go("W", (0, 2))) == ""


@pytest.mark.rule("blitz.13.1", "blitz.6.5b")
def test_who_stands_on_a_mesa_walks_there_and_drops_off_it() -> None:
    mesa = piece("instance", "heavy", 5, 10, 12, 30, 3, footing=True, props={"going": "impassable"})
    assert code(field(GEAR, mesa, at=(11, 20)), go("W", (90, 2))) == ""
    order(field(GEAR, mesa, at=(11, 20)), go("W", (0, 2), drop=True), (6, 6, 6))
    assert code(field(GEAR, mesa, at=(13, 20), facing=1800), go("W", (0, 2))) == "impassable"
    assert code(field(GEAR, mesa, at=(12.5, 20)), Climb("red", "W", mesa.id, 12_500, 20_000, 3_000)) == ""


@pytest.mark.rule("blitz.6.3f", "blitz.trait.jumpjets")
@pytest.mark.parametrize(("top", "cost"), [(3.0, 7000), (3.001, 7000 + 2 * (2000 + 2 * 787))])
def test_jets_cross_what_is_not_higher_than_their_rating(top: float, cost: int) -> None:
    wood = piece("area", "light", 13, 0, 15, 48, top)
    assert spent(field(JETS, wood, move=20), go("H", (0, 7))) == cost


@pytest.mark.rule("blitz.6.3f", "blitz.trait.jumpjets")
def test_higher_instance_terrain_is_difficult_and_dangerous() -> None:
    for top, dice in ((3.0, ()), (4.0, ((6, 6),))):
        wall = piece("instance", "heavy", 13, 0, 13.5, 48, top)
        state = field(JETS, wall, move=20)
        assert spent(state, go("H", (0, 7))) == (7000 if top == 3.0 else 7000 + 2 * (500 + 2 * 787))
        order(state, go("H", (0, 7)), *dice)
        assert (red(state).x, red(state).z) == (17_000, 0)


@pytest.mark.rule("blitz.6.3f", "blitz.trait.jumpjets")
def test_elevation_is_changed_within_the_rating_without_a_test() -> None:
    state = field(JETS, house(2), at=(10, 20))
    order(state, go("H", (0, 6)))
    assert red(state).z == 2000
    order(state, go("H", (0, -1)))
    state = field(JETS, house(2), at=(14, 20), facing=1800)
    order(state, go("H", (0, 5)))
    assert red(state).z == 0
    assert code(field(JETS, house(3.001), at=(10, 20)), go("H", (0, 6))) == "terrain"
    assert code(field(JETS, house(3), at=(10, 20)), go("H", (0, 2.9))) == "edge"


@pytest.mark.rule("blitz.6.3f", "blitz.13.1")
def test_a_drop_beyond_the_rating_is_a_fall_of_the_excess() -> None:
    state = field(JETS, house(4), at=(14, 20), facing=1800)
    assert code(state, go("H", (0, 3))) == "step"
    order(state, go("H", (0, 2), drop=True), (6,))
    assert red(state).z == 0


@pytest.mark.rule("blitz.6.3f", "blitz.6.2")
def test_jets_clear_wrecks() -> None:
    wreck = model("blue", "blue", 13, 20, card="badger", status=WRECK)
    order(field(JETS, wreck), go("H", (0, 8)))
    assert spent(field(JETS, wreck), go("H", (0, 8))) == 8000
    low = field("sampson", wreck, traits=('Jump Jets:1"',), move=20)
    assert spent(low, go("H", (0, 8))) == 8000 + 2 * 4 * 787
    order(low, go("H", (0, 8)), (6, 6))


@pytest.mark.rule("blitz.6.3f", "blitz.6.2")
def test_hover_jets_pass_over_models_they_clear() -> None:
    other = model("blue", "blue", 13, 20, card=GEAR)
    assert code(field(JETS, other), go("H", (0, 6))) == ""
    assert code(field("sampson", other), go("H", (0, 6))) == ""
    assert code(field("sampson", other, traits=('Jump Jets:1"',)), go("H", (0, 6))) == "overlap"
    assert code(field(GEAR, other, traits=('Jump Jets:3"',)), go("W", (0, 5))) == "overlap"


@pytest.mark.rule("blitz.trait.jumpjets")
def test_jets_help_walkers_up_walls_and_over_fences() -> None:
    traits = ('Jump Jets:3"',)
    state = field(GEAR, house(3), at=(11, 20), traits=traits)
    order(state, go("W", (0, 4)))
    assert red(state).z == 3000
    order(field(GEAR, piece("instance", "light", 13, 0, 13.5, 48, 2), traits=traits), go("W", (0, 5)))
    broken = field(GEAR, house(3), at=(11, 20), traits=('Jump Jets:3" (Aux)',))
    red(broken).hull = 0
    assert code(broken, go("W", (0, 4))) == "terrain"


@pytest.mark.rule("blitz.6.3f", "blitz.6.6")
def test_who_flies_over_danger_tests_only_if_it_stops_there() -> None:
    swamp = piece("area", "light", 13, 0, 16, 48, 1, props={"going": "dangerous"})
    order(field(JETS, swamp), go("H", (0, 8), last=True))
    order(field(JETS, swamp), go("H", (0, 4), last=True), (6, 6))
    pit = piece("area", "light", 13, 0, 15, 48, 1, props={"going": "impassable"})
    assert code(field(JETS, pit), go("H", (0, 8))) == ""
    assert code(field(JETS, pit), go("H", (0, 4))) == "impassable"


@pytest.mark.rule("blitz.trait.jetpack")
def test_a_powered_jump_goes_as_far_as_its_rating_once_between_moves() -> None:
    state = field(PACK)
    assert code(state, Jump("red", 6_001)) == "movement"
    assert code(state, Jump("red", 0)) == "movement"
    order(state, go("W", (0, 1)))
    assert code(state, Jump("red", 6_000)) == "begun"
    order(state, go("W", (0, 1), last=True))
    (jumped,) = order(state, Jump("red", 6_000))
    assert isinstance(jumped, Jumped)
    assert jumped.fall == 0
    assert (red(state).x, now(state).moves, red(state).gait) == (18_000, 0, "W")
    assert code(state, Jump("red", 1_000)) == "jumped"


@pytest.mark.rule("blitz.trait.jetpack")
def test_a_jump_is_no_move_and_may_come_first() -> None:
    state = field(PACK, posture=TOP_SPEED)
    order(state, Jump("red", 3_000))
    assert now(state).moves == 2
    assert code(activate(state, TOP_SPEED), Jump("red", -3_000)) == "backward"
    assert code(activate(state), Jump("red", -3_000)) == ""
    assert code(activate(state, BRACED), Jump("red", 3_000)) == "braced"
    assert code(field(GEAR), Jump("red", 1_000)) == "jetpack"


@pytest.mark.rule("blitz.trait.jetpack")
def test_what_a_jump_clears_and_lands_on() -> None:
    for top, found in ((6.0, ""), (6.001, "height")):
        wall = piece("instance", "heavy", 12, 0, 13, 48, top)
        assert code(field(PACK, wall), Jump("red", 6_000)) == found
        assert code(field(PACK, house(top)), Jump("red", 5_000)) == found
    state = field(PACK, house(5))
    order(state, Jump("red", 5_000))
    assert red(state).z == 5000
    assert code(field(PACK, house(5)), Jump("red", 3_000)) == "terrain"


@pytest.mark.rule("blitz.trait.jetpack", "blitz.6.2", "blitz.6.6")
def test_a_jump_passes_over_models_and_danger_but_does_not_land_on_them() -> None:
    other = model("blue", "blue", 13, 20, card=GEAR)
    assert code(field(PACK, other), Jump("red", 6_000)) == ""
    assert code(field(PACK, other), Jump("red", 3_000)) == "overlap"
    near = model("blue", "blue", 11, 20, card=GEAR)
    assert code(field(PACK, near, traits=('Jetpack:2"',)), Jump("red", 2_000)) == ""
    swamp = piece("area", "light", 12, 0, 30, 48, 0, props={"going": "dangerous"})
    order(field(PACK, swamp), Jump("red", 6_000))
    pit = piece("area", "light", 15, 0, 30, 48, 0, props={"going": "impassable"})
    assert code(field(PACK, pit), Jump("red", 6_000)) == "impassable"
    assert code(field(PACK, piece("water", "", 15, 0, 30, 48, 0, props={"depth": 1000})), Jump("red", 6_000)) == (
        "impassable"
    )


@pytest.mark.rule("blitz.trait.jetpack", "blitz.13.1")
def test_a_jump_down_falls_what_the_pack_does_not_carry() -> None:
    state = field(PACK, house(8, 5, 11), at=(10, 20))
    order(state, Jump("red", 6_000), (1, 6))
    assert (red(state).z, red(state).hull) == (0, red(state).line.hull - 1)
    state = field(PACK, house(6, 5, 11), at=(10, 20))
    order(state, Jump("red", 6_000))


@pytest.mark.rule("blitz.trait.jetpack", "blitz.6.3f")
def test_packs_and_boosters_are_jetpacks_and_vtols_have_no_limit() -> None:
    assert code(field("jerboa"), Jump("red", 6_000)) == ""
    assert code(field("hoverbike-grel"), Jump("red", 6_000)) == ""
    tall = house(20)
    assert code(field("sampson", tall, gait="V"), go("V", (0, 5))) == ""
