"""The browser table in a real Chromium: frames while forty pieces move, how soon an answer is painted, what is loaded.

Frames are counted in Chromium's own trace. Where there is no Chromium, or the pages are not built, nothing is measured.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, WebSocketRoute, sync_playwright

from gearlock.kernel.log import dumps
from play import lay_out, played_until

MOVING, FAR = 40, 5000
"""Pieces that move, and how far in mils."""
WINDOW: ViewportSize = {"width": 1440, "height": 900}
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PAINTED = """() => {
  window.painted = [];
  const take = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  const watched = (hear) => function (event) {
    const came = performance.now();
    hear.call(this, event);
    if (String(event.data).includes('"kind":"update"'))
      requestAnimationFrame(() => setTimeout(() => window.painted.push(performance.now() - came)));
  };
  const set = function (hear) { take.set.call(this, watched(hear)); };
  Object.defineProperty(WebSocket.prototype, "onmessage", { ...take, set });
  const listen = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (kind, hear, ...more) {
    return listen.call(this, kind, kind === "message" ? watched(hear) : hear, ...more);
  };
}"""
"""Notes how long after the message of an update its picture stands on the screen."""
TICKS = """() => {
  window.ticks = [];
  const go = (now) => { window.ticks.push(now); requestAnimationFrame(go); };
  go(performance.now());
}"""
LOADED = """() => performance.getEntriesByType("resource")
  .filter((file) => file.name.endsWith(".js"))
  .reduce((sum, file) => sum + file.encodedBodySize, 0)"""
"""Bytes of scripts as they came over the wire."""
FREE = """() => {
  let [free, all] = [0, 0];
  for (let x = 5; x < innerWidth; x += 10)
    for (let y = 5; y < innerHeight; y += 10) {
      all++;
      if (document.elementFromPoint(x, y)?.closest("[role=application]")) free++;
    }
  return free / all;
}"""


@contextmanager
def served() -> Iterator[str]:
    """The address of a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-u", "-c", "from gearlock.cli.main import run; run()", "serve", "--port", "0"]
        command += ["--database", str(Path(folder) / "tables.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                found = re.search(r"http://\S+/", (server.stdout or sys.stdin).readline())
                yield found.group() if found else sys.exit("the server does not say where it listens")
            finally:
                server.terminate()


def posted(address: str, path: str, body: bytes) -> dict[str, Any]:
    """The answer to something that is sent."""
    kind = {} if path == "replays" else {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{address}api/{path}", body, kind)) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def crowded(welcome: dict[str, Any]) -> list[dict[str, Any]]:
    """So many pieces as shall move, the last ones copies of others; and those pieces somewhere else."""
    pieces = welcome["pieces"]
    while len(pieces) < MOVING:
        copy = dict(pieces[len(pieces) % 7], id=f"copy-{len(pieces)}")
        copy |= {"x": 4000 + 1000 * (len(pieces) % 40), "y": 12000 + 1500 * (len(pieces) // 4 % 9)}
        pieces.append(copy)
    to = [dict(piece, x=min(46000, piece["x"] + FAR), y=max(2000, piece["y"] - FAR // 2)) for piece in pieces[:MOVING]]
    return to


def frames(browser: Browser, address: str) -> dict[str, float]:
    """Frames a second in Chromium's trace while forty pieces move, one after the other, on a full table."""
    battle = lay_out("brigands", "battle", 3, {"size": "100"})
    played_until(battle, 3, lambda here: here.view(None).round > 0)
    links = posted(address, "replays", dumps(battle))
    page = browser.new_context(viewport=WINDOW).new_page()
    sockets: list[WebSocketRoute] = []
    moved: list[dict[str, Any]] = []
    state: dict[str, Any] = {}

    def pass_on(message: str | bytes) -> None:
        told = json.loads(message)
        if told["kind"] == "welcome":
            moved[:] = crowded(told)
            state.update(told)
            message = json.dumps(told)
        sockets[0].send(message)

    def route(socket: WebSocketRoute) -> None:
        sockets[:] = [socket]
        server = socket.connect_to_server()
        server.on_message(pass_on)

    page.route_web_socket(re.compile("/table"), route)
    token = next(iter(links["seats"].values()))
    page.goto(f"{address}#/battle/{links['battle']}?seat={token}")
    page.wait_for_selector("main svg [data-piece]")
    page.wait_for_timeout(1500)
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline.frame", "devtools.timeline"])
    page.evaluate(TICKS)
    update = {"kind": "update", "number": state["number"] + 1, "pieces": moved, "gone": [], "table": None}
    update |= {"now": state["now"], "keeps": len(state["story"]), "story": []}
    sockets[0].send(json.dumps(update))
    page.wait_for_timeout(6000)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    ticks = page.evaluate("() => window.ticks")[5:]
    page.context.close()
    drawn = sorted(event["ts"] for event in trace if event["name"] == "DrawFrame")
    steps = sorted(later - sooner for sooner, later in pairwise(ticks))
    return {
        "frames_a_second": (len(drawn) - 1) * 1e6 / (drawn[-1] - drawn[0]) if len(drawn) > 1 else 0.0,
        "steps_a_second": 1000 * len(steps) / sum(steps),
        "slow_steps_share": sum(step > 25 for step in steps) / len(steps),
    }


def answers(browser: Browser, address: str) -> dict[str, float]:
    """How long after its message the answer to a decision is painted; what was loaded; how much the table has."""
    wanted = {"system": "brigands", "scenario": "intro", "players": {"red": "human", "blue": "bot:random"}, "seed": 5}
    links = posted(address, "battles", json.dumps(wanted).encode())
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
    context.add_init_script(f"({PAINTED})()")
    page = context.new_page()
    page.goto(f"{address}#/battle/{links['battle']}?seat={links['seats']['red']}")
    page.wait_for_selector("[data-decision]")
    scripts = page.evaluate(LOADED)
    for _ in range(20):
        decide(page)
    share = page.evaluate(FREE)
    waits = sorted(page.evaluate("() => window.painted"))
    context.close()
    return {
        "answer_painted_median_ms": waits[len(waits) // 2],
        "answer_painted_p95_ms": waits[int(len(waits) * 0.95)],
        "first_load_kilobytes": scripts / 1000,
        "share_of_window": share,
    }


def decide(page: Page) -> None:
    """Take the last option that is complete as it stands, or the first good way of the first."""
    card = page.locator("[data-decision]")
    card.wait_for()
    number = card.get_attribute("data-decision")
    whole = card.locator("button.option:visible").filter(has_not_text="…")
    option = whole.last if whole.count() else card.locator("button.option").first
    if option.get_attribute("aria-pressed") != "true":
        option.click()
    if not whole.count():
        card.get_by_role("list", name="Good ways").get_by_role("button").first.click()
    card.get_by_role("button", name="Do it", disabled=False).click()
    page.wait_for_function("(was) => document.querySelector('[data-decision]')?.dataset.decision !== was", arg=number)


def measure() -> dict[str, float]:
    """Figures of one Chromium."""
    path = os.environ.get("GEARLOCK_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not path:
        return {}
    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=QUIET)
        results = answers(browser, address) | frames(browser, address)
        browser.close()
    return {f"table_{name}": value for name, value in results.items()}
