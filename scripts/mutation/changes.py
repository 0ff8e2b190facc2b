"""What can be changed in a piece of code: comparisons, numbers, and/or, not, plus/minus, refusals that are dropped."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: (r"\bis\b", ("is not",)),
    ast.IsNot: (r"\bis\s+not\b", ("is",)),
    ast.In: (r"\bin\b", ("not in",)),
    ast.NotIn: (r"\bnot\s+in\b", ("in",)),
}
SUMS: dict[type[ast.operator], tuple[str, str]] = {ast.Add: (r"\+", "-"), ast.Sub: ("-", "+")}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TEXTS = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)
"""What is strung together with a plus: a minus there would fail at once, and prove nothing."""


class Change(NamedTuple):
    """Bytes of a source that are replaced by others, and the node this happens in."""

    node: ast.expr | ast.stmt
    start: int
    end: int
    by: str


class Source:
    """A source by its bytes: where its nodes begin and end."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self._lines = [0]
        for line in raw.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """The first byte of a node, and the one after its last."""
        first = self._lines[node.lineno - 1] + node.col_offset
        return first, self._lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def between(self, left: ast.expr, right: ast.expr, token: str) -> tuple[int, int] | None:
        """Where a sign stands between two nodes."""
        start, end = self.span(left)[1], self.span(right)[0]
        found = re.search(token.encode(), self.raw[start:end])
        return (start + found.start(), start + found.end()) if found else None

    def changed(self, change: Change) -> bytes:
        """The source with a change in it; every other line stays on its line."""
        gone = self.raw[change.start : change.end].count(b"\n")
        return self.raw[: change.start] + change.by.encode() + b"\n" * gone + self.raw[change.end :]


def changes_in(node: ast.AST, source: Source, may_be_none: bool) -> Iterator[Change]:
    """Every change that can be made at this very node; `may_be_none` tells what the function around it may give."""
    match node:
        case ast.Compare():
            yield from _comparisons(node, source)
        case ast.BoolOp():
            yield from _junctions(node, source)
        case ast.UnaryOp(op=ast.Not()):
            yield Change(node, source.span(node)[0], source.span(node.operand)[0], "")
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            yield from _sums(node, source)
        case ast.Constant():
            yield from _constants(node, source)
        case ast.Call(func=ast.Name(id=name)) if name in TWINS:
            yield Change(node, *source.span(node.func), TWINS[name])
        case ast.Raise():
            yield Change(node, *source.span(node), "pass")
        case ast.Return(value=ast.expr() as value) if may_be_none and not _is_none(value):
            yield Change(node, *source.span(value), "None")


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _comparisons(node: ast.Compare, source: Source) -> Iterator[Change]:
    sides = [node.left, *node.comparators]
    for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
        token, others = COMPARISONS[type(op)]
        if place := source.between(left, right, token):
            yield from (Change(node, *place, by) for by in others)


def _junctions(node: ast.BoolOp, source: Source) -> Iterator[Change]:
    token, by = (r"\band\b", "or") if isinstance(node.op, ast.And) else (r"\bor\b", "and")
    for left, right in zip(node.values, node.values[1:], strict=False):
        if place := source.between(left, right, token):
            yield Change(node, *place, by)


def _sums(node: ast.BinOp, source: Source) -> Iterator[Change]:
    sides = (node.left, node.right)
    if any(
        isinstance(side, TEXTS) or (isinstance(side, ast.Constant) and isinstance(side.value, str)) for side in sides
    ):
        return
    token, by = SUMS[type(node.op)]
    if place := source.between(*sides, token):
        yield Change(node, *place, by)


def _constants(node: ast.Constant, source: Source) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield Change(node, *source.span(node), str(not node.value))
    elif isinstance(node.value, int):
        for by in (node.value + 1, node.value - 1):
            yield Change(node, *source.span(node), str(by) if by >= 0 else f"({by})")
