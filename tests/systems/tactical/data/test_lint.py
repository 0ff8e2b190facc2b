"""The data files hold together, and what would not is found with its line."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical import lint as checks
from gearlock.systems.tactical.unit_files import FILE, MOUNTS_FILE
from gearlock.systems.tactical.weapon_lists import data_text


def test_nothing_is_wrong_with_our_files() -> None:
    assert checks.lint() == []


def test_a_weapon_row_of_nobody_is_found() -> None:
    text = data_text(MOUNTS_FILE).replace("Aller,HRG", "Alder,HRG")
    (found,) = checks.mount_findings(text)
    assert "there is no unit 'Alder'" in found.message


def test_a_name_without_a_reason_is_found() -> None:
    head, *rows = data_text(FILE).splitlines()
    index = head.split(",").index("reason")
    assert index > 0
    row = next(each for each in rows if each.startswith("Weasel"))
    bare = row.split('"')[0] + '""' + row.split('"')[2]
    found = checks.unit_findings("\n".join((head, bare)))
    assert [it.message for it in found] == ["Weasel: says not why it cannot be fielded"]


def test_a_roster_that_breaks_a_rule_is_found() -> None:
    text = "system tactical\nfaction Rovers\nsize 10\n\ngroup Gang\n  leader\n    Hunter\n"
    found = list(checks.roster_findings("mine", text))
    assert found
    assert all(it.file == "rosters/mine.txt" for it in found)


@pytest.mark.parametrize("name", ["rule_findings", "price_findings"])
def test_rules_and_prices_are_in_order(name: str) -> None:
    assert list(getattr(checks, name)()) == []
