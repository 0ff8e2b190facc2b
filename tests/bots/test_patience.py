"""How long a bot may think."""

from __future__ import annotations

import time

import pytest

from gearlock.bots.patience import LOOKING, Patience


def test_looking_ends_before_the_time_does_and_weighing_has_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    patience = Patience(10, seconds=2.0)
    now += 2 * LOOKING - 0.01
    assert patience.look()
    assert not patience.is_over
    now += 0.02
    assert patience.spent < 2.0
    assert not patience.look()
    assert patience.is_over


def test_looks_are_counted() -> None:
    patience = Patience(2, seconds=1000.0)
    assert [patience.look() for _ in range(3)] == [True, True, False]
    assert patience.is_over
