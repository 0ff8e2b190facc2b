"""The committed unit files: complete, readable, and what the importer writes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.kernel.errors import BadFile
from gearlock.systems.brigands.forces.upgrades import ListedModel, read_cards, read_ua, ready, trait_faults, unit_cards
from gearlock.systems.brigands.models import model_cards, weapons_table
from older_lines.convert import NO_MODELS, convert_all, read_sources
from older_lines.parse import read_rows
from older_lines.write import drops, record, report, unit_files

ROOT = Path(__file__).parents[3]
UNITS = ROOT / "src" / "gearlock" / "systems" / "brigands" / "data" / "units"
COUNTS = {
    "North": 108, "South": 129, "Peace River": 94, "NuCoal": 88, "Black Talon": 53, "CEF": 56, "Caprice": 23,
    "Utopia": 20, "Eden": 10, "Generic": 11,
}  # fmt: skip


def test_the_committed_files_are_what_the_importer_writes() -> None:
    made = unit_files(convert_all(read_sources(ROOT / "data-sources")))
    committed = {path.name: path.read_text(encoding="utf-8") for path in UNITS.iterdir()}
    assert committed == made


@pytest.mark.rule("brigands.1.5a")
def test_every_model_of_every_list_loads() -> None:
    units = {id: ready(card, weapons_table()) for id, card in unit_cards().items()}
    assert len(units) == 592
    assert all(isinstance(unit, ListedModel) and unit.id == id for id, unit in units.items())


def test_each_list_has_as_many_models_as_its_source() -> None:
    rows = [row for _, row in read_rows(ROOT / "data-sources" / "blitz-units.csv")]
    expected = Counter(row["faction"] for row in rows if row["model"] not in NO_MODELS)
    expected["Generic"] += 1  # the Defender Drone, which only the book's price list knows
    assert Counter(card.faction for card in unit_cards().values()) == expected == COUNTS


def test_each_record_cites_a_line_of_its_source_that_names_the_model() -> None:
    lines = {
        name: (ROOT / "data-sources" / name).read_text(encoding="utf-8").splitlines()
        for name in ("blitz-units.csv", "brigands-lines.csv")
    }
    for card in unit_cards().values():
        file, _, line = card.source.split(" ")[0].removeprefix("data-sources/").partition(":")
        names = {"F6-16": "F6-16 Frame", "Man at Arms APE": "Man at Arms Golem"}
        assert names.get(card.name, card.name) in lines[file][int(line) - 1]


def test_no_record_cites_a_line_twice() -> None:
    assert max(Counter(card.source for card in unit_cards().values()).values()) == 1


@pytest.mark.rule("brigands.1.5a")
@pytest.mark.parametrize("id", list(model_cards()))
def test_the_stock_models_of_the_introductory_game_come_out_the_same(id: str) -> None:
    stock = msgspec.structs.replace(model_cards()[id], source="", converted="")
    assert msgspec.structs.replace(unit_cards()[id], source="", converted="") == stock


@pytest.mark.rule("brigands.1.5a")
def test_skills_go_from_0_to_6_and_most_sensors_reach_18_inches() -> None:
    cards = unit_cards().values()
    assert all(0 <= card.gunnery <= 6 and 0 <= card.piloting <= 6 for card in cards)
    assert Counter(card.sensors for card in cards).most_common(1)[0][0] == 18


@pytest.mark.rule("brigands.10.2a", "brigands.10.2b")
def test_unit_availability_has_a_code_and_a_limit() -> None:
    assert [read_ua(text) for text in ("GP#", "SK", "FS (CMD)")] == [
        ("GP", "unlimited"),
        ("SK", "0-2"),
        ("FS", "commanders only"),
    ]
    assert {read_ua(text)[0] for card in unit_cards().values() for text in card.ua} >= {"GP", "SI", "VL", "ST"}


def test_drones_alone_belong_to_no_unit() -> None:
    assert all(bool(card.ua) != (card.type == "Drone") for card in unit_cards().values())


def test_fortifications_cannot_move() -> None:
    forts = [card for card in unit_cards().values() if card.type == "Fortification"]
    assert {card.name for card in forts} == {"AC Turret", "RP Turret", "AA Turret", "Outpost", "Bunker", "Trenches"}
    assert not any(card.move for card in forts)


@pytest.mark.rule("brigands.A3")
def test_bases_keep_to_the_standard_ranges() -> None:
    ranges = {"Gear": (25, 40), "Infantry": (20, 50), "Vehicle": (25, 120), "Strider": (40, 120)}
    for card in unit_cards().values():
        least, most = ranges.get(card.type, (20, 120))
        assert least <= card.base_mm <= most, card.id


def test_a_listed_model_knows_lettered_auxiliary_and_repeated_traits() -> None:
    units = {id: ready(card, weapons_table()) for id, card in unit_cards().items()}
    wild = units["wild-ferret"]
    assert isinstance(wild, ListedModel)
    assert "Vuln:H" in wild.traits
    assert wild.auxiliary == {"SatUp", "Sensor Suite"}
    assert units["visigoth"].traits["Smoke"] == 3
    assert units["hht-90-turret"].traits["Attached"] == 1
    assert units["ferret"].traits["Brawler"] == -1
    assert units["ferret"].low < units["ferret"].height
    assert "Vuln:H" in wild.card.traits


def test_everything_wrong_in_a_file_is_found_at_once_with_its_line() -> None:
    hunter = record(unit_cards()["hunter"])
    bad = hunter.replace("gunnery = 3", "gunnery = 9").replace('"Arms"', '"Legs"').replace("LRP", "LRX")
    worse = hunter.replace('"GP#"', '"GP!"').replace("armor = 6", 'armor = "thick"')
    with pytest.raises(BadFile) as caught:
        read_cards({"a.toml": bad + worse, "b.toml": hunter})
    told = [(finding.file, finding.line) for finding in caught.value.findings]
    assert told == [("a.toml", 12), ("a.toml", 15), ("a.toml", 16), ("a.toml", 29), ("b.toml", 2)]
    assert "LRP" in str(caught.value)


def test_a_file_that_is_no_toml_is_named_with_the_line() -> None:
    with pytest.raises(BadFile, match=r"a\.toml:2: not TOML"):
        read_cards({"a.toml": "[[model]]\nid = hunter\n"})


@pytest.mark.parametrize(
    "text",
    [
        "model = 3\n",
        "[model]\nid = 1\n",
        'model = [{ id = "hunter" }]\n',
        "[[unit]]\n",
        "[[model]]\n",
        "\ufeff[[",
        "junk" * 9999,
    ],
)
def test_strange_files_are_refused_and_not_stumbled_over(text: str) -> None:
    with pytest.raises(BadFile):
        read_cards({"a.toml": text})


@given(st.sampled_from(sorted(unit_cards())), st.data())
def test_a_record_with_any_piece_cut_out_is_read_or_refused(id: str, data: st.DataObject) -> None:
    text = record(unit_cards()[id])
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    try:
        cards = read_cards({"a.toml": text[:start] + text[end:]})
    except BadFile:
        return
    assert len(cards) <= 1
    assert all(ListedModel(card, weapons_table()).card is card for card in cards.values())


@pytest.mark.parametrize(
    ("trait", "faults"),
    [
        ("ECM:2 (Aux)", ()),
        ("Brawler:-1", ()),
        ("Vuln:H", ()),
        ("Attached:HHT-90 Body", ()),
        ("ECM:many", ("'many' is no rating of ECM",)),
        ("Vuln:Q", ("'Q' is no rating of Vuln",)),
        ("Attached", ("'' is no rating of Attached",)),
        ("Sings", ("there is no model trait 'Sings'",)),
    ],
)
def test_traits_must_be_known_and_rated_as_they_are_in_the_book(trait: str, faults: tuple[str, ...]) -> None:
    assert trait_faults(trait) == faults


def test_two_models_of_one_id_are_a_finding() -> None:
    hunter = record(unit_cards()["hunter"])
    with pytest.raises(BadFile, match="two models 'hunter'"):
        read_cards({"a.toml": hunter + hunter})


def test_the_report_lists_what_was_dropped_and_the_ruling_has_the_same_figures() -> None:
    sources = read_sources(ROOT / "data-sources")
    models = convert_all(sources)
    text = report(sources.lines, models)
    assert "592 models from 597 lines" in text
    assert "not covered by any rule: nothing" in text
    by_rule: Counter[str] = Counter()
    for (rule_id, _), count in drops(models).items():
        by_rule[rule_id] += count
    page = (ROOT / "docs" / "rulings" / "brigands-converted-units.md").read_text(encoding="utf-8")
    for rule_id, count in by_rule.items():
        assert f"| `{rule_id}` | {count} |" in page
