"""What maps in inches mark besides terrain: read, written, carried along, and refused with the line."""

from __future__ import annotations

import re

import msgspec
import pytest

from gearlock.kernel.errors import BadFile
from gearlock.kernel.mapping import MapBattle
from gearlock.table.maps import read_battle, read_map
from gearlock.table.mapwriting import write_map
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.sketching import ground_of, sketch_of
from gearlock.table.terrain import Ground, Marker, Piece

HEAD = 'name = "Ford"\nwidth = 48\nheight = 36\n'
ZONES = "[zones.red]\nrectangle = [0, 0, 48, 8]\n[zones.blue]\nrectangle = [40, 36, 20, 20.5]\n"
MARKERS = '[[marker]]\nid = "bridge"\nname = "The bridge"\nat = [24, 18.25]\n[[marker]]\nid = "mill"\nat = [3, 4]\n'
ROSTER = "system: brigands\nname: Mine\nfaction: North"
BATTLE = f"[battle]\nscenario = \"skirmish\"\nrounds = 6\nred = '''\n{ROSTER}\n'''\n"


def findings(text: str) -> list[str]:
    with pytest.raises(BadFile) as told:
        read_map(HEAD + text, "ford.toml")
    return [str(each) for each in told.value.findings]


def test_zones_and_markers_are_read_with_the_ground() -> None:
    ground = read_map(HEAD + BATTLE + ZONES + MARKERS, "ford.toml")
    assert ground.zone_of("red") == (0, 0, 48 * INCH, 8 * INCH)
    assert ground.zone_of("blue") == (20 * INCH, 20_500, 40 * INCH, 36 * INCH)
    assert ground.marked == (
        Marker("bridge", "The bridge", 24 * INCH, 18_250),
        Marker("mill", "mill", 3 * INCH, 4 * INCH),
    )


def test_a_battle_is_read_with_numbers_as_words_and_a_roster_in_lines() -> None:
    battle = read_battle(HEAD + BATTLE, "ford.toml")
    assert battle == MapBattle("skirmish", {"rounds": "6", "red": ROSTER})
    assert read_battle(HEAD, "ford.toml") is None


def test_what_is_written_reads_the_same() -> None:
    text = (
        HEAD + BATTLE + ZONES + MARKERS + '[[piece]]\nid = "a"\nname = "A"\nkind = "open"\nrectangle = [1, 1, 2, 2]\n'
    )
    ground, battle = read_map(text, "ford.toml"), read_battle(text, "ford.toml")
    written = write_map(ground, battle)
    assert read_map(written, "written") == ground
    assert read_battle(written, "written") == battle
    sketch = sketch_of(ground, battle)
    assert ground_of(sketch) == ground
    assert sketch.battle == battle
    assert msgspec.json.decode(msgspec.json.encode(sketch), type=type(sketch)) == sketch


def test_a_ground_that_marks_nothing_is_written_and_called_as_ever() -> None:
    bare = Ground(INCH, INCH, (), "bare")
    assert msgspec.to_builtins(bare) == {"width": INCH, "height": INCH, "pieces": (), "name": "bare"}
    assert bare.marked == ()
    assert bare.zone_of("red") is None


def test_marks_make_another_ground_and_outlast_its_terrain() -> None:
    piece = Piece("hut", "Hut", "building", rectangle(0, 0, INCH, INCH))
    ground = Ground(INCH * 20, INCH * 20, (piece,), "x", {"red": (0, 0, INCH, INCH)}, (Marker("a", "A", 1, 2),))
    assert ground != Ground(INCH * 20, INCH * 20, (piece,), "x")
    left = ground.changed(without=("hut",))
    assert left.pieces == ()
    assert (left.zones, left.markers) == (ground.zones, ground.markers)
    assert msgspec.convert(msgspec.to_builtins(ground), Ground) == ground


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[zones.red]\nrectangle = [0, 0, 48, 8]\n", 4, "the zone of blue is missing"),
        ("zones = 3\n", 4, "zones are tables"),
        ("[zones]\n", 4, "there is no zone in it"),
        (ZONES + "[zones.green]\nrectangle = [0, 0, 9, 9]\n", 9, "the sides are red and blue"),
        (ZONES.replace("[0, 0, 48, 8]", "[0, 0, 49, 8]"), 5, "beyond the table's edge"),
        (ZONES.replace("[0, 0, 48, 8]", "[0, 0, 48, 3.999]"), 5, "narrower than 4 in"),
        (ZONES.replace("[0, 0, 48, 8]", "[4, 4, 12, 12]"), 5, "along no edge"),
        (ZONES.replace("[0, 0, 48, 8]", "[0, 0, 48, 21]"), 7, "red and blue overlap"),
        (ZONES.replace("[0, 0, 48, 8]", "[0, 0, 48]"), 5, "its rectangle is"),
        (ZONES.replace("[0, 0, 48, 8]", "[0, 0, 48, inf]"), 5, "its rectangle is"),
        (ZONES.replace("[zones.blue]", "colour = 1\n[zones.blue]"), 6, "nothing is called 'colour'"),
        ("marker = 1\n", 4, "[[marker]] tables"),
        (MARKERS.replace('"mill"', '"bridge"'), 9, "used twice"),
        (MARKERS.replace("[3, 4]", "[3, 37]"), 10, "beyond the table's edge"),
        (MARKERS.replace("[3, 4]", '"here"'), 10, "'at' is [x, y]"),
        (MARKERS.replace("[3, 4]", "[3, 4.00001]"), 10, "'at' is [x, y]"),
        (MARKERS.replace('id = "mill"', "id = 7"), 9, "'id' must be a word"),
        ("[[marker]]\nat = [1, 1]\n", 4, "'id' is missing"),
        ('[[marker]]\nid = "a"\nat = [1, 1]\n' * 13, 4, "13 markers; 12 is the most"),
        ("battle = 1\n", 4, "the battle is a table"),
        ("[battle]\nrounds = 2\n", 4, "'scenario' names the scenario"),
        ('[battle]\nscenario = "a"\nrounds = true\n', 6, "'rounds' must be"),
        ('[battle]\nscenario = "a"\nrounds = [1]\n', 6, "'rounds' must be"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, says: str) -> None:
    told = findings(text)
    assert any(each.startswith(f"ford.toml:{line}: ") and says in each for each in told), told


def test_everything_wrong_is_said_at_once() -> None:
    told = findings(
        '[zones.red]\nrectangle = 1\n[[marker]]\nid = ""\nat = 1\n[battle]\nscenario = 3\n[[piece]]\nid = "x"\n'
    )
    assert len(told) >= 6
    assert all(re.match(r"ford\.toml:\d+: ", each) for each in told)
