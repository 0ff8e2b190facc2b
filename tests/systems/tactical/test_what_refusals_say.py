"""Refusals that end in a way out: where the zone is, what can be paid for, which way a frozen turret looks."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.tactical.attacks.targets import refuse_attack
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.deployment import refuse_spot
from gearlock.systems.tactical.state import WAITING, State
from gearlock.systems.tactical.victory_points import PURCHASE, BuyCondition, refuse_condition
from systems.tactical.tables import mils, piece, put, table

CAN = "You can buy night for 2, rain for 1, steady heavy rain for 2."


def where(state: State, x: float, y: float, hidden: bool = False) -> str:
    """What is said of a place that is not in the zone of the first unit."""
    found = refuse_spot(state, state.units["red-1"], mils(x), mils(y), "", hidden)
    return "" if found is None else found.message


@pytest.mark.rule("tactical.2.6.2-step0-deployment")
@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("south", "within 6 in of the south edge"),
        ("east 3", "within 3 in of the east edge"),
        ("box 10 4 20 8", "10 to 20 in from the west edge and 4 to 8 in from the south edge"),
        ("on hill", "on the Long Hill"),
        ("near hill 2; west 1", "within 2 in of the Long Hill or within 1 in of the west edge"),
    ],
)
def test_who_is_put_down_elsewhere_is_told_where_its_zone_is(zone: str, words: str) -> None:
    state = table(piece("hill", (40, 10, 50, 14), 1, id="hill", name="Long Hill", footing=True))
    put(state, "red-1", "hunter", 0, 0, status=WAITING)
    state.zones = {"red": zone, "blue": "north"}
    assert where(state, 36, 40) == f"The Red Hunter 1 deploys {words}."


@pytest.mark.rule("tactical.2.6.2-step0-deployment", "tactical.4.1.3-scouting")
def test_who_juts_out_of_its_zone_is_told_that_the_whole_base_counts() -> None:
    state = table()
    put(state, "red-1", "hunter", 0, 0, status=WAITING)
    state.zones = {"red": "south", "blue": "north"}
    state.homes = {"red": "south", "blue": "north"}
    assert where(state, 30, 5.5) == ""
    assert where(state, 30, 5.6) == "The Red Hunter 1 deploys within 6 in of the south edge, with its whole base."
    assert where(state, 30, 24.1, hidden=True) == "The Red Hunter 1 hides within 24 in of the south edge."


@pytest.mark.rule("tactical.4.2.2-spending")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "fog",
            "Fog costs 3 Victory Points; you have 2. You can buy night for 2, rain for 1, steady heavy rain for 2.",
        ),
        ("hail", f"No condition is called 'hail'. {CAN}"),
    ],
)
def test_weather_that_cannot_be_bought_is_told_with_its_price_and_with_what_can(name: str, words: str) -> None:
    state = table()
    state.points |= {"pool:red": 2, "pool:blue": 0}
    found = refuse_condition(state, Ask("red", PURCHASE), BuyCondition(name))
    assert found is not None
    assert found.message == words


@pytest.mark.rule("tactical.4.2.2-spending")
def test_weather_that_is_there_already_is_not_bought_again() -> None:
    state = table(weather="rain")
    state.points |= {"pool:red": 1, "pool:blue": 0}
    found = refuse_condition(state, Ask("red", PURCHASE), BuyCondition("rain"))
    assert found is not None
    assert found.message == "There is rain already. You can buy no weather now."


@pytest.mark.rule("tactical.3.5.1-auxiliary", "tactical.2.6.6-firing-arcs")
@pytest.mark.parametrize(("last", "arc"), [(None, "forward"), (0, "forward"), (1, "left")])
def test_a_frozen_turret_is_told_by_the_arc_it_has_now(last: int | None, arc: str) -> None:
    state = table(detailed_damage="yes")
    unit = put(state, "red-1", "aller", 20, 10)
    put(state, "blue-1", "hunter", 23, 4, 90)
    assert refuse_attack(state, Attack("red-1", "LAC", "blue-1")) is None, "it turns"
    unit.harm["aux:turret"] = 99
    if last is not None:
        unit.used["arc:LAC"] = last
    found = refuse_attack(state, Attack("red-1", "LAC", "blue-1"))
    assert found is not None
    words = f"The Blue Hunter 1 is outside the {arc} arc of the LAC: its turret is frozen there."
    assert (found.code, found.message) == ("arc", words)
