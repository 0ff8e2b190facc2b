"""What strangers get: headers on whatever is answered, nothing of nonsense names, a measure for each of them."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from gearlock.cli.serve import _listen
from gearlock.kernel.errors import BadInput
from gearlock.server.app import Settings, make_app
from gearlock.server.door import Door
from gearlock.server.pages import HEADERS
from gearlock.server.running import TableServer, configured
from server.test_bad_calls import DUEL, problem, turned_away
from server.visitor import Visitor, lay_out


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A server with pages."""
    folder = tmp_path_factory.mktemp("tables")
    (folder / "web" / "assets").mkdir(parents=True)
    (folder / "web" / "index.html").write_text("<!doctype html><title>Gearlock</title>")
    app = make_app(Settings(f"sqlite:///{folder / 'tables.db'}", web=folder / "web"))
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


NONSENSE = ["/%00", "/api/battles/%00", "/api/rules/a%00b", "/" + "a" * 256, "/" + "%C3%A4" * 200, "/a" * 3000]


@pytest.mark.parametrize("path", NONSENSE, ids=range(len(NONSENSE)))
def test_names_that_nothing_can_have_are_not_found(built: TestClient[Any], path: str) -> None:
    problem(built.get(path), 404, "http-404")


def test_every_answer_says_what_may_be_done_with_it(built: TestClient[Any]) -> None:
    calls = [
        built.get("/"),
        built.get("/no-such-page"),
        built.get("/assets/no-such-script.js"),
        built.get("/%00"),
        built.get("/api/systems"),
        built.get("/api/battles/nowhere"),
        built.get("/api/nonsense"),
        built.delete("/api/battles"),
        built.post("/api/battles", content=b"{"),
        built.post("/api/battles", json=DUEL),
        built.get("/api/systems", headers={"host": "evil.example"}),
        built.get("/api/schema"),
        built.get("/api/schema/openapi.json"),
    ]
    for answer in calls:
        for name, value in HEADERS.items():
            assert answer.headers.get_list(name) == [value], (answer.url, answer.status_code)
    assert {answer.status_code for answer in calls} >= {200, 201, 400, 403, 404, 405}


def test_a_fault_of_our_own_has_them_too(built: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(built.app.state.keeper, "do", broken)
    answer = built.get("/api/battles")
    assert answer.status_code == 500
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["", "/", "/openapi.json", "/redoc", "/swagger", "/elements", "/rapidoc", "/scalar"])
def test_what_describes_the_server_is_json_and_loads_nothing(built: TestClient[Any], path: str) -> None:
    answer = built.get(f"/api/schema{path}")
    assert "html" not in answer.headers["content-type"]
    assert b"<script" not in answer.content
    if path in ("", "/", "/openapi.json"):
        assert answer.json()["openapi"]
    else:
        assert answer.status_code == 404


@contextmanager
def standing(folder: Path, settings: Settings) -> Iterator[str]:
    """A real server in a thread, on loopback; its address."""
    listening: socket.socket = _listen("127.0.0.1", 0)
    server = TableServer(configured(make_app(settings), Door(), settings.proxies))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)


def statuses(address: str, count: int, **headers: str) -> list[int]:
    """What so many calls in a row get, each said to come from another place if `forwarded` has {} in it."""
    with httpx.Client(base_url=address, timeout=60) as client:
        return [
            client.post(
                "/api/rosters/check",
                json={"text": ""},
                headers={name.replace("_", "-"): value.format(number) for name, value in headers.items()},
            ).status_code
            for number in range(count)
        ]


@pytest.mark.usefixtures("no_time_passes")
@pytest.mark.parametrize("proxies", [(), ("192.0.2.1",)])
def test_nobody_is_believed_where_a_call_comes_from_but_a_named_proxy(tmp_path: Path, proxies: tuple[str, ...]) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 't.db'}", is_open=True, proxies=proxies, web=tmp_path / "none")
    with standing(tmp_path, settings) as address:
        assert 429 in statuses(address, 60, x_forwarded_for="198.51.100.{}")


@pytest.mark.usefixtures("no_time_passes")
def test_a_named_proxy_is_believed_and_its_callers_are_held_to_a_measure_one_by_one(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 't.db'}", proxies=("127.0.0.1",), web=tmp_path / "none")
    with standing(tmp_path, settings) as address:
        assert 429 not in statuses(address, 60, x_forwarded_for="198.51.100.{}")
        assert 429 in statuses(address, 60, x_forwarded_for="203.0.113.7"), "though it listens to this machine alone"
        assert 429 in statuses(address, 60, x_forwarded_for="2001:db8::{}"), "a network of IPv6 is one caller"
        assert 429 in statuses(address, 60, x_forwarded_for="198.51.100.{}, 203.0.113.8"), "what the proxy heard counts"


@pytest.mark.usefixtures("no_time_passes")
def test_without_a_proxy_a_table_of_this_machine_has_no_measure(tmp_path: Path) -> None:
    with standing(tmp_path, Settings(f"sqlite:///{tmp_path / 't.db'}", web=tmp_path / "none")) as address:
        assert 429 not in statuses(address, 60)


def test_a_proxy_that_is_no_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no address of a proxy"):
        make_app(Settings(f"sqlite:///{tmp_path / 't.db'}", proxies=("my-proxy",)))


@pytest.fixture(scope="module")
def private(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    folder = tmp_path_factory.mktemp("private")
    app = make_app(Settings(f"sqlite:///{folder / 'tables.db'}", is_private=True, web=folder / "none"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def test_a_private_table_lists_nothing_but_what_one_has_a_link_to(private: TestClient[Any]) -> None:
    mine, other = (lay_out(private, "brigands", "duel", "human", "human")["battle"] for _ in range(2))
    assert private.get("/api/battles").json() == []
    assert [each["id"] for each in private.get(f"/api/battles?own={mine},nowhere").json()] == [mine]
    both = private.get("/api/battles", params={"own": f"{mine},{other},\0"}).json()
    assert {each["id"] for each in both} == {mine, other}


@pytest.mark.parametrize("over", [False, True])
def test_a_private_battle_opens_with_a_link_only(private: TestClient[Any], over: bool) -> None:
    links = lay_out(private, "brigands", "duel", "human", "human")
    place = f"/api/battles/{links['battle']}"
    if over:
        with Visitor(private, links["battle"], links["seats"]["red"]) as red:
            red.wait_turn_and_concede(private, links)
    for path in ("", "/log", "/replay", "/replay/0", "/luck"):
        assert private.get(place + path).status_code == 401, path
    branch = {"frame": 0, "players": {"red": "human", "blue": "human"}}
    assert private.post(f"{place}/branch", json=branch).status_code == 401
    assert turned_away_from(private, links["battle"]) == 4404
    for token in (links["seats"]["red"], links["watch"]["blue"]):
        assert private.get(place, headers={"authorization": f"Bearer {token}"}).status_code == 200
        with Visitor(private, links["battle"], token) as there:
            assert there.welcome["battle"] == links["battle"]
            assert there.welcome["private"], "the page gives links with a token to those who look on"


def turned_away_from(client: TestClient[Any], battle: str) -> int:
    """The code that a hello without a token is answered with."""
    assert turned_away(client) == 4404
    with client.websocket_connect(f"/api/battles/{battle}/table") as table:
        table.send_text('{"kind":"hello"}')
        try:
            table.receive_text(timeout=10)
        except Exception as closed:
            return int(getattr(closed, "code", 0))
    return 0
