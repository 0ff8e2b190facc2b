"""Write docs/asks.md: every kind of question a battle may put, who is asked when, and the orders that answer it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from gearlock.kernel.registry import AnySystem, all_systems

PAGE = Path(__file__).parents[1] / "docs" / "asks.md"
HEAD = """# What a battle asks

Written by `scripts/make_asks_page.py` from the rules; do not edit.

A battle stops wherever a player decides and puts an `Ask`: `kind` is one of the words below, `seat` is who decides,
`unit` whom it is about, `about` what else belongs to it, `rule` where the book has it, `prompt` the question in
words. It is answered with an order; `orders` below are written as logs and the wire have them. A question that **may
be declined** also takes `decline`; where nothing else is offered the battle declines by itself. `concede` is taken at
any question.
"""


SHARED = "several rules put it"
ELSEWHERE = ("__pycache__", "advice", "firing_range", "positions", "battles", "briefings", "data")


class Put(NamedTuple):
    """A place in the rules where a question is put."""

    kind: str
    seat: str
    prompt: str
    rule: str
    optional: bool
    when: str


def page() -> str:
    """The page: a section for each system, a table of its questions."""
    lines = [HEAD.rstrip()]
    for system in all_systems():
        lines += ["", f"## {system.name}", "", "| kind | asked | question | rule | orders |", "|---|---|---|---|---|"]
        lines += _rows(system)
    return "\n".join(lines) + "\n"


def _rows(system: AnySystem) -> Iterator[str]:
    found: dict[str, list[Put]] = {}
    for put in sorted(_puts(files(system.package), system.package)):
        found.setdefault(put.kind, []).append(put)
    for kind, orders in sorted(import_module(f"{system.package}.book").BOOK.answers().items()):
        places = found.get(kind, [])
        declined = ", **may be declined**" if any(put.optional for put in places) else ""
        when = _together(f"{put.seat}: {put.when}" if put.seat else put.when for put in places) or SHARED
        rules = _together(f"`{put.rule}`" for put in places if put.rule)
        prompts = _together(put.prompt for put in places if put.prompt)
        answers = ", ".join(f"`{order.__struct_config__.tag}`" for order in orders)
        yield f"| `{kind}` | {when}{declined} | {prompts} | {rules} | {answers} |"


def _together(words: Iterator[str]) -> str:
    return "<br>".join(dict.fromkeys(words)).replace("|", "\\|")


def _puts(folder: Traversable, package: str) -> Iterator[Put]:
    """Every question that the rules of a system put; those that are only imagined or laid out stand elsewhere."""
    for path in sorted(folder.iterdir(), key=lambda each: each.name):
        name = path.name.removesuffix(".py")
        if name in ELSEWHERE:
            continue
        if path.is_dir():
            yield from _puts(path, f"{package}.{name}")
        elif path.name.endswith(".py") and "Ask(" in (text := path.read_text(encoding="utf-8")):
            module = vars(import_module(f"{package}.{name}"))
            for function in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)):
                said = (ast.get_docstring(function) or "").split("\n\n")[0]
                when = " ".join(said.split()) or function.name.strip("_").replace("_", " ")
                yield from (put for call in _asks(function) for put in _read(call, _named(function, module), when))


def _asks(function: ast.FunctionDef) -> Iterator[ast.Call]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ask":
            yield node


def _named(function: ast.FunctionDef, module: dict[str, object]) -> dict[str, ast.expr]:
    """What the words of a function stand for: constants of its module, and what it says itself."""
    named: dict[str, ast.expr] = {name: ast.Constant(said) for name, said in module.items() if isinstance(said, str)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            named[node.targets[0].id] = node.value
    return named


def _read(call: ast.Call, named: dict[str, ast.expr], when: str) -> Iterator[Put]:
    fields = dict(zip(("seat", "kind", "unit", "about", "rule", "prompt", "optional"), call.args, strict=False))
    fields |= {each.arg: each.value for each in call.keywords if each.arg}
    kind = _words(fields.get("kind"), named)
    optional = fields.get("optional")
    if kind:
        said = isinstance(optional, ast.Constant) and bool(optional.value)
        seat = _whose(fields.get("seat"))
        yield Put(kind, seat, _words(fields.get("prompt"), named), _words(fields.get("rule"), named), said, when)


def _words(value: ast.expr | None, named: dict[str, ast.expr]) -> str:
    """The words of a literal; what is filled in stands as dots."""
    if isinstance(value, ast.Name):
        value = named.get(value.id)
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value
    if isinstance(value, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in value.values)
    return ""


def _whose(seat: ast.expr | None) -> str:
    """Whose question it is, where the source says so in a word: the side of a unit by its part in it."""
    if isinstance(seat, ast.Attribute) and isinstance(seat.value, ast.Name) and seat.attr == "seat":
        return f"the side of the {seat.value.id.replace('_', ' ')}"
    return ""


if __name__ == "__main__":
    written = page()
    if "--check" in sys.argv:
        sys.exit(PAGE.read_text(encoding="utf-8") != written)
    PAGE.write_text(written, encoding="utf-8")
