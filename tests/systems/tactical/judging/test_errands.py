"""Where sides want their units: missions, printed scenarios, and what they must not do there."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.advice.objectives import errand_hope, errand_of, errand_worth, ground_in_reach
from gearlock.systems.tactical.advice.previews import PREVIEWS
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.damage.structures import resolve_structure_damage
from gearlock.systems.tactical.ground_targets import Demolish
from gearlock.systems.tactical.printed_scenarios import the_six as c
from gearlock.systems.tactical.printed_scenarios.in_play import ChitIdentified
from gearlock.systems.tactical.printed_scenarios.the_six import trucks
from gearlock.systems.tactical.rounds.round import Declare
from gearlock.systems.tactical.scenario_generator.missions import LeaveTable, WreckObject
from gearlock.systems.tactical.state import Activation, State, Unit
from gearlock.table.measure import INCH
from systems.tactical.scenarios.scenes import of, put, scene
from systems.tactical.tables import mils, play, table
from systems.tactical.tables import put as lay


def nearer(state: State, unit: Unit, x: float, y: float) -> float:
    """What it is worth to be there."""
    there = unit.clone()
    there.x, there.y = mils(x), mils(y)
    return errand_worth(state, unit, there)


@pytest.mark.parametrize(
    ("name", "better", "worse"),
    [("king-of-the-ridge", (36, 33), (36, 20)), ("pressure-point", (36, 30), (60, 20)), ("cornered", (36, 40), (2, 2))],
)
def test_the_south_is_drawn_to_what_its_scenario_is_about(
    name: str, better: tuple[float, float], worse: tuple[float, float]
) -> None:
    state = scene(name)
    unit = of(state, "red")[0]
    assert nearer(state, unit, *better) > nearer(state, unit, *worse)
    assert errand_hope(state, unit, 6 * INCH) > 0


def test_trucks_go_south_and_off_the_table_and_nobody_else_leaves() -> None:
    state = scene("come-out-come-out")
    truck, gear = trucks(state)[0], of(state, "blue")[0]
    assert nearer(state, truck, truck.x / INCH, 20) > nearer(state, truck, truck.x / INCH, 30) > 0
    put(state, truck, 20, 1.2)
    state.notes.clear()
    state.activation = Activation(truck.id, "combat", "G")
    assert PREVIEWS.preview(state, "blue", LeaveTable(truck.id, "south")).gives > 0
    assert PREVIEWS.preview(state, "blue", LeaveTable(gear.id, "north")).gives < 0


def test_bots_are_warned_of_what_loses_the_game() -> None:
    state = scene("pressure-point")
    shooter = of(state, "red")[0]
    state.activation = Activation(shooter.id, "combat", "W")
    on, off = (PREVIEWS.preview(state, "red", Demolish(shooter.id, "LAC", mils(36), mils(y))) for y in (24, 30))
    assert on.gives < -5 < off.gives
    assert any("bridge" in note for note in on.notes)
    state = scene("opportunity-knocks")
    state.facts[c.TRUTH] = Sealed("chit:1", ("red",))
    ChitIdentified("chit:1", "blue-1", True, mils(30), mils(20), 0).change(state)
    target, gear = c.vehicle(state), of(state, "blue")[0]
    assert target is not None
    shot = PREVIEWS.preview(state, "blue", Attack(gear.id, gear.card.weapons[0].id, target.id))
    assert shot.gives < -5
    put(state, gear, 30, 20)
    gear.y += gear.card.radius + target.card.radius + 100
    state.notes.clear()
    errand = errand_of(state, gear)
    assert errand is not None
    assert not errand.way(gear), "in contact: it is where it is wanted"
    assert PREVIEWS.preview(state, "blue", Attack(gear.id, "LAC", of(state, "red")[0].id)).gives < 0


def test_a_mission_draws_its_own_side_alone_and_is_done_when_it_can_be() -> None:
    state = table()
    for name, x, y in (("red-1", 10, 10), ("blue-1", 60, 40)):
        lay(state, name, "hunter", x, y)
    state.markers["object:blue"] = mils(40), mils(30)
    for part, value in (("mission", "Destroy"), ("objective", "Object"), ("limit", "None")):
        state.facts[f"{part}:red"] = Sealed(value, ("red",))
    red, blue = state.units["red-1"], state.units["blue-1"]
    assert nearer(state, red, 30, 25) > 0 > nearer(state, red, 2, 2)
    assert errand_of(state, blue) is None
    before = ground_in_reach(state, "red")
    red.x, red.y = mils(39), mils(30)
    state.notes.clear()
    assert ground_in_reach(state, "red") > before
    assert PREVIEWS.preview(state, "red", WreckObject("red-1", "blue")).gives > 1
    assert PREVIEWS.preview(state, "blue", WreckObject("blue-1", "red")).gives == 0


def test_a_bridge_that_is_hit_or_gone_draws_nobody_to_where_it_is_not() -> None:
    state = scene("pressure-point")
    gear = of(state, "red")[0]
    whole = errand_of(state, gear)
    assert whole is not None
    play(state, lambda ctx: resolve_structure_damage(ctx, "bridge:1", 30, gear.id))
    assert "bridge" not in {piece.id for piece in state.ground.pieces}, "its parts have names of their own now"
    state.notes.clear()
    cut = errand_of(state, gear)
    assert cut is not None
    assert cut.left(gear) == whole.left(gear)
    kept = tuple(piece for piece in state.ground.pieces if not piece.id.startswith("bridge"))
    state.ground = msgspec.structs.replace(state.ground, pieces=kept)
    state.notes.clear()
    assert errand_of(state, gear) is None


def test_a_third_extra_action_is_worth_less_than_none() -> None:
    state = table()
    lay(state, "red-1", "hunter", 10, 10)
    lay(state, "blue-1", "hunter", 10, 14, 270)
    first = PREVIEWS.preview(state, "red", Declare("red-1", 1)).gives
    state.units["red-1"].extra = 1
    state.notes.clear()
    assert first > 0 > PREVIEWS.preview(state, "red", Declare("red-1", 1)).gives
