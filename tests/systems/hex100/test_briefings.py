"""Briefing files: what they say is played, what is wrong with them is said in full."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted, Seeded
from gearlock.kernel.errors import BadFile, BadInput, UnknownName
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.briefings.battles import ready_briefings
from gearlock.systems.hex100.deployment import Deploy
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.objectives import HackSite, Leave, ScanSite
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.turns import EndTurn, Focus
from systems.hex100.kit import at, code

HEAD = """title = "Ford"
about = "A short one."
turns = 4
first = "red"
map = '''
. . . . . . . .
 . . . ~ . . . .
. . = = . . . .
 . . . . . . . .
. . . . . . B .
 . . . . . . . .
'''
[legend]
"." = "open"
"~" = "water"
"=" = "plank road"
"B" = "building"
[[terrain]]
name = "plank road"
concealment = 30
cover = 0
blocks_sight = false
cost = { infantry = 1, legged = 1, tracked = 3, flying = 1 }
becomes = "water"
[zones.west]
columns = [0, 1]
[zones.east]
columns = [6, 7]
[zones.top]
rows = [0, 0]
columns = [2, 5]
"""
RED = '[red]\nforce = "errant-saboteur,tegu-siege"\nbudget = 4000\n[[red.deploy]]\nzone = "west"\n'
BLUE = '[blue]\nforce = "tegu-siege"\n[[blue.deploy]]\nzone = "east"\n'


def written(tmp_path: Path, *parts: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(parts), encoding="utf-8")
    return str(path)


def opened(file: str, *dice: tuple[int, ...], **options: str) -> Battle[State]:
    return Battle.begin(SYSTEM, SYSTEM.prepare("briefing", 1, {"briefing": file, **options}), Scripted(*dice))


def placed(battle: Battle[State], **places: tuple[int, int]) -> None:
    """Deploy units by column and row; whoever is asked goes next."""
    waiting = {name.replace("_", "-"): at(*spot) for name, spot in places.items()}
    while battle.pending[0].kind == "deploy":
        seat = battle.pending[0].seat
        unit = next(unit for unit in battle.pending[0].about if unit in waiting)
        battle.answer(seat, Deploy(unit, *waiting[unit]))


def finish_turns(battle: Battle[State], until: int) -> None:
    """Let everybody do nothing until a round begins or the battle ends."""
    while not battle.over and battle.state.turn < until:
        pending = battle.pending[0]
        if pending.kind == "focus":
            battle.answer(pending.seat, Focus(pending.unit))
        elif pending.kind == "act":
            battle.answer(pending.seat, EndTurn(pending.unit))
        elif pending.kind == "unit":
            battle.answer(pending.seat, battle.options(pending.seat)[0].order)
        else:
            return


@pytest.mark.rule("hex100.briefing", "hex100.terrain-characteristics")
def test_a_file_says_who_goes_first_how_long_it_lasts_and_what_its_own_terrain_does(tmp_path: Path) -> None:
    battle = opened(written(tmp_path, HEAD, '[[objective]]\nkind = "destroy"', RED, BLUE))
    assert battle.state.first == "red"
    assert battle.view("red").rounds == 4
    land = battle.state.land
    assert (land.cost(at(2, 2), "tracked"), land.cost(at(2, 2), "amphibious")) == (3, 3)
    assert land.concealment(at(0, 2), at(2, 2), True) == (30, "target in plank road")
    assert SYSTEM.decode(SYSTEM.encode(battle.state), battle.setup).land.cost(at(2, 2), "tracked") == 3


@pytest.mark.rule("hex100.deployment", "hex100.briefing")
def test_units_begin_in_the_zones_that_name_them_and_others_wherever_nobody_is_named(tmp_path: Path) -> None:
    deploy = '[[red.deploy]]\nzone = "top"\nunits = [2]\n[[red.deploy]]\nzone = "pond"\n'
    pond = "[zones.pond]\nhexes = [[2, 2], [3, 1]]"
    battle = opened(written(tmp_path, HEAD, pond, '[[objective]]\nkind = "destroy"', RED, deploy, BLUE))
    battle.answer("blue", Deploy("blue-1", *at(7, 3)))
    labels = [option.label for option in battle.options("red")]
    assert labels[0] == "Place the Errant Saboteur in west"
    assert labels[1] == "Place the Errant Saboteur in pond"
    assert [getattr(option, "zone", "") for option in battle.options("red")][2:] == ["top", "top"]
    assert code(battle, "red", Deploy("red-2", *at(0, 3))) == "not-in-zone"
    assert code(battle, "red", Deploy("red-2", *at(5, 0))) == ""
    assert code(battle, "red", Deploy("red-1", *at(5, 0))) == "not-in-zone"
    assert code(battle, "red", Deploy("red-1", *at(2, 2))) == ""


@pytest.mark.rule("hex100.deployment", "hex100.briefing")
def test_reinforcements_come_in_their_round_and_beside_an_enemy_nobody_has_found(tmp_path: Path) -> None:
    late = '[[red.deploy]]\nzone = "top"\nunits = [2]\nturn = 2'
    hidden = BLUE.replace("east", "top") + "hidden = true"
    battle = opened(written(tmp_path, HEAD, '[[objective]]\nkind = "destroy"', RED, late, hidden))
    placed(battle, blue_1=(5, 0), red_1=(0, 5))
    assert not battle.state.units["red-2"].placed
    finish_turns(battle, 2)
    assert (battle.pending[0].kind, battle.pending[0].about) == ("deploy", ("red-2",))
    assert code(battle, "red", Deploy("red-2", *at(7, 3))) == "not-in-zone"
    battle.answer("red", Deploy("red-2", *at(5, 0), facing=3))
    assert battle.state.units["red-2"].hex == at(4, 0)
    assert battle.state.turn == 2
    assert sum(battle.state.units["red-2"].pool.values()) == 3
    assert "blue-1" in battle.state.known["red"]


@pytest.mark.rule("hex100.briefing", "hex100.sensor-detection", "hex100.visual-detection")
def test_units_set_up_hidden_are_found_within_two_hexes_or_when_they_move(tmp_path: Path) -> None:
    hidden = BLUE + "hidden = true\nsecret = true\n"
    battle = opened(written(tmp_path, HEAD, '[[objective]]\nkind = "destroy"', RED, hidden))
    assert "east" in [zone.id for zone in battle.view("blue").zones]
    assert "east" not in [zone.id for zone in battle.view("red").zones]
    placed(battle, blue_1=(6, 3), red_1=(1, 3), red_2=(0, 0))
    assert battle.state.units["blue-1"].lurking
    assert "blue-1" not in battle.state.known["red"]
    assert any(token.name == "lying in wait" for token in _piece(battle, "blue").tokens)
    finish_turns(battle, 1)
    battle.answer("red", Focus("red-1"))
    battle.answer("red", battle.options("red")[0].order)
    state = battle.state.clone()
    battle.answer("red", Move("red-1", (at(2, 3), at(3, 3)), 0))
    assert "blue-1" not in battle.state.known["red"]
    assert battle.state.units["red-1"].hex == at(3, 3)
    trial = Battle.begin(SYSTEM, battle.setup, Scripted(), state)
    trial.answer("red", Move("red-1", (at(2, 3), at(3, 3), at(4, 3)), 0))
    assert trial.state.known["red"]["blue-1"] == 3
    assert not trial.state.units["blue-1"].lurking


def _piece(battle: Battle[State], seat: str) -> Any:
    return next(piece for piece in battle.view(seat).pieces if piece.side == seat)


@pytest.mark.rule("hex100.victory", "hex100.briefing")
def test_a_unit_leaves_by_its_zone_for_a_move_action_and_a_side_that_left_has_not_lost(tmp_path: Path) -> None:
    out = '[[red.objective]]\nkind = "exit"\nzone = "top"\npoints = 2'
    battle = opened(written(tmp_path, HEAD, RED.replace(",tegu-siege", ""), out, BLUE))
    placed(battle, blue_1=(7, 5), red_1=(1, 1))
    finish_turns(battle, 1)
    battle.answer("red", Focus("red-1"))
    assert code(battle, "red", Leave("red-1")) == "not-in-zone"
    battle.answer("red", Move("red-1", (at(2, 1), at(2, 0)), 1))
    assert SYSTEM.preview(battle.state, "red", Leave("red-1")).gives == 1.0
    if code(battle, "red", Leave("red-1")):
        finish_turns(battle, 2)
        battle.answer("red", Focus("red-1"))
    battle.answer("red", Leave("red-1"))
    assert battle.state.units["red-1"].left == "top"
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.score) == ("red", {"red": 2, "blue": 0})
    assert "red has nobody left" in battle.outcome.reason


SITES = (
    '[[red.objective]]\nkind = "scan"\nname = "the house"\nhexes = [[6, 4]]\nsecret = true\npoints = 2\nreach = 2',
    '[[red.objective]]\nkind = "hack"\nhexes = [[6, 4]]\nrating = 30\nwins = true',
)


@pytest.mark.rule("hex100.briefing", "hex100.hacking", "hex100.victory")
def test_a_site_is_hacked_with_ecm_and_a_die_not_under_its_rating_and_that_may_win(tmp_path: Path) -> None:
    battle = opened(written(tmp_path, HEAD, RED, *SITES, BLUE), (29,), (30,))
    placed(battle, blue_1=(7, 0), red_1=(1, 4), red_2=(0, 0))
    finish_turns(battle, 1)
    battle.answer("red", Focus("red-1"))
    battle.answer("red", battle.options("red")[0].order)
    site = at(6, 4)
    assert code(battle, "red", HackSite("red-1", *at(5, 4))) == "no-such-site"
    assert code(battle, "red", ScanSite("red-1", *site)) == "out-of-range"
    shown = SYSTEM.preview(battle.state, "red", HackSite("red-1", *site))
    assert shown.odds is not None
    assert shown.odds.p_hit == pytest.approx(0.7)
    battle.answer("red", HackSite("red-1", *site))
    assert not battle.over
    finish_turns(battle, 2)
    battle.answer("red", Focus("red-1"))
    battle.answer("red", battle.options("red")[0].order)
    battle.answer("red", HackSite("red-1", *site))
    assert battle.outcome is not None
    assert battle.outcome.winner == "red"
    assert "hack" in battle.outcome.reason


@pytest.mark.rule("hex100.briefing", "hex100.victory")
def test_a_secret_objective_shows_to_its_own_side_alone_until_the_battle_is_over(tmp_path: Path) -> None:
    orders = RED.replace("budget", 'orders = "Burn it."\nsecret = true\nbudget')
    battle = opened(written(tmp_path, HEAD, orders, *SITES, BLUE.replace("[[", 'orders = "Wait."\n[[')))
    assert any("Burn it." in note for note in battle.view("red").notes)
    assert not any("Burn it." in note or "scan" in note for note in battle.view("blue").notes)
    assert any("Wait." in note for note in battle.view("red").notes)
    assert "red, secret: scan the house (2 points), column 6, row 4; so far red 0" in battle.view("red").notes
    assert [each.label for each in battle.view("blue").markers] == ["objective"]
    placed(battle, blue_1=(7, 0), red_1=(1, 4), red_2=(1, 5))
    battle.state.units["red-1"].q, battle.state.units["red-1"].r = at(4, 4)
    finish_turns(battle, 1)
    battle.answer("red", Focus("red-1"))
    battle.answer("red", battle.options("red")[0].order)
    happened = battle.answer("red", ScanSite("red-1", *at(6, 4)))
    lines = {seat: [SYSTEM.tell(battle.state, event, seat) for event in happened] for seat in ("red", "blue")}
    assert any(line and line.text == "Red scores 2 points: scan the house." for line in lines["red"])
    assert not any(line and "score" in line.text for line in lines["blue"])
    assert battle.view("red").score == {"red": 2, "blue": 0}
    assert battle.view("blue").score == {"red": 0, "blue": 0}
    assert code(battle, "red", ScanSite("red-1", *at(6, 4))) == "done"
    twin = SYSTEM.disguise(battle.state, "blue", Seededish())
    assert twin.scene.plan != battle.state.scene.plan
    assert SYSTEM.view(twin, "blue", ()) == SYSTEM.view(battle.state, "blue", ())
    battle.state.phase = "over"
    assert battle.view("blue").score == {"red": 2, "blue": 0}


class Seededish:
    """The least that can choose."""

    def random(self) -> float:
        return 0.0

    def randrange(self, start: int, stop: int, /) -> int:
        return (start + stop - 1) // 2

    def choice(self, seq: Any, /) -> Any:
        return seq[0]


@pytest.mark.rule("hex100.briefing")
def test_everything_wrong_with_a_file_is_found_with_line_and_suggestion(tmp_path: Path) -> None:
    wrong = """[[red.objective]]
kind = "destry"
[[red.objective]]
kind = "exit"
zone = "topp"
[[red.objective]]
kind = "hold"
hexes = [[1, 1], [40, 2]]
points = "many"
[[red.objective]]
kind = "raze"
hexes = [[0, 0]]
colour = 3
[[red.objective]]
kind = "protect"
units = [7]
until = 9"""
    file = written(tmp_path, HEAD, RED, wrong, BLUE.replace("east", "west"))
    with pytest.raises(BadFile) as caught:
        SYSTEM.prepare("briefing", 1, {"briefing": file})
    text = Path(file).read_text().splitlines()
    found = {text[each.line - 1]: each.message for each in caught.value.findings if each.line}
    assert "did you mean destroy" in found['kind = "destry"']
    assert "no zone 'topp'; did you mean top" in found['zone = "topp"']
    assert "expected a whole number, got text" in found['points = "many"']
    assert "unknown key 'colour'" in found["colour = 3"]
    assert "red has 2 machines" in found["units = [7]"]
    assert "never played" in found["until = 9"]
    assert all(each.file == file for each in caught.value.findings)


@pytest.mark.rule("hex100.briefing")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("turns = 4", "turns = 0"), "turns are 1 to 50"),
        (('first = "red"', 'first = "green"'), "first is red or blue"),
        (('becomes = "water"', 'becomes = "watr"'), "did you mean water"),
        (("tracked = 3, flying = 1", "tracked = 3"), "cost lacks flying"),
        (('"~" = "water"', '"~" = "lava"'), "no terrain is called 'lava'"),
        (("[zones.east]\ncolumns = [6, 7]", "[zones.east]\ncolumns = [1, 2]"), "share hexes"),
        (("[zones.east]\ncolumns = [6, 7]", "[zones.east]\nhexes = [[3, 1]]"), "needs 1 hex that a tracked unit"),
        (('zone = "east"', ""), "zone is missing"),
        (('title = "Ford"', ""), "title is missing"),
        (("[blue]", "[bleu]"), ":41: unknown key 'bleu'; did you mean blue"),
        (('kind = "destroy"', ""), "kind is missing"),
        (("[[objective]]", "[[nothing]]"), "unknown key 'nothing'"),
        (("map = '''", "map = ''"), "not TOML"),
    ],
)
def test_each_mistake_of_a_file_is_named(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    text = "\n".join((HEAD, '[[objective]]\nkind = "destroy"', RED, BLUE))
    assert change[0] in text
    file = written(tmp_path, text.replace(*change))
    with pytest.raises(BadFile, match=says.replace("[", r"\[").replace("]", r"\]")):
        SYSTEM.prepare("briefing", 1, {"briefing": file})


@pytest.mark.rule("hex100.briefing")
def test_one_mistake_does_not_hide_another(tmp_path: Path) -> None:
    text = "\n".join((HEAD, '[[objective]]\nkind = "destroy"', RED, BLUE))
    for right, wrong in (
        ("turns", "turn"),
        ('first = "red"', 'first = "green"'),
        ('"building"', '"bulding"'),
        ("errant-saboteur,tegu-siege", "tegu-seige"),
    ):
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    file = written(tmp_path, text)
    with pytest.raises(BadFile) as raised:
        SYSTEM.prepare("briefing", 1, {"briefing": file})
    said = [(finding.line > 0, finding.message) for finding in raised.value.findings]
    for words in (
        "unknown key 'turn'",
        "first is red or blue",
        "No machine or force is called 'tegu-seige'",
        "bulding",
    ):
        assert [line for line, message in said if words in message] == [True], words


@pytest.mark.rule("hex100.briefing")
def test_forces_may_be_changed_within_the_budget_and_must_still_fit_the_orders(tmp_path: Path) -> None:
    guard = '[[red.objective]]\nkind = "protect"\nunits = [2]\npoints = 3'
    file = written(tmp_path, HEAD, RED, guard, BLUE)
    with pytest.raises(BadFile, match="there is no unit 2: red has 1 machine"):
        SYSTEM.prepare("briefing", 1, {"briefing": file, "red": "tegu-siege"})
    placed = '[[red.deploy]]\nzone = "south"\nunits = [1, 2]'
    named = written(tmp_path, HEAD, RED, placed, BLUE)
    with pytest.raises(BadFile, match="there is no unit 2: red has 1 machine"):
        SYSTEM.prepare("briefing", 1, {"briefing": named, "red": "tegu-siege"})
    with pytest.raises(BadInput, match="the budget is 4000"):
        SYSTEM.prepare("briefing", 1, {"briefing": file, "red": "tegu-siege,tegu-siege,tegu-siege,tegu-siege"})
    with pytest.raises(UnknownName, match="Did you mean stealth-raid"):
        SYSTEM.prepare("briefing", 1, {"briefing": "stealth-raed"})
    assert SYSTEM.prepare("briefing", 1, {"briefing": "ridge"}).data["plan"]["title"] == "Quarry road"


@pytest.mark.rule("hex100.briefing")
@pytest.mark.parametrize("name", ready_briefings())
def test_a_ready_briefing_is_the_same_from_its_own_file(tmp_path: Path, name: str) -> None:
    own = SYSTEM.prepare("briefing", 3, {"briefing": written(tmp_path, ready_briefings()[name])})
    assert own.data == SYSTEM.prepare(name, 3, {}).data
    battle = Battle.begin(SYSTEM, own, Seeded(3))
    notes = battle.view(battle.pending[0].seat).notes
    assert notes[0].startswith(f"{own.data['plan']['title']}. ")


@pytest.mark.rule("hex100.deployment", "hex100.drone-deployment")
def test_reinforcements_bring_their_drones_and_wait_a_round_where_there_is_no_room(tmp_path: Path) -> None:
    nook = "[zones.nook]\nhexes = [[0, 0]]"
    late = '[[red.deploy]]\nzone = "nook"\nunits = [2]\nturn = 2'
    red = RED.replace("tegu-siege", "crocodile-medic")
    battle = opened(written(tmp_path, HEAD, nook, '[[objective]]\nkind = "destroy"', red, late, BLUE))
    placed(battle, blue_1=(7, 3), red_1=(0, 0))
    finish_turns(battle, 3)
    assert (battle.state.turn, battle.state.units["red-2"].placed) == (3, False)
    battle.state.units["red-1"].q, battle.state.units["red-1"].r = at(0, 5)
    finish_turns(battle, 4)
    battle.answer("red", Deploy("red-2", *at(0, 0)))
    assert (battle.pending[0].kind, battle.pending[0].unit) == ("field drone", "red-2-drone-1")
