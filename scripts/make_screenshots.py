"""Take the pictures of the documents: docs/images/*.jpg, from a real server and a real Chromium (make ui first).

With a folder as its argument it takes pictures of the table there, to be looked at: an inch table, hexes and a night in
light, dark and contrast and on a phone, each as it stands and with an attack planned.
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
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from gearlock.bots.players import make_bot
from gearlock.kernel.asks import Target
from gearlock.kernel.battle import Battle
from gearlock.kernel.log import dumps
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat

IMAGES = Path(__file__).parents[1] / "docs" / "images"
LARGEST = 250_000
"""Bytes of a picture that a reader of the documents can be asked to fetch."""
SEED = 4
QUALITY = 76
"""Of a JPEG: drawings on a ground with grain are small so, and nothing is to be seen of it."""


@contextmanager
def serving() -> Iterator[str]:
    """Where a server listens while the pictures are taken."""
    command = [sys.executable, "-u", "-c", "from gearlock.cli.main import run; run()", "serve", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        kept = ["--database", str(Path(folder) / "tables.db")]
        with subprocess.Popen([*command, *kept], stdout=subprocess.PIPE, text=True) as server:
            try:
                said = server.stdout.readline() if server.stdout else ""
                yield said[said.index("http://") :].split()[0]
            finally:
                server.terminate()


def fought(system_id: str, scenario: str, rounds: int) -> tuple[Battle[Any], str]:
    """A battle in the middle, where a seat may attack in this round or later; that seat."""
    system = get_system(system_id)
    battle = Battle.begin(system, system.prepare(scenario, SEED, {}))
    bots = {seat: make_bot("greedy", number) for number, seat in enumerate(system.seats)}
    eyes = {seat: Seat(battle, seat) for seat in system.seats}
    while True:
        seat = battle.waiting_for()[0]
        ask = battle.ask_for(seat)
        acting = ask is not None and ask.kind == "act" and battle.view(None).round >= rounds
        if acting and any(isinstance(option, Target) for option in battle.options(seat)):
            return battle, seat
        battle.answer(seat, bots[seat].decide(eyes[seat]))


def handed_in(address: str, battle: Battle[Any]) -> dict[str, Any]:
    """The links to a battle after the server has been given its log."""
    with urllib.request.urlopen(f"{address}api/replays", data=dumps(battle)) as answer:
        links: dict[str, Any] = json.load(answer)
    return links


def sit_down(page: Page, address: str, system: str, scenario: str, rounds: int) -> str:
    """Take the seat that may attack; the name of the battle."""
    battle, seat = fought(system, scenario, rounds)
    links = handed_in(address, battle)
    page.goto(f"{address}#/battle/{links['battle']}?seat={links['seats'][seat]}")
    page.locator("main svg g.target").first.wait_for()
    page.locator("button.option .chance").first.wait_for()
    return str(links["battle"])


def take(page: Page, name: str) -> None:
    """Write a picture of what the page shows."""
    page.evaluate("document.fonts.ready")
    picture = page.screenshot(type="jpeg", quality=QUALITY)
    (IMAGES / f"{name}.jpg").write_bytes(picture)
    size = len(picture)
    print(f"{name}.jpg {size // 1000} kB")
    if size > LARGEST:
        raise SystemExit(f"{name}.jpg is too large: {size} bytes")


def take_all(page: Page, address: str) -> None:
    """Every picture, from the lobby to the replay."""
    page.goto(address)
    page.get_by_role("combobox", name="Scenario").select_option("battle")
    page.get_by_role("button", name=re.compile("^Begin the first battle")).wait_for()
    page.locator(".lobby :text-matches('^(Fetching|Looking up)')").first.wait_for(state="detached")
    page.wait_for_load_state("networkidle")
    take(page, "lobby")
    sit_down(page, address, "hex100", "close-quarters", 2)
    take(page, "table-hexes")
    battle = sit_down(page, address, "brigands", "groups", 2)
    page.locator("button.option").filter(has_text="%").first.click()
    page.get_by_text("to hit").first.wait_for()
    page.get_by_role("table").get_by_role("button", name=re.compile("^Rule")).first.click()
    page.get_by_role("region", name="Rule", exact=True).get_by_role("heading").wait_for()
    take(page, "odds")
    page.goto(f"{address}#/replay/{battle}")
    page.get_by_role("button", name="To the end").click()
    page.locator("svg [data-piece]").first.wait_for()
    page.locator("summary", has_text="Forces at this moment").click()
    take(page, "replay")
    take_desks(page, address)


def take_desks(page: Page, address: str) -> None:
    """The pages around the table."""
    page.goto(f"{address}#/hangar/brigands?ready=north-100")
    page.get_by_text("✓ legal").wait_for()
    page.locator("button.pick").nth(1).click()
    page.get_by_role("article").first.wait_for()
    page.locator('.glance[aria-busy="false"]:has(.harm)').wait_for(timeout=60_000)
    page.locator("aside figure .drawn").wait_for()
    take(page, "hangar")
    page.goto(f"{address}#/editor/brigands?ready=river-flats")
    page.get_by_text("This map can be played.").wait_for()
    take(page, "maps")


BATTLES = {
    "inches": ("brigands", "battle", 1),
    "skirmish": ("blitz", "skirmish", 1),
    "hexes": ("hex100", "close-quarters", 2),
    "night": ("hex100", "stealth-raid", 1),
}
LOOKS: dict[str, tuple[int, int]] = {"light": (1440, 900), "dark": (1440, 900), "contrast": (1440, 900)}
LOOKS["phone"] = (390, 844)


def take_looks(browser: Browser, address: str, folder: Path) -> None:
    """Pictures to be looked at: every kind of table in every look."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, battle in BATTLES.items():
        for look, (width, height) in LOOKS.items():
            scheme: Literal["light", "dark"] = "light" if look == "light" else "dark"
            size: ViewportSize = {"width": width, "height": height}
            context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            if look == "contrast":
                context.add_init_script("localStorage.setItem('gearlock.theme', 'contrast')")
            page = context.new_page()
            sit_down(page, address, *battle)
            page.keyboard.press("f")
            page.screenshot(path=folder / f"{name}-{look}.png")
            page.locator("button.option").filter(has_text="%").first.click()
            page.get_by_text("to hit").first.wait_for()
            page.screenshot(path=folder / f"{name}-{look}-attack.png")
            context.close()
    print(f"{len(BATTLES) * len(LOOKS) * 2} pictures in {folder}")


def main() -> None:
    """Start a server and a browser, and take the pictures."""
    named = os.environ.get("GEARLOCK_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    IMAGES.mkdir(parents=True, exist_ok=True)
    with serving() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=named, args=["--no-sandbox", "--disable-gpu"])
        if len(sys.argv) > 1:
            take_looks(browser, address, Path(sys.argv[1]))
            return
        size: ViewportSize = {"width": 1440, "height": 900}
        context = browser.new_context(viewport=size, color_scheme="light", reduced_motion="reduce")
        page = context.new_page()
        take_all(page, address)
        browser.close()


if __name__ == "__main__":
    main()
