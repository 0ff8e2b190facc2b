from __future__ import annotations

import random

import msgspec
import pytest

from conformance.checks import (
    check_aim,
    check_fork,
    check_legality,
    check_log,
    check_no_leak,
    check_offers,
    check_round_trip,
    check_undo,
    decisions,
    lay_out,
    played,
    stray_orders,
)
from conformance.conftest import BLOCKS, every, is_long
from gearlock.bots.arena import play_out
from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.dice import is_for
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.registry import AnySystem


@pytest.mark.parametrize("seeds", BLOCKS)
def test_random_play_of_a_hundred_seeds_ends(system: AnySystem, scenario: str, seeds: range) -> None:
    """Of a dozen seeds where battles are long; each of those is re-run from its log as well."""
    long = is_long(system, scenario)
    for seed in seeds[:2] if long else seeds:
        battle = played(system, scenario, seed)
        assert battle.outcome is not None
        if long:
            check_log(battle)


def test_what_is_offered_is_legal(system: AnySystem, scenario: str, seed: int) -> None:
    battle, chooser = lay_out(system, scenario, seed), random.Random(seed)
    for _ in decisions(battle, seed):
        check_offers(battle, chooser)


def test_legal_is_accepted_and_refused_is_unchanged(system: AnySystem, scenario: str, seed: int) -> None:
    battle, chooser = lay_out(system, scenario, seed), random.Random(seed)
    for count, _ in enumerate(decisions(battle, seed)):
        if count % 3 == 0:
            check_legality(battle, stray_orders(battle, chooser, 4))
            check_aim(battle, chooser)


def test_states_survive_json(system: AnySystem, scenario: str, seed: int) -> None:
    battle = lay_out(system, scenario, seed)
    for count, _ in enumerate(decisions(battle, seed)):
        if count % 5 == 0:
            check_round_trip(battle)


def test_forks_and_undo_restore_the_decision(system: AnySystem, scenario: str, seed: int) -> None:
    battle, apart = lay_out(system, scenario, seed), every(system, scenario, seed)
    for count, (seat, order) in enumerate(decisions(battle, seed)):
        if count % apart == 0:
            check_fork(battle, seat, order)
            check_undo(battle, seat, order)


def test_logs_re_run_and_film_alike(system: AnySystem, scenario: str, seed: int) -> None:
    battle = lay_out(system, scenario, seed)
    for count, _ in enumerate(decisions(battle, seed)):
        if count % (40 * every(system, scenario, seed)) == 0:
            check_log(battle)
    check_log(battle)


def test_seats_learn_nothing_they_cannot_know(system: AnySystem, scenario: str, seed: int) -> None:
    battle, chooser = lay_out(system, scenario, seed), random.Random(seed)
    # Without hidden information a disguise changes nothing: a look now and then proves as much.
    apart = every(system, scenario, seed) if system.has_secrets(battle.setup) else 10
    for count, _ in enumerate(decisions(battle, seed)):
        if count % apart == 0:
            check_no_leak(battle, chooser)


def test_disguises_really_change_what_a_seat_cannot_know(system: AnySystem, scenario: str) -> None:
    """Otherwise the leak test would compare a state with itself."""
    battle, chooser = lay_out(system, scenario, 1), random.Random(1)
    changed = [
        system.disguise(battle.state, seat, chooser) != battle.state
        for _ in decisions(battle, 1)
        for seat in system.seats
    ]
    secrets = system.has_secrets(battle.setup)
    assert any(changed) == secrets
    assert sum(changed) >= len(changed) // 3 * secrets


def test_the_same_seed_plays_the_same_battle(system: AnySystem, scenario: str) -> None:
    assert played(system, scenario, 11).hash() == played(system, scenario, 11).hash()


SECOND = 1


@pytest.mark.parametrize("first", [0, pytest.param(SECOND, marks=pytest.mark.soak)])
def test_greedy_plays_to_the_end(system: AnySystem, scenario: str, first: int) -> None:
    if first < SECOND and is_long(system, scenario):
        return  # whole evenings are played by the strength tests, and here in the soak
    battle = lay_out(system, scenario, first)
    assert play_out(battle, {seat: GreedyBot(first) for seat in system.seats}).over


def test_every_event_can_be_told_to_every_seat(system: AnySystem, scenario: str) -> None:
    battle = played(system, scenario, 5)
    state, told = battle.start.clone(), 0
    for entry in battle.entries:
        for event in entry.events:
            system.apply(state, event)
            for seat in (None, *system.seats):
                line = system.tell(state, event, seat)
                told += bool(line and line.text)
    assert told > len(battle.entries) // 4


def test_every_throw_can_be_laid_out_in_a_position(system: AnySystem, scenario: str) -> None:
    if system.positions is not None:
        thrown = {roll.purpose for roll, _ in played(system, scenario, 5).thrown}
        known = system.positions.purposes
        assert {purpose for purpose in thrown if not any(is_for(each, purpose) for each in known)} == set()


def test_orders_and_events_have_tags_of_their_own(system: AnySystem) -> None:
    for kinds in (system.orders, system.events):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert all(tags)
        assert len(set(tags)) == len(tags)


def test_bad_scenarios_and_options_are_refused_in_words(system: AnySystem) -> None:
    with pytest.raises(UnknownName, match="scenario"):
        system.prepare("no-such-scenario", 1, {})


def test_unknown_options_are_refused(system: AnySystem, scenario: str) -> None:
    with pytest.raises(BadInput, match="nonsense"):
        system.prepare(scenario, 1, {"nonsense": "1"})


def test_bare_pool_odds_are_a_distribution(system: AnySystem) -> None:
    for attack, defence, pen, armor in [(2, 2, 6, 6), (0, 3, 8, 5), (60, 30, 5, 2), (5, 0, 0, 9)]:
        card = system.pool_odds(attack, defence, pen, armor)
        assert 0 <= card.p_hit <= 1
        assert abs(sum(card.damage.values()) - 1) < 1e-12
        assert abs(sum(n * p for n, p in card.damage.items()) - card.mean_damage) < 1e-9
        msgspec.json.encode(card)
