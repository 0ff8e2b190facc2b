"""Guided first battles as a newcomer plays them: what is ringed is clicked, or tapped on a phone, step by step."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browser.axe import serious_findings
from browser.conftest import Complaints, listen
from browser.hand import Hand

GAMES = ["Blitz Brigands", "Heavy Gear Blitz", "Blitz Field Manual", "Hex d100", "Tactical Miniatures"]
SIZES: dict[str, ViewportSize] = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
TWO_LINES = 54
"""Pixels that a strip of two lines is high, with its edges."""
PATIENCE = 12
"""Clicks after which a step is taken never to come to its end."""

RING = """() => {
  const box = document.querySelector("div.ring")?.getBoundingClientRect();
  return box ? [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height] : null;
}"""
OVER = """([x, y]) => !!document.elementFromPoint(x, y)?.closest("[aria-label=Lesson], .verb")"""
"""Whether the lesson itself, or a verb, lies over a spot."""


class Pupil(Hand):
    """Clicks what is ringed, and knows nothing else."""

    def __init__(self, page: Page, finger: bool = False) -> None:
        super().__init__(page)
        self.finger = finger
        self.strip = page.get_by_role("region", name="Lesson")

    @property
    def step(self) -> int:
        return int(self.strip.get_attribute("data-step") or 0)

    @property
    def until(self) -> str:
        return self.strip.get_attribute("data-until") or ""

    def press(self, x: float, y: float) -> None:
        if self.finger:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def ring(self) -> tuple[float, float]:
        """The middle of the ring, once it stands still."""
        self.hear_out()
        before = None
        for _ in range(60):
            now = self.page.evaluate(RING)
            if now is not None and now == before:
                return now[0], now[1]
            before = now
            self.page.wait_for_timeout(250)
        raise AssertionError(f"step {self.step} has no ring that stands still: {self.strip.inner_text()}")

    def follow(self) -> None:
        """Do what the step at hand asks for, by nothing but what it rings."""
        step = self.step
        if self.until == "read":
            button = self.strip.locator("button.main")
            box = button.bounding_box()
            assert box is not None
            self.press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for _ in range(PATIENCE if self.until != "read" else 0):
            if not self.strip.count() or self.step != step:
                break
            self.wait()
            x, y = self.ring()
            if self.step != step:
                break
            assert not self.page.evaluate(OVER, [x, y]), f"step {step}: what is ringed lies under something"
            self.press(x, y)
            self.page.wait_for_timeout(300)
        expect(self.page.locator(f'[data-step="{step}"]')).to_have_count(0)


@pytest.fixture(params=list(SIZES))
def pupil(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Pupil]:
    finger = request.param == "phone"
    context = browser.new_context(
        viewport=SIZES[request.param], has_touch=finger, is_mobile=finger, reduced_motion="reduce"
    )
    page, complaints = context.new_page(), Complaints()
    listen(page, complaints)
    page.goto(address)
    yield Pupil(page, finger)
    context.close()
    assert not complaints


def begin_lesson(page: Page, game: str) -> None:
    page.get_by_role("radio", name=game).click()
    page.get_by_role("button", name=f"Begin the first battle of {game}", exact=True).click()


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_from_its_first_step_to_its_last_by_what_it_rings(pupil: Pupil, game: str) -> None:
    page = pupil.page
    begin_lesson(page, game)
    expect(pupil.strip).to_be_visible()
    assert serious_findings(page) == []
    steps, seen = int(pupil.strip.get_attribute("data-steps") or 0), set()
    assert 12 <= steps <= 20
    while pupil.strip.count() and pupil.step < steps:
        seen.add(pupil.until.split(" or ")[0])
        box = pupil.strip.bounding_box()
        assert box is not None
        assert box["height"] <= TWO_LINES, f"step {pupil.step} is too long: {pupil.strip.inner_text()}"
        if pupil.until.startswith("planned move"):  # it says that the ground in reach is green
            expect(page.locator("main svg g.band").first).to_be_visible()
        if pupil.finger:
            assert not re.search(r"\b[Cc]lick", pupil.strip.inner_text())
        pupil.follow()
    assert {"card", "planned move", "ordered move", "planned attack", "eye", "ordered attack"} <= seen
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    pupil.strip.get_by_role("button", name="Done").click()
    expect(pupil.strip).to_have_count(0)
    assert page.locator("[role=log] li[data-line]").count() > 2  # on a phone the log is a drawer


def test_a_lesson_is_left_and_taken_up_again_after_a_reload_and_from_the_lobby(page: Page, address: str) -> None:
    begin_lesson(page, "Blitz Brigands")
    pupil = Pupil(page)
    pupil.follow()
    pupil.follow()
    assert pupil.step == 3
    page.reload()
    expect(pupil.strip).to_have_attribute("data-step", "3")
    pupil.strip.get_by_role("button", name="Leave the lesson").click()
    expect(pupil.strip).to_have_count(0)
    page.goto(address)
    page.get_by_role("link", name="Go on at step 3").click()
    page.get_by_role("button", name="Lesson: step 3").click()
    expect(pupil.strip).to_have_attribute("data-step", "3")


def test_in_a_lesson_only_what_it_teaches_is_listed_and_the_rest_is_folded(page: Page) -> None:
    begin_lesson(page, "Heavy Gear Blitz")
    pupil = Pupil(page)
    while not pupil.until.startswith("planned move"):
        pupil.follow()
    pupil.hear_out()
    visible = pupil.options.locator("visible=true")
    assert visible.count() < 12
    more = pupil.card.get_by_text(re.compile(r"^More \(\d+\)$"))
    expect(more).to_be_visible()
    expect(pupil.option("coordinated fire").first).to_be_hidden()
    more.click()
    expect(pupil.option("coordinated fire").first).to_be_visible()


def test_the_record_card_of_a_lesson_is_gone_when_the_next_step_speaks_of_something_else(page: Page) -> None:
    begin_lesson(page, "Blitz Brigands")
    pupil = Pupil(page)
    pupil.follow()
    pupil.follow()
    expect(page.locator("[data-record]")).to_be_visible()
    pupil.follow()
    expect(page.locator("[data-record]")).to_have_count(0)
