"""Watching a battle again."""

from __future__ import annotations

import json
import math
import random
import re
import urllib.request
from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from browser.axe import serious_findings
from browser.positions import call
from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.log import dumps
from gearlock.kernel.registry import get_system


def _log_of(system_id: str, scenario: str) -> bytes:
    """The log of a battle that bots have fought."""
    system = get_system(system_id)
    battle = Battle.begin(system, system.prepare(scenario, 4, {}))
    return dumps(play_out(battle, {seat: make_bot("random", number) for number, seat in enumerate(system.seats)}))


@pytest.fixture(params=[("brigands", "duel"), ("hex100", "close-quarters")], ids=["inches", "hexes"])
def watched(page: Page, address: str, request: pytest.FixtureRequest) -> Page:
    """A replay of a finished battle, opened as one who was handed its log."""
    battle = call(address, "replays", _log_of(*request.param))["battle"]
    page.goto(f"{address}#/replay/{battle}")
    expect(page.get_by_label("Frame")).not_to_have_attribute("max", "0")
    return page


def test_a_replay_is_scrubbed_stepped_and_run(watched: Page) -> None:
    watched.get_by_role("button", name="One step on").click()
    watched.keyboard.press("ArrowRight")
    frame = watched.get_by_label("Frame")
    expect(frame).to_have_value("2")
    expect(watched).to_have_url(re.compile("frame=2$"))
    assert watched.locator(".marks i.round").count() > 1
    watched.get_by_role("button", name="Share").click()
    expect(watched.get_by_label("Link to this moment")).to_have_value(re.compile("frame=2$"))
    last = int(frame.get_attribute("max") or 0)
    watched.get_by_role("button", name="To the end").click()
    expect(frame).to_have_value(str(last))
    watched.get_by_text("Forces at this moment").click()
    expect(watched.get_by_role("region", name=re.compile("^Pieces of")).first).to_be_visible()
    expect(watched.locator("svg [data-piece]").first).to_be_visible()
    watched.get_by_label("Frame").fill(str(random.Random(1).randrange(3, last)))
    watched.get_by_role("button", name="To the beginning").click()
    watched.get_by_label("Speed").select_option("16")
    watched.get_by_role("button", name="Play", exact=True).click()
    expect(watched.get_by_label("Frame")).to_have_value(re.compile(r"^([4-9]|\d\d+)$"))
    watched.get_by_role("button", name="Pause").click()


def test_nothing_can_be_wound_before_the_story_is_there(page: Page, address: str) -> None:
    held: list[Route] = []
    page.route("**/replay?*", lambda route: held.append(route))  # a function that can be looked into
    battle = call(address, "replays", _log_of("brigands", "duel"))["battle"]
    with page.expect_request("**/replay?*"):
        page.goto(f"{address}#/replay/{battle}")
    to_the_end = page.get_by_role("button", name="To the end")
    expect(to_the_end).to_be_disabled()
    held[0].continue_()
    expect(to_the_end).to_be_enabled()


def _as_shown(told: Iterable[str]) -> Iterator[str]:
    """Lines as the log tells them: lengths to a tenth, moves below that left out."""
    for text in told:
        moved = re.search(r" moves (\d*\.?\d+) in ", text)
        if moved is None or float(moved[1]) >= 0.1:
            plain = re.sub(r"\d+\.\d{2,}", lambda found: f"{math.floor(float(found[0]) * 10 + 0.5) / 10:g}", text)
            yield plain[:1].upper() + plain[1:]


def test_a_replay_is_seen_through_the_eyes_of_either_seat(watched: Page) -> None:
    for eyes in ("red", "blue", ""):
        with watched.expect_response(re.compile(rf"/replay\?eyes={eyes}$")) as answer:
            watched.get_by_label("Seen by").select_option(eyes)
        told = list(_as_shown(line["text"] for frame in answer.value.json()["frames"] for line in frame["lines"]))
        assert told
        expect(watched.get_by_role("list", name="Story").locator("li > div")).to_contain_text(told)
        expect(watched.get_by_label("Seen by")).to_have_value(eyes)


def test_a_branch_is_played_on(watched: Page) -> None:
    watched.get_by_label("Frame").fill("6")
    watched.get_by_role("button", name="Play on from here").click()
    watched.get_by_role("dialog").get_by_role("button", name="Play on", exact=True).click()
    expect(watched).to_have_url(re.compile(r"#/battle/.+"))


def test_a_replay_has_no_serious_barriers(watched: Page) -> None:
    assert serious_findings(watched) == []


def test_the_luck_of_both_sides_is_unfolded(page: Page, address: str) -> None:
    battle = call(address, "replays", _log_of("hex100", "village"))["battle"]
    with urllib.request.urlopen(f"{address}api/battles/{battle}/luck") as answer:
        luck = json.load(answer)
    page.goto(f"{address}#/replay/{battle}")
    page.get_by_text("Luck", exact=True).click()
    for side in luck["sides"]:
        row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=side["seat"], exact=True))
        expect(row).to_contain_text(f"{side['whole']['expected']:.1f}")
        expect(row).to_contain_text(str(side["whole"]["rolled"]))
    assert not serious_findings(page)
    page.goto(f"{address}#/battle/{battle}")
    ended = page.get_by_label("How it ended")
    expect(ended.get_by_text("Luck", exact=True)).to_be_visible()
    expect(ended).to_contain_text(f"blue: {luck['sides'][1]['word']}")
