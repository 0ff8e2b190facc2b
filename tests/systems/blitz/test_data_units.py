"""The unit lists: every record field by field against fingerprints that were made of the scanned lists."""

from __future__ import annotations

import csv
from hashlib import blake2b
from importlib import resources
from pathlib import Path

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.systems.blitz.models import (
    COLUMNS,
    FACTIONS,
    NA,
    SAME,
    ModelCard,
    all_cards,
    model_cards,
    printed_cards,
    read_lists,
    readings,
    upgrade_cards,
)

FINGERPRINTS = Path(__file__).parent / "unit-fingerprints.csv"
COUNTS = {
    "north": ("North", 108, 37),
    "south": ("South", 129, 38),
    "peace-river": ("Peace River", 94, 29),
    "nucoal": ("NuCoal", 88, 26),
    "black-talon": ("Black Talon", 53, 15),
    "cef": ("CEF", 57, 14),
    "caprice": ("Caprice", 23, 8),
    "utopia": ("Utopia", 20, 6),
    "eden": ("Eden", 10, 3),
    "generic": ("Generic", 15, 15),
}


def data_rows() -> dict[str, dict[str, str]]:
    found = {}
    for name, faction in FACTIONS.items():
        text = (resources.files("gearlock.systems.blitz") / f"data/units/{name}.csv").read_text()
        for row in csv.DictReader(text.splitlines(keepends=True)):
            found[row["id"]] = {**row, "faction": faction}
    return found


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.rule(
    "blitz.units.north", "blitz.units.south", "blitz.units.peace-river", "blitz.units.nucoal",
    "blitz.units.black-talon", "blitz.units.cef", "blitz.units.caprice", "blitz.units.utopia", "blitz.units.eden",
)  # fmt: skip
def test_each_list_has_all_its_lines(name: str) -> None:
    faction, lines, stock = COUNTS[name]
    cards = [card for card in printed_cards().values() if card.faction == faction]
    assert len(cards) == lines
    assert sum(not card.variant_of for card in cards) == stock
    assert set(COUNTS) == set(FACTIONS)


def test_every_record_agrees_with_the_scanned_lists_field_by_field() -> None:
    rows = data_rows()
    with FINGERPRINTS.open() as file:
        marks = {row.pop("id"): row for row in csv.DictReader(file)}
    assert list(rows) == list(marks)
    assert len(rows) == 597
    for id, fields in marks.items():
        for field, mark in fields.items():
            text = f"{field}={rows[id][field]}"
            assert blake2b(text.encode(), digest_size=2).hexdigest() == mark, f"{id}: {text}"


def printed(card: ModelCard, row: dict[str, str]) -> dict[str, str]:
    """A card written down again as the lists print it; a dash stays a dash."""

    def number(key: str, value: int, form: str = "{}") -> str:
        dash = SAME if card.upgrade else {"gun": NA, "pilot": NA, "ew": NA}.get(key, 0)
        return row[key] if row[key] in ("-", "NA") and value in (dash, NA) else form.format(value)

    plus = "+" if card.upgrade and card.id != "command-caiman-crocodile" else ""
    bulk = f"{card.hull}/{card.structure}" if card.structure else f"{card.hull}"
    return {
        "name": card.name,
        "variant_of": card.variant_of,
        "upgrade": "yes" if card.upgrade else "",
        "tv": row["tv"] if row["tv"] == "-" and card.tv == 0 else f"{plus}{card.tv}",
        "ua": ", ".join(card.ua) or "-",
        "mr": number("mr", card.move, '{}"' + (f" {card.gait}" if card.gait else "")),
        "ar": number("ar", card.armor),
        "dc": "-" if row["dc"] == "-" and card.hull == (SAME if card.upgrade else 0) else bulk,
        "act": number("act", card.actions),
        "gun": number("gun", card.gun, "{}+"),
        "pilot": number("pilot", card.pilot, "{}+"),
        "ew": number("ew", card.ew, "{}+"),
        "weapons": "; ".join(card.weapons) or "-",
        "traits": "; ".join(card.traits) or "-",
        "type": card.type,
        "source": card.source.removeprefix("lines "),
        "uncertain": "yes" if card.uncertain else "",
        "note": card.note,
    }


@pytest.mark.rule("blitz.2.0", "blitz.2.12")
def test_every_card_says_what_its_line_prints() -> None:
    for id, row in data_rows().items():
        assert printed(printed_cards()[id], row) == {key: row[key] for key in COLUMNS if key != "id"}, id


@pytest.mark.rule("blitz.2.0")
def test_the_hunter_of_the_lists_is_not_the_hunter_of_the_sample_line() -> None:
    hunter = model_cards()["hunter"]
    assert hunter.ua == ("GP (0+)", "SK", "FS", "DG (0-1)")
    assert (hunter.tv, hunter.move, hunter.gait, hunter.armor) == (6, 5, "W", 6)
    assert (hunter.hull, hunter.structure, hunter.actions) == (5, 1, 1)
    assert (hunter.gun, hunter.pilot, hunter.ew) == (4, 4, 6)
    assert hunter.weapons == ("LAC (Arm, Split:2)", "LRP", "APGL", "LPZ", "LVB (Arm)")


@pytest.mark.rule("blitz.2.12")
def test_a_single_damage_number_is_hull_alone() -> None:
    assert (model_cards()["wallaby"].hull, model_cards()["wallaby"].structure) == (3, 0)


def test_names_that_lists_share_bear_their_faction() -> None:
    assert {id for id, card in all_cards().items() if card.name == "Infantry Squad"} == {
        "north-infantry-squad",
        "south-infantry-squad",
        "peace-river-infantry-squad",
        "nucoal-infantry-squad",
        "black-talon-infantry-squad",
    }


def test_variants_and_upgrades_name_a_stock_model_of_their_own_list() -> None:
    names = {(card.faction, card.name) for card in model_cards().values()}
    for card in all_cards().values():
        assert not card.variant_of or (card.faction, card.variant_of) in names, card.id
        assert not card.upgrade or card.variant_of, card.id
    assert len(upgrade_cards()) == 52


@pytest.mark.rule("blitz.units.black-talon")
def test_every_black_talon_model_has_the_three_traits_of_its_force() -> None:
    talons = [card for card in model_cards().values() if card.faction == "Black Talon"]
    assert all({"Vet", "Airdrop"} <= set(card.traits) for card in talons)
    own = {card.id for card in talons if "Stealth" in card.traits}
    assert own == {"black-talon-infantry-squad", "black-talon-sniper-team", "black-talon-observer-team"}
    assert all(("Stealth (Aux)" in card.traits) != (card.id in own) for card in talons)
    assert "Vet" not in printed_cards()["dark-jaguar"].traits


def test_what_cannot_be_read_with_certainty_is_marked() -> None:
    marked = {id for id, card in all_cards().items() if card.uncertain}
    assert len(marked) == 69
    assert {"stinger", "argos", "hardy-aller", "flash-jaguar", "verder", "dark-cobra", "en-koreshi"} <= marked
    assert all(all_cards()[id].note for id in marked)
    assert {reading.id for reading in readings()} <= marked | {"hht-90-body", "hht-90-turret"}


@pytest.mark.parametrize(
    ("id", "weapons"),
    [
        ("stinger", ("LABM", "LMG")),
        ("argos", ("HRC (Arm)", "MAR", "APGL", 'MVB (Arm, Reach:1")')),
        ("hpc-64-support", ("MAR (T)",)),
        ("arbalast-hoplite", ('MRP (Blast:1D6 (AE:4"))',)),
        ("outpost", ("MAC (FT+L/F)", "MAC (FT+R/F)", "MAC (FT+L/B)", "MAC (FT+R/B)")),
    ],
)
def test_a_line_printed_wrong_is_read_as_ruled(id: str, weapons: tuple[str, ...]) -> None:
    assert all_cards()[id].weapons == weapons
    assert printed_cards()[id].weapons != weapons


def test_everything_wrong_in_a_list_is_named_with_its_line() -> None:
    head = ",".join(COLUMNS)
    line = "odd,Odd,,,{tv},GP,{mr},6,5/1,1,{gun},4+,6+,-,-,Gear,1-2,,"
    text = "\n".join([head, line.format(tv="x", mr="-", gun="4+"), line.format(tv=1, mr="-", gun="7+"), "short"])
    with pytest.raises(BadFile) as caught:
        read_lists({"north": text, "south": "id,name\n"})
    found = [(each.file, each.line, each.message) for each in caught.value.findings]
    assert [place[:2] for place in found] == [
        ("units/north.csv", 2), ("units/north.csv", 3), ("units/north.csv", 4), ("units/south.csv", 1),
    ]  # fmt: skip
    assert "tv 'x' is no number" in found[0][2]
    assert "gun '7+' is no target number" in found[1][2]
    assert "there must be 19" in found[2][2]


def test_a_model_that_is_listed_twice_is_refused() -> None:
    line = "odd,Odd,,,1,GP,-,6,5/1,1,4+,4+,6+,-,-,Gear,1-2,,"
    with pytest.raises(BadFile, match="odd: is there twice"):
        read_lists({"north": f"{','.join(COLUMNS)}\n{line}\n", "south": f"{','.join(COLUMNS)}\n{line}\n"})
