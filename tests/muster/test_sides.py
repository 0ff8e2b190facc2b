"""The force of a side: files and ready-made rosters told apart, sizes of the battle, lots that repeat."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from gearlock.kernel.errors import BadFile, BadInput
from gearlock.kernel.force import ForceRules, Roster, Violation
from gearlock.kernel.registry import AnySystem, all_systems
from gearlock.muster.reading import Reading, read_roster
from gearlock.muster.sides import Lots, battle_violations, is_roster_file, read_side

SYSTEM = next(system for system in all_systems() if system.force is not None)
RULES: ForceRules = SYSTEM.force  # type: ignore[assignment]
TEXT = f"system {SYSTEM.id}\nsize 50\n"


def judged(side: Reading, size: int) -> list[str]:
    """The sizes that a rule which names the size would be told."""

    def check(roster: Roster) -> list[Violation]:
        return [Violation("", 0, roster.says("size") or "none")]

    rules = replace(RULES, check=check)
    return [each.message for each in battle_violations(Reading(side.roster, side.file, rules, side.form), rules, size)]


@pytest.mark.parametrize("name", ["force.txt", "force.json", "rosters/force", "rosters\\force"])
def test_what_ends_like_a_file_or_lies_in_a_folder_is_a_file(name: str) -> None:
    assert is_roster_file(name)
    assert not is_roster_file("force")


def test_a_side_is_a_ready_made_roster_a_file_or_neither(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(TEXT)
    ours, mine = read_side("force", {"force": TEXT}), read_side(str(path), {})
    assert ours is not None
    assert mine is not None
    assert (ours.file, mine.file) == ("force", str(path))
    assert mine.roster.folder == str(tmp_path)
    assert ours.roster == msgspec.structs.replace(mine.roster, folder="")
    assert read_side("elsewhere", {"force": TEXT}) is None
    with pytest.raises(BadFile):
        read_side("nowhere/force", {"force": TEXT})


@pytest.mark.parametrize(
    ("text", "size", "says"),
    [
        (TEXT, 75, "75"),
        (TEXT, 0, "50"),
        (TEXT.replace("50", "many"), 75, "many"),
        (f"system {SYSTEM.id}\n", 75, "none"),
    ],
)
def test_a_roster_is_judged_by_the_size_of_the_battle(text: str, size: int, says: str) -> None:
    assert says in judged(read_roster(text, "f"), size)


def test_a_roster_of_another_game_is_refused_at_its_line() -> None:
    side = read_roster(f"\nsystem {SYSTEM.id}\n", "f")
    others = [system.force for system in all_systems() if system.force not in (None, RULES)]
    for rules in others:
        assert rules is not None
        (violation,) = battle_violations(side, rules, 75)
        assert violation.text("f").startswith("f:2: This is a roster of ")


def test_lots_repeat_for_a_seed_and_differ_between_the_seats() -> None:
    def drawn(seed: int, seat: str) -> list[float]:
        lots = Lots(seed, seat)
        return [lots.random(), lots.randrange(5, 9), lots.choice("abc") == "a", lots.random()]

    assert drawn(3, "red") == drawn(3, "red") != drawn(3, "blue")
    assert 0 <= drawn(3, "red")[0] < 1
    assert {Lots(seed, "red").randrange(5, 9) for seed in range(60)} == {5, 6, 7, 8}


WITH_BATTLES = [system for system in all_systems() if system.force is not None and "battle" in system.scenarios()]


@pytest.mark.parametrize("system", WITH_BATTLES, ids=[system.id for system in WITH_BATTLES])
def test_a_size_in_signs_that_only_look_like_digits_is_no_number(system: AnySystem, tmp_path: Path) -> None:
    """A raised two is a digit to Python, and no number."""
    assert system.force is not None
    text = next(text for text in system.force.ready_made().values() if "\nsize " in text)
    (tmp_path / "mine.txt").write_text(re.sub(r"\nsize .*", "\nsize \u00b2", text))
    with suppress(BadInput):
        system.prepare("battle", 1, {"red": str(tmp_path / "mine.txt")})
