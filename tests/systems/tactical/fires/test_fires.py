"""3.4.4: slow burning, fires started, crossed, grown and spread."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.damage.amounts import Blow
from gearlock.systems.tactical.damage.damage import DamageCompared, SetAlight
from gearlock.systems.tactical.damage.resolving import position_token, resolve_damage
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.fires import (
    FireStarted,
    SetFire,
    can_burn,
    fire_at,
    fire_threshold,
    fuel_at,
    kindling,
    offer_fires,
    refuse_kindling,
    refuse_set_fire,
    resolve_burns,
    resolve_crossing,
    resolve_growth,
    resolve_kindling,
    resolve_set_fire,
    resolve_standing_in_fire,
    resolve_wind,
)
from gearlock.systems.tactical.line_of_sight.lines import FIRE
from gearlock.systems.tactical.state import DESTROYED, HULL_DOWN, LIGHT, Burn, Patch, State
from gearlock.systems.tactical.weapons import INCENDIARY, ROCKET, SLOW_BURN, Weapon
from systems.tactical.tables import mils, piece, play, put, table

NAPALM = Weapon("IRP", "Incendiary Rocket Pack", ROCKET, 1000, 15, traits={SLOW_BURN: 0})
FLAME = Weapon("FL", "Flamer", ROCKET, 1000, 15, traits={INCENDIARY: 0})


def wood() -> State:
    """A table with a wood from 10 to 20 in both ways."""
    return table(piece("area", (10, 10, 20, 20), 1, id="wood", props={"going": "woodland"}))


def burning(state: State, x: float, y: float, number: int = 10) -> None:
    state.patches.append(Patch(FIRE, mils(x), mils(y), 500, number))


def hit(state: State, target: str, amount: int, margin: int, *dice: tuple[int, ...]) -> None:
    put(state, "red-1", "hunter", 1, 1, stats={"weapons": (Mount("IRP", NAPALM), Mount("FL", FLAME))})
    play(state, lambda ctx: resolve_damage(ctx, target, Blow(amount, margin, "red-1", "IRP", "front")), *dice)


@pytest.mark.rule("tactical.3.4.4")
def test_a_slow_burning_hit_of_margin_3_burns_in_three_rounds() -> None:
    state = table(incendiaries="yes")
    unit = put(state, "blue-1", "aller", 20, 20, stats={"perks": {}})
    hit(state, "blue-1", 18, 3)
    assert unit.burns == [Burn(18, 2, 1, "red-1", "front", 20000, 20000)]
    assert play(state, resolve_burns).of(DamageCompared) == []
    for number, left in ((2, 1), (3, 0), (4, 0)):
        state.round = number
        found = play(state, resolve_burns).of(DamageCompared)
        assert [event.amount for event in found] == ([18] if number < 4 else [])
        assert sum(burn.left for burn in unit.burns) == left


@pytest.mark.rule("tactical.3.4.4")
def test_nothing_burns_on_in_who_is_out_of_the_battle_or_was_not_set_alight() -> None:
    state = table(incendiaries="yes")
    put(state, "blue-1", "aller", 20, 20, burns=[Burn(18, 2, 1, "", "front", 20_000, 20_000)], status=DESTROYED)
    put(state, "blue-2", "hunter", 30, 20)
    state.round = 2
    assert play(state, resolve_burns).events == []


@pytest.mark.rule("tactical.3.4.4", "tactical.3.2.4-effects")
def test_hull_down_cover_takes_its_part_of_slow_burning_stuff_once() -> None:
    state = table(incendiaries="yes")
    state.switches["hull-down"] = "yes"
    unit = put(state, "blue-1", "aller", 20, 20, tokens={HULL_DOWN: 1, position_token("rough"): 1})
    hit(state, "blue-1", 38, 3, (2,))
    assert [burn.amount for burn in unit.burns] == [23]
    state.round = 2
    played = play(state, resolve_burns)
    assert (played.rolls, [event.amount for event in played.of(DamageCompared)]) == ([], [23])


@pytest.mark.rule("tactical.3.4.4")
def test_a_margin_of_1_or_a_quick_fire_burns_once() -> None:
    state = table(incendiaries="yes")
    unit = put(state, "blue-1", "aller", 20, 20)
    hit(state, "blue-1", 16, 1)
    assert unit.burns == []
    played = play(state, lambda ctx: resolve_damage(ctx, "blue-1", Blow(18, 3, "red-1", "FL")))
    assert played.of(SetAlight) == []


@pytest.mark.rule("tactical.3.4.4")
@pytest.mark.parametrize(("moves", "left"), [(False, 0), (True, 3)])
def test_men_leave_the_fire_behind_if_they_go(moves: bool, left: int) -> None:
    state = table(incendiaries="yes")
    unit = put(state, "blue-1", "rifle-squad", 20, 20)
    hit(state, "blue-1", 34, 2, (1,))
    assert unit.troopers == [0] * 6 + [1] + [5] * 3
    state.round, unit.x = 2, unit.x + 1000 * moves
    play(state, resolve_burns, *([] if moves else [(6,)]))
    assert sum(1 for points in unit.troopers if points == 5) == left
    assert unit.burns == []


@pytest.mark.rule("tactical.3.4.4")
def test_what_burns_on_knocks_nobody_down_and_harms_like_any_hit() -> None:
    state = table(falling_and_knockback="yes", incendiaries="yes")
    unit = put(state, "blue-1", "hunter", 20, 20, burns=[Burn(15, 1, 0)])
    play(state, resolve_burns)
    assert (unit.token(LIGHT), unit.burns) == (1, [])
    put(state, "blue-2", "hunter", 25, 20, burns=[Burn(45, 2, 0), Burn(45, 2, 0)])
    play(state, resolve_burns)
    assert state.units["blue-2"].status == DESTROYED


@pytest.mark.rule("tactical.3.4.4-firestarting")
def test_four_attacks_of_the_book_set_a_wood_alight() -> None:
    state = wood()
    assert (kindling(NAPALM, 15), kindling(FLAME, 15)) == (30, 15)
    for total in (30, 60, 90):
        play(state, lambda ctx: resolve_kindling(ctx, NAPALM, 15, mils(12.2), mils(13.9), "red-1"))
        assert (fuel_at(state, mils(12.8), mils(13.1)), fire_at(state, mils(12.5), mils(13.5))) == (total, None)
    play(state, lambda ctx: resolve_kindling(ctx, NAPALM, 15, mils(12.9), mils(13.9)))
    fire = fire_at(state, mils(12.5), mils(13.5))
    assert fire is not None
    assert (fire.x, fire.y, fire.number, len(state.patches)) == (12500, 13500, 10, 1)


@pytest.mark.rule("tactical.3.4.4-firestarting")
def test_a_hundred_points_are_enough_and_99_are_not() -> None:
    state = wood()
    play(state, lambda ctx: resolve_kindling(ctx, FLAME, 99, mils(12.5), mils(13.5)))
    assert fire_at(state, mils(12.5), mils(13.5)) is None
    state = wood()
    play(state, lambda ctx: resolve_kindling(ctx, FLAME, 100, mils(12.5), mils(13.5)))
    assert fire_at(state, mils(12.5), mils(13.5)) is not None


@pytest.mark.rule("tactical.3.4.4-firestarting")
def test_a_fire_grows_to_twenty_and_then_spreads_all_around() -> None:
    state = wood()
    burning(state, 14.5, 14.5, 18)
    play(state, resolve_growth)
    assert [patch.number for patch in state.patches] == [19]
    played = play(state, resolve_growth)
    places = [((event.x - 14_500) // 1_000, (event.y - 14_500) // 1_000) for event in played.of(FireStarted)]
    around = [(column, row) for column in (-1, 0, 1) for row in (-1, 0, 1) if column or row]
    assert sorted(places) == sorted(around)
    assert sorted(patch.number for patch in state.patches) == [10] * 8 + [20]
    play(state, resolve_growth)
    assert sorted(patch.number for patch in state.patches) == [11] * 8 + [20]


@pytest.mark.rule("tactical.3.4.4-firestarting", "tactical.3.4.4-flammable")
def test_fire_spreads_only_to_what_burns_and_downwind_where_there_is_wind() -> None:
    state = wood()
    burning(state, 10.5, 14.5, 19)
    assert {event.x for event in play(state, resolve_growth).of(FireStarted)} == {10500, 11500}
    for die, places in ((1, {(1, 0), (1, 1), (1, -1)}), (4, {(-1, 0), (-1, 1), (-1, -1)}), (2, {(0, -1), (1, -1)})):
        state = wood()
        burning(state, 14.5, 14.5, 19)
        play(state, resolve_wind, (die,))
        found = play(state, resolve_growth).of(FireStarted)
        assert {((event.x - 14500) // 1000, (event.y - 14500) // 1000) for event in found} == places


@pytest.mark.rule("tactical.3.4.4-flammable")
@pytest.mark.parametrize(
    ("going", "plain", "grass", "oil"),
    [
        ("woodland", True, True, True), ("jungle", True, True, True), ("rough", False, True, False),
        ("clear", False, True, False), ("sand", False, False, True), ("swamp", False, False, True),
        ("water", False, False, True), ("urban", False, False, False),
    ],
)  # fmt: skip
def test_what_burns(going: str, plain: bool, grass: bool, oil: bool) -> None:
    for switch, burns in (("", plain), ("grass burns", grass), ("oil burns", oil)):
        state = table(piece("area", (10, 10, 20, 20), id="x", props={"going": going}))
        state.switches[switch] = "yes"
        assert can_burn(state, mils(15), mils(15)) is burns
        assert (refuse_kindling(state, mils(15), mils(15)) is None) is burns


@pytest.mark.rule("tactical.3.4.4-firestarting")
def test_what_burns_already_or_is_not_there_is_not_kindled() -> None:
    state = wood()
    burning(state, 14.5, 14.5)
    codes = [getattr(refuse_kindling(state, x, mils(14.2)), "code", "") for x in (mils(14.9), -1, mils(99), mils(13.9))]
    assert codes == ["burning", "place", "place", ""]


@pytest.mark.rule("tactical.3.4.4-crossing")
def test_a_vehicle_in_a_fire_is_tested_against_half_its_intensity() -> None:
    assert [fire_threshold(number) for number in (10, 11, 20)] == [5, 6, 10]
    state = wood()
    burning(state, 14.5, 14.5)
    put(state, "red-1", "hunter", 14.3, 14.8)
    assert play(state, lambda ctx: resolve_crossing(ctx, "red-1"), (5, 1)).of(DamageCompared) == []
    found = play(state, lambda ctx: resolve_crossing(ctx, "red-1"), (3, 1)).of(DamageCompared)
    assert [event.amount for event in found] == [12]
    found = play(state, lambda ctx: resolve_crossing(ctx, "red-1"), (1, 1)).of(DamageCompared)
    assert [event.amount for event in found] == [15]
    assert state.units["red-1"].burns == []


@pytest.mark.rule("tactical.3.4.4-crossing")
def test_men_who_come_into_a_fire_are_lost_and_nobody_beside_it_is() -> None:
    state = wood()
    burning(state, 14.5, 14.5)
    put(state, "red-1", "rifle-squad", 14.5, 14.9)
    put(state, "red-2", "rifle-squad", 15.1, 14.5)
    play(state, resolve_standing_in_fire)
    assert [state.units[name].status for name in ("red-1", "red-2")] == [DESTROYED, "fielded"]


@pytest.mark.rule("tactical.3.4.4-crossing")
def test_who_is_out_of_the_battle_or_where_nothing_burns_is_not_tested() -> None:
    state = wood()
    burning(state, 14.5, 14.5)
    put(state, "red-1", "hunter", 14.5, 14.5, status=DESTROYED)
    put(state, "red-2", "hunter", 16.5, 14.5)
    assert play(state, lambda ctx: resolve_crossing(ctx, "red-1")).rolls == []
    assert play(state, lambda ctx: resolve_crossing(ctx, "red-2")).rolls == []


@pytest.mark.rule("tactical.3.4.4-crossing", "tactical.3.4.4-firestarting")
def test_who_is_where_a_fire_breaks_out_is_in_it() -> None:
    state = wood()
    put(state, "red-1", "rifle-squad", 14.5, 14.9)
    play(state, lambda ctx: resolve_kindling(ctx, FLAME, 100, mils(14.5), mils(14.5)))
    assert state.units["red-1"].status == DESTROYED


@pytest.mark.rule("tactical.3.4.4-firestarting")
def test_setting_the_ground_alight_takes_an_action_and_rounds() -> None:
    state = table(
        piece("area", (10, 10, 20, 20), 1, id="wood", props={"going": "woodland"}), incendiaries="yes", burst_fire="yes"
    )
    stats = {"weapons": (Mount("IRP", Weapon("IRP", "I", ROCKET, 1000, 15, rof=2, traits={SLOW_BURN: 0}), ammo=10),)}
    unit = put(state, "red-1", "hunter", 14.5, 8.5, 90, stats=stats, actions=2)
    order = SetFire("red-1", "IRP", mils(14.5), mils(10.5), 2)
    assert refuse_set_fire(state, order) is None
    play(state, lambda ctx: resolve_set_fire(ctx, order))
    assert (unit.actions, unit.used["IRP"], fuel_at(state, mils(14.5), mils(10.5))) == (1, 4, 34)
    codes = {
        "point": SetFire("red-1", "IRP", mils(14.5)),
        "rof": SetFire("red-1", "IRP", mils(14.5), mils(10.5), 3),
        "arc": SetFire("red-1", "IRP", mils(14.5), mils(7.5)),
        "fireproof": SetFire("red-1", "IRP", mils(14.5), mils(9.5)),
        "weapon": SetFire("red-1", "LAC", mils(14.5), mils(10.5)),
        "unit": SetFire("red-9", "IRP", mils(14.5), mils(10.5)),
    }
    state.switches["grass burns"] = "yes"
    assert _code(state, codes["fireproof"]) == ""
    assert _code(state, SetFire("red-1", "IRP", mils(14.5), mils(30.5))) in ("range", "concealed", "unseen")
    del state.switches["grass burns"]
    assert {code: _code(state, order) for code, order in codes.items() if code != "arc"} == {
        code: code for code in codes if code != "arc"
    }
    unit.actions = 0
    assert _code(state, order) == "actions"
    state.switches["incendiaries"] = "no"
    assert _code(state, order) == "module"
    state.switches["incendiaries"] = "yes"
    assert list(offer_fires(state, unit)) == []
    unit.actions = 1
    assert [option.order for option in offer_fires(state, unit)] == [SetFire("red-1", "IRP", rof=2)]


def _code(state: State, order: SetFire) -> str:
    return getattr(refuse_set_fire(state, order), "code", "")


@pytest.mark.rule("tactical.3.4.4-crossing", "tactical.2.6.3")
def test_a_vehicle_that_nobody_drives_does_not_find_its_way_through_a_fire() -> None:
    state = wood()
    put(state, "red-1", "hunter", 15.5, 15.5, crew_lost=1, stats={"armor": 90})
    burning(state, 15.5, 15.5, 15)
    played = play(state, lambda ctx: resolve_crossing(ctx, "red-1"))
    assert [event.amount for event in played.of(DamageCompared)] == [15 + 8], "the whole Threshold is its margin"
    put(state, "red-1", "hunter", 15.5, 15.5, crew_lost=1, stats={"perks": {"Autopilot": 1}})
    assert len(play(state, lambda ctx: resolve_crossing(ctx, "red-1"), (6,)).rolls) == 1
