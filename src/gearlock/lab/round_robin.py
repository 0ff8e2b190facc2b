"""Everybody against everybody: forces led by one bot, or bots with the forces of a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from string import ascii_lowercase

import msgspec

from gearlock.kernel.errors import BadInput, GearlockError
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.system import Setup
from gearlock.lab.match import ALL, Game, bot_name, file_title, fingerprint_of, scenarios_named

MOST_ENTRANTS = len(ascii_lowercase)
FORCES, BOTS = "forces", "bots"
ROSTERS = (".txt", ".json")


class RoundRobin(msgspec.Struct, frozen=True, tag="round-robin", tag_field="kind"):
    """Entrants in pairs, every pairing with the same seeds. Contenders are called a, b, c in the order of entry.

    Pair after pair of games goes to the next pairing, so that a stopped study has played all of them about as often.
    """

    system: str
    of: str
    """FORCES or BOTS: what the entrants are."""
    entrants: tuple[str, ...]
    bot_for_all: str
    """Who leads the forces."""
    scenarios: tuple[str, ...]
    options: dict[str, str] = {}
    seed: int = 1

    def contenders(self) -> tuple[str, ...]:
        """All entrants, by letter."""
        return tuple(ascii_lowercase[: len(self.entrants)])

    def pairings(self) -> tuple[tuple[str, str], ...]:
        """Who meets whom, in the order of play."""
        return tuple(combinations(self.contenders(), 2))

    def name(self, contender: str) -> str:
        """The entrant behind a letter, as it was written."""
        return self.entrants[ascii_lowercase.index(contender)]

    def bot(self, contender: str) -> str:
        """Who plays for a contender."""
        return self.name(contender) if self.of == BOTS else self.bot_for_all

    def game(self, number: int) -> Game:
        """Games 2k and 2k + 1 are a pair: one pairing, one seed, sides swapped."""
        pair, swapped = divmod(number, 2)
        lap, place = divmod(pair, len(self.pairings()))
        two = self.pairings()[place]
        seats = dict(zip(get_system(self.system).seats, two[::-1] if swapped else two, strict=True))
        return Game(number, self.scenarios[lap % len(self.scenarios)], self.seed + lap, seats)

    def pairing_of(self, number: int) -> tuple[str, str]:
        """Which pairing a game belongs to."""
        return self.pairings()[number // 2 % len(self.pairings())]

    def setup(self, game: Game) -> Setup:
        """Map and dice by the seed; each side has the force of whoever sits there."""
        forces = {seat: self.name(who) for seat, who in game.seats.items()} if self.of == FORCES else {}
        return get_system(self.system).prepare(game.scenario, game.seed, {**self.options, **forces})

    def fingerprint(self) -> str:
        """With the contents of all files that forces come from."""
        laps = range(len(self.scenarios) * len(self.pairings()))
        return fingerprint_of(self, [self.setup(self.game(2 * pair)) for pair in laps])

    def title(self) -> str:
        """System, what is compared, and the entrants as far as a name has room."""
        where = self.scenarios[0] if len(self.scenarios) == 1 else ALL
        return file_title(self.system, self.of, *self.entrants[:4], where)


def arrange_round_robin(
    system: AnySystem,
    entrants: Sequence[str],
    bot: str,
    scenario: str | None,
    options: dict[str, str],
    seed: int,
    of: str = FORCES,
) -> RoundRobin:
    """Entrants who can meet, or the reason why they cannot; nothing is played yet.

    Where no scenario is named forces meet in the first one that takes them all, one that is not long if there is any.
    """
    if not 2 <= len(entrants) <= MOST_ENTRANTS:
        raise BadInput(f"2 to {MOST_ENTRANTS} can meet each other, not {len(entrants)}.")
    leader = bot_name(bot)
    if of == BOTS:
        names = _all_different(tuple(bot_name(each) for each in entrants))
        study = RoundRobin(system.id, of, names, "", scenarios_named(system, scenario), options, seed)
        _try_out(study)
        return study
    forces = _all_different(tuple(each.removeprefix(f"{system.id}:") for each in entrants))
    for force in forces:
        if force.endswith(ROSTERS) and not Path(force).is_file():
            raise BadInput(f"There is no file {force} to read a force from.")
    taking = scenarios_named(system, scenario) if scenario else _meetings(system)
    if not taking:
        raise BadInput(f"No battle of {system.name} is fought with forces one chooses.")
    if scenario == ALL:
        study = RoundRobin(system.id, of, forces, leader, taking, options, seed)
        _try_out(study)
        return study
    return _first_that_fits([RoundRobin(system.id, of, forces, leader, (each,), options, seed) for each in taking])


def _all_different(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise BadInput("The same one is named twice: one against itself is even, and tells nothing.")
    return names


def _first_that_fits(studies: Sequence[RoundRobin]) -> RoundRobin:
    """The first study that can be laid out; else what is said against all of them where forces fight."""
    refused: dict[str, str] = {}
    for study in studies:
        try:
            _try_out(study)
        except GearlockError as refusal:
            refused[study.scenarios[0]] = str(refusal)
        else:
            return study
    if len(refused) == 1:
        raise BadInput(next(iter(refused.values())))
    said: dict[str, list[str]] = {}
    for scenario, words in refused.items():
        said.setdefault(words, []).append(scenario)
    told = "\n".join(f"  {', '.join(where)}: {words}" for words, where in said.items())
    raise BadInput(f"These forces cannot meet in any scenario; name one with --scenario.\n{told}")


def _try_out(study: RoundRobin) -> None:
    """Lay the first game of every pairing out, so that what does not fit is named before anything is begun."""
    for pair in range(len(study.pairings()) * len(study.scenarios)):
        study.setup(study.game(2 * pair))


def _meetings(system: AnySystem) -> tuple[str, ...]:
    """Scenarios whose seats take forces: where listed models meet first, then short ones, then long ones."""
    known = system.scenarios()
    taking = [name for name, found in known.items() if all(seat in found.options for seat in system.seats)]
    first = system.counterparts.words.models_meet if system.counterparts else ""
    return tuple(sorted(taking, key=lambda name: (name != first, known[name].long)))
