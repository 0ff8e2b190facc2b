"""8.5: chained attacks against ECM Defense, from behind an observed point, and between the losses of a battle."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.attacks.modifiers import duel_of
from gearlock.systems.brigands.command import Promoted
from gearlock.systems.brigands.forward_observation import ChainAttack, Designate, Observe, chain_strikes
from gearlock.systems.brigands.state import GONE, State
from systems.brigands.field import NORTH, again, alter, code, give, kinds, mil
from systems.brigands.spotting import spotting

OBSERVE = Observe("red-1", "blue-1")
MORTAR, MISSILE = ChainAttack("red-4", "LFM"), ChainAttack("red-4", "LATM")


def _lines(battle: Battle[State], order: ChainAttack) -> tuple[dict[str, int], dict[str, int]]:
    """Modifier lines of the first Strike of a chained attack, by label."""
    assert battle.state.observation is not None
    strike = chain_strikes(battle.state, battle.state.observation, order)[0]
    attack, defence, _ = duel_of(battle.state, strike)
    return {line.label: line.value for line in attack}, {line.label: line.value for line in defence}


@pytest.mark.rule("brigands.8.3d", "brigands.8.5-chain", "brigands.5.5b")
def test_ecm_defense_helps_against_chained_missiles_but_not_against_a_blast() -> None:
    battle = spotting()
    give(battle, OBSERVE, Designate("red-4"))
    target = battle.state.units["blue-1"]
    alter(target, traits={**target.line.traits, "ECM": 2})
    target.jamming = True
    assert _lines(battle, MISSILE)[1]["ECM Defense:2"] == 2
    assert "ECM Defense:2" not in _lines(battle, MORTAR)[1]


@pytest.mark.rule("brigands.8.5-chain", "brigands.5.5b", "brigands.5.4a")
def test_whoever_turns_its_back_on_the_observer_of_a_point_is_hit_from_behind() -> None:
    battle = spotting()
    give(battle, Observe("red-1", aim=(24_000, 36_000, 0)), Designate("red-4"))
    gun, target = battle.state.units["red-4"], battle.state.units["blue-1"]
    gun.x, gun.y = mil(24), mil(47)
    assert _lines(battle, MORTAR)[0]["Back Attack"] == 1
    target.facing = NORTH
    assert _lines(battle, MORTAR)[0]["Back Attack"] == 1
    battle.state.units["red-1"].y = mil(40)
    assert "Back Attack" not in _lines(battle, MORTAR)[0]


@pytest.mark.rule("brigands.8.5-chain")
def test_a_receiver_that_is_lost_chains_nothing() -> None:
    battle = spotting()
    give(battle, OBSERVE, Designate("red-2"))
    assert code(battle, ChainAttack("red-3", "LFM")) == ""
    battle.state.units["red-3"].status = GONE
    assert code(battle, ChainAttack("red-3", "LFM")) == "receiver"


@pytest.mark.rule("brigands.8.5-chain", "brigands.7.1-2ic")
def test_deputies_step_in_between_chained_attacks() -> None:
    battle = spotting()
    units = battle.state.units
    units["blue-1"].hull, units["blue-1"].structure, units["blue-2"].rank = 0, 1, "2ic"
    battle = again(battle, (2,), (1,))
    give(battle, OBSERVE, Designate("red-2"))
    events = give(battle, ChainAttack("red-3", "LATM"))
    assert battle.pending[0].kind == "chain"
    assert any(isinstance(event, Promoted) and event.unit == "blue-2" for event in events)
    assert "ExchangeEnded" not in kinds(events)
