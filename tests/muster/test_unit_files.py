"""Stat lines of a book with a card type of its own: read whole, and everything wrong said by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.kernel.files import data_records
from gearlock.muster.unit_files import read_unit_files
from muster.wagons import Wagon, wagon_faults

CART = '[[wagon]]\nid = "cart"\nname = "Cart"\nwheels = 2\n'
COACH = '# a coach\n\n  [[ wagon ]]\nid = "coach"\nname = "Coach"\nprice = 7\nwheels = 4\n'


def read(**texts: str) -> dict[str, Wagon]:
    return read_unit_files({f"{name}.toml": text for name, text in texts.items()}, "wagon", Wagon, wagon_faults)


def findings(**texts: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read(**texts)
    return [str(finding) for finding in caught.value.findings]


def test_cards_are_read_in_the_order_of_their_files() -> None:
    assert read(b=COACH, a=CART) == {"coach": Wagon("coach", "Coach", 4, 7), "cart": Wagon("cart", "Cart", 2)}
    assert read(a="") == {}


def test_a_fault_of_the_book_stands_at_the_line_of_its_key() -> None:
    assert findings(a=CART + COACH.replace("= 4", "= 5")) == ["a.toml:11: coach: wheels come in pairs"]


def test_a_fault_of_a_key_that_is_missing_stands_at_the_record() -> None:
    def priceless(wagon: Wagon) -> list[tuple[str, str]]:
        return [("price", "has no price")]

    with pytest.raises(BadFile) as caught:
        read_unit_files({"a.toml": CART + COACH}, "wagon", Wagon, priceless)
    assert [finding.line for finding in caught.value.findings] == [1, 10]


def test_a_key_is_looked_for_in_its_own_record_alone() -> None:
    assert findings(a=CART.replace("wheels = 2\n", "") + COACH) == ["a.toml:1: Object missing required field `wheels`"]


def test_what_has_the_wrong_type_is_named_with_its_line_and_the_rest_is_read() -> None:
    (first, second) = findings(a=CART.replace("= 2", '= "two"') + COACH.replace("= 4", "= 3"))
    assert first.startswith("a.toml:4: Expected `int`")
    assert second == "a.toml:11: coach: wheels come in pairs"


def test_one_id_twice_is_found_in_one_file_and_in_two() -> None:
    assert findings(a=CART + CART) == ["a.toml:6: there are two wagons 'cart'"]
    assert findings(a=CART, b="\n" + CART) == ["b.toml:3: 'cart' stands in another file too"]


def test_findings_come_by_line_whatever_found_them_first() -> None:
    def backwards(wagon: Wagon) -> list[tuple[str, str]]:
        return [("wheels", "last"), ("name", "middle"), ("id", "first")]

    with pytest.raises(BadFile) as caught:
        read_unit_files({"a.toml": CART, "b.toml": "\n" + CART}, "wagon", Wagon, backwards)
    placed = [(finding.file, finding.line) for finding in caught.value.findings]
    assert placed == [("a.toml", 2), ("a.toml", 3), ("a.toml", 4), *(("b.toml", line) for line in (3, 4, 5, 3))]


def test_what_is_no_wagon_is_named() -> None:
    assert findings(a='title = "x"\n' + CART) == ["a.toml:1: 'title' means nothing here; wagons stand under [[wagon]]"]
    assert findings(a='wagon = [{id = "x"}]') == ["a.toml: each wagon stands under a [[wagon]] of its own"]
    assert findings(a="[wagon]\nid = 3") == ["a.toml: each wagon stands under a [[wagon]] of its own"]


def test_a_file_that_is_no_toml_is_named_with_the_line_where_it_ends_to_be_one() -> None:
    (line,) = findings(a=CART + "wheels =\n")
    assert line.startswith("a.toml:5: not TOML")


def test_records_of_our_own_data_are_read_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "wagonworks" / "data"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").touch()
    (data / "wagons.toml").write_text(COACH + CART)
    monkeypatch.syspath_prepend(tmp_path)
    assert [wagon.id for wagon in data_records("wagonworks", "wagons.toml", "wagon", Wagon)] == ["coach", "cart"]
