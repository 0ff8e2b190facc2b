"""Battles that begin from every secret of every scenario: with all its options, set up so that much is hidden.

`test_secrets` goes through battles from their usual start. There a seat has seldom a mission *and* an enemy that hides
from it. Here each value of each option has its battles, with every other value of the same seat beside it, and each is
played by whoever knows least.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import pytest

from conformance.checks import AnyBattle, decisions
from conformance.starts import Row, darkest, possible, rows, secrets_of
from conformance.twins import Steady, check_same, play_along, probe_of, twins
from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import AnySystem, all_systems
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import Preview

QUICK_ROWS, MORE = 6, 3
"""Rows of a system played in every run of the tests: so many, or one of each scenario and some more where most is
to choose. The rest belongs to the soak."""
WAYS = 16
"""Set-ups tried for each row."""
LOOKED_AT, QUICK_LOOK = 3, 1
"""Decisions of the seat that knows least at which twins are made, and played on from; in every run it is one."""
APART = 5
"""Decisions of all between them."""


@dataclass(frozen=True)
class Start:
    """A row of a scenario, its number, which is the seed, and how often it is looked at."""

    system: AnySystem
    scenario: str
    row: Row
    number: int
    looks: int


def starts() -> Iterator[Any]:
    """Every row of every scenario that has secrets."""
    for system in all_systems():
        offered = system.scenarios().items() if system.hidden else ()
        found = {name: rows(system, name) for name, each in offered if not each.open}
        fullest = max(found, key=lambda name: len(system.scenarios()[name].choices) + len(found[name]), default="")
        for scenario, mine in found.items():
            quick = max(QUICK_ROWS - len(found), MORE) + 1 if scenario == fullest else 1
            step = max(1, len(mine) // quick)
            for number, row in enumerate(mine):
                is_quick = number % step == 0 and number // step < quick
                marks = [] if is_quick else [pytest.mark.soak]
                start = Start(system, scenario, row, number, QUICK_LOOK if is_quick else LOOKED_AT)
                yield pytest.param(start, id=f"{system.id}-{scenario}-{number}", marks=marks)


@pytest.mark.parametrize("start", list(starts()))
def test_no_start_tells_a_seat_what_it_cannot_know(start: Start) -> None:
    system, scenario, number = start.system, start.scenario, start.number
    said = possible(system, scenario, start.row, number)
    where = f"{system.id} {scenario}, seed {number}, {said}"
    compared = Counter[str]()
    for seat, battle in darkest(system, scenario, said, number, WAYS).items():
        if secrets_of(battle, seat):
            compared[seat] = compare(battle.fork(), seat, start, f"{where}, {seat}")
    assert compared.total() or not compared, f"{where}: nothing was compared"


def compare(battle: AnyBattle, seat: str, start: Start, where: str) -> int:
    """Look on while the battle is played; how many times everything was compared."""
    chooser, compared, last = random.Random(start.number), 0, -APART
    for count, _ in enumerate(islice(decisions(battle, start.number), 60)):
        if battle.ask_for(seat) is None or count < last + APART or not secrets_of(battle, seat):
            continue
        pair = twins(battle, seat, chooser, Steady(count), Steady(count))
        if pair is None:
            continue
        last, now = count, f"{where}, decision {count}"
        look(battle, pair, seat, chooser, now)
        compared += 1
        if compared >= start.looks:
            break
    return compared


def look(battle: AnyBattle, pair: list[AnyBattle], seat: str, chooser: random.Random, now: str) -> None:
    """Twins at one decision, and as they are played on until the rules tell the secret."""
    probe = probe_of(battle, pair, chooser)
    check_same(pair, seat, probe, now)
    check_advice(pair, seat, now)
    for order, (here, there) in play_along(pair, seat, chooser):
        if here == there:
            check_same(pair, seat, probe, f"{now}, after {order}")


def check_advice(pair: list[AnyBattle], seat: str, now: str) -> None:
    """All that is on offer, weighed; and what a bot says of it."""
    weighed, thought = [], []
    for told in (Seat(each, seat) for each in pair):
        complete = (option for option in told.options() if not isinstance(option, OPEN_OPTIONS))
        weighed.append([told.preview(option.order) for option in complete])
        bot = GreedyBot(1)
        thought.append((bot.decide(told), bot.thoughts()))
    assert weighed[0] == weighed[1], f"{now}: weighing everything tells {seat} too much"
    assert thought[0] == thought[1], f"{now}: advice tells {seat} too much"


def test_a_start_whose_previews_know_the_truth_is_caught() -> None:
    start = max(
        (case.values[0] for case in starts() if not case.marks), key=lambda start: len(start.system.scenarios())
    )
    system = start.system

    def preview(state: Any, _seat: str, _order: Order) -> Preview:
        return Preview(gives=int(system.hash(state), 16) % 1000)

    with pytest.raises(AssertionError, match="tells"):
        test_no_start_tells_a_seat_what_it_cannot_know(replace(start, system=replace(system, preview=preview)))
