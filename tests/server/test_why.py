"""In a replay a bot is asked why: it thinks again what it thought, and only when the battle is over."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from gearlock.bots.memory import NOTHING_KEPT
from gearlock.bots.thoughts import keeps_to_a_plan
from gearlock.kernel.battle import Battle
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.orders import Concede
from gearlock.server.films import Film
from gearlock.server.thinkers import task_for, think
from gearlock.server.why import _decision
from server import tabletop
from server.visitor import Visitor, lay_out

DECISIONS = 8
QUICK = "bot:tactician:60n:60s"
"""Thinks the same however busy the machine is."""


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


def fought_with_plans(system: str, scenario: str, decisions: int) -> tuple[Battle[Any], dict[int, int]]:
    """A battle between bots that keep their plans, and how many decisions each kept one before, by its entry."""
    battle, memories, ago = tabletop.lay_out(system, scenario, 3), dict[str, bytes](), dict[int, int]()
    battle.seats_of = dict.fromkeys(battle.system.seats, QUICK)
    since = dict.fromkeys(battle.system.seats, 0)
    for _ in range(decisions):
        seat, at = battle.waiting_for()[0], len(battle.entries)
        task = task_for(battle, seat, QUICK, memories.get(seat, NOTHING_KEPT))
        decided = think(msgspec.structs.replace(task, advises=True))
        ask = battle.ask_for(seat)
        ago[at] = since[seat] + 1 if keeps_to_a_plan(decided.thoughts) else 0
        if ask is not None and not ask.optional:  # a plan outlasts offers
            since[seat] = ago[at]
        memories[seat] = decided.memory
        battle.answer(seat, decided.order)
    battle.answer(battle.waiting_for()[0], Concede())
    return battle, ago


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "duel"), ("hex100", "close-quarters")])
def test_a_bot_that_kept_to_a_plan_says_what_it_weighed_when_it_made_it(
    client: TestClient[Any], system: str, scenario: str
) -> None:
    battle, ago = fought_with_plans(system, scenario, 18)
    with client.portal() as portal:
        links = portal.call(client.app.state.rooms.open, battle, battle.seats_of)
    film = Film(loads(dumps(battle), "log"), None)
    planned = 0
    for frame in range(len(film.frames)):
        answer = client.get(f"/api/battles/{links.battle}/why/{frame}").json()
        at = _decision(film, frame)[0] if "ways" in answer else -1
        if at in ago and answer["ways"]:
            assert (answer["ago"], answer["taken"]) == (ago[at], 0), frame
            planned += answer["ago"] > 0
    assert planned > 2
