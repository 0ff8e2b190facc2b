"""Bots that tell their weights, and what is said to those that tell something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gearlock.bots.own import bot_by_name
from gearlock.bots.tuning import settings_of
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import get_system
from gearlock.lab.screening import arrange_screening


class Telling(RandomBot):
    """Says what it was given; what can be called is called."""

    def __init__(self, told: Any) -> None:
        super().__init__(0)
        self._told = told

    def settings(self) -> Any:
        return self._told() if callable(self._told) else self._told

    def tuned(self, settings: Any) -> Any:
        return self


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({}.popitem, "does not tell its settings: KeyError"),
        (None, "does not tell its settings: TypeError"),
        ({"care": "much"}, "as numbers by name, not 'care': 'much'"),
        ({"care": True}, "as numbers by name"),
        ({1: 1.0}, "as numbers by name"),
        ({"care": float("nan")}, "The setting care of Telling is nan"),
    ],
)
def test_what_is_no_setting_is_said_to_be_none(told: Any, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        settings_of(Telling(told))


@pytest.mark.parametrize("name", ["tactician", "strategist:cautious"])
def test_bots_of_the_house_tell_theirs(name: str) -> None:
    assert settings_of(bot_by_name(name))


def test_where_every_setting_is_nought_there_is_nothing_to_try(tmp_path: Path) -> None:
    file = tmp_path / "idle.py"
    file.write_text(
        "from gearlock.bots.uniform import RandomBot\n"
        "class Idle(RandomBot):\n"
        "    def settings(self):\n        return {'care': 0.0}\n"
        "    def tuned(self, settings):\n        return self\n"
    )
    with pytest.raises(BadInput, match="nothing to try"):
        arrange_screening(get_system("brigands"), f"{file}:Idle", (), 2.0, "duel", {}, 1)
