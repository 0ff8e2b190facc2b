"""The strategist: plans are compared in one imagined battle, and the best of them proved in others."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

import pytest

from gearlock.bots.lines import Line
from gearlock.bots.patience import Patience
from gearlock.bots.planning import BROAD, NARROW, Breadth, Planner
from gearlock.bots.strategist import LEADERS, PASSES, RACE, StrategistBot, different
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Concede, Decline
from gearlock.kernel.registry import AnySystem, all_systems
from gearlock.kernel.seat import Seat

SYSTEMS = all_systems()
LUCKY, SOUND = (Decline(),), (Decline(), Concede())


class Told:
    """A planner that has been told what plans come to, and counts how often it is asked."""

    def __init__(self, first: dict[tuple[Any, ...], float], later: dict[tuple[Any, ...], float], looks: int) -> None:
        self.first, self.later, self.looks = first, later, looks
        self.passes = self.trials = 0
        self.openings: list[set[str]] = []
        self.breadths: list[Breadth] = []

    def plans(
        self, root: Battle[Any], patience: Patience, breadth: Breadth, openings: Collection[str] = ()
    ) -> list[Line]:
        self.passes += 1
        self.breadths.append(breadth)
        self.openings.append(set(openings))
        patience.looks -= self.looks
        lines = [
            Line(root, orders=orders, labels=(f"way {worth}",), terms={"damage": worth})
            for orders, worth in self.first.items()
        ]
        return sorted(lines, key=lambda line: -line.value)

    def retried(self, line: Line, root: Battle[Any]) -> Line:
        self.trials += 1
        return Line(root, orders=line.orders, terms={"damage": self.later[line.orders]})


def planned(planner: Told, patience: int | Patience) -> list[Line]:
    system = SYSTEMS[0]
    battle = Battle.begin(system, system.prepare(next(iter(system.scenarios())), 1, {}))
    bot, seat = StrategistBot(1), Seat(battle, battle.waiting_for()[0])
    patience = patience if isinstance(patience, Patience) else Patience(patience, 1000.0)
    return bot._plans(cast(Planner, planner), seat, patience)


def test_a_plan_that_looked_good_by_luck_falls_behind() -> None:
    planner = Told({LUCKY: 0.9, SOUND: 0.5}, {LUCKY: 0.1, SOUND: 0.4}, looks=10)
    best, other = planned(planner, 1000)
    assert best.orders == SOUND
    assert best.terms["damage"] == pytest.approx(0.4)
    assert other.orders == LUCKY
    assert planner.passes == PASSES
    assert planner.trials == 2 * sum(trials for _, trials in RACE)


def test_without_time_for_more_it_keeps_to_what_it_found_first() -> None:
    planner = Told({LUCKY: 0.9, SOUND: 0.5}, {LUCKY: 0.1, SOUND: 0.4}, looks=1000)
    assert [line.orders for line in planned(planner, 1000)] == [LUCKY, SOUND]
    assert (planner.passes, planner.trials) == (1, 0)


def test_it_goes_on_planning_only_while_there_is_enough_left_for_trials() -> None:
    planner = Told({LUCKY: 0.9, SOUND: 0.5}, {LUCKY: 0.1, SOUND: 0.4}, looks=250)
    planned(planner, 1000)
    assert planner.passes == 2


def test_it_thinks_the_leading_openings_through_again() -> None:
    ways = {(Concede(),) * (number + 1): number / 10 for number in range(LEADERS + 2)}
    planner = Told(ways, ways, looks=250)
    planned(planner, 1000)
    assert planner.openings == [set(), {f"way {worth}" for worth in sorted(ways.values())[-LEADERS:]}]


def test_it_looks_at_a_little_of_everything_first_and_then_at_more_of_the_best() -> None:
    planner = Told({LUCKY: 0.9, SOUND: 0.5}, {LUCKY: 0.1, SOUND: 0.4}, looks=10)
    planned(planner, 1000)
    assert planner.breadths == [NARROW] + [BROAD] * (PASSES - 1)


def test_plans_that_fall_behind_are_tried_no_more() -> None:
    ways = {(Concede(),) * (number + 1): number / 10 for number in range(RACE[0][0] + 2)}
    planner = Told(ways, ways, looks=10)
    lines = planned(planner, 1000)
    assert planner.trials == sum(field * trials for field, trials in RACE)
    assert [line.value for line in lines] == pytest.approx(sorted(ways.values(), reverse=True)[: RACE[0][0]])


def test_a_trial_that_is_cut_short_proves_nothing() -> None:
    planner = Told({LUCKY: 0.9, SOUND: 0.5}, {LUCKY: 0.1, SOUND: 0.4}, looks=100)
    patience = Patience(1000, 1000.0)
    told = planner.retried

    def impatient(line: Line, root: Battle[Any]) -> Line:
        patience.looks = 0
        return told(line, root)

    planner.retried = impatient  # type: ignore[method-assign]
    assert [line.orders for line in planned(planner, patience)] == [LUCKY, SOUND]
    assert planner.trials == 1


def test_the_same_plan_is_told_once() -> None:
    battle = cast(Battle[Any], None)
    lines = [Line(battle, orders=LUCKY, terms={"damage": 0.5}), Line(battle, orders=LUCKY), Line(battle, orders=SOUND)]
    assert different(lines) == [lines[0], lines[2]]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_it_answers_by_the_rules(system: AnySystem) -> None:
    battle = Battle.begin(system, system.prepare(next(iter(system.scenarios())), 2, {}))
    bots = {name: StrategistBot(at, looks=300) for at, name in enumerate(system.seats)}
    for _ in range(10):
        name = battle.waiting_for()[0]
        order = bots[name].decide(Seat(battle, name))
        assert battle.refuse(name, order) is None
        battle.answer(name, order)
