from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.brigands.attacks.attack import Attack, SnapFire, strikes_of
from gearlock.systems.brigands.attacks.modifiers import duel_of
from gearlock.systems.brigands.command import Reroll
from gearlock.systems.brigands.damage import Afflicted, Damaged, MarginalHitsRolled, expected_bites, harm_of
from gearlock.systems.brigands.dice import standard_modifiers
from gearlock.systems.brigands.lock_and_cover.sight import sensor_range
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import COMBAT_SPEED, GONE, TOP_SPEED, WRECK, State, Unit
from systems.brigands.field import NORTH, SOUTH, again, code, give, lay, remodel

SHOT = Attack("red-1", "LAC", "Ballistic", ("blue-1",))


def _duel(
    effect: str, *dice: list[int], traits: tuple[str, ...] = ("Arms",), command: int = 0, **line: object
) -> Battle[State]:
    """A Hunter whose autocannon has an effect, 10 in from another, active; the enemy cannot answer."""
    battle = lay(
        [("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH), ("hunter", 40, 40, SOUTH)], command=command
    )
    remodel(battle.state.units["red-1"], weapons=(f"LAC ({effect})", "LVB (Snap)"))
    target = battle.state.units["blue-1"]
    remodel(target, traits=traits, **line)
    target.actions = 0
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


def _target(battle: Battle[State]) -> Unit:
    return battle.state.units["blue-1"]


@pytest.mark.rule("brigands.5.7b-haywire", "brigands.wtrait.haywire", "brigands.5.8")
def test_a_haywire_hit_does_its_damage_then_a_token_and_a_marginal_hit() -> None:
    battle = _duel("Haywire", [4, 2, 2], [3, 2], [4])
    events = give(battle, SHOT)
    kinds = [type(event) for event in events]
    assert kinds.index(Damaged) < kinds.index(Afflicted) < kinds.index(MarginalHitsRolled)
    assert (_target(battle).haywire, _target(battle).hull) == (True, 2)
    battle = _duel("Haywire", [3, 2, 2], [4, 2])
    give(battle, SHOT)
    assert (_target(battle).haywire, _target(battle).hull) == (False, 4)


@pytest.mark.rule("brigands.5.7b-haywire", "brigands.5.6c", "brigands.1.2f")
def test_a_haywire_token_counts_as_crippled_and_adds_up_with_lost_hull() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    unit = battle.state.units["red-1"]
    unit.haywire = True
    assert sum(line.value for line in standard_modifiers(unit, attacking=True)) == -1
    assert sensor_range(unit) == 9_000
    assert code(battle, Activate("red-1", TOP_SPEED)) == "crippled"
    unit.hull = 0
    assert sum(line.value for line in standard_modifiers(unit, attacking=False)) == -2


@pytest.mark.rule("brigands.5.7b-haywire", "brigands.1.8-setup")
def test_haywire_goes_and_corrosion_stays_in_the_setup_phase() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    unit = battle.state.units["red-1"]
    unit.haywire = unit.corroded = True
    battle.state.units["blue-1"].activated = True
    battle = again(battle, [6, 1], [3])
    give(battle, Activate("red-1", COMBAT_SPEED), EndActivation("red-1"))
    unit = battle.state.units["red-1"]
    assert battle.state.round == 2
    assert (unit.haywire, unit.corroded, unit.hull) == (False, True, 4)


@pytest.mark.rule("brigands.5.7b-fire", "brigands.wtrait.fire")
def test_fire_brings_as_many_marginal_hits_as_its_rating_even_if_the_shot_did_nothing() -> None:
    battle = _duel("Fire:3", [3, 2, 2], [3, 2], [1], [4, 3, 6], armor=6)
    events = give(battle, SHOT)
    rolled = next(event for event in events if isinstance(event, MarginalHitsRolled))
    assert (rolled.cause, rolled.faces, rolled.damage) == ("Fire", (4, 3, 6), 2)
    assert _target(battle).hull == 2


@pytest.mark.rule("brigands.trait.resist-f", "brigands.trait.vuln-f", "brigands.5.7b-fire")
def test_fire_bites_the_resistant_on_a_6_and_the_vulnerable_always() -> None:
    battle = _duel("Fire:3", [3, 2, 2], [3, 2], [4, 5, 6], traits=("Resist:F",), armor=7)
    give(battle, SHOT)
    assert _target(battle).hull == 3
    battle = _duel("Fire:3", [3, 2, 2], [3, 2], traits=("Vuln:F",), armor=7)
    give(battle, SHOT)
    assert _target(battle).hull == 1
    battle = _duel("Haywire", [3, 2, 2], [3, 2], [4], traits=("Vuln:F",), armor=7)
    give(battle, SHOT)
    assert _target(battle).hull == 3


@pytest.mark.rule("brigands.trait.vuln-h", "brigands.5.7b-haywire")
def test_haywire_always_bites_the_vulnerable() -> None:
    battle = _duel("Haywire", [3, 2, 2], [3, 2], traits=("Vuln:H",), armor=7)
    give(battle, SHOT)
    assert _target(battle).hull == 3


@pytest.mark.rule("brigands.5.7b-corrosion", "brigands.wtrait.corrosion")
def test_corrosion_bites_by_its_margin_and_lays_one_token() -> None:
    battle = _duel("Corrosion", [5, 2, 2], [3, 2], [4, 2], armor=9)
    events = give(battle, SHOT)
    assert Afflicted("blue-1", "Corrosion") in events
    assert (_target(battle).corroded, _target(battle).hull) == (True, 3)
    battle = _duel("Corrosion", [5, 2, 2], [3, 2], [4, 2], armor=9)
    _target(battle).corroded = True
    events = give(battle, SHOT)
    assert not [event for event in events if isinstance(event, Afflicted)]
    assert _target(battle).hull == 3
    battle = _duel("Corrosion", [3, 2, 2], [3, 2], armor=9)
    give(battle, SHOT)
    assert (_target(battle).corroded, _target(battle).hull) == (True, 4)


@pytest.mark.rule("brigands.5.7b-corrosion")
def test_a_margin_of_one_is_one_marginal_hit_of_corrosion() -> None:
    battle = _duel("Corrosion", [4, 2, 2], [3, 2], [4], armor=9)
    give(battle, SHOT)
    assert (_target(battle).corroded, _target(battle).hull) == (True, 3)


@pytest.mark.rule("brigands.trait.field-armor", "brigands.5.7b-fire")
def test_field_armor_takes_its_point_off_damage_and_effect_together() -> None:
    battle = _duel("Fire:1", [5, 2, 2], [3, 2], [4], traits=("Field Armor",), armor=6)
    give(battle, SHOT)
    assert _target(battle).hull == 4 - (2 + 1 - 1)
    battle = _duel("Fire:1", [4, 2, 2], [3, 2], [3], traits=("Field Armor",), armor=6)
    give(battle, SHOT)
    assert _target(battle).hull == 3


@pytest.mark.rule("brigands.5.7b-corrosion", "brigands.9.1-damage", "brigands.wtrait.ai")
def test_infantry_takes_no_corrosion_token_and_one_damage_in_all() -> None:
    battle = _duel("Corrosion", [6, 2, 2], [1, 1], [6, 6, 6, 6, 6], type="Infantry", armor=9)
    give(battle, SHOT)
    assert (_target(battle).corroded, _target(battle).hull) == (False, 3)
    battle = _duel("Fire:2", [6, 2, 2], [1, 1], [6, 6], type="Infantry", armor=6)
    give(battle, SHOT)
    assert _target(battle).hull == 3
    battle = _duel("Fire:2, AI", [3, 2, 2], [3, 2], [6, 6], type="Infantry", armor=7)
    give(battle, SHOT)
    assert _target(battle).hull == 2


@pytest.mark.rule("brigands.5.7b-corrosion", "brigands.1.8-setup")
def test_corrosion_bites_in_every_setup_phase_before_anything_refreshes() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 14, 10, NORTH)])
    for unit in battle.state.units.values():
        unit.corroded, unit.activated = unit.seat == "red", unit.id != "red-1"
    battle.state.units["red-2"].hull, battle.state.units["red-2"].structure = 0, 1
    battle = again(battle, [6, 1], [4], [5])
    events = give(battle, Activate("red-1", COMBAT_SPEED), EndActivation("red-1"))
    names = [type(event).__name__ for event in events]
    assert max(at for at, name in enumerate(names) if name == "Damaged") < names.index("RoundReadied")
    assert battle.state.units["red-1"].hull == 3
    assert (battle.state.units["red-2"].status, battle.state.units["red-2"].corroded) == (WRECK, False)


@pytest.mark.rule("brigands.5.8", "brigands.5.7b-fire")
def test_the_destroyed_take_no_effects_and_wrecks_neither() -> None:
    battle = _duel("Fire:3", [6, 2, 2], [1, 1])
    _target(battle).hull, _target(battle).structure = 0, 1
    battle = again(battle, [6, 2, 2], [1])
    events = give(battle, SHOT)
    assert _target(battle).status == WRECK
    assert not [event for event in events if isinstance(event, MarginalHitsRolled)]


@pytest.mark.rule("brigands.5.6e", "brigands.5.7b-fire")
def test_damage_and_effects_of_one_attack_overkill_together() -> None:
    battle = _duel("Fire:3", [6, 2, 2], [1, 1], [4, 4, 4], hull=4, structure=2, armor=8)
    give(battle, SHOT)
    assert _target(battle).status == GONE


@pytest.mark.rule("brigands.5.8", "brigands.6.3", "brigands.5.7b-haywire")
def test_effects_of_both_sides_wait_for_all_damage() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH), ("hunter", 40, 40, SOUTH)])
    for unit in battle.state.units.values():
        remodel(unit, weapons=("LAC (Haywire, Snap)",))
    battle = again(battle, [3, 2, 2], [2, 2], [3, 2, 2], [2, 2], [1], [1])
    give(battle, Activate("red-1", COMBAT_SPEED), SHOT)
    events = give(battle, SnapFire("blue-1", "LAC", "Ballistic"))
    names = [type(event).__name__ for event in events]
    assert names.index("Afflicted") > max(at for at, name in enumerate(names) if name == "AttackRolled")
    assert battle.state.units["red-1"].haywire
    assert battle.state.units["blue-1"].haywire


@pytest.mark.rule("brigands.5.7b-corrosion", "brigands.5.6e")
def test_whoever_rots_away_in_the_setup_phase_leaves_a_wreck() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 14, 10, NORTH)])
    victim = battle.state.units["red-2"]
    remodel(victim, hull=1, structure=0)
    victim.corroded = victim.activated = battle.state.units["blue-1"].activated = True
    battle = again(battle, [6, 1], [4])
    give(battle, Activate("red-1", COMBAT_SPEED), EndActivation("red-1"))
    assert battle.state.units["red-2"].status == WRECK


@pytest.mark.rule("brigands.5.6a", "brigands.1.2i", "brigands.7.4a")
def test_all_dice_of_an_effect_are_rerolled_together() -> None:
    battle = _duel("Fire:3", [3, 2, 2], [3, 2], [1, 1, 6], [4, 4, 1], command=1, armor=7)
    battle.state.units["blue-1"].rank = battle.state.units["blue-2"].rank = ""
    battle.state.units["red-1"].command = 1
    battle = again(battle, [3, 2, 2], [3, 2], [1, 1, 6], [4, 4, 1])
    give(battle, SHOT)
    while battle.pending[0].about[0] != "Marginal Hits":
        give(battle, Decline())
    give(battle, Reroll("red-1"))
    assert _target(battle).hull == 2


@pytest.mark.rule("brigands.5.7b-fire")
def test_the_worth_of_an_effect_is_its_chance_of_a_hit_times_its_bites() -> None:
    battle = _duel("Fire:2", armor=30)
    unit, target = battle.state.units["red-1"], _target(battle)
    weapon = unit.line.weapons["LAC"]
    pools = duel_of(battle.state, strikes_of(battle.state, unit, weapon, SHOT)[0]).pools
    hits = battle.preview("red", SHOT).odds
    assert hits is not None
    assert expected_bites(weapon, target, pools, harm_of(weapon, target.line)) == pytest.approx(hits.p_hit * 1.0)
    assert "a hit brings Fire too" in battle.preview("red", SHOT).notes
