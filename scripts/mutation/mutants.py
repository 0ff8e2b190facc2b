"""The mutants of a package: its rule modules, each with one small change."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from hashlib import blake2b
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from mutation.changes import Change, Source, changes_in

Table = dict[tuple[str, int], list[CodeType]]
Spot = tuple[int, int]
"""A line of a source and a place in it, as Python's own trees count them."""


@dataclass(frozen=True)
class Mutant:
    """A module with one change in it. `fresh` ones take effect only when the module is imported with the change."""

    name: str
    path: str
    line: int
    first: Spot
    last: Spot
    rules: frozenset[str]
    before: str
    after: str
    source: bytes
    fresh: bool

    def diff(self) -> str:
        """What is different, as programs show differences."""
        old, new = (text.decode().splitlines() for text in (Path(self.path).read_bytes(), self.source))
        return "\n".join(list(unified_diff(old, new, lineterm="", n=1))[2:])


class Scope(NamedTuple):
    """Where in a module one is: the rules carried out there, and whether it runs when the module is imported."""

    rules: tuple[str, ...] = ()
    at_import: bool = True
    may_be_none: bool = False


@dataclass(frozen=True)
class Site:
    """A place where something can be changed, not yet tried whether Python takes it."""

    name: str
    path: Path
    source: Source
    change: Change
    scope: Scope

    @property
    def line(self) -> int:
        """The line that will be different."""
        return self.source.raw.count(b"\n", 0, self.change.start) + 1

    @property
    def lines(self) -> tuple[str, str]:
        """That line before and after."""
        at = self.line - 1
        old, new = self.source.raw.splitlines()[at], self.source.changed(self.change).splitlines()[at]
        return old.decode().strip(), new.decode().strip()

    def built(self) -> Mutant | None:
        """The mutant; None where the change makes no difference to Python, or no sense."""
        plain, changed = self.source.raw, self.source.changed(self.change)
        try:
            old, new = (compile(raw, str(self.path), "exec", dont_inherit=True) for raw in (plain, changed))
        except SyntaxError:
            return None
        if old == new:
            return None
        fresh = self.scope.at_import or not _fits(codes(old), codes(new))
        ends, rules = spots(self.change.node), frozenset(self.scope.rules)
        return Mutant(self.name, str(self.path), self.line, *ends, rules, *self.lines, changed, fresh)


def spots(node: ast.expr | ast.stmt) -> tuple[Spot, Spot]:
    """Where a node begins and ends."""
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


def sites_of(path: Path, name: str) -> Iterator[Site]:
    """All places in a module in their order. What cites no rule itself belongs to all rules of its module."""
    source = Source(path.read_bytes())
    tree = ast.parse(source.raw)
    rules = tuple(rule for node in ast.walk(tree) for rule in cited(node))
    for change, scope in _walk(tree, Scope(), source):
        yield Site(name, path, source, change, scope if scope.rules else scope._replace(rules=rules))


def cited(node: ast.AST) -> list[str]:
    """The rules that a function or class is marked to carry out."""
    return [
        argument.value
        for mark in getattr(node, "decorator_list", ())
        if isinstance(mark, ast.Call) and ast.unparse(mark.func).rpartition(".")[2] in ("rule", "heeds")
        for argument in mark.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def codes(code: CodeType) -> Table:
    """All code inside a code, by its name and first line."""
    found: Table = {(code.co_qualname, code.co_firstlineno): [code]}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            for key, each in codes(inner).items():
                found.setdefault(key, []).extend(each)
    return found


def _fits(table: Table, others: Table) -> bool:
    """Whether functions can take on their changed code as they are."""
    return table.keys() == others.keys() and all(
        len(mine) == len(others[key]) == 1 and mine[0].co_freevars == others[key][0].co_freevars
        for key, mine in table.items()
    )


def _walk(node: ast.AST, scope: Scope, source: Source) -> Iterator[tuple[Change, Scope]]:
    """Every change below a node. What only types, checks our own bugs or is said in words is left alone."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            yield from _function(node, scope, source)
            return
        case ast.ClassDef():
            inner = scope._replace(rules=(*scope.rules, *cited(node)))
            yield from (found for part in node.body for found in _walk(part, inner, source))
            return
        case ast.AnnAssign():
            if node.value is not None:
                yield from _walk(node.value, scope, source)
            return
    yield from ((change, scope) for change in changes_in(node, source, scope.may_be_none))
    for child in ast.iter_child_nodes(node):
        yield from _walk(child, scope, source)


def _function(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope, source: Source
) -> Iterator[tuple[Change, Scope]]:
    for default in (*node.args.defaults, *node.args.kw_defaults):
        if default is not None:
            yield from _walk(default, scope, source)
    if isinstance(node, ast.Lambda):
        yield from _walk(node.body, scope._replace(at_import=False, may_be_none=False), source)
        return
    gives = ast.unparse(node.returns) if node.returns else ""
    inner = Scope((*scope.rules, *cited(node)), False, gives.endswith("| None"))
    for child in node.body:
        yield from _walk(child, inner, source)


def draw(sites: Sequence[Site], count: int, seed: int) -> list[Mutant]:
    """So many mutants by lot, in the order in which they stand.

    Every place has a lot of its own: the same seed draws the same as long as their lines stay as they are.
    """
    lots = [blake2b(f"{seed} {site.name} {site.lines}".encode()).digest() for site in sites]
    found: dict[int, Mutant] = {}
    for number in sorted(range(len(sites)), key=lots.__getitem__):
        if len(found) == count:
            break
        if mutant := sites[number].built():
            found[number] = mutant
    return [found[number] for number in sorted(found)]
