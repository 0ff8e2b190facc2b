"""The messages of the table in the server's OpenAPI document, beside the bodies that go over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar
from litestar.openapi.spec import Schema

from gearlock.kernel.errors import Finding
from gearlock.kernel.mapping import Sketch
from gearlock.kernel.orders import Order
from gearlock.server.firing import Attack, AttackGrid
from gearlock.server.wire import AnyToClient, AnyToServer

REFERENCE = "#/components/schemas/{name}"
UNIONS = ("ToServer", "ToClient")


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused, in words for a person, with what is wrong in a file if one was sent."""

    code: str
    message: str
    findings: tuple[Finding, ...] = ()


class _Given(Schema):
    """A schema that was worked out elsewhere."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__()
        self._given = given

    def to_schema(self) -> dict[str, Any]:
        return self._given


def describe_messages(app: Litestar) -> None:
    """Put the WebSocket's messages, and why something is refused, among the schemas of the document."""
    unions, schemas = _message_schemas()
    document = app.openapi_schema
    known = document.components.schemas if document.components else None
    assert known is not None
    known.update({name: _Given(schema) for name, schema in schemas.items()})
    known.update({name: _Given(schema) for name, schema in zip(UNIONS, unions, strict=True)})


def _message_schemas() -> tuple[tuple[dict[str, Any], ...], dict[str, dict[str, Any]]]:
    """The two unions and everything in them. Orders differ by system: all say is that they name themselves."""
    # Of lists with a bound the framework forgets what is in them; these are described from their types.
    types = AnyToServer, AnyToClient, Problem, Sketch, Attack, AttackGrid
    (to_server, to_client, *_), schemas = msgspec.json.schema_components(types, ref_template=REFERENCE)
    name = {"type": "string"}
    about = (Order.__doc__ or "").partition("\n")[0]
    schemas["Order"] = {
        "title": "Order",
        "description": about,
        "type": "object",
        "properties": {"order": name},
        "required": ["order"],
    }
    return (to_server, to_client), schemas
