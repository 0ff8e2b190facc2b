"""The weapon lists: every figure against a copy of the list, marks of what is not printed, and bands."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.systems.tactical.weapons import COUNTED, TRAITS, all_arms, read_small_arms, read_traits, read_weapons
from gearlock.table.measure import INCH

LIST = """
APGL     1 x3   -1 0  2 Anti-Infantry; Indirect Fire; Area Effect 0
APM      2 x4    0 0  3 Anti-Infantry; Indirect Fire; Area Effect 0; Minimum Range 2
DPG      2 x8   -1 2  3 Disposable
FGC      1 x14   0 0  5 Anti-Infantry; Fragmentation
HAC      3 x12   0 1  5
HFG      8 x28   0 0 10 Indirect Fire
HGL      2 x20  -1 1  5 Indirect Fire
HGM      5 x20  -1 0  5 Guided; Indirect Fire; Minimum Range 5
HMG      1 x4    0 3  3 Anti-Infantry
LAC      2 x8    0 2  4
LFG      5 x20   0 0  8 Indirect Fire
LGL      1 x15  -1 2  4 Indirect Fire
LGM      3 x15  -1 0  4 Guided; Indirect Fire; Minimum Range 3
LMG      1 x3    0 4  3 Anti-Infantry
MAC      3 x10   0 1  4
SC       1 x28  -1 0  6
ATM      3 x25   1 0  6 Guided; Indirect Fire
HATM     5 x30   1 0  9 Guided; Indirect Fire
HRP/24   3 x20  -1 3  5 Indirect Fire
HRP/48   3 x20  -1 4  5 Indirect Fire
IRP/10   1 x11  -1 1  4 Indirect Fire; Incendiary; Slow Burn
IRP/20   1 x13  -1 2  4 Indirect Fire; Incendiary; Slow Burn
IRP/30   1 x13  -1 3  4 Indirect Fire; Incendiary; Slow Burn
LRP/8    1 x12  -1 1  3 Indirect Fire
LRP/16   1 x12  -1 2  3 Indirect Fire
LRP/24   1 x12  -1 3  3 Indirect Fire
LRP/32   1 x12  -1 4  3 Indirect Fire
MRP/9    2 x18  -1 1  4 Indirect Fire
MRP/18   2 x18  -1 3  4 Indirect Fire
MRP/36   2 x18  -1 4  4 Indirect Fire
CR       0 x1    0 0  0 Physical Attack Only
HG       0 x15  -1 0  2 Anti-Infantry
HBZK     2 x25   0 0  5
HLC      5 x20   1 0  5 Damage per Band 3
HPA      3 x15   1 0  8 Damage per Band 1; Haywire
HRG     10 x35   0 0 12
LBZK     2 x15   0 0  4
LLC      5 x16   1 0  5 Damage per Band 2
LPA      2 x10   1 0  6 Damage per Band 1; Haywire
LRG      5 x20   0 2  7
MBZK     2 x20   0 0  4
RFB      1 x14   0 2  4
SLC      5 x12   2 0  4 Damage per Band 1
VB       0 x8    0 0  3 Physical Attack Only
AGM      3 x15   1 0  4 Guided; Indirect Fire
"""
"""Code, Base Range, damage, Accuracy, ROF, minimum Size, specials."""
SMALL = """
7mm Rifle             standard  1 x2    0 0
7mm Assault Rifle     standard  1 x2    0 1
9mm Heavy Rifle       standard  1 x3    0 0
15mm Sniper Rifle     standard  2 x4    1 0
9mm Light Machinegun  heavy     2 x3    0 2
9mm Chaingun          heavy     1 x3    0 4
24mm Anti-Gear Rifle  heavy     3 x7    1 0
37mm Grenade Rifle    heavy     1 x8    0 0
50mm Rocket Launcher  heavy     1 x14   0 0
62mm Light Mortar     heavy     3 x12  -1 0
Sniper Laser Rifle    heavy     4 x4    1 0
"""
"""Name, standard or heavy, Base Range, damage, Accuracy, ROF."""
RESTORED = {"LFG", "HRP/24", "HRP/48", "HRG", "LLC", "MBZK", "RFB", "AGM"}
OURS = {"LGL", "HATM", "LRG", "SLC"}
MISSILES = {"ATM", "HATM", "AGM"}
HEAD = "code,name,kind,base,damage,accuracy,rof,min_size,special"


@pytest.mark.rule("tactical.7.4-weapon-list", "tactical.7.2.2")
@pytest.mark.parametrize("line", LIST.strip().splitlines(), ids=lambda line: line.split()[0])
def test_every_figure_of_every_weapon(line: str) -> None:
    code, base, damage, accuracy, rof, size, *special = line.split(maxsplit=6)
    weapon = all_arms().vehicle[code]
    assert (weapon.base, weapon.dm, weapon.accuracy) == (int(base) * INCH, int(damage[1:]), int(accuracy))
    assert (weapon.rof, weapon.min_size) == (int(rof), int(size))
    words = {f"{name} {number}" if name in COUNTED else name for name, number in weapon.traits.items()}
    assert words == {part.strip() for part in " ".join(special).split(";") if part}
    assert weapon.band_ends() == tuple(int(base) * times * INCH for times in (1, 2, 4, 8))


def test_all_weapons_are_there_and_no_more() -> None:
    arms = all_arms()
    assert [*arms.vehicle] == [line.split()[0] for line in LIST.strip().splitlines()]
    assert (len(arms.vehicle), len(arms.infantry), len(arms.heavy)) == (45, 11, 7)


def test_what_is_not_printed_is_marked_with_a_reason() -> None:
    weapons = all_arms().vehicle
    assert {code for code, it in weapons.items() if it.mark == "reconstructed"} == RESTORED
    assert {code for code, it in weapons.items() if it.mark == "proposed"} == OURS
    assert all(it.reason for it in weapons.values() if it.mark != "printed")
    assert not any(it.reason for it in weapons.values() if it.mark == "printed")


def test_rockets_and_missiles_count_rounds_otherwise() -> None:
    counted = {code for code, it in all_arms().vehicle.items() if it.is_missile}
    assert counted == MISSILES | {code for code in all_arms().vehicle if "RP/" in code}
    assert {code for code, it in all_arms().vehicle.items() if it.is_physical} == {"CR", "VB"}


def test_shaped_charges_and_beams_are_known() -> None:
    hot = {code for code, it in all_arms().vehicle.items() if it.heat}
    assert {"MBZK", "HLC", "LPA", "ATM", "HG", "APM", "LGL"} <= hot
    assert not hot & {"LAC", "HRG", "MRP/9", "VB", "SC", "LFG", "LMG"}


@pytest.mark.rule("tactical.ref-infantry-weapons", "tactical.3.6.1-weapons")
@pytest.mark.parametrize("line", SMALL.strip().splitlines(), ids=lambda line: line[:20].strip())
def test_every_figure_of_every_infantry_weapon(line: str) -> None:
    name, (carried, base, damage, accuracy, rof) = line[:22].strip(), line[22:].split()
    weapon = all_arms().infantry[name]
    assert (weapon.base, weapon.dm, weapon.accuracy) == (int(base) * INCH, int(damage[1:]), int(accuracy))
    assert (weapon.rof, weapon.mark, weapon.kind) == (int(rof), "printed", "small arms")
    assert (name in all_arms().heavy) == (carried == "heavy")
    assert weapon.traits == ({"Minimum Range": 2} if "Mortar" in name else {})


@pytest.mark.rule("tactical.7.2.2")
def test_traits_are_read_with_their_numbers() -> None:
    assert read_traits("Anti-Infantry; area effect 0;Minimum Range 5") == {
        "Anti-Infantry": 0, "Area Effect": 0, "Minimum Range": 5,
    }  # fmt: skip
    assert read_traits("") == {}
    assert set(COUNTED) < set(TRAITS)
    wrong = {"Shiny": "there is no trait", "Area Effect": "needs a number", "Guided 2": "has no number"}
    for text, words in wrong.items():
        with pytest.raises(ValueError, match=words):
            read_traits(text)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("XX,New,gun,99,8,0,1,3,", "base '99' is no whole number from 0 to 60"),
        ("XX,New,gun,2,many,0,1,3,", "damage 'many' is no whole number"),
        ("XX,New,bow,2,8,0,1,3,", "kind 'bow': there are gun"),
        ("XX,New,gun,2,8,0,1,3,Shiny", "special: there is no trait"),
        (",New,gun,2,8,0,1,3,", "has no name"),
        ("XX,New,gun,2,8,12,1,3,", "accuracy '12' is no whole number from -9 to 9"),
    ],
)
def test_what_is_wrong_with_a_players_weapon_is_told_by_line(row: str, words: str) -> None:
    with pytest.raises(BadFile, match=words) as caught:
        read_weapons(f"{HEAD}\nYY,Other,gun,2,8,0,1,3,\n{row}\n", "mine.csv", "user")
    assert [(it.file, it.line) for it in caught.value.findings] == [("mine.csv", 3)]
    with pytest.raises(BadFile, match="stands in this file twice"):
        read_weapons(f"{HEAD}\nYY,Other,gun,2,8,0,1,3,\nYY,Other,gun,2,8,0,1,3,\n", "mine.csv", "user")


def test_infantry_weapons_are_standard_or_heavy() -> None:
    with pytest.raises(BadFile, match="carried 'light': standard or heavy"):
        read_small_arms("name,carried,base,damage\nSling,light,1,1\n", "mine.csv", "user")
