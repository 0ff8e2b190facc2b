"""A position can lay out every throw of the book by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import gearlock.systems.tactical as tactical
from gearlock.kernel.dice import is_for
from gearlock.systems.tactical.positions.laid_out import POSITIONS

THROWS = {"throw_die": 1, "throw_dice": 1, "Test": 0}
"""Where its purpose stands in a call."""


def purposes(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in THROWS:
            said = node.args[THROWS[node.func.id]]
            if isinstance(said, ast.Constant):
                yield str(said.value)


@pytest.mark.rule("tactical.2.3.1")
def test_every_throw_of_the_chapters_is_known_to_positions() -> None:
    files = Path(str(tactical.__file__)).parent.rglob("*.py")
    found = {purpose for file in files for purpose in purposes(file.read_text(encoding="utf-8"))}
    assert {"attack", "communication", "crossing a fire"} <= found
    assert [name for name in found if not any(is_for(known, name) for known in POSITIONS.purposes)] == []


def test_every_purpose_that_positions_know_is_thrown_for_somewhere() -> None:
    home = Path(str(tactical.__file__)).parent
    files = [file for file in home.rglob("*.py") if file.parent.name != "positions"]
    words = {
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    made_up = ("defective ", "round of the ")
    plain = [name.removesuffix(" cover") if name.startswith("E") else name for name in POSITIONS.purposes]
    missing = [name for name in plain if not name.startswith(made_up) and not any(is_for(name, word) for word in words)]
    assert missing == []
