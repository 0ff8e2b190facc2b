"""How much of a rulebook the program plays and the tests prove."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.rulebook import FILE, RuleEntry

Citations = Mapping[str, tuple[str, ...]]


class Coverage(msgspec.Struct, frozen=True):
    """How far a system is, with the ids of what is missing and everything that does not add up.

    `rules` leaves out the entries that are no rules. `ready` are rules marked todo though code and tests cite them.
    """

    system: str
    rules: int
    implemented: int
    tested: int
    missing: tuple[str, ...]
    ready: tuple[str, ...]
    not_rules: int
    problems: tuple[str, ...]


def cited_by_tests(folder: Path) -> dict[str, tuple[str, ...]]:
    """Rule ids with the tests that prove them, read from the `pytest.mark.rule` marks in the source.

    Marks are seen on functions, on classes, in `pytestmark` and in `pytest.param`; ids that are only worked out when
    the tests run are not.
    """
    found: dict[str, dict[str, None]] = {}
    findings: list[Finding] = []
    for path in sorted(folder.rglob("*.py")):
        name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), name)
        except (SyntaxError, UnicodeDecodeError, OSError) as error:
            line = error.lineno or 0 if isinstance(error, SyntaxError) else 0
            findings.append(Finding(name, line, "cannot be read as Python"))
            continue
        for rule_id, place in _marks(tree, name):
            found.setdefault(rule_id, {})[place] = None
    if findings:
        raise BadFile(findings)
    return {rule_id: tuple(places) for rule_id, places in found.items()}


def _marks(node: ast.AST, place: str) -> Iterator[tuple[str, str]]:
    """Each rule id marked below this node, with the innermost test or class around the mark."""
    for child in ast.iter_child_nodes(node):
        inner = place
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{place}::{child.name}"
        elif isinstance(child, ast.Call) and _is_rule_mark(child.func):
            for argument in child.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, place
        yield from _marks(child, inner)


def _is_rule_mark(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and called.attr == "rule" and ast.unparse(called.value).endswith("mark")


def measure_coverage(
    system_id: str, book: Mapping[str, RuleEntry], code: Citations, tests: Citations, homes: Citations
) -> Coverage:
    """Compare a rulebook with what code and tests cite; ids of other systems are left to those.

    `homes` carry a rule out, one for every rule that is done; `code` are these and all that heed it.
    """
    rules = [entry for entry in book.values() if entry.status != "not-a-rule"]
    todo = [entry.id for entry in rules if entry.status == "todo"]
    return Coverage(
        system=system_id,
        rules=len(rules),
        implemented=sum(entry.status == "done" and entry.id in code for entry in rules),
        tested=sum(entry.id in tests for entry in rules),
        missing=tuple(todo),
        ready=tuple(rule_id for rule_id in todo if rule_id in code and rule_id in tests),
        not_rules=len(book) - len(rules),
        problems=(
            *(problem for entry in book.values() for problem in _faults(entry, homes, tests)),
            *_strangers(f"{system_id}.", book, code, "the code at"),
            *_strangers(f"{system_id}.", book, tests, "the test"),
        ),
    )


def unknown_systems(system_ids: tuple[str, ...], *citations: Citations) -> tuple[str, ...]:
    """Citations that belong to no installed system, as problems."""
    prefixes = tuple(f"{system_id}." for system_id in system_ids)
    return tuple(
        f"{place}: cites '{rule_id}', a rule of no installed system"
        for cited in citations
        for rule_id, places in cited.items()
        if not rule_id.startswith(prefixes)
        for place in places
    )


def _faults(entry: RuleEntry, homes: Citations, tests: Citations) -> Iterator[str]:
    """What an entry claims and the program does not bear out."""
    where = f"{FILE}:{entry.line}: {entry.id}"
    if entry.status == "done" and entry.id not in homes:
        yield f"{where} is done, but no function is its home: mark the one that carries it out with @rule"
    if len(homes.get(entry.id, ())) > 1:
        yield f"{where} has several homes, {', '.join(homes[entry.id])}: one keeps @rule, the others get @heeds"
    if entry.status == "done" and entry.id not in tests:
        yield f"{where} is done, but no test cites it"
    if entry.status == "not-a-rule" and not entry.reason:
        yield f"{where} is not a rule, but no reason says why"
    if entry.gap and not entry.ruling:
        yield f"{where} has a gap, but no ruling"


def _strangers(prefix: str, book: Mapping[str, RuleEntry], cited: Citations, what: str) -> Iterator[str]:
    """Citations of rules that the rulebook does not have."""
    for rule_id, places in cited.items():
        if rule_id.startswith(prefix) and rule_id not in book:
            for place in places:
                yield f"{what} {place} cites '{rule_id}', which is not in the rulebook"
