"""What a battle came to, over HTTP: told to everybody when it is over, to nobody before."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from gearlock.kernel.log import dumps
from gearlock.kernel.registry import get_system, system_ids
from gearlock.lab.account import Account
from server.tabletop import lay_out, play_on
from server.visitor import lay_out as lay_out_over


@pytest.mark.parametrize("system", system_ids())
def test_the_turning_point_is_told_when_the_battle_is_over(client: TestClient[Any], system: str) -> None:
    scenario = "skirmish" if "skirmish" in get_system(system).scenarios() else "intro"
    battle = lay_out(system, scenario, 3)
    play_on(battle, 10_000, random.Random(3))
    links = client.post("/api/replays", content=dumps(battle)).json()
    answer = client.get(f"/api/battles/{links['battle']}/account")
    assert answer.status_code == 200, answer.text
    told = msgspec.json.decode(answer.content, type=Account)
    assert [side.seat for side in told.sides] == list(battle.system.seats)
    assert battle.system.counterparts is not None
    for side, other in zip(told.sides, reversed(told.sides), strict=True):
        losses = battle.system.counterparts.losses(battle.state)[side.seat]
        assert (side.lost, side.models) == losses
        assert 0 <= side.left <= 1
        assert side.dealt == pytest.approx(1 - other.left)
    if any(side.lost for side in told.sides):
        assert told.turning is not None
        found, (mine, theirs) = told.turning, (told.turning.favours, _other(battle.system.seats, told.turning.favours))
        gained = (found.after[mine] - found.before[mine]) - (found.after[theirs] - found.before[theirs])
        assert found.swing == pytest.approx(gained)
        assert found.lines
        reel = client.get(f"/api/battles/{links['battle']}/replay").json()
        assert found.frame < len(reel["frames"])


@pytest.mark.parametrize(("system", "scenario", "status"), [("brigands", "duel", 400), ("hex100", "skirmish", 401)])
def test_nothing_is_told_of_it_while_a_battle_goes_on(
    client: TestClient[Any], system: str, scenario: str, status: int
) -> None:
    links = lay_out_over(client, system, scenario, "human", "human", seed=5)
    for token in ("", links["seats"]["red"]):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        assert client.get(f"/api/battles/{links['battle']}/account", headers=headers).status_code == status


def _other(seats: tuple[str, ...], seat: str) -> str:
    return next(each for each in seats if each != seat)
