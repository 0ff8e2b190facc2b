"""What the settings of a bot do, told from games in which all of them were drawn by lot; and what is worth trying."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gearlock.lab.game import Played
from gearlock.lab.intervals import Estimate, holm, paired_share
from gearlock.lab.regression import least_squares
from gearlock.lab.report import Broken
from gearlock.lab.scores import counted, pair_scores, score
from gearlock.lab.screening import Screening

SHOWN = 0.05
LEAST_GAMES = 4
"""Games there must be for each setting."""


class Effect(msgspec.Struct, frozen=True):
    """What a side gains by a setting multiplied by the factor over one that has it divided, as a share of a game.

    `chance` is corrected for the number of settings.
    """

    setting: str
    usual: float
    gain: Estimate
    chance: float
    proposed: float | None
    """Where the setting should go; None if nothing is shown."""


class Screened(msgspec.Struct, frozen=True):
    """A whole screening: effects, the largest first, and what came of the proposal on fresh seeds."""

    study: Screening
    games: int
    effects: tuple[Effect, ...]
    proposal: dict[str, float]
    confirmed_by: int
    """Games of the confirmation."""
    confirmation: Estimate | None
    """What the proposed settings get against the usual ones."""
    faults: tuple[Broken, ...]

    @property
    def is_confirmed(self) -> bool:
        """Whether the gain is real: shown again by games that had no part in finding it."""
        return self.confirmation is not None and self.confirmation.low > 0.5


def screened(study: Screening, games: Sequence[Played]) -> Screened:
    """Tell the effects; nothing is confirmed yet."""
    whole = counted(games)
    names = list(study.usual)
    faults = tuple(Broken(g.number, g.scenario, g.seed, g.reason) for g in games if g.fault)
    if len(whole) < LEAST_GAMES * (len(names) + 1):
        return Screened(study, len(whole), (), {}, 0, None, faults)
    rows, values, pairs = [], [], []
    for game in whole:
        levels = study.levels(game.number)
        seat = 1.0 if next(iter(game.seats.values())) == "a" else -1.0
        rows.append([*((levels["a"][name] - levels["b"][name]) / 2 for name in names), seat])
        values.append(score(game, "a") - 0.5)
        pairs.append(game.number // 2)
    fit = least_squares(rows, values, pairs)
    chances = holm([fit.chance(place) for place in range(len(names))])
    effects = []
    for place, (name, chance) in enumerate(zip(names, chances, strict=True)):
        gain = fit.estimate(place)
        to = study.usual[name] * study.factor ** (1 if gain.value > 0 else -1) if chance < SHOWN else None
        effects.append(Effect(name, study.usual[name], gain, chance, to))
    effects.sort(key=lambda each: -abs(each.gain.value))
    proposal = {each.setting: each.proposed for each in effects if each.proposed is not None}
    return Screened(study, len(whole), tuple(effects), proposal, 0, None, faults)


def confirmed(found: Screened, games: Sequence[Played]) -> Screened:
    """With what the proposal got on fresh seeds."""
    whole = counted(games)
    faults = tuple(Broken(g.number, g.scenario, g.seed, g.reason) for g in games if g.fault)
    return msgspec.structs.replace(
        found,
        confirmed_by=len(whole),
        confirmation=paired_share(pair_scores(whole, "a")),
        faults=(*found.faults, *faults),
    )
