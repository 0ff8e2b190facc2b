from __future__ import annotations

import pytest
from hypothesis import example, given

from gearlock.kernel.force import Roster
from gearlock.muster.printing import marked_text
from gearlock.muster.text import read_text, write_text
from muster.strategies import LAYOUT, texts

TYPED = """\
# The idea.
system demo
size 100   # small

Faction: North
group Alpha
 primary GP: veteran
# the boss
   Hunter: FOC,  Vet # she is tall
   2x  Hunter
   0x Hunter
 support fs
\tSupport Cobra

size 40
# the end
"""

WRITTEN = """\
# The idea.
system demo
size 100  # small

faction North
group Alpha
  primary GP: veteran
    # the boss
    Hunter: FOC, Vet  # she is tall
    2x Hunter
  0x Hunter
  support FS
    Support Cobra

size 40
# the end
"""


def read(text: str) -> Roster:
    return read_text(text, LAYOUT)


def test_what_is_typed_is_written_tidily_and_nothing_is_lost() -> None:
    assert write_text(read(TYPED)) == WRITTEN
    assert write_text(read(WRITTEN)) == WRITTEN


def test_the_tree_says_what_the_lines_say_and_where() -> None:
    roster = read(TYPED)
    assert [(header.key, header.value, header.line) for header in roster.headers] == [
        ("system", "demo", 2),
        ("size", "100", 3),
        ("faction", "North", 5),
    ]
    (group,) = roster.groups
    primary, support = group.blocks
    assert (primary.kind, primary.code, primary.upgrades, primary.line) == ("primary", "GP", ("veteran",), 7)
    boss, others = primary.entries
    assert (boss.model, boss.upgrades, boss.comment, boss.line) == ("Hunter", ("FOC", "Vet"), "# she is tall", 9)
    assert (others.count, others.line) == (2, 10)
    assert support.entries[0].model == "Support Cobra"
    assert [(remark.text, remark.line) for remark in roster.remarks() if remark.is_unread] == [
        ("0x Hunter", 11),
        ("size 40", 15),
    ]


def test_headers_may_stand_anywhere() -> None:
    assert write_text(read("group A\nsize 5\nsystem demo\n")) == "size 5\nsystem demo\ngroup A\n"


def test_a_unit_word_before_a_code_opens_a_unit_and_before_a_name_is_a_model() -> None:
    roster = read("primary GP\nSupport Cobra\nprimry FS\nHunter\n")
    assert [block.kind for block in roster.groups[0].blocks] == ["primary", "primry"]
    assert roster.groups[0].blocks[0].entries[0].model == "Support Cobra"


@pytest.mark.parametrize("count", ["0", "-3", "100", "99999999999999999999999", "1.5", "+2"])
def test_absurd_counts_stay_as_unread_lines(count: str) -> None:
    roster = read(f"group A\nprimary GP\n{count}x Hunter\n")
    assert [remark.text for remark in roster.below] == [f"{count}x Hunter"]
    assert f"{count}x Hunter" in write_text(roster)


def test_the_mark_of_a_roster_with_violations_is_made_anew_each_time() -> None:
    from gearlock.kernel.force import Violation

    marked = marked_text(read("size 5\n"), [Violation("", 1, "too small")])
    assert marked.startswith("# NOT LEGAL: 1 violation;")
    assert marked_text(read(marked), []) == "size 5\n"


@given(texts)
@example("primary GP\n0:#")
@example("primary GP\nHunter: Vet,# why")
def test_reading_never_fails_and_writing_is_stable(text: str) -> None:
    once = write_text(read(text))
    assert write_text(read(once)) == once


@given(texts)
def test_every_word_typed_is_still_there(text: str) -> None:
    typed = "".join(char for char in text.removeprefix("\ufeff").lower() if char.isalnum())
    written = "".join(char for char in write_text(read(text)).lower() if char.isalnum())
    assert {char: typed.count(char) for char in "abyz09"} == {char: written.count(char) for char in "abyz09"}


def test_units_with_names_keep_them_as_typed_and_a_first_group_goes_unsaid() -> None:
    typed = 'machien Tegu MBT "Älter"  # misspelt\n  Pintle Mount: HMG\nmachine 2x nobody knows\nsupport Cobra Two\n'
    roster = read(typed)
    (group,) = roster.groups
    assert [(block.kind, block.code) for block in group.blocks] == [
        ("machien", 'Tegu MBT "Älter"'),
        ("machine", "2x nobody knows"),
    ]
    assert [entry.model for entry in group.blocks[1].entries] == ["support Cobra Two"]
    assert write_text(roster) == typed.replace("support", "  support")


def test_a_group_that_says_something_is_written() -> None:
    assert write_text(read("group  # ours\nmachine Squire\n")) == "group  # ours\n  machine Squire\n"
    assert write_text(read("machine Squire\ngroup\nmachine Squire")) == "machine Squire\ngroup\n  machine Squire\n"
