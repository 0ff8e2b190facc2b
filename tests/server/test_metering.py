"""Nobody takes more of the server's time than a fair share."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import ServiceUnavailableException
from litestar.testing import TestClient

from gearlock.kernel.bounds import MOST_SENT_ALONG
from gearlock.server import metering
from gearlock.server.app import Settings, make_app
from gearlock.server.limits import Turns
from gearlock.server.metering import BURST, LONGEST_WAIT, RATE, OpenPurse, Purse, Purses, metered
from server.visitor import PATIENCE, Visitor, lay_out

MODEL = """
[[model]]
id = "r{0}"
model = "brute"
at = [{1}, {2}]
"""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Time that goes by when it is told to."""
    made = SimpleNamespace(now=100.0, busy=0.0)
    fake = SimpleNamespace(monotonic=lambda: made.now, thread_time=lambda: made.busy)
    monkeypatch.setattr(metering, "time", fake)
    return made


def test_whoever_took_more_than_a_share_waits_until_nothing_is_owed(clock: SimpleNamespace) -> None:
    purse = Purse()
    purse.pay(BURST)
    assert purse.wait == 0
    purse.pay(0.8)
    assert purse.wait == pytest.approx(0.8 / RATE)
    clock.now += 3.0
    assert purse.wait == pytest.approx(0.8 / RATE - 3.0)
    clock.now += 1000.0
    purse.pay(BURST)
    assert purse.wait == 0, "no more than a burst is saved up"
    purse.pay(1000.0)
    assert purse.wait == LONGEST_WAIT
    purse.pay_elsewhere(0.0)
    open_purse = OpenPurse()
    open_purse.pay(1000.0)
    assert open_purse.wait == 0


def test_only_the_steps_in_the_loop_are_paid_for(clock: SimpleNamespace) -> None:
    async def work() -> str:
        clock.busy += 0.5
        await asyncio.sleep(0)
        clock.now += 60.0
        clock.busy += 0.75
        with pytest.raises(ValueError, match="later"):
            await asyncio.get_running_loop().run_in_executor(None, fail)
        clock.busy += 0.25
        return "done"

    def fail() -> None:
        raise ValueError("later")

    purse = Purse(burst=1.0, rate=0.0001)
    assert asyncio.run(metered(work(), purse)) == "done"
    assert purse._level == pytest.approx(-0.5, abs=0.01)


def test_those_of_one_network_share_a_purse_and_the_machine_itself_has_no_measure() -> None:
    counted = Purses(True)
    assert counted.of("192.0.2.1") is counted.of("192.0.2.1")
    assert counted.of("192.0.2.1") is not counted.of("192.0.2.2")
    assert counted.of("2001:db8::1") is counted.of("2001:db8::2")
    assert isinstance(Purses(False).of("192.0.2.1"), OpenPurse)


def test_on_an_open_table_a_flood_of_dear_questions_waits_for_its_own_debt(tmp_path: Path) -> None:
    app = make_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}", is_open=True, deadline=PATIENCE))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        links = lay_out(client, "brigands", "duel", "human", "human", seed=3)
        seat = next(seat for seat in links["seats"])
        with Visitor(client, links["battle"], links["seats"][seat]) as flooding:
            purse = app.state.purses.of("testclient")
            flooding.catch_up()
            before = purse._level
            assert before < BURST, "sitting down and every message were paid for"
            purse.pay(BURST + 0.2)
            began = time.monotonic()
            for _ in range(2):
                flooding.send({"kind": "beat"})
                flooding.hear("alive")
            assert time.monotonic() - began > 0.3, "who is in debt waits"


def test_files_are_read_for_each_caller_one_after_the_other_and_only_so_many_wait() -> None:
    async def go() -> None:
        turns, order = Turns(3), list[str]()

        async def work(caller: str, seconds: float) -> None:
            async with turns.turn(caller):
                await asyncio.sleep(seconds)
                order.append(caller)

        first = [asyncio.create_task(work(*each)) for each in (("a", 0.2), ("a", 0.0), ("b", 0.1))]
        await asyncio.sleep(0.05)
        with pytest.raises(ServiceUnavailableException, match="Many files are being read"):
            await work("c", 0.0)
        await asyncio.gather(*first)
        assert order == ["b", "a", "a"], "b did not wait for what a handed in"
        await work("c", 0.0)
        assert not turns._callers

    asyncio.run(go())


def test_a_position_over_http_has_so_many_models_at_most(client: TestClient[Litestar]) -> None:
    models = "".join(MODEL.format(n, 1 + n % 40, 1 + n // 40) for n in range(MOST_SENT_ALONG + 1))
    text = 'system = "brigands"\n' + models
    answer: Any = client.post("/api/positions", json={"text": text, "players": {"red": "human", "blue": "human"}})
    assert answer.status_code == 400
    assert answer.json()["message"].startswith(f"A position on a server may have {MOST_SENT_ALONG} models, not 161.")


def test_one_address_keeps_so_many_forces_a_day_and_its_own_as_often_as_it_likes(tmp_path: Path) -> None:
    app = make_app(Settings(f"sqlite:///{tmp_path / 'tables.db'}", is_open=True, deadline=PATIENCE))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        name = client.get("/api/ready-made/brigands").json()[0]["name"]
        text = client.get(f"/api/ready-made/brigands/{name}").json()["text"]
        kept = []
        for _ in range(20):
            answer = client.post("/api/forces", json={"text": text})
            while answer.status_code == 429:
                time.sleep(0.5)
                answer = client.post("/api/forces", json={"text": text})
            assert answer.status_code == 201
            kept.append(answer.json())
        time.sleep(1.5)
        answer = client.post("/api/forces", json={"text": text})
        assert answer.status_code == 429
        assert answer.json()["message"].startswith("You saved 20 forces here today.")
        time.sleep(1.5)
        assert client.post("/api/forces", json={"text": text, **kept[0]}).status_code == 201


def test_the_seed_of_a_set_up_is_long_and_every_reader_of_json_reads_it_exactly(client: TestClient[Litestar]) -> None:
    seeds = []
    for _ in range(8):
        links = lay_out(client, "brigands", "duel", "human", "human")
        raw = client.get(f"/api/battles/{links['battle']}/log").content.splitlines()[0]
        seeds.append(json.loads(raw)["setup"]["seed"])
    assert max(seeds) > 1 << 40
    assert all(int(float(seed)) == seed for seed in seeds)
