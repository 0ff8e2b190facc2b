"""What holds in every battle, whatever is decided and rolled: watched over battles played at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.events import Event
from gearlock.kernel.registry import get_system
from gearlock.systems.tactical.attacks.weapons_in_use import AttackDeclared, rounds_left
from gearlock.systems.tactical.command import PointSpent
from gearlock.systems.tactical.damage.condition import actions_now, allowance, most_mp
from gearlock.systems.tactical.movement.course import Moved
from gearlock.systems.tactical.rounds.round import Activated, RoundBegun
from gearlock.systems.tactical.sensors.sensors import EmissionBegun, SweepBegun
from gearlock.systems.tactical.state import COMBAT, EVADING, HEAVY, LIGHT, POINT_USED, SEATS, TOP, State, Unit, opponent
from gearlock.systems.tactical.switches import MODULES
from gearlock.table.inches import bodies_overlap, is_on_table

QUICK_START = {"units": "hunter*2, cheetah + jaguar, jaeger/veteran"}
MIXED = {"red": "hunter*2, aller + infantry-squad, cheetah", "blue": "black-mamba*2 + klemm, iguana + infantry-squad"}
DEEDS = (AttackDeclared, Moved, SweepBegun, EmissionBegun)


class Watch:
    """Looks at a battle after every decision, and at all that happened since the one before."""

    def __init__(self, battle: Battle[Any]) -> None:
        self.battle, self.seen = battle, 0
        self.before: State = battle.state.clone()
        self.points: Counter[str] = Counter()
        self.groups: list[tuple[str, int]] = []
        self.deeds = 0

    def __call__(self, battle: Battle[Any]) -> None:
        state: State = battle.state
        for event in self.news():
            self.check_event(state, event)
        for unit in state.units.values():
            check_unit(state, unit)
        check_places(state)
        check_activation(state)
        check_points(self.before, state)
        self.before = state.clone()

    def news(self) -> Iterator[Event]:
        events = [event for entry in self.battle.entries for event in entry.events]
        yield from events[self.seen :]
        self.seen = len(events)

    def check_event(self, state: State, event: Event) -> None:
        if isinstance(event, RoundBegun):
            self.points.clear()
            self.groups.clear()
        elif isinstance(event, PointSpent):
            self.points[event.unit] += 1
            assert self.points[event.unit] == 1, f"{event.unit} has used a second Command Point this round"
        elif isinstance(event, Activated) and not event.called:
            self.check_group(state, event)
        elif isinstance(event, DEEDS):
            self.check_deed(state, event.unit)
        if isinstance(event, AttackDeclared):
            assert not self.before.units[event.unit].token(EVADING), f"{event.unit} evades and attacks"
            if event.snap:
                assert not self.before.units[event.unit].done, f"{event.unit} was activated and snap fires"

    def check_group(self, state: State, event: Activated) -> None:
        """A combat group is activated once a round, all of it in one go."""
        group = state.units[event.unit].seat, state.units[event.unit].group
        if not self.groups or self.groups[-1] != group:
            assert group not in self.groups, f"{group} is activated a second time"
            self.groups.append(group)

    def check_deed(self, state: State, unit_id: str) -> None:
        """Who is done does nothing any more, but in the activation that makes it so, or is interrupted."""
        self.deeds += 1
        acting = {now.unit for each in (self.before, state) for now in (each.activation, *each.interrupted) if now}
        assert unit_id in acting or not self.before.units[unit_id].done, f"{unit_id} is done and acts"


def check_unit(state: State, unit: Unit) -> None:
    most = actions_now(unit) + unit.extra + unit.token(POINT_USED)
    assert unit.actions >= 0, f"{unit.id} has {unit.actions} Actions"
    assert unit.actions <= max(most, unit.card.actions + unit.extra + 1), f"{unit.id} has {unit.actions} Actions"
    assert unit.token(LIGHT) <= 1, f"{unit.id} has two Light Damage counters"
    assert unit.token(HEAVY) <= 1 or unit.is_lost, f"{unit.id} has two Heavy Damage counters and is still there"
    assert 0 <= unit.armor_lost <= unit.card.armor
    assert unit.crew_lost <= unit.card.crew or unit.is_infantry
    assert min(unit.troopers, default=0) >= 0
    for mount in unit.card.weapons:
        left = rounds_left(unit, mount)
        assert left is None or left >= 0, f"the {mount.id} of {unit.id} has {left} rounds"
    if unit.mode and not unit.is_lost:
        assert unit.mode in unit.card.modes
    assert unit.speed in (COMBAT, TOP)
    assert not (unit.is_infantry and TOP in (unit.speed, unit.next_speed)), f"{unit.id} runs at Top Speed"
    assert unit.moved >= 0
    if state.phase == "activation" and unit.done and unit.is_fielded:
        now = state.activation
        assert unit.has_moved or (now is not None and now.unit == unit.id) or state.interrupted


def check_places(state: State) -> None:
    there = [unit for unit in state.units.values() if unit.is_fielded and not unit.carrier]
    for unit in there:
        assert is_on_table(unit.body, state.ground.width, state.ground.height), f"{unit.id} is off the table"
        assert 0 <= unit.facing < 3600
    for one, other in combinations(there, 2):
        assert not bodies_overlap(one.body, other.body), f"{one.id} and {other.id} stand in one place"


def check_activation(state: State) -> None:
    now, unit = state.activation, state.active()
    if now is None or unit is None:
        assert not state.interrupted
        return
    limit, hurt = TOP if unit.speed == TOP else now.limit, unit.token(HEAVY) or unit.harm
    assert hurt or now.halted or now.spent <= allowance(unit, limit, now.mode) + now.road, (
        f"{unit.id} has spent {now.spent} thousandths of MP of {most_mp(unit, now)}"
    )
    assert state.phase == "activation"


def check_points(before: State, after: State) -> None:
    for seat in SEATS:
        for kind in ("TCP", "ICP"):
            assert after.points.get(f"{kind}:{seat}", 0) >= 0, f"{seat} has fewer than no Command Points"
        if before.round and after.round:
            assert after.points.get(f"TCP:{seat}", 0) <= before.points.get(f"TCP:{seat}", 0), "regained"
    assert not all(after.points.get(f"ICP:{seat}", 0) for seat in SEATS), "both sides won Initiative"


def check_secrets(battle: Battle[Any]) -> None:
    """Neither side is shown who commands the other."""
    for seat in SEATS:
        view = battle.system.view(battle.state, seat, ())
        shown = [token.name for piece in view.pieces if piece.side == opponent(seat) for token in piece.tokens]
        assert not {"Commander", "Second in Command"} & set(shown)


def check_written(battle: Battle[Any]) -> None:
    """What is written down is read back the same, and a copy is the same."""
    system, state = battle.system, battle.state
    written = system.encode(state)
    again = system.decode(written, battle.setup)
    assert again == state
    assert system.encode(again) == written == system.encode(state.clone())


def fight(seed: int, options: dict[str, str], bots: tuple[str, str] = ("random", "random")) -> Watch:
    system, lots = get_system("tactical"), random.Random(seed)
    battle = Battle.begin(system, system.prepare("skirmish", seed, {"rounds": "4", **options}))
    watch, count = Watch(battle), 0

    def look(each: Battle[Any]) -> None:
        nonlocal count
        watch(each)
        count += 1
        if not count % lots.randrange(5, 12):
            check_secrets(each)
            check_written(each)

    players = {
        seat: make_bot(f"bot:{name}", seed + at) for at, (seat, name) in enumerate(zip(SEATS, bots, strict=True))
    }
    play_out(battle, players, look)
    assert battle.outcome is not None
    return watch


def some_modules(seed: int) -> str:
    lots = random.Random(seed)
    return ", ".join(name for name in MODULES if lots.randrange(2)) or "none"


@pytest.mark.rule("tactical.2.6.2", "tactical.2.6.3", "tactical.2.6.4", "tactical.2.6.5")
@pytest.mark.parametrize("seed", range(3))
def test_quick_start_battles(seed: int) -> None:
    assert fight(seed, QUICK_START).deeds


@pytest.mark.rule("tactical.3.1")
@pytest.mark.parametrize(("seed", "modules"), [(11, "all"), (12, "none"), (13, "all"), (14, ""), (15, ""), (16, "")])
def test_battles_with_all_with_some_and_without_modules(seed: int, modules: str) -> None:
    assert fight(seed, {**MIXED, "modules": modules or some_modules(seed)}).deeds


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 130))
def test_battles_with_some_modules(seed: int) -> None:
    bots = (("random", "random"), ("greedy", "random"), ("greedy", "greedy"))[seed % 3]
    options = {**(MIXED if seed % 2 else QUICK_START), "modules": some_modules(seed), "rounds": "6"}
    assert fight(seed, options, bots).deeds
