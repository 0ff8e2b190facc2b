"""Writes ui/src/wire.ts: what goes between browser and server, from the server's OpenAPI document."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gearlock.server.app import Settings, make_app

TARGET = Path(__file__).parents[1] / "ui" / "src" / "wire.ts"
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD = "// What goes between browser and server. Written by scripts/make_wire_types.py, from the server.\n"
Schema = Mapping[str, Any]


def document() -> dict[str, Any]:
    """The OpenAPI document of a server."""
    return make_app(Settings("sqlite://")).openapi_schema.to_schema()


def types_of(document: Schema) -> str:
    """The whole file."""
    schemas = document["components"]["schemas"]
    sent = _reach(schemas, _sent(document))
    received = _reach(schemas, _received(document))
    parts = [_declaration(name, schemas[name], name in sent and name not in received) for name in sorted(schemas)]
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


def _sent(document: Schema) -> Iterator[str]:
    yield "ToServer"
    for path in document["paths"].values():
        for operation in path.values():
            yield from _references(operation.get("requestBody", {}))


def _received(document: Schema) -> Iterator[str]:
    yield from ("ToClient", "Problem")
    for path in document["paths"].values():
        for operation in path.values():
            yield from _references(operation.get("responses", {}))


def _reach(schemas: Schema, start: Iterable[str]) -> set[str]:
    """Every type that these lead to."""
    found: set[str] = set()
    waiting = [name for name in start if name in schemas]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(schemas[name])
    return found


def _references(part: object) -> Iterator[str]:
    if isinstance(part, Mapping):
        if isinstance(part.get("$ref"), str):
            yield _last(part["$ref"])
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from _references(value)


def _last(reference: str) -> str:
    return reference.rpartition("/")[2]


def _declaration(name: str, schema: Schema, may_leave_out: bool) -> str:
    """One type. The server writes every field; a browser may leave out what has a default."""
    about = _comment(schema.get("description", ""))
    if "properties" not in schema:
        return f"{about}export type {name} = {_type(schema)};"
    required = schema.get("required", ())
    lines = [
        f"  {field}{'?' if may_leave_out and field not in required else ''}: {_type(value)};"
        for field, value in schema["properties"].items()
    ]
    if name == "Order":
        lines.append("  [part: string]: unknown;")
    return f"{about}export interface {name} {{\n" + "\n".join(lines) + "\n}"


def _comment(text: str) -> str:
    words = re.sub(r"\s+", " ", text.partition("\n\n")[0]).strip()
    return f"/** {words} */\n" if words else ""


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return _last(schema["$ref"])
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(_type(part) for part in schema[union])
    if "prefixItems" in schema:
        return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("type") == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    return SIMPLE.get(schema.get("type", ""), "unknown")


def main() -> int:
    """Write the file, or with --check say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    wanted = types_of(document())
    if parser.parse_args().check:
        up_to_date = TARGET.is_file() and TARGET.read_text() == wanted
        print("ui/src/wire.ts is up to date" if up_to_date else "ui/src/wire.ts is out of date")
        return 0 if up_to_date else 1
    TARGET.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
