"""Campaigns over HTTP: begun, fought, kept through stops, and shown to each seat as far as it may see."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from gearlock.campaign.following import Following
from gearlock.campaign.keeping import battle_path, begin, loads, plan_of, text_of
from gearlock.campaign.lines import Buy, March, Return, Start, Tell, header_link, linked
from gearlock.campaign.proving import prove_campaign
from gearlock.kernel.campaigning import Homecoming, Report
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Outcome
from gearlock.kernel.log import loads as load_log
from gearlock.kernel.registry import all_systems, get_system
from gearlock.server import campaign_desk
from gearlock.server.app import Settings, make_app
from gearlock.server.campaign_desk import campaign_faults
from gearlock.server.campaign_store import held_battles
from gearlock.server.store import Store
from server.visitor import PATIENCE, Visitor

Client = TestClient[Litestar]
LINKED = [system.id for system in all_systems() if system.campaign is not None]
BOOK = next(system.id for system in all_systems() if system.campaign is not None and hasattr(system.campaign, "muster"))
PEOPLE = {"red": "human", "blue": "human"}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def begun(client: Client, system: str = BOOK, **more: Any) -> dict[str, Any]:
    """A new campaign of duels between people; its links."""
    response = client.post("/api/campaigns", json={"system": system, "scenario": "duel", "players": PEOPLE, **more})
    assert response.status_code == 201, response.text
    links: dict[str, Any] = response.json()
    return links


def page(client: Client, links: dict[str, Any], seat: str = "red") -> dict[str, Any]:
    response = client.get(f"/api/campaigns/{links['campaign']}", headers=bearer(links["seats"].get(seat, "")))
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def said(client: Client, links: dict[str, Any], seat: str, call: str, **body: Any) -> Any:
    where = f"/api/campaigns/{links['campaign']}/{call}"
    return client.post(where, json=body, headers=bearer(links["seats"][seat]))


def agree(client: Client, links: dict[str, Any], scenario: str, *seats: str) -> dict[str, Any]:
    """Seats want the same next; what the last of them sees then."""
    for seat in seats:
        response = said(client, links, seat, "agree", seen=page(client, links, seat)["seen"], scenario=scenario)
        assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def give_up(client: Client, links: dict[str, Any], now: dict[str, Any], seat: str = "blue") -> None:
    """A person gives up the battle under way."""
    battle = now["battles"][str(now["view"]["marching"]["number"])]
    both = {"battle": battle, "seats": links["seats"]}
    with Visitor(client, battle, links["seats"][seat]) as visitor:
        visitor.wait_turn_and_concede(client, both)


def test_every_game_with_campaigns_is_offered_and_house_rules_say_so(client: Client) -> None:
    games = client.get("/api/campaign-games").json()
    assert [game["system"] for game in games] == LINKED
    assert any(game["house"] for game in games)
    assert all("rule of the house" in game["about"] for game in games if game["house"])


@pytest.mark.parametrize("system", LINKED)
def test_a_campaign_is_begun_fought_and_counted(client: Client, system: str) -> None:
    links = begun(client, system, title="The long road")
    now = page(client, links)
    assert now["may_act"]
    assert [side["seat"] for side in now["view"]["sides"]] == ["red", "blue"]
    (member,) = now["view"]["sides"][0]["members"]
    assert member["figure"]
    assert agree(client, links, "duel", "red")["view"]["marching"] is None, "the other is asked as well"
    assert page(client, links, "blue")["wishes"]["red"] == "battle: duel"
    now = agree(client, links, "duel", "blue")
    assert now["view"]["marching"]["number"] == 1
    assert now["view"]["marching"]["seed"] == 0, "the seed is nobody's affair"
    give_up(client, links, now)
    now = page(client, links)
    assert [fought["number"] for fought in now["view"]["battles"]] == [1]
    assert now["battles"]["1"]
    log = client.get(f"/api/battles/{now['battles']['1']}/log", headers=bearer(links["seats"]["red"])).content
    assert load_log(log).end is not None
    short = load_log(log).header
    assert short.commitment != Seeded(short.setup.seed).commitment, "nobody finds the dice by trying short seeds"
    listed = client.get("/api/campaigns").json()
    assert next(each for each in listed if each["campaign"]["id"] == links["campaign"])["campaign"]["fought"] == 1


def test_a_second_window_and_a_decision_that_is_out_of_date(client: Client) -> None:
    links = begun(client)
    now = agree(client, links, "duel", "red", "blue")
    give_up(client, links, now, "blue")
    winner = next(
        seat for seat in ("red", "blue") if page(client, links)["view"]["battles"][0]["outcome"]["winner"] == seat
    )
    seen = page(client, links, winner)["seen"]
    body = {"seen": seen, "ware": "labor", "what": "2"}
    listed = client.get("/api/campaigns").json()
    bought = said(client, links, winner, "decide", **body)
    assert bought.status_code == 200, bought.text
    assert client.get("/api/campaigns").json() == listed, "nobody sees in the list that something was bought"
    late = said(client, links, winner, "decide", **body)
    assert (late.status_code, late.json()["code"]) == (409, "moved")
    other = "red" if winner == "blue" else "blue"
    assert not any(told["did"] == "buy" for told in page(client, links, other)["view"]["chronicle"])
    assert page(client, links, other)["view"]["sides"][winner == "blue"]["pools"]["Victory Points"] == 5
    assert page(client, links, winner)["view"]["sides"][winner == "blue"]["pools"]["Victory Points"] == 3


def test_strangers_look_on_and_decide_nothing(client: Client) -> None:
    links = begun(client)
    stranger = {"campaign": links["campaign"], "seats": {"red": ""}}
    assert not page(client, stranger)["may_act"]
    assert page(client, stranger)["view"]["repairs"] == []
    for token in ("", "nonsense", links["watch"]["red"]):
        answers = [
            client.post(f"/api/campaigns/{links['campaign']}/{call}", json=body, headers=bearer(token))
            for call, body in (
                ("agree", {"seen": 0}),
                ("decide", {"seen": 0, "ware": "labor"}),
                ("table", {}),
                ("recover", {}),
            )
        ]
        assert [answer.status_code for answer in answers] == [401] * 4
    file = client.get(f"/api/campaigns/{links['campaign']}/file", headers=bearer(links["seats"]["red"]))
    assert file.status_code == 401, "two people play: the dice to come stay secret"
    assert links["seats"]["blue"] not in str(page(client, links))


@pytest.mark.parametrize(
    ("call", "body", "status"),
    [
        ("decide", {"seen": 0}, 400),
        ("decide", {"seen": 0, "repair": "red-1:armor"}, 404),
        ("decide", {"seen": 0, "ware": "moon"}, 404),
        ("decide", {"seen": 0, "ware": "labor", "what": "x" * 50}, 400),
        ("decide", {"seen": 0, "ware": "labor", "what": "9" * 9999}, 400),
        ("decide", {"seen": -1, "ware": "labor"}, 409),
        ("decide", {"seen": "0"}, 400),
        ("decide", [], 400),
        ("agree", {"seen": 0, "scenario": "chess"}, 404),
        ("agree", {"seen": 0, "scenario": "duel", "options": {"rounds": "many"}}, 400),
        ("agree", {"seen": 0, "scenario": "duel", "options": {"red": "hunter*9"}}, 400),
        ("agree", {"seen": 7, "scenario": "duel"}, 409),
        ("table", {}, 400),
        ("recover", {}, 400),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(client: Client, call: str, body: Any, status: int) -> None:
    links = begun(client)
    where = f"/api/campaigns/{links['campaign']}/{call}"
    answer = client.post(where, json=body, headers=bearer(links["seats"]["red"]))
    assert answer.status_code == status, answer.text
    assert answer.json()["message"]
    assert page(client, links)["seen"] == 0


@pytest.mark.parametrize(
    "wanted",
    [
        {"system": "chess"},
        {"scenario": "moon"},
        {"players": {"red": "human"}},
        {"options": {"battles": "0"}},
        {"options": {"nonsense": "1"}},
        {"options": {"map": "/etc/passwd.toml"}},
        {"title": "x" * 81},
        {"seed": 7},
    ],
)
def test_a_campaign_that_cannot_be_begun_is_refused_in_words(client: Client, wanted: dict[str, Any]) -> None:
    answer = client.post("/api/campaigns", json={"system": BOOK, "scenario": "duel", "players": PEOPLE, **wanted})
    assert answer.status_code in (400, 404), answer.text
    assert answer.json()["message"]
    assert "root:" not in answer.text


@pytest.mark.of_a_file
def test_nothing_is_lost_when_the_server_stops_and_a_damaged_campaign_is_offered_as_far_as_it_is_good(
    tmp_path: Path,
) -> None:
    database = tmp_path / "tables.db"

    def serve() -> TestClient[Litestar]:
        settings = Settings(f"sqlite:///{database}", web=tmp_path / "none", deadline=PATIENCE)
        return TestClient(make_app(settings), base_url="http://127.0.0.1")

    with serve() as client:
        links = begun(client)
        now = agree(client, links, "duel", "red", "blue")
    store = Store(f"sqlite:///{database}")
    assert held_battles(store) == set(now["battles"].values()), "it must not be pruned before it is counted"
    store.close()
    with serve() as client:
        again = page(client, links, "blue")
        assert again["battles"] == now["battles"]
        give_up(client, links, again)
    with serve() as client:
        assert len(page(client, links)["view"]["battles"]) == 1
        agree(client, links, "duel", "red")
    store = Store(f"sqlite:///{database}")
    assert held_battles(store) == set(), "a battle that was counted may go"
    assert list(campaign_faults(store)) == []
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE campaign_lines SET body = replace(body, 'march', 'marsh') WHERE number = 2")
    (fault,) = campaign_faults(store)
    assert ":3:" in fault
    store.close()
    with serve() as client:
        where = f"/api/campaigns/{links['campaign']}"
        refused = client.get(where, headers=bearer(links["seats"]["red"]))
        assert refused.json()["code"] == "damaged"
        for stranger in ("", "nonsense", links["watch"]["red"]):
            told = client.get(where, headers=bearer(stranger))
            assert (told.status_code, told.json()["findings"]) == (401, []), "what is wrong may tell of both sides"
        assert refused.json()["findings"][0]["line"] == 3
        assert "0 battles fought" in refused.json()["message"]
        saved = client.post(f"{where}/recover", headers=bearer(links["seats"]["red"]))
        assert saved.status_code == 201, saved.text
        good = page(client, {**links, "campaign": saved.json()["campaign"]})
        assert (good["view"]["battles"], good["seen"]) == ([], 0)


def test_what_cannot_be_written_down_was_not_done(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    links = begun(client)

    def full(*_: object) -> None:
        raise OperationalError("insert", {}, Exception("disk full"))

    agree(client, links, "duel", "red")
    with monkeypatch.context() as broken:
        broken.setattr(campaign_desk, "append_lines", full)
        refused = said(client, links, "blue", "agree", seen=0, scenario="duel")
        assert (refused.status_code, refused.json()["code"]) == (503, "not-kept")
        assert page(client, links)["view"]["marching"] is None
        assert page(client, links)["battles"] == {}
    now = agree(client, links, "duel", "blue")
    give_up(client, links, now)
    with monkeypatch.context() as broken:
        broken.setattr(campaign_desk, "append_lines", full)
        where = f"/api/campaigns/{links['campaign']}"
        assert client.get(where, headers=bearer(links["seats"]["red"])).status_code == 503
    assert len(page(client, links)["view"]["battles"]) == 1


def test_a_file_is_handed_in_and_out_and_a_damaged_one_refused_with_its_line(client: Client, tmp_path: Path) -> None:
    links = begun(client, players={"red": "human", "blue": "bot:random"})
    where = f"/api/campaigns/{links['campaign']}"
    now = agree(client, links, "duel", "red")
    give_up(client, links, now, "red")
    assert len(page(client, links)["view"]["battles"]) == 1
    file = client.get(f"{where}/file", headers=bearer(links["seats"]["red"])).content
    saved = tmp_path / "war.jsonl"
    saved.write_bytes(file)
    log = client.get(f"/api/battles/{page(client, links)['battles']['1']}/log", headers=bearer(links["seats"]["red"]))
    battle_path(saved, 1).write_bytes(log.content)
    assert prove_campaign(loads(file)[0], saved).holds, "what was played in the browser is proved on the command line"
    copy = client.post("/api/campaign-files", content=file).json()
    assert page(client, copy)["view"]["battles"] == page(client, links)["view"]["battles"]
    broken = file.replace(b'"told":["Battle 1', b'"told":["Battle 2', 1)
    refused = client.post("/api/campaign-files", content=broken)
    assert refused.status_code == 400
    assert refused.json()["findings"][0]["line"] == 3
    good = client.post("/api/campaign-files?good=true", content=broken)
    assert page(client, good.json())["view"]["battles"] == []
    for nonsense in (b"", b"[]", b'{"campaign":1}\n', b"\xff\n"):
        assert client.post("/api/campaign-files", content=nonsense).status_code == 400
    cut = b"\n".join(file.splitlines()[:3]) + b"\n"
    waiting = client.post("/api/campaign-files", content=cut).json()
    assert page(client, waiting)["battles"] == {}
    assert said(client, waiting, "red", "table").json()["battles"]["1"]
    assert said(client, waiting, "red", "table").status_code == 400


def test_a_file_that_its_writer_made_up_is_refused_however_well_it_is_sealed(client: Client) -> None:
    system = get_system(BOOK)

    def written(change: Callable[[Following], None]) -> bytes:
        following = begin(system, plan_of(system, "duel", {}), "mine")
        change(following)
        return text_of(following)

    def nowhere(*_said: Any) -> Any:
        raise BadInput("a forger looks at nothing")

    def forged(**changed: Any) -> Callable[[Following], None]:
        def change(following: Following) -> None:
            start = Start(msgspec.structs.replace(following.start.start, **changed))
            sealed = linked(header_link(following.header, following.dice), start, following.dice)
            assert isinstance(sealed, Start)
            following.start = sealed

        return change

    def wounded(**hurt: Any) -> Callable[[Following], None]:
        def change(following: Following) -> None:
            following.decide(March("duel"))
            home = {"red": Homecoming({"red-1": {"": hurt}}), "blue": Homecoming({})}
            blind: Any = {name: lambda *_: () for name in ("repairs", "wares", "wounds")}
            following.rules = replace(following.rules, **blind, prepare=nowhere)
            following.decide(Return("no log", Outcome("red", "made up"), home))

        return change

    for change in (forged(scenario="moon"), forged(day=9), wounded(armor_lost="many"), wounded(nonsense=1)):
        refused = client.post("/api/campaign-files", content=written(change))
        assert refused.status_code == 400, refused.text
        assert refused.json()["code"] == "bad-file"
    assert client.post("/api/campaign-files", content=written(lambda following: None)).status_code == 201


def test_who_wants_a_battle_does_not_hear_whether_the_other_side_could_fight_it(client: Client) -> None:
    """Blue has lost everybody; whether it bought somebody since shows when both want the battle, not before."""
    system, answers = get_system(BOOK), []
    for secret in (None, Buy("blue", "reinforcements", "hunter*2")):
        forces = {"red": "jaeger*2", "blue": "hunter*2", "battles": "9"}
        following = begin(system, plan_of(system, "skirmish", forces), "mine")
        following.decide(Tell(Report(lost=("blue-1", "blue-2"), points={"blue": 10})))
        if secret is not None:
            following.decide(secret)
        links = client.post("/api/campaign-files", content=text_of(following)).json()
        heard = [said(client, links, "red", "agree", seen=1, scenario=name) for name in ("cornered", "tea", "skirmish")]
        answers.append([(answer.status_code, answer.json().get("message")) for answer in heard])
        assert page(client, links)["wishes"] == {"red": "battle: skirmish", "blue": ""}
        both = said(client, links, "blue", "agree", seen=page(client, links, "blue")["seen"], like="red")
        assert both.status_code == (400 if secret is None else 200), both.text
        assert secret is not None or "force of blue cannot fight on" in both.json()["message"]
    assert answers[0] == answers[1]
    assert [status for status, _ in answers[0]] == [200, 404, 200]


def test_what_somebody_wanted_is_taken_back_before_the_other_agrees(client: Client) -> None:
    links = begun(client)
    agree(client, links, "duel", "red")
    assert page(client, links, "blue")["wishes"] == {"red": "battle: duel", "blue": ""}
    now = said(client, links, "red", "agree", seen=0, nothing=True).json()
    assert now["wishes"] == {"red": "", "blue": ""}
    refused = said(client, links, "blue", "agree", seen=0, like="red")
    assert (refused.status_code, "wants nothing" in refused.json()["message"]) == (400, True)
    assert agree(client, links, "duel", "blue")["view"]["marching"] is None
    assert agree(client, links, "duel", "red")["view"]["marching"]["number"] == 1


def test_the_end_is_agreed_on_and_then_everything_is_told(client: Client) -> None:
    links = begun(client)
    now = agree(client, links, "", "red")
    assert now["view"]["over"] is None
    refused = said(client, links, "blue", "agree", seen=0, like="blue")
    assert (refused.status_code, "wants nothing" in refused.json()["message"]) == (400, True)
    now = said(client, links, "blue", "agree", seen=0, like="red").json()
    assert now["view"]["over"] is not None
    assert now["view"]["seed"]
    assert client.get(f"/api/campaigns/{links['campaign']}/file").status_code == 200
    assert said(client, links, "red", "agree", seen=now["seen"], scenario="duel").status_code == 400
