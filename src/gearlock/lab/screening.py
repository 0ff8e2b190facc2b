"""Settings of a bot drawn anew for every game, so that one run of games answers for all of them at once."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gearlock.bots.players import make_bot
from gearlock.bots.tuning import settings_of
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.system import Setup
from gearlock.lab.match import (
    ALL,
    CONTENDERS,
    Game,
    bot_name,
    file_title,
    fingerprint_of,
    scenarios_named,
)
from gearlock.muster.sides import Lots

FRESH = 1_000_000
"""So far behind the seeds of the screening lie those of the confirmation."""


class Screening(msgspec.Struct, frozen=True, tag="screening", tag_field="kind"):
    """A bot against itself, each side with every setting multiplied or divided by `factor` as lots fall.

    With a `proposal` nothing is drawn: contender a plays with it, and b as the bot usually does.
    """

    system: str
    plays: str
    usual: dict[str, float]
    """The settings that are tried, and what they are now."""
    factor: float
    scenarios: tuple[str, ...]
    options: dict[str, str] = {}
    seed: int = 1
    proposal: dict[str, float] = {}

    def contenders(self) -> tuple[str, ...]:
        """Both sides."""
        return CONTENDERS

    def bot(self, contender: str) -> str:  # noqa: ARG002 - one bot on both sides
        """One bot plays both sides."""
        return self.plays

    def name(self, contender: str) -> str:
        """The sides of the study."""
        drawn = {"a": "settings A", "b": "settings B"}
        return ({"a": "proposed", "b": "usual"} if self.proposal else drawn)[contender]

    def levels(self, number: int) -> dict[str, dict[str, int]]:
        """For each contender of a game: whether a setting was multiplied (1) or divided (-1)."""
        lots = Lots(self.seed + number, "blue")
        return {who: {name: 1 if lots.random() < 0.5 else -1 for name in self.usual} for who in CONTENDERS}

    def game(self, number: int) -> Game:
        """Games 2k and 2k + 1 are a pair of one seed and swapped sides; settings are drawn for each of them."""
        pair, swapped = divmod(number, 2)
        two = CONTENDERS[::-1] if swapped else CONTENDERS
        seats = dict(zip(get_system(self.system).seats, two, strict=True))
        settings = {"a": self.proposal} if self.proposal else self._drawn(number)
        return Game(number, self.scenarios[pair % len(self.scenarios)], self.seed + pair, seats, settings)

    def _drawn(self, number: int) -> dict[str, dict[str, float]]:
        return {
            who: {name: self.usual[name] * self.factor**level for name, level in levels.items()}
            for who, levels in self.levels(number).items()
        }

    def setup(self, game: Game) -> Setup:
        """Map, forces and dice of a game, the same for both games of a pair."""
        return get_system(self.system).prepare(game.scenario, game.seed, self.options)

    def fingerprint(self) -> str:
        """What it amounts to, with the contents of files that options name."""
        return fingerprint_of(self, [self.setup(self.game(2 * pair)) for pair in range(len(self.scenarios))])

    def title(self) -> str:
        """System and bot."""
        where = self.scenarios[0] if len(self.scenarios) == 1 else ALL
        return file_title(self.system, "confirm" if self.proposal else "screen", self.plays, where)

    def confirming(self, proposal: dict[str, float]) -> Screening:
        """The match that shows whether a proposal is worth anything, on seeds that had no part in finding it."""
        return msgspec.structs.replace(self, proposal=proposal, seed=self.seed + FRESH)


def arrange_screening(
    system: AnySystem,
    bot: str,
    names: Sequence[str],
    factor: float,
    scenario: str | None,
    options: dict[str, str],
    seed: int,
) -> Screening:
    """A screening of these settings, or of all that are not nought; nothing is played yet."""
    plays = bot_name(bot)
    known = settings_of(make_bot(bot, 0))
    for name in names:
        if name not in known:
            raise UnknownName("setting", name, known)
        if not known[name]:
            raise BadInput(f"The setting {name} of {plays} is 0: nought multiplied is nought, leave it out.")
    if not 1.01 <= factor <= 100:
        raise BadInput(f"Settings are multiplied and divided by 1.01 to 100, not {factor:g}.")
    usual = {name: value for name, value in known.items() if value and (name in names or not names)}
    if not usual:
        raise BadInput(f"{plays} has no settings but nought, and nought multiplied is nought: there is nothing to try.")
    study = Screening(system.id, plays, usual, factor, scenarios_named(system, scenario), options, seed)
    for pair in range(len(study.scenarios)):
        study.setup(study.game(2 * pair))
    return study
