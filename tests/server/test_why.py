"""In a replay a bot is asked why: it thinks again what it thought, and only when the battle is over."""

from __future__ import annotations

import random
from typing import Any

from litestar.testing import TestClient

from server.visitor import Visitor, lay_out

DECISIONS = 8


def test_a_bot_says_again_what_it_weighed_when_the_battle_is_over(client: TestClient[Any]) -> None:
    links = lay_out(client, "brigands", "duel", "human", "bot:greedy", seed=5)
    where, chooser = f"/api/battles/{links['battle']}", random.Random(1)
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        for _ in range(DECISIONS):
            red.wait()
            red.answer(red.any_order(chooser))
        red.wait()
        early = client.get(f"{where}/why/1")
        assert (early.status_code, early.json()["message"]) == (
            400,
            "What a bot thought is told when the battle is over.",
        )
        red.answer({"order": "concede"})
        red.wait()
    frames = len(client.get(f"{where}/replay?eyes=blue").json()["frames"])
    answers = [client.get(f"{where}/why/{frame}?eyes=blue") for frame in range(frames)]
    said = [answer.json() for answer in answers if answer.status_code == 200]
    assert all(each["seat"] == "blue" and each["bot"] == "bot:greedy" and each["question"] for each in said)
    weighed = [each for each in said if each["ways"]]
    assert weighed
    assert all(each["taken"] == 0 for each in weighed)  # the same seed: the best of these is what was played
    refused = [answer.json()["message"] for answer in answers if answer.status_code == 400]
    assert "A person decided this for red: only bots can be asked why." in refused
    assert "Nobody had decided anything yet." in refused
    assert client.get(f"{where}/why/{frames}?eyes=blue").status_code == 400


def test_a_bot_that_weighs_nothing_has_no_reasons(client: TestClient[Any]) -> None:
    links = lay_out(client, "brigands", "duel", "bot:random", "bot:random", seed=5)
    where = f"/api/battles/{links['battle']}"
    with Visitor(client, links["battle"]) as onlooker:
        while not onlooker.now["outcome"]:
            onlooker.hear("update")
    refused = client.get(f"{where}/why/12")  # after roll-offs, however often they are tied
    assert refused.status_code == 400
    assert "weighs nothing" in refused.json()["message"]
