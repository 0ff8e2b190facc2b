from pathlib import Path

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.table.maps import load_map, read_map
from gearlock.table.mapwriting import write_map
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

FORD = """\
name = "Ford"
width = 48
height = 36.5

[[piece]]
id = "wood"
name = "Pine wood"
kind = "area"
rating = "light"
top = 3
outline = [[4, 4], [12, 4.5], [10, 11.125]]

[[piece]]
id = "river"
name = "River"
kind = "water"
rectangle = [20, 0, 26, 36.5]
props = { depth = 750, current = "slow" }

[[piece]]
id = "deck"
name = "Gantry"
kind = "instance"
rating = "heavy"
base = 2
top = 2.5
footing = true
rectangle = [30, 30, 34, 32]
"""


def findings(text: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read_map(text, "ford.toml")
    return [str(finding) for finding in caught.value.findings]


def test_a_map_is_read_in_mils() -> None:
    ground = read_map(FORD, "ford.toml")
    wood, river, deck = ground.pieces
    assert (ground.name, ground.width, ground.height) == ("Ford", 48_000, 36_500)
    assert wood.outline == ((4_000, 4_000), (12_000, 4_500), (10_000, 11_125))
    assert (wood.kind, wood.rating, wood.top, wood.footing) == ("area", "light", 3_000, False)
    assert (river.top, river.props) == (0, {"depth": 750, "current": "slow"})
    assert (deck.base, deck.top, deck.footing, deck.outline) == (
        2_000,
        2_500,
        True,
        rectangle(30_000, 30_000, 34_000, 32_000),
    )


def test_what_is_written_is_read_again() -> None:
    ground = read_map(FORD, "ford.toml")
    assert read_map(write_map(ground), "again.toml") == ground


def test_odd_names_survive_writing() -> None:
    odd = Piece('a"b', "Back\\slash\tü\x7f", "open", rectangle(0, 0, 1, 1_000), props={"two words": 'x"y'})
    ground = Ground(12_000, 12_000, (odd,), "New\nline")
    assert read_map(write_map(ground), "odd.toml") == ground


def test_all_findings_come_at_once_with_their_lines() -> None:
    broken = FORD.replace('kind = "area"', 'kind = "swamp"').replace("top = 3\n", "top = 3.0005\n")
    broken = (
        broken.replace("[10, 11.125]", "[60, 11]")
        .replace('id = "deck"', 'id = "wood"')
        .replace("base = 2\n", "base = 4\n")
    )
    broken = broken.replace("width = 48", "width = 0.5").replace('current = "slow"', "current = 1.5")
    assert findings(broken) == [
        "ford.toml:2: the map: 'width' must be inches, 12 to 264, with at most three decimals",
        "ford.toml:8: piece wood: 'swamp' is no kind of terrain: open, area, instance, road, water, building, hill",
        "ford.toml:10: piece wood: 'top' must be inches, 0 to 100, with at most three decimals",
        "ford.toml:11: piece wood: it reaches beyond the table's edge",
        "ford.toml:17: piece river: it reaches beyond the table's edge",
        "ford.toml:18: piece river: props are whole numbers or words",
        "ford.toml:21: piece wood: the id 'wood' is used twice",
        "ford.toml:26: piece wood: its top lies below its base",
        "ford.toml:28: piece wood: it reaches beyond the table's edge",
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('name = "Ford"\n', "", "ford.toml:1: the map: 'name' is missing"),
        ('name = "Pine wood"\n', "", "ford.toml:5: piece wood: 'name' is missing"),
        ('rating = "light"', 'rating = "soft"', "ford.toml:9: piece wood: 'soft' is no rating: light, heavy"),
        ("[10, 11.125]]", "[10]]", "ford.toml:11: piece wood: its outline must be three or more corners"),
        ("[10, 11.125]]", "[8, 4.25]]", "ford.toml:11: piece wood: its outline has no area or crosses itself"),
        ("rectangle = [20, 0, 26, 36.5]", "rectangle = [20, 0]", "ford.toml:17: piece river: its rectangle must be"),
        ("rectangle = [20, 0, 26, 36.5]\n", "", "ford.toml:13: piece river: it needs either an outline or a rectangle"),
        ("footing = true", "footing = 1", "ford.toml:27: piece deck: 'footing' must be true or false"),
        ("footing = true", "fotting = true", "ford.toml:27: piece deck: nothing is called 'fotting' here"),
        ("width = 48", "width = true", "ford.toml:2: the map: 'width' must be inches"),
        ("width = 48", "width = inf", "ford.toml:2: the map: 'width' must be inches"),
        ("top = 2.5", "top = ", "ford.toml:26: not TOML"),
    ],
)
def test_each_mistake_is_named_with_its_line(old: str, new: str, expected: str) -> None:
    assert old in FORD
    assert any(found.startswith(expected) for found in findings(FORD.replace(old, new, 1)))


def test_pieces_must_be_tables() -> None:
    assert findings('name = "x"\nwidth = 19\nheight = 19\npiece = 3\n')[0].startswith(
        "ford.toml:4: the map: pieces are"
    )


def test_a_crossing_outline_is_refused() -> None:
    bow = FORD.replace("[[4, 4], [12, 4.5], [10, 11.125]]", "[[4, 4], [12, 12], [12, 4], [4, 9]]")
    assert findings(bow) == ["ford.toml:11: piece wood: its outline has no area or crosses itself"]


def test_a_missing_file_and_one_that_is_no_text_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"none\.toml: cannot be read"):
        load_map(tmp_path / "none.toml")
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match=r"noise\.toml:1: this is not UTF-8 text"):
        load_map(tmp_path / "noise.toml")


def test_a_map_file_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "ford.toml").write_text(FORD, encoding="utf-8")
    assert load_map(tmp_path / "ford.toml") == read_map(FORD, "ford.toml")
