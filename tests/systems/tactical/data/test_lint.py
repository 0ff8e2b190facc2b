"""The data files hold together, and what would not is found with its line."""

from __future__ import annotations

from gearlock.systems.tactical.lint import (
    lint,
    mount_findings,
    price_findings,
    roster_findings,
    rule_findings,
    unit_findings,
)
from gearlock.systems.tactical.unit_files import FILE_UNIT_FILES as FILE
from gearlock.systems.tactical.unit_files import MOUNTS_FILE
from gearlock.systems.tactical.weapons import data_text


def test_nothing_is_wrong_with_our_files() -> None:
    assert lint() == []


def test_a_weapon_row_of_nobody_is_found() -> None:
    text = data_text(MOUNTS_FILE).replace("Aller,HRG", "Alder,HRG")
    (found,) = mount_findings(text)
    assert "there is no unit 'Alder'" in found.message


def test_a_name_without_a_reason_is_found() -> None:
    head, *rows = data_text(FILE).splitlines()
    index = head.split(",").index("reason")
    assert index > 0
    row = next(each for each in rows if each.startswith("Weasel"))
    bare = row.split('"')[0] + '""' + row.split('"')[2]
    found = unit_findings("\n".join((head, bare)))
    assert [it.message for it in found] == ["Weasel: says not why it cannot be fielded"]


def test_a_roster_that_breaks_a_rule_is_found() -> None:
    text = "system tactical\nfaction Rovers\nsize 10\n\ngroup Gang\n  leader\n    Hunter\n"
    found = list(roster_findings("mine", text))
    assert found
    assert all(it.file == "rosters/mine.txt" for it in found)


def test_rules_and_prices_are_in_order() -> None:
    assert list(rule_findings()) == list(price_findings()) == []
