"""Briefings drawn from a seed: legal, varied, the same for both sides, with everything within reach."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.briefings.battles import begin, draw_briefing
from gearlock.systems.hex100.equipment import standing_kind
from gearlock.systems.hex100.forces.force_building import BUDGETS
from gearlock.systems.hex100.lint import lint
from gearlock.systems.hex100.objectives import goals_of, ways_to
from gearlock.systems.hex100.state import SEATS, State

ROOT = Path(__file__).parents[3]
SEEDS = 200


def everybody_gets_where_it_must(state: State) -> bool:
    """Whether from every hex where a unit may begin there is a way to a hex where it does its side good."""
    zones = state.scene.ground.zones
    for unit in state.units.values():
        goals = goals_of(state, unit)
        if unit.id in state.scene.drones or not goals:
            continue
        kind = standing_kind(state, unit)
        ways = ways_to(state.land, goals, kind)
        starts = [hex_ for each in state.scene.plan.placements_of(unit.id) for hex_ in zones[each.zone]]
        if not all(hex_ in ways for hex_ in starts if state.land.cost(hex_, kind)):
            return False
    return True


@pytest.mark.rule("hex100.briefing", "hex100.force-cost")
def test_two_hundred_drawn_briefings_are_legal_fair_and_within_reach() -> None:
    kinds: set[str] = set()
    maps: set[str] = set()
    late = 0
    for seed in range(SEEDS):
        size = list(BUDGETS)[seed % len(BUDGETS)]
        setup = SYSTEM.prepare("briefing", seed, {"budget": size})
        state = begin(setup)
        assert everybody_gets_where_it_must(state), seed
        for seat in SEATS:
            assert len(setup.data[seat]) >= 2
            cost = sum(machine["cost"] for machine in setup.data[seat])
            assert BUDGETS[size] * 2 // 3 < cost <= BUDGETS[size], (seed, seat)
        plan = state.scene.plan
        for_sides = [sorted((e.kind, e.points) for e in plan.objectives if e.seat in ("", seat)) for seat in SEATS]
        assert for_sides[0] == for_sides[1], seed
        kinds |= {objective.kind for objective in plan.objectives}
        maps.add(f"{state.scene.ground.columns}x{state.scene.ground.rows}")
        late += any(each.turn for side in plan.sides.values() for each in side.deploy)
    assert kinds == {"destroy", "hold", "scan", "hack", "reach", "exit"}
    assert maps == {"18x24", "12x14"}
    assert 0 < late < SEEDS // 2


@pytest.mark.rule("hex100.briefing")
def test_a_drawn_briefing_tells_what_was_drawn_and_the_same_seed_draws_the_same() -> None:
    assert draw_briefing(4, 3000) == draw_briefing(4, 3000) != draw_briefing(5, 3000)
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("briefing", 4, {}), Seeded(4))
    notes = battle.view("red").notes
    assert notes[0].startswith("Briefing 4. Drawn from seed 4: ")
    assert any(note.startswith("Orders of red: ") for note in notes)
    assert any(note.startswith("both: destroy enemy machines (2 points); so far red 0, blue 0") for note in notes)


@pytest.mark.rule("hex100.briefing", "hex100.force-cost")
def test_a_drawn_briefing_is_fought_by_any_force_however_many_machines_it_has() -> None:
    for seed in range(30):
        for red in ("tegu-siege", "the-hive-5000", "tegu-siege,squire-lancer,cobra-hunter,crocodile-lasers"):
            state = begin(SYSTEM.prepare("briefing", seed, {"red": red, "budget": "large"}))
            assert all(state.scene.plan.placements_of(unit) for unit in state.units), (seed, red)


@pytest.mark.rule("hex100.briefing")
def test_the_example_of_the_page_about_briefings_is_played(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "briefings.md").read_text(encoding="utf-8"), re.S)
    mine = tmp_path / "mine.toml"
    mine.write_text(example, encoding="utf-8")
    setup = SYSTEM.prepare("briefing", 1, {"briefing": str(mine)})
    state = begin(setup)
    assert state.scene.plan.title == "The ford"
    assert everybody_gets_where_it_must(state)
    assert state.scene.plan.first == "red"


def test_ready_briefings_are_in_order() -> None:
    assert lint() == []
