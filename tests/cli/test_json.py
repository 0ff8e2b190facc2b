"""Everything that `--json` prints names its format and is as its page and its schema say."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import make_json_page
from cli.command import Command
from gearlock.cli.documents import check_document, documents
from gearlock.kernel.errors import BadInput

CLI = Path(__file__).parents[2] / "src" / "gearlock" / "cli"
SCHEMA: dict[str, Any] = json.loads((make_json_page.DOCS / "json-schema.json").read_text())


def test_page_and_schema_are_current() -> None:
    for path, text in make_json_page.files().items():
        assert path.read_text() == text, "run scripts/make_json_page.py"


def test_every_document_that_is_printed_is_of_a_kind_that_is_described() -> None:
    printed: set[str] = set()
    for path in CLI.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print_json":
                assert len(node.args) == 2, f"{path.name}:{node.lineno} prints JSON without a kind"
                kind = ast.literal_eval(node.args[1])
                printed.add(f"gearlock.{kind}/1")
    assert printed == set(documents())


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("systems", ("systems",)),
        ("bots", ("bots",)),
        ("battle", ("battle", "brigands", "--seed", 1, "-o", "rounds=1", "--red", "random", "--explain")),
        ("rules", ("rules", "list", "brigands", "--area", "dice")),
        ("rule", ("rules", "show", "brigands.6.3", "--checkout", "nowhere")),
        ("rules-found", ("rules", "find", "agile")),
        ("force-check", ("force", "check", "brigands:north-50")),
        ("force-list", ("force", "list", "brigands")),
        ("force-stock", ("force", "stock", "brigands", "hunter")),
        ("scenario", ("scenario", "draw", "tactical", "--seed", 3)),
        ("map", ("map", "show", "hex100", "river-village")),
        ("briefing", ("briefing", "show", "hex100", "ridge")),
        ("odds", ("odds", "brigands", "hunter:LAC", "jager", "--range", 12)),
        ("odds-bare", ("odds", "brigands", "--attack", 3, "--defence", 2)),
        ("odds-conditions", ("odds", "hex100", "--conditions")),
        ("odds-table", ("odds", "brigands", "hunter:LAC", "jager", "--range", "6,12")),
        ("lab-duel", ("lab", "duel", "brigands", "hunter", "jager", "--range", "12")),
        ("compare-odds", ("compare", "odds", "hunter:LAC", "jager", "--range", 12)),
        ("compare-model", ("compare", "model", "headhunter")),
        ("compare-models", ("compare", "model")),
        ("compare-conditions", ("compare", "conditions")),
    ],
)
def test_what_is_printed_is_as_the_schema_says(gearlock: Command, kind: str, words: tuple[object, ...]) -> None:
    document = gearlock(*words, "--json").json()
    assert document["format"] == f"gearlock.{kind}/1"
    part = documents()[document["format"]].__name__
    Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]}).validate(document)


def test_a_document_of_no_kind_or_another_shape_is_noticed() -> None:
    with pytest.raises(BadInput, match="No document has the format"):
        check_document({"format": "gearlock.nothing/1"})
    with pytest.raises(BadInput, match=r"gearlock.map-list/1 is not as it is described: .*maps"):
        check_document({"format": "gearlock.map-list/1", "system": "x"})
    with pytest.raises(BadInput, match="is not as it is described"):
        check_document({"format": "gearlock.map-list/1", "system": "x", "maps": {}, "more": 1})
