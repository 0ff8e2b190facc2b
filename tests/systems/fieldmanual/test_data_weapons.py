"""Weapons: the seven tables row by row, and what a weapon row of a card makes of them."""

from __future__ import annotations

import csv
from collections import Counter
from importlib import resources

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.fieldmanual.datacards import read_weapon_rows
from gearlock.systems.fieldmanual.weapons import (
    BOARD,
    COLUMNS,
    PHYSICAL,
    read_traits,
    read_weapons,
    table_weapon,
    weapon_traits,
    weapons_table,
)

TABLE = """\
VLMG 0 6/24/- x2 3 AI,M aa machine_gun
LMG 0 6/24/- x3 4 AI,M aa machine_gun
HMG 0 6/24/- x4 3 AI,M aa machine_gun
FGC 1 6/24/- x7 2 AI,M . frag_cannon
VLR 0 12/48/inf x6 0 . aa rifle
LRF 0 18/72/inf x8 0 . aa rifle
MRF 0 24/96/inf x10 0 . aa rifle
HRF 0 24/96/inf x12 0 . aa rifle
DPG -1 12/48/inf x8 2 M aa pack_gun
LAAC 0 12/48/inf x8 6 AA . anti-air_cannon
MAAC 0 18/72/inf x10 4 AA . anti-air_cannon
HAAC 0 18/72/inf x12 3 AA . anti-air_cannon
VLAC 0 12/48/inf x6 2 . aa autocannon
LAC 0 12/48/inf x8 2 . aa autocannon
MAC 0 18/72/inf x10 1 . aa autocannon
HAC 0 18/72/inf x12 1 . aa autocannon
VHAC 0 18/72/inf x15 1 . aa autocannon
VLFG -1 30/120/inf x20 0 IF . field_gun
LFG 0 30/120/inf x22 0 IF,AE1 . field_gun
HFG 0 48/192/inf x28 0 IF,AE1 . field_gun
VHFG 0 60/240/inf x33 0 IF,AE2 . field_gun
SC -1 6/24/inf x28 0 . . snub_cannon
LPZF -1 6/24/- x10 0 M . panzerfaust
MPZF -1 6/24/- x15 0 M . panzerfaust
HPZF -1 12/48/- x20 0 M . panzerfaust
RFB 0 6/24/inf x14 2 . . bazooka
LBZK 0 12/48/inf x15 0 . . bazooka
MBZK 0 12/48/inf x20 0 . . bazooka
HBZK 0 12/48/inf x25 0 . . bazooka
VLRP -1 6/24/inf x8 3-6 IF ams rocket
LRP -1 6/24/inf x12 1-4 IF ams rocket
MRP -1 12/48/inf x18 1-4 IF ams rocket
HRP -1 18/72/inf x20 3-4 IF ams rocket
IRP -1 6/24/inf x13 1-3 IF,SB ams rocket
HIRP -1 18/72/inf x16 3-4 IF,SB ams rocket
AAM 1 48/192/inf x10 0 AA,IF,MR,G ams missile
ABM 0 18/72/inf x10 0 IF,Blast2 ams missile
AGM 1 18/72/inf x15 0 IF,G ams missile
ATM 1 18/72/inf x25 0 IF,G ams missile
HATM 1 30/120/inf x30 0 IF,G ams missile
LFL 1 3/12/- x5 0 IF,SB,M . flamer
MFL 1 4/16/- x7 1 AE1,IF,SB,M . flamer
HFL 1 6/24/- x9 2 AE2,IF,SB,M . flamer
APM 0 12/48/inf x4 0 IF,AI,AE4,MR ams mortar
LGM -1 18/72/inf x15 0 IF,MR,AE1,G ams mortar
HGM -1 30/120/inf x20 0 IF,MR,AE2,G ams mortar
LFM -1 24/96/inf x15 0 IF,MR,AE3 ams mortar
MFM -1 30/120/inf x20 0 IF,MR,AE3 ams mortar
HFM -1 36/144/inf x25 0 IF,MR,AE4 ams mortar
APGL -1 6/24/- x4 0 IF,AI,AE3,M . grenade_launcher
LGL -1 6/24/inf x15 2 IF,AE2 . grenade_launcher
HGL -1 12/48/inf x20 1 IF,AE2 . grenade_launcher
LPA 1 12/48/inf x10 0 MB1,H . particle_accelerator
HPA 1 18/72/inf x15 0 MB1,H . particle_accelerator
LRG 0 30/120/inf x14 2 . aa railgun
HRG 0 60/240/inf x35 0 . . railgun
SLC 1 30/120/inf x12 0 MB1 aa laser
HGLC 1 12/48/inf x16 1 MB3 aa laser
LLC 1 30/120/inf x16 0 MB2 aa laser
HLC 1 30/120/inf x20 0 MB3 aa laser
LPLC 1 18/72/inf x20 0 MB3 aa laser
HPLC 1 18/72/inf x24 0 MB4 aa laser
Anti-Gear_Rifle 1 18/72/inf x7 0 . aa rifle
Assault_Rifle 0 6/24/- x2 1 AI aa rifle
Chain_Gun 0 6/24/- x3 4 AI aa machine_gun
Grenade_Rifle 0 6/24/- x8 0 AI,IF,AE2 . grenade_launcher
Heavy_Rifle 0 6/24/- x3 0 AI aa rifle
Light_Machinegun 0 12/48/- x3 2 AI aa machine_gun
Light_Mortar -1 18/72/inf x12 0 AI,MR,IF,AE3 ams mortar
Rifle 0 6/24/- x2 0 AI aa rifle
Rocket_Launcher 0 6/24/- x14 0 AE1 ams rocket
Sniper_Laser_Rifle 1 24/96/inf x4 0 AI aa laser
Sniper_Rifle 1 12/48/inf x4 0 AI aa rifle
CR 0 melee S+1 0 M . melee
CS 0 melee S+3 0 M . melee
HVS -1 melee S+8 0 M,AC . melee
VA -1 melee S+4 0 M,AC . melee
VB 0 melee S+2 0 M . melee
VR 1 melee S+0 0 M,AP . melee
SKG -1 melee x12 0 M . spike_gun
HSKG -1 melee x14 0 M,AP . spike_gun
HG -1 thrown x15 0 T,AI,AE2 . grenade
HHG -1 thrown x25 0 T,AE2 . grenade
HWG -1 thrown x10 0 T,H,AE1 . grenade
SDG -1 thrown x30 0 T,AE3 . grenade
"""
"""Id, accuracy, range, damage, RoF, traits, what missile defence and AA drones have to do with it, family."""
HEAD = ",".join(COLUMNS)


def band(mils: int | None) -> str:
    return "-" if mils is None else "inf" if mils == BOARD else str(mils // 1000)


@pytest.mark.rule("fieldmanual.weapon-tables", "fieldmanual.range-bands")
def test_every_weapon_has_the_row_of_its_table() -> None:
    rows = [line.split() for line in TABLE.splitlines()]
    assert len(rows) == 85
    assert list(weapons_table()) == [row[0].replace("_", " ") for row in rows]
    for id, acc, ranges, damage, rof, traits, uses, family in rows:
        weapon = weapons_table()[id.replace("_", " ")]
        assert weapon.acc == int(acc), id
        kind = "melee" if weapon.is_melee else "thrown" if weapon.is_thrown else ""
        assert (kind or "/".join(map(band, weapon.ranges(6)))) == ranges, id
        assert f"{'S+' if weapon.by_size else 'x'}{weapon.dm}" == damage, id
        span = f"{weapon.rof}-{weapon.most_rof}" if weapon.rof != weapon.most_rof else str(weapon.rof)
        assert span == rof, id
        shown = [f"{name}{rating}" if weapon_traits()[name].rating else name for name, rating in weapon.traits.items()]
        assert (",".join(shown) or ".") == traits, id
        assert (("ams" if weapon.ams else "") + ("aa" if weapon.aa_drone else "") or ".") == uses, id
        assert weapon.family == family.replace("_", " "), id


@pytest.mark.rule("fieldmanual.weapon-tables")
def test_the_tables_have_as_many_weapons_as_the_book() -> None:
    counted = Counter(weapon.category for weapon in weapons_table().values())
    assert counted == {
        "cannon": 29, "rocket": 11, "support": 12, "advanced": 10, "infantry": 11, "melee": 8, "thrown": 4,
    }  # fmt: skip


@pytest.mark.rule("fieldmanual.range-bands")
def test_a_thrown_weapon_reaches_as_far_as_its_thrower_is_large() -> None:
    grenade = weapons_table()["HG"]
    assert grenade.ranges(6) == (6000, 12000, None)
    assert grenade.ranges(2) == (2000, 4000, None)
    assert weapons_table()["LAC"].ranges(6) == weapons_table()["LAC"].ranges(9) == (12000, 48000, BOARD)
    assert weapons_table()["LMG"].ranges(6) == (6000, 24000, None)


@pytest.mark.rule("fieldmanual.weapon-tables")
def test_size_stands_behind_blows_but_not_behind_spikes() -> None:
    assert weapons_table()["VB"].damage(6) == 8
    assert weapons_table()["VR"].damage(7) == 7
    assert weapons_table()["SKG"].damage(6) == 12
    assert PHYSICAL.damage(6) == 6
    assert (PHYSICAL.traits, PHYSICAL.rof, PHYSICAL.acc, PHYSICAL.ranges(9)) == ({"M": 1}, 0, 0, (3000, 3000, None))
    assert weapons_table()["LAC"].damage(6) == 8


def test_a_ranged_weapon_with_the_melee_trait_is_no_melee_weapon() -> None:
    assert "M" in weapons_table()["APGL"].traits
    assert not weapons_table()["APGL"].is_melee
    assert weapons_table()["SKG"].is_melee


@pytest.mark.rule("fieldmanual.weapon-tables")
@pytest.mark.parametrize(
    ("pod", "rof"),
    [("LRP", 1), ("LRP/8", 1), ("LRP/24", 3), ("MRP", 1), ("MRP/18", 2), ("MRP/36", 4), ("HRP/48", 3), ("VLRP/128", 3)],
)
def test_a_pod_has_the_rate_of_fire_of_its_size_or_else_the_least(pod: str, rof: int) -> None:
    assert table_weapon(pod).rof == rof


@pytest.mark.rule("fieldmanual.weapon-tables")
def test_a_card_says_the_rate_of_fire_of_its_own_pod() -> None:
    (pod,) = read_weapon_rows("LRP/24|F|-1|6/24/inf|x12|2|IF|")
    assert (pod.id, pod.weapon.id, pod.weapon.rof, pod.weapon.most_rof) == ("LRP/24", "LRP", 2, 2)


@pytest.mark.rule("fieldmanual.card-weapons")
def test_a_weapon_row_says_arc_accuracy_range_damage_rate_traits_and_rounds() -> None:
    (launcher,) = read_weapon_rows("APGL|FF|-1|6/24/-|x4|0|IF,AI,AE3,M|6")
    weapon = launcher.weapon
    assert (launcher.name, launcher.arc, launcher.rounds, launcher.link) == ("APGL", "FF", 6, "")
    assert (weapon.acc, weapon.ranges(6), weapon.dm, weapon.rof) == (-1, (6000, 24000, None), 4, 0)
    assert weapon.traits == {"IF": 1, "AI": 1, "AE": 3, "M": 1}


@pytest.mark.rule("fieldmanual.card-weapons")
def test_the_figures_of_a_card_win_and_blanks_are_as_in_the_tables() -> None:
    bare, other = read_weapon_rows("HAC|T; HAC|F|+2|10/20/-|x13|2|AP, Blast (2)|4")
    assert bare.weapon == weapons_table()["HAC"]
    assert (bare.rounds, other.rounds, other.id) == (None, 4, "HAC 2")
    assert (other.weapon.acc, other.weapon.ranges(1), other.weapon.dm) == (2, (10000, 20000, None), 13)
    assert (other.weapon.rof, other.weapon.traits) == (2, {"AP": 1, "Blast": 2})


@pytest.mark.rule("fieldmanual.card-weapons")
def test_linked_weapons_know_what_they_are_linked_with() -> None:
    two = read_weapon_rows("HAC|T|||||Link,R; HAC|T|||||Link,R; LMG|T")
    assert [mount.link for mount in two] == ["HAC", "HAC", ""]
    pair = read_weapon_rows("LAC|F|||||Link (guns); MAC|F|||||Link (guns)")
    assert [mount.link for mount in pair] == ["guns", "guns"]
    assert pair[0].weapon.traits == {"Link": 1}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("XAC|F", "there is no weapon 'XAC'"),
        ("Assault Rifel|F", "weapon tables such as Assault Rifle"),
        ("#|F", "a code or name of the weapon tables$"),
        ("LAC", "has no arc"),
        ("LAC|Q", "there is no arc 'Q'"),
        ("LAC|F|much", "acc 'much' is no whole number"),
        ("LAC|F|0|12/48", "is not three bands"),
        ("LAC|F|0|48/12/inf", "does not rise"),
        ("LAC|F|0|12/48/99", "neither inf nor a dash"),
        ("LAC|F|0|a/48/inf", "is not inches"),
        ("LAC|F|0|12/48/inf|8", "damage '8'"),
        ("LAC|F|0|12/48/inf|x8|2|Zap", "there is no weapon trait 'Zap'"),
        ("LAC|F|0|12/48/inf|x8|2|AE", "write AE3"),
        ("LAC|F|0|12/48/inf|x8|2|R2", "write R"),
        ("LAC|F|0|12/48/inf|x8|2|R|0", "0 rounds"),
        ("LAC|F|0|12/48/inf|x8|2|R|1|9", "more than 8 parts"),
    ],
)
def test_what_is_wrong_with_a_weapon_row_is_said(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        read_weapon_rows(text)


def test_there_are_nineteen_traits_each_with_its_rule_and_words() -> None:
    rules = load_rulebook("gearlock.systems.fieldmanual")
    assert len(weapon_traits()) == 19
    for trait in weapon_traits().values():
        assert trait.rule in rules
        assert trait.words.endswith(".")
    rated = {trait.code for trait in weapon_traits().values() if trait.rating}
    assert rated == {"AE", "Blast", "Link", "MB", "Rounds"}


def test_long_names_and_other_spellings_of_traits_are_read() -> None:
    assert read_traits("Stabilizer, B2, Sniper, Reloads, MB (3)") == {"Stab": 1, "Blast": 2, "Snp": 1, "R": 1, "MB": 3}


@pytest.mark.parametrize(
    ("row", "line", "words"),
    [
        ("cannon,Gun,GUN,0,6,24,-,x2", 2, "8 columns; there must be 15"),
        ("cannon,Gun,GUN,0,24,6,-,x2,3,AI,gun,no,yes,1,", 2, "does not rise"),
        ("cannon,Gun,GUN,0,6,24,-,x2,3,AI,gun,no,maybe,1,", 2, "aa_drone 'maybe'"),
        ("dagger,Gun,GUN,0,6,24,-,x2,3,AI,gun,no,yes,1,", 2, "no category 'dagger'"),
        ("cannon,Gun,GUN,zero,6,24,-,x2,3,AI,gun,no,yes,1,", 2, "acc 'zero'"),
    ],
)
def test_a_row_that_is_wrong_is_named_by_its_line(row: str, line: int, words: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_weapons(f"{HEAD}\n{row}\n", "mine.csv")
    (finding,) = caught.value.findings
    assert (finding.file, finding.line) == ("mine.csv", line)
    assert words in finding.message


def test_everything_wrong_is_told_at_once() -> None:
    good = "cannon,Gun,GUN,0,6,24,-,x2,3,AI,gun,no,yes,1,"
    with pytest.raises(BadFile) as caught:
        read_weapons(f"{HEAD}\n{good}\n{good}\ncannon,Other,OTH,0,6,24,-,y2,3,AI,gun,no,yes,1,\n")
    assert [finding.line for finding in caught.value.findings] == [3, 4]
    with pytest.raises(BadFile, match="the columns must be"):
        read_weapons("name\nGun\n")


def test_every_row_says_where_it_stands_in_the_book() -> None:
    text = (resources.files("gearlock.systems.fieldmanual") / "data/weapons.csv").read_text(encoding="utf-8")
    lines = [int(row["line"]) for row in csv.DictReader(text.splitlines())]
    assert lines == sorted(lines)
    assert (lines[0], lines[-1]) == (2161, 2269)
