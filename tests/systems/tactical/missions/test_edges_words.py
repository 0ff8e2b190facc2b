"""2.6.2, 4.1.2, 4.1.3, 4.2.2: the eve of a battle, missions and purchases in the story, each to who may know it."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical import victory_points as v
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.deployment import Appointed
from gearlock.systems.tactical.rounds.activation import Sheltered, UnitHidden, UnitRevealed
from gearlock.systems.tactical.scenario_generator import missions as e
from gearlock.systems.tactical.scenario_generator.missions import key
from gearlock.systems.tactical.state import RESERVE, State
from systems.tactical.tables import put, table

TV = {"red": 2000, "blue": 1800}
SUPPORT = {"red": 200, "blue": 400}
LINES: list[tuple[Any, str]] = [
    (e.BidMade("red", 900), "Red would fight with 900 TV."),
    (e.BiddingEnded("blue", 1000), "Blue goes no lower and fights with the full 1000 TV."),
    (e.PrioritiesShown((3, 1, 1), (1, 2, 2), TV, SUPPORT),
     "Red: scouting 3, troops 1, support 1; may field 2000 TV, and spend 200 TV on support. "
     "Blue: scouting 1, troops 2, support 2; may field 1800 TV, and spend 400 TV on support. Major Advantage for red."),
    (e.FieldSet("red", "west-east", "blue"), "Red sets up the field: west-east."),
    (e.EdgeChosen("red", "west", "east", {}), "Red has the west edge, the enemy the east one."),
    (e.EdgesKept("blue"), "Blue lies in ambush: it wins the Initiative of round 1."),
    (e.LimitsTold(("red",)), "Five rounds are over. Time limits: red random."),
    (e.LimitRolled("red", 2, 0, 7), "The time limit of red: 2, it ends with round 7."),
    (e.LimitRolled("red", 2, 3, 0), "The time limit of red: 2 against 3, it goes on."),
    (e.LimitRolled("red", 4, 3, 7), "The time limit of red: 4 against 3, it ends with round 7."),
    (e.MissionDone("red", 4), "Red has done what it came for (Capture Object): one more round is played."),
    (e.MissionDone("blue", 4), "Blue has done what it came for (its mission): one more round is played."),
    (e.ObjectTaken("red-1", "blue"), "The Red Hunter 1 picks up the object of blue."),
    (e.ObjectWrecked("red-1", "blue"), "The Red Hunter 1 destroys the object of blue."),
    (e.TableLeft("red-1", "north"), "The Red Hunter 1 leaves the table by the north edge."),
    (e.TableLeft("red-1", "north", True, ("red",)),
     "The Red Hunter 1 leaves the table by the north edge with the object."),
    (Sheltered(("red-1", "red-2")),
     "The tempest keeps Red Hunter 1, Red Hunter 2 in shelter: no turn and no Actions this round."),
    (Sheltered(("red-3",)),
     "The tempest keeps those who are still to come in shelter: no turn and no Actions this round."),
    (UnitRevealed("red-1", 0, 0), "The Red Hunter 1 was hidden here and shows itself."),
    (UnitRevealed("red-1", 0, 0, "blue-1"), "The Red Hunter 1 was hidden here and is found by the Blue Hunter 1."),
    (v.DamageCancelled("red-1", "red", "light", 2), "red pays 2 Victory Points: Red Hunter 1 is spared."),
    (v.ConditionBought("red", "fog", 3), "red pays 3 Victory Points: fog."),
    (v.SalvoBought("red", "Light Salvo", 2), "red pays 2 Victory Points: a Light Salvo."),
    (v.CoverBought("red", "ecm", 4, 6), "red pays 4 Victory Points: ECM over the whole table this round, Threshold 6."),
    (v.PriorityBought("red", 7), "red pays 7 Victory Points: another Priority Point."),
    (v.ClipBought("red", "red-1", "LAC", 1),
     "red pays 1 Victory Points: a clip for the LAC of the Red Hunter 1 next round."),
    (v.ReinforcementBought("red", "hunter", 3, 236), "red pays 3 Victory Points: the Red Hunter 3 arrives next round."),
]  # fmt: skip


def field() -> State:
    state = table()
    for name in ("red-1", "red-2", "red-3", "blue-1"):
        put(state, name, "hunter", 10, 10)
    state.units["red-3"].status = RESERVE
    for part, value in (("mission", "Capture"), ("objective", "Object"), ("limit", "Random")):
        state.facts[key(part, "red")] = Sealed(value, ("red",))
    return state


def told(state: State, event: Any) -> dict[str | None, str]:
    lines = {seat: BOOK.tell(state, event, seat) for seat in ("red", "blue", None)}
    return {seat: "" if line is None else line.text for seat, line in lines.items()}


@pytest.mark.rule("tactical.4.1.2", "tactical.4.1.3", "tactical.4.2.2-spending")
@pytest.mark.parametrize(("event", "words"), LINES, ids=lambda each: type(each).__name__)
def test_what_is_open_is_told_to_everybody(event: Any, words: str) -> None:
    assert set(told(field(), event).values()) == {words}


@pytest.mark.rule("tactical.4.1.2")
def test_a_mission_is_its_own_sides_secret() -> None:
    found = told(field(), e.MissionRolled("red", "Capture", "Object", "None"))
    assert found["blue"] == "Red has its mission, in secret."
    assert found["red"] == found[None]
    assert found["red"].startswith("Red's mission: ")
    assert found["red"].endswith("Time limit: none.")


@pytest.mark.rule("tactical.4.1.3-scouting")
def test_who_is_told_a_mission_hears_it_and_its_owner_hears_that() -> None:
    found = told(field(), e.MissionTold("red", "blue"))
    assert found["blue"] == found[None]
    assert found["blue"].startswith("Blue learns of red's ")
    assert found["blue"].endswith(": Capture, Object, Random.")
    assert found["red"].startswith("Blue knows your ")
    assert "Capture" not in found["red"]


@pytest.mark.rule("tactical.2.6.2-step0-commander")
def test_who_commands_is_its_own_sides_secret() -> None:
    found = told(field(), Appointed("red", "red-1", "red-2"))
    assert found["blue"] == "Red names its Commander in secret."
    assert found["red"] == found[None] == "The Red Hunter 1 commands red, the Red Hunter 2 is Second in Command."
    assert told(field(), Appointed("red", "red-1"))["red"] == "The Red Hunter 1 commands red."
    assert set(told(field(), Appointed("red", "")).values()) == {"Red names its Commander in secret."}


@pytest.mark.rule("tactical.4.1.3-scouting")
def test_a_hidden_unit_is_pointed_out_to_its_own_side_alone() -> None:
    state = field()
    units = {}
    for seat in ("red", "blue", None):
        line = BOOK.tell(state, UnitHidden("red-1", 0, 0, 0, 0, "combat", "W"), seat)
        assert line is not None
        units[seat] = line.units
    assert units == {"red": ("red-1",), "blue": (), None: ("red-1",)}


@pytest.mark.rule("tactical.4.1.3-scouting")
def test_without_an_ambush_there_is_nothing_to_tell_of_edges_that_were_kept() -> None:
    assert set(told(field(), e.EdgesKept()).values()) == {""}


@pytest.mark.rule("tactical.3.7-tempest")
def test_who_takes_shelter_has_neither_actions_nor_a_turn_and_stands() -> None:
    state = field()
    unit = state.units["red-1"]
    unit.moved, unit.went, unit.speed, unit.next_speed = 3000, "top", "top", "combat"
    Sheltered(("red-1",)).change(state)
    assert (unit.actions, unit.done, unit.went, unit.moved, unit.has_moved) == (0, True, "stationary", 0, True)
    assert (unit.speed, unit.next_speed) == ("combat", "")
