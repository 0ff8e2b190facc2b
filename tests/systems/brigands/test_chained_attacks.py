"""8.5: Chain Attacks of the Receivers of a Forward Observation, and Target Designators."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.brigands.attacks.attack import Attack, AttackDeclared, SnapFire
from gearlock.systems.brigands.attacks.modifiers import duel_of
from gearlock.systems.brigands.forward_observation import ChainAttack, Designate, Observe, chain_strikes
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, GONE, WRECK, State
from systems.brigands.field import NORTH, SOUTH, again, alter, code, give, kinds, mil, piece, remodel
from systems.brigands.spotting import spotting

OBSERVE = Observe("red-1", "blue-1")
MORTAR, MISSILE = ChainAttack("red-4", "LFM"), ChainAttack("red-4", "LATM")


def _observed(
    *dice: tuple[int, ...],
    scout: tuple[str, ...] = ("Comms:1",),
    order: Observe = OBSERVE,
    guns: tuple[str, ...] = ("LFM", "LATM"),
    to: str = "red-4",
) -> Battle[State]:
    """An Observation has reached one gun, far from the others."""
    battle = spotting(*dice, scout=scout, guns=guns)
    give(battle, order, Designate(to))
    return battle


def _lines(battle: Battle[State], order: ChainAttack, number: int = 0) -> tuple[dict[str, int], dict[str, int]]:
    """Modifier lines of one Strike of a chained attack, by label."""
    assert battle.state.observation is not None
    strike = chain_strikes(battle.state, battle.state.observation, order)[number]
    attack, defence, _ = duel_of(battle.state, strike)
    return {line.label: line.value for line in attack}, {line.label: line.value for line in defence}


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.1b", "brigands.5.2b")
def test_receivers_chain_indirect_weapons_without_any_lock() -> None:
    battle = _observed((6,), (1, 1))
    gun = battle.state.units["red-4"]
    alter(gun, sensors=0)
    offered = [option.order for option in battle.options("red")]
    assert offered == [MORTAR, MISSILE, Decline()]
    assert code(battle, ChainAttack("red-4", "LAC")) == "no-weapon"
    assert code(battle, ChainAttack("red-3", "LFM")) == "receiver"
    events = give(battle, MORTAR)
    assert events[0] == AttackDeclared("red-4", "LFM", "Indirect", ("blue-1",), "action", observer="red-1")
    assert kinds(events)[:3] == ["AttackDeclared", "AttackRolled", "Damaged"]


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.1b")
def test_nothing_but_indirect_weapons_chains() -> None:
    battle = _observed(guns=("LFM", "LAC", "LAPG"))
    assert code(battle, ChainAttack("red-4", "LAC")) == "category"
    assert code(battle, ChainAttack("red-4", "LAPG")) == "proximity"
    assert [option.order for option in battle.options("red")] == [MORTAR, Decline()]


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.1", "brigands.1.6b")
def test_a_receiver_chains_as_often_as_it_pays_and_each_weapon_once_a_round() -> None:
    battle = spotting((1,), (6, 6), (1,), (6, 6))
    battle.state.units["red-4"].actions = 3
    battle = again(battle, (1,), (6, 6), (1,), (6, 6))
    give(battle, OBSERVE, Designate("red-4"), MORTAR)
    assert code(battle, MORTAR) == "used"
    give(battle, MISSILE)
    assert battle.pending[0].kind == "act"
    gun = battle.state.units["red-4"]
    assert (gun.actions, gun.used) == (1, ["LFM", "LATM"])


@pytest.mark.rule("brigands.8.5-chain", "brigands.6.1", "brigands.6.2")
def test_tokens_pay_for_chained_attacks_and_overwatch_braces() -> None:
    battle = spotting()
    gun = battle.state.units["red-4"]
    gun.actions, gun.standby, gun.overwatch = 0, 1, 1
    battle = again(battle, (1, 1), (6, 6), (1, 1), (6, 6))
    give(battle, OBSERVE, Designate("red-4"))
    assert _lines(battle, MORTAR)[0]["Braced"] == 1
    give(battle, MORTAR)
    gun = battle.state.units["red-4"]
    assert (gun.standby, gun.overwatch) == (0, 1)
    give(battle, MISSILE)
    gun = battle.state.units["red-4"]
    assert (gun.standby, gun.overwatch) == (0, 0)
    assert code(battle, Observe("red-1", "blue-1")) == "no-action"


@pytest.mark.rule("brigands.8.5-chain")
def test_not_chaining_costs_nothing_and_ends_the_matter() -> None:
    battle = _observed()
    assert kinds(give(battle, Decline())) == ["ExchangeEnded"]
    assert battle.state.units["red-4"].actions == 1
    assert battle.state.observation is None
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.8.5-chain")
def test_a_receiver_decides_when_it_has_seen_what_the_others_did() -> None:
    battle = spotting()
    battle.state.units["blue-1"].hull, battle.state.units["blue-1"].structure = 0, 1
    battle = again(battle, (2,), (1,))
    give(battle, OBSERVE, Designate("red-2"), ChainAttack("red-3", "LATM"))
    assert battle.state.units["blue-1"].status == WRECK
    assert battle.pending[0].kind == "chain"
    assert code(battle, ChainAttack("red-2", "LFM")) == ""
    battle.state.units["blue-1"].status = GONE
    assert code(battle, ChainAttack("red-2", "LFM")) == "no-target"


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.5a")
@pytest.mark.parametrize(
    ("distance", "label", "value"),
    [
        (36.0, "Indirect, Optimal range", -1),
        (36.1, "Indirect, Suboptimal range", -2),
        (11.9, "Indirect, Suboptimal range", -2),
    ],
)
def test_range_is_measured_from_the_firing_model(distance: float, label: str, value: int) -> None:
    battle = _observed()
    gun, target = battle.state.units["red-4"], battle.state.units["blue-1"]
    gun.x, gun.y = target.x, target.y - mil(distance + 1.182)
    assert _lines(battle, MISSILE)[0] == {label: value}


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.1a-range", "brigands.1.5b")
def test_range_and_arc_of_the_firing_model_limit_it() -> None:
    battle = _observed(guns=("LHG", "LFM"))
    assert code(battle, ChainAttack("red-4", "LHG")) == "range"
    battle.state.units["red-4"].facing = SOUTH
    assert code(battle, MORTAR) == "arc"


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.2b", "brigands.4.4-full")
def test_a_roof_of_heavy_terrain_stops_it() -> None:
    battle = _observed()
    roof = piece("building", 20, 30, 28, 38, 6)
    battle.state.ground = battle.state.ground.changed(roof)
    assert code(battle, MORTAR) == "blocked"


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.5b")
@pytest.mark.parametrize(
    ("scout_y", "gun_y", "extra"), [(24, 2, 0), (42, 2, 1), (24, 47, 1), (42, 47, 1), (34.4, 2, 0)]
)
def test_a_back_attack_if_the_observer_or_the_firer_is_behind(scout_y: float, gun_y: float, extra: int) -> None:
    battle = _observed()
    units = battle.state.units
    units["red-1"].y, units["red-4"].y = mil(scout_y), mil(gun_y)
    units["red-4"].facing = NORTH if gun_y < 34 else SOUTH
    assert units["blue-1"].facing == SOUTH
    assert _lines(battle, MORTAR)[0].get("Back Attack", 0) == extra


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.5b")
def test_a_back_attack_is_judged_for_each_target_of_an_area() -> None:
    battle = _observed()
    other = battle.state.units["blue-2"]
    other.x, other.y, other.facing = mil(25.5), mil(34), NORTH
    assert "Back Attack" not in _lines(battle, MORTAR, 0)[0]
    assert _lines(battle, MORTAR, 1)[0]["Back Attack"] == 1
    battle = _observed()
    remodel(battle.state.units["blue-1"], type="Vehicle")
    battle.state.units["blue-1"].facing = NORTH
    assert _lines(battle, MORTAR)[0]["Back Attack"] == 2


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.6c")
def test_posture_and_damage_of_the_firing_model_count() -> None:
    battle = _observed()
    battle.state.units["red-4"].hull = 0
    assert _lines(battle, MORTAR)[0]["Crippled"] == -1
    battle.state.units["red-4"].hull = 1
    battle.state.units["red-1"].hull = 0
    assert "Crippled" not in _lines(battle, MORTAR)[0]


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.4a")
def test_only_areas_reach_an_observed_point_and_hit_all_around_it_as_secondary_targets() -> None:
    battle = _observed(order=Observe("red-1", aim=(24_000, 36_000, 0)))
    assert code(battle, MISSILE) == "point"
    assert code(battle, ChainAttack("red-4", "LFM", (24_000, 36_500, 0))) == "point"
    assert "Secondary Target" in _lines(battle, MORTAR)[0]
    assert [option.order for option in battle.options("red")] == [MORTAR, Decline()]
    battle.state.units["red-4"].facing = SOUTH
    assert code(battle, MORTAR) == "arc"
    battle = _observed(order=Observe("red-1", aim=(24_000, 36_000, 0)), guns=("LGL",))
    assert battle.state.observation is None, "nobody reaches so far, so nobody is asked"


@pytest.mark.rule("brigands.8.5-chain", "brigands.1.4b")
def test_the_target_point_may_be_chosen_in_the_silhouette_of_the_target() -> None:
    battle = _observed()
    assert code(battle, ChainAttack("red-4", "LFM", (24_300, 34_000, 200))) == ""
    assert code(battle, ChainAttack("red-4", "LFM", (26_000, 34_000, 200))) == "point"
    assert code(battle, ChainAttack("red-4", "LATM", (24_000, 34_000, 200))) == "point"


@pytest.mark.rule("brigands.8.5-chain", "brigands.6.3")
def test_chained_attacks_draw_no_snap_fire() -> None:
    battle = spotting()
    battle.state.units["blue-1"].actions = battle.state.units["blue-2"].actions = 3
    battle = again(battle, (1,), (6, 6))
    give(battle, OBSERVE, Designate("red-4"), Decline(), MORTAR)
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.5.2b", "brigands.8.5-chain")
def test_without_an_observation_indirect_fire_needs_sensor_lock() -> None:
    battle = spotting()
    battle.state.activation = None
    battle.state.group = 2
    battle = again(battle)
    give(battle, Activate("red-4", COMBAT_SPEED))
    assert code(battle, Attack("red-4", "LFM", "Indirect", ("blue-1",))) == "lock"


@pytest.mark.rule("brigands.8.5-chain", "brigands.trait.stealth")
def test_what_was_observed_by_sensors_cannot_hide_in_stealth() -> None:
    battle = spotting(foe=("Stealth",))
    assert code(battle, OBSERVE) == ""
    battle.state.units["blue-1"].y = mil(24 + 1.182 + 12.1)
    assert code(battle, OBSERVE) == "lock"
    battle.state.units["blue-1"].y = mil(34)
    give(battle, OBSERVE, Designate("red-4"))
    assert code(battle, MORTAR) == ""


@pytest.mark.rule("brigands.8.5b", "brigands.trait.td", "brigands.wtrait.guided")
@pytest.mark.parametrize(
    ("scout", "order", "lines"),
    [
        (("Comms:1", "TD:1"), MISSILE, {"Guided by Target Designator": 1}),
        (("Comms:1", "TD:2"), MISSILE, {"Guided by Target Designator": 1}),
        (("Comms:1", "TD:1"), MORTAR, {"Indirect, Suboptimal range": -2}),
        (("Comms:1",), MISSILE, {"Indirect, Suboptimal range": -2}),
    ],
)
def test_a_target_designator_leads_guided_weapons(
    scout: tuple[str, ...], order: ChainAttack, lines: dict[str, int]
) -> None:
    battle = _observed(scout=scout)
    battle.state.units["red-4"].x = mil(48)
    assert _lines(battle, order)[0] == lines


@pytest.mark.rule("brigands.8.5b", "brigands.trait.td")
def test_a_target_designator_needs_line_of_sight() -> None:
    battle = spotting(scout=("Comms:1", "TD:1"))
    battle.state.ground = battle.state.ground.changed(piece("wall", 20, 28, 28, 29, 6))
    give(battle, OBSERVE, Designate("red-4"))
    assert _lines(battle, MISSILE)[0] == {"Indirect, Optimal range": -1}
    point = spotting(scout=("Comms:1", "TD:1"))
    give(point, Observe("red-1", aim=(28_000, 36_000, 0)), Designate("red-4"))
    assert point.state.observation is not None
    assert point.state.observation.designated
    hidden = spotting(scout=("Comms:1", "TD:1"))
    hidden.state.ground = hidden.state.ground.changed(piece("wall", 20, 28, 32, 29, 6))
    give(hidden, Observe("red-1", aim=(28_000, 36_000, 0)), Designate("red-4"))
    assert hidden.state.observation is not None
    assert not hidden.state.observation.designated


@pytest.mark.rule("brigands.8.5b", "brigands.wtrait.guided")
def test_a_guided_area_ignores_range_for_all_but_has_its_die_for_the_primary_target() -> None:
    battle = _observed(scout=("Comms:1", "TD:1"), guns=("LGM",))
    other = battle.state.units["blue-2"]
    other.x, other.y = mil(25.5), mil(34)
    gun = ChainAttack("red-4", "LGM")
    assert _lines(battle, gun, 0)[0] == {"Guided by Target Designator": 1}
    assert _lines(battle, gun, 1)[0] == {"Secondary Target": -1}


@pytest.mark.rule("brigands.8.5-chain", "brigands.8.5")
def test_an_active_observer_with_actions_left_chains_its_own_attack() -> None:
    battle = spotting(guns=("LAC",))
    battle.state.units["red-1"].actions = 2
    battle = again(battle, (1,), (6, 6))
    give(battle, OBSERVE)
    assert battle.pending[0].kind == "chain"
    give(battle, ChainAttack("red-1", "LRP"))
    assert battle.state.units["red-1"].actions == 0
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.8.5", "brigands.6.3")
def test_a_friend_s_shell_may_kill_the_observer_itself() -> None:
    battle = spotting(guns=("LAG",))
    units = battle.state.units
    units["blue-1"].y, units["red-1"].hull, units["red-1"].structure = mil(26), 0, 1
    units["blue-1"].actions = 1
    battle = again(battle, (1, 1), (6,), (1,), (6, 6), (2,), (1,))
    give(battle, OBSERVE, Designate("red-4"), SnapFire("blue-1", "LAC", "Ballistic"))
    give(battle, ChainAttack("red-4", "LAG"))
    assert battle.state.activation is None
    assert battle.state.units["red-1"].status == WRECK
    assert battle.state.observation is None
    assert battle.pending[0].kind == "activate"
