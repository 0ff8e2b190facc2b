"""A position can lay out every throw of the book by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import gearlock.systems.tactical as tactical
from gearlock.systems.tactical.by_hand.lay_out import POSITIONS

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
    assert found - set(POSITIONS.purposes) == set()
