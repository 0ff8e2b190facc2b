"""3.2.5: attacks on structures."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.mechanics.pools.lines import sum_of
from gearlock.systems.tactical.damage.structures import gathered, is_fallen
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.ground_targets import (
    Demolish,
    offer_demolitions,
    point_lines,
    refuse_demolition,
    resolve_demolition,
    use_at,
)
from gearlock.systems.tactical.state import STATIONARY, State
from gearlock.systems.tactical.switches import is_jammed
from gearlock.systems.tactical.weapons import ENERGY, PER_BAND, Weapon
from gearlock.table.measure import INCH
from systems.tactical.tables import Played, mils, piece, play, put, table

ROAD = (mils(20.5), mils(12.2))


def street(**more: Any) -> State:
    """A Hunter, stationary, four inches south of a road; bursts and structures are in use."""
    state = table(piece("road", (10, 12, 30, 13), id="road"), structures="yes", burst_fire="yes")
    put(state, "red-1", "hunter", 20.5, 8.2, 90, went=STATIONARY, **more)
    return state


def fire(state: State, rof: int, *faces: int) -> Played:
    order = Demolish("red-1", "LAC", *ROAD, rof)
    assert refuse_demolition(state, order) is None
    return play(state, lambda ctx: resolve_demolition(ctx, order), faces)


def code(state: State, **more: Any) -> str:
    order = Demolish(**{"unit": "red-1", "weapon": "LAC", "x": ROAD[0], "y": ROAD[1], **more})
    return getattr(refuse_demolition(state, order), "code", "")


@pytest.mark.rule("tactical.3.2.5")
def test_a_structure_defends_with_nothing_and_bursts_add_to_the_multiplier() -> None:
    state = street(actions=3)
    unit = state.units["red-1"]
    use = use_at(state, unit, unit.card.weapons[0], ROAD, 2)
    assert sum_of(point_lines(state, unit, unit.card.weapons[0], ROAD, use)) == (2, 2)
    fire(state, 2, 4, 1)
    assert (gathered(state, "road:10"), unit.actions, unit.used["LAC"]) == (60, 2, 20)
    fire(state, 0, 1, 1)
    assert gathered(state, "road:10") == 60
    fire(state, 2, 3, 1)
    assert is_fallen(state.ground, "road:10")


@pytest.mark.rule("tactical.3.2.5")
def test_what_cannot_be_attacked_is_refused_with_its_reason() -> None:
    state = street()
    assert code(state) == ""
    assert code(state, unit="red-9") == "unit"
    assert code(state, weapon="VB") == "weapon"
    assert code(state, x=None) == "point"
    assert code(state, y=mils(15)) == "structure"
    assert code(state, rof=3) == "rof"
    state.units["red-1"].facing = 2700
    assert code(state) == "arc"
    state.units["red-1"].facing = 900
    state.units["red-1"].actions = 0
    assert code(state) == "actions"
    assert list(offer_demolitions(state, state.units["red-1"])) == []
    state.units["red-1"].actions = 1
    assert [option.order for option in offer_demolitions(state, state.units["red-1"])] == [
        Demolish("red-1", "LAC", rof=2)
    ]
    state.switches["structures"] = "no"
    assert code(state) == "module"
    assert list(offer_demolitions(state, state.units["red-1"])) == []


@pytest.mark.rule("tactical.4.1.4-leftover-ammo")
@pytest.mark.rule("tactical.4.1.4-phantom-echoes")
@pytest.mark.rule("tactical.4.1.4-malfunctions")
def test_shots_at_structures_are_duds_go_at_phantoms_and_jam() -> None:
    order = Demolish("red-1", "LAC", *ROAD, 0)
    old, haunted, faulty = street(), street(), street()
    old.units["red-1"].tokens["leftover ammunition"] = 1
    play(old, lambda ctx: resolve_demolition(ctx, order), (6, 6), (4,))
    haunted.points["subplot:blue:Phantom Echoes"] = 1
    play(haunted, lambda ctx: resolve_demolition(ctx, order), (6, 6), (5,))
    assert gathered(old, "road:10") == gathered(haunted, "road:10") == 0
    faulty.units["red-1"].tokens["malfunctions"] = 1
    fire(faulty, 0, 1, 1)
    assert is_jammed(faulty.units["red-1"], "LAC")


@pytest.mark.rule("tactical.3.2.5", "tactical.7.2.2-damage-per-band")
@pytest.mark.parametrize(("kinds", "done"), [("", 6 * (10 - 2)), ("winds", 6 * (10 - 4))])
def test_beams_lose_their_dm_on_structures_too_and_more_of_it_in_dust(kinds: str, done: int) -> None:
    beam = Weapon("LAC", "Laser", ENERGY, 1 * INCH, 10, traits={PER_BAND: 1})
    state = street(stats={"weapons": (Mount("LAC", beam, "F", 40),)})
    state.switches["weather"] = kinds
    fire(state, 0, 5, 1)
    assert gathered(state, "road:10") == done
