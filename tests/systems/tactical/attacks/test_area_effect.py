"""3.4.1, 3.8.3: blasts."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.tactical.attacks.weapons_in_use import Attack, AttackMet, Concussed, caught_in
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.damage.structures import gathered
from gearlock.systems.tactical.ground_targets import Demolish, resolve_demolition
from gearlock.systems.tactical.infantry import SquadHurt
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State
from gearlock.systems.tactical.weapons import AE
from systems.tactical.attacks.shots import GRENADES, LOBBER, MORTAR, fire, ground, gunner
from systems.tactical.tables import mils, piece, play, put


def firing_line(off: str = "") -> State:
    """Red's mortar, a blue Gear 4 in ahead that stands still, and a strider of Armor 25 near it."""
    state = ground(off=off)
    put(state, "red-1", gunner(MORTAR, LOBBER, GRENADES), 20, 10, level=2)
    put(state, "blue-1", "hunter", 20, 14, facing=270)
    put(state, "blue-2", "hunter", 20, 15, facing=270, stats={"armor": 25})
    return state


def caught(state: State, weapon: str = "MTR") -> list[str]:
    unit, target = state.units["red-1"], state.units["blue-1"]
    mount = unit.mount(weapon)
    assert mount is not None
    return [each.unit.id for each in caught_in(state, mount.weapon, target.x, target.y, target)]


@pytest.mark.rule("tactical.3.4.1", "tactical.7.2.2-area-effect")
def test_the_example_of_the_book_who_defends_is_shaken_all_the_same() -> None:
    state = firing_line()
    for name in ("blue-1", "blue-2"):
        state.units[name].moved = mils(5)
    state.units["red-1"].went = "combat"
    played = fire(state, Attack("red-1", "MTR", "blue-1"), (1, 2), (6, 6), (1, 4))
    assert [(met.attack, met.hit) for met in played.of(AttackMet)] == [(3, False), (3, False)], "one roll for both"
    assert [felt.amount for felt in played.of(Concussed)] == [15, 15], "half of x30"
    assert [(hurt.unit, hurt.level) for hurt in played.of(DamageCompared)] == [("blue-1", "light"), ("blue-2", "none")]


@pytest.mark.rule("tactical.3.4.1")
def test_each_defends_for_itself_and_friends_do_too() -> None:
    state = firing_line()
    put(state, "red-2", "hunter", 19, 14, facing=270, moved=mils(5))
    state.units["red-1"].went = "combat"
    played = fire(state, Attack("red-1", "MTR", "blue-1"), (5, 1), (1, 2), (2, 2), (4, 4))
    found = {met.target: met.margin for met in played.of(AttackMet)}
    assert found == {"blue-1": 6 - 0, "blue-2": 6 - 0, "red-2": 6 - 4}, "who stands still has -3"
    assert next(hurt.amount for hurt in played.of(DamageCompared) if hurt.unit == "red-2") == 60


@pytest.mark.rule("tactical.3.4.1")
def test_a_radius_is_measured_to_middles_and_its_border_is_inside() -> None:
    state = firing_line()
    wide = msgspec.structs.replace(MORTAR, traits={AE: 2})
    put(state, "red-1", gunner(wide), 20, 10, level=2)
    state.units["blue-2"].y = 16_000
    assert caught(state) == ["blue-1", "blue-2"]
    state.units["blue-2"].y += 1
    assert caught(state) == ["blue-1"]


@pytest.mark.rule("tactical.3.4.1")
def test_who_touches_the_target_is_struck_however_small_the_blast_is() -> None:
    state = firing_line()
    put(state, "blue-2", msgspec.structs.replace(state.units["blue-2"].card, id="wide", radius=800), 20, 15.3)
    assert caught(state) == ["blue-1", "blue-2"], "as it would be by an Area Effect of 0"
    target = state.units["blue-1"]
    found = caught_in(state, MORTAR, target.x, target.y)
    assert [each.unit.id for each in found] == ["blue-1"], "a shot that went astray has no target to be touched"
    state.units["blue-2"].y += 11
    assert caught(state) == ["blue-1"]


@pytest.mark.rule("tactical.3.4.1")
def test_area_effect_zero_is_the_target_and_who_is_in_base_contact() -> None:
    state = firing_line()
    assert caught(state, "APGL") == ["blue-1", "blue-2"], "their bases touch"
    state.units["blue-2"].y += 100
    assert caught(state, "APGL") == ["blue-1"]


@pytest.mark.rule("tactical.3.4.1")
def test_without_the_module_only_the_target_is_struck() -> None:
    state = firing_line(off="area effect")
    state.units["red-1"].went = "combat"
    played = fire(state, Attack("red-1", "MTR", "blue-1"), (1, 2), (6, 6))
    assert [met.target for met in played.of(AttackMet)] == ["blue-1"]
    assert not played.of(DamageCompared)


@pytest.mark.rule("tactical.3.4.1", "tactical.2.6.7-infantry-defense")
def test_squads_have_their_cover_on_their_own_defense_where_one_roll_meets_many() -> None:
    state = firing_line()
    put(state, "blue-3", "rifle-squad", 20, 13)
    state.units["red-1"].went = "combat"
    del state.units["blue-2"]
    played = fire(state, Attack("red-1", "MTR", "blue-1"), (5, 1), (1, 2), (3, 3), (1,))
    assert {met.target: met.defense for met in played.of(AttackMet)} == {"blue-1": 0, "blue-3": 3 + 2}
    assert played.of(SquadHurt)[0].damage == 30 * (6 - 5)


@pytest.mark.rule("tactical.3.4.1", "tactical.3.6.5-area")
def test_a_blast_made_for_men_strikes_every_trooper() -> None:
    state = firing_line()
    squad = put(state, "blue-1", "rifle-squad", 20, 14)
    state.units["red-1"].went = "combat"
    del state.units["blue-2"]
    before = list(squad.troopers)
    fire(state, Attack("red-1", "APGL", "blue-1"), (5, 5), (5, 5))
    assert squad.troopers == [points - 2 for points in before], "concussion of x3 to each"


@pytest.mark.rule("tactical.3.4.1", "tactical.ref-fumble-effects")
def test_a_fumbled_attack_still_goes_off_and_shakes() -> None:
    state = firing_line()
    played = fire(state, Attack("red-1", "MTR", "blue-1"), (1, 1), (2, 2), (2, 2))
    assert [felt.amount for felt in played.of(Concussed)] == [15, 15]


@pytest.mark.rule("tactical.3.8.3-area")
@pytest.mark.parametrize(("number", "inches"), [(0, 2.5), (1, 5), (2, 7.5), (3, 10)])
def test_skirmish_blasts_reach_farther_and_only_who_is_wholly_inside_defends(number: int, inches: float) -> None:
    state = firing_line()
    state.scale = SKIRMISH_SCALE
    target, other = state.units["blue-1"], state.units["blue-2"]
    weapon = msgspec.structs.replace(MORTAR, traits={AE: number})

    def found() -> dict[str, bool]:
        return {each.unit.id: each.wholly for each in caught_in(state, weapon, target.x, target.y, target)}

    other.y = target.y + mils(inches) - 500
    assert found()["blue-2"] is True
    other.y += 1
    assert found()["blue-2"] is False, "partly inside"
    other.y = target.y + mils(inches) + 501
    assert "blue-2" not in found()


@pytest.mark.rule("tactical.3.8.3-area")
def test_who_is_partly_in_a_skirmish_blast_takes_the_concussion_without_a_roll() -> None:
    state = firing_line()
    state.scale, state.units["red-1"].y = SKIRMISH_SCALE, mils(6)
    state.units["blue-2"].y = state.units["blue-1"].y + mils(5)
    played = fire(state, Attack("red-1", "MTR", "blue-1"), (5, 1), (1, 2))
    assert [met.target for met in played.of(AttackMet)] == ["blue-1"]
    assert [(felt.target, felt.amount) for felt in played.of(Concussed)] == [("blue-2", 15)]


def among_houses() -> State:
    """The same line of fire, with a house 0.8 in beside the Gear and one 2 in off; structures take damage."""
    houses = piece("building", (20.8, 13.6, 21.4, 14.4), 1, id="near"), piece("building", (23, 13, 24, 14), 1, id="far")
    state = ground(*houses)
    state.switches["structures"] = "yes"
    put(state, "red-1", gunner(MORTAR, LOBBER, GRENADES), 20, 10, level=2, went="combat")
    put(state, "blue-1", "hunter", 20, 14, facing=270, moved=mils(5))
    return state


@pytest.mark.rule("tactical.3.4.1", "tactical.3.2.5")
def test_a_blast_strikes_the_structures_in_it_as_well() -> None:
    state = among_houses()
    played = fire(state, Attack("red-1", "MTR", "blue-1"), (4, 1), (6, 6))
    assert not played.of(AttackMet)[0].hit
    assert (gathered(state, "near"), gathered(state, "far")) == (30 * 5, 0), "5 against a Defense of 0"
    state = among_houses()
    fire(state, Attack("red-1", "MTR", "blue-1"), (1, 1), (6, 6))
    assert gathered(state, "near") == 0, "a Fumble shakes units alone"
    state = among_houses()
    state.switches["structures"] = "no"
    fire(state, Attack("red-1", "MTR", "blue-1"), (4, 1), (6, 6))
    assert gathered(state, "near") == 0


@pytest.mark.rule("tactical.3.4.1", "tactical.3.2.5")
def test_a_blast_at_a_house_strikes_whoever_is_near_it() -> None:
    state = among_houses()
    order = Demolish("red-1", "MTR", mils(20.9), mils(14))
    played = play(state, lambda ctx: resolve_demolition(ctx, order), (4, 1), (1, 2))
    assert [(met.target, met.attack, met.defense) for met in played.of(AttackMet)] == [("blue-1", 5, 2)]
    assert gathered(state, "near") == 30 * 5
    assert [hurt.amount for hurt in played.of(DamageCompared)] == [30 * 3]
    single = Demolish("red-1", "LOB", mils(20.9), mils(14))
    state.units["red-1"].actions = 1
    assert not play(state, lambda ctx: resolve_demolition(ctx, single), (4, 1)).of(AttackMet)
