"""Whatever a seat can obtain depends on what it knows alone, and so does what it may take back."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from conformance.checks import decisions, lay_out
from conformance.twins import Steady, check_same, others_have_decided, play_along, probe_of, twins
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.seat import Seat

LOOKED_AT = [45, pytest.param(120, marks=pytest.mark.soak)]
"""Decisions of a battle with secrets that are gone through."""


@pytest.mark.parametrize("looked_at", LOOKED_AT)
def test_everything_a_seat_can_obtain_depends_on_what_it_knows_alone(
    system: AnySystem, scenario: str, looked_at: int
) -> None:
    """Twins are played on with the same orders and dice: as long as they show the same, they are the same."""
    battle, chooser, compared = lay_out(system, scenario, 6), random.Random(6), 0
    for count, (seat, _) in enumerate(
        islice(decisions(battle, 6), looked_at if system.has_secrets(battle.setup) else 10)
    ):
        if count % 7:
            continue
        pair = twins(battle, seat, chooser, Steady(count), Steady(count))
        if pair is None:
            continue
        probe = probe_of(battle, pair, chooser)
        check_same(pair, seat, probe, f"decision {count}")
        for order, (here, there) in play_along(pair, seat, chooser):
            if here == there:
                check_same(pair, seat, probe, f"decision {count}, after {order}")
                compared += 1
    assert compared


@pytest.mark.parametrize("looked_at", LOOKED_AT)
def test_what_is_taken_back_freely_has_taught_nobody_anything(system: AnySystem, scenario: str, looked_at: int) -> None:
    """With other dice and other secrets it would have looked the same; and nobody else has decided since."""
    battle, chooser, free = lay_out(system, scenario, 7), random.Random(7), 0
    for count, (seat, _) in enumerate(
        islice(decisions(battle, 7), looked_at if system.has_secrets(battle.setup) else 10)
    ):
        if count % 2:
            continue
        pair = twins(battle, seat, chooser, Steady(count), Steady(count + 1))
        if pair is None:
            continue
        for order, (here, there) in play_along(pair, seat, chooser):
            veils = [Seat(each, seat).veil for each in pair]
            if not all(veils):
                free += 1
                assert here == there, f"decision {count}: {order} may be taken back and showed something"
                assert not any(veils)
                assert not any(others_have_decided(each, seat) for each in pair)
    assert free
