"""2.6.8: punches, kicks, hand-held weapons and throws."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.attacks.weapons_in_use import AttackMet
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.infantry import SquadHurt
from gearlock.systems.tactical.melee import (
    KICK,
    PUNCH,
    Deviated,
    Strike,
    Throw,
    arm_rating,
    band_thrown,
    chassis_bonus,
    offer_strikes,
    ram_dm,
    refuse_strike,
    refuse_throw,
    resolve_strike,
    resolve_throw,
    strike_dm,
    strike_lines,
    throw_lines,
    throwing_arms,
    throwing_base,
)
from gearlock.systems.tactical.state import HEAVY, SKIRMISH_SCALE, State, Unit
from gearlock.systems.tactical.weapons import all_arms
from systems.tactical.tables import BLADE, LAC, Played, mils, piece, play, put, table

GRENADE, CHASSIS = all_arms().vehicle["HG"], all_arms().vehicle["CR"]
ARMED = {
    "perks": {"Manipulator Arm": 6}, "details": {"Manipulator Arm": "x2"}, "aux": ("Manipulator Arm",),
    "weapons": (Mount("LAC", LAC), Mount("VB", BLADE), Mount("HG", GRENADE, ammo=3)),
}  # fmt: skip


def in_contact(apart: float = 1, stats: dict[str, Any] | None = None, **blue: Any) -> State:
    """Two Gears base to base; the one to be struck moved 5 in."""
    state = table()
    put(state, "red-1", "hunter", 20, 10, went="combat", stats=ARMED | (stats or {}))
    put(state, "blue-1", blue.pop("what", "hunter"), 20, 10 + apart, facing=270, **({"moved": mils(5)} | blue))
    return state


def strike(state: State, how: str, *dice: tuple[int, ...], dm: int = 0) -> Played:
    def script(ctx: Ctx[State]) -> Any:
        return resolve_strike(ctx, Strike("red-1", "blue-1", how, dm))

    return play(state, script, *dice)


def hurl(state: State, *dice: tuple[int, ...]) -> Played:
    def script(ctx: Ctx[State]) -> Any:
        return resolve_throw(ctx, Throw("red-1", "HG", "blue-1"))

    return play(state, script, *dice)


def code(state: State, how: str, dm: int = 0) -> str:
    refusal = refuse_strike(state, Strike("red-1", "blue-1", how, dm))
    return "" if refusal is None else refusal.code


def lines(state: State, how: str) -> dict[str, int]:
    found = strike_lines(state, state.units["red-1"], state.units["blue-1"], how)
    return {line.label: line.value for line in found}


@pytest.mark.rule("tactical.2.6.8-kick")
def test_the_kick_of_the_book() -> None:
    state = in_contact()
    played = strike(state, KICK, (6, 2), (2, 1))
    assert played.of(AttackMet)[0].margin == 4
    assert played.of(DamageCompared)[0].amount == 24, "Size 6, not doubled: the target defended"
    assert state.units["red-1"].actions == 0


@pytest.mark.rule("tactical.2.6.8-kick")
def test_all_its_weight_doubles_a_kick_on_who_cannot_defend() -> None:
    state = in_contact(harm={"power": 1})
    played = strike(state, KICK, (3, 2))
    assert played.of(AttackMet)[0].defense == 0
    assert played.of(DamageCompared)[0].amount == 3 * 12


@pytest.mark.rule("tactical.2.6.8-kick")
def test_only_walkers_kick_and_stomp() -> None:
    state = in_contact()
    assert code(state, KICK) == ""
    state.units["red-1"].mode = "G"
    assert code(state, KICK) == "walker"
    squad = in_contact(what="rifle-squad")
    played = strike(squad, KICK, (6, 2), (2, 1), (1,))
    assert played.of(SquadHurt)[0].damage == 6 * (6 - 2 - 2), "men in cover take 2 off the roll"


@pytest.mark.rule("tactical.2.6.8", "tactical.2.3.4-fire-control")
def test_arms_go_by_gunnery_and_fire_control_and_feet_by_piloting_and_maneuver() -> None:
    state = in_contact(stats={"fire_control": 2, "maneuver": 1})
    assert lines(state, PUNCH) == {"Gunnery": 2, "Gunnery attribute": 1, "Fire Control": 2}
    assert lines(state, "VB") == lines(state, PUNCH)
    assert lines(state, KICK) == {"Piloting": 2, "Maneuver": 1}
    state.units["red-1"].went, state.units["red-1"].extra = "top", 1
    assert lines(state, KICK) == {"Piloting": 2, "Maneuver": 1, "Top speed": -3, "extra Actions": -1}


@pytest.mark.rule("tactical.2.6.8-punch", "tactical.7.2-manipulator-arm")
def test_a_punch_has_the_rating_of_the_arm_and_may_be_pulled() -> None:
    state = in_contact()
    assert strike(state, PUNCH, (4, 1), (2, 1)).of(DamageCompared)[0].amount == 6 * 3
    pulled = in_contact()
    assert strike(pulled, PUNCH, (4, 1), (2, 1), dm=2).of(DamageCompared)[0].amount == 2 * 3
    assert code(in_contact(), PUNCH, 7) == "dm"
    assert code(in_contact(), PUNCH, -1) == "dm"


@pytest.mark.rule("tactical.2.6.8-punch", "tactical.7.2-tool-arm", "tactical.7.2-card-only-perks")
def test_without_a_working_arm_nobody_punches() -> None:
    state = in_contact()
    unit = state.units["red-1"]
    unit.harm["aux:Manipulator Arm"] = 5
    assert arm_rating(unit) == 6, "the other arm is left"
    unit.harm["aux:Manipulator Arm 2"] = 5
    assert code(state, PUNCH) == "arm"
    battle = in_contact(stats={"perks": {"Battle Arm": 9, "Tool Arm": 4}, "details": {}, "aux": ()})
    assert arm_rating(battle.units["red-1"]) == 9
    built = in_contact(stats={"perks": {"Battle Arm": 9}, "details": {"Battle Arm": "throws"}, "aux": ()})
    assert arm_rating(built.units["red-1"]) == 0, "an arm that was built to throw does nothing else"
    assert throwing_arms(built.units["red-1"]) == [9]


@pytest.mark.rule("tactical.2.6.8-weapon", "tactical.2.6.10-heavy")
def test_a_hand_held_weapon_has_its_own_multiplier_and_heavy_damage_halves_that_alone() -> None:
    state = in_contact()
    assert strike(state, "VB", (4, 1), (2, 1)).of(DamageCompared)[0].amount == 8 * 3
    unit, target = state.units["red-1"], state.units["blue-1"]
    unit.tokens[HEAVY] = 1
    found = [strike_dm(unit, target, Strike("red-1", "blue-1", how)) for how in ("VB", PUNCH, KICK)]
    assert found == [4, 6, 6]


@pytest.mark.rule("tactical.2.6.8")
def test_bases_have_to_touch() -> None:
    assert code(in_contact(), PUNCH) == ""
    assert code(in_contact(apart=1.1), PUNCH) == "contact"
    assert code(in_contact(), "LAC") == "weapon"
    evading = in_contact()
    evading.units["red-1"].tokens["evading"] = 1
    assert code(evading, PUNCH) == "evading"
    turned = in_contact()
    turned.units["red-1"].facing = 2700
    assert code(turned, "VB") == "arc"
    state = in_contact()
    labels = [option.label for option in offer_strikes(state, state.units["red-1"])]
    assert labels == [f"{verb} the Blue Hunter 1" for verb in ("Punch", "Kick", "VB at")]


@pytest.mark.rule("tactical.7.2.2-undescribed")
def test_a_reinforced_chassis_adds_to_kicks_and_rams_and_is_no_weapon() -> None:
    state = in_contact(stats={"weapons": (Mount("CR", CHASSIS),)})
    unit, target = state.units["red-1"], state.units["blue-1"]
    assert chassis_bonus(unit) == 1
    assert strike_dm(unit, target, Strike("red-1", "blue-1", KICK)) == 7
    assert (ram_dm(unit, 8), ram_dm(target, 8)) == (8, 7)
    assert code(state, "CR") == "weapon"
    unit.harm["lost:CR"] = 1
    assert chassis_bonus(unit) == 0


def thrower(state: State) -> tuple[Unit, Mount]:
    unit = state.units["red-1"]
    mount = unit.mount("HG")
    assert isinstance(mount, Mount)
    return unit, mount


@pytest.mark.rule("tactical.2.6.8-throw")
def test_how_far_an_arm_throws() -> None:
    unit, mount = thrower(in_contact())
    assert throwing_base(unit, mount) == 2 * (6 - 1), "a grenade of minimum Size 2 is of Size 1"
    big = Mount("X", msgspec.structs.replace(GRENADE, min_size=5))
    assert throwing_base(unit, big) == 2 * (6 + 3 - 4), "larger than half of Size 6: half a second arm helps"
    unit.harm["aux:Manipulator Arm 2"] = 5
    assert throwing_base(unit, big) == 2 * (6 - 4)


@pytest.mark.rule("tactical.2.6.8-throw")
def test_range_bands_of_throws_at_both_scales() -> None:
    def band(apart: float, scale: str = "50 m", arm: int = 6) -> int | None:
        state = in_contact(apart, stats={"perks": {"Manipulator Arm": arm}})
        state.scale = scale
        unit, mount = thrower(state)
        return band_thrown(state, unit, mount, state.units["blue-1"])

    assert [band(1), band(2), band(2.1)] == [1, 4, None], "contact; an inch away where 80 m are more than 50"
    assert band(2, arm=3) is None, "8 times 4 m are not more than 50"
    assert [band(inches, SKIRMISH_SCALE) for inches in (0.9, 1, 2, 4, 8, 8.1)] == [0, 1, 2, 3, 4, None]


@pytest.mark.rule("tactical.2.6.8-throw")
def test_a_throw_is_rolled_with_gunnery_range_and_movement() -> None:
    state = in_contact(2)
    unit, mount = thrower(state)
    unit.went = "half"
    found = {line.label: line.value for line in throw_lines(state, unit, state.units["blue-1"], mount)}
    assert found == {"Gunnery": 2, "Gunnery attribute": 1, "Accuracy": -1, "Extreme range": -3,
                     "Half combat speed": 1}  # fmt: skip


@pytest.mark.rule("tactical.2.6.8-throw")
def test_as_much_as_the_defense_is_on_target() -> None:
    state = in_contact()
    assert not hurl(state, (4, 4), (4, 1)).of(Deviated), "4 against 4: it lies there, and does no damage"
    assert hurl(in_contact(), (6, 4), (4, 1)).of(DamageCompared)[0].amount == 15 * 2
    assert state.units["red-1"].used == {"HG": 1}


@pytest.mark.rule("tactical.2.6.8-throw")
def test_a_miss_lands_twice_as_many_metres_away_and_may_find_somebody_else() -> None:
    state = in_contact(2)
    state.scale = SKIRMISH_SCALE
    put(state, "blue-2", "hunter", 20, 12.8, facing=270, moved=mils(5))
    played = hurl(state, (3, 1), (6, 1), (1,), (1, 2))
    landed = played.of(Deviated)[0]
    assert (landed.metres, landed.x, landed.y) == (8, mils(20), mils(12.8)), "2 against 6: 8 m straight on"
    assert [met.target for met in played.of(AttackMet)] == ["blue-1", "blue-2"]


@pytest.mark.rule("tactical.2.6.8-throw", "tactical.ref-fumble-effects")
def test_a_fumble_sends_it_back_towards_the_thrower() -> None:
    state = in_contact(2)
    state.scale = SKIRMISH_SCALE
    landed = hurl(state, (1, 1), (5, 1)).of(Deviated)[0]
    assert (landed.face, landed.metres, landed.y) == (0, 10, mils(11))


@pytest.mark.rule("tactical.2.6.8-throw")
def test_what_cannot_be_thrown() -> None:
    def found(state: State, weapon: str = "HG") -> str:
        refusal = refuse_throw(state, Throw("red-1", weapon, "blue-1"))
        return "" if refusal is None else refusal.code

    assert found(in_contact()) == ""
    assert found(in_contact(), "VB") == "weapon"
    assert found(in_contact(3)) == "range"
    empty = in_contact()
    empty.units["red-1"].used["HG"] = 3
    assert found(empty) == "ammunition"
    armless = in_contact(stats={"perks": {}})
    assert found(armless) == "arm"


@pytest.mark.rule("tactical.4.1.4-phantom-echoes")
@pytest.mark.rule("tactical.4.1.4-leftover-ammo")
def test_blows_and_throws_go_at_phantoms_and_only_what_is_thrown_is_a_dud() -> None:
    state = in_contact()
    state.points["subplot:blue:Phantom Echoes"] = 1
    assert not strike(state, "VB", (6, 6), (5,)).of(AttackMet)
    assert strike(state, "VB", (2, 2), (4,), (5, 5)).of(AttackMet)
    old = in_contact()
    old.units["red-1"].tokens["leftover ammunition"] = 1
    assert strike(old, "VB", (2, 2), (5, 5)).of(AttackMet), "a blade needs no ammunition"
    assert not hurl(old, (6, 6), (4,)).of(AttackMet)


@pytest.mark.rule("tactical.3.8.2-partial-cover", "tactical.2.6.8-throw")
def test_partial_cover_counts_against_throws() -> None:
    for thing, armor in ((), 15), ((piece("instance", (19, 10.6, 21, 11.49), 2, name="Boulder"),), 19):
        state = table(*thing)
        state.scale = SKIRMISH_SCALE
        put(state, "red-1", "hunter", 20, 10, went="combat", stats=ARMED)
        put(state, "blue-1", "hunter", 20, 12, facing=270, moved=mils(5))
        assert hurl(state, (6, 6), (2, 1)).of(DamageCompared)[0].armor == armor
