"""Rulebooks, odds, maps and the shelf of battles over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from gearlock.kernel.registry import all_systems
from gearlock.kernel.rulebook import load_rulebook
from gearlock.odds.attack import attack_odds
from gearlock.odds.curve import FAR

Client = TestClient[Litestar]
SYSTEMS = [each.id for each in all_systems()]
SHOT = {"system": "brigands", "attackers": ["hunter:LAC"], "target": "jager"}
SQUARE = [[4000, 4000], [9000, 4000], [9000, 9000], [4000, 9000]]
WOODS = {"id": "w-1", "name": "Woods", "kind": "area", "outline": SQUARE, "rating": "light", "top": 3000}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_rulebook_has_every_rule_with_its_home(client: Client, system: str) -> None:
    book = client.get(f"/api/rulebooks/{system}").json()
    found = next(each for each in all_systems() if each.id == system)
    assert [page["entry"]["id"] for page in book["pages"]] == list(load_rulebook(found.package))
    assert all(page["code"] for page in book["pages"] if page["entry"]["status"] == "done")
    assert client.get("/api/rulebooks/x").status_code == 404


def test_the_tests_of_a_rule_are_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine: what strangers send has a deadline, thousands of sources of our own have another."""
    monkeypatch.setattr(client.app.state.rooms.readers, "seconds", 0.001)
    monkeypatch.setattr("gearlock.server.bookshelf._tests", {})
    tests = client.get("/api/rulebooks/brigands/tests").json()
    assert all(rule.startswith("brigands.") for rule in tests)
    assert any("tests/systems/brigands/" in each for each in tests["brigands.10.6"])


def test_odds_are_those_of_the_rules(client: Client) -> None:
    told = client.post("/api/odds", json={**SHOT, "given": [["range", "12"]]}).json()
    fate = attack_odds("brigands", "hunter:LAC", "jager", [("range", "12")]).fate
    chances = told["volleys"][-1]["chances"]
    assert chances["hit"] == fate.chance(fate.hits)
    assert chances["mean"] == pytest.approx(fate.mean_damage)
    assert [row[0] for row in chances["damage"]] == sorted(fate.damage)
    assert sum(row[1] for row in chances["damage"]) == pytest.approx(1)
    assert chances["damage"][0][2] == 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_condition_says_is_the_most_is_taken(client: Client, system: str) -> None:
    """Whoever draws a slider or a table by it offers nothing that no attack could have."""
    told = client.get(f"/api/firing/{system}").json()
    units = [unit for unit in told["units"] if client.get(f"/api/firing/{system}/{unit}").json()]
    weapon = client.get(f"/api/firing/{system}/{units[0]}").json()[0]
    for condition in (each for each in told["conditions"] if each["most"]):
        given = [[condition["name"], str(condition["most"])]]
        body = {"system": system, "attackers": [f"{units[0]}:{weapon}"], "target": units[-1], "given": given}
        said = client.post("/api/odds", json=body).json().get("message", "")
        assert f"not '{condition['most']}'" not in said, condition["name"]


def test_a_table_of_attacks_goes_by_two_conditions(client: Client) -> None:
    grid = {"attack": SHOT, "down": "range", "rows": ["12", "99"], "across": "cover", "columns": ["none", "heavy"]}
    near, far = client.post("/api/odds/table", json=grid).json()
    assert near[0]["hit"] > near[1]["hit"] > 0
    assert all(cell["problem"] for cell in far), "what cannot be done says so in its place"
    refused = client.post("/api/odds/table", json={**grid, "across": "range"})
    assert refused.status_code == 400
    assert "two of these conditions" in refused.text


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_curve_has_the_best_attack_at_each_range(client: Client, system: str) -> None:
    units = client.get(f"/api/firing/{system}").json()["units"]
    curves = (client.get(f"/api/curves/{system}/{unit}").json() for unit in units)
    curve = next(each for each in curves if len(each["points"]) > 2)
    assert curve["target"] in units.values()
    assert curve["cover"], "it says which cover it assumes"
    for point in (each for each in curve["points"] if each["weapon"]):
        attacker, given = f"{curve['unit']}:{point['weapon']}", [("range", str(point["range"]))]
        fate = attack_odds(system, attacker, next(iter(units)), given).fate
        assert point["mean"] == pytest.approx(fate.mean_damage)


def test_the_work_of_a_curve_is_the_server_s_to_choose(client: Client) -> None:
    curve = client.get("/api/curves/brigands/hunter?most=999999&range=1&target=x").json()
    assert curve == client.get("/api/curves/brigands/Hunter").json()
    assert 2 < len(curve["points"]) <= len(FAR)
    for unknown in ("nobody", "hunter?shelf=" + "x" * 300, "Infantry Squad"):
        assert not client.get(f"/api/curves/brigands/{unknown}").json()["points"], unknown
    assert client.get("/api/curves/brigands/Infantry Squad?shelf=North").json()["points"]
    assert client.get("/api/curves/x/hunter").status_code == 404


def test_a_curve_is_reckoned_once_for_everybody(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = client.get("/api/curves/brigands/Hunter").json()
    readers = client.app.state.rooms.readers
    monkeypatch.setattr(readers, "make", None)
    assert client.get("/api/curves/brigands/Hunter").json() == first


@pytest.mark.parametrize(
    "body",
    [
        {**SHOT, "attackers": []},
        {**SHOT, "attackers": ["hunter:LAC"] * 7},
        {**SHOT, "attackers": ["hunter:LAC x9999"]},
        {**SHOT, "target": "x" * 2_001},
        {**SHOT, "given": [["range", "-1"]]},
        {**SHOT, "given": [["range", "1e9"]]},
        {**SHOT, "given": [["no-such", "1"]]},
        {**SHOT, "system": "x"},
    ],
)
def test_attacks_that_are_none_are_refused_in_words(client: Client, body: dict[str, Any]) -> None:
    answer = client.post("/api/odds", json=body)
    assert answer.status_code in (400, 404), answer.text
    assert answer.json()["message"], answer.text


@pytest.mark.parametrize("system", [each.id for each in all_systems() if each.maps])
def test_every_ready_map_comes_back_from_its_sketch(client: Client, system: str) -> None:
    desk = client.get(f"/api/maps/{system}").json()
    assert desk["brushes"]
    assert desk["scenarios"]
    for name in desk["ready_made"]:
        first = client.get(f"/api/maps/{system}/{name}").json()
        assert first["table"]
        assert not first["findings"]
        again = client.post("/api/maps/sketch", json={"system": system, "sketch": first["sketch"]}).json()
        assert again["table"] == first["table"], name
        read = client.post("/api/maps/read", json={"system": system, "text": again["text"]}).json()
        assert read["sketch"] == first["sketch"], name


def test_a_battle_is_fought_on_a_drawn_map(client: Client) -> None:
    sketch = {"name": "Mine", "width": 48_000, "height": 48_000, "pieces": [WOODS]}
    sheet = client.post("/api/maps/sketch", json={"system": "brigands", "sketch": sketch}).json()
    wanted = {
        "system": "brigands",
        "scenario": "intro",
        "players": {"red": "human", "blue": "human"},
        "options": {"map": "map.toml"},
        "files": {"map.toml": sheet["text"]},
    }
    assert client.post("/api/battles", json=wanted).status_code == 201


def test_what_is_wrong_with_a_sketch_is_found_in_its_file(client: Client) -> None:
    crossed = {**WOODS, "outline": [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]]}
    sketch = {"name": "Mine", "width": 48_000, "height": 48_000, "pieces": [crossed]}
    sheet = client.post("/api/maps/sketch", json={"system": "brigands", "sketch": sketch}).json()
    assert sheet["table"] is None
    assert "crosses itself" in sheet["findings"][0]["message"]


@pytest.mark.parametrize(
    ("system", "sketch"),
    [
        ("brigands", {"name": "x", "width": 48_000, "height": 48_000, "pieces": [WOODS] * 501}),
        ("brigands", {"name": "x", "width": 48_000, "height": 48_000, "pieces": [{**WOODS, "outline": SQUARE * 20}]}),
        ("brigands", {"name": "x", "width": 1 << 40, "height": 48_000}),
        ("hex100", {"name": "x", "width": 1_000, "height": 1_000, "terrain": ["open"]}),
        ("hex100", {"name": "x", "width": 2, "height": 1, "terrain": ["open"]}),
        ("hex100", {"name": "x", "width": 0, "height": 0}),
    ],
)
def test_sketches_beyond_measure_are_refused(client: Client, system: str, sketch: dict[str, Any]) -> None:
    answer = client.post("/api/maps/sketch", json={"system": system, "sketch": sketch})
    assert answer.status_code == 400, answer.text
    assert answer.json()["message"], answer.text


@pytest.mark.parametrize("terrain", ["x", 'a"b', "", "\n"])
def test_ground_that_there_is_not_is_found(client: Client, terrain: str) -> None:
    sketch = {"name": "x", "width": 2, "height": 2, "terrain": [terrain] * 4}
    sheet = client.post("/api/maps/sketch", json={"system": "hex100", "sketch": sketch}).json()
    assert sheet.get("findings") or sheet.get("message")


def test_a_position_is_played_by_those_who_are_named(client: Client) -> None:
    models = (("red-1", "hunter", 9), ("blue-1", "jager", 30))
    tables = (f'[[model]]\nid = "{id_}"\nmodel = "{model}"\nat = [{at}, {at}]\n' for id_, model, at in models)
    text = 'system = "brigands"\n' + "".join(tables)
    links = client.post("/api/positions", json={"text": text, "players": {"red": "human", "blue": "human"}}).json()
    assert (
        client.get(
            f"/api/battles/{links['battle']}", headers={"Authorization": f"Bearer {links['seats']['red']}"}
        ).json()["seat"]
        == "red"
    )
    for bad in (
        "system = 3",
        'system = "x"\n',
        text.replace("hunter", "hnter"),
        'system = "brigands"\nmap = "/etc/passwd"\n',
    ):
        refused = client.post("/api/positions", json={"text": bad, "players": {"red": "human", "blue": "human"}})
        assert refused.status_code in (400, 404), refused.text
        assert "root:" not in refused.text


def test_the_shelf_tells_who_plays_with_what_page_by_page(client: Client) -> None:
    players = {"red": "human", "blue": "human"}
    wanted = {
        "system": "brigands",
        "scenario": "battle",
        "players": players,
        "options": {"red": "north-100", "blue": "same"},
    }
    client.post("/api/battles", json=wanted)
    secret = {"system": "hex100", "scenario": "skirmish", "players": players, "options": {"red": "first-column-3000"}}
    for _ in range(13):
        client.post("/api/battles", json=secret)
    first = client.get("/api/shelf").json()
    assert len(first["battles"]) == 12
    assert [list(each["players"]) for each in first["battles"]] == [["red", "blue"]] * 12
    assert first["more"]
    assert all(each["secret"] and not each["forces"] and not each["round"] for each in first["battles"][:6])
    rest = client.get("/api/shelf?first=12").json()
    ours = next(each for each in rest["battles"] if each["forces"])
    assert ours["forces"] == {"red": "Steel Rain", "blue": "the same"}
    assert ours["players"] == players
    assert client.get("/api/shelf?first=-5").status_code == 200
    assert client.get("/api/shelf?first=99999999").json()["battles"] == []
