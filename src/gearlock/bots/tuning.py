"""Bots whose weights can be set: what a study of settings draws anew for every game."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Protocol, Self, runtime_checkable

from gearlock.bots.faults import where_it_failed
from gearlock.bots.guarding import guarded
from gearlock.bots.players import Player
from gearlock.kernel.errors import BadInput, UnknownName, shown


@runtime_checkable
class Tunable(Protocol):
    """A bot that tells its weights by name and can be had with others. One's own bots may do the same."""

    def settings(self) -> Mapping[str, float]:
        """Its weights."""
        ...

    def tuned(self, settings: Mapping[str, float]) -> Self:
        """The same bot with some weights changed."""
        ...


def tuned(bot: Player, settings: Mapping[str, float]) -> Player:
    """A bot with some of its weights changed; refused for one that has none, or none of that name."""
    known = settings_of(bot)
    for name in settings:
        if name not in known:
            raise UnknownName("setting", name, known)
    assert isinstance(bot, Tunable)
    return bot.tuned(settings)


def settings_of(bot: Player) -> dict[str, float]:
    """The weights of a bot by name. Raises BadInput where it has none, or tells something else."""
    called = type(bot).__name__
    if not isinstance(bot, Tunable):
        raise BadInput(
            f"{called} has no settings to try: take tactician or strategist, or give a bot of your own "
            "the methods `settings()` and `tuned(settings)`."
        )
    try:
        with guarded():
            told = dict(bot.settings())
    except (Exception, SystemExit) as error:
        raise BadInput(f"{called} does not tell its settings: {where_it_failed(error)}.") from error
    for name, value in told.items():
        if not isinstance(name, str) or isinstance(value, bool) or not isinstance(value, int | float):
            raise BadInput(f"{called} must tell its settings as numbers by name, not {shown(name)}: {shown(value)}.")
        if not isfinite(value):
            raise BadInput(f"The setting {name} of {called} is {value}; settings are ordinary numbers.")
    return told
