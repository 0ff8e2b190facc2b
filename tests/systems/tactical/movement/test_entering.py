"""3.2.5, 3.2.6, 3.4.4: mines, fires and weak bridges on the way."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.tactical.damage.condition import refuse_driving
from gearlock.systems.tactical.damage.structures import MINEFIELD, is_fallen
from gearlock.systems.tactical.line_of_sight.lines import FIRE
from gearlock.systems.tactical.movement.course import Stopped
from gearlock.systems.tactical.movement.moving import (
    dodging_lines,
    is_risky,
    refuse_unmoving,
    resolve_entered,
    resolve_inch,
    squares_entered,
)
from gearlock.systems.tactical.state import CLIMBING, DESTROYED, Activation, Patch, State, Unit
from systems.tactical.tables import Played, mils, piece, play, put, table

ON: dict[str, Any] = {"minefields": "yes", "incendiaries": "yes", "structures": "yes"}


def arrive(state: State, name: str, x0: float, y0: float, *dice: tuple[int, ...]) -> Played:
    """A unit has come from a point to where it stands."""
    return play(state, lambda ctx: resolve_entered(ctx, name, mils(x0), mils(y0)), *dice)


def mined(state: State, x: float, y: float, kind: str = "Heavy Anti-Armor") -> None:
    state.patches.append(Patch(MINEFIELD, mils(x), mils(y), 500, word=kind))


@pytest.mark.rule("tactical.3.2.6")
def test_each_square_of_mines_that_is_entered_is_tested_once() -> None:
    state = table(**ON)
    unit = put(state, "red-1", "aller", 12.5, 10.5, stats={"maneuver": 0}, moved=5000)
    for x in (10.5, 11.5, 12.5):
        mined(state, x, 10.5)
    played = arrive(state, "red-1", 10.5, 10.5, (6, 6), (6, 6))
    assert [roll.purpose for roll in played.rolls] == ["minefield"] * 2
    assert unit.is_fielded
    assert arrive(state, "red-1", 12.5, 10.5).rolls == []


@pytest.mark.rule("tactical.3.2.6", "tactical.3.2.1-climbing-penalty")
def test_who_has_just_come_down_a_cliff_meets_mines_at_2_less() -> None:
    state = table(**ON)
    squad = put(state, "red-1", "rifle-squad", 12.5, 10.5, tokens={CLIMBING: 2})
    gear = put(state, "red-2", "hunter", 12.5, 10.5, tokens={CLIMBING: 1})
    for unit in (squad, gear):
        found = [(line.value, line.rule) for line in dodging_lines(state, unit)]
        assert (-2, "tactical.3.2.1-climbing-penalty") in found
        del unit.tokens[CLIMBING]
        assert (-2, "tactical.3.2.1-climbing-penalty") not in [(e.value, e.rule) for e in dodging_lines(state, unit)]


@pytest.mark.rule("tactical.3.2.6")
def test_a_unit_that_is_destroyed_meets_nothing_more() -> None:
    state = table(**ON)
    unit = put(state, "red-1", "hunter", 12.5, 10.5)
    mined(state, 11.5, 10.5)
    mined(state, 12.5, 10.5)
    arrive(state, "red-1", 10.5, 10.5, (1, 1))
    assert unit.status == DESTROYED


@pytest.mark.rule("tactical.3.4.4-crossing")
def test_a_fire_on_the_way_is_crossed_even_if_nobody_stops_in_it() -> None:
    state = table(**ON)
    put(state, "red-1", "hunter", 12.5, 10.5)
    put(state, "red-2", "rifle-squad", 12.5, 20.5)
    for y in (10.5, 20.5):
        state.patches.append(Patch(FIRE, mils(11.5), mils(y), 500, 10))
    assert [roll.purpose for roll in arrive(state, "red-1", 10.5, 10.5, (6, 6)).rolls] == ["crossing a fire"]
    arrive(state, "red-2", 10.5, 20.5)
    assert state.units["red-2"].status == DESTROYED


@pytest.mark.rule("tactical.3.2.5-bridge-load")
def test_each_section_of_a_bridge_has_to_bear_what_comes_onto_it() -> None:
    props: dict[str, Any] = {"going": "bridge", "bears": 10, "drop": 1}
    state = table(piece("road", (10, 20, 14, 21), id="span", props=props), **ON)
    put(state, "red-1", "aller", 11.5, 20.5)
    assert len(arrive(state, "red-1", 9.5, 20.5, (5,), (6,)).rolls) == 2
    assert arrive(state, "red-1", 11.2, 20.5).rolls == []
    state.units["red-1"].x = mils(12.5)
    played = arrive(state, "red-1", 11.5, 20.5, (4,), (1,), (2,), (3, 4), (6,), (6,))
    assert is_fallen(state.ground, "span:2")
    assert len(played.rolls) == 6
    state.switches["structures"] = "no"
    assert arrive(state, "red-1", 13.5, 20.5).rolls == []


@pytest.mark.rule("tactical.3.2.6")
def test_nothing_is_looked_for_where_nothing_lies() -> None:
    assert not is_risky(table(**ON))
    assert squares_entered(10500, 10500, 10900, 10900) == []
    assert squares_entered(10900, 10500, 11100, 10500) == [(11500, 10500)]


@pytest.mark.rule("tactical.3.2.6")
def test_a_way_is_gone_inch_by_inch_where_mines_lie() -> None:
    state = table(**ON)
    unit = put(state, "red-1", "hunter", 20.5, 10.5, 90)
    state.activation = Activation("red-1", limit="combat", mode="W", path=((0, 3000),))
    mined(state, 20.5, 11.5, "Anti-Personnel")
    played = play(state, lambda ctx: resolve_inch(ctx, whole=True), (6, 6))
    assert ((unit.x, unit.y), len(played.rolls)) == ((20500, 11500), 1)
    played = play(state, lambda ctx: resolve_inch(ctx, whole=True))
    assert ((unit.x, unit.y), len(played.rolls)) == ((20500, 12500), 0)


@pytest.mark.rule("tactical.3.5.1-movement", "tactical.2.6.3", "tactical.7.2-sensor-dependent")
def test_what_cannot_move_is_not_driven_or_sees_nothing_stays_where_it_is() -> None:
    state = table()
    hurt: dict[str, dict[str, Any]] = {
        "": {},
        "immobile": {"harm": {"power": 1}},
        "crew": {"crew_lost": 1},
        "blind": {"harm": {"aux:sensors": 5}, "stats": {"flaws": {"Sensor Dependent": 1}}},
    }
    for code, more in hurt.items():
        unit = put(state, "red-1", "hunter", 20.5, 10.5, 90, **more)
        state.activation = Activation("red-1", limit="combat", mode="W")
        assert getattr(refuse_unmoving(state, unit), "code", "") == code
        assert getattr(refuse_driving(unit), "code", "") == code
    assert refuse_driving(put(state, "red-2", "rifle-squad", 1, 1)) is None


@pytest.mark.rule("tactical.3.5.1-movement")
def test_a_way_ends_where_a_unit_is_brought_to_a_stand() -> None:
    state = table()
    unit = put(state, "red-1", "hunter", 20.5, 10.5, 90, harm={"power": 1})
    state.activation = Activation("red-1", limit="combat", mode="W", path=((0, 3000),))
    played = play(state, lambda ctx: resolve_inch(ctx))
    assert (state.activation.path, (unit.x, unit.y), len(played.of(Stopped))) == ((), (20500, 10500), 1)


@pytest.mark.rule("tactical.3.2.6")
@pytest.mark.parametrize(("column", "row", "met"), [(20, 12, 1), (21, 11, 0), (21, 12, 1)])
def test_where_a_way_turns_within_an_inch_the_squares_it_leads_through_count(column: int, row: int, met: int) -> None:
    state = table(**ON)
    unit = put(state, "red-1", "hunter", 20.9, 10.5, 90, mode="G")
    state.activation = Activation("red-1", limit="combat", mode="G", path=((0, 1600), (-900, 1400)))
    mined(state, column + 0.5, row + 0.5, "Anti-Personnel")
    rolls = 0
    while state.activation.path:
        left = play(state, lambda ctx: resolve_inch(ctx), *[(6, 6)] * (met and not rolls and is_near(unit, row)))
        rolls += len(left.rolls)
    assert (rolls, unit.x, unit.y) == (met, 22_300, 12_100)


def is_near(unit: Unit, row: int) -> bool:
    """Whether the next inch of the way above leads north over the border of a row."""
    return unit.y == mils(row - 0.5)
