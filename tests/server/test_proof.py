"""The logs a table hands out prove what they say: dice nobody chose, and which throws are another battle's."""

from __future__ import annotations

import random
from typing import Any

import pytest
from litestar.testing import TestClient

from gearlock.kernel.log import dumps, loads
from gearlock.kernel.verify import Proof, prove
from server.tabletop import lay_out, play_on
from server.visitor import Visitor
from server.visitor import lay_out as lay_out_over

PLAYERS = {"red": "human", "blue": "bot:random"}


def played(client: TestClient[Any], links: dict[str, Any], decisions: int) -> Proof:
    """The proof of a battle against a bot: red decides so many times, takes something back, and gives up in the end."""
    chooser = random.Random(4)
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        for number in range(decisions):
            red.wait()
            if red.now["outcome"]:
                break
            red.answer(red.any_order(chooser))
            if number == decisions // 2:
                red.wait()
                red.send({"kind": "take-back"})
                red.hear("update")
        red.wait()
        if not red.now["outcome"]:
            red.answer({"order": "concede"})
    return prove(loads(client.get(f"/api/battles/{links['battle']}/log").content))


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "duel"), ("hex100", "close-quarters")])
def test_a_battle_at_a_table_is_proved_with_its_dice(client: TestClient[Any], system: str, scenario: str) -> None:
    links = lay_out_over(client, system, scenario, "human", "bot:random", seed=5)
    proof = played(client, links, 40)
    assert proof.holds, proof
    assert proof.throws


def test_a_battle_branched_from_another_says_which_dice_are_its_own(client: TestClient[Any]) -> None:
    battle = lay_out("brigands", "intro", 3)
    play_on(battle, 10_000, random.Random(3))
    handed_in = client.post("/api/replays", content=dumps(battle)).json()["battle"]
    watched = prove(loads(client.get(f"/api/battles/{handed_in}/log").content))
    assert watched.difference is None
    assert watched.unproved == (f"the dice: the first {len(battle.thrown)} throws were taken over from another battle",)
    frames = len(client.get(f"/api/battles/{handed_in}/replay").json()["frames"])
    branch = client.post(f"/api/battles/{handed_in}/branch", json={"frame": frames // 2, "players": PLAYERS}).json()
    proof = played(client, branch, 25)
    assert proof.difference is None
    (left,) = proof.unproved
    assert left.endswith("throws were taken over from another battle")
    assert proof.throws
