"""Attacks for tests of the odds: situations drawn from a system's own lists, and the engine playing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.gunnery import Gunnery, Outcomes, Situation, Staged, Toll
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.registry import AnySystem

FREE = {"range": ("0", "2", "5", "9", "14", "20"), "target-damage": ("1", "2"), "attacker-damage": ("1",)}
"""Values for conditions that take any number."""
SIGMAS = 4.9
FEW = 8.0
"""Expected counts below this are not compared one by one."""


def gunnery(system: AnySystem) -> Gunnery[Any]:
    assert system.gunnery is not None, f"{system.id} has no gunnery"
    return system.gunnery


def drawn(system: AnySystem, chooser: Random) -> Situation:
    """Any unit with any weapon at any other under one to four conditions, possible or not."""
    guns = gunnery(system)
    units = list(guns.units())
    attacker = chooser.choice([unit for unit in chooser.sample(units, 20) if guns.weapons(unit)])
    given: dict[str, str] = {}
    for condition in chooser.sample(guns.conditions, chooser.randrange(1, 5)):
        values = condition.values or FREE.get(condition.name, ())
        if values:
            given[condition.name] = chooser.choice(values)
    weapon = chooser.choice(guns.weapons(attacker))
    return Situation((f"{attacker}:{weapon}",), chooser.choice(units), tuple(given.items()))


def situations(system: AnySystem, seed: int, count: int) -> Iterator[Staged[Any]]:
    """So many situations that are possible."""
    chooser, found = Random(seed), 0
    for _ in range(count * 60):
        try:
            staged = gunnery(system).stage(drawn(system, chooser))
        except BadInput:
            continue
        yield staged
        found += 1
        if found == count:
            return
    raise AssertionError(f"only {found} of {count} situations are possible")


def decline(_battle: Battle[Any], _ask: Ask) -> Order:
    return Decline()


def played(
    system: AnySystem, staged: Staged[Any], times: int, answer: Callable[[Battle[Any], Ask], Order] = decline
) -> Counter[Toll]:
    """The tolls of the target when the engine plays the attack so often, each time with other dice."""
    battle = Battle.begin(system, staged.setup, Seeded("marksmen"), staged.state.clone())
    seat, counts = battle.waiting_for()[0], Counter[Toll]()
    for number in range(times):
        fork = battle.fork(Seeded(f"marksmen {number}"))
        events = fork.answer(seat, staged.orders[0])
        while not fork.over and (ask := fork.pending[0]).optional:
            events += fork.answer(ask.seat, answer(fork, ask))
        counts[gunnery(system).toll(staged.state, fork.state, events, staged.target)] += 1
    return counts


def expected(outcomes: Outcomes[Any], unit: str) -> Counter[Toll]:
    """The weights of all tolls of a unit."""
    weights = Counter[Toll]()
    for weight, tolls, _ in outcomes.branches:
        weights[tolls[unit]] += weight
    return weights


def check(counts: Counter[Toll], weights: Counter[Toll], total: int, what: str) -> None:
    """Nothing happened that the odds say cannot, and everything as often as chance allows."""
    times = counts.total()
    for toll in counts:
        assert weights[toll], f"{what}: {toll} cannot happen, and did {counts[toll]} times"
    for toll, weight in weights.items():
        chance = weight / total
        if times * chance >= FEW:
            bound = SIGMAS * (times * chance * (1 - chance)) ** 0.5 + 1
            assert abs(counts[toll] - times * chance) <= bound, f"{what}: {toll} {counts[toll]} of {times}, {chance=}"
