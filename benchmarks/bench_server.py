"""The browser table: 200 live battles with 400 sockets played at random on one process, and opening a long replay.

The server runs in a process of its own; its clients share this one, so the second core is theirs.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from gearlock.kernel.log import dumps
from play import played

BATTLES = 200
PACE = 4.0
"""Seconds between two decisions of a battle while latency is measured."""
PACED, FLAT_OUT = 16.0, 8.0
"""Seconds of each measurement."""
KINDS = [("brigands", "intro"), ("hex100", "skirmish")]


class Table:
    """One battle and both its players, each listening all the time."""

    def __init__(self, sockets: dict[str, ClientConnection]) -> None:
        self.sockets = sockets
        self.asked: dict[str, Any] = {}
        self.over = False
        self.answered: list[float] = []
        self.suggested: list[float] = []
        self._answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Event()
        self._last = 0
        self.listening: list[asyncio.Task[None]] = []

    async def listen(self, seat: str) -> None:
        """Take in what one of them is told."""
        async for raw in self.sockets[seat]:
            message: dict[str, Any] = json.loads(raw)
            if message["kind"] in ("welcome", "update"):
                self.asked[seat] = message["now"]["asked"]
                self.over = bool(message["now"]["outcome"])
                self._news.set()
            else:
                self._answers.put_nowait(message)

    async def turn(self) -> str:
        """Who has to decide, when that is known; nobody when the battle is over."""
        while not self.over:
            for seat, asked in self.asked.items():
                if asked and asked["decision"] > self._last:
                    return seat
            self._news.clear()
            await self._news.wait()
        return ""

    async def decide(self, chooser: random.Random) -> None:
        """One decision of whoever has to make it, timed from sending it to hearing of the next."""
        seat = await self.turn()
        if not seat:
            return
        self._last, options = self.asked[seat]["decision"], self.asked[seat]["options"]
        order, number = None, chooser.randrange(len(options))
        while order is None:
            option = options[number % len(options)]
            order = (
                option["order"]
                if option["kind"] in ("pick", "target")
                else await self._suggested(seat, number, chooser)
            )
            number += 1
        start = time.perf_counter()
        await self.sockets[seat].send(json.dumps({"kind": "answer", "decision": self._last, "order": order}))
        await self.turn()
        self.answered.append(time.perf_counter() - start)

    async def _suggested(self, seat: str, number: int, chooser: random.Random) -> Any:
        question = {"kind": "suggest", "ref": 1, "decision": self._last}
        start = time.perf_counter()
        await self.sockets[seat].send(json.dumps(question | {"option": number % len(self.asked[seat]["options"])}))
        ways = (await self._answers.get())["ways"]
        self.suggested.append(time.perf_counter() - start)
        return chooser.choice(ways)["order"] if ways else None

    async def play(self, seconds: float, pace: float, chooser: random.Random) -> None:
        """Decide at a pace, or as fast as it goes."""
        await asyncio.sleep(chooser.random() * pace)
        until = asyncio.get_running_loop().time() + seconds
        while not self.over and asyncio.get_running_loop().time() < until:
            await self.decide(chooser)
            if pace:
                await asyncio.sleep(chooser.uniform(0.5, 1.5) * pace)


async def open_table(client: httpx.AsyncClient, port: int, number: int) -> Table:
    """Lay a battle out and sit down on both sides."""
    system, scenario = KINDS[number % len(KINDS)]
    wanted = {"system": system, "scenario": scenario, "players": {"red": "human", "blue": "human"}, "seed": number}
    links = (await client.post("/api/battles", json=wanted)).raise_for_status().json()
    place = f"ws://localhost:{port}/api/battles/{links['battle']}/table"
    table = Table({seat: await connect(place, max_size=None, ping_interval=None) for seat in links["seats"]})
    for seat, token in links["seats"].items():
        await table.sockets[seat].send(json.dumps({"kind": "hello", "token": token}))
        table.listening.append(asyncio.create_task(table.listen(seat)))
    await table.turn()
    return table


def memory(process: int) -> float:
    """Kilobytes a process holds."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


def worked(process: int) -> float:
    """Seconds of a processor a process has had."""
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


async def crowd(port: int, process: int) -> dict[str, float]:
    """All the battles at once."""
    chooser = random.Random(1)
    async with httpx.AsyncClient(base_url=f"http://localhost:{port}", timeout=60) as client:
        warm = [await open_table(client, port, number) for number in range(4)]
        before = memory(process)
        tables = [await open_table(client, port, number) for number in range(BATTLES)]
        results = {"memory_kb_per_battle_at_the_start": (memory(process) - before) / BATTLES}
        await asyncio.gather(*(table.play(PACED, PACE, chooser) for table in tables))
        results |= {f"answer_{name}_ms": value for name, value in spread([t for x in tables for t in x.answered])}
        results |= {f"suggest_{name}_ms": value for name, value in spread([t for x in tables for t in x.suggested])}
        results["paced_decisions_per_second"] = sum(len(table.answered) for table in tables) / PACED
        done, work = sum(len(table.answered) for table in tables), worked(process)
        await asyncio.gather(*(table.play(FLAT_OUT, 0, chooser) for table in tables))
        decided = sum(len(table.answered) for table in tables) - done
        results["flat_out_decisions_per_second"] = decided / FLAT_OUT
        results["processor_ms_per_decision"] = (worked(process) - work) / max(decided, 1) * 1e3
        results["memory_kb_per_battle"] = (memory(process) - before) / BATTLES
        for table in (*warm, *tables):
            for task in table.listening:
                task.cancel()
            for socket in table.sockets.values():
                socket.transport.abort()
        return results


def spread(times: list[float]) -> list[tuple[str, float]]:
    """Median and the slowest hundredth."""
    ordered = sorted(times)
    return [("p50", ordered[len(ordered) // 2] * 1e3), ("p99", ordered[len(ordered) * 99 // 100] * 1e3)]


def replay(port: int) -> dict[str, float]:
    """Hand a whole game of 100 TV in and open its replay, from asking for it to the first picture."""
    log = dumps(played("brigands", "battle", 1))
    with httpx.Client(base_url=f"http://localhost:{port}", timeout=120) as client:
        start = time.perf_counter()
        battle = client.post("/api/replays", content=log).raise_for_status().json()["battle"]
        handed_in = time.perf_counter()
        reel = client.get(f"/api/battles/{battle}/replay").raise_for_status().json()
        client.get(f"/api/battles/{battle}/replay/0").raise_for_status()
        opened = time.perf_counter()
        for frame in range(0, len(reel["frames"]), 20):
            client.get(f"/api/battles/{battle}/replay/{frame}").raise_for_status()
        scrubbed = time.perf_counter()
    return {
        "replay_100_tv_frames": len(reel["frames"]),
        "replay_100_tv_hand_in_seconds": handed_in - start,
        "replay_100_tv_opens_seconds": opened - handed_in,
        "replay_picture_ms": (scrubbed - opened) / len(range(0, len(reel["frames"]), 20)) * 1e3,
    }


def measure() -> dict[str, float]:
    """Figures of one server."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-u", "-c", "from gearlock.cli.main import run; run()", "serve", "--port", "0"]
        command += ["--database", str(Path(folder) / "tables.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                port = int((server.stdout or sys.stdin).readline().split("localhost:")[1].split("/")[0])
                results = asyncio.run(crowd(port, server.pid)) | replay(port)
            finally:
                server.terminate()
    return {f"server_{name}": value for name, value in results.items()}
