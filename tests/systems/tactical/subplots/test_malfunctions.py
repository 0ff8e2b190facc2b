"""4.1.4: Malfunctions: a Fumble jams a weapon, an Action clears it."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.attacks.exchange import WeaponJammed
from gearlock.systems.tactical.attacks.firing import resolve_attack
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.ground_targets import Saturate, resolve_saturating
from gearlock.systems.tactical.melee import Strike, resolve_strike
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.beginning import resolve_beginnings
from gearlock.systems.tactical.subplots.orders_and_events import ClearWeapon
from gearlock.systems.tactical.subplots.personal import resolve_clear
from systems.tactical.subplots.fields import active, code, field, offered
from systems.tactical.tables import ALLER, mils, play, put


def faulty(**switches: str) -> State:
    state = field("red:Malfunctions", **switches)
    play(state, resolve_beginnings, (1,))
    state.phase = "activation"
    return state


def shot(state: State, *dice: tuple[int, ...]) -> list[WeaponJammed]:
    state.units["blue-1"].actions = 1
    return play(state, lambda ctx: resolve_attack(ctx, Attack("blue-1", "LAC", "red-1")), *dice).of(WeaponJammed)


@pytest.mark.rule("tactical.4.1.4-malfunctions")
def test_a_random_vehicle_of_the_enemy_has_failing_weapons() -> None:
    state = field("red:Malfunctions")
    put(state, "blue-3", "rifle-squad", 30, 16)
    played = play(state, resolve_beginnings, (2,))
    assert played.rolls[0].sides == 2, "squads are no vehicles"
    assert [unit.id for unit in state.units.values() if unit.token("malfunctions")] == ["blue-2"]


@pytest.mark.rule("tactical.4.1.4-malfunctions")
def test_a_fumble_jams_the_weapon_until_an_action_clears_it() -> None:
    state = faulty()
    assert not shot(state, (1, 2), (6, 6)), "a miss is no Fumble"
    assert shot(state, (1, 1), (3, 3)) == [WeaponJammed("blue-1", "LAC")]
    ask, unit = active(state, "blue-1"), state.units["blue-1"]
    unit.actions = 2
    assert code(state, ask, Attack("blue-1", "LAC", "red-1")) == "jammed"
    assert "LAC" not in {order.weapon for order in offered(state, ask, Attack)}
    assert offered(state, ask, ClearWeapon) == [ClearWeapon("blue-1", "LAC")]
    assert code(state, ask, ClearWeapon("blue-1", "VB")) == "clear"
    assert code(state, ask, ClearWeapon("blue-1", "XX")) == "weapon"
    play(state, lambda ctx: resolve_clear(ctx, ClearWeapon("blue-1", "LAC")))
    assert unit.actions == 1
    assert code(state, ask, Attack("blue-1", "LAC", "red-1")) == ""
    assert shot(state, (1, 1), (3, 3)), "each Fumble does it again"


@pytest.mark.rule("tactical.4.1.4-malfunctions")
def test_without_an_action_it_stays_jammed() -> None:
    state = faulty()
    shot(state, (1, 1), (3, 3))
    ask = active(state, "blue-1")
    assert state.units["blue-1"].actions == 0
    assert code(state, ask, ClearWeapon("blue-1", "LAC")) == "actions"
    assert not offered(state, ask, ClearWeapon)
    state.units["blue-1"].actions = 1
    state.units["blue-1"].tokens["evading"] = 1
    assert code(state, ask, ClearWeapon("blue-1", "LAC")) == "evading"


@pytest.mark.rule("tactical.4.1.4-malfunctions")
def test_only_its_weapons_fail_and_only_the_one_that_was_used() -> None:
    state = faulty()
    state.units["blue-2"].actions = 1
    fumbled = play(state, lambda ctx: resolve_attack(ctx, Attack("blue-2", "LAC", "red-2")), (1, 1), (3, 3))
    assert not fumbled.of(WeaponJammed)
    put(state, "blue-1", ALLER, 20, 16, 270)
    state.units["blue-1"].tokens["malfunctions"] = 1
    shot(state, (1, 1), (3, 3))
    ask = active(state, "blue-1")
    state.units["blue-1"].actions = 1
    assert {order.weapon for order in offered(state, ask, Attack)} == {"HRG", "LMG"}


@pytest.mark.rule("tactical.4.1.4-malfunctions")
@pytest.mark.rule("tactical.3.4.5-saturation")
def test_blades_and_bursts_jam_as_well_but_not_fists() -> None:
    state = faulty(burst_fire="yes")
    state.units["blue-1"].actions = 1
    zone = Saturate("blue-1", "LAC", mils(20), mils(13))
    assert play(state, lambda ctx: resolve_saturating(ctx, zone), (1, 1)).of(WeaponJammed)
    state.units["red-1"].y = state.units["blue-1"].y - 1000
    blade = play(state, lambda ctx: resolve_strike(ctx, Strike("blue-1", "red-1", "VB")), (1, 1), (3, 3))
    assert blade.of(WeaponJammed) == [WeaponJammed("blue-1", "VB")]
    kick = play(state, lambda ctx: resolve_strike(ctx, Strike("blue-1", "red-1", "kick")), (1, 1), (3, 3))
    assert not kick.of(WeaponJammed)
    ask = active(state, "blue-1")
    state.units["blue-1"].actions = 1
    assert code(state, ask, Strike("blue-1", "red-1", "VB")) == "jammed"
    assert code(state, ask, Strike("blue-1", "red-1", "kick")) == "", "who has no weapon left still kicks"


@pytest.mark.rule("tactical.4.1.4-malfunctions")
@pytest.mark.rule("tactical.3.4.5-walking")
def test_a_burst_that_jams_does_not_walk_on() -> None:
    state = faulty(burst_fire="yes")
    state.units["red-2"].x = mils(21.2)
    state.units["blue-1"].actions = 1
    order = Attack("blue-1", "LAC", "red-1", rof=2, others=("red-2",))
    play(state, lambda ctx: resolve_attack(ctx, order), (1, 1), (3, 3))
    assert state.units["blue-1"].token("jammed:LAC") == 1
