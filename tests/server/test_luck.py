"""Luck over HTTP: told to everybody when a battle is over, to nobody before."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from gearlock.kernel.log import LoadedLog, dumps
from gearlock.lab.luck import Luck, luck_of
from server.tabletop import lay_out, play_on
from server.visitor import lay_out as lay_out_over


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "intro"), ("hex100", "close-quarters")])
def test_luck_is_told_when_the_battle_is_over(client: TestClient[Any], system: str, scenario: str) -> None:
    battle = lay_out(system, scenario, 3)
    play_on(battle, 10_000, random.Random(3))
    links = client.post("/api/replays", content=dumps(battle)).json()
    for token in ("", links["seats"]["red"]):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        told = client.get(f"/api/battles/{links['battle']}/luck", headers=headers)
        assert told.status_code == 200, told.text
        assert msgspec.json.decode(told.content, type=Luck) == luck_of(battle.system, battle.thrown)
    assert sum(side["whole"]["throws"] for side in told.json()["sides"]) > 0


@pytest.mark.parametrize(("system", "scenario", "status"), [("brigands", "duel", 400), ("hex100", "skirmish", 401)])
def test_no_luck_is_told_while_a_battle_goes_on(
    client: TestClient[Any], system: str, scenario: str, status: int
) -> None:
    links = lay_out_over(client, system, scenario, "human", "human", seed=5)
    for token in ("", links["seats"]["red"]):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        assert client.get(f"/api/battles/{links['battle']}/luck", headers=headers).status_code == status


def test_rules_that_have_changed_tell_no_luck(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    battle = lay_out("brigands", "duel", 3)
    play_on(battle, 10_000, random.Random(3))
    links = client.post("/api/replays", content=dumps(battle)).json()

    def fall_over(*_: object, **__: object) -> None:
        raise KeyError("a rule that is no more")

    monkeypatch.setattr(LoadedLog, "battle", fall_over)
    refused = client.get(f"/api/battles/{links['battle']}/luck")
    assert refused.status_code == 400
    assert "rules have changed" in refused.json()["message"]
    assert client.get(f"/api/battles/{links['battle']}/replay").status_code == 200
