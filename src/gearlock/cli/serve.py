"""`gearlock serve`: the browser table."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from typing import Annotated

import typer

from gearlock.bots.choosing import table_players
from gearlock.bots.own import admit, table_name
from gearlock.cli.screen import console, styled
from gearlock.extras import needing
from gearlock.kernel.bounds import LONGEST_NAME
from gearlock.kernel.errors import BadInput
from gearlock.kernel.homes import data_folder
from gearlock.server.limits import BACKLOG, LOOPBACK, Trust

DATABASE = typer.Option(
    envvar="GEARLOCK_DATABASE", help="Where battles are kept: a file, or the address of a database."
)
LONGEST_BOT = LONGEST_NAME - len("bot:")
MOST_BOTS = 8
LAST_PORT = 65535
OPEN = "It is open to other machines: whoever has a seat's link may play it, and battles are listed to all."
OPEN_AND_PRIVATE = "It is open to other machines, and private: whoever has a link may play or look on, nobody else."


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 opens the table to other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.")] = 8420,
    database: Annotated[str | None, DATABASE] = None,
    name: Annotated[list[str] | None, typer.Option(help="A name this table is also reached by.")] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="Address of a proxy in front of this table: its X-Forwarded-For is believed, nobody else's."),
    ] = None,
    private: Annotated[bool, typer.Option("--private", help="List no battles; each needs a link to be seen.")] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="A bot of your own that may be chosen: FILE.py:CLASS, MODULE:CLASS or an installed one's name."
        ),
    ] = None,
    bots: Annotated[
        int | None, typer.Option(help="Processes that bots think in; by the processors there are.", min=1, max=64)
    ] = None,
    deadline: Annotated[float, typer.Option(help="Seconds a bot may take for a decision.", min=0.1)] = 5.0,
    browser: Annotated[bool, typer.Option("--open", help="Open a browser at the table.")] = False,
) -> None:
    """Serve the browser table until stopped with Ctrl-C. Every battle is kept, whatever happens."""
    # The web framework takes most of a second to import; no other command should wait for it.
    with needing("serve", "The browser table"):
        from gearlock.server.app import Settings, make_app
        from gearlock.server.door import open_door
        from gearlock.server.opening import open_keeper
        from gearlock.server.pages import NOT_BUILT, WEB, are_built
        from gearlock.server.running import run_server

    if not 0 <= port <= LAST_PORT:
        raise BadInput(f"A port is a number from 1 to {LAST_PORT}, or 0 for a free one, not {port}.")
    if not are_built(WEB):
        raise BadInput(NOT_BUILT)
    _admit(bot or [])
    trust, is_open = Trust(proxy or ()), host not in LOOPBACK
    door, url = open_door(trust), database_address(database)
    keeper, hold = open_keeper(url)
    try:
        listening = _listen(host, port)
        bound = listening.getsockname()[1]
        settings = Settings(
            url,
            at=(host, bound),
            is_open=is_open,
            names=tuple(name or ()),
            proxies=tuple(proxy or ()),
            is_private=private,
            thinkers=bots or processes_for_bots(),
            deadline=deadline,
        )
        app = make_app(settings, keeper)
        address = f"http://{'localhost' if not is_open else host}:{bound}/"
        console.print(styled("The table stands at [bold]{}[/] (Ctrl-C ends).", address), soft_wrap=True)
        if is_open:
            console.print(OPEN_AND_PRIVATE if private else OPEN, style="yellow")
        if browser:
            threading.Timer(0.8, webbrowser.open, (address,)).start()
        run_server(app, door, settings.proxies, listening, keeper)
        if keeper.lost is not None:
            raise BadInput(f"{keeper.lost} See who serves them now, or name another --database.")
    finally:
        hold.release()


def _admit(specs: list[str]) -> None:
    """Let bots of the owner's own sit at tables here, by the name of their class."""
    for spec in specs:
        name = table_name(spec)
        if len(name) > LONGEST_BOT:
            raise BadInput(f"A bot's name has at most {LONGEST_BOT} letters: rename the class of {spec[:200]}.")
        if f"bot:{name}" in table_players():
            raise BadInput(f"There is a bot called {name} already: call the class of {spec} something else.")
        admit(spec, name)
        console.print(styled("Bots of your own: [bold]{}[/], from {}.", name, spec), soft_wrap=True)


def processes_for_bots() -> int:
    """As many as there are processors, within reason; two at least, so that bots among themselves leave one free."""
    return min(max(2, os.cpu_count() or 1), MOST_BOTS)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP in so many words: only then are answers sent off at once, and not held back for 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)  # from now on a call waits for the table to be ready, and is not turned away
    except (OSError, OverflowError, UnicodeError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"Cannot listen at {host}:{port}: {why}. Try another --host or --port, or --port 0.") from error
    return listening


def database_address(named: str | None) -> str:
    """The address of the database; battles of this user unless another is named."""
    from gearlock.server.opening import address_of

    return address_of(named or str(data_folder() / "tables.db"))
