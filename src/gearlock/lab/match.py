"""A match: two bots over many games in pairs, both games of a pair with the same seed and the sides swapped."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Protocol

import msgspec

from gearlock.bots.own import admit, bot_digest
from gearlock.bots.players import is_human, make_bot
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.system import Setup

ALL = "all"
"""Written for a scenario: one pair of games after another goes through every scenario that is not long."""
CONTENDERS = ("a", "b")
PARTS = ("kernel", "table", "mechanics", "odds", "muster", "bots")
"""The packages beside the system itself whose code decides how a game goes."""


class Game(msgspec.Struct, frozen=True):
    """One game of a match: what is laid out, and which contender sits where (seat -> "a" or "b").

    `settings` are the weights that a contender's bot plays with instead of its own, where a study draws them.
    """

    number: int
    scenario: str
    seed: int
    seats: dict[str, str]
    settings: dict[str, dict[str, float]] = {}

    def seat_of(self, contender: str) -> str:
        """Where a contender sits."""
        return next(seat for seat, who in self.seats.items() if who == contender)


class Match(msgspec.Struct, frozen=True, tag="bots", tag_field="kind"):
    """Who plays whom at what. The number of games is no part of it: more games of the same match go on where it was."""

    system: str
    a: str
    b: str
    scenarios: tuple[str, ...]
    options: dict[str, str] = {}
    seed: int = 1

    def bot(self, contender: str) -> str:
        """How a contender is written on the command line."""
        return self.a if contender == "a" else self.b

    def name(self, contender: str) -> str:
        """A contender is called by its bot."""
        return self.bot(contender)

    def game(self, number: int) -> Game:
        """Games 2k and 2k + 1 are a pair: one seed, one scenario, sides swapped."""
        pair, swapped = divmod(number, 2)
        seats = get_system(self.system).seats
        contenders = CONTENDERS[::-1] if swapped else CONTENDERS
        scenario = self.scenarios[pair % len(self.scenarios)]
        return Game(number, scenario, self.seed + pair, dict(zip(seats, contenders, strict=True)))

    def setup(self, game: Game) -> Setup:
        """Map, forces and dice of a game, the same for both games of a pair."""
        return get_system(self.system).prepare(game.scenario, game.seed, self.options)

    def fingerprint(self) -> str:
        """What the contenders, scenarios, options and seed amount to, with the contents of any files they name."""
        return fingerprint_of(self, [self.setup(self.game(2 * pair)) for pair in range(len(self.scenarios))])

    def contenders(self) -> tuple[str, ...]:
        """Both of them."""
        return CONTENDERS

    def title(self) -> str:
        """The match as a part of a file's name."""
        where = self.scenarios[0] if len(self.scenarios) == 1 else ALL
        return file_title(self.system, self.a, "v", self.b, where)


class Contested(Protocol):
    """A study, as far as its bots go."""

    def contenders(self) -> tuple[str, ...]:
        """Who contends in it, by letter."""
        ...

    def bot(self, contender: str) -> str:
        """Who plays for a contender."""
        ...


def own_bots(study: Contested) -> dict[str, str]:
    """What bots of somebody's own are made of, by contender; the house's are part of the program."""
    for who in study.contenders():
        admit(study.bot(who))
    found = {who: bot_digest(study.bot(who)) for who in study.contenders()}
    return {who: digest for who, digest in found.items() if digest}


def fingerprint_of(study: Contested, setups: Sequence[Setup]) -> str:
    """A study with some of its set-ups in a word."""
    bots = own_bots(study)
    whole = msgspec.json.encode((study, setups, bots) if bots else (study, setups), order="sorted")
    return hashlib.blake2b(whole, digest_size=6).hexdigest()


def file_title(*words: str) -> str:
    """Words as a part of a file's name."""
    text = "-".join(words)[:120]
    return "".join(letter if letter.isalnum() or letter in "-." else "_" for letter in text)


def arrange(
    system: AnySystem, bots: tuple[str, str], scenario: str | None, options: dict[str, str], seed: int
) -> Match:
    """A match, or the reason why there cannot be one; nothing is played yet."""
    if len(system.seats) != len(CONTENDERS):
        raise BadInput(f"A match needs two sides; {system.name} has {len(system.seats)}.")
    a, b = (bot_name(spec) for spec in bots)
    match = Match(system.id, a, b, scenarios_named(system, scenario), options, seed)
    for pair in range(len(match.scenarios)):
        match.setup(match.game(2 * pair))  # options that do not fit are named before anything is begun
    return match


def bot_name(spec: str) -> str:
    """A bot as it is written, without `bot:`; people and unknown bots are refused."""
    if is_human(spec):
        raise BadInput("A match is between bots; to play yourself, say gearlock play.")
    admit(spec)
    make_bot(spec, 0)
    return spec.removeprefix("bot:")


def scenarios_named(system: AnySystem, scenario: str | None) -> tuple[str, ...]:
    """The scenarios somebody asked for: one, all that are not long, or the first of these if nobody says."""
    known = system.scenarios()
    short = tuple(name for name, found in known.items() if not found.long) or tuple(known)
    if scenario == ALL:
        return short
    if scenario is None:
        return short[:1]
    if scenario not in known:
        raise UnknownName("scenario", scenario, (*known, ALL))
    return (scenario,)


def code_fingerprint(system: AnySystem) -> str:
    """A fingerprint of the code that decides how games of this system go: bots or rules changed, results changed."""
    digest = hashlib.blake2b(digest_size=6)
    ours = resources.files("gearlock")
    surroundings = [_sources(ours / part, (".py", ".toml")) for part in PARTS]
    for found in (*surroundings, _sources(resources.files(system.package), (".py",))):
        for name, content in found:
            digest.update(name.encode() + b"\0" + content)
    return digest.hexdigest()


def _sources(folder: Traversable, endings: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _sources(entry, endings)
        elif entry.name.endswith(endings):
            yield entry.name, entry.read_bytes()
