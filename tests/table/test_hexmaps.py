"""Hex maps: the ground, map files with all their errors, the generator and the maps that come with the game."""

from importlib.resources import files

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.table.hexes import from_offset
from gearlock.table.hexgenerate import Growth, generate_hex_map
from gearlock.table.hexmapfiles import read_hex_map, write_hex_map
from gearlock.table.hexmaps import HexGround

TERRAINS = ("open", "woods", "house", "water")
GROWTHS = (
    Growth("woods", 4, 3, 7),
    Growth("scrub", 2, 2, 5),
    Growth("house", 2, 1, 3, passable=False),
    Growth("water", 1, 3, 8, passable=False),
)
FORD = """name = "Ford"
map = '''
. . #
 . ~ .
'''
[legend]
"." = "open"
"#" = "house"
"~" = "water"
[zones.top]
rows = [0, 0]
[zones.corner]
hexes = [[0, 0], [2, 1]]
"""


def test_a_ground_answers_by_hex_and_iterates_in_the_order_of_its_terrain() -> None:
    ground = read_hex_map(FORD, "ford.toml", TERRAINS)
    assert (ground.name, ground.columns, ground.rows) == ("Ford", 3, 2)
    assert [ground.terrain_at(hex_) for hex_ in ground] == list(ground.terrain)
    assert ground.terrain_at(from_offset(1, 1)) == "water"
    assert from_offset(2, 1) in ground
    assert (-1, 0) not in ground
    assert from_offset(0, 2) not in ground
    assert ground.zones["top"] == {(0, 0), (1, 0), (2, 0)}
    assert ground.zones["corner"] == {(0, 0), from_offset(2, 1)}


def test_changed_terrain_makes_another_ground_and_leaves_the_first() -> None:
    ground = read_hex_map(FORD, "ford.toml", TERRAINS)
    burnt = ground.replaced({(2, 0): "open"})
    assert (ground.terrain_at((2, 0)), burnt.terrain_at((2, 0))) == ("house", "open")
    assert burnt != ground
    assert burnt.replaced({(2, 0): "house"}) == ground
    assert hash(burnt.replaced({(2, 0): "house"})) == hash(ground)


def test_the_digest_is_the_same_in_every_run_and_ignores_the_name() -> None:
    ground = HexGround("a", 2, 1, ("open", "woods"))
    assert ground.digest == HexGround("b", 2, 1, ("open", "woods")).digest == "2da8f04be3f3b862ec8767c5d7669fd0"


def test_a_written_map_reads_back_equal() -> None:
    ground = read_hex_map(FORD, "ford.toml", TERRAINS)
    again = read_hex_map(write_hex_map(ground), "again.toml", TERRAINS)
    assert again == ground
    assert again.name == "Ford"


def test_all_errors_of_a_map_are_reported_at_once_with_their_lines() -> None:
    bad = """colour = 3
map = '''
. . #
 . ? . .
'''
[legend]
"." = "open"
"##" = "house"
"#" = "hose"
[zones.top]
rows = [0, 7]
[zones.far]
hexes = [[0, 0], [9, 9]]
[zones.odd]
hexes = [[1]]
[zones.none]
"""
    with pytest.raises(BadFile) as raised:
        read_hex_map(bad, "bad.toml", TERRAINS)
    said = [str(finding) for finding in raised.value.findings]
    assert [line.split(": ")[0] for line in said] == [
        "bad.toml",
        "bad.toml:1",
        "bad.toml:4",
        "bad.toml:4",
        "bad.toml:8",
        "bad.toml:9",
        "bad.toml:10",
        "bad.toml:12",
        "bad.toml:14",
        "bad.toml:16",
    ]
    assert "needs a name" in said[0]
    assert "unknown key 'colour'" in said[1]
    assert "this row has 4 hexes, the first has 3" in said[2]
    assert "'?' (hex 2 of the row) is not in the legend" in said[3]
    assert "single character" in said[4]
    assert "no terrain is called 'hose'" in said[5]
    assert "zone 'top': rows must be [first, last] within 0 and 1" in said[6]
    assert "column 9, row 9 is off the map of 3 by 2" in said[7]
    assert "pairs of whole numbers" in said[8]
    assert "zone 'none' needs" in said[9]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('name = "x"\nmap = .', 2, "not TOML"),
        ('name = "x\n', 1, "not TOML"),
        ("name = 'x'\nmap = '''\n.", 3, "not TOML"),
        ('name = "x"\n[legend]\n"." = "open"', 0, "needs a drawing"),
        ('name = "x"\nmap = "."', 0, "[legend]"),
        ('name = "x"\nmap = "."\nzones = 3\n[legend]\n"." = "open"', 3, "zones are tables"),
    ],
)
def test_files_that_are_no_maps_say_so(text: str, line: int, message: str) -> None:
    with pytest.raises(BadFile) as raised:
        read_hex_map(text, "bad.toml", TERRAINS)
    assert any(finding.line == line and message in finding.message for finding in raised.value.findings)


@pytest.mark.parametrize("seed", range(12))
def test_generated_maps_are_covered_fair_and_nowhere_walled_in(seed: int) -> None:
    ground = generate_hex_map(18, 24, seed, GROWTHS)
    covered = sum(name != "open" for name in ground.terrain)
    assert 0.40 <= covered / len(ground.terrain) <= 0.50
    assert all(ground.terrain_at(ground.turned(hex_)) == ground.terrain_at(hex_) for hex_ in ground)
    assert_connected(ground, {"house", "water"})
    for zone in ("north", "south"):
        assert not {ground.terrain_at(hex_) for hex_ in ground.zones[zone]} & {"house", "water"}


def test_the_seed_alone_decides_the_generated_map() -> None:
    maps = [generate_hex_map(18, 24, seed, GROWTHS) for seed in (1, 1, 2)]
    assert maps[0] == maps[1] != maps[2]


@pytest.mark.parametrize("name", ["river-village", "quarry-road"])
def test_the_maps_that_come_with_the_game_are_fair_and_passable(name: str) -> None:
    data = files("gearlock.systems") / "hex100" / "data" / "maps" / f"{name}.toml"
    known = ("open", "light woods", "dense woods", "broken ground", "rubble", "building", "swamp", "water", "cliff")
    ground = read_hex_map(data.read_text(encoding="utf-8"), name, known)
    assert (ground.columns, ground.rows) == (18, 24)
    assert set(ground.zones) == {"north", "south"}
    assert all(ground.terrain_at(ground.turned(hex_)) == ground.terrain_at(hex_) for hex_ in ground)
    assert_connected(ground, {"building", "water", "cliff"})


def assert_connected(ground: HexGround, walls: set[str]) -> None:
    """Join every hex to its free neighbours until one group is left."""
    free = {hex_ for hex_ in ground if ground.terrain_at(hex_) not in walls}
    group = {hex_: hex_ for hex_ in free}
    for q, r in free:
        for near in ((q + 1, r), (q, r + 1), (q + 1, r - 1)):
            if near in free:
                old, new = group[near], group[(q, r)]
                group.update({hex_: new for hex_, of in group.items() if of == old})
    assert len(set(group.values())) == 1
