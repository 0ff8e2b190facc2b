"""What is reckoned with, held against what it stands for: typical numbers, weights, how much is worked out at most."""

from __future__ import annotations

from statistics import median

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.kernel.gunnery import Situation, Terms
from gearlock.systems.hex100.advice.attack_odds import CERTAIN, TYPICAL_HP, chances_of
from gearlock.systems.hex100.advice.drones_and_signals import TYPICAL_E_WAR
from gearlock.systems.hex100.attacks.attack import take_aim
from gearlock.systems.hex100.briefings.battles import _heading, ready_briefings
from gearlock.systems.hex100.firing_range import outcomes as volley_outcomes
from gearlock.systems.hex100.firing_range.laid_out import stage
from gearlock.systems.hex100.forces.cards import units, weapons
from systems.hex100.kit import E, Position, W, at, plain

CROC = "crocodile-lasers"


@pytest.mark.rule("hex100.stat-ewar", "hex100.stat-hp")
def test_an_unknown_enemy_is_taken_to_be_in_the_middle_of_all_cards() -> None:
    cards = units().values()
    assert median(card.e_war for card in cards) == TYPICAL_E_WAR
    assert median(card.hp for card in cards) == TYPICAL_HP


@pytest.mark.rule("hex100.attack-sequence", "hex100.stat-rof")
def test_every_way_that_shots_can_go_has_a_weight_and_all_of_them_the_whole() -> None:
    state = Position(plain(), [(CROC, (0, 4), E)], [(CROC, (4, 4), W)]).state
    target = state.units["blue-1"]
    for modes in weapons().values():
        aim = take_aim(state, state.units["red-1"], modes[0], target, at(4, 4))
        if modes[0].radius:
            continue  # where it comes down when it misses has weights of its own
        for shots in (1, 2, 3):
            found = chances_of(state, aim, target, shots)
            assert min(found.values()) > 0
            assert sum(found.values()) == CERTAIN**shots


@pytest.mark.rule("hex100.attack-sequence")
def test_where_nobody_asks_for_the_ends_only_losses_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    staged = stage(Situation((f"{CROC}:crocodile-combat-laser",), CROC, ()))
    order, short = staged.orders[0], Terms(ends=False)
    losses = len(volley_outcomes.outcomes(staged.state, order, short).branches)
    ends = len(volley_outcomes.outcomes(staged.state, order, Terms()).branches)
    assert losses < ends, "critical damage falls on one place or another"
    monkeypatch.setattr(volley_outcomes, "WIDEST", losses)
    assert len(volley_outcomes.outcomes(staged.state, order, short).branches) == losses
    monkeypatch.setattr(volley_outcomes, "WIDEST", losses - 1)
    with pytest.raises(BadInput, match="different things"):
        volley_outcomes.outcomes(staged.state, order, short)


def test_no_two_briefings_claim_the_same_place_in_the_list() -> None:
    places = [_heading(text).order for text in ready_briefings().values()]
    assert places == sorted(set(places))
