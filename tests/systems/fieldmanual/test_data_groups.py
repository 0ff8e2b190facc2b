"""The 28 groups, perks as cards write them, and the lint that looks at all data files."""

from __future__ import annotations

import importlib

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.fieldmanual.datacards import all_cards, all_groups, read_cards, read_composition, read_groups
from gearlock.systems.fieldmanual.weapons import Perk, known_perks, perk_of, read_perk, split_entries

lint = importlib.import_module("gearlock.systems.fieldmanual.lint")

GROUPS = """\
South | General Purpose Cadre | Core | 160 | 4 x Jäger | roster roster inferred | yes yes
South | Infantry Platoon | Core | 80 | 4 x Infantry squad (proposed) | roster roster proposed | yes no
South | Fire Support Cadre | Auxiliary | 280 | 2 x Spitting Cobra; 3 x Jäger | roster roster inferred | yes yes
South | Recon Cadre | Auxiliary | 260 | 4 x Iguana; 1 x Jäger | roster roster proposed | yes no
South | Cavalry Cadre | Auxiliary | 60 | 2 x Caiman | roster printed inferred | yes no
South | Strider Cadre | Specialist | 210 | 2 x Naga | roster proposed proposed | yes no
South | Tank Cadre | Specialist | 530 | 2 x Visigoth | roster proposed proposed | yes no
South | Strike Cadre | Elite | 240 | 2 x Black Mamba; 3 x Jäger | roster roster inferred | yes no
North | General Purpose Squad | Core | 160 | 4 x Hunter | proposed proposed proposed | yes yes
North | Infantry Platoon | Core | 80 | 4 x Infantry squad (proposed) | proposed proposed proposed | yes no
North | Fire Support Squad | Auxiliary | 290 | 2 x Grizzly; 3 x Hunter | proposed proposed proposed | yes no
North | Recon Squad | Auxiliary | 280 | 4 x Cheetah; 1 x Hunter | proposed proposed proposed | yes no
North | Dragoon Squad | Specialist | 285 | 2 x Hunter; 2 x Cheetah; 1 x Grizzly | proposed proposed proposed | yes no
North | Strike Squad | Elite | 240 | 2 x Jaguar; 3 x Hunter | proposed proposed proposed | yes no
North | Cavalry Squad | Auxiliary | 70 | 2 x Badger | proposed printed inferred | no no
PAK | Light Hover Tank Squad | - | 170 | 2 x LHT-67 | - printed inferred | no no
PAK | Hover Tank Squad | - | 460 | 2 x HT-68 | - printed inferred | no no
PAK | Cavalry Squad | - | 110 | 2 x Pacifier HPC-64 | - printed inferred | no no
CEF | Light Hover Tank Squad | - | 230 | 2 x LHT-71 | - printed inferred | no no
CEF | Hover Tank Squad | - | 630 | 2 x HT-72 | - printed inferred | no no
South | Convict Infantry | Core | 50 | - | roster roster unknown | no no
South | Convict General Purpose | Core | 100 | - | roster roster unknown | no no
South | Southern Medic ... | Core | 140 | - | roster roster unknown | no no
South | MP Cadre | Auxiliary | 205 | - | roster roster unknown | no no
South | Opsec Cadre | Elite | 325 | - | roster roster unknown | no no
"""
"""All but the three whose composition takes more than a line."""


@pytest.mark.rule("fieldmanual.group-types")
def test_every_group_has_its_type_price_and_models() -> None:
    found = {(group.faction, group.name): group for group in all_groups().values()}
    assert len(found) == 28
    for row in GROUPS.splitlines():
        faction, name, type, tv, models, marks, usual = (cell.strip() for cell in row.split(" | "))
        group = found.pop((faction, name))
        assert (group.type or "-", group.tv) == (type, int(tv)), name
        assert ("; ".join(f"{count} x {model}" for count, model in group.composition) or "-") == models
        given = [group.provenance.get(key, "-") for key in ("type", "tv", "composition")]
        assert " ".join(given) == marks
        assert f"{'yes' if group.fieldable else 'no'} {'yes' if group.default_force else 'no'}" == usual
    drawn, dropped, frames = found.values()
    assert (drawn.name, drawn.type, drawn.tv) == ("Fire Support Cadre (as drawn)", "Auxiliary", 290)
    assert drawn.composition == (
        (1, "Spitting Cobra"), (1, "Spitting Cobra (VLFG and VHAC options)"), (1, "Command Jäger"), (2, "Jäger"),
    )  # fmt: skip
    assert (dropped.name, dropped.type, dropped.tv, dropped.default_force) == (
        "Paratroop Cadre", "Specialist", 245, True,
    )  # fmt: skip
    assert dropped.composition == ((1, "Command Jäger"), (4, "Jäger (third row option, with LGL)"))
    assert frames.composition == ((3, "F6-16"), (1, "GREL Squad in Pacifier HPC-64"))


def test_the_status_of_a_group_is_its_weakest_mark() -> None:
    assert all_groups()["south-general-purpose-cadre"].status == "inferred"
    assert all_groups()["north-general-purpose-squad"].status == "proposed"
    assert all_groups()["south-opsec-cadre"].status == "unknown"
    assert len(all_groups()["south-fire-support-cadre"].models) == 5


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("South,Cadre,Core,roster,some,roster,4 x Jäger,inferred,160,yes,yes,1,", "tv 'some' is no whole number"),
        ("South,Cadre,Guard,roster,160,roster,4 x Jäger,inferred,160,yes,yes,1,", "type 'Guard'"),
        ("South,Cadre,Core,guessed,160,roster,4 x Jäger,inferred,160,yes,yes,1,", "type has no mark"),
        ("South,Cadre,Core,roster,160,roster,four Jäger,inferred,160,yes,yes,1,", "composition 'four Jäger'"),
        ("South,Cadre,Core,roster,160,roster,99 x Jäger,inferred,160,yes,yes,1,", "at most 20 models"),
        ("South,...,Core,roster,160,roster,4 x Jäger,inferred,160,yes,yes,1,", "a faction and a name"),
    ],
)
def test_a_group_that_is_wrong_is_named_by_its_line(row: str, words: str) -> None:
    head = lint.data_text("groups.csv").splitlines()[0]
    with pytest.raises(BadFile) as caught:
        read_groups(f"{head}\n{row}\n", "groups.csv")
    assert caught.value.findings[0].line == 2
    assert words in caught.value.findings[0].message


def test_a_composition_is_numbers_and_names() -> None:
    assert read_composition("2 x Spitting Cobra; 3 x Jäger") == ((2, "Spitting Cobra"), (3, "Jäger"))
    with pytest.raises(ValueError, match="is not a number"):
        read_composition("0 x Hunter")


def test_there_are_48_perks_and_flaws_each_with_its_rule_and_words() -> None:
    rules = load_rulebook("gearlock.systems.fieldmanual")
    perks = known_perks().values()
    assert (len(perks), sum(perk.flaw for perk in perks)) == (48, 11)
    assert all(perk.rule in rules and perk.words.endswith(".") for perk in perks)
    assert {perk.name for perk in perks if perk.aux} == {
        "Anti-Missile System", "Anti-Personnel Charges", "Autopilot", "Counter-Battery Sensors",
        "Electronic Countermeasures", "Electronic Counter-Countermeasures", "Jump Jets", "Satellite Uplink",
        "Searchlight", "Smoke Launchers", "Stealth", "Target Designator",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "perk"),
    [
        ("Arms", Perk("Arms")),
        ("AMS", Perk("Anti-Missile System")),
        ("TD1", Perk("Target Designator", 1)),
        ("TD (2)", Perk("Target Designator", 2)),
        ("ECM (3)", Perk("Electronic Countermeasures", 3)),
        ("LSP", Perk("Large Sensor Profile", 1)),
        ("LSP (2)", Perk("Large Sensor Profile", 2)),
        ("Reinforced Front (5)", Perk("Reinforced Front", 5)),
        ("Rf (5)", Perk("Reinforced Front", 5)),
        ("Reinforced Right (4)", Perk("Reinforced Right", 4)),
        ("RRr 4", Perk("Reinforced Rear", 4)),
        ("Ram Plate (Front)", Perk("Ram Plate", 1, "Front")),
        ("SL (F) (12)", Perk("Searchlight", 12, "F")),
        ("Weak Facing (Underside)", Perk("Weak Facing", 1, "Underside")),
        ("Drone (Recon)", Perk("Recon Drone")),
        ("HK Drone", Perk("Hunter-Killer Drone")),
        ("Smoke (1)", Perk("Smoke Launchers", 1)),
        ("Transport (two infantry squads)", Perk("Transport", 2, "two infantry squads")),
        ("Transport (6 infantry)", Perk("Transport", 6, "6 infantry")),
        ("imp or", Perk("Improved Off-Road")),
    ],
)
@pytest.mark.rule("fieldmanual.card-perks-flaws")
def test_perks_are_read_however_cards_write_them(text: str, perk: Perk) -> None:
    assert read_perk(text) == perk
    assert perk_of(perk.name).name in known_perks()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Wings", "there is no perk or flaw 'Wings'"),
        ("ECM", "needs a number"),
        ("Arms (2)", "has no number"),
        ("Stealth (green)", "nothing but a number"),
        ("Ram Plate", "needs an arc"),
        ("Ram Plate (Sideways)", "needs an arc"),
        ("Smoke (1", "a bracket is open"),
        ("Reinforced Nose (5)", "there is no perk"),
        ("Rr 4", "there is no perk"),
    ],
)
def test_what_is_no_perk_is_said(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_perk(text)


def test_commas_in_brackets_part_nothing() -> None:
    assert split_entries("Arms, Transport (one squad, on foot), TD1") == [
        "Arms",
        "Transport (one squad, on foot)",
        "TD1",
    ]


def test_the_data_files_have_no_faults() -> None:
    assert lint.lint() == []


@pytest.mark.parametrize(
    ("name", "before", "after", "line", "words"),
    [
        ("Jäger", "LAC|F|0|12/48/inf|x8|2|R|", "LAC|F|0|12/48/inf|x9|2|R|", 2, "LAC: dm is 9, in the weapon tables 8"),
        ("Jäger", "LRP/24|F|-1|6/24/inf|x12|3", "LRP/24|F|-1|6/24/inf|x12|5", 2, "RoF 5 is not between 1 and 4"),
        ("Jäger", "|IF,AI,AE3,M|6", "|IF,AI,AE2,M|6", 2, "the weapon tables have AE 3"),
        ("Jäger", ",roster,yes,", ",printed,yes,", 2, "its weakest mark is roster"),
        ("Iguana", ",proposed,no,", ",proposed,yes,", 22, "default_force must be no"),
        ("Headhunter", "Headhunter,Hunter,", "Headhunter,Hunters,", 18, "no model 'Hunters'"),
    ],
)
def test_the_lint_finds_cards_that_do_not_agree(name: str, before: str, after: str, line: int, words: str) -> None:
    lines = lint.data_text("units.csv").split("\n")
    at = next(number for number, text in enumerate(lines) if text.startswith(f"{name},"))
    assert before in lines[at]
    lines[at] = lines[at].replace(before, after, 1)
    text = "\n".join(lines)
    cards = read_cards(text, "units.csv")
    (finding,) = lint.unit_findings(text, cards)
    assert (finding.line, words in finding.message) == (line, True), finding


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("4 x Hunter,", "3 x Hunter,", "its models cost 120 TV"),
        ("4 x Hunter,", "4 x Wildcat,", "there is no card for Wildcat"),
        ("2 x Badger,", "2 x Grizzly,", "fieldable must be yes"),
        (
            "4 x Iguana; 1 x Jäger,proposed: 4 x 55 + 40,260,yes,no",
            "4 x Iguana; 1 x Jäger,proposed: x,260,yes,yes",
            "usual",
        ),
    ],
)
def test_the_lint_finds_groups_that_do_not_add_up(before: str, after: str, words: str) -> None:
    text = lint.data_text("groups.csv")
    assert before in text
    found = lint.group_findings(text.replace(before, after, 1), all_cards())
    assert any(words in finding.message and finding.line for finding in found), found


def test_unreadable_files_are_told_by_the_lint(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lint.group_findings("faction\n", all_cards())
    assert lint.weapon_findings("name\n")
    texts = {"units.csv": "name\n"}
    plain = lint.data_text
    monkeypatch.setattr(lint, "data_text", lambda file: texts.get(file) or plain(file))
    assert [finding.file for finding in lint.lint()] == ["units.csv"]
