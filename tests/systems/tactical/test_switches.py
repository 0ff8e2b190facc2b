"""Switches: every module and reading is documented and named once."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical import switches as s


def test_every_switch_says_what_it_does() -> None:
    texts = {**s.MODULES, **s.READINGS, **s.WEATHERS}
    assert len(texts) == len(s.MODULES) + len(s.READINGS) + len(s.WEATHERS)
    assert [name for name, text in texts.items() if not text.endswith(".") or len(text) < 20] == []


@pytest.mark.parametrize("name", [*s.MODULES, *s.READINGS])
def test_a_switch_is_a_word_of_players(name: str) -> None:
    assert name == name.strip().lower()
