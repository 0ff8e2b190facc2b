"""Battles to begin from: a scenario's options in pairs, and set-ups in which a seat does not know much."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import msgspec

from conformance.checks import AnyBattle
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.asks import OPEN_OPTIONS, Option
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import GearlockError
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.seat import Seat

Row = dict[str, str]
LEFT_OUT = ""
"""Stands for an option that nobody says anything about."""
NUMBERS = (LEFT_OUT, "1", "3", "300")
"""Tried where an option of a seat names no values: an amount, perhaps."""
SETUP_LIMIT = 400
"""Decisions of a set-up at most."""


def seat_of(system: AnySystem, option: str) -> str:
    """The seat an option is about; nothing for one that is about all."""
    return next((seat for seat in system.seats if seat in option.split("-")), "")


def values_of(system: AnySystem, scenario: str) -> dict[str, tuple[str, ...]]:
    """What can be said of every option, by all that the scenario and its system declare."""
    offered, found = system.scenarios()[scenario], dict[str, tuple[str, ...]]()
    rolls = system.generator.results if system.generator is not None else {}
    rosters = tuple(system.force.ready_made()) if offered.forces and system.force is not None else ()
    for option in offered.options:
        if option in offered.choices:
            found[option] = offered.choices[option]
        elif option in offered.several:
            found[option] = (LEFT_OUT, *offered.several[option])
        elif option in rolls:
            found[option] = tuple(rolls[option])
        elif option in system.seats and rosters:
            found[option] = (LEFT_OUT, *rosters)
        elif system.briefings is not None and option == system.briefings.option:
            found[option] = tuple(system.briefings.ready_made())
        elif seat_of(system, option):
            found[option] = NUMBERS
    return found


def rows(system: AnySystem, scenario: str) -> list[Row]:
    """Options that bring every value once, and for each seat every two values of its own options together.

    Both seats are served by the same rows, and what is not a seat's own goes round beside them.
    """
    values, chooser = values_of(system, scenario), random.Random(scenario)
    columns = [[name for name in values if seat_of(system, name) == seat] for seat in system.seats]
    per_seat = [_in_pairs({name: values[name] for name in column}, chooser) for column in columns]
    shared = {name: each for name, each in values.items() if not seat_of(system, name)}
    many = max(1, *map(len, per_seat), *map(len, shared.values()))
    found = []
    for number in range(many):
        row = {name: each[number % len(each)] for name, each in shared.items()}
        for number_of_seat, mine in enumerate(per_seat):
            row |= mine[(number + number_of_seat * (many // 2)) % len(mine)] if mine else {}
        found.append(row)
    return found


def _in_pairs(values: Mapping[str, tuple[str, ...]], chooser: random.Random) -> list[Row]:
    """Rows in which every two values of two options stand together at least once: the next row has most that is new."""
    if len(values) < 2:
        return [{name: value} for name, each in values.items() for value in each]
    left = {
        ((a, one), (b, other)) for a, b in combinations(sorted(values), 2) for one in values[a] for other in values[b]
    }
    found: list[Row] = []
    while left:
        first = chooser.choice(sorted(left))
        row = dict(first)
        for name in sorted(set(values) - set(row), key=lambda name: (-len(values[name]), name)):
            news = Counter({value: _new(left, row, name, value) for value in values[name]})
            most = max(news.values())
            row[name] = chooser.choice([value for value in values[name] if news[value] == most])
        left -= set(combinations(sorted(row.items()), 2))
        found.append(row)
    return found


def _new(left: set[Any], row: Row, name: str, value: str) -> int:
    mine = (name, value)
    return sum(tuple(sorted((mine, other))) in left for other in row.items())


def possible(system: AnySystem, scenario: str, row: Row, seed: int) -> Row:
    """As much of this as the scenario takes together: what a seat decides first, then the rest."""
    said = {name: value for name, value in row.items() if value != LEFT_OUT}
    if _is_taken(system, scenario, said, seed):
        return said
    kept: Row = {}
    for name in sorted(said, key=lambda name: (not seat_of(system, name), name)):
        if _is_taken(system, scenario, {**kept, name: said[name]}, seed):
            kept[name] = said[name]
    return kept


def _is_taken(system: AnySystem, scenario: str, said: Row, seed: int) -> bool:
    try:
        system.begin(system.prepare(scenario, seed, said))
    except GearlockError:
        return False
    return True


class Bent:
    """Plays a set-up one-sidedly: each kind of order is as likely as another, and of numbers it wants all in one.

    Uniform play seldom hides a force, and never puts everything into one thing.
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)
        self._plain, self._wants = RandomBot(self._random.randrange(1 << 30)), self._random.randrange(1 << 30)

    def decide(self, seat: Seat) -> Order:
        options = seat.options()
        kind = self._random.choice(sorted({type(option.order).__name__ for option in options}))
        mine = [option for option in options if type(option.order).__name__ == kind]
        self._random.shuffle(mine)
        for option in sorted(mine, key=self._wanted, reverse=True):
            closed = not isinstance(option, OPEN_OPTIONS)
            order = option.order if closed else seat.sample(option, self._random)
            if order is not None and seat.refuse(order) is None:
                return order
        return self._plain.decide(seat)

    def _wanted(self, option: Option) -> int:
        plain = msgspec.to_builtins(option.order)
        numbers = [value for value in plain.values() if isinstance(value, int)]
        return numbers[self._wants % len(numbers)] if numbers else 0


def set_up(system: AnySystem, scenario: str, said: Row, seed: int, way: int) -> AnyBattle | None:
    """The battle as it stands when its first round begins; None if it is over before."""
    battle: AnyBattle = Battle.begin(system, system.prepare(scenario, seed, said), Seeded(seed))
    bots = {seat: Bent(f"{seed} {way} {seat}") for seat in system.seats}
    for _ in range(SETUP_LIMIT):
        if battle.over or battle.view(None).round:
            return None if battle.over else battle
        seat = battle.waiting_for()[0]
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    raise AssertionError(f"{system.id}-{scenario} is not set up within {SETUP_LIMIT} decisions")


def secrets_of(battle: AnyBattle, seat: str) -> frozenset[str]:
    """The parts of the state that are otherwise where only what this seat cannot know is."""
    system, truth = battle.system, battle.state
    other = system.disguise(truth, seat, random.Random(1))
    here, there = (dict(_leaves(msgspec.json.decode(system.encode(state)))) for state in (truth, other))
    return frozenset(path for path in here.keys() | there.keys() if here.get(path) != there.get(path))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, f"{path}.{key}")
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _leaves(each, f"{path}.{number}")
    else:
        yield path, value


def darkest(system: AnySystem, scenario: str, said: Row, seed: int, ways: int) -> dict[str, AnyBattle]:
    """For each seat, of several set-ups the one that hides the most from it."""
    laid_out = [set_up(system, scenario, said, seed, way) for way in range(ways)]
    standing = [battle for battle in laid_out if battle is not None]
    return {seat: max(standing, key=lambda battle: len(secrets_of(battle, seat))) for seat in system.seats if standing}
