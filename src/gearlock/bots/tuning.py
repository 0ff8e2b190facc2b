"""Bots whose weights can be set: what a study of settings draws anew for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, Self, runtime_checkable

from gearlock.bots.players import Player
from gearlock.kernel.errors import BadInput, UnknownName


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
    """The weights of a bot by name."""
    if not isinstance(bot, Tunable):
        raise BadInput(
            f"{type(bot).__name__} has no settings to try: take tactician or strategist, or give a bot of your own "
            "the methods `settings()` and `tuned(settings)`."
        )
    return dict(bot.settings())
