from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.kernel.bounds import MOST_LINES
from gearlock.kernel.errors import BadFile, BadInput
from gearlock.kernel.registry import all_systems
from gearlock.muster.reading import force_rules, read_file, read_roster
from gearlock.muster.suggest import Suggestions
from muster.strategies import texts

SYSTEM = next(system for system in all_systems() if system.force is not None)


def messages(text: str) -> list[str]:
    return [violation.text("f") for violation in read_roster(text, "f").violations()]


def test_a_roster_without_a_system_is_told_which_there_are() -> None:
    assert any("which game" in line and SYSTEM.id in line for line in messages("size 5\n"))


def test_an_unknown_system_is_answered_with_a_near_one_at_its_line() -> None:
    (line,) = messages(f"size 5\nsystem {SYSTEM.id[:-1]}\nfaction Q\ngroup A\n")
    assert line.startswith("f:2: ")
    assert f"Did you mean {SYSTEM.id}?" in line


def test_a_system_that_builds_no_forces_is_refused_by_name() -> None:
    with pytest.raises(BadInput):
        force_rules("nonsense")


def test_unread_lines_say_why() -> None:
    found = "\n".join(messages(f"system {SYSTEM.id}\nsize 5\nsize 6\nHunter\n-1x Hunter\n3x\n"))
    assert "f:3: 'size 6': 'size' is said twice." in found
    assert "f:4: 'Hunter' stands in no unit." in found
    assert "f:5: '-1x Hunter': that is no number of models." in found
    assert "f:6: '3x' " in found


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "cannot be read"), (b"\xff\xfe", "UTF-8"), (b"x" * 10_000_001, "larger than"), (b"{", "not JSON")],
)
def test_files_that_cannot_be_read_are_refused_in_words(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "r.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadFile, match=says):
        read_file(path)


def test_a_file_with_more_lines_than_any_roster_is_refused() -> None:
    with pytest.raises(BadFile, match="lines"):
        read_roster("junk\n" * (MOST_LINES + 2), "f")
    with pytest.raises(BadFile, match="letters"):
        read_roster("{" + " " * 1_000_001, "f")
    with pytest.raises(BadFile, match="f:2: is longer"):
        read_roster("size 5\nHunter: " + "a, " * 4_000, "f")


def test_a_thousand_errors_are_a_thousand_findings_each_with_a_line() -> None:
    units = ("primary GP\n" + "".join(f"  Huntr{number}\n" for number in range(99)) for _ in range(10))
    found = read_roster(f"system {SYSTEM.id}\nfaction North\nsize 100\ngroup A\n{''.join(units)}", "f").violations()
    lines = {violation.line for violation in found if "No model" in violation.message}
    assert lines == {line for line in range(5, 1005) if line % 100 != 5}
    assert all(violation.fix for violation in found)


@given(texts, st.booleans())
def test_whatever_is_typed_gets_findings_and_never_an_error_of_ours(text: str, named: bool) -> None:
    given_text = f"system {SYSTEM.id}\n{text}" if named else text
    try:
        reading = read_roster(given_text, "f")
    except BadInput:
        return
    for violation in reading.violations():
        assert violation.message
    if reading.rules is not None:
        reading.rules.sheet(reading.roster)


def test_suggestions_find_the_nearest_name() -> None:
    names = Suggestions(["Hunter", "Hunter Gunner", "Grizzly", "Headhunter"])
    assert names.near("huntr")[0] == "Hunter"
    assert names.near("grizly", 1) == ("Grizzly",)
    assert names.hint("qqqq") == ""
