"""`gearlock serve`: the browser table."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from gearlock.cli.screen import console
from gearlock.kernel.errors import BadInput
from gearlock.server.limits import LARGEST_MESSAGE, LOOPBACK

LAST_MOMENTS = 5
"""Seconds that what is being answered may take when the server is stopped."""


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 opens the table to other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.")] = 8420,
    database: Annotated[
        str | None, typer.Option(help="Where battles are kept: a file, or the address of a database.")
    ] = None,
    name: Annotated[list[str] | None, typer.Option(help="A name this table is also reached by.")] = None,
    bots: Annotated[int, typer.Option(help="Processes that bots think in.", min=1, max=64)] = 1,
    deadline: Annotated[float, typer.Option(help="Seconds a bot may take for a decision.", min=0.1)] = 5.0,
    browser: Annotated[bool, typer.Option("--open", help="Open a browser at the table.")] = False,
) -> None:
    """Serve the browser table until stopped with Ctrl-C. Every battle is kept, whatever happens."""
    # The web framework takes most of a second to import; no other command should wait for it.
    import uvicorn

    from gearlock.server.app import Settings, make_app

    is_open = host not in LOOPBACK
    url = _database(database)
    app = make_app(Settings(url, is_open, tuple(name or ()), bots, deadline))
    listening = _listen(host, port)
    address = f"http://{'localhost' if not is_open else host}:{listening.getsockname()[1]}/"
    console.print(f"The table stands at [bold]{address}[/] (Ctrl-C ends).", soft_wrap=True)
    if is_open:
        console.print("It is open to other machines: whoever has a seat's link may play it.", style="yellow")
    if browser:
        threading.Timer(0.8, webbrowser.open, (address,)).start()
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=LARGEST_MESSAGE * 2,
        ws="websockets-sansio",
        timeout_graceful_shutdown=LAST_MOMENTS,
    )
    uvicorn.Server(config).run([listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP in so many words: only then are answers sent off at once, and not held back for 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)  # from now on a call waits for the table to be ready, and is not turned away
    except OSError as error:
        listening.close()
        raise BadInput(f"Cannot listen at {host}:{port}: {error.strerror}. Try another --port, or --port 0.") from error
    return listening


def _database(named: str | None) -> str:
    """The address of the database; battles of this user unless another is named."""
    if named and "://" in named:
        return named
    path = Path(named) if named else _home() / "tables.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{path}"


def _home() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "gearlock"
