"""The built pages: what a browser is given, what it may load, and how long it may keep it."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

WEB = Path(__file__).parent / "web"
"""Where the built pages lie."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing runs or loads but what this server gives; no page may frame this one."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
YEAR = 365 * 24 * 3600
FOREVER = CacheControlHeader(max_age=YEAR, public=True, immutable=True)
NOT_BUILT = "The pages of the table are not built yet: run `make ui`, then start the server again.\n"


def page_handlers(web: Path) -> list[Any]:
    """What serves the pages; where none are built, a word on how to build them.

    The name of an asset tells its content, so it may be kept for good; everything else is asked for again each time.
    """
    if not (web / "index.html").is_file():
        return [not_built]
    ask_again = CacheControlHeader(no_cache=True)
    pages = create_static_files_router("/", [web], html_mode=True, cache_control=ask_again)
    return [asset_handler(web / "assets"), pages]


def asset_handler(folder: Path) -> Any:
    """What serves scripts and styles: packed once, and sent so to every browser that can unpack."""

    @cache
    def read(name: str) -> tuple[bytes, bytes]:
        plain = (folder / name).read_bytes()
        return plain, gzip.compress(plain, 9, mtime=0)

    @get("/assets/{name:str}", include_in_schema=False, cache_control=FOREVER, sync_to_thread=True)
    def asset(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
        """A file with its content in its name."""
        if name != Path(name).name or not (folder / name).is_file():
            raise NotFoundException("There is no such file.")
        plain, packed = read(name)
        unpacks = "gzip" in request.headers.get("accept-encoding", "")
        headers = {"Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if unpacks else {})
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Response(packed if unpacks else plain, media_type=kind, headers=headers)

    return asset


@get("/", include_in_schema=False, sync_to_thread=False)
def not_built() -> Response[str]:
    """There are no pages."""
    return Response(NOT_BUILT, status_code=503, media_type=MediaType.TEXT)
