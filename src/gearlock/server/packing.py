"""Long answers that never change while the server runs: packed once, and not sent again to whoever has them."""

from __future__ import annotations

import gzip
import hashlib
from typing import Any, NamedTuple

import msgspec
from litestar import MediaType, Request, Response

CALLERS_OWN = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}


class Packed(NamedTuple):
    """An answer as it goes over the wire, and a name for what is in it."""

    body: bytes
    tag: str


def pack(answer: object) -> Packed:
    """Pack an answer."""
    plain = msgspec.json.encode(answer)
    return Packed(gzip.compress(plain, mtime=0), f'"{hashlib.blake2b(plain, digest_size=9).hexdigest()}"')


def send(packed: Packed, request: Request[Any, Any, Any]) -> Response[Any]:
    """The answer for a caller: nothing if it has it already, unpacked if it cannot unpack."""
    headers = {"ETag": packed.tag, **CALLERS_OWN}
    if request.headers.get("if-none-match") == packed.tag:
        return Response(b"", status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed.body), media_type=MediaType.JSON, headers=headers)
    return Response(packed.body, media_type=MediaType.JSON, headers={**headers, "Content-Encoding": "gzip"})
