import ast
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest

from gearlock import fast


def test_every_fast_module_exists() -> None:
    assert all(find_spec(module) for module in fast.FAST_MODULES)


def test_no_method_of_a_fast_module_cites_a_rule() -> None:
    """A compiled method cannot be told where it stands: its module could not be loaded. Functions and classes can."""
    sources = Path(fast.__file__).parents[1]
    for module in fast.FAST_MODULES:
        tree = ast.parse(sources.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8"))
        methods = [node for each in ast.walk(tree) if isinstance(each, ast.ClassDef) for node in each.body]
        marks = [mark for node in methods if isinstance(node, ast.FunctionDef) for mark in node.decorator_list]
        cited = [mark for mark in marks if ast.unparse(mark).startswith(("rule(", "heeds("))]
        assert not cited, f"{module}: {[ast.unparse(mark) for mark in cited]}"


def test_a_plain_module_is_not_called_compiled() -> None:
    assert not fast.is_compiled("gearlock.fast")
    assert not fast.is_compiled("gearlock_of_another_world")


@pytest.mark.parametrize(
    ("compiled", "build"), [([True, True], "compiled"), ([False, False], "interpreted"), ([True, False], "mixed")]
)
def test_the_build_is_named_by_what_python_would_load(
    monkeypatch: pytest.MonkeyPatch, compiled: list[bool], build: str
) -> None:
    monkeypatch.setattr(fast, "FAST_MODULES", ("one", "two"))
    monkeypatch.setattr(fast, "is_compiled", lambda module: compiled[("one", "two").index(module)])
    assert fast.running() == build


def test_what_runs_is_what_is_on_disk() -> None:
    origins = [spec.origin for module in fast.FAST_MODULES if (spec := find_spec(module))]
    endings = tuple(EXTENSION_SUFFIXES)
    assert (fast.running() == "compiled") == all(origin and origin.endswith(endings) for origin in origins)
