"""Cards and groups that players bring: they replace ours, and everything wrong with them is said by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from gearlock.kernel.bounds import LARGEST_TEXT, LONGEST_NAME, LONGEST_WORDS
from gearlock.kernel.errors import BadFile
from gearlock.kernel.files import only_these_files
from gearlock.muster.reading import read_file
from gearlock.muster.tables import MOST_ROWS, slug
from gearlock.systems.fieldmanual.army.building import enlist
from gearlock.systems.fieldmanual.datacards import lists_with, our_lists, own_cards, read_cards

HEAD = (
    "name,kind,faction,tv,actions,mode1,mode1_combat,mode1_top,mode1_def_stop,mode1_def_cbt,mode1_def_top,"
    "attack_stop,attack_cbt,attack_top,size,detect,armor,overkill,damage_track,skill_att,skill_def,weapons,perks"
)
WILDCAT = "Wildcat,Gear,North,30,1,W,4,6,-1,0,+1,+1,0,-3,5,2,12,48,SLHC,2,2,LAC|F|||||R; VB|F; PHYSICAL,Arms"


def cards(*rows: str) -> str:
    return "\n".join((HEAD, *rows, ""))


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(BadFile) as caught:
        own_cards(text, "mine.csv")
    assert all(finding.file == "mine.csv" for finding in caught.value.findings)
    return [(finding.line, finding.message) for finding in caught.value.findings]


@pytest.mark.rule("fieldmanual.datacards-lost")
def test_a_card_of_a_players_own_is_marked_as_the_players(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text(cards(WILDCAT), encoding="utf-8")
    lists = lists_with(str(file), "")
    card = lists.cards["wildcat"]
    assert (card.tv, card.armor, card.status, card.default_force) == (30, 12, "user", True)
    assert set(card.provenance.values()) == {"user"}
    assert card.provenance.keys() >= {"tv", "armor", "weapons", "mode1_top"}
    assert "comm" not in card.provenance
    assert card.weapons[0].weapon.traits == {"R": 1}
    assert len(lists.cards) == len(our_lists().cards) + 1


@pytest.mark.rule("fieldmanual.datacards-lost")
def test_a_row_replaces_our_card_of_the_same_name() -> None:
    lists_cards = own_cards(cards(WILDCAT.replace("Wildcat", "Jäger").replace(",30,", ",55,", 1)), "mine.csv")
    assert lists_cards["jager"].tv == 55
    with only_these_files({"mine.csv": cards(WILDCAT.replace("Wildcat", "Jäger"))}):
        replaced = lists_with("mine.csv", "")
    assert (replaced.cards["jager"].tv, replaced.cards["jager"].family) == (30, "Jäger")
    assert our_lists().cards["jager"].tv == 40
    assert replaced.own


def test_ours_are_given_without_files() -> None:
    assert lists_with("", "") is our_lists()
    assert not our_lists().own


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("Wildcat,", ",", "has no name"),
        ("Wildcat,", "\u732b,", "has no name in letters"),
        ("Wildcat,", "W" * (LONGEST_NAME + 1) + ",", "is longer than"),
        (",Gear,", ",Kite,", "kind 'Kite': there are gear, tank"),
        (",30,", ",dear,", "tv 'dear' is no whole number"),
        (",30,", ",-5,", "tv is below 0"),
        (",W,", ",X,", "mode1 'X': there are W, G and H"),
        (",W,", ",,", "has no movement row"),
        (",4,6,", ",6,4,", "speed 6/4 does not rise"),
        (",SLHC,", ",CHLS,", "S before L before H before C"),
        (",48,SLHC,", ",72,SSSLHC,", "at most 5 boxes"),
        (",12,48,", ",12,50,", "overkill 50: Armor 12 for each of 4 boxes is 48"),
        (",12,48,SLHC", ",0,0,SLHC", "needs armor of 1 or more"),
        (",2,2,LAC", ",12,2,LAC", "each lies between 0 and 9"),
        ("LAC|F", "XAC|F", "weapons: there is no weapon 'XAC'"),
        ("PHYSICAL,Arms", "PHYSICAL,Wings", "perks: there is no perk or flaw 'Wings'"),
        (",12,48,SLHC,", ",12,0,,", "has no damage track"),
        (",Gear,", ",infantry,", "write its Bases, such as 4 bases"),
    ],
)
def test_what_is_wrong_with_a_card_is_said_with_its_line(before: str, after: str, words: str) -> None:
    assert before in WILDCAT
    found = faults(cards(WILDCAT.replace("Wildcat", "Other"), WILDCAT.replace(before, after, 1)))
    assert any(line == 3 and words in message for line, message in found), found


@pytest.mark.parametrize(
    ("before", "within", "beyond"),
    [
        (",2,2,LAC", ",9,9,LAC", ",10,2,LAC"),
        (",30,1,W", ",30,9,W", ",30,10,W"),
        (",4,6,", ",0,60,", ",0,61,"),
        (",12,48,SLHC,", ",12,60,SSLHC,", ",12,72,SSSLHC,"),
        ("Wildcat,", "W" * LONGEST_NAME + ",", "W" * (LONGEST_NAME + 1) + ","),
        ("LAC|F|||||R;", "LAC|F;" * 98, "LAC|F;" * 99),
        (",30,", ",0,", ",-1,"),
    ],
)
def test_bounds_hold_to_the_last(before: str, within: str, beyond: str) -> None:
    assert before in WILDCAT
    assert own_cards(cards(WILDCAT.replace(before, within, 1)), "mine.csv")
    assert faults(cards(WILDCAT.replace(before, beyond, 1)))


def test_all_that_is_wrong_is_told_at_once() -> None:
    row = WILDCAT.replace(",30,", ",dear,").replace("LAC|F", "XAC|F").replace(",Arms", ",Wings")
    assert [line for line, _ in faults(cards(row, row))] == [2, 2, 2, 3, 3, 3, 3]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "the columns name, kind, faction are missing"),
        ("name,kind,faction,wings\n", 1, "there is no column 'wings'"),
        ("name,kind,faction,name\n", 1, "a column is there twice"),
        ("name,kind,faction\nWildcat,gear\n", 2, "2 columns; the first line names 3"),
        ('name,kind,faction\n"Wild"cat,gear,North\n', 2, "not CSV"),
        (f"name,kind,faction\n{'x' * (LONGEST_WORDS + 1)},gear,North\n", 2, "a cell is longer than"),
        (cards(WILDCAT, WILDCAT), 3, "stands in this file twice"),
        ("x" * (LARGEST_TEXT + 1), 0, "has more than 1,000,000 letters"),
        (cards(WILDCAT.replace("LAC|F", "; ".join(["LAC|F"] * 100))), 2, "102 weapons; no card has more than 100"),
    ],
)
def test_a_file_that_is_no_unit_file_is_refused_in_words(text: str, line: int, words: str) -> None:
    found = faults(text)
    assert found[0][0] == line
    assert words in found[0][1]


def test_a_file_may_have_so_many_rows_and_no_more() -> None:
    rows = [WILDCAT.replace("Wildcat", f"Cat {number}") for number in range(MOST_ROWS + 1)]
    assert len(own_cards(cards(*rows[:-1]), "mine.csv")) == MOST_ROWS
    ((line, words),) = faults(cards(*rows))
    assert (line, "more than 500 rows" in words) == (MOST_ROWS + 2, True)


def test_a_mark_of_an_order_of_bytes_and_blank_lines_do_no_harm() -> None:
    assert list(own_cards("\ufeff" + cards("", WILDCAT, ",,,,,,,,,,,,,,,,,,,,,,"), "mine.csv")) == ["wildcat"]


def test_the_words_of_the_printed_list_are_understood_too() -> None:
    text = "name,kind,faction,damage_track,mode1,armor,overkill\nPlane,airstrike,any,LH,air,11,22\n"
    assert own_cards(text, "mine.csv")["plane"].kind == "aircraft"
    text = "name,kind,faction,damage_track,mode1,armor,overkill\nTurret,defensive asset,any,LH,static,11,22\n"
    assert own_cards(text, "mine.csv")["turret"].rows == {}


@pytest.mark.rule("fieldmanual.errata-datacards")
def test_two_cards_of_earlier_books_are_corrected() -> None:
    armiger = WILDCAT.replace("Wildcat", "Armiger FS-101")
    assert own_cards(cards(armiger), "a.csv")["armiger-fs-101"].weapons[-1].weapon.damage(9) == 6
    assert own_cards(cards(armiger), "a.csv")["armiger-fs-101"].weapons[1].weapon.damage(9) == 11
    carrier = WILDCAT.replace("Wildcat", "HC-3A").replace(",Arms", ',"Arms, Vulnerable to Haywire, LSP"')
    assert own_cards(cards(carrier), "b.csv")["hc-3a"].flaws == {"Large Sensor Profile": 1}
    plain = WILDCAT.replace(",Arms", ",Vulnerable to Haywire")
    assert own_cards(cards(plain), "c.csv")["wildcat"].flaws == {"Vulnerable to Haywire": 1}


GROUPS = "faction,group,type,tv,composition\n"


def brought(groups: str, card_rows: str = "") -> None:
    files = {"groups.csv": GROUPS + groups, "cards.csv": card_rows}
    with only_these_files(files):
        lists_with("cards.csv" if card_rows else "", "groups.csv")


def test_groups_of_a_players_own_replace_ours_and_come_beside_them() -> None:
    rows = "North,General Purpose Squad,Core,120,4 x Wildcat\nNorth,Pack,Elite,,2 x Hunter\n"
    with only_these_files({"groups.csv": GROUPS + rows, "cards.csv": cards(WILDCAT)}):
        lists = lists_with("cards.csv", "groups.csv")
    squad, pack = lists.groups["north-general-purpose-squad"], lists.groups["north-pack"]
    assert (squad.tv, squad.composition, squad.status, squad.fieldable) == (120, ((4, "Wildcat"),), "user", True)
    assert (pack.tv, pack.type, pack.default_force) == (0, "Elite", True)
    assert len(lists.groups) == 29


def test_a_group_whose_cards_were_lost_is_fielded_when_a_player_has_them() -> None:
    with only_these_files({"cards.csv": cards(WILDCAT.replace("Wildcat", "Badger"))}):
        lists = lists_with("cards.csv", "")
    assert lists.groups["north-cavalry-squad"].fieldable
    assert not lists.groups["cef-hover-tank-squad"].fieldable


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("North,Pack,Elite,60,2 x Werewolf\n", "there is no card for 'Werewolf'; bring one"),
        ("North,Pack,Elite,60,\n", "has no models"),
        ("North,Pack,,60,2 x Hunter\n", "has no type"),
        ("North,Pack,Horde,60,2 x Hunter\n", "type 'Horde'"),
        ("North,Pack,Elite,60,11 x Hunter; 10 x Hunter\n", "at most 20 models"),
        ("North,Pack,Elite,60,two Hunters\n", "is not a number, an x and a model"),
        ("North,,Elite,60,2 x Hunter\n", "a faction and a name"),
        (f"North,{'x' * (LONGEST_NAME + 1)},Elite,60,2 x Hunter\n", "a name is longer than"),
        ("North,Pack,Elite,60,2 x Hunter\nNorth,Pack,Elite,60,2 x Hunter\n", "stands in this file twice"),
    ],
)
def test_what_is_wrong_with_a_group_is_said_with_its_line(row: str, words: str) -> None:
    with pytest.raises(BadFile) as caught:
        brought(row)
    assert any(words in finding.message and finding.line > 1 for finding in caught.value.findings)


def test_a_group_of_twenty_is_the_largest() -> None:
    brought("North,Horde,Core,,10 x Hunter; 10 x Hunter\n")


def test_a_file_that_was_not_sent_along_is_not_looked_for_here(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    file.write_text(cards(WILDCAT), encoding="utf-8")
    with only_these_files({}), pytest.raises(BadFile, match="not among the files that were sent along"):
        lists_with(str(file), "")


def test_names_become_ids_and_are_found_again() -> None:
    assert slug("Jäger (LAC swapped for LBZK)") == "jager-lac-swapped-for-lbzk"
    assert our_lists().card("jäger") is our_lists().cards["jager"]
    assert our_lists().card("Jager") is our_lists().cards["jager"]
    assert our_lists().card("Werewolf") is None


def test_marks_are_wanted_in_our_own_files() -> None:
    with pytest.raises(BadFile, match="tv has no mark; prov_tv begins with one of printed"):
        read_cards(cards(WILDCAT), "units.csv")


@pytest.mark.rule("fieldmanual.card-armor", "fieldmanual.datacards-lost")
def test_overkill_may_be_left_out_and_is_armor_for_every_box() -> None:
    head, row = HEAD.replace("overkill,", ""), WILDCAT.replace(",12,48,", ",12,")
    assert own_cards(f"{head}\n{row}\n", "mine.csv")["wildcat"].overkill == 48
    assert own_cards(cards(WILDCAT.replace(",12,48,", ",12,,")), "mine.csv")["wildcat"].overkill == 48
    assert [line for line, said in faults(cards(WILDCAT.replace(",12,48,", ",12,40,"))) if "overkill 40" in said] == [2]


@pytest.mark.rule("fieldmanual.datacards-lost")
def test_the_files_of_a_roster_lie_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cards.csv").write_text(cards(WILDCAT), encoding="utf-8")
    roster = tmp_path / "mine.txt"
    roster.write_text("system fieldmanual\nfaction North\nsize 500\nlevel 1\ncards cards.csv\n", encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    read = read_file(roster)
    assert not [fault for fault in read.violations() if "cards.csv" in fault.message]
    assert enlist(read.roster).lists.card("Wildcat") is not None


@pytest.mark.rule("fieldmanual.datacards-lost")
def test_who_is_far_away_names_files_that_were_sent_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(cards(WILDCAT), encoding="utf-8")
    text = "system fieldmanual\nfaction North\nsize 500\nlevel 1\ncards cards.csv\n"
    with only_these_files({str(tmp_path / "mine.txt"): text}):
        read = read_file(tmp_path / "mine.txt")
        assert [fault.message for fault in read.violations() if "not among the files" in fault.message]
    with only_these_files({"mine.txt": text, "cards.csv": cards(WILDCAT)}):
        assert enlist(read_file(Path("mine.txt")).roster).lists.card("Wildcat") is not None
