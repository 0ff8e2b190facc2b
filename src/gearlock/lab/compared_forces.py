"""The same two forces under several systems: models by shared names, one bot on both sides, and sides swapped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import AnySystem
from gearlock.lab.game import Played
from gearlock.lab.match import CONTENDERS, Match, arrange, bot_name
from gearlock.lab.namesakes import (
    Model,
    NoCounterpart,
    find_model,
    having,
    model_in,
    speaking,
    systems_named,
    words_of,
)
from gearlock.lab.report import Report, report_on
from gearlock.lab.workers import play_games
from gearlock.muster.reading import find_roster

MOST_MODELS = 60
"""How many models a side may have."""
ROSTER_ENDINGS = (".txt", ".json", ".roster")


class Force(msgspec.Struct, frozen=True):
    """Models by shared names, each with how many there are; and what was left out of a roster."""

    models: dict[str, int]
    world: str
    left_out: tuple[str, ...] = ()

    def text(self) -> str:
        """The force in a line."""
        return ", ".join(f"{count} {name}" if count > 1 else name for name, count in self.models.items())


class Contest(msgspec.Struct, frozen=True):
    """Two forces in one system: a match for each way they can sit, and what each force costs."""

    system: str
    matches: tuple[Match, Match]
    prices: tuple[int, int]
    currency: str

    def play(self, games: int, jobs: int) -> Iterator[Played]:
        """The games as they come. Contender a has the first force; in every other game it sits in the second seat."""
        for half, match in enumerate(self.matches):
            numbers = range(half, games, 2)
            yield from play_games(match, numbers, min(jobs, len(numbers) or 1))


class Comparison(msgspec.Struct, frozen=True):
    """Two forces in every system that has them all.

    `without` tells by system what it has no counterpart for, `refused` what it says against these forces.
    """

    forces: tuple[Force, Force]
    bot: str
    contests: tuple[Contest, ...]
    lacking: tuple[str, ...]
    """Models that not all systems of their world have."""
    without: dict[str, str]
    refused: dict[str, str]


class ContestReport(msgspec.Struct, frozen=True):
    """What came of two forces in one system; a is the first of them."""

    system: str
    prices: tuple[int, int]
    currency: str
    lost: dict[str, float]
    """Models of each force that were destroyed in a game, on average."""
    report: Report


def compare_forces(
    first: str,
    second: str,
    systems: Iterable[str] = (),
    bot: str = "greedy",
    options: dict[str, str] | None = None,
    seed: int = 1,
    leave_out: bool = False,
) -> Comparison:
    """Two forces to be played under each of these systems, or all: `hunter x2, jager`, a roster file or SYSTEM:NAME.

    With `leave_out` models that one of the systems of their world lacks stay at home in all of them; else that system
    is left out. Nothing is played yet. Raises UnknownName or BadInput for what no system has.
    """
    chosen = systems_named(systems)
    name = bot_name(bot)
    forces = read_force(chosen, first), read_force(chosen, second)
    if forces[0].world != forces[1].world:
        raise BadInput(f"No system has both forces: one is of {forces[0].world}, the other of {forces[1].world}.")
    lacking = _lacking(chosen, forces)
    if leave_out:
        forces = _without(forces[0], lacking), _without(forces[1], lacking)
    contests: list[Contest] = []
    without: dict[str, str] = {}
    refused: dict[str, str] = {}
    for system in chosen:
        try:
            contests.append(_contest(system, forces, name, options or {}, seed))
        except NoCounterpart as lack:
            without[system.id] = str(lack)
        except BadInput as refusal:
            refused[system.id] = str(refusal)
    return Comparison(forces, name, tuple(contests), lacking, without, refused)


def report_contest(contest: Contest, games: Sequence[Played], asked: int) -> ContestReport:
    """Add the games of a contest up."""
    counted = [game for game in games if game.losses]
    lost = {who: sum(game.losses[who].lost for game in counted) / (len(counted) or 1) for who in CONTENDERS}
    report = report_on(contest.matches[0], games, asked)
    return ContestReport(contest.system, contest.prices, contest.currency, lost, report)


def read_force(systems: Sequence[AnySystem], text: str) -> Force:
    """A force somebody wrote: models with commas between, so many by `x3` or `3x`; or the models of a roster."""
    if ":" in text or text.lower().endswith(ROSTER_ENDINGS) or Path(text).is_file():
        return _of_roster(systems, text)
    parts = [_counted(part) for part in text.split(",") if part.strip()]
    return _force([(find_model(systems, name), count) for name, count in parts], ())


def _counted(text: str) -> tuple[str, int]:
    before = re.fullmatch(r"\s*(\d{1,3})\s*(?:[xX\u00d7*]\s*|\s)(\S.*?)\s*", text)
    after = re.fullmatch(r"\s*(.*\S)(?:\s+[xX\u00d7]|\s*\*)\s*(\d{1,3})\s*", text)
    if after:
        return after[1], int(after[2])
    return (before[2], int(before[1])) if before else (text.strip(), 1)


def _of_roster(systems: Sequence[AnySystem], text: str) -> Force:
    """The models of a roster; upgrades, ranks and the like are no models, and are named as left out."""
    reading = find_roster(text)
    roster, named = reading.roster, reading.rules.layout.named if reading.rules else ()
    known = [system for system in systems if system.id == (roster.says("system") or "").lower()] or systems
    models: list[tuple[Model, int]] = []
    left: list[str] = []
    for block in (block for group in roster.groups for block in group.blocks):
        left += block.upgrades
        if block.kind in named:
            models.append((find_model(known, block.code), 1))
            left += [upgrade for entry in block.entries for upgrade in (entry.model, *entry.upgrades)]
            continue
        for entry in block.entries:
            models.append((find_model(known, entry.model), entry.count))
            left += entry.upgrades
    return _force(models, tuple(dict.fromkeys(left)))


def _force(models: Sequence[tuple[Model, int]], left_out: tuple[str, ...]) -> Force:
    counts: Counter[str] = Counter()
    for model, count in models:
        counts[model.name] += count
    worlds = sorted({model.world for model, _ in models})
    if not 1 <= counts.total() <= MOST_MODELS or min(counts.values()) < 1:
        raise BadInput(f"A force has 1 to {MOST_MODELS} models, not {counts.total()}: write `hunter x2, jager`.")
    if len(worlds) > 1:
        raise BadInput(f"A force is of one world, not of {' and '.join(worlds)}.")
    return Force(dict(counts), worlds[0], left_out)


def _lacking(systems: Sequence[AnySystem], forces: tuple[Force, Force]) -> tuple[str, ...]:
    """The models of both forces that one of the systems of their world has not."""
    world = forces[0].world
    sharing = [system for system in speaking(systems) if words_of(system).words.world == world]
    names = dict.fromkeys(name for force in forces for name in force.models)
    return tuple(name for name in names if len(having(sharing, Model(world, name))) < len(sharing))


def _without(force: Force, lacking: tuple[str, ...]) -> Force:
    kept = {name: count for name, count in force.models.items() if name not in lacking}
    if not kept:
        raise BadInput(f"Nothing would be left of {force.text()}: each of these is missing in one of the systems.")
    gone = tuple(name for name in force.models if name in lacking)
    return Force(kept, force.world, (*gone, *force.left_out))


def _contest(system: AnySystem, forces: tuple[Force, Force], bot: str, options: dict[str, str], seed: int) -> Contest:
    words = words_of(system).words
    lists = tuple(_listed(system, force) for force in forces)
    if not words.models_meet:
        raise NoCounterpart("no battle here is fought with models from a list")
    ways = (dict(zip(system.seats, way, strict=True)) for way in (lists, lists[::-1]))
    one, other = (arrange(system, (bot, bot), words.models_meet, {**options, **way}, seed) for way in ways)
    first, second = (_price(system, force) for force in forces)
    return Contest(system.id, (one, other), (first, second), words.currency)


def _listed(system: AnySystem, force: Force) -> str:
    """A force as the scenario takes it. Raises NoCounterpart, naming all that is missing."""
    found: list[str] = []
    lacks: dict[str, None] = {}
    for name, count in force.models.items():
        try:
            found.append(f"{model_in(system, Model(force.world, name))}*{count}")
        except NoCounterpart as lack:
            lacks[str(lack)] = None
    if lacks:
        raise NoCounterpart("; ".join(lacks))
    return ",".join(found)


def _price(system: AnySystem, force: Force) -> int:
    prices = words_of(system)
    ids = prices.models()
    return sum(prices.price(ids[name]) * count for name, count in force.models.items())
