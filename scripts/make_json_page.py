"""Write docs/json.md and docs/json-schema.json: what `--json` prints, from the structs that describe it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from gearlock.cli.documents import documents
from gearlock.cli.documents.document import Document

DOCS = Path(__file__).parents[1] / "docs"
HEAD = """# What `--json` prints

Written by `scripts/make_json_page.py`; do not edit.

Every command that reports takes `--json` and prints one document, in UTF-8, on standard output; remarks and
complaints go to standard error, and exit codes are the same. The key `format` names the kind of document and its
number, such as `gearlock.battle/1`. Keys may be added to a kind; one that changes its meaning or goes makes a new
number. What is not listed here has no promise: orders, for instance, have the keys of their system.

The whole is also a [JSON Schema](json-schema.json) (draft 2020-12): everything that is printed is one of `oneOf`
there. Rosters (`gearlock force new --json`, `force convert`), battle logs and result files of the laboratory have
formats of their own.
"""


def schema() -> dict[str, Any]:
    """One schema for every document."""
    kinds = documents()
    found, parts = msgspec.json.schema_components(kinds.values(), ref_template="#/$defs/{name}")
    whole = {"title": "What gearlock --json prints", "oneOf": list(found), "$defs": parts}
    plain: dict[str, Any] = json.loads(json.dumps(whole))
    return plain


def page() -> str:
    """The page: formats with their commands, then the keys of each."""
    lines = [HEAD, "| format | printed by |", "|---|---|"]
    lines += [f"| [`{name}`](#{_anchor(name)}) | {_about(kind)} |" for name, kind in documents().items()]
    parts = schema()["$defs"]
    for name, kind in documents().items():
        described = parts[kind.__name__]
        lines += ["", f"## {name}", "", _about(kind), "", "| key | |", "|---|---|"]
        for key, value in described["properties"].items():
            optional = "" if key in described.get("required", ()) else ", may be missing"
            lines.append(f"| `{key}` | {_kind(value)}{optional} |")
    return "\n".join(lines) + "\n"


def _anchor(name: str) -> str:
    return name.replace(".", "").replace("/", "").lower()


def _about(kind: type[Document]) -> str:
    return " ".join((kind.__doc__ or "").split())


def _kind(value: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in value:
        return f"`{value['$ref'].rpartition('/')[2]}`"
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    if "anyOf" in value:
        return " or ".join(_kind(each) for each in value["anyOf"])
    if value.get("type") == "array":
        return f"list of {_kind(value['items'])}" if value.get("items") else "list"
    if value.get("type") == "object":
        inner = value.get("additionalProperties")
        return f"by name: {_kind(inner)}" if isinstance(inner, dict) and inner else "object"
    return str(value.get("type", "anything"))


def files() -> dict[Path, str]:
    """What is written where."""
    return {
        DOCS / "json.md": page(),
        DOCS / "json-schema.json": json.dumps(schema(), indent=1, ensure_ascii=False) + "\n",
    }


def main() -> None:
    """Write both files."""
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"wrote {path.name}, {len(text)} bytes\n")


if __name__ == "__main__":
    main()
