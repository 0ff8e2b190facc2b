"""The document of the server, and the types the browser has from it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from litestar import Litestar
from litestar.testing import TestClient

ROOT = Path(__file__).parents[2]


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_wire_types", ROOT / "scripts" / "make_wire_types.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_browser_are_those_of_the_server() -> None:
    script = _script()
    wanted = script.types_of(script.document())
    assert script.TARGET.read_text() == wanted, "run scripts/make_wire_types.py"


def test_the_document_describes_the_messages_of_the_table(client: TestClient[Litestar]) -> None:
    schemas = client.get("/api/schema/openapi.json").json()["components"]["schemas"]
    assert {"ToServer", "ToClient", "Welcome", "Answer", "Problem", "Wanted"} <= schemas.keys()
    assert schemas["Answer"]["properties"]["kind"] == {"enum": ["answer"]}
