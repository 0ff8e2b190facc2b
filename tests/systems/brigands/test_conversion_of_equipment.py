"""The weapons and traits columns and lines that alter others, by cases of the conversion table."""

from __future__ import annotations

import pytest

from gearlock.systems.brigands.models import read_weapon, weapons_table
from older_lines.convert import convert_all
from systems.brigands.older_lines import converted, listed, sources


@pytest.mark.rule("brigands.1.5a")
@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("LAC (Arm, Split:2)", "LAC (Snap)"),
        ("MAC (Arm, Split:3)", "MAC (Snap, Split:3)"),
        ("HAC (FT)", "HAC (T, Snap)"),
        ("HAC (T)", "HAC (T)"),
        ("HMG (FT+F)", "HMG (Snap)"),
        ("LRC (FT, L)", "LRC (L, Snap)"),
        ("LVB", "LVB (Snap)"),
        ("HCW (T, Link)", "HCW (T, Snap, Burst:1)"),
        ("LRP (Link)", "LRP (Burst:1)"),
        ("HAC (FT, Link)", "HAC (T, Snap, Burst:2)"),
        ("LAC (Arm, Burst:+2D6)", "LAC (Snap, Burst:2)"),
        ("APGL", "APGL"),
        ("PG (Arm)", "LPG (Snap)"),
        ("HLG (T)", "HRL (T)"),
        ("MSAM (T)", "MAVM (T, AA)"),
        ("HAM", "HAR"),
        ("MSE", "MHG (LA:1)"),
        ("LBM", "LABM"),
        ("ARP (T)", "MAR (T)"),
        ("IRP (PEN:6)", "VLRP"),
        ("IAC (PEN:5)", "VLAC"),
        ("ILG (PEN:5)", "LRL (PEN:5)"),
        ("IVB (Arm, PEN:4)", "VLVB (Snap, PEN:4)"),
        ("NRP (PEN:10)", "VHRP"),
        ("NTG (T, PEN:14, Ammo:AS)", "VHTG (T)"),
        ("NAG (PEN:14)", "HAG (PEN:14)"),
        ("LRP (PEN:6)", "LRP (PEN:6)"),
        ("LRP (PEN:7/1F)", "LRP (Fire:1)"),
        ("LPZ (PEN:8/1C)", "LPZ (Corrosion)"),
        ("LPA (PEN:7/1H)", "LPA"),
        ("HSG (Arm, AT)", "HSG (Snap)"),
        ("LRP (AT)", "LRP (AP:2)"),
        ("MRP (IF)", "MRP"),
        ("LLC (Arm, Precise)", "LLC (Snap)"),
        ("LAC (Precise, Silent)", "LAC (Precise, Silent)"),
        ('MVB (Arm, Reach:1")', "MVB (Snap, Reach:1)"),
        ("HATM (T, Aux)", "HATM (T, Aux)"),
        ("LAC (AA)", "LAC (AA)"),
        ("LGL (BW)", "LGL"),
        ('LATM (Range:6-12/24")', "LATM"),
        ("LAC (Frag)", "LAC (Frag:2)"),
    ],
)
def test_a_weapon_of_the_older_game_in_terms_of_the_table_here(there: str, here: str) -> None:
    assert converted(weapons=there).weapons == (here,)


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("IRF (PEN:2, AI)", "LIW"),
        ("LRF (PEN:2, AI)", "LIW"),
        ("IRF (PEN:5, Precise)", "HIS (Precise)"),
        ("IRF (PEN:5/2C)", "HIS (Corrosion)"),
        ("IAC (PEN:5)", "HIS"),
        ("IAC (PEN:6)", "HIS (PEN:6)"),
        ("IRG (PEN:4)", "MIS"),
        ("IFM (PEN:6, Stabilizer)", "HIM (Stabilizer)"),
        ("ILC (PEN:4)", "MIL"),
        ("ILG (PEN:5)", "HIL"),
        ("IATM (PEN:6)", "VLATM (PEN:6)"),
        ("LMG", "LMG"),
    ],
)
def test_infantry_carry_infantry_weapons(there: str, here: str) -> None:
    assert converted(weapons=there, type="Infantry").weapons == (here,)


def test_shots_and_copies_are_weapons_of_their_own() -> None:
    assert converted(weapons="2x MMG; LATM (LA:2)").weapons == ("MMG", "MMG", "LATM (LA:1)", "LATM (LA:1)")


def test_an_outpost_has_a_gun_to_each_side() -> None:
    assert listed("Generic", "Outpost").weapons == ("MAC (F, Snap)", "MAC (R, Snap)", "MAC (B, Snap)", "MAC (L, Snap)")


def test_the_stabilizer_of_a_field_gun_is_its_weapons() -> None:
    assert listed("South", "Field Gun").weapons == ("LFG (Stabilizer)",)


def test_every_weapon_made_can_be_read_and_repeats_nothing_of_the_table() -> None:
    table = weapons_table()
    for entry in {entry for made in convert_all(sources()) for entry in made.card.weapons}:
        code, _, bracket = entry.partition(" (")
        bare = read_weapon(code, table)
        for text in bracket.rstrip(")").split(", ") if bracket else []:
            alone = read_weapon(f"{code} ({text})", table)
            assert (alone.traits, alone.arc, text) != (bare.traits, bare.arc, text) or text == "F", entry


@pytest.mark.rule("brigands.1.5a")
@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("Agile; Arms", ("Agile", "Arms")),
        ("Brawler:+2D6", ("Brawler:2",)),
        ("Brawler:-1D6", ("Brawler:-1",)),
        ("Shield:+1D6", ("Shield:1",)),
        ('Jetpack:6" (Aux)', ("Jetpack:6 (Aux)",)),
        ('Jump Pack:6"', ("Jetpack:6",)),
        ('Boosters:6"', ("Jetpack:6",)),
        ('Jump Jets:2" (Aux)', ("Thrusters:2 (Aux)",)),
        ("Comms:+1D6", ("Comms:1",)),
        ("Comms:-1D6", ()),
        ("CMD:+2D6", ("Init:2",)),
        ("ECM:+0D6", ("ECM:1",)),
        ("ECM:+2D6 (SJ, CJ, Aux)", ("ECM:2 (Aux)",)),
        ("Offroad:+0D6", ("Offroad:2",)),
        ("Offroad:+3D6", ("Offroad:3",)),
        ("Recovery:+2D6", ("Recovery",)),
        ("SatUp:5+ (Aux)", ("SatUp (Aux)",)),
        ("TD:+2D6", ("TD:1",)),
        ("Smoke:3 (Aux)", ("Smoke:1 (Aux)",) * 3),
        ("Smoke", ("Smoke:1",)),
        ("APC:2", ("Transport:4",)),
        ("HGC:2 or Transport:Infantry (6)", ("Transport:12",)),
        ("Resist: Fire", ("Resist:F",)),
        ("Resist: Blast", ()),
        ("Vul: Fire; Vul: Haywire; Vul: Blast", ("Vuln:F", "Vuln:H")),
        ("Acrobatic; Agile", ("Agile",)),
        ("Spider; Climber", ("Climber",)),
        ("NCM", ("NCM:6",)),
        ("Armored Jacket:+1D6", ("Field Armor",)),
        ("Stealth; Stealth (Aux)", ("Stealth",)),
        ('Profile:+6"; Flank:+2D6; Rugged: Move; Fragile: Weapons; CBS; Urban; AutoAI:APGL', ()),
        ("SMS:H (Agile, Fast)", ("Agile",)),
        ("Agile; SMS:H (Fast, -Agile)", ("Agile",)),
        ("SMS:G (Lumbering)", ()),
        ("SMS:G (Low Profile, Offroad:+1D6)", ("Low Profile", "Offroad:3")),
    ],
)
def test_a_trait_of_the_older_game_as_it_is_here(there: str, here: tuple[str, ...]) -> None:
    assert converted(traits=there).traits == here


@pytest.mark.parametrize(
    ("cells", "trait"),
    [
        ({"type": "Infantry"}, "Transportable:2"),
        ({"type": "Infantry (Team)"}, "Transportable:1"),
        ({"type": "Infantry (ATV)", "mr": '11" G'}, "Transportable:1"),
        ({"type": "Vehicle (VTOL)", "mr": '14" V'}, "VTOL"),
        ({"model": "Recon N-KIDU"}, "NAI"),
        ({"variant_of": "Commando N-KIDU"}, "NAI"),
        ({"faction": "Black Talon"}, "Stealth (Aux)"),
        ({"faction": "Black Talon"}, "Vet"),
        ({"faction": "Black Talon"}, "Airdrop"),
    ],
)
def test_kinds_of_models_bring_traits_along(cells: dict[str, str], trait: str) -> None:
    assert trait in converted(**cells).traits


def test_riders_of_beasts_and_hoverbikes_cannot_be_transported() -> None:
    assert not any("Transportable" in trait for trait in converted(type="Infantry (ATV)", mr='7" I').traits)


def test_an_upgrade_becomes_a_model_of_its_own() -> None:
    hunter, command = listed("North", "Hunter"), listed("North", "Headhunter (upgrade)")
    assert (command.name, command.tv, command.ua) == ("Headhunter", 7, ("GP (CMD)", "SK (CMD)", "FS (CMD)"))
    assert (command.weapons, command.traits) == (hunter.weapons, ("Arms", "Init:1"))
    assert "upgrading 4500-4509" in command.source


@pytest.mark.parametrize(
    ("faction", "model", "gone", "new"),
    [
        ("North", "Mammoth AI (upgrade)", "MMG", "MAPR"),
        ("Black Talon", "Vulture Anti-tank (upgrade)", "MGM", "MATM"),
        ("Utopia", "Support Armiger Sniper (upgrade)", "HRC (Snap)", "MLC (Snap)"),
    ],
)
def test_upgrades_exchange_weapons(faction: str, model: str, gone: str, new: str) -> None:
    weapons = listed(faction, model).weapons
    assert gone not in weapons
    assert new in weapons


def test_upgrades_replace_figures_and_traits_of_the_same_name() -> None:
    rider = listed("South", "Lizard Rider (upgrade)")
    assert (rider.tv, rider.move, rider.armor, rider.hull) == (4, {"W": 8}, 3, 2)
    assert listed("Peace River", "Crusader V (upgrade)").traits == ("Arms", "Autopilot", "Brawler:1")


def test_an_upgrade_with_cmd_alone_commands_where_its_model_may_serve() -> None:
    assert listed("North", "Thunder Lion (upgrade)").ua == ("SK (CMD)",)
    assert listed("North", "Mountain Lion (upgrade)").ua == ("SK",)


def test_the_multi_component_tank_is_a_core_and_what_is_attached() -> None:
    body, turret = listed("CEF", "HHT-90 Body"), listed("CEF", "HHT-90 Turret")
    assert (body.tv, turret.tv, body.ua, turret.ua) == (105, 0, ("HT",), ("HT",))
    assert "Core" in body.traits
    assert "Attached:HHT-90 Body" in turret.traits
    assert (body.move, turret.move) == ({"H": 7}, {})


def test_lists_that_share_a_name_are_told_apart_by_faction() -> None:
    ids = [made.card.id for made in convert_all(sources())]
    assert {"north-infantry-squad", "south-infantry-squad"} <= set(ids)
    assert "hunter" in ids
