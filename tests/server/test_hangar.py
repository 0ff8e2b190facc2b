"""Forces over HTTP: what they are built of, what may be bought, forces in short, forces that are kept."""

from __future__ import annotations

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from gearlock.kernel.registry import all_systems
from gearlock.server import shelf
from gearlock.server.app import Settings, make_app

Client = TestClient[Litestar]
ROSTER = "system brigands\nfaction North\nname Four\nsize 100\ngroup A\n  primary GP\n    Hunter: FOC\n    3x Hunter\n"
BUILDING = [each.id for each in all_systems() if each.force]


@pytest.mark.parametrize("system", BUILDING)
def test_a_shop_is_told_once_and_then_only_that_it_is_the_same(client: Client, system: str) -> None:
    first = client.get(f"/api/shops/{system}")
    assert first.status_code == 200
    assert first.json()["wares"]
    again = client.get(f"/api/shops/{system}", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert not again.content
    plain = client.get(f"/api/shops/{system}", headers={"Accept-Encoding": "identity"})
    assert plain.json() == first.json()
    assert "content-encoding" not in plain.headers


@pytest.mark.parametrize("system", BUILDING)
def test_every_ready_made_force_is_shown_in_short_with_its_figures(client: Client, system: str) -> None:
    forces = client.get(f"/api/ready-made/{system}").json()
    rules = next(each.force for each in all_systems() if each.id == system)
    assert rules is not None
    assert len(forces) == len(rules.ready_made())
    for force in forces:
        assert force["title"], force["name"]
        assert force["models"], force["name"]
        assert force["cost"] > 0, force["name"]
        assert all(model["figure"] for model in force["models"]), force["name"]
        assert client.get(f"/api/ready-made/{system}/{force['name']}").json()["text"].strip()


def test_a_roster_is_read_in_both_forms(client: Client) -> None:
    form = client.post("/api/rosters/read", json={"text": ROSTER}).json()
    assert form["system"] == "brigands"
    assert form["text"] == ROSTER
    assert form["verdict"]["legal"]
    again = client.post("/api/rosters/read", json={"text": form["document"]}).json()
    assert again["text"] == ROSTER
    lines = [model["line"] for unit in form["verdict"]["sheet"]["groups"][0]["units"] for model in unit["models"]]
    assert lines == [7, 8]


def test_a_change_is_judged_in_one_call(client: Client) -> None:
    body = {"text": ROSTER.replace("Hunter: FOC", "Hunter"), "system": "brigands", "line": 8}
    judged = client.post("/api/rosters/judge", json=body).json()
    assert not judged["verdict"]["legal"]
    assert any(way["label"].startswith("FOC for") for mend in judged["mends"] for way in mend["ways"])
    assert judged["offers"]["goods"]
    legal = client.post("/api/rosters/judge", json={"text": ROSTER, "system": "brigands"}).json()
    assert (legal["verdict"]["legal"], legal["mends"], legal["offers"]) == (True, [], None)
    other = client.post("/api/rosters/judge", json={"text": ROSTER, "system": "hex100"}).json()
    assert "roster of brigands" in other["verdict"]["violations"][0]["message"]


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("rosters/read", {"text": "Hunter"}, "which game"),
        ("rosters/read", {"text": "{"}, "JSON"),
        ("rosters/offers", {"text": ROSTER, "line": 99}, "line 99"),
        ("rosters/offers", {"text": ROSTER, "line": 1 << 60}, "line"),
        ("rosters/offers", {"text": "x" * 200_001, "line": 1}, "text"),
        ("rosters/offers", {"text": ROSTER, "line": 7, "mount": "x" * 101}, "mount"),
        ("rosters/judge", {"text": ROSTER, "system": "brigands", "more": 1}, "more"),
        ("forces", {"text": "x" * 20_001}, "text"),
        ("forces", {"text": ROSTER, "id": "../evil"}, "id"),
    ],
)
def test_what_cannot_be_is_refused_in_words(client: Client, path: str, body: dict[str, Any], words: str) -> None:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 400, answer.text
    assert words in answer.text


@pytest.mark.parametrize("path", ["shops/x", "ready-made/x", "ready-made/brigands/x", "forces/x", "forces/%00"])
def test_what_is_not_there_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/api/{path}").status_code == 404


def test_a_kept_force_is_found_by_its_link_and_changed_only_with_its_key(client: Client) -> None:
    kept = client.post("/api/forces", json={"text": ROSTER}).json()
    found = client.get(f"/api/forces/{kept['id']}").json()
    assert (found["title"], found["text"], found["legal"]) == ("Four", ROSTER, True)
    assert all(each["id"] != kept["id"] for each in client.get("/api/forces").json()), "shown to nobody unless wished"
    changed = ROSTER.replace("Four", "Five")
    stolen = client.post("/api/forces", json={"text": changed, "id": kept["id"], "key": "guess"})
    assert stolen.status_code == 400
    assert "somebody else" in stolen.text
    assert client.post("/api/forces", json={"text": changed, **kept, "listed": True}).json() == kept
    assert [each["title"] for each in client.get("/api/forces?system=brigands").json()] == ["Five"]
    assert client.get("/api/forces?system=hex100").json() == []
    assert client.post(f"/api/forces/{kept['id']}/drop", json={"key": "guess"}).status_code == 400
    assert client.post(f"/api/forces/{kept['id']}/drop", json={"key": kept["key"]}).status_code == 204
    assert client.get(f"/api/forces/{kept['id']}").status_code == 404


def test_the_oldest_forces_make_room(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_KEPT", 2)
    kept = [client.post("/api/forces", json={"text": ROSTER}).json()["id"] for _ in range(4)]
    assert [client.get(f"/api/forces/{id_}").status_code for id_ in kept].count(200) == 2


def test_a_private_table_lists_no_forces(tmp_path: Any) -> None:
    app = make_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}", is_private=True, web=tmp_path / "none"))
    with TestClient(app, base_url="http://127.0.0.1") as private:
        private.post("/api/forces", json={"text": ROSTER, "listed": True})
        assert private.get("/api/forces").json() == []


def test_forces_that_a_battle_refuses_are_named_with_the_reason_and_whose(client: TestClient[Litestar]) -> None:
    def unfit(system: str, scenario: str, **options: str) -> list[dict[str, str]]:
        said = {"system": system, "scenario": scenario, "options": options}
        answer = client.post("/api/fitting", json=said)
        assert answer.status_code == 200, answer.text
        found: list[dict[str, str]] = answer.json()
        return found

    brawl = unfit("fieldmanual", "brawl")
    assert {each["seat"] for each in brawl} == {"red", "blue"}
    whys = {each["force"]: each["why"] for each in brawl}
    assert whys["north-pl1"].startswith("has Priority Level 1, the battle 2")
    assert all(len(why) <= 92 and "[" not in why for why in whys.values())
    for name in whys:
        said = {"system": "fieldmanual", "scenario": "brawl", "players": {"red": "human", "blue": "human"}, "seed": 1}
        assert client.post("/api/battles", json={**said, "options": {"red": name}}).status_code == 400
    assert unfit("blitz", "battle") == []
    assert unfit("fieldmanual", "brawl", level="no such level") == [], "the options are at fault, not the forces"
    for wrong in ({"system": "x", "scenario": "brawl"}, {"system": "fieldmanual", "scenario": "x"}):
        assert client.post("/api/fitting", json=wrong).status_code == 404
