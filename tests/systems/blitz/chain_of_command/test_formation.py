"""14.6a, 14.7b, 15.0 to 15.3, 15.6: auto comms, formation, who commands whom, who may pay."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.chain_of_command import (
    can_command,
    has_formation,
    in_auto_comms,
    is_linked,
    leader_of,
    point_sources,
)
from systems.blitz.field import Field


def company(**head: object) -> Field:
    """CO in group 1 with a member; group 2 with CGL, 2iC and XO."""
    field = Field(**{"active": "", **head}).model("red-1", "hunter", 10, 10, rank="co")
    field.model("red-2", "hunter", 14, 10, rank="").model("red-3", "hunter", 20, 10, rank="cgl", group=2)
    field.model("red-4", "hunter", 24, 10, rank="2ic", group=2).model("red-5", "hunter", 28, 10, rank="xo", group=2)
    return field.model("blue-1", "hunter", 10, 40)


@pytest.mark.rule("blitz.15.0", "blitz.15.1")
@pytest.mark.parametrize(
    ("commander", "unit", "may"),
    [
        ("red-1", "red-3", True),
        ("red-1", "red-4", True),
        ("red-3", "red-4", True),
        ("red-3", "red-2", False),
        ("red-3", "red-1", False),
        ("red-4", "red-5", True),
        ("red-4", "red-3", False),
        ("red-5", "red-4", True),
        ("red-5", "red-2", False),
        ("red-2", "red-2", False),
        ("red-3", "red-3", True),
    ],
)
def test_who_may_command_whom(commander: str, unit: str, may: bool) -> None:
    units = company().state.units
    assert can_command(units[commander], units[unit]) is may


@pytest.mark.rule("blitz.15.0", "blitz.5.4-attached", "blitz.15.1")
def test_support_units_have_the_leader_of_their_group() -> None:
    field = company().model("red-6", "hunter", 32, 10, rank="", group=2, squad="support")
    state = field.state
    assert leader_of(state, state.units["red-6"]) is state.units["red-3"]


@pytest.mark.rule("blitz.14.6a", "blitz.14.6", "blitz.trait.autocomms")
@pytest.mark.parametrize(
    ("gap", "traits", "linked"),
    [(6, [], True), (6.001, [], False), (9, ['Autocomms:9"'], True), (9.001, ['Autocomms:9"'], False)],
)
def test_auto_comms_reach_six_inches(gap: float, traits: list[str], linked: bool) -> None:
    field = Field(active="").model("red-1", "hunter", 10, 10, stats={"traits": traits})
    state = field.model("red-2", "hunter", 11 + gap, 10).model("blue-1", "hunter", 10, 40).state
    assert is_linked(state, state.units["red-1"], state.units["red-2"]) is linked


@pytest.mark.rule("blitz.14.6a", "blitz.15.3")
def test_auto_comms_need_lock() -> None:
    field = (
        Field(active="")
        .model("red-1", "hunter", 10, 10)
        .model("red-2", "hunter", 15, 10)
        .model("blue-1", "hunter", 10, 40)
    )
    state = field.wall("heavy", 12, 5, 13, 15, 5).state
    assert not is_linked(state, state.units["red-1"], state.units["red-2"])


@pytest.mark.rule("blitz.14.7b", "blitz.14.7")
def test_satellites_link_uplinks_and_relay_to_who_is_near() -> None:
    up = {"traits": ["SatUp:5+"]}
    field = (
        Field(active="")
        .model("red-1", "hunter", 5, 5, stats=up, rank="co")
        .model("red-2", "hunter", 40, 40, stats=up, rank="")
    )
    field.model("red-3", "hunter", 46, 40, rank="").model("red-4", "hunter", 40, 20, rank="").model(
        "blue-1", "hunter", 20, 40
    )
    state = field.state
    origin = state.units["red-1"]
    heard = {name for name in ("red-2", "red-3", "red-4") if in_auto_comms(state, origin, state.units[name])}
    assert heard == {"red-2", "red-3"}
    assert not in_auto_comms(state, state.units["red-3"], origin)


@pytest.mark.rule("blitz.14.7b", "blitz.16.0-2c-fog")
def test_fog_cuts_satellites_off() -> None:
    up = {"traits": ["SatUp:5+"]}
    field = Field(active="", switches={"weather": "fog"}).model("red-1", "hunter", 5, 5, stats=up)
    state = field.model("red-2", "hunter", 40, 40, stats=up).model("blue-1", "hunter", 20, 40).state
    assert not in_auto_comms(state, state.units["red-1"], state.units["red-2"])


@pytest.mark.rule("blitz.15.3")
def test_a_leader_is_in_formation_with_itself_far_from_everybody() -> None:
    field = (
        Field(active="").model("red-1", "hunter", 5, 5, rank="co").model("red-2", "hunter", 40, 40, rank="cgl", group=2)
    )
    state = field.model("red-3", "hunter", 40, 30, rank="", group=2).model("blue-1", "hunter", 20, 40).state
    assert has_formation(state, state.units["red-2"])
    assert not has_formation(state, state.units["red-3"])


@pytest.mark.rule("blitz.15.6", "blitz.15.7")
def test_who_may_pay_for_a_re_roll() -> None:
    field = company()
    state = field.state
    for name in ("red-1", "red-3"):
        state.units[name].tokens["command points"] = 1
    state.units["red-4"].tokens["skill points"] = 1
    assert point_sources(state, state.units["red-2"]) == ["red-1"]
    assert point_sources(state, state.units["red-4"]) == ["skill points", "red-3"]
    assert point_sources(state, state.units["red-1"]) == ["red-1"]
    state.units["red-3"].tokens["command points"] = 0
    assert point_sources(state, state.units["red-4"]) == ["skill points"]


@pytest.mark.rule("blitz.A.2.4", "blitz.15.6")
def test_a_lone_wolf_takes_points_from_nobody() -> None:
    field = (
        Field(active="")
        .model("red-1", "hunter", 10, 10, rank="co")
        .model("red-2", "hunter", 14, 10, rank="", stats={"traits": ["Duelist"]})
    )
    state = field.model("blue-1", "hunter", 10, 40).state
    state.units["red-1"].tokens["command points"] = 2
    assert point_sources(state, state.units["red-2"]) == []
