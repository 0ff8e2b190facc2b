"""A guided first battle from the lobby to its end, left in the middle and taken up again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.hand import TARGETS, Hand
from browser.test_on_the_table import SCREEN

GAMES = ["Blitz Brigands", "Heavy Gear Blitz", "Blitz Field Manual", "Hex d100", "Tactical Miniatures"]


PLACES = ["div.ring", "section[data-step]"]


class Pupil(Hand):
    """Does what the bubble says."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.bubble = page.get_by_role("region", name="Lesson")

    @property
    def step(self) -> int:
        return int(self.bubble.get_attribute("data-step") or 0)

    def follow(self) -> None:
        """Do what the step at hand waits for; what it leads to is another step."""
        step, until = self.step, self.bubble.get_attribute("data-until") or ""
        first = until.split(" or ")[0]
        if first == "read":
            self.bubble.locator("button.main").click()
        elif first == "card":
            self.page.locator("aside.left button.row").first.click()
        elif first == "eye":
            self.page.keyboard.press("v")
            self.page.keyboard.press("Escape")
        else:
            self.work(first)
        expect(self.page.locator(f'[data-step="{step}"]')).to_have_count(0)

    def plan_move(self) -> None:
        """Straight ahead on a table of inches; on hexes to where a move is suggested."""
        if "what next" not in self.headline.inner_text():
            self.page.keyboard.press("f")
            self.click(*self.page.evaluate(SCREEN, [17 * 20, (36 - 11) * 20]))
            expect(self.ready).to_be_visible()
        else:
            self.choose(self.option(r"Move\b.*…").first)
            self.point()

    def work(self, what: str) -> None:
        deed, _, kind = what.partition(" ")
        self.wait()
        if deed == "asked":
            while self.decision and "what next" not in self.headline.inner_text():
                self.do(self.options.first)
                self.wait()
        elif deed == "planned" and kind == "move":
            self.plan_move()
        elif deed == "planned":
            self.click(*self._open_place(TARGETS))
        elif kind == "activate":
            self.do(self.option("[Cc]ombat").first)
        elif kind.startswith("end"):
            step = self.step
            while self.step == step:  # offers come first
                self.wait()
                self.do(self.ending())
        else:
            self.commit()


def begin_lesson(page: Page, game: str) -> None:
    page.get_by_role("radio", name=game).click()
    page.get_by_role("button", name=f"Begin the first battle of {game}", exact=True).click()


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_leads_from_the_lobby_through_a_move_and_an_attack_to_its_end(page: Page, game: str) -> None:
    begin_lesson(page, game)
    pupil = Pupil(page)
    expect(pupil.bubble).to_be_visible()
    assert serious_findings(page) == []
    steps = int(pupil.bubble.get_attribute("data-steps") or 0)
    assert 12 <= steps <= 20
    while pupil.bubble.count() and pupil.step < steps:
        pupil.follow()
    pupil.bubble.get_by_role("button", name="Done").click()
    expect(pupil.bubble).to_have_count(0)
    assert pupil.told.count() > 2


def test_a_lesson_is_left_and_taken_up_again_after_a_reload_and_from_the_lobby(page: Page, address: str) -> None:
    begin_lesson(page, "Blitz Brigands")
    pupil = Pupil(page)
    pupil.follow()
    pupil.follow()
    assert pupil.step == 3
    page.reload()
    expect(pupil.bubble).to_have_attribute("data-step", "3")
    pupil.bubble.get_by_role("button", name="Leave the lesson").click()
    expect(pupil.bubble).to_have_count(0)
    page.goto(address)
    page.get_by_role("link", name="Go on at step 3").click()
    page.get_by_role("button", name="Lesson: step 3").click()
    expect(pupil.bubble).to_have_attribute("data-step", "3")


def test_the_words_of_a_step_stay_where_they_are_under_the_pointer(page: Page) -> None:
    """Whoever is about to click must hit, however the table moves; the ring goes on to show what is meant."""
    begin_lesson(page, "Blitz Brigands")
    pupil = Pupil(page)
    while pupil.bubble.get_attribute("data-until") == "read":
        pupil.follow()
    ring = page.locator("div.ring")
    pupil.bubble.hover()
    words, meant = pupil.bubble.bounding_box(), ring.bounding_box()
    there = "(sign) => JSON.stringify(document.querySelector(sign[0])?.getBoundingClientRect()) !== sign[1]"
    before = [
        page.evaluate(f"JSON.stringify(document.querySelector('{sign}').getBoundingClientRect())") for sign in PLACES
    ]
    page.locator("aside.left").evaluate("element => element.style.transform = 'translate(60px, 40px)'")
    page.wait_for_function(there, arg=[PLACES[0], before[0]])
    assert ring.bounding_box() != meant
    assert pupil.bubble.bounding_box() == words
    page.mouse.move(0, 0)
    page.wait_for_function(there, arg=[PLACES[1], before[1]])
