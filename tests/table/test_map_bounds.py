"""Maps beyond measure are refused in words before anything is worked out; whatever we draw ourselves is within it."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest

from gearlock.kernel import bounds
from gearlock.kernel.errors import BadFile
from gearlock.kernel.registry import get_system
from gearlock.table.generate import generate
from gearlock.table.hexmapfiles import read_hex_map, write_hex_map
from gearlock.table.maps import as_mils, ground_faults, read_map
from gearlock.table.mapwriting import write_map
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground, Piece

HEAD = 'name = "x"\nwidth = 48\nheight = 48\n'


def refused(text: str) -> str:
    with pytest.raises(BadFile) as caught:
        read_map(text, "m.toml")
    return str(caught.value)


def piece(id: str, corners: int, radius: float = 20, middle: float = 24) -> str:
    turn = 2 * math.pi / corners
    places = [[round(middle + radius * f(n * turn), 3) for f in (math.cos, math.sin)] for n in range(corners)]
    return f'[[piece]]\nid = "{id}"\nname = "p"\nkind = "area"\noutline = {places}\n'


@pytest.mark.parametrize("number", ["1e999990", "1e99999999", "1e9999999999999999999", "-1e999990", "inf", "nan"])
def test_numbers_that_would_take_hours_are_words_at_once(number: str) -> None:
    for text in (
        HEAD.replace("width = 48", f"width = {number}"),
        f'{HEAD}[[piece]]\nid = "a"\nname = "a"\nkind = "area"\nrectangle = [1, 1, 2, {number}]\n',
        f'{HEAD}[[piece]]\nid = "a"\nname = "a"\nkind = "area"\ntop = {number}\nrectangle = [1, 1, 2, 2]\n',
    ):
        assert "m.toml:" in refused(text)


@pytest.mark.parametrize("value", ["1e999990", "1e99999999", "NaN", "sNaN", "-Infinity", "1000000"])
def test_no_such_number_becomes_a_length(value: str) -> None:
    assert as_mils(Decimal(value)) is None
    assert as_mils(Decimal("999999.999")) == 999_999_999


@pytest.mark.parametrize("corners", [65, 10_000])
def test_an_outline_has_64_corners_at_most(corners: int) -> None:
    places = "[1, 1], " * corners
    text = f'{HEAD}[[piece]]\nid = "a"\nname = "a"\nkind = "area"\noutline = [{places}]\n'
    assert refused(text) == f"m.toml:8: piece a: it has {corners:,} corners; 64 is the most"
    assert len(read_map(HEAD + piece("a", 64), "m.toml").pieces[0].outline) == 64


def test_a_map_has_so_many_pieces_and_corners_and_no_more() -> None:
    small = "".join(piece(str(n), 3, 0.1, 1 + n / 11) for n in range(500))
    assert len(read_map(HEAD + small, "m.toml").pieces) == 500
    assert refused(HEAD + small + piece("one more", 3)).startswith("m.toml:4: the map: it has 501 pieces; 500 is")
    wide = HEAD.replace("48", "264")
    far = "".join(piece(str(n), 64, 1, 2 + 4 * n) for n in range(63))
    assert "it has 4,032 corners in all; 4,000 is the most" in refused(wide + far)


def test_outlines_do_not_pile_up_in_one_place() -> None:
    assert len(read_map(HEAD + "".join(piece(str(n), 64, 20 - n) for n in range(6)), "m.toml").pieces) == 6
    said = refused(HEAD + "".join(piece(str(n), 64, 20 - n) for n in range(7)))
    assert "it has 448 corners in one square of 4 in; 400 is the most; draw fewer pieces over each other" in said


@pytest.mark.parametrize(("side", "fits"), [("11.999", False), ("12", True), ("264", True), ("264.001", False)])
def test_a_side_is_12_to_264_inches(side: str, fits: bool) -> None:
    text = HEAD.replace("48", side)
    if fits:
        assert read_map(text, "m.toml").width == int(Decimal(side) * INCH)
    else:
        assert "m.toml:2: the map: 'width' must be inches, 12 to 264" in refused(text)


def test_the_largest_table_that_is_drawn_can_be_written_and_read_again() -> None:
    for width in (48, 72, 264):
        for seed in range(8):
            ground = generate(width * INCH, 48 * INCH, seed)
            assert read_map(write_map(ground), "drawn.toml") == ground
            assert not list(ground_faults(ground))


@pytest.mark.parametrize(
    "ground",
    [
        Ground(48_000, 48_000, tuple(Piece(str(n), "", "area", ((0, 0), (9, 0), (0, 9))) for n in range(501))),
        Ground(48_000, 48_000, (Piece("a", "", "area", tuple((n, n * n) for n in range(65))),)),
        Ground(48_000, 48_000, (Piece("a", "", "area", ()),)),
        Ground(48_000, 10**9),
        Ground(48_000, 48_000, (Piece("a", "", "area", ((0, 0), (10**9, 0), (0, 10**9))),)),
        Ground(48_000, 48_000, (Piece("a", "", "area", ((0, 0), (9, 0), (0, 9)), top=10**9),)),
    ],
)
def test_a_ground_of_a_log_is_measured_too(ground: Ground) -> None:
    assert list(ground_faults(ground))


def hex_map(columns: int, rows: int, zones: str = "", legend: str = '"." = "open"') -> str:
    drawn = "\n".join(". " * columns for _ in range(rows))
    return f"name = \"x\"\nmap = '''\n{drawn}\n'''\n[legend]\n{legend}\n{zones}"


def hex_refused(text: str) -> str:
    with pytest.raises(BadFile) as caught:
        read_hex_map(text, "h.toml", ("open", "wood"))
    return str(caught.value)


def test_a_hex_map_is_100_by_100_at_most() -> None:
    assert read_hex_map(hex_map(100, 100), "h.toml", ("open",)).rows == 100
    assert hex_refused(hex_map(101, 5)) == "h.toml:2: the map has 101 columns and 5 rows; 100 by 100 hexes is the most"
    assert "5 columns and 101 rows" in hex_refused(hex_map(5, 101))
    assert "100 by 100 hexes is the most" in hex_refused(hex_map(120, 120, '[zones.a]\nrows = [0, "x"]'))


def test_a_hex_map_has_64_zones_at_most_and_no_endless_ones() -> None:
    def zones(count: int, rows: str = "[0, 0]") -> str:
        return "".join(f"[zones.z{n}]\nrows = {rows}\n" for n in range(count))

    assert len(read_hex_map(hex_map(5, 5, zones(64)), "h.toml", ("open",)).zones) == 64
    assert "h.toml:11: the map has 65 zones; 64 is the most" in hex_refused(hex_map(5, 5, zones(65)))
    assert "h.toml:106: the zones have more than 20,000 hexes" in hex_refused(hex_map(100, 100, zones(3, "[0, 99]")))


def test_a_legend_has_no_more_characters_than_can_be_drawn() -> None:
    marks = "abcdefghijklmnopqrstuvwxyzABCDEFG"
    legend = "\n".join(f'"{mark}" = "{mark}"' for mark in marks[:32])
    text = hex_map(5, 1, legend=legend).replace(". " * 5, marks[:32])
    ground = read_hex_map(text, "h.toml", tuple(marks))
    assert read_hex_map(write_hex_map(ground), "again", tuple(marks)) == ground
    assert "legend: 33 characters; 32 is the most" in hex_refused(text.replace("[legend]", '[legend]\n"!" = "open"'))


@pytest.mark.parametrize("name", ["New\nline", 'tab\tquote"back\\slash', "\x7f\x01"])
def test_odd_names_of_hex_maps_survive_writing(name: str) -> None:
    text = hex_map(3, 2, "[zones.a]\nrows = [0, 0]")
    ground = read_hex_map(text, "h.toml", ("open",))
    odd = type(ground)(name, ground.columns, ground.rows, ground.terrain, {name: ground.zones["a"]})
    again = read_hex_map(write_hex_map(odd), "again", ("open",))
    assert (again, again.name) == (odd, name)


@pytest.mark.parametrize("system", ["brigands", "hex100"])
def test_every_ready_scenario_is_within_its_bounds(system: str) -> None:
    rules = get_system(system)
    for scenario, described in rules.scenarios().items():
        for name in described.choices.get("map", ("",)):
            setup = rules.prepare(scenario, 3, {"map": name} if name else {})
            rules.begin(setup)
            assert len(str(setup.data["map"])) < bounds.LARGEST_TEXT
