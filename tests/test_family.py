"""What keeps several rulebooks in one house: chapters in no circle, one home a rule, nothing written twice."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from gearlock.kernel.registry import get_system, system_ids
from gearlock.kernel.rulebook import homes_in_code, import_chapters, load_rulebook

SYSTEMS = Path(__file__).parents[1] / "src" / "gearlock" / "systems"
RUN = 6
"""So many equal lines in two systems are one thing written twice."""


@cache
def trees(system: str) -> dict[str, ast.Module]:
    """The modules of a system by their dotted names inside it."""
    root = SYSTEMS / system
    found = {path: path.relative_to(root).with_suffix("").parts for path in sorted(root.rglob("*.py"))}
    return {".".join(parts): ast.parse(path.read_text()) for path, parts in found.items()}


def imports(system: str) -> set[tuple[str, str]]:
    """Which folder imports from which."""
    package, found = f"gearlock.systems.{system}.", set()
    for name, tree in trees(system).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package):
                found.add((name.split(".")[0], (node.module or "")[len(package) :].split(".")[0]))
    return {(importer, imported) for importer, imported in found if importer != imported}


@pytest.mark.parametrize("system", system_ids())
def test_no_two_folders_of_a_system_import_each_other(system: str) -> None:
    pairs = imports(system)
    assert [pair for pair in sorted(pairs) if pair[::-1] in pairs] == []


@pytest.mark.parametrize("system", system_ids())
def test_every_rule_that_is_done_has_one_home(system: str) -> None:
    package = get_system(system).package
    import_chapters(package)
    homes = homes_in_code()
    done = [entry.id for entry in load_rulebook(package).values() if entry.status == "done"]
    assert {rule: homes.get(rule, ()) for rule in done if len(homes.get(rule, ())) != 1} == {}


@pytest.mark.parametrize("system", system_ids())
def test_an_order_is_named_in_few_files(system: str) -> None:
    orders = {order.__name__ for order in get_system(system).orders if "systems" in order.__module__}
    named: Counter[str] = Counter()
    for tree in trees(system).values():
        nodes = list(ast.walk(tree))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        named.update(orders & names)
    assert median(named.values()) <= 6, named.most_common(5)
    assert max(named.values()) <= 24, named.most_common(5)  # one order may be the answer to eight questions


def runs(system: str) -> dict[tuple[str, ...], str]:
    """Every run of lines in the functions of a system. What is declared (fields, tables) may look alike."""
    found: dict[tuple[str, ...], str] = {}
    for name, tree in trees(system).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                lines = [line.strip() for part in node.body for line in ast.unparse(part).split("\n")]
                for at in range(len(lines) - RUN + 1):
                    found.setdefault(tuple(lines[at : at + RUN]), f"{name}:{node.name}")
    return found


def test_no_system_repeats_what_another_does() -> None:
    seen: dict[tuple[str, ...], str] = {}
    for system in system_ids():
        mine = runs(system)
        again = sorted({f"{system}.{place} ~ {seen[run]}" for run, place in mine.items() if run in seen})
        assert again == [], "one function in mechanics or muster can serve both"
        seen |= {run: f"{system}.{place}" for run, place in mine.items()}
