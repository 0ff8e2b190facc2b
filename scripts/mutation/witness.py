"""Which tests come by which mutants, seen by running them all once with a sign beside each place."""

from __future__ import annotations

import ast
import builtins
import functools
import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, FrameType

from mutation.mutants import Mutant, spots

AT_IMPORT = ""
"""The name of what runs before any test does."""
SIGN = "__somebody_comes_by__"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Witness:
    """Notes who comes by the mutants' places: the tests, and what is remembered for the tests after them."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self._mutants = mutants
        self._remembering: frozenset[CodeType] = frozenset()
        self._test = AT_IMPORT
        self.seen: dict[int, set[str]] = {}
        self.remembered: set[int] = set()

    def signs(self) -> dict[str, CodeType]:
        """The modules with a sign before every statement that a mutant changes, by their paths."""
        setattr(builtins, SIGN, self._note)
        return {path: self._with_signs(path) for path in {mutant.path for mutant in self._mutants}}

    def turn_to(self, test: str) -> None:
        """What comes now is done by this test."""
        if self._test == AT_IMPORT:
            caches = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
            wrapped = [getattr(each.__wrapped__, "__code__", None) for each in caches]
            self._remembering = frozenset(code for code in wrapped if code is not None)
        self._test = test

    def _note(self, number: int) -> None:
        tests = self.seen.setdefault(number, set())
        if self._test not in tests:
            tests.add(self._test)
            if _is_within(sys._getframe(1), self._remembering):
                self.remembered.add(number)

    def _with_signs(self, path: str) -> CodeType:
        tree = ast.parse(Path(path).read_bytes())
        signs: dict[ast.stmt | ast.Lambda, list[ast.Expr]] = {}
        for number, mutant in enumerate(self._mutants):
            if mutant.path == path and (place := _place(tree, mutant)):
                sign = ast.Expr(ast.Call(ast.Name(SIGN, ast.Load()), [ast.Constant(number)], []))
                signs.setdefault(place, []).append(ast.copy_location(sign, place))
        for node in list(ast.walk(tree)):
            if isinstance(node, ast.Lambda) and node in signs:
                said = ast.Tuple([*(sign.value for sign in signs[node]), node.body], ast.Load())
                node.body = ast.Subscript(said, ast.Constant(len(signs[node])), ast.Load())
            for block in ("body", "orelse", "finalbody"):
                if isinstance(found := getattr(node, block, None), list):
                    found[:] = [each for stmt in found for each in (*signs.get(stmt, ()), stmt)]
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def _place(tree: ast.Module, mutant: Mutant) -> ast.stmt | ast.Lambda | None:
    """The smallest statement of a function around a change, or the lambda; None where it is in neither."""
    found: ast.stmt | ast.Lambda | None = None
    for function in ast.walk(tree):
        if isinstance(function, ast.Lambda):
            found = function if _is_around(function.body, mutant) else found
        elif isinstance(function, FUNCTIONS):
            for node in (each for part in function.body for each in ast.walk(part)):
                if isinstance(node, ast.stmt) and _is_around(node, mutant):
                    found = node if found is None or spots(found)[0] <= spots(node)[0] else found
    return found


def _is_around(node: ast.expr | ast.stmt, mutant: Mutant) -> bool:
    first, last = spots(node)
    return first <= mutant.first and mutant.last <= last


def _is_within(frame: FrameType | None, codes: frozenset[CodeType]) -> bool:
    """Whether one of these is under way: what is worked out here is kept for others who will not come by."""
    while frame is not None:
        if frame.f_code in codes:
            return True
        frame = frame.f_back
    return False
