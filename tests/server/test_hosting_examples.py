"""What examples/hosting shows works: flags that exist, and a proxy that passes on what a table needs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import typer
from websockets.sync.client import connect
from websockets.typing import Origin

from gearlock.cli.main import app

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "examples" / "hosting"
DUEL = {"system": "brigands", "scenario": "duel", "players": {"red": "human", "blue": "human"}}
SERVE = (
    "import gearlock.server.pages as pages; pages.are_built = lambda _: True; from gearlock.cli.main import run; run()"
)
NAME, BARE = "table.example", "bare.example"


def flags_of(*path: str) -> set[str]:
    command: Any = typer.main.get_command(app)
    for name in path:
        command = command.commands[name]
    return {flag for each in command.params for flag in (*each.opts, *each.secondary_opts)}


def test_flags_and_variables_that_are_shown_exist() -> None:
    unit = (HOSTING / "gearlock.service").read_text()
    compose = (HOSTING / "compose.yaml").read_text()
    (line,) = re.findall(r"^ExecStart=(.*)$", unit, re.M)
    words = [*shlex.split(line), *re.findall(r'"(--[\w-]+)"', re.findall(r"^    command: .*$", compose, re.M)[0])]
    shown = {word for word in words if word.startswith("--")}
    assert {"--name", "--proxy"} <= shown <= flags_of("serve")
    assert "GEARLOCK_DATABASE" in compose
    command: Any = typer.main.get_command(app)
    for parts in (("serve",), ("tables", "check"), ("tables", "prune")):
        found = command
        for name in parts:
            found = found.commands[name]
        assert "GEARLOCK_DATABASE" in {each.envvar for each in found.params}


def test_the_image_has_what_the_page_says() -> None:
    text = (ROOT / "Dockerfile").read_text()
    for word in ("requirements/postgres.txt", "GEARLOCK_COMPILED=1", "COPY docs", "COPY examples", "10001", "/health"):
        assert word in text
    copied = {name for words in re.findall(r"^COPY ([^-].*)$", text, re.M) for name in words.split()[:-1]}
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert not re.search(r"^RUN .*pip install(?!.*(--require-hashes|--no-index))", text, re.M)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a table that knows of the proxy."""
    place, port = tmp_path_factory.mktemp("table"), free_port()
    command = [sys.executable, "-u", "-c", SERVE, "serve", "--port", str(port), "--bots", "1"]
    command += ["--database", str(place / "tables.db"), "--name", NAME, "--proxy", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            assert "The table" in server.stdout.readline()
            yield port
        finally:
            server.kill()


def nginx() -> str:
    """The program; GEARLOCK_NGINX may name one."""
    found = os.environ.get("GEARLOCK_NGINX") or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if found is None:
        pytest.skip("THE EXAMPLE FOR NGINX WAS NOT TRIED: nginx is not installed")
    return found


@pytest.fixture(scope="module")
def proxy(table: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of an nginx run by the example, without its certificate."""
    place, port = tmp_path_factory.mktemp("nginx"), free_port()
    text = (HOSTING / "nginx.conf").read_text()
    text = re.sub(r"^ *ssl_.*$", "", text, flags=re.M).replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    text = text.replace("127.0.0.1:8420", f"127.0.0.1:{table}")
    passed = f"location / {{ proxy_pass http://127.0.0.1:{table}; }}"
    bare = f"server {{ listen 127.0.0.1:{port}; server_name {BARE}; {passed} }}"
    stores = "".join(
        f"{kind}_temp_path {place}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (place / "nginx.conf").write_text(
        f"daemon off;\nmaster_process off;\npid {place}/pid;\nerror_log {place}/error.log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{stores}{text}\n{bare}\n}}\n"
    )
    command = [nginx(), "-p", str(place), "-c", str(place / "nginx.conf"), "-e", str(place / "error.log")]
    with subprocess.Popen(command) as running:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until and running.poll() is None:
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                    break
                time.sleep(0.05)
            assert running.poll() is None, (place / "error.log").read_text()
            yield port
        finally:
            running.terminate()


def test_a_battle_is_set_up_and_played_through_nginx(proxy: int) -> None:
    at = f"{NAME}:{proxy}"
    named = {"Host": at, "Origin": f"http://{at}"}
    laid = httpx.post(f"http://127.0.0.1:{proxy}/api/battles", json=DUEL, headers=named, timeout=60)
    assert laid.status_code == 201, laid.text
    links = laid.json()
    with (
        socket.create_connection(("127.0.0.1", proxy)) as line,
        connect(f"ws://{at}/api/battles/{links['battle']}/table", sock=line, origin=Origin(f"http://{at}")) as guest,
    ):
        guest.send(msgspec.json.encode({"kind": "hello", "token": links["seats"]["red"]}).decode())
        assert msgspec.json.decode(guest.recv(60))["kind"] == "welcome"
    assert httpx.get(f"http://127.0.0.1:{proxy}/health", headers=named, timeout=60).json() == {"status": "well"}


def test_the_proxy_says_where_a_call_comes_from_and_guests_cannot(proxy: int, table: int) -> None:
    at = f"{NAME}:{proxy}"
    said = [
        httpx.post(
            f"http://127.0.0.1:{proxy}/api/rosters/check",
            json={},
            headers={"Host": at, "X-Forwarded-For": f"10.0.0.{number}"},
            timeout=60,
        ).status_code
        for number in range(60)
    ]
    assert 429 in said, "all of them are one caller, whatever they claim"


def test_without_the_host_every_move_is_refused(proxy: int) -> None:
    named = {"Host": BARE, "Origin": f"http://{BARE}"}
    refused = httpx.post(f"http://127.0.0.1:{proxy}/api/battles", json=DUEL, headers=named, timeout=60)
    assert refused.status_code == 403
    assert "Another page" in refused.text


def test_the_timeouts_of_the_proxy_outlast_a_quiet_table() -> None:
    text = (HOSTING / "nginx.conf").read_text()
    assert int(re.findall(r"proxy_read_timeout (\d+)s", text)[0]) > 60
    assert int(re.findall(r"client_max_body_size (\d+)m", text)[0]) >= 12
