"""What a bot of one's own is made of: a fingerprint of its source, so that games of another edition are not counted.

A package counts whole, data files included. Of a single file count the file and what it imports from its own folder. A
bot that reads more than that says which edition it is, in an attribute `version`, and that counts instead.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

MADE = ("__pycache__", ".git")
"""Folders whose contents are made, not written."""


def source_digest(home: Path | None, version: object = None) -> str:
    """The fingerprint of the code at a place: a file, or the folder of a package; or of what it calls its version."""
    digest = hashlib.blake2b(digest_size=8)
    if version is not None:
        digest.update(b"version\0" + str(version).encode())
        return digest.hexdigest()
    for name, path in _parts(home) if home is not None else ():
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def home_of(module: str) -> Path | None:
    """Where the code of a module lies: its file, or the folder of the package it belongs to."""
    found = find_spec(module.partition(".")[0])
    if found is None:
        return None
    if found.submodule_search_locations:
        return Path(next(iter(found.submodule_search_locations)))
    return Path(found.origin) if found.origin else None


def _parts(home: Path) -> Iterator[tuple[str, Path]]:
    if home.is_dir():
        for path in sorted(home.rglob("*")):
            if path.is_file() and not any(
                part in MADE or part.startswith(".") for part in path.relative_to(home).parts
            ):
                yield path.relative_to(home).as_posix(), path
        return
    met: dict[Path, None] = {}
    waiting = [home]
    while waiting:
        path = waiting.pop()
        if path not in met and path.is_file():
            met[path] = None
            waiting += _neighbours(path, home.parent)
    for path in sorted(met):
        yield path.relative_to(home.parent).as_posix(), path


def _neighbours(path: Path, folder: Path) -> list[Path]:
    """What a file imports from the folder of the bot: modules there, and all of a package there."""
    found: list[Path] = []
    for name in _imported(path):
        first = folder / name.partition(".")[0]
        found += sorted(first.rglob("*.py")) if first.is_dir() else [first.with_suffix(".py")]
    return found


def _imported(path: Path) -> set[str]:
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return names
