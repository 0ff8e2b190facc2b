"""Every battle a test plays is saved, re-run, filmed and taken back, at no cost to the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gearlock.kernel.log import dumps, loads
from gearlock.kernel.verify import verify
from systems.hex100.kit import PLAYED


@pytest.fixture(autouse=True)
def _prove_what_was_played() -> Iterator[None]:
    PLAYED.clear()
    yield
    for battle in PLAYED:
        log = loads(dumps(battle))
        difference = verify(log)
        assert difference is None, difference.text()
        *_, (_, _, film) = log.film()
        assert film == battle.state
        start = battle.fork()
        start.rewind(1)
        assert start.hash() == battle.system.hash(battle.start)
