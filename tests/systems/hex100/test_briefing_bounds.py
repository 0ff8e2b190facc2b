"""Briefing files at their edges: the last number that is right, the first that is wrong, and the line that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.briefings import briefing_files as briefing_plans
from gearlock.systems.hex100.briefings.briefing_files import spread_hexes
from gearlock.table.hexmaps import HexGround
from systems.hex100.kit import at
from systems.hex100.test_briefings import BLUE, HEAD, RED, written

COUNTS = '[[objective]]\nkind = "destroy"'
NOOK = "[zones.nook]\nhexes = [[0, 0], [1, 0]]\n[zones.shore]\nhexes = [[3, 1], [0, 0]]"


def findings(tmp_path: Path, *parts: str, **options: str) -> list[tuple[str, str]]:
    """What is wrong with a file: the line and what is said of it."""
    file = written(tmp_path, *parts)
    text = ["", *Path(file).read_text().splitlines()]
    try:
        SYSTEM.prepare("briefing", 1, {"briefing": file, **options})
    except BadFile as bad:
        return [(text[each.line], each.message) for each in bad.findings]
    return []


def said_of(objective: str, tmp_path: Path) -> list[tuple[str, str]]:
    """Of an objective for red, or for both where it says so itself."""
    table = objective if objective.startswith("[[") else f"[[red.objective]]\n{objective}"
    return findings(tmp_path, HEAD, RED, table, BLUE)


@pytest.mark.rule("hex100.briefing", "hex100.victory")
@pytest.mark.parametrize(
    "objective",
    [
        'kind = "destroy"\npoints = 0',
        'kind = "destroy"\nunits = [1]',
        'kind = "hold"\nspread = 1',
        'kind = "hold"\nspread = 8',
        'kind = "hold"\nspread = 3\npoints = 1\ncount = 1',
        'kind = "hold"\nhexes = [[0, 0], [7, 5]]',
        'kind = "hold"\nzone = "top"\nuntil = 4\nsecret = true',
        'kind = "hold"\nzone = "top"\nuntil = 0',
        'kind = "raze"\nhexes = [[6, 4], [2, 2]]',
        'kind = "scan"\nunits = [1]\nreach = 1',
        'kind = "scan"\nzone = "top"',
        'kind = "hack"\nhexes = [[6, 4]]\nrating = 0',
        'kind = "hack"\nhexes = [[6, 4]]\nrating = 100',
        'kind = "hack"\nunits = [1]',
        'kind = "reach"\nhexes = [[6, 4]]',
        'kind = "protect"\nunits = [1, 2]',
        'kind = "exit"\nzone = "top"',
        '[[objective]]\nkind = "hold"\nzone = "top"',
    ],
)
def test_an_objective_may_go_to_its_bounds(tmp_path: Path, objective: str) -> None:
    assert said_of(objective, tmp_path) == []


@pytest.mark.rule("hex100.briefing", "hex100.victory")
@pytest.mark.parametrize(
    ("objective", "line", "said"),
    [
        ('kind = "destroy"\npoints = -1', "points = -1", "points are at least 1"),
        ('kind = "hold"\nzone = "top"\npoints = 0', "points = 0", "points are at least 1"),
        ('kind = "hold"\nzone = "top"\ncount = 0', "count = 0", "count is at least 1"),
        ('kind = "hold"\nspread = 9', "spread = 9", "the middle row has not so many hexes"),
        ('kind = "hold"\nspread = -1', "spread = -1", "the middle row has not so many hexes"),
        ('kind = "hold"\nzone = "top"\nuntil = 5', "until = 5", "that round is never played"),
        ('kind = "hold"\nzone = "top"\nuntil = -1', "until = -1", "that round is never played"),
        ('kind = "hack"\nunits = [1]\nrating = -1', "rating = -1", "a rating is 0 to 100"),
        ('kind = "hack"\nunits = [1]\nrating = 101', "rating = 101", "a rating is 0 to 100"),
        ('kind = "scan"\nunits = [1]\nreach = 0', "reach = 0", "reach is at least 1"),
        ('kind = "scan"\nunits = [0]', "units = [0]", "there is no unit 0: blue has 1 machine"),
        ('kind = "scan"\nunits = [2]', "units = [2]", "there is no unit 2: blue has 1 machine"),
        ('kind = "destroy"\nunits = [2]', "units = [2]", "there is no unit 2: blue has 1 machine"),
        ('kind = "protect"\nunits = [3]', "units = [3]", "there is no unit 3: red has 2 machines"),
        (
            'kind = "hold"\nzone = "top"\nspread = 2',
            'zone = "top"',
            "write one of zone, hexes and spread, not several",
        ),
        (
            'kind = "hold"\nzone = "top"\nhexes = [[1, 1]]',
            'zone = "top"',
            "write one of zone, hexes and spread, not several",
        ),
        ('kind = "hold"\nhexes = [[8, 1]]', "hexes = [[8, 1]]", "column 8, row 1 is off the map of 8 by 6"),
        ('kind = "hold"\nhexes = [[1, 6]]', "hexes = [[1, 6]]", "column 1, row 6 is off the map of 8 by 6"),
        ('kind = "raze"\nhexes = [[0, 0]]', "hexes = [[0, 0]]", "column 0, row 0 is open: that lasts for ever"),
        ('kind = "hold"', "[[red.objective]]", "hold needs a zone or hexes"),
        ('kind = "reach"', "[[red.objective]]", "reach needs a zone or hexes"),
        ('kind = "raze"', "[[red.objective]]", "raze needs a zone or hexes"),
        ('kind = "scan"', "[[red.objective]]", "scan needs a zone, hexes or units"),
        ('kind = "hack"', "[[red.objective]]", "hack needs a zone, hexes or units"),
        ('kind = "exit"\nhexes = [[0, 0]]', "[[red.objective]]", "exit needs a zone to leave by"),
        (f"{COUNTS}\nsecret = true", "secret = true", "an objective for both sides cannot be secret"),
        (f"{COUNTS}\nunits = [9]", "units = [9]", "an objective for both sides names no units"),
    ],
)
def test_an_objective_beyond_its_bounds_is_named_by_its_line(
    tmp_path: Path, objective: str, line: str, said: str
) -> None:
    assert said_of(objective, tmp_path) == [(line, said)]


@pytest.mark.rule("hex100.briefing")
def test_the_line_is_that_of_the_second_objective_where_the_second_is_wrong(tmp_path: Path) -> None:
    good, bad = ('[[red.objective]]\nkind = "hold"\nspread = ' + number for number in "39")
    assert findings(tmp_path, HEAD, RED, good, bad, BLUE) == [("spread = 9", "the middle row has not so many hexes")]


@pytest.mark.rule("hex100.deployment", "hex100.briefing")
@pytest.mark.parametrize(
    ("deploy", "found"),
    [
        ('zone = "west"', []),
        ('zone = "nook"', []),
        ('zone = "west"\nunits = [1, 2]', []),
        ('zone = "west"\nunits = [1]\n[[red.deploy]]\nzone = "top"', []),
        ('zone = "west"\nturn = 0', []),
        ('zone = "west"\nunits = [1]\n[[red.deploy]]\nzone = "top"\nunits = [2]\nturn = 4', []),
        (
            'zone = "west"\nturn = 5',
            [("turn = 5", "the battle has 4 turns, and no turn 5")],
        ),
        (
            'zone = "west"\nturn = -1',
            [("turn = -1", "the battle has 4 turns, and no turn -1")],
        ),
        (
            'zone = "west"\nunits = [1]',
            [("[[red.deploy]]", "red-2 begin nowhere: add [[red.deploy]] without units, or name them")],
        ),
        (
            'zone = "west"\nunits = [1, 2]\n[[red.deploy]]\nzone = "top"\nunits = [2]',
            [("[[red.deploy]]", "red-2 is placed twice")],
        ),
        ('zone = "west"\nunits = [1, 3]\n[[red.deploy]]\nzone = "top"', [("units = [1, 3]", "there is no unit 3: ")]),
        (
            'zone = "shore"',
            [('zone = "shore"', "the zone 'shore' needs 2 hexes that a tracked unit can enter; it has 1")],
        ),
        ('zone = "shore"\nunits = [2]\n[[red.deploy]]\nzone = "west"', []),
        ('zone = "shore"\n[[red.deploy]]\nzone = "west"', []),
    ],
)
def test_every_unit_begins_somewhere_once_in_time_and_where_it_has_room(
    tmp_path: Path, deploy: str, found: list[tuple[str, str]]
) -> None:
    """Where several zones are open to the same units nobody can say which of them will be crowded."""
    red = RED.partition("[[")[0] + f"[[red.deploy]]\n{deploy}\n"
    said = findings(tmp_path, HEAD, NOOK, COUNTS, red, BLUE)
    assert [line for line, _ in said] == [line for line, _ in found]
    assert all(message.startswith(start) for (_, message), (_, start) in zip(said, found, strict=True)), said


@pytest.mark.rule("hex100.deployment", "hex100.briefing")
@pytest.mark.parametrize(
    ("turn", "zone", "shared"), [(0, "east", True), (1, "east", False), (0, "west", False), (0, "rim", True)]
)
def test_zones_of_both_sides_share_no_hex_when_the_battle_begins(
    tmp_path: Path, turn: int, zone: str, shared: bool
) -> None:
    rim = "[zones.rim]\nhexes = [[6, 0], [5, 0]]"
    red = RED.replace("west", zone) + f"units = [2]\nturn = {turn}\n" + '[[red.deploy]]\nzone = "west"\n'
    found = findings(tmp_path, HEAD, rim, COUNTS, red, BLUE)
    said = f"the zones 'east' and '{zone}' share hexes, and both sides begin there"
    assert found == ([('zone = "east"', said)] if shared else [])


@pytest.mark.rule("hex100.briefing")
@pytest.mark.parametrize(("most", "first"), [(12, ""), (11, "second"), (7, "second"), (6, "second"), (5, "first")])
def test_objectives_have_no_more_hexes_together_than_the_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, first: str
) -> None:
    """Said once, of the objective that goes beyond it, whether its hexes are a zone's or its own."""
    monkeypatch.setattr(briefing_plans, "MOST_CONTESTED", most)
    own = ", ".join(f"[{column}, 3]" for column in range(2, 8))
    objectives = [
        f'[[red.objective]]\nname = "first"\nkind = "hold"\nhexes = [{own}]',
        '[[red.objective]]\nname = "second"\nkind = "hold"\nzone = "six"',
        '[[red.objective]]\nname = "third"\nkind = "hold"\nspread = 3',
    ]
    six = f"[zones.six]\nhexes = [{own}]"
    file = written(tmp_path, HEAD, six, RED, *objectives, BLUE)
    lines = Path(file).read_text().splitlines()
    try:
        SYSTEM.prepare("briefing", 1, {"briefing": file})
        found = []
    except BadFile as bad:
        found = [(lines[each.line], each.message) for each in bad.findings]
    assert found == ([(f'name = "{first}"', f"the objectives have more than {most} hexes together")] if first else [])


@pytest.mark.rule("hex100.victory")
@pytest.mark.parametrize(
    ("columns", "rows", "count", "middle"),
    [
        (9, 9, 3, [(1, 4), (4, 4), (7, 4)]),
        (8, 6, 1, [(4, 3)]),
        (8, 6, 2, [(2, 3), (6, 3)]),
        (8, 6, 8, [(column, 3) for column in range(8)]),
        (30, 20, 3, [(5, 10), (15, 10), (25, 10)]),
        (10, 7, 4, [(1, 3), (3, 3), (6, 3), (8, 3)]),
    ],
)
def test_hexes_are_spread_evenly_over_the_middle_row(
    columns: int, rows: int, count: int, middle: list[tuple[int, int]]
) -> None:
    ground = HexGround("even", columns, rows, ("open",) * (columns * rows))
    assert spread_hexes(ground, count) == tuple(at(*each) for each in middle)


@pytest.mark.rule("hex100.briefing")
def test_what_does_not_fit_a_map_of_ones_own_is_said_of_that_map(tmp_path: Path) -> None:
    mine = tmp_path / "map.toml"
    drawn = "\n".join(("~" + "." * 7, *("." * 8 for _ in range(5))))
    zones = "[zones.west]\nhexes = [[0, 0]]\n[zones.east]\nhexes = [[0, 0], [7, 0]]"
    legend = '[legend]\n"." = "open"\n"~" = "water"'
    mine.write_text(f"name = 'mine'\nmap = '''\n{drawn}\n'''\n{legend}\n{zones}", encoding="utf-8")
    file = written(tmp_path, f'title = "Ford"\nmap = "{mine}"', COUNTS, RED.replace("errant-saboteur,", ""), BLUE)
    with pytest.raises(BadFile) as caught:
        SYSTEM.prepare("briefing", 1, {"briefing": file})
    said = "the zone 'west' needs 1 hex that a tracked unit can enter; it has 0"
    assert [(each.file, each.line, each.message) for each in caught.value.findings] == [(str(mine), 0, said)]
