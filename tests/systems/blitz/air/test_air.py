"""17: circling, strafing, bombs, shooting at what flies, landing."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.blitz.air_support import Circle, ResumeCircling, Strafe
from gearlock.systems.blitz.attacks.aiming import Attack, AttackRolled, IndirectFire, SnapFire, attack_distance, loaded
from gearlock.systems.blitz.attacks.attack import refuse_indirect
from gearlock.systems.blitz.attacks.pairs import Pair, attack_skill, elevation_dice, flak_dice
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage import Wound, hurt
from gearlock.systems.blitz.deployment.zones import Deploy
from gearlock.systems.blitz.flow import step
from gearlock.systems.blitz.lock_and_cover.cover import has_lock, is_detected, look_at
from gearlock.systems.blitz.rounds import EndActivation, refuse_posture, unactivated
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    GONE,
    OFF_BOARD,
    STRAFING,
    TOP_SPEED,
    WAITING,
    State,
)
from systems.blitz.air.sky import BOMBER, FIGHTER, airborne, flyer
from systems.blitz.fieldwork import EAST, NORTH, SOUTH, WEST, activate, give, model, offered, piece, refused, run, table


@pytest.mark.rule("blitz.17.1")
def test_a_circling_model_is_activated_and_moves_around_the_edge() -> None:
    state = airborne()
    state.activation = None
    assert [unit.id for unit in unactivated(state, "red")] == ["red"]
    activate(state, "red")
    give(state, Circle("red", 8000))
    unit = state.units["red"]
    assert (unit.x, unit.y, unit.facing) == (32_000, 2_000, EAST)
    assert refused(state, Circle("red", 1000)) == "no-move"
    corner = airborne(x=44)
    give(corner, Circle("red", 5000))
    unit = corner.units["red"]
    assert (unit.x, unit.y, unit.facing) == (46_000, 5_000, NORTH), "around the corner, with the table to its left"


@pytest.mark.rule("blitz.17.1", "blitz.17.3")
@pytest.mark.parametrize(("away", "sensors", "found"), [(1, "12", False), (6, '18"', True), (6.1, '18"', False)])
def test_circling_is_twelve_inches_farther_for_sensors_too(away: float, sensors: str, found: bool) -> None:
    """What hides the target all the same makes the detection range count, from above and from below."""
    wall = piece("instance", "light", 14, 3.2, 34, 3.4, 9)
    pilot: dict[str, Any] = {"traits": (f"Sensors:{sensors}",), "weapons": ("MAC (T)",)}
    state = airborne(wall, model("blue", "hunter", 24, 2 + 0.787 + 0.5 + away, SOUTH), **pilot)
    red, blue = state.units["red"], state.units["blue"]
    assert not look_at(state, red, blue).sight
    assert has_lock(state, red, blue) is found
    assert is_detected(state, blue, red) is False, "12 in are all it has"
    red.tokens[STRAFING] = 1
    assert is_detected(state, blue, red) is True


@pytest.mark.rule("blitz.17.1")
def test_it_reverses_once_an_activation_and_goes_no_farther_than_its_rating() -> None:
    state = airborne(posture=TOP_SPEED)
    assert refused(state, Circle("red", 8001)) == "movement"
    give(state, Circle("red", 4000, reverse=True))
    assert (state.units["red"].x, state.units["red"].facing) == (20_000, WEST)
    assert refused(state, Circle("red", 4000, reverse=True)) == "reverse"
    assert refused(state, Circle("red", 4000)) == ""
    assert refused(activate(table(model("red")), "red"), Circle("red", 1000)) == "flying"


@pytest.mark.rule("blitz.17.0a")
def test_nothing_that_flies_is_braced() -> None:
    refusal = refuse_posture(flyer(), BRACED)
    assert refusal is not None
    assert refusal.code == "flying"
    assert refuse_posture(flyer(), TOP_SPEED) is None


@pytest.mark.rule("blitz.17.1")
@pytest.mark.parametrize(("status", "skill"), [(ALOFT, 5), ("fielded", 4)])
def test_circling_gunnery_is_one_worse_against_the_ground_and_always_elevated(status: str, skill: int) -> None:
    state = airborne()
    unit, foe = state.units["red"], state.units["blue"]
    unit.status = status
    pair = Pair(state, unit, foe, loaded(unit, "LRC"))
    assert attack_skill(pair, True) == skill
    assert elevation_dice(pair) == int(status == ALOFT)
    foe.status = ALOFT
    assert elevation_dice(pair) == 0, "aircraft are level with each other"


@pytest.mark.rule("blitz.17.1")
def test_ranges_from_and_to_circling_models_are_twelve_inches_longer_once() -> None:
    state = airborne(model("blue", "hunter", 24, 20, SOUTH), flyer("blue-2", FIGHTER, 30))
    red, blue, other = (state.units[name] for name in ("red", "blue", "blue-2"))
    gap = 18_000 - red.line.radius - blue.line.radius
    assert attack_distance(state, red, blue, loaded(red, "LRC")) == gap + 12_000
    assert attack_distance(state, blue, red, loaded(blue, "LAC")) == gap + 12_000
    assert attack_distance(state, other, red, loaded(other, "MAC")) == 6_000 - 2 * red.line.radius + 12_000


@pytest.mark.rule("blitz.17.1")
def test_the_ground_is_attacked_with_side_weapons_and_flyers_with_forward_ones() -> None:
    state = airborne(model("blue", "hunter", 24, 8, SOUTH), flyer("blue-2", FIGHTER, 30), flyer("blue-3", FIGHTER, 18))
    assert refused(state, Attack("red", "LRC", ("blue",))) == ""
    assert refused(state, Attack("red", "LRC", ("blue-2",))) == ""
    assert refused(state, Attack("red", "LRC", ("blue-3",))) == "arc", "it is behind"
    assert refused(state, Attack("red", "MSAM", ("blue",))) == "arc"
    fighter = airborne(model("blue", "hunter", 24, 8, SOUTH), card=FIGHTER)
    assert refused(fighter, Attack("red", "MAC", ("blue",))) == "arc"
    assert refused(fighter, Strafe("red")) == ""


@pytest.mark.rule("blitz.17.3")
@pytest.mark.rule("blitz.wtrait.aa")
def test_without_aa_a_flyer_is_shot_at_with_6() -> None:
    state = airborne(model("blue", "hunter", 24, 20, SOUTH), model("blue-2", "aa-viper", 26, 20, SOUTH))
    red, blue, viper = (state.units[name] for name in ("red", "blue", "blue-2"))
    assert attack_skill(Pair(state, blue, red, loaded(blue, "LAC")), True) == 6
    assert attack_skill(Pair(state, viper, red, loaded(viper, "MAC")), True) == viper.line.gun
    assert flak_dice(Pair(state, blue, red, loaded(blue, "LAC"))) == 2
    assert look_at(state, blue, red).dice == 0


def strafing(*things: Any, card: str = BOMBER, **more: Any) -> State:
    state = airborne(*things, card=card, **more)
    give(state, Strafe("red"))
    return state


@pytest.mark.rule("blitz.17.2")
def test_a_pass_leads_over_the_middle_to_the_opposite_edge() -> None:
    state = strafing(x=10)
    unit = state.units["red"]
    assert (unit.x, unit.y) == (24_000, 24_000)
    assert STRAFING in unit.tokens
    assert refused(state, EndActivation("red")) == "strafing"
    assert refused(state, Circle("red", 1000)) == "strafing"
    give(state, ResumeCircling("red", leftward=True))
    assert (unit.x, unit.y, unit.facing) == (38_000, 46_000, WEST)
    assert refused(state, EndActivation("red")) == ""
    assert refused(state, Strafe("red")) == "late"
    assert refused(state, ResumeCircling("red")) == "strafing"
    late = airborne(posture=TOP_SPEED)
    for _ in range(2):
        give(late, Circle("red", 1000))
    assert refused(late, Strafe("red")) == "late"


@pytest.mark.rule("blitz.17.2")
def test_only_what_lies_under_the_line_is_attacked_but_by_turrets() -> None:
    under, beside = model("blue", "hunter", 24.4, 20, SOUTH), model("blue-2", "hunter", 27, 20, SOUTH)
    state = strafing(under, beside, flyer("blue-3", FIGHTER))
    assert refused(state, Attack("red", "MSAM", ("blue",))) == ""
    assert refused(state, Attack("red", "MSAM", ("blue-2",))) == "line"
    assert refused(state, Attack("red", "LRC", ("blue-2",))) == ""
    assert refused(state, Attack("red", "LRC", ("blue-3",))) == "flyer"
    far = strafing(model("blue", "hunter", 44, 20, SOUTH))
    assert refused(far, Attack("red", "LRC", ("blue",))) == "detection"


@pytest.mark.rule("blitz.17.2")
def test_who_has_attacked_while_circling_does_not_strafe() -> None:
    state = airborne(flyer("blue-2", FIGHTER, 30))
    give(state, Attack("red", "LRC", ("blue-2",)))
    assert refused(state, Strafe("red")) == "attacked"


@pytest.mark.rule("blitz.17.2")
def test_a_pass_knows_no_additional_cover_and_no_worse_gunnery() -> None:
    wall = piece("instance", "heavy", 20, 14, 28, 15, 3)
    state = strafing(model("blue", "hunter", 24, 20, SOUTH), wall)
    unit, foe = state.units["red"], state.units["blue"]
    pair = Pair(state, unit, foe, loaded(unit, "LRC"))
    assert pair.look.additional == 0
    assert attack_skill(pair, True) == 4
    assert elevation_dice(pair) == 1


@pytest.mark.rule("blitz.17.3")
def test_over_the_middle_anti_aircraft_weapons_of_any_mount_snap_fire() -> None:
    turret = model("blue-t", "aa-turret", 24, 30, SOUTH, group=0)
    fixed = model("blue-x", "hunter", 20, 30, SOUTH, weapons=("MAC (AA)", "LAC (Arm)"))
    state = airborne(turret, fixed, model("blue", "hunter", 28, 30, SOUTH))
    answers = [("snap", SnapFire("blue-t", "HAC", "red")), ("snap", SnapFire("blue-x", "MAC", "red"))]
    played = give(state, Strafe("red"), answers=answers)
    assert [ask.unit for ask in played.asks if ask.kind == "snap"] == ["blue-t", "blue-x"]
    assert len(played.of(AttackRolled)) == 2
    ask = Ask("blue", "snap", "blue-x", ("strafing pass", "red"))
    refusal = BOOK.refuse(state, ask, SnapFire("blue-x", "LAC", "red"))
    assert refusal is not None


@pytest.mark.rule("blitz.17.3")
def test_a_strafing_model_is_twelve_inches_farther_without_aa_alone() -> None:
    state = strafing(model("blue", "hunter", 24, 34, SOUTH), model("blue-2", "aa-viper", 24, 36, SOUTH))
    red, blue, viper = (state.units[name] for name in ("red", "blue", "blue-2"))
    near = 10_000 - red.line.radius - blue.line.radius
    assert attack_distance(state, blue, red, loaded(blue, "LAC")) == near + 12_000
    assert attack_distance(state, viper, red, loaded(viper, "MAC")) == near + 2_000


@pytest.mark.rule("blitz.17.5a")
def test_bombs_are_dropped_on_what_a_pass_leads_over() -> None:
    state = airborne(model("blue", "hunter", 24, 20, SOUTH), model("blue-2", "hunter", 30, 20, SOUTH))
    assert refused(state, Attack("red", "MBB", ("blue",))) == "drop"
    give(state, Strafe("red"))
    assert refused(state, Attack("red", "MBB", ("blue-2",))) == "line"
    played = give(state, Attack("red", "MBB", ("blue",)))
    assert played.of(AttackRolled)
    assert len(offered(state, ResumeCircling)) == 2


def battery(x: float, y: float = 0.5, **more: Any) -> Any:
    return model("blue-b", "hunter", x, y, NORTH, status=OFF_BOARD, **more)


@pytest.mark.rule("blitz.17.3")
def test_whoever_has_aa_snap_fires_at_a_pass_from_the_air_and_from_beyond_the_table_too() -> None:
    guns = battery(24, 47.5, weapons=("MAC (AA)",))
    state = airborne(guns, flyer("blue-f", FIGHTER, 24, 46, WEST), model("blue", "hunter", 28, 30, SOUTH))
    state.facts["distance:blue-b"] = Sealed("2000", ("blue",))
    played = give(state, Strafe("red"))
    assert [ask.unit for ask in played.asks if ask.kind == "snap"] == ["blue-b", "blue-f"]


@pytest.mark.rule("blitz.17.5a", "blitz.16.2c", "blitz.17.1")
@pytest.mark.parametrize(
    ("at", "start", "mils", "code"),
    [
        ((30, 0), 24, 8000, ""),
        ((32.5, 0), 24, 8000, ""),  # just its base
        ((32.502, 0), 24, 8000, "drop"),
        ((23.498, 0), 24, 8000, "drop"),
        ((48, 5), 44, 5000, ""),  # around the corner
        ((48, 5.502), 44, 5000, "drop"),
        ((30, 48), 24, 8000, "drop"),  # at the other edge
    ],
)
def test_circling_bombs_fall_on_off_board_models_that_were_passed(
    at: tuple[float, float], start: float, mils: int, code: str
) -> None:
    """GUN is one worse, once; the noted distance makes no difference."""
    gunner = model("blue", "hunter", *at, facing=NORTH, status=OFF_BOARD)
    state = airborne(gunner, x=start)
    state.facts = {"distance:blue": Sealed("40000", ("red", "blue"))}
    bomb = Attack("red", "MBB", ("blue",))
    assert refused(state, bomb) == "drop", "it has not moved yet"
    give(state, Circle("red", mils))
    assert refused(state, bomb) == code
    assert bool([option for option in offered(state, Attack) if option.order == bomb]) is (not code)
    if not code:
        (rolled, *_) = give(state, bomb).of(AttackRolled)
        assert rolled.skill == state.units["red"].line.gun + 1


@pytest.mark.rule("blitz.17.5a", "blitz.16.2c", "blitz.17.2")
def test_a_pass_across_the_table_leads_over_nobody_beyond_it() -> None:
    state = airborne(model("blue", "hunter", 24, 0.5, facing=NORTH, status=OFF_BOARD), y=0.6)
    state.facts = {"distance:blue": Sealed("9000", ("red", "blue"))}
    give(state, Strafe("red"))
    assert refused(state, Attack("red", "MBB", ("blue",))) == "line"


@pytest.mark.rule("blitz.10.5", "blitz.17.1", "blitz.17.2", "blitz.17.3")
@pytest.mark.parametrize(("card", "y", "code"), [("hunter", 20, "optimal"), ("hunter", 30, "")])
def test_a_split_needs_the_optimal_range_as_it_counts_in_the_air(card: str, y: float, code: str) -> None:
    """Circling adds 12 in: what lies 18 in away is out of 6-18, what is 6 in away is not."""
    gun = "LAC (L, Split:2)"
    state = airborne(model("blue", card, 24, y), model("blue-2", card, 27, y), weapons=(gun,), y=26 - (y == 20) * 24)
    assert refused(state, Attack("red", "LAC", ("blue", "blue-2"))) == code


@pytest.mark.rule("blitz.14.2a", "blitz.17.3")
@pytest.mark.parametrize(("gap", "code"), [(35.9, ""), (36.1, "range")])
def test_indirect_fire_at_what_circles_counts_twelve_inches_more(gap: float, code: str) -> None:
    red = model("red", "hunter", 10, 2, NORTH, weapons=('LFM (Range:6-18/48")',))
    state = activate(table(red, flyer("blue", y=2 + gap + 1)), "red")
    state.units["blue"].x = 10_000
    state.units["blue"].line = model("blue", "hunter").line
    found = refuse_indirect(state, IndirectFire("red", "LFM", "blue"), state.units["blue"], "indirect")
    assert (found.code if found else "") == code


@pytest.mark.rule("blitz.17.5")
def test_of_a_flyer_that_is_destroyed_nothing_is_left() -> None:
    state = airborne()
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    bulk = state.units["red"].line.bulk
    hurt(ctx, Wound("red", "blue", "LAC", bulk - 1))
    hurt(ctx, Wound("red", "blue", "LAC", 1))
    assert state.units["red"].status == GONE


@pytest.mark.rule("blitz.17.0b")
@pytest.mark.parametrize(("y", "ok"), [(4.0, True), (4.001, False)])
def test_aircraft_begin_within_four_inches_of_an_edge(y: float, ok: bool) -> None:
    state = table(model("red", BOMBER, status=WAITING), phase="deployment", zones={"red": "south", "blue": "north"})
    order = Deploy("red", 20_000, round(y * 1000), 450)
    refusal = BOOK.refuse(state, Ask("red", "deploy"), order)
    assert (refusal is None) == ok
    if ok:
        run(state, step(Ctx(state, BOOK.apply)), answers=[("deploy", order)])
        assert (state.units["red"].status, state.units["red"].facing) == (ALOFT, EAST)


@pytest.mark.rule("blitz.force.peace-river.prdf", "blitz.17.0b")
@pytest.mark.parametrize(
    ("x", "y", "others", "superior"),
    [
        (24_000, 2_000, True, True),
        (46_000, 5_000, True, True),
        (2_000, 46_000, False, True),
        (2_000, 20_000, False, True),
        (10_000, 43_999, False, False),
        (46_000 - 12_001, 46_000, False, True),
        (46_000 - 12_000, 46_000, False, False),
        (46_000, 46_000 - 12_000, False, False),
    ],
)
def test_air_superiority_begins_at_any_edge_clear_of_the_enemy(x: int, y: int, others: bool, superior: bool) -> None:
    """Enemy aircraft circle in the far corner, and within the red zone."""
    for traits, ok in (((), others), (("Air Superiority",), superior)):
        enemies = (flyer("blue", FIGHTER, 46, 46), flyer("blue-2", FIGHTER, 46, 2))
        ace = model("red", FIGHTER, status=WAITING, traits=traits)
        state = table(ace, *enemies, phase="deployment", zones={"red": "south", "blue": "north"})
        apart = ace.line.radius + enemies[0].line.radius
        order = Deploy("red", x - apart * (30_000 < x < 46_000), y - apart * (30_000 < y < 43_000), 0)
        assert (BOOK.refuse(state, Ask("red", "deploy"), order) is None) == ok, traits


@pytest.mark.rule("blitz.17.6")
def test_generic_aircraft() -> None:
    lines = {card: model("red", card).line for card in (FIGHTER, "generic-fighter-bomber", BOMBER)}
    assert [(line.card.tv, line.move, line.gait, line.armor) for line in lines.values()] == [
        (15, 14_000, "F", 6), (20, 10_000, "F", 7), (25, 8_000, "F", 8),
    ]  # fmt: skip
