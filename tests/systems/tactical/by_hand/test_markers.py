"""Tokens, damage, ammunition and structures of a position: every name is one that the rules read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from gearlock import BadFile
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.damage.resolving import HIDDEN_WHOLE, position_of
from gearlock.systems.tactical.damage.resolving import POSITIONS as HULL_DOWN_IN
from gearlock.systems.tactical.line_of_sight.terrain import type_at
from gearlock.systems.tactical.positions.laid_out import POSITIONS
from gearlock.systems.tactical.positions.units import TOKENS, TOY_TOKENS, names_of
from systems.tactical.play import unit

DOCS = Path(__file__).parents[4] / "docs" / "positions.md"


def laid(model: str = "hunter", scenario: str = "duel", **said: object) -> Position:
    position = Position("tactical", active="red-1", scenario=scenario, modules=said.pop("modules", []))
    position.model("red-1", model, at=(20, 10), facing="north", **said)
    return position.model("blue-1", "hunter", at=(20, 13), facing="south")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"tokens": {"evadng": 1}}, "No token is called 'evadng'. Did you mean evading"),
        ({"tokens": {"concealed": 1}}, "No token is called 'concealed'"),
        ({"tokens": {"hit:lamp": 1}}, "No token is called 'hit:lamp'"),
        ({"tokens": {"observed": 1}}, "Did you mean observed:UNIT"),
        ({"tokens": {"observed:blue-9": 1}}, "No 'observed:' is called 'blue-9'"),
        ({"tokens": {"designated:green": 1}}, "No 'designated:' is called 'green'"),
        ({"tokens": {"jammed:XYZ": 1}}, "No 'jammed:' is called 'XYZ'"),
        ({"tokens": {"attacked:blue:2:blue-1": 1}}, "Did you mean blue:1:blue-1"),
        ({"tokens": {"tiny:lamp:roof": 1}}, "No system is called 'roof'"),
        ({"tokens": {"heavy": 2}}, "'heavy' is counted only once, not 2"),
        ({"tokens": {"climbing": 3}}, "from 1 to 2, not 3"),
        ({"tokens": {"calling": 1}, "done": True}, "who was activated before is 'called'"),
        ({"tokens": {"hull-down": 1}}, "say what it is hull-down in"),
        ({"tokens": {"hull-down:clear": 1}}, "No 'hull-down:' is called 'clear'"),
        ({"harm": {"moral": 1}}, "No damage of the Red Hunter 1 is called 'moral'"),
        ({"harm": {"frame": 1}}, "No damage of the Red Hunter 1 is called 'frame'"),
        ({"harm": {"lost:XYZ": 1}}, "is called 'lost:XYZ'"),
        ({"harm": {"mp:H": 1}}, "is called 'mp:H'"),
        ({"used": {"XYZ": 1}}, "No ammunition of the Red Hunter 1"),
        ({"used": {"arc:LAC": 4}}, "0 ahead, 1 left"),
        ({"fired": ["XYZ:blue-1"]}, "No weapon before the target"),
        ({"fired": ["LAC:blue-7"]}, "No unit behind the weapon"),
        ({"burns": [{"amount": 5, "left": 1, "since": 0, "by": "blue-7"}]}, "No unit is called 'blue-7'"),
    ],
)
def test_a_marker_that_nothing_reads_is_refused_in_words(said: dict[str, Any], words: str) -> None:
    with pytest.raises(BadFile, match=re.escape(words)):
        laid(**said).battle()


@pytest.mark.rule("tactical.3.2.4-effects")
def test_squads_and_toys_have_markers_of_their_own() -> None:
    with pytest.raises(BadFile, match="squads take no hull-down position"):
        laid("infantry-squad", tokens={"hull-down:rough": 1}).battle()
    with pytest.raises(BadFile, match="No damage of the Red Infantry Squad 1"):
        laid("infantry-squad", harm={"power": 1}).battle()
    with pytest.raises(BadFile, match="No token is called 'evading'"):
        laid(scenario="toy", tokens={"evading": 1}).battle()
    assert unit(laid(scenario="toy", tokens={"prone": 1}).battle()).tokens == {"prone": 1}


@pytest.mark.rule("tactical.3.2.4", "tactical.3.2.4-table")
def test_who_is_hull_down_is_so_in_what_is_said_or_in_what_there_is() -> None:
    said = unit(laid(tokens={"hull-down:woodland": 1}, modules=["hull-down"]).battle())
    assert said.tokens == {"hull-down": 1, "hull-down:woodland": 1}
    position = laid(tokens={"hull-down": 2}, modules="all").piece(
        "area", (16, 6, 24, 12), name="Wood", props={"going": "jungle"}
    )
    found = unit(position.battle())
    assert found.tokens == {"hull-down": HIDDEN_WHOLE, "hull-down:jungle": 1}
    both = unit(laid(tokens={"hull-down:woodland": 2}, modules=["hull-down"]).battle())
    assert both.tokens == {"hull-down": HIDDEN_WHOLE, "hull-down:woodland": 1}
    assert position_of(found) is not None


@pytest.mark.rule("tactical.3.1")
@pytest.mark.parametrize("token", ["hull-down:rough", "ecm", "eccm next", "observed:blue-1", "sensed:blue-1"])
def test_a_token_of_a_module_that_is_not_in_use_is_refused_in_words(token: str) -> None:
    with pytest.raises(BadFile, match=f"the token '{token}' does nothing without its module: modules = "):
        laid(tokens={token: 1}).battle()
    assert token in unit(laid(tokens={token: 1}, modules="all").battle()).tokens


@pytest.mark.rule("tactical.3.2.7", "tactical.4.1.4-coordinated")
def test_what_ties_two_units_lies_on_both() -> None:
    battle = laid(tokens={"towing:blue-1": 2, "linked:blue-1": 1}).battle()
    assert unit(battle, "blue-1").tokens == {"towed:red-1": 1, "linked:red-1": 1}


def bridged(**structures: int) -> Position:
    position = laid().piece("area", (8, 20, 12, 22), id="bridge", name="Bridge", props={"going": "bridge"})
    position.piece("area", (30, 30, 34, 33), id="town", name="Town", props={"going": "urban"})
    position.head["structures"] = structures
    return position


@pytest.mark.rule("tactical.3.2.5", "tactical.3.2.5-bridges")
def test_what_structures_have_taken_is_done_to_the_ground() -> None:
    battle = bridged(**{"bridge:1": 101, "bridge:3": 100, "town:31:30": 81}).battle()
    ground = battle.state.ground
    found = [type_at(ground, x * 500, 21_000) for x in (17, 19, 23)]
    assert found == ["bridge", "rough", "bridge"]
    assert type_at(ground, 31_500, 30_500) == "rough"
    assert type_at(ground, 32_500, 30_500) == "urban"


@pytest.mark.parametrize("part", ["bridge", "bridge:4", "bridge:x", "town", "town:3", "town:031:30", "moon:1"])
def test_damage_of_no_such_part_is_refused_in_words(part: str) -> None:
    with pytest.raises(BadFile, match=f"No part of a structure is called '{part}'"):
        bridged(**{part: 5}).battle()


def test_the_page_names_every_token_and_every_throw() -> None:
    page = re.sub(r"```.*?```", "", DOCS.read_text(encoding="utf-8"), flags=re.DOTALL)
    named = set(re.findall(r"`([^`]+)`", page))
    assert {*names_of(TOKENS), *names_of(TOY_TOKENS)} - named == set()
    assert set(POSITIONS.purposes) - named == set()
    assert set(HULL_DOWN_IN) - named == set()
