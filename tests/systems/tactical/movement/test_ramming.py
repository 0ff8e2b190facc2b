"""2.6.8: ramming."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.weapons_in_use import AttackMet
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.line_of_sight.terrain import touches
from gearlock.systems.tactical.melee import HEAD_ON, REAR, SIDE, direction_of, impact_modifier, impact_speed, ram_dm
from gearlock.systems.tactical.movement.course import Move, Ram
from gearlock.systems.tactical.state import Unit
from gearlock.table.measure import advance
from systems.tactical.play import code, give, happened, unit
from systems.tactical.tables import card, put, table


def charge(apart: float = 6, pace: str = "combat", **blue: object) -> Position:
    """A Hunter on wheels faces the side of another so many inches ahead, which was activated before."""
    position = Position("tactical", active="red-1", pace=pace, map="48x48", modules=["called shots"])
    position.model("red-1", "hunter", at=(10, 20), facing="east", mode="G")
    more: dict[str, object] = {"facing": "north", "moved": 5_000, "done": True, **blue}
    return position.model("blue-1", "hunter", at=(10 + apart, 20), **more)


@pytest.mark.rule("tactical.2.6.8-ramming")
def test_the_ram_of_the_book() -> None:
    small, big = (Unit(name, "red", name, card(name, size=size)) for name, size in (("Gear", 6), ("Tank", 12)))
    speed = impact_speed(SIDE, 8, 7)
    assert (speed, impact_modifier(speed)) == (8, 1)
    assert (ram_dm(small, speed), ram_dm(big, speed)) == (7, 13)
    assert (2 * ram_dm(big, speed), 2 * ram_dm(small, speed)) == (26, 14)
    assert (impact_speed(HEAD_ON, 8, 7), impact_speed(REAR, 8, 7)) == (15, 1)


@pytest.mark.rule("tactical.2.6.8-ramming")
@pytest.mark.parametrize(
    ("off", "way"),
    [(0, HEAD_ON), (60, HEAD_ON), (60.1, SIDE), (90, SIDE), (119.9, SIDE), (120, REAR), (180, REAR)],
)
def test_a_third_of_all_directions_is_head_on_and_a_third_the_rear(off: float, way: str) -> None:
    state = table()
    target = put(state, "blue-1", "hunter", 20, 20, facing=90)
    for side in (-off, off):
        x, y = advance(20_000, 20_000, round(900 + side * 10), 10_000)
        assert direction_of(put(state, "red-1", "hunter", x / 1000, y / 1000), target) == way, side
    assert direction_of(target, put(state, "blue-2", "rifle-squad", 30, 20)) == SIDE


@pytest.mark.rule("tactical.2.6.8-ramming")
@pytest.mark.parametrize(
    ("speed", "worth"), [(1, -2), (2, -2), (3, -1), (4, -1), (5, 0), (6, 0), (7, 1), (9, 1), (10, 2), (19, 2), (20, 3),
                         (99, 3), (100, 4)],
)  # fmt: skip
def test_impact_speeds(speed: int, worth: int) -> None:
    assert impact_modifier(speed) == worth


@pytest.mark.rule("tactical.2.6.8-ramming", "tactical.2.6.3")
def test_a_ram_goes_straight_into_contact_hurts_both_and_stops() -> None:
    battle = charge().dice("ram", 5, 2).dice("defense", 3, 1).battle()
    give(battle, Ram("red-1", "blue-1"))
    assert unit(battle).x == 15_000, "bases touch an inch from the middle"
    assert touches(unit(battle), unit(battle, "blue-1"))
    assert [met.margin for met in happened(battle, AttackMet)] == [2]
    hurt = {event.unit: event.amount for event in happened(battle, DamageCompared)}
    assert hurt == {"blue-1": 2 * 6, "red-1": 2 * 6}, "5 in into the side of Size 6: no modifier"
    assert unit(battle).actions == 0
    assert code(battle, Move("red-1", ((0, 1_000),))) == "halted"


@pytest.mark.rule("tactical.2.6.8-ramming")
def test_who_misses_runs_past_for_an_inch_if_it_has_the_points() -> None:
    battle = charge(apart=4).dice("ram", 1, 2).dice("defense", 6, 1).battle()
    give(battle, Ram("red-1", "blue-1"))
    assert (unit(battle).x, unit(battle).y) != (13_000, 20_000)
    gone = (unit(battle).x - 13_000) ** 2 + (unit(battle).y - 20_000) ** 2
    assert 1_000 <= gone**0.5 <= 1_100, "an inch further"
    assert not happened(battle, DamageCompared)
    assert code(battle, Move("red-1", ((0, 1_000),))) == "halted"


@pytest.mark.rule("tactical.2.6.8-ramming")
def test_who_misses_without_points_left_stops_at_the_point_of_the_collision() -> None:
    battle = charge(apart=7).dice("ram", 1, 2).dice("defense", 6, 1).battle()
    give(battle, Ram("red-1", "blue-1"))
    assert (unit(battle).x, unit(battle).y) == (16_000, 20_000), "6 of 6 MP"


@pytest.mark.rule("tactical.2.6.8-ramming")
def test_what_keeps_a_unit_from_ramming() -> None:
    assert code(charge().battle(), Ram("red-1", "blue-1")) == ""
    assert code(charge(apart=8).battle(), Ram("red-1", "blue-1")) == "movement"
    assert code(charge(apart=1.05).battle(), Ram("red-1", "blue-1")) == "contact"
    assert code(charge().battle(), Ram("red-1", "red-1")) == "target"
    blocked = charge()
    blocked.model("blue-2", "hunter", at=(13, 20), facing="north", done=True)
    assert code(blocked.battle(), Ram("red-1", "blue-1")) == "overlap"
    tired = charge()
    battle = tired.battle()
    unit(battle).actions = 0
    assert code(battle, Ram("red-1", "blue-1")) == "actions"


@pytest.mark.rule("tactical.2.6.8-ramming")
@pytest.mark.parametrize("modules", [[], ["cliffs"]])
@pytest.mark.parametrize("at", [(23.4, 20.1), (18.37, 21.748), (25.257, 18.16), (14.3, 12.9), (21.9, 27.7)])
def test_a_ram_reaches_its_target_in_whatever_direction_and_over_edges(
    at: tuple[float, float], modules: list[str]
) -> None:
    position = Position("tactical", active="red-1", map="48x48", modules=modules, seed=1)
    for west in range(1, 48, 3) if modules else ():
        position.piece("hill", (west, 2, west + 1, 46), top=0.3, props={"slope": 10})
    position.model("red-1", "hunter", at=(20, 20), mode="G", stats={"modes": {"G": [30, 60]}})
    battle = position.model("blue-1", "hunter", at=at, done=True).battle()
    assert code(battle, Ram("red-1", "blue-1")) == ""
    give(battle, Ram("red-1", "blue-1"))
    assert [met.target for met in happened(battle, AttackMet)] == ["blue-1"]


@pytest.mark.rule("tactical.2.6.8-ramming")
def test_a_way_of_five_inches_into_contact_counts_as_five_in_whatever_direction() -> None:
    position = Position("tactical", active="red-1", map="48x48")
    position.model("red-1", "hunter", at=(20, 20), mode="G")
    position.model("blue-1", "hunter", at=(23.6, 24.8), facing=323.1, moved=5_000, done=True)
    battle = position.dice("ram", 5, 2).dice("defense", 3, 1).battle()
    give(battle, Ram("red-1", "blue-1"))
    assert [event.amount for event in happened(battle, DamageCompared)] == [2 * 6, 2 * 6], "5 in and Size 6"
