"""Maps of one's own that mark zones, places and a battle, in every system that is fought on tables in inches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gearlock import new_battle
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.mapping import INCHES, battle_faults
from gearlock.kernel.registry import AnySystem, all_systems
from gearlock.kernel.seat import Seat
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle

SYSTEMS = [each for each in all_systems() if each.maps is not None and each.maps.form == INCHES]
BOXES = {"red": (0, 0, 16, 20), "blue": (30, 28, 48, 48)}
LESSON = "duel"
ZONES = "".join(f"[zones.{seat}]\nrectangle = {list(box)}\n" for seat, box in BOXES.items())
MARKERS = '[[marker]]\nid = "ford"\nname = "The ford"\nat = [24, 24]\n'


def written(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(f'name = "Mine"\nwidth = 48\nheight = 48\n{text}')
    return file


def deployed(system: AnySystem, file: Path, **options: object) -> tuple[Battle[Any], dict[str, Body]]:
    """A duel in which both sides stand on the table, and where they do."""
    battle = new_battle(system, LESSON, 3, {"map": file, **options})
    bots = {seat: make_bot("random", number) for number, seat in enumerate(system.seats)}
    seen: dict[str, Body] = {}
    while len(seen) < len(bots):
        seat = battle.waiting_for()[0]
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
        for piece in system.view(battle.state, None, ()).pieces:
            seen.setdefault(piece.side, Body(piece.x, piece.y, 0, piece.radius))
    return battle, seen


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda each: each.id)
def test_both_sides_deploy_where_the_map_says(system: AnySystem, tmp_path: Path) -> None:
    _, seen = deployed(system, written(tmp_path, ZONES))
    for seat, body in seen.items():
        assert footprint_inside(body, rectangle(*(length * INCH for length in BOXES[seat]))), (seat, body)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda each: each.id)
def test_the_map_says_the_battle_unless_somebody_else_does(system: AnySystem, tmp_path: Path) -> None:
    file = written(tmp_path, f'[battle]\nscenario = "{LESSON}"\nrounds = 2\n')
    assert new_battle(system, options={"map": file}).setup.options["rounds"] == "2"
    assert new_battle(system, options={"map": file}).setup.scenario == LESSON
    assert new_battle(system, LESSON, 0, {"map": file, "rounds": 4}).setup.options["rounds"] == "4"
    assert "rounds" not in new_battle(system, "battle", 0, {"map": file}).setup.options


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda each: each.id)
def test_a_whole_roster_may_stand_in_the_map(system: AnySystem, tmp_path: Path) -> None:
    assert system.force is not None
    name, roster = next(iter(system.force.ready_made().items()))
    text = f"[battle]\nscenario = \"battle\"\nred = '''\n{roster}\n'''\nblue = \"{name}\"\n"
    setup = new_battle(system, options={"map": written(tmp_path, text + ZONES.replace("16, 20", "40, 20"))}).setup
    assert setup.data["forces"]["red"] == setup.data["forces"]["blue"]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda each: each.id)
def test_places_are_shown_and_whoever_holds_more_wins(system: AnySystem, tmp_path: Path) -> None:
    far = MARKERS.replace("[24, 24]", "[4, 4]").replace("ford", "camp")
    reds = ZONES.replace("[0, 0, 16, 20]", "[0, 0, 8, 8]")
    battle, _ = deployed(system, written(tmp_path, reds + far))
    view = system.view(battle.state, "red", ())
    assert [shape.id for shape in view.markers] == ["marked-camp"]
    assert [(goal.seat, goal.now, goal.full) for goal in view.goals] == [("red", 1, 1), ("blue", 0, 1)]
    state = battle.state.clone()
    state.round, state.finished = 1, True
    outcome = system.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.score) == ("red", {"red": 1, "blue": 0})
    assert outcome.reason == "marked places held: red 1, blue 0"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda each: each.id)
def test_where_nobody_holds_more_it_goes_by_what_it_goes_by_otherwise(system: AnySystem, tmp_path: Path) -> None:
    found = []
    for marks in ("", MARKERS):
        battle, _ = deployed(system, written(tmp_path, ZONES + marks))
        state = battle.state.clone()
        state.round, state.finished = 1, True
        found.append(system.outcome(state))
    bare, marked = found
    assert bare is not None
    assert marked is not None
    assert (marked.winner, marked.score) == (bare.winner, bare.score)
    assert marked.reason == f"marked places held: red 0, blue 0; {bare.reason}"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda each: each.id)
@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('[battle]\nscenario = "dual"\n', 5, "duel"),
        ('[battle]\nscenario = "duel"\ncolour = 3\n', 6, "No option of duel is called 'colour'"),
        ('[battle]\nscenario = "duel"\nmap = "x"\n', 6, "No option of duel is called 'map'"),
        ('[battle]\nscenario = "duel"\nred = "no-such-thing"\n', 6, "no-such-thing"),
        (f'[battle]\nscenario = "duel"\n{ZONES.replace("0, 0, 16, 20", "0, 0, 4, 4")}{{wall}}', 5, "red has no room"),
    ],
)
def test_a_battle_that_cannot_be_is_refused_with_its_line(
    system: AnySystem, tmp_path: Path, text: str, line: int, says: str
) -> None:
    wall = '[[piece]]\nid = "a"\nname = "A"\nkind = "instance"\ntop = 3\nrectangle = [0, 0, 4, 4]\n'
    file = written(tmp_path, text.replace("{wall}", wall))
    (found,) = battle_faults(system, file.read_text(), "mine.toml", str(file))
    assert str(found).startswith(f"mine.toml:{line}: battle: ")
    assert says in found.message


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda each: each.id)
def test_zones_that_are_asked_for_must_be_there_and_others_come_first(system: AnySystem, tmp_path: Path) -> None:
    if "zones" not in system.scenarios()["battle"].options:
        pytest.skip("its zones are no option")
    bare = written(tmp_path, "")
    with pytest.raises(BadInput, match="marks no deployment zones"):
        new_battle(system, "battle", 0, {"map": bare, "zones": "marked"})
    marked = written(tmp_path, ZONES.replace("16, 20", "40, 20"))
    zones = [new_battle(system, "battle", 0, {"map": marked, **said}).setup for said in ({}, {"zones": "wide"})]
    assert zones[0].data != zones[1].data


def test_the_tokens_of_a_meeting_engagement_lie_where_four_places_are_marked(tmp_path: Path) -> None:
    places = [(10, 20), (20, 22), (28, 26), (38, 28)]
    marks = "".join(f'[[marker]]\nid = "m{n}"\nat = [{x}, {y}]\n' for n, (x, y) in enumerate(places))
    state = new_battle("blitz", "meeting", 0, {"map": written(tmp_path, marks)}).state
    assert sorted(state.markers.values()) == [(x * INCH, y * INCH) for x, y in places]
    fewer = new_battle("blitz", "meeting", 0, {"map": written(tmp_path, marks[: marks.rindex("[[")])}).state
    assert len(fewer.markers) == 4


def test_home_edges_follow_the_marked_zones_and_must_differ(tmp_path: Path) -> None:
    east = "[zones.red]\nrectangle = [36, 10, 48, 40]\n[zones.blue]\nrectangle = [0, 10, 10, 40]\n"
    assert new_battle("tactical", "battle", 0, {"map": written(tmp_path, east)}).state.homes == {
        "red": "east",
        "blue": "west",
    }
    south = "[zones.red]\nrectangle = [0, 0, 20, 8]\n[zones.blue]\nrectangle = [24, 0, 48, 8]\n"
    with pytest.raises(BadInput, match="along its south edge"):
        new_battle("tactical", LESSON, 0, {"map": written(tmp_path, south)})
