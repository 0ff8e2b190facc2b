"""How machines, terrain and the light look."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import get_system
from gearlock.kernel.view import Token
from gearlock.systems.hex100.battlefield import terrains
from gearlock.systems.hex100.forces.cards import machines
from gearlock.systems.hex100.shown.view import facts_of, figure_of, parts_of, signed


def test_every_machine_has_a_figure() -> None:
    shown = {figure_of(machine) for machine in machines().values()}
    assert {"mech-light", "mech-medium", "mech-heavy", "tank"} <= shown
    assert "" not in shown
    assert max(len(parts_of(machine)) for machine in machines().values()) == 2


@pytest.mark.rule("hex100.terrain-characteristics")
def test_terrain_says_what_it_hides_stops_costs_and_bars() -> None:
    assert facts_of(terrains()["dense woods"]) == (
        "20 % harder to hit",
        "1 damage less",
        "blocks sight",
        "costs tracks 2, others 1",
    )
    assert facts_of(terrains()["water"])[-1] == "not for infantry, tracks"
    assert facts_of(terrains()["open"]) == ("costs 1",)


def test_tokens_have_signs_where_they_are_grave() -> None:
    assert [token.sign for token in signed([Token("EMP shock"), Token("move"), Token("hacked")])] == [
        "haywire",
        "",
        "jammed",
    ]


def test_a_briefing_that_tells_of_the_night_is_fought_at_night() -> None:
    system = get_system("hex100")
    light = {
        scenario: Battle.begin(system, system.prepare(scenario, 1, {})).view(None).table.light
        for scenario in ("stealth-raid", "skirmish")
    }
    assert light == {"stealth-raid": "night", "skirmish": "day"}
