"""Where moves lead, whom rams reach and where launchers point, against the slow way that tries everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.survey import Band
from gearlock.kernel.system import Aim
from gearlock.systems.hex100.advice.previews import SURVEY
from gearlock.systems.hex100.defenses import Launch, aim_launch, offer_launches
from gearlock.systems.hex100.equipment import SKATING
from gearlock.systems.hex100.forces.cards import machines
from gearlock.systems.hex100.known_units import known_enemies
from gearlock.systems.hex100.movement.move_action import legal_rams, refuse_ram, run_up
from gearlock.systems.hex100.movement.moving import Move, TakeGait, refuse_path, stride
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.turns import Activate
from gearlock.table.hexes import Hex, distance, neighbours, step
from systems.hex100.kit import NE, NW, SE, SW, E, Position, W, at, code, machine
from systems.hex100.kit import Place as Drawn
from systems.hex100.test_castellan import JUMPER, LAUNCHER, lord

GROUND = "....w.s.r.\n..W..~..b.\n.B...r.^..\n.w....~...\n..b.r..W.."
TANK, WADER = machine("rampart", ["mortar"]), machine("tegu-mbt")


def crowds(seed: int, count: int, *mine: Any) -> Iterator[Position]:
    """Two of a side and two against them, anywhere on a rough map where nobody stands on a cliff."""
    chooser, cards = random.Random(seed), [*machines()]
    free = [(number % 10, number // 10) for number in range(50) if number not in (27,)]
    for _ in range(count):
        spots = chooser.sample(free, 4)
        own = [chooser.choice(mine), chooser.choice(cards)]
        red: list[Drawn] = [(own[number], spots[number], chooser.randrange(6)) for number in range(2)]
        blue: list[Drawn] = [(chooser.choice(cards), spots[2 + number], chooser.randrange(6)) for number in range(2)]
        yield Position(GROUND, red, blue)


def cheapest(state: State, unit: Unit, way: str) -> dict[Hex, int]:
    """The movement points to every hex, found by trying every step until nothing gets cheaper."""
    _, kind = stride(state, unit, way)
    foes, found = set(known_enemies(state, unit.seat)), {unit.hex: 0}
    changed = True
    while changed:
        changed = False
        for hex_, spent in list(found.items()):
            for there in neighbours(hex_):
                cost = state.land.cost(there, kind)
                if cost and there not in foes and spent + cost < found.get(there, 999):
                    found[there], changed = spent + cost, True
    return found


def bands(state: State, unit: Unit, way: str, actions: int) -> list[tuple[str, tuple[Hex, ...]]]:
    points, _ = stride(state, unit, way)
    taken = {each.hex for each in state.units.values() if each.seat == unit.seat and each.standing}
    costs = {hex_: cost for hex_, cost in cheapest(state, unit, way).items() if hex_ not in taken}
    found = []
    for action in range(1, actions + 1):
        there = sorted(hex_ for hex_, cost in costs.items() if points * (action - 1) < cost <= points * action)
        label = "1 move action" if action == 1 else f"{action} move actions"
        found += [(label, tuple(there))] if there else []
    return found


def shown(found: tuple[Band, ...]) -> list[tuple[str, tuple[Hex, ...]]]:
    return [(band.label, band.hexes) for band in found]


@pytest.mark.rule("hex100.movement-points", "hex100.move-action", "hex100.action-pool", "hex100.stacking")
def test_the_bands_of_a_survey_are_what_every_step_tried_comes_to() -> None:
    ask, several = Ask("red", "act", "red-1"), 0
    for position in crowds(3, 14, *machines(), JUMPER):
        state, unit = position.state, position.unit("red-1")
        actions = max(1, unit.pool.get("move", 0) + unit.pool.get("wildcard", 0))
        several += actions > 1
        for way in ("", "jump"):
            option: Any = SimpleNamespace(order=Move("red-1", (), 0, way=way))
            assert shown(SURVEY.reach(state, ask, option)) == bands(state, unit, way, actions)
        whole: Any = SimpleNamespace(order=Activate("red-1"))
        assert shown(SURVEY.reach(state, ask, whole)) == bands(state, unit, "", actions)
        skating: Any = SimpleNamespace(order=TakeGait("red-1", SKATING))
        fast = unit.clone()
        fast.gait = SKATING
        assert shown(SURVEY.reach(state, ask, skating)) == bands(state, fast, "", 1), "a gait has one move"
        ram: Any = SimpleNamespace(order=Move("red-1", (), 0, ram="contact-1"))
        assert SURVEY.reach(state, ask, ram) == ()
    assert several > 5


@pytest.mark.rule("hex100.move-action", "hex100.movement-points", "hex100.stacking", "hex100.rough-impassable")
def test_a_path_is_refused_exactly_where_a_step_or_its_price_or_its_end_is_wrong() -> None:
    chooser = random.Random(9)
    codes: set[str] = set()
    for position in crowds(4, 40, *machines()):
        state, unit = position.state, position.unit("red-1")
        points, kind = stride(state, unit)
        friend, foes = position.unit("red-2").hex, known_enemies(state, "red")
        for _ in range(30):
            path: list[Hex] = []
            for _ in range(chooser.randint(1, points + 1)):
                path.append(chooser.choice(list(neighbours(path[-1] if path else unit.hex))))
            wrong = ""
            if len(path) > points:
                wrong = "too-far"
            for hex_ in path:
                closed = "impassable" if not state.land.cost(hex_, kind) else ""
                wrong = wrong or closed or ("enemy-in-the-way" if hex_ in foes else "")
            if not wrong and sum(state.land.cost(hex_, kind) for hex_ in path) > points:
                wrong = "too-far"
            wrong = wrong or ("occupied" if path[-1] == friend else "")
            refusal = refuse_path(state, unit, tuple(path))
            assert (refusal.code if refusal else "") == wrong
            if wrong == "too-far":
                assert refusal is not None
                assert refusal.facts["movement"] == points
                assert isinstance(refusal.facts["needed"], int)
                assert refusal.facts["needed"] > points
            codes.add(wrong)
    assert codes == {"", "too-far", "impassable", "enemy-in-the-way", "occupied"}


def hardest_rams(state: State, unit: Unit) -> dict[str, int]:
    """The longest run-up at every enemy, from every hex, side and run that a move can come by."""
    points, kind = stride(state, unit)
    foes = known_enemies(state, unit.seat)
    found: dict[tuple[Hex, int, int], int] = {(unit.hex, -1, 0): 0}
    waiting = [(unit.hex, -1, 0)]
    for hex_, side, run in waiting:
        spent = found[hex_, side, run]
        for to in range(6):
            there = step(hex_, to, 1)
            cost, key = state.land.cost(there, kind), (there, to, run + 1 if to == side else 1)
            if cost and there not in foes and spent + cost <= min(points, found.get(key, 999) - 1):
                found[key] = spent + cost
                waiting.append(key)
    taken = {each.hex for each in state.units.values() if each.standing and each.id != unit.id}
    best: dict[str, int] = {}
    for hex_, side, run in found:
        enemy = foes.get(step(hex_, side, 1)) if run and hex_ not in taken else None
        if enemy is not None and distance(unit.hex, enemy.hex) > 1:
            best[enemy.id] = max(run, best.get(enemy.id, 0))
    return best


@pytest.mark.rule("hex100.ramming", "hex100.tank-overview", "hex100.movement-points")
def test_no_path_whatever_rams_anybody_harder_than_the_one_that_is_offered() -> None:
    """Whoever is next to the vehicle already is not offered: it would have to drive away first."""
    offered = 0
    for position in crowds(8, 40, TANK, WADER):
        state, unit = position.state, position.unit("red-1")
        found = list(legal_rams(state, unit))
        assert {enemy.id: run_up(unit.hex, path, enemy.hex) for enemy, path in found} == hardest_rams(state, unit)
        for enemy, path in found:
            assert refuse_path(state, unit, path) is None
            assert refuse_ram(state, unit, path, state.contacts["red"][enemy.id]) is None
        offered += len(found)
    assert offered > 20


@pytest.mark.rule("hex100.castellan-mines", "hex100.castellan-launcher")
@pytest.mark.parametrize(
    ("spot", "facing", "first"),
    [
        ((8, 4), None, NW),  # due east: across, from north-west to south-east
        ((0, 4), None, SE),
        ((2, 4), None, E),  # the launcher's own hex: any line will do
        ((5, 4), 0, E),
        ((5, 4), 299, E),
        ((5, 4), 300, NE),
        ((5, 4), 899, NE),
        ((5, 4), 900, NW),
        ((5, 4), 1800, W),
        ((5, 4), 2400, SW),
        ((5, 4), 3299, SE),
        ((5, 4), 3300, E),
    ],
)
def test_mines_lie_across_the_way_or_along_the_facing_pointed_out(
    spot: tuple[int, int], facing: int | None, first: int
) -> None:
    state, goal = lord().state, at(*spot)
    order = Launch("red-1", LAUNCHER, "mines", *at(2, 4))
    laid = aim_launch(state, Ask("red", "act", "red-1"), order, Aim(*goal, facing))
    assert laid == Launch("red-1", LAUNCHER, "mines", *goal, first, (first + 3) % 6)


@pytest.mark.rule("hex100.castellan-mines")
@pytest.mark.parametrize("first", range(-1, 7))
@pytest.mark.parametrize("second", range(-1, 7))
def test_two_different_hexsides_are_named_for_mines(first: int, second: int) -> None:
    battle = lord().play()
    legal = first in range(6) and second in range(6) and first != second
    order = Launch("red-1", LAUNCHER, "mines", *at(6, 4), first, second)
    assert code(battle, "red", order) == ("" if legal else "no-such-pattern")


@pytest.mark.rule("hex100.castellan-launcher")
@pytest.mark.parametrize(
    ("loaded", "labels"),
    [
        (None, ["Launch smoke at a hex", "Launch mines at a hex"]),
        (0, ["Launch smoke at a hex", "Load mines into the launcher"]),
        (1, ["Launch mines at a hex", "Load smoke into the launcher"]),
    ],
)
def test_a_launcher_offers_what_it_is_loaded_with_and_the_change(loaded: int | None, labels: list[str]) -> None:
    position = lord()
    unit = position.unit("red-1")
    unit.loaded = {} if loaded is None else {LAUNCHER: loaded}
    assert [option.label for option in offer_launches(position.state, unit)] == labels
    unit.hurt[0] = 3
    assert list(offer_launches(position.state, unit)) == []
    assert list(offer_launches(position.state, position.unit("blue-1"))) == []
