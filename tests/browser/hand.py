"""A player's hand at a table: looks for the decision, points at the table, types."""

from __future__ import annotations

import re
from typing import Self

from playwright.sync_api import Locator, Page, expect

NEAR_BY = ((11, 0), (-11, 0), (0, 11), (0, -11))
"""Pixels beside a suggestion where one points instead."""

OPEN_PLACE = """([found, dx, dy]) => {
  for (const thing of document.querySelectorAll(found)) {
    const box = thing.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2 + dx, box.y + box.height / 2 + dy];
    if (document.elementFromPoint(x, y)?.closest("[role=application]")) return [x, y];
  }
  return null;
}"""
"""The middle of the first of these things that is open to a finger, or nothing.

The tools that lie on the table are drawings, too: only what is the table's own is open.
"""

TARGETS = "main svg g.target > circle"

ENDING = "won:|A draw"
"""What the headline says of a battle that is over."""

MY_TURN = """(ending) => {
  if (document.querySelector("[data-open]")) return null;
  const said = document.querySelector("h1")?.textContent ?? "";
  if (new RegExp(ending).test(said)) return document.querySelector('[aria-label="How it ended"]') ? said : null;
  return said.includes("Your decision") && document.querySelector("[data-decision]") ? "asked" : null;
}"""
"""What the page has come to, read in one look: between two looks an offer may be answered by a standing order.

A battle is over when headline and the card of the ending say so; the headline's words are handed on."""


def begin(page: Page, system: str = "", scenario: str = "", blue: str = "") -> None:
    """Start a battle from the lobby as red, changing nothing there but what is named."""
    if system:
        page.get_by_role("radio", name=re.compile(system)).click()
    if scenario:
        page.get_by_role("combobox", name="Scenario").select_option(scenario)
    if blue:
        page.get_by_role("group", name="blue").get_by_role("combobox", name="Played by").select_option(blue)
    page.get_by_role("button", name="Start the battle").click()


class Hand:
    """Decides on a page, one decision after the other."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.card = page.get_by_role("region", name="Your decision")
        self.headline = page.get_by_role("heading", level=1)
        self.story = page.get_by_role("log", name="What happened")
        self.told = self.story.locator("li[data-line]")
        self.pieces = page.locator("main svg [data-piece]")
        self.options = self.card.locator("button.option")
        self.ways = self.card.get_by_role("list", name="Good ways").get_by_role("button")
        self.ready = self.card.get_by_role("button", name="Do it", disabled=False)
        self.targets = page.locator(TARGETS)
        self.attacks = self.moves = self.placed = 0
        self.ended = ""
        """What the headline said when there was nothing more to decide."""

    @classmethod
    def sit_down(cls, page: Page, link: str) -> Self:
        """Take a seat by its link, and wait until there is something to decide there."""
        if "#/battle/" in page.url:  # what is asked at another table must not be taken for what is asked here
            page.goto("about:blank")
        page.goto(link)
        hand = cls(page)
        hand.wait()
        return hand

    @classmethod
    def sit_down_first(cls, page: Page, links: dict[str, str]) -> Self:
        """Take the seat that decides first, and know nothing of the other's."""
        page.goto(links["blue"])
        if cls(page).waits:
            page.evaluate("localStorage.clear()")
            page.goto(links["red"])
        hand = cls(page)
        hand.wait()
        return hand

    @property
    def seat(self) -> str:
        """The side I play, as the table tells me."""
        return self.page.get_by_text("You play").inner_text().split()[-1]

    @property
    def waits(self) -> bool:
        """Whether it is somebody else's turn."""
        expect(self.headline).to_have_text(re.compile("Your decision|Waiting for"))
        return not self.card.is_visible()

    def wait(self) -> bool:
        """Until there is something to decide and all is told about it; whether there is, or the battle is over."""
        said: str = self.page.wait_for_function(MY_TURN, arg=ENDING).json_value()
        self.ended = "" if said == "asked" else said
        return not self.ended

    def hear_out(self) -> None:
        """Until the table has answered all that the page has asked, as the chances of attacks."""
        expect(self.page.locator("[data-open]")).to_have_count(0)

    def unfold_story(self) -> None:
        """Everything that was done, line by line."""
        folded = self.story.locator("li.deed button")
        while folded.count():
            folded.first.click()

    @property
    def decision(self) -> str:
        return self.card.get_attribute("data-decision") or ""

    def passed(self, decision: str) -> None:
        """The table has taken the answer to this decision."""
        expect(self.page.locator(f'[data-decision="{decision}"]')).to_have_count(0)

    def option(self, label: str) -> Locator:
        """The options whose words match."""
        return self.options.filter(has_text=re.compile(label))

    def commit(self) -> None:
        decision = self.decision
        self.ready.click()
        self.passed(decision)

    # --- by mouse -----------------------------------------------------------------------------------------------------

    def choose(self, option: Locator) -> None:
        """Take an option up, unless it is taken up already."""
        if option.get_attribute("aria-pressed") != "true":
            option.click()

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def point(self) -> None:
        """Complete the open option at hand on the table: beside a suggestion where that will do, else right on it."""
        for dx, dy in (*NEAR_BY, (0, 0)):
            self.click(*self._open_place("main svg [data-handle^=way]", dx, dy))
            self.hear_out()
            expect(self.ready.or_(self.card.get_by_role("alert")).first).to_be_visible()
            if self.ready.count():
                return
        raise AssertionError("no place near a suggestion would do, nor the suggestion")

    def _open_place(self, found: str, dx: float = 0, dy: float = 0) -> tuple[float, float]:
        """Where on the screen the first of these is that a finger can reach, not under a tool on the table."""
        self.hear_out()
        before = None
        for _ in range(100):  # what is told may still move the table
            x, y = self.page.wait_for_function(OPEN_PLACE, arg=[found, dx, dy]).json_value()
            if (x, y) == before:
                return x, y
            before = x, y
        raise AssertionError("the table does not stand still")

    def do(self, option: Locator) -> None:
        """Answer with an option, pointing at the table if it is open."""
        is_open = "…" in option.inner_text()
        self.choose(option)
        if is_open:
            self.point()
        self.commit()

    def aim(self, which: int = 0) -> None:
        """Choose the attack with this number among those whose chance is told, and look at its odds."""
        self.choose(self.option("%").locator("visible=true").nth(which))
        expect(self.card.get_by_text("to hit").first).to_be_visible()

    def take_first(self) -> None:
        """Answer with the first option; where it is open, by the first of the ways that are suggested."""
        is_open = "…" in self.options.first.inner_text()
        self.choose(self.options.first)
        if is_open:
            self.ways.first.click()
        self.commit()

    def play_until(self, asked: str) -> None:
        """Take what comes first until I am asked this."""
        for _ in range(12):
            self.wait()
            if asked in self.headline.inner_text():
                return
            self.take_first()
        raise AssertionError(f"nobody asked: {asked}")

    def attack(self) -> None:
        """Click a ringed target, and do what is chosen by that; from the list, where a neighbour was in the way."""
        self.click(*self._open_place(TARGETS))
        chosen = self.card.get_by_text("to hit").first
        expect(chosen.or_(self.card.get_by_role("group", name=re.compile("^Not possible"))).first).to_be_visible()
        if not chosen.is_visible():
            self.page.keyboard.press("Escape")
            self.aim()
        self.commit()
        self.attacks += 1

    def decide(self) -> None:
        """One decision: deploy, attack once or twice, move once or twice, or end."""
        deploying, moving = self.option(r"^\s*\d+\s*(Deploy|Place)"), self.option(r"^\s*\d+\s*Move\b")
        if deploying.count():
            self.do(deploying.first)
            self.placed += 1
        elif self.targets.count() and self.attacks < 2:
            self.attack()
        elif moving.count() and self.moves < 2:
            self.do(moving.first)
            self.moves += 1
        else:
            self.do(self.ending())

    def ending(self) -> Locator:
        """What brings the turn to its end: ending, holding, letting stand; or else the first choice there is."""
        for words in (r"(End|No\b|Hold|Let it stand)", r"Combat\b"):
            found = self.option(rf"^\s*\d+\s*{words}")
            if found.count():
                return found.last
        return self.options.first


class Keyboard(Hand):
    """The same without a pointer: numbers and Enter, and the command box for what needs a place."""

    def do(self, option: Locator) -> None:
        label = option.inner_text()
        number = re.findall(r"\d+", label)[0]
        decision = self.decision
        if "…" in label:
            self._complete(number)
        elif len(number) == 1:
            self.page.keyboard.press(number)
            expect(self.ready).to_be_visible()
            self.page.keyboard.press("Enter")
        else:
            self.order(number)
            expect(self.ready).to_be_visible()
            self.order(number)
        self.passed(decision)

    def _complete(self, number: str) -> None:
        """Type the place of the first suggestion."""
        if self.card.locator("[aria-pressed=true]").count() == 0:
            self.order(number)
        place = " ".join(re.findall(r"\d+(?:\.\d+)?", self.ways.first.inner_text())[:2])
        weighing = self.page.locator(f'[data-decision="{self.decision}"]:not(:has([role=alert]))')
        self.order(f"{number} {place}")
        expect(weighing).to_have_count(0)
        assert self.card.get_by_role("alert").count() == 0, f"what was suggested is refused when typed: {place}"

    def attack(self) -> None:
        self.do(self.option("%").first)
        self.attacks += 1

    def order(self, line: str) -> None:
        """Type into the command box, and leave it."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("Escape")
