"""Smoke launchers, smoke of fires, and searchlights that are switched."""

from __future__ import annotations

from random import Random

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.line_of_sight.lines import FIRE, FROM_FIRE, SMOKE
from gearlock.systems.tactical.line_of_sight.seeing import has_backup, look
from gearlock.systems.tactical.sensors.sensors import LaunchSmoke, SwitchLight
from gearlock.systems.tactical.sensors.smoke_and_light import (
    break_lamp,
    clear_smoke,
    guess_smoke,
    offer_lights,
    offer_smoke,
    refuse_light,
    refuse_smoke,
    resolve_fire_smoke,
    resolve_lights,
    resolve_smoke,
    smoke_of_fire,
)
from gearlock.systems.tactical.state import SEARCHLIGHT, Activation, Patch, State, Unit
from systems.tactical.line_of_sight.scene import facing_off, fitted, ridge
from systems.tactical.tables import play, put


def smoker() -> tuple[State, Unit, Unit]:
    state, red, blue = facing_off()
    fitted(blue, Smoke_Launchers=1)
    state.activation = Activation("blue-1")
    return state, red, blue


@pytest.mark.rule("tactical.7.2-smoke")
def test_a_cloud_of_smoke_hides_2_for_every_whole_inch_of_it_until_the_round_is_over() -> None:
    state, red, blue = smoker()
    order = LaunchSmoke("blue-1", blue.x - 1000, blue.y)
    assert refuse_smoke(state, order) is None
    assert len(list(offer_smoke(state, blue))) == 1
    actions = blue.actions
    play(state, lambda ctx: resolve_smoke(ctx, order))
    assert (blue.actions, look(state, red, blue).obscurement) == (actions, 4)
    assert look(state, red, blue).penalty == 4
    again = refuse_smoke(state, order)
    assert again is not None
    assert again.code == "again"
    assert list(offer_smoke(state, blue)) == []
    state.notes.clear()
    play(state, clear_smoke)
    assert look(state, red, blue).obscurement == 0
    assert play(state, clear_smoke).events == []


@pytest.mark.rule("tactical.7.2-smoke", "tactical.2.6.3")
def test_nobody_launches_smoke_from_a_vehicle_without_crew() -> None:
    state, _red, blue = smoker()
    blue.crew_lost = blue.card.crew
    refusal = refuse_smoke(state, LaunchSmoke("blue-1", blue.x - 1000, blue.y))
    assert refusal is not None
    assert refusal.code == "crew"


@pytest.mark.rule("tactical.7.2-smoke")
@pytest.mark.parametrize(
    ("aside", "points"), [(0, 4), (0.001, 2), (0.86, 2), (0.867, 0), (1.2, 0)]
)  # chords of 2 in, less than 2, 1.02, 0.997 in and none
def test_only_whole_inches_of_smoke_count(aside: float, points: int) -> None:
    state, red, blue = smoker()
    state.patches.append(Patch(SMOKE, red.x + 6000, red.y + round(aside * 1000), 1000, 2))
    assert look(state, red, blue).obscurement == points


@pytest.mark.rule("tactical.7.2-smoke")
def test_clouds_over_each_other_count_once_and_the_thickest() -> None:
    state, red, blue = smoker()
    state.patches += [Patch(SMOKE, red.x + 6000, red.y, 1000, 2), Patch(SMOKE, red.x + 7000, red.y, 1000, 2)]
    assert look(state, red, blue).obscurement == 6
    state.patches.append(Patch(SMOKE, red.x + 6500, red.y, 2000, 1))
    state.notes.clear()
    assert look(state, red, blue).obscurement == 7
    state.patches = [Patch(SMOKE, blue.x, blue.y, 1000, 2)]
    state.notes.clear()
    assert look(state, red, blue).obscurement == 2


@pytest.mark.rule("tactical.7.2-smoke")
def test_smoke_reaches_an_inch_and_needs_launchers() -> None:
    state, red, blue = smoker()

    def code(order: LaunchSmoke) -> str:
        refusal = refuse_smoke(state, order)
        return "" if refusal is None else refusal.code

    assert code(LaunchSmoke("blue-1", blue.x + 1001, blue.y)) == "reach"
    assert code(LaunchSmoke("blue-1")) == "point"
    assert code(LaunchSmoke("red-1", red.x, red.y)) == "perk"
    assert code(LaunchSmoke("nobody", 0, 0)) == "unit"
    blue.x = 200
    assert code(LaunchSmoke("blue-1", -100, blue.y)) == "table"
    blue.harm["aux:Smoke Launchers"] = 5
    assert code(LaunchSmoke("blue-1", blue.x, blue.y)) == "perk"
    blue.harm.clear()
    state.activation = None
    assert code(LaunchSmoke("blue-1", blue.x, blue.y)) == "activation"


@pytest.mark.rule("tactical.3.4.4-smoke")
def test_a_die_for_each_burning_zone_tells_how_it_smokes() -> None:
    assert [smoke_of_fire(face) for face in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    state, red, blue = facing_off(incendiaries="yes")
    state.patches += [Patch(FIRE, red.x + inch * 1000 + 500, red.y, 500, 10) for inch in (3, 4, 6)]
    played = play(state, resolve_fire_smoke, (2,), (3,), (6,))
    assert len(played.rolls) == 3
    smoke = [(patch.x - red.x, patch.number, patch.word) for patch in state.patches if patch.kind == SMOKE]
    assert smoke == [(4500, 1, FROM_FIRE), (6500, 2, FROM_FIRE)]
    assert look(state, red, blue).obscurement == 3


@pytest.mark.rule("tactical.3.4.4-smoke")
@pytest.mark.parametrize(("level", "points"), [(0, 2), (1, 2), (2, 2), (3, 0)])
def test_smoke_of_a_fire_hides_the_two_levels_above_as_well(level: int, points: int) -> None:
    state, red, blue = facing_off(ridge(-1, 1, level), ridge(11, 13, level))
    state.patches.append(Patch(SMOKE, red.x + 6000, red.y, 500, 2, word=FROM_FIRE))
    assert look(state, red, blue).obscurement == points
    state.patches = [Patch(SMOKE, red.x + 6000, red.y, 500, 2)]
    state.notes.clear()
    assert look(state, red, blue).obscurement == (2 if level == 0 else 0)


@pytest.mark.rule("tactical.3.7-searchlight")
def test_searchlights_are_switched_at_the_beginning_of_a_round_at_night() -> None:
    state, red, blue = facing_off(time_of_day="night")
    fitted(red, Searchlight=1)
    other = put(state, "red-2", red.card, 10, 14)
    fitted(other, Searchlight=1).tokens[SEARCHLIGHT] = 1

    def answer(_state: State, asked: Ask) -> Order:
        options = [option.order for option in offer_lights(state, asked)]
        assert isinstance(options[-1], Decline)
        assert refuse_light(state, asked, SwitchLight("blue-1", True)) is not None
        same = refuse_light(state, asked, SwitchLight(asked.about[0], not getattr(options[0], "on", False)))
        assert same is not None
        return options[0]

    played = play(state, resolve_lights, answer=answer)
    assert [asked.about for asked in played.asks] == [("red-1", "red-2"), ("red-2",)]
    assert (red.token(SEARCHLIGHT), other.token(SEARCHLIGHT), blue.tokens) == (1, 0, {})
    assert play(state, resolve_lights).asks != []
    state.switches.clear()
    assert play(state, resolve_lights).asks == []


@pytest.mark.rule("tactical.3.7-searchlight")
def test_a_called_shot_puts_a_searchlight_out_for_good() -> None:
    state, red, _ = facing_off(time_of_day="night")
    fitted(red, Searchlight=1).tokens[SEARCHLIGHT] = 1

    def shot(ctx: Ctx[State]) -> None:
        break_lamp(ctx, "red-1")

    assert len(play(state, shot).events) == 1
    assert red.token(SEARCHLIGHT) == 0
    assert play(state, resolve_lights).asks == []
    assert play(state, shot).events == []


@pytest.mark.rule("tactical.7.2-backup-sensors")
def test_backup_sensors_serve_once() -> None:
    _, red, blue = facing_off()
    fitted(red, Backup_Sensors=1)
    assert (has_backup(red), has_backup(blue)) == (True, False)
    red.harm["lost:Backup Sensors"] = 1
    assert not has_backup(red)


@pytest.mark.rule("tactical.7.2-smoke")
def test_smoke_goes_to_the_very_corner_of_the_table_and_no_further() -> None:
    state, _, blue = smoker()
    blue.x = blue.y = 300
    for x, y, code in ((0, 0, ""), (-1, 0, "table"), (0, -1, "table")):
        refusal = refuse_smoke(state, LaunchSmoke("blue-1", x, y))
        assert ("" if refusal is None else refusal.code) == code
    blue.x, blue.y = state.ground.width - 300, state.ground.height - 300
    for x, y, code in ((0, 0, ""), (1, 0, "table"), (0, 1, "table")):
        refusal = refuse_smoke(state, LaunchSmoke("blue-1", state.ground.width + x, state.ground.height + y))
        assert ("" if refusal is None else refusal.code) == code


@pytest.mark.rule("tactical.7.2-smoke")
def test_guesses_are_legal_and_on_all_sides() -> None:
    state, _, blue = smoker()
    asked, random = Ask("blue", "act", "blue-1"), Random(1)
    guesses = [guess_smoke(state, asked, LaunchSmoke("blue-1"), random, 0) for _ in range(200)]
    assert all(isinstance(order, LaunchSmoke) and refuse_smoke(state, order) is None for order in guesses)
    sides = {(order.x > blue.x, order.y > blue.y) for order in guesses if isinstance(order, LaunchSmoke)}  # type: ignore[operator]  # both are said
    assert len(sides) == 4
