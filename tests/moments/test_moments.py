"""What is said of positions is what was said. Where it changes on purpose: GEARLOCK_RECORD=1, and read what differs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from moments.telling import others_in, said_in_short, said_of

HERE = Path(__file__).parent
POSITIONS = sorted(HERE.glob("*/*.toml"))
ACTORS = [(path, name) for path in POSITIONS for name in others_in(path)]
SHORT = "\nFingerprints of the same if others act:\n"


def named(value: Path | str) -> str:
    return f"{value.parent.name}-{value.stem}" if isinstance(value, Path) else value


def kept(path: Path) -> tuple[str, list[str]]:
    """What was said of a position, and in short of others who act."""
    told, _, short = path.with_suffix(".txt").read_text(encoding="utf-8").partition(SHORT)
    return told, short.splitlines()


def recorded(path: Path) -> Iterator[str]:
    yield from (f"{line}\n" for line in said_of(path))
    others = others_in(path)
    if others:
        yield SHORT
        yield from (f"{line}\n" for name in others for line in said_in_short(path, name))


@pytest.mark.parametrize("path", POSITIONS, ids=named)
def test_a_position_says_what_it_said(path: Path) -> None:
    if os.environ.get("GEARLOCK_RECORD"):
        path.with_suffix(".txt").write_text("".join(recorded(path)), encoding="utf-8")
    assert "\n".join(said_of(path)) + "\n" == kept(path)[0]


@pytest.mark.parametrize(("path", "name"), ACTORS, ids=named)
def test_and_so_it_does_if_others_act(path: Path, name: str) -> None:
    assert list(said_in_short(path, name)) == [line for line in kept(path)[1] if line.startswith(f"{name}, ")]
