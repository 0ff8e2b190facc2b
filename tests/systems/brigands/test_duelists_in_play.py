"""10.6: what a Duelist and its upgrades are worth on the table, from a roster line to the dice."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.attacks.attack import Aim, Attack, free_attack_rerolls, free_defence_rerolls
from gearlock.systems.brigands.attacks.modifiers import Strike
from gearlock.systems.brigands.chain_of_command import CHARGE, TIGHT_MANEUVERS, is_charging, is_ordered
from gearlock.systems.brigands.command import GiveOrder, reroll_sources
from gearlock.systems.brigands.forces.upgrades import ready
from gearlock.systems.brigands.lock_and_cover.sight import is_stealthy
from gearlock.systems.brigands.models import weapons_table
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, COORDINATED_ATTACK, EVADE, State
from systems.brigands.company import company
from systems.brigands.drill import duelist_card
from systems.brigands.field import SOUTH, again, code, give

SHOT = Attack("blue-1", "LAC", "Ballistic", ("red-2",))


def _fielded(line: str) -> Battle[State]:
    """A leader at 10, 10 with this Duelist of its group beside it, and an enemy ten inches ahead."""
    battle = company([[("hunter/foc", 10, 10), ("hunter", 13, 10)]], [[("hunter/foc", 13, 21.182)]])
    duelist = battle.state.units["red-2"]
    duelist.line = ready(duelist_card(line), weapons_table())
    duelist.hull, duelist.structure = duelist.line.hull, duelist.line.structure
    duelist.actions, duelist.skill = duelist.line.actions, 1
    return battle


@pytest.mark.rule("brigands.10.6", "brigands.7.4a", "brigands.trait.vet")
def test_a_duelist_rerolls_by_its_own_skill_alone() -> None:
    battle = _fielded("Hunter: Duelist")
    state = battle.state
    assert reroll_sources(state, state.units["red-2"], ()) == ["Skill Point"]
    assert reroll_sources(state, state.units["red-1"], ()) == ["red-1"]


@pytest.mark.rule("brigands.10.6", "brigands.7.5")
def test_no_order_helps_a_duelist() -> None:
    battle = _fielded("Hunter: Duelist")
    give(battle, Activate("red-1", COMBAT_SPEED), GiveOrder("red-1", TIGHT_MANEUVERS), GiveOrder("red-1", CHARGE))
    state = battle.state
    for unit, helped in (("red-1", True), ("red-2", False)):
        assert is_ordered(state, state.units[unit], TIGHT_MANEUVERS) is helped
        assert is_charging(state, state.units[unit]) is helped
    state.units["red-1"].marks.append(EVADE)
    state.units["blue-1"].marks.append(COORDINATED_ATTACK)
    for unit, guarded, again_free in (("red-1", [EVADE], [COORDINATED_ATTACK]), ("red-2", [], [])):
        assert free_defence_rerolls(state, _strike(state, "blue-1", "LAC", "Ballistic", unit)) == guarded
        assert free_attack_rerolls(state, _strike(state, unit, "LAC", "Ballistic", "blue-1")) == again_free


@pytest.mark.rule("brigands.10.6-defender", "brigands.trait.ams", "brigands.5.6c")
def test_a_defender_wards_missiles_off_and_guns_all_around_until_it_is_crippled() -> None:
    battle = _fielded("Hunter: Duelist, Defender")
    battle.state.units["red-2"].facing = SOUTH
    give(battle, Activate("red-2", COMBAT_SPEED))
    for unit in ("red-1", "red-2"):
        assert free_defence_rerolls(battle.state, _strike(battle.state, "blue-1", "LRP", "Indirect", unit)) == ["AMS"]
    burst = Attack("red-2", "MMG", "Ballistic", ("blue-1",))
    assert code(battle, burst) == ""
    assert "Snap" in battle.state.units["red-2"].line.weapons["MMG"].traits
    battle.state.units["red-2"].hull = 0
    assert code(battle, burst) == "aux"
    for unit in ("red-1", "red-2"):
        assert free_defence_rerolls(battle.state, _strike(battle.state, "blue-1", "LRP", "Indirect", unit)) == []


@pytest.mark.rule("brigands.10.6-shadow", "brigands.trait.stealth", "brigands.5.6c")
def test_a_shadow_is_out_of_sight_until_it_is_crippled() -> None:
    battle = _fielded("Hunter: Duelist, Shadow")
    battle.state.units["red-2"].y = 7_000
    battle.state.turn = "blue"
    battle = again(battle)
    give(battle, Activate("blue-1", COMBAT_SPEED))
    assert is_stealthy(battle.state.units["red-2"])
    assert code(battle, SHOT) == "stealth"
    battle.state.units["red-2"].hull = 0
    assert not is_stealthy(battle.state.units["red-2"])
    assert code(battle, SHOT) == ""


def _strike(state: State, unit: str, weapon: str, category: str, target: str) -> Strike:
    attacker = state.units[unit]
    return Aim(state, attacker, state.units[target]).strike(attacker.line.weapons[weapon], category, False)
