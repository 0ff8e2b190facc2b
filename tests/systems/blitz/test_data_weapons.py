"""Weapons: the tables row by row, and what brackets, sizes and ammunition make of them."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import UnknownName
from gearlock.systems.blitz.models import Weapon, read_arsenal, read_pen, read_trait, read_weapon, weapons_table

TABLE = """\
RP ballistic 6-12/24 7 8 9 AE:4",Blast:1D6,IF
APGL ballistic 0-0/0 3 - - Proximity:3",AI,Frag
AC ballistic 6-18/36 6 7 8 Burst:+1D6
RC ballistic 6-12/24 6 7 8 Burst:+2D6,Split:2
BZ ballistic 3-12/24 7 9 11 AT
FL ballistic 0-6/12 2/0F 3/1F 4/2F Fire,Spray,Split:3,AI
FC ballistic 3-9/18 5 6 7 Ammo:AP,Ammo:Frag (AI)
GL ballistic 3-12/24 7 8 9 AE:3",Blast:2D6,Split:2,IF (Range:9-18/36")
MG ballistic 3-18/24 2 3 4 AI,Burst:+2D6
PG ballistic 0-9/18 6 - - Burst:+2D6,Split:2
PZ ballistic 0-6/12 8 10 12 AT
RG ballistic 12-36/72 7 9 11 Ammo:AP
RF ballistic 12-36/72 6 7 8
SC ballistic 3-12/24 8 10 12 Ammo:AT,Ammo:AS
TG ballistic 12-36/72 8 10 12 Ammo:AT
LC beam 12-36/72 6 8 10
LG beam 3-12/24 6 7 8 Burst:+1D6,Split:2
PA beam 6-18/36 7/0H 8/1H 9/2H Haywire
PL beam 12-24/48 8 9 10
ATM missile 12-36/72 8 10 12 AT,Guided
ABM missile 12-36/72 4 6 8 AI,AE:5",Blast:1D6,Guided
SAM missile 12-36/72 5 7 9 AA,Flak,Guided
AM missile 18-48/96 7 9 11 AE:4",AS,Blast:2D6 (AE:2"),Guided
AR indirect 12-24/48 7 8 9 AE:4",Blast:2D6
APR indirect 9-18/36 3 5 7 AI,AE:6"
FM indirect 18-36/72 7 9 11 AE:5",Blast:2D6 (AE:2")
GM indirect 18-36/72 6 8 10 AE:4",Blast:1D6 (AE:2"),Guided
AG indirect 36-72/144 8 10 12 AE:4",Blast:2D6
FG indirect 12-48/96 8 9 10 Ammo:AE:3" (Blast:2D6),Ammo:AT,Ammo:AS
HG indirect 3-6/9 9 11 13 AE:3",Blast:2D6
CW melee 0-0/0 5 7 9 Impact
VB melee 0-0/0 7 9 11 AT
SG melee 0-0/0 6 8 10 AP
SE melee 0-0/0 9 11 13 AE:0",AS,Blast:3D6
BB air 0-0/0 8 10 12 AE:5",IF,Blast:2D6 (AE:2")
"""


def weapon(text: str) -> Weapon:
    return read_weapon(text, weapons_table())


@pytest.mark.rule("blitz.8.1", "blitz.8.5", "blitz.A.4", "blitz.A.4-melee", "blitz.2.0")
def test_every_family_has_the_row_of_its_table() -> None:
    assert list(weapons_table()) == [line.split()[0] for line in TABLE.splitlines()]
    for line in TABLE.splitlines():
        code, category, band, light, medium, heavy, *rest = line.split(maxsplit=6)
        row = weapons_table()[code]
        assert row.category == category
        assert f"{row.optimal[0]}-{row.optimal[1]}/{row.maximum}" == band
        assert list(row.penetration.values()) == [pen for pen in (light, medium, heavy) if pen != "-"], code
        assert ",".join(row.traits) == "".join(rest), code
        assert row.line


@pytest.mark.rule("blitz.8.1")
def test_the_prefix_is_the_size_and_the_odd_sizes_print_their_pen() -> None:
    assert [weapon(code).pen for code in ("LAC", "MAC", "HAC", "IAC (PEN:5)", "NSC (Arm, PEN:14)")] == [6, 7, 8, 5, 14]
    assert (weapon("LAC").size, weapon("APGL").size, weapon("PG").size) == ("L", "", "")
    with pytest.raises(UnknownName, match="PEN:X"):
        weapon("IAC (Arm)")


@pytest.mark.parametrize("text", ["XAC", "LXX", "LPG", "LAPGL", "IPG (PEN:5)", "AC", "LAC (Arm", "lac", ""])
def test_a_code_that_is_in_no_table_is_refused(text: str) -> None:
    with pytest.raises(UnknownName):
        weapon(text)


@pytest.mark.rule("blitz.8.3", "blitz.A.3")
@pytest.mark.parametrize(
    ("text", "trait", "rating"),
    [
        ("LRC", "Burst", 2),
        ("LRC (Burst:+3D6)", "Burst", 3),
        ("LAC (Burst:+0D6)", "Burst", 0),
        ("MAC (Burst:+2D6)", "Burst", 2),
        ("LBZ (Split:2)", "Split", 2),
        ("LBZ (Split:2)", "AT", 1),
        ("HRC (T, AA, Link, Split:3)", "Split", 3),
        ("NAG (PEN:14, Blast:3D6)", "Blast", 3),
        ("2x MBB (LA:2)", "LA", 2),
    ],
)
def test_brackets_add_traits_or_replace_their_rating(text: str, trait: str, rating: int) -> None:
    assert weapon(text).traits[trait] == rating


@pytest.mark.rule("blitz.A.3")
def test_a_trait_has_a_name_a_rating_and_traits_of_its_own() -> None:
    trait = read_trait('Blast:2D6 (AE:2")')
    assert (trait.name, trait.rating, trait.number, trait.bracket) == ("Blast", "2D6", 2, ('AE:2"',))
    numbers = [read_trait(text).number for text in ("Brawler:-1D6", 'Profile:-12"', 'Profile:+6"', "SatUp:5+", "AI")]
    assert numbers == [-1, -12, 6, 5, 1]


@pytest.mark.rule("blitz.A.3", "blitz.8.3")
@pytest.mark.parametrize(
    ("text", "arc"),
    [
        ("LRP", "F"),
        ("LAC (Arm, Split:2)", "Arm"),
        ("MAC (AA, FT)", "FT"),
        ("HMG (FT+F)", "FT+F"),
        ("LRC (FT, L)", "FT+L"),
        ("MAC (FT+L/F)", "FT+L/F"),
        ("HMG (R, Link)", "R"),
        ("MTG (F/L)", "F/L"),
    ],
)
def test_arcs_are_told_from_traits(text: str, arc: str) -> None:
    read = weapon(text)
    assert read.arc == arc
    assert not set(read.traits) & {"F", "FT", "T", "L", "R", "B", "Arm", "FT+F"}


@pytest.mark.rule("blitz.wtrait.pen")
@pytest.mark.parametrize(
    ("text", "pen", "bites", "lasting"),
    [
        ("LFL", 2, True, ("F", 0)),
        ("HFL", 4, True, ("F", 2)),
        ("MPA", 8, True, ("H", 1)),
        ("LPA (PEN:7/1H, Arm)", 7, True, ("H", 1)),
        ("IRF (PEN:5/2C, Precise)", 5, True, ("C", 2)),
        ("LRP (PEN:7/1F)", 7, True, ("F", 1)),
        ("LRP (PEN:1F)", 0, False, ("F", 1)),
        ("LAC", 6, True, None),
    ],
)
def test_pen_and_persistent_damage(text: str, pen: int, bites: bool, lasting: tuple[str, int] | None) -> None:
    read = weapon(text)
    assert (read.pen, read.bites, read.persistent) == (pen, bites, lasting)


@pytest.mark.parametrize("text", ["", "F", "7F/2", "x"])
def test_what_is_no_pen_is_refused(text: str) -> None:
    with pytest.raises(UnknownName):
        read_pen(text)


@pytest.mark.rule("blitz.wtrait.range", "blitz.wtrait.reach")
@pytest.mark.parametrize(
    ("text", "band"),
    [
        ("LAC", (6000, 18000, 36000)),
        ('LATM (Range:6-12/24")', (6000, 12000, 24000)),
        ("LVB (Arm)", (0, 0, 0)),
        ('HVB (Arm, Reach:2")', (0, 2000, 2000)),
        ("APGL", (0, 3000, 3000)),
    ],
)
def test_ranges_in_mils(text: str, band: tuple[int, int, int]) -> None:
    read = weapon(text)
    assert (read.near, read.far, read.most) == band
    assert read.is_optimal(band[0])
    assert read.is_optimal(band[1])
    assert not read.is_optimal(band[0] - 1)
    assert not read.is_optimal(band[1] + 1)


@pytest.mark.rule("blitz.A.4-gl")
def test_grenade_launchers_have_another_range_as_indirect_fire() -> None:
    assert weapon("LGL").indirect == (9000, 18000, 36000)
    assert weapon("LRP").indirect is None
    assert weapon('HGL (Range:3-9/36", Arm, IF)').indirect is None


@pytest.mark.rule("blitz.wtrait.ammo")
def test_ammunition_is_chosen_where_there_is_a_choice() -> None:
    frag = weapon("LFC (Arm)")
    assert {name: load.traits for name, load in frag.loads.items()} == {"AP": {"AP": 1}, "Frag": {"Frag": 1, "AI": 1}}
    assert frag.traits == {}
    assert all((load.id, load.arc, load.pen) == ("LFC", "Arm", 5) for load in frag.loads.values())
    gun = weapon("LFG")
    assert list(gun.loads) == ["AE", "AT", "AS"]
    assert (gun.loads["AE"].area, gun.loads["AE"].traits) == (3000, {"AE": 3, "Blast": 2})
    assert (gun.area, gun.loads["AT"].area) == (0, 0)


@pytest.mark.rule("blitz.wtrait.ammo")
def test_ammunition_without_a_choice_is_always_loaded() -> None:
    rail = weapon("MRG")
    assert rail.traits == {"AP": 1}
    assert rail.loads == {"": rail}
    assert weapon("LAC").loads[""].id == "LAC"
    assert list(weapon('HTG (T, Ammo:AE:3")').loads) == ["AT", "AE"]
    assert list(weapon("NTG (T, PEN:14, Ammo:AS)").loads) == ["AT", "AS"]


@pytest.mark.rule("blitz.8.3")
def test_areas_of_the_attack_and_of_the_blast() -> None:
    assert (weapon("LAM").area, weapon("LAM").blast_area) == (4000, 2000)
    assert (weapon("LRP").area, weapon("LRP").blast_area) == (4000, 0)
    assert weapon('MRP (Blast:1D6 (AE:4"))').blast_area == 4000
    assert (weapon("APGL").proximity, weapon("APGL").area) == (3000, 0)
    assert (weapon("LSE").traits["AE"], weapon("LSE").area) == (0, 0)


def test_aux_and_melee_are_marked() -> None:
    assert weapon("MATM (T, Aux)").aux
    assert "Aux" not in weapon("MATM (T, Aux)").traits
    assert not weapon("MATM (T)").aux
    assert weapon("LVB").is_melee
    assert not weapon("LAC").is_melee


def test_several_of_one_weapon_are_told_apart() -> None:
    entries = ("2x MLG (R, Point)", "2x MLG (L, Point)", "LAC")
    arsenal = read_arsenal(entries, weapons_table())
    assert {id: each.arc for id, each in arsenal.items()} == {
        "MLG": "R", "MLG 2": "R", "MLG 3": "L", "MLG 4": "L", "LAC": "F",
    }  # fmt: skip
