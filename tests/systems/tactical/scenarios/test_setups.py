"""4.3: the six scenarios as they are laid out: forces, conditions, Priority Points, and what players change."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.battles.battles import in_place
from gearlock.systems.tactical.deployment import Deploy, guess_deploy, refuse_deploy
from gearlock.systems.tactical.movement.ground import areas_of
from gearlock.systems.tactical.printed_scenarios.the_six import PRINTED
from gearlock.systems.tactical.scenario_generator.missions import LeaveBehind, Prioritise
from gearlock.systems.tactical.scenario_generator.priorities import (
    force_tv,
    offer_leaving_behind,
    refuse_leave_behind,
    resolve_edges,
    resolve_priorities,
)
from gearlock.systems.tactical.state import NO_GROUP, RESERVE, SEATS, State
from systems.tactical.tables import piece, play, table

CONDITIONS = {
    "king-of-the-ridge": ("day", "", (5, 5), 15, 21),
    "pressure-point": ("day", "heavy rain", (6, 5), 20, 20),
    "cornered": ("day", "", (5, 4), 11, 16),
    "back-against-the-wall": ("day", "", (6, 5), 20, 21),
    "come-out-come-out": ("day", "fog", (5, 4), 20, 28),
    "opportunity-knocks": ("night", "", (5, 5), 10, 21),
}
MODELS = {
    "king-of-the-ridge": ("Hunter 8, Grizzly 2, Mammoth 1", "Iguana 5, Black Mamba 1, Spitting Cobra 2, Jaeger 2"),
    "pressure-point": ("Hunter 8, Jaguar 2", "Jaeger 8, Black Mamba 2"),
    "cornered": ("Jaguar 2, Hunter 3, Mammoth 1", "Jaeger 7, Spitting Cobra 2, Iguana 1"),
    "back-against-the-wall": (
        "Cheetah 4, Hunter 4, Jaguar 2", "Iguana 5, Black Mamba 1, Spitting Cobra 2, Jaeger 2, Naga 1",
    ),
    "come-out-come-out": ("Cheetah 4, Hunter 4, Jaguar 2, Truck 8", "Jaeger 8, Black Mamba 2"),
    "opportunity-knocks": ("Cheetah 4, Hunter 4, Jaguar 2", "Iguana 4, Black Mamba 1, Jaeger 5, C3 Vehicle 1"),
}  # fmt: skip
RULES = [pytest.param(name, marks=pytest.mark.rule(f"tactical.4.3.{n}")) for n, name in enumerate(PRINTED, 1)]


def begun(name: str, **options: str) -> State:
    return SYSTEM.begin(SYSTEM.prepare(name, 7, options))


@pytest.mark.parametrize("name", RULES)
def test_conditions_priority_points_and_forces(name: str) -> None:
    state = begun(name)
    time, weather, (south, north), rounds, units = CONDITIONS[name]
    assert (state.switches["time of day"], state.switches.get("weather", "")) == (time, weather)
    assert (state.points["priorities:red"], state.points["priorities:blue"]) == (south, north)
    assert (state.rounds, len(state.units), state.phase) == (rounds, units, "priorities")
    for seat, said in zip(("blue", "red"), MODELS[name], strict=True):
        models = Counter(unit.card.name for unit in state.units.values() if unit.seat == seat)
        assert dict(models) == {part.rpartition(" ")[0]: int(part.rpartition(" ")[2]) for part in said.split(", ")}


@pytest.mark.parametrize("name", RULES)
def test_there_is_room_for_everybody_in_the_zones_of_the_drawn_map(name: str) -> None:
    state = begun(name, priorities="no")
    for unit in [unit for unit in state.units.values() if unit.group != NO_GROUP]:
        unit.status, state.group = "waiting", unit.group
        if unit.seat == "red":
            unit.facing = 900
        order = guess_deploy(state, Ask(unit.seat, "deploy"), Deploy(unit.id), Random(1), 40)
        assert isinstance(order, Deploy), unit.id
        assert refuse_deploy(state, Ask(unit.seat, "deploy"), order) is None
        unit.x, unit.y, unit.status = order.x, order.y, "fielded"
        unit.z = state.ground.elevation(unit.x, unit.y)


@pytest.mark.rule("tactical.4.3.1")
def test_who_is_still_to_come_or_stranded_is_not_there() -> None:
    (mammoth,) = [unit for unit in begun("king-of-the-ridge").units.values() if unit.status == RESERVE]
    assert (mammoth.card.name, mammoth.group) == ("Mammoth", 3)
    (vehicle,) = [unit for unit in begun("opportunity-knocks").units.values() if unit.status == RESERVE]
    assert (vehicle.card.name, vehicle.group) == ("C3 Vehicle", NO_GROUP)


@pytest.mark.rule("tactical.4.3.1")
@pytest.mark.rule("tactical.4.3.2")
def test_priority_points_are_split_and_the_edges_stay_as_they_are() -> None:
    state = begun("pressure-point")
    whole = {seat: force_tv(state, seat) for seat in SEATS}
    splits = {"red": Prioritise(3, 2, 1), "blue": Prioritise(0, 4, 1)}
    play(state, resolve_priorities, answer=lambda _s, ask: splits[ask.seat])
    assert (state.points["TV:red"], state.points["TV:blue"]) == (whole["red"] - whole["red"] * 20 // 100, whole["blue"])
    assert state.points["support:red"] == whole["red"] // 10
    homes = dict(state.homes)
    assert not play(state, resolve_edges).asks
    assert (state.homes, state.phase, state.points["ambush:red"]) == (homes, "troops", 1)


@pytest.mark.rule("tactical.4.3.5")
def test_what_the_scenario_is_about_cannot_be_left_behind() -> None:
    state = begun("come-out-come-out")
    ask = Ask("blue", "troops")
    truck = next(unit for unit in state.units.values() if unit.card.name == "Truck")
    assert refuse_leave_behind(state, ask, LeaveBehind(truck.id)) is not None
    offered = [
        option.order.unit for option in offer_leaving_behind(state, ask) if isinstance(option.order, LeaveBehind)
    ]
    assert len(offered) == 10
    assert truck.id not in offered
    assert force_tv(state, "blue") == sum(state.units[name].tv for name in offered)


def test_players_bring_forces_of_their_own_and_everybody_reads_what_differs() -> None:
    state = begun("cornered", red="hunter*4+jaeger*2")
    assert "not the scenario's General Purpose Cadre, Fire Support Cadre" in state.banners["red"]
    assert {unit.group for unit in state.units.values() if unit.seat == "red"} == {1, 2}
    assert state.zones["blue:2:kept"] == "on town"
    assert "proposed" in state.banners["blue"]
    mirrored = begun("cornered", red="hunter*4", blue="same")
    assert "not the scenario's Strike Squadron" in mirrored.banners["blue"]
    assert mirrored.units["blue-5"].card.name == "Mammoth", "what the scenario adds comes all the same"
    with pytest.raises(BadInput, match="red"):
        begun("cornered", red="hunter*4,nonsense")
    with pytest.raises(BadInput, match="rounds"):
        begun("cornered", rounds="9")
    assert begun("pressure-point", rounds="9").rounds == 9


def test_another_map_has_to_have_what_the_scenario_is_about(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no piece 'ridge'"):
        begun("king-of-the-ridge", map="stoneheads")
    with pytest.raises(BadInput, match="map"):
        begun("king-of-the-ridge", map="nowhere")
    assert any("drawn after" in note for note in SYSTEM.view(begun("cornered"), "red", ()).notes)
    own = tmp_path / "own.toml"
    hill = '[[piece]]\nid = "ridge"\nname = "R"\nkind = "hill"\ntop = 1\nfooting = true\nrectangle = [4, 30, 44, 40]\n'
    own.write_text(f'name = "Own"\nwidth = 48\nheight = 48\n{hill}', encoding="utf-8")
    view = SYSTEM.view(begun("king-of-the-ridge", map=str(own)), "red", ())
    assert not any("drawn after" in note for note in view.notes)


@pytest.mark.rule("tactical.4.3.3")
def test_words_of_scenarios_become_zones_of_the_map() -> None:
    state = table(piece("open", (2, 10, 12, 20), id="town"), piece("open", (10, 30, 60, 40), id="clearing"))
    assert in_place("edges but town 3", state.ground) == "south 3;north 3;east 3"
    assert in_place("south of clearing", state.ground) == "box 0 0 72 30"
    assert in_place("half north", state.ground) == "box 0 24 72 48"
    assert [area.box for area in areas_of(state, "near town 5")] == [(0, 5000, 17000, 25000)]


def test_the_scenarios_are_told_with_their_options_and_what_is_not_printed() -> None:
    known = SYSTEM.scenarios()
    assert list(known)[-1] == "battle"
    for name, scenario in PRINTED.items():
        assert known[name].title == scenario.title
        assert "lost" in known[name].about
        assert known[name].goal
        assert ("rounds" in known[name].options) == (not scenario.rounds)
    with pytest.raises(UnknownName):
        SYSTEM.prepare("queen-of-the-ridge", 7, {})
