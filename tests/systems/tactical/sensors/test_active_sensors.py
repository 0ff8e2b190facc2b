"""Active Sensors: the Threshold, the roll, what a lock gives and how long."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.line_of_sight.seeing import look, sees
from gearlock.systems.tactical.sensors.sensors import (
    Emit,
    Sweep,
    Swept,
    offer_sweeps,
    refuse_sweep,
    resolve_sweep,
    sweep_lines,
    sweep_threshold,
)
from gearlock.systems.tactical.state import ECM, State, Unit
from systems.tactical.line_of_sight.scene import changed, facing_off, fitted, ridge, strip
from systems.tactical.play import code
from systems.tactical.tables import RIFLES, Played, play, put

ORDER = Sweep("red-1", "blue-1")


def hidden_beta() -> tuple[State, Unit, Unit]:
    """The book's Beta: three inches of jungle before it, an inch of swamp around it, two inches moved, Stealth 3."""
    pieces = (strip("jungle", 3, 6), strip("swamp", 11, 14))
    state, red, blue = facing_off(*pieces, active_sensors="yes", stealth="yes", ecm="yes")
    changed(red, sensors=1)
    fitted(blue, Stealth=3)
    blue.moved, blue.went = 2000, "half"
    return state, red, blue


def sweep(state: State, *dice: tuple[int, ...]) -> Played:
    def script(ctx: Ctx[State]) -> Script[None]:
        yield from resolve_sweep(ctx, ORDER)

    return play(state, script, *dice)


@pytest.mark.rule("tactical.3.3")
def test_the_books_example_fails_with_7_against_8() -> None:
    state, red, blue = hidden_beta()
    assert look(state, red, blue).obscurement == 7
    assert sweep_threshold(state, red, blue) == 8
    assert not sees(state, red, blue)
    assert refuse_sweep(state, ORDER) is None
    played = sweep(state, (6,))
    (swept,) = played.of(Swept)
    assert (swept.total, swept.threshold, swept.found) == (7, 8, False)
    assert red.actions == 0
    assert not sees(state, red, blue)


@pytest.mark.rule("tactical.3.3")
def test_a_higher_roll_gives_line_of_sight_to_the_one_who_swept_and_terrain_still_hinders_fire() -> None:
    state, red, blue = hidden_beta()
    friend = put(state, "red-2", red.card, 10, 10.5, 0)
    blue.fired = ["LAC:red-1"]  # 1 less: 7
    red.level, red.actions = 4, 2
    played = sweep(state, (6, 6, 2))
    (swept,) = played.of(Swept)
    assert (swept.total, swept.threshold, swept.found) == (9, 7, True)  # 6, 1 for the other six, +1 EW, +1 Sensors
    state.notes.clear()
    assert sees(state, red, blue)
    assert not sees(state, friend, blue)
    assert look(state, red, blue).penalty == 7
    refusal = refuse_sweep(state, ORDER)
    assert refusal is not None
    assert refusal.code == "held"
    red.facing = 1800
    assert not sees(state, red, blue)


@pytest.mark.rule("tactical.3.3")
@pytest.mark.parametrize(
    ("moved", "fired", "threshold"),
    [(0, [], 10), (1999, [], 9), (2000, [], 8), (0, ["LAC:a", "LAC:b"], 9), (0, ["LAC:a", "VB:a"], 8), (12000, [], 0)],
)
def test_the_threshold_falls_with_inches_moved_and_weapons_fired(moved: int, fired: list[str], threshold: int) -> None:
    state, red, blue = hidden_beta()
    blue.moved, blue.fired = moved, fired
    assert sweep_threshold(state, red, blue) == threshold


@pytest.mark.rule("tactical.3.3")
def test_a_tie_and_a_fumble_find_nothing() -> None:
    state, red, blue = hidden_beta()
    blue.moved = 5000  # Threshold 5
    (tie,) = sweep(state, (4,)).of(Swept)
    assert (tie.total, tie.found) == (5, False)
    red.actions = 1
    (better,) = sweep(state, (5,)).of(Swept)
    assert better.found
    state, red, blue = hidden_beta()
    blue.moved = 30000
    (fumble,) = sweep(state, (1,)).of(Swept)
    assert (fumble.threshold, fumble.found) == (0, False)


@pytest.mark.rule("tactical.3.3", "tactical.3.3.1-ecm")
def test_enemy_ecm_has_to_be_beaten_as_well() -> None:
    state, red, blue = hidden_beta()
    blue.moved = 5000
    jammer = fitted(put(state, "blue-2", "hunter", 20, 20, 180), ECM=2)
    jammer.tokens[ECM] = 6
    (swept,) = sweep(state, (5,)).of(Swept)
    assert (swept.total, swept.threshold, swept.jamming, swept.found) == (6, 5, 6, False)
    assert state.rolled is not None
    assert state.rolled.against == 6
    red.actions = 1
    (swept,) = sweep(state, (6,)).of(Swept)
    assert (swept.total, swept.found) == (7, True)


@pytest.mark.rule("tactical.3.3")
def test_destroyed_sensors_still_try_and_extra_actions_count() -> None:
    _, red, _ = hidden_beta()
    red.extra = 2
    assert [line.value for line in sweep_lines(red)] == [1, 1, -2]
    red.harm["aux:sensors"] = 2
    assert [line.value for line in sweep_lines(red)] == [1, 1, -2, -2]
    red.harm["aux:sensors"] = 5
    assert [(line.value, line.label) for line in sweep_lines(red)][1] == (-5, "Sensors destroyed")
    assert [line.value for line in sweep_lines(red)] == [1, -5, -2]


@pytest.mark.rule("tactical.7.2-defective")
@pytest.mark.parametrize(("face", "total"), [(2, 5), (3, 7)])
def test_a_defect_shows_on_a_die_up_to_its_rating(face: int, total: int) -> None:
    state, red, _ = hidden_beta()
    fitted(red, {"Defective": 2}, {"Defective": "Active Sensors"})
    (swept,) = sweep(state, (face,), (6,)).of(Swept)
    assert swept.total == total


@pytest.mark.rule("tactical.7.2-defective")
def test_a_defect_of_another_system_does_not_show() -> None:
    state, red, _ = hidden_beta()
    fitted(red, {"Defective": 2}, {"Defective": "Fire Control"})
    (swept,) = sweep(state, (6,)).of(Swept)
    assert swept.total == 7


def refused(state: State, order: Sweep = ORDER) -> str:
    state.notes.clear()
    refusal = refuse_sweep(state, order)
    return "" if refusal is None else refusal.code


@pytest.mark.rule("tactical.3.3")
def test_sweeps_are_refused_with_a_reason() -> None:
    state, red, blue = hidden_beta()
    friend = put(state, "red-2", RIFLES, 10, 12)
    friend.actions = 1
    assert refused(state) == ""
    assert refused(state, Sweep("red-2", "blue-1")) == "no-sensors"
    assert refused(state, Sweep("red-1", "red-2")) == "target"
    assert refused(state, Sweep("red-1", "nobody")) == "target"
    assert refused(state, Sweep("nobody", "blue-1")) == "unit"
    red.crew_lost = 1
    assert refused(state) == "unit"
    red.crew_lost, red.status = 0, "reserve"
    assert refused(state) == "unit"
    red.status, red.actions = "fielded", 0
    assert refused(state) == "no-action"
    red.actions, red.facing = 1, 1800
    assert refused(state) == "arc"
    red.facing = 0
    blue.x = red.x + 40001
    assert refused(state) == "sensor-range"
    blue.x = red.x + 12000
    state.switches["active sensors"] = "no"
    assert refused(state) == "module"


@pytest.mark.rule("tactical.3.3")
def test_a_sweep_does_not_pass_high_ground_unless_it_is_read_so() -> None:
    state, red, blue = facing_off(ridge(4, 6), active_sensors="yes")
    assert refused(state) == "higher"
    state.switches["sweeps through high ground"] = "yes"
    assert refused(state) == ""
    sweep(state, (6,))
    state.notes.clear()
    assert sees(state, red, blue)


@pytest.mark.rule("tactical.3.3")
def test_what_the_eye_sees_is_not_offered_for_a_sweep() -> None:
    state, red, blue = hidden_beta()
    assert [option.order for option in offer_sweeps(state, red)] == [ORDER]
    blue.x = red.x + 3000
    state.notes.clear()
    assert list(offer_sweeps(state, red)) == []


@pytest.mark.rule("tactical.3.3", "tactical.3.7-rain")
def test_rain_hinders_a_sweep_by_one_less() -> None:
    state, red, blue = hidden_beta()
    state.switches["weather"] = "heavy rain"
    assert sweep_threshold(state, red, blue) == 9


@pytest.mark.rule("tactical.2.6.9", "tactical.3.3")
def test_who_evades_neither_sweeps_nor_jams() -> None:
    position = Position("tactical", active="red-1", modules=["active sensors", "ecm"])
    position.model("red-1", "cheetah", at=(20, 10), facing="north", tokens={"evading": 1}, stats={"perks": {"ECM": 2}})
    battle = position.model("blue-1", "hunter", at=(20, 30)).battle()
    assert [code(battle, order) for order in (Sweep("red-1", "blue-1"), Emit("red-1", "ecm"))] == ["evading"] * 2
