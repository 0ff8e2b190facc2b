"""What the server says to calls it cannot use: a code, words, never a fault of its own."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from gearlock.kernel.log import dumps
from gearlock.server.app import Settings, make_app
from gearlock.server.limits import LARGEST_BODY
from server.tabletop import lay_out, play_on
from server.visitor import PATIENCE

ROSTERS = st.from_regex(r"(system: (brigands|hex100)\n)?([a-z]+: .*\n){0,4}([0-9]x? .*\n){0,3}")
PEOPLE = {"red": "human", "blue": "human"}
DUEL = {"system": "brigands", "scenario": "duel", "players": PEOPLE}


def problem(response: Any, status: int, code: str) -> str:
    assert response.status_code == status, response.text
    body = response.json()
    assert body["code"] == code
    assert body["message"]
    return str(body["message"])


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [
        ({**DUEL, "system": "chess"}, 404, "No system is called 'chess'"),
        ({**DUEL, "scenario": "duell"}, 404, "Did you mean duel"),
        ({**DUEL, "players": {"red": "human"}}, 400, "Nobody plays blue"),
        ({**DUEL, "players": {**PEOPLE, "green": "human"}}, 400, "no seat green"),
        ({**DUEL, "players": {"red": "human", "blue": "bot:hal"}}, 404, ""),
        ({**DUEL, "options": {"nonsense": "1"}}, 400, ""),
        ({**DUEL, "extra": 1}, 400, ""),
        ({**DUEL, "seed": "x"}, 400, ""),
        ({"system": "brigands"}, 400, ""),
        ([], 400, ""),
    ],
)
def test_a_battle_that_cannot_be_laid_out_is_refused_in_words(
    client: TestClient[Any], wanted: object, status: int, words: str
) -> None:
    response = client.post("/api/battles", json=wanted)
    assert response.status_code in (400, 404), response.text
    assert response.status_code == status or not words
    assert words in response.json()["message"]
    assert response.json()["code"]


@pytest.mark.parametrize("seed", [0, -1, 2**31, 2**63 - 1, 1 - 2**63])
def test_any_seed_will_do(client: TestClient[Any], seed: int) -> None:
    for system, scenario in (("brigands", "duel"), ("hex100", "skirmish")):
        wanted = {"system": system, "scenario": scenario, "players": PEOPLE, "seed": seed}
        assert client.post("/api/battles", json=wanted).status_code == 201


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b'{"system":' * 30_000, b"\xff\xfe", b"null"])
def test_a_body_that_is_no_json_is_refused(client: TestClient[Any], body: bytes) -> None:
    for path in ("/api/battles", "/api/rosters/check", "/api/rosters/random"):
        response = client.post(path, content=body, headers={"content-type": "application/json"})
        assert response.status_code == 400, response.text
        assert response.json()["message"]


def test_a_body_too_large_is_refused(client: TestClient[Any]) -> None:
    response = client.post("/api/replays", content=b"x" * (LARGEST_BODY + 1))
    problem(response, 413, "http-413")


def test_no_option_reads_a_file_of_the_server(client: TestClient[Any], tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text("secret = 'swordfish'\n")
    inside = Path(__file__).parents[2] / "pyproject.toml"
    names = [str(tmp_path / "secret.toml"), str(inside), "../../../etc/passwd", "x\0.toml"]
    for system, scenario in (("brigands", "duel"), ("hex100", "skirmish")):
        described = next(s for s in client.get("/api/systems").json() if s["id"] == system)
        options = next(each["options"] for each in described["scenarios"] if each["id"] == scenario)
        for option in options:
            for name in names:
                wanted = {"system": system, "scenario": scenario, "players": PEOPLE, "options": {option: name}}
                response = client.post("/api/battles", json=wanted)
                assert response.status_code in (400, 404), (option, name, response.text)
                assert "swordfish" not in response.text
                assert "root:" not in response.text


@pytest.mark.parametrize(("system", "scenario", "size"), [("brigands", "battle", 100), ("hex100", "skirmish", 3000)])
def test_the_files_an_option_may_name_are_those_sent_along(
    client: TestClient[Any], system: str, scenario: str, size: int
) -> None:
    made = client.post("/api/rosters/random", json={"system": system, "size": size}).json()["text"]
    wanted = {"system": system, "scenario": scenario, "players": PEOPLE, "options": {"red": "./mine/army.txt"}}
    missing = client.post("/api/battles", json=wanted)
    assert missing.status_code == 400
    assert "not among the files that were sent along" in missing.json()["message"]
    assert client.post("/api/battles", json={**wanted, "files": {"./mine/army.txt": made}}).status_code == 201


@pytest.mark.parametrize("system", ["brigands", "hex100"])
@pytest.mark.parametrize("size", [-1, 0, 10**9, 2**53])
def test_a_force_of_a_foolish_size_is_refused(client: TestClient[Any], system: str, size: int) -> None:
    problem(client.post("/api/rosters/random", json={"system": system, "size": size}), 400, "bad-input")


@pytest.mark.parametrize("system", ["brigands", "hex100"])
def test_a_force_can_be_made_up_and_is_legal(client: TestClient[Any], system: str) -> None:
    made = client.post("/api/rosters/random", json={"system": system, "size": 1000})
    assert made.status_code == 200, made.text
    verdict = client.post("/api/rosters/check", json=made.json()).json()
    assert verdict["legal"], verdict


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(
    text=st.text(max_size=200) | st.from_regex(r"(system: (brigands|hex100)\n)?([a-z]+: .*\n){0,4}([0-9]x? .*\n){0,3}")
)
def test_any_text_pasted_as_a_roster_gets_a_verdict(client: TestClient[Any], text: str) -> None:
    response = client.post("/api/rosters/check", json={"text": text})
    assert response.status_code in (200, 400, 404), response.text
    assert b"broken" not in response.content


@pytest.mark.parametrize("path", ["/api/rules/nonsense", "/api/rules/brigands.nonsense", "/api/battles/nowhere"])
def test_unknown_things_are_not_found(client: TestClient[Any], path: str) -> None:
    problem(client.get(path), 404, "unknown-name")


def test_another_page_may_not_act_and_another_name_may_not_look(client: TestClient[Any]) -> None:
    foreign = {"origin": "http:" + "//evil.example"}
    problem(client.post("/api/battles", json=DUEL, headers=foreign), 403, "foreign")
    for host in ("evil.example", "[", ""):
        problem(client.get("/api/systems", headers={"host": host}), 403, "foreign")
    assert client.post("/api/battles", json=DUEL, headers={"origin": "http:" + "//127.0.0.1"}).status_code == 201


@pytest.mark.usefixtures("no_time_passes")
def test_a_caller_in_a_hurry_is_slowed_down_where_strangers_may_call(tmp_path: Path) -> None:
    app = make_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}", is_open=True, web=tmp_path / "none"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        calls = [client.post("/api/rosters/check", json={"text": ""}) for _ in range(60)]
        problem(calls[-1], 429, "too-fast")
        assert calls[0].status_code != 429
        assert client.get("/api/systems").status_code == 200, "looking is another matter"
        codes = [turned_away(client) for _ in range(70)]
        assert codes[0] == 4404
        assert codes[-1] == 4429


def turned_away(client: TestClient[Any], battle: str = "x", hello: str = "{}") -> int:
    """The code a connection is closed with on its first word."""
    try:
        with client.websocket_connect(f"/api/battles/{battle}/table") as socket:
            socket.send_text(hello)
            socket.receive_text(timeout=PATIENCE)
    except WebSocketDisconnect as closed:
        return closed.code
    return 0


def kept_log(system: str, scenario: str, decisions: int) -> bytes:
    battle = lay_out(system, scenario, 3)
    play_on(battle, decisions, random.Random(3))
    return dumps(battle)


LOGS = {"brigands": kept_log("brigands", "duel", 25), "hex100": kept_log("hex100", "skirmish", 25)}


@pytest.mark.parametrize("system", LOGS)
def test_a_log_handed_in_can_be_played_on(client: TestClient[Any], system: str) -> None:
    response = client.post("/api/replays", content=LOGS[system])
    assert response.status_code == 201, response.text
    links = response.json()
    red = {"authorization": f"Bearer {links['seats']['red']}"}
    assert client.get(f"/api/battles/{links['battle']}", headers=red).json()["seat"] == "red"


@settings(max_examples=120, suppress_health_check=list(HealthCheck))
@given(
    system=st.sampled_from(sorted(LOGS)),
    at=st.floats(0, 1, exclude_max=True),
    cut=st.integers(0, 40),
    put=st.binary(max_size=6) | st.sampled_from([b"-", b"9999999999", b"null", b'"', b"[" * 5000, b"\n", b"{}"]),
)
def test_a_damaged_or_forged_log_is_refused_or_fits(
    client: TestClient[Any], system: str, at: float, cut: int, put: bytes
) -> None:
    raw = LOGS[system]
    place = int(at * len(raw))
    response = client.post("/api/replays", content=raw[:place] + put + raw[place + cut :])
    assert response.status_code in (201, 400, 404), response.text
    if response.status_code != 201:
        assert response.json()["message"]


@pytest.mark.parametrize("path", ["/api/battles/nowhere", "/api/campaigns/nowhere", "/api/forces/nowhere"])
def test_a_link_that_leads_nowhere_says_why_it_may_and_names_nothing_else(client: TestClient[Any], path: str) -> None:
    words = problem(client.get(path), 404, "unknown-name")
    assert "nowhere" in words
    assert "cut off" in words
    assert "There are" not in words


def test_what_is_too_long_is_refused_without_the_words_of_the_machinery(client: TestClient[Any]) -> None:
    words = problem(client.post("/api/rosters/read", json={"text": "x" * 200_001}), 400, "http-400")
    assert words.startswith("What was sent cannot be used: text: ")
    assert "/api/" not in words
