"""The hangar, as somebody who builds a first force uses it: from nothing to a battle, to paper, and to a friend."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.axe import serious_findings
from gearlock.kernel.registry import all_systems


def open_hangar(page: Page, system: str, asked: str = "") -> Locator:
    """The hangar of a system, when it has judged what lies there."""
    page.goto(f"{page.url.split('#')[0]}#/hangar/{system}{asked}")
    expect(page.get_by_role("region", name="The force")).to_be_visible()
    return page.get_by_role("region", name="The force")


def add(page: Page, name: str, times: int = 1) -> None:
    """Choose a model from the list by its whole name."""
    page.get_by_role("searchbox").fill(name)
    for _ in range(times):
        page.get_by_role("button", name=f"Add {name}", exact=True).click()
    page.get_by_role("searchbox").fill("")


def test_a_force_is_built_from_nothing_and_taken_to_battle(page: Page) -> None:
    force = open_hangar(page, "brigands")
    page.get_by_label("Name of the force").fill("First Four")
    page.get_by_role("combobox", name="Faction").select_option("North")
    force.get_by_role("button", name="+ group").click()
    add(page, "Hunter", 4)
    expect(force.get_by_role("button", name=re.compile("4. Hunter"))).to_be_visible()
    finding = page.get_by_role("listitem").filter(has_text="no Force Commander")
    finding.get_by_role("button", name=re.compile("^FOC for Hunter")).click()
    expect(page.get_by_text("✓ legal")).to_be_visible()
    page.get_by_role("button", name="Battle with this").click()
    expect(page.get_by_text("First Four")).to_be_visible()
    page.get_by_role("button", name="Start the battle").click()
    expect(page).to_have_url(re.compile("#/battle/.+"))


@pytest.mark.parametrize("system", [each.id for each in all_systems() if each.force])
def test_every_game_has_a_hangar_with_ready_made_forces_and_cards(page: Page, system: str) -> None:
    force = open_hangar(page, system)
    page.get_by_role("button", name="Forces", exact=True).click()
    page.get_by_role("dialog").locator("button.card").first.click()
    expect(page.get_by_text("✓ legal")).to_be_visible()
    force.locator("button.pick").first.click()
    side = page.get_by_role("complementary", name="Findings and the chosen card")
    expect(side.get_by_role("article").first).to_be_visible()
    assert serious_findings(page) == []


def test_upgrades_are_those_the_rules_allow_and_the_price_follows(page: Page) -> None:
    force = open_hangar(page, "brigands")
    force.get_by_role("button", name="+ group").click()
    add(page, "Hunter", 3)
    force.get_by_role("button", name=re.compile("3. Hunter")).click()
    page.get_by_role("button", name="One of them alone").click()
    expect(page.locator(".price .n")).to_have_text(re.compile("^18"))
    before = page.locator(".price .n").inner_text()
    page.get_by_role("button", name=re.compile(r"^XO \+3")).click()
    expect(page.locator(".price .n")).not_to_have_text(before)
    page.get_by_text(re.compile("Not for it")).click()
    expect(page.get_by_text("A Duelist serves in a Support Unit.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".price .n")).to_have_text(before)


def test_a_force_shows_at_a_glance_what_it_can_do_at_each_range(page: Page) -> None:
    open_hangar(page, "brigands", "?ready=north-50")
    glance = page.get_by_role("region", name="At a glance")
    curve = glance.get_by_role("img", name=re.compile("Expected damage of all models by range: most at"))
    expect(curve).to_be_visible()
    before = curve.get_attribute("aria-label")
    page.get_by_role("region", name="The force").get_by_role("button", name=re.compile("^One more")).first.click()
    expect(curve).not_to_have_attribute("aria-label", before or "")


def test_hardpoints_take_what_fits_them(page: Page) -> None:
    open_hangar(page, "hex100")
    add(page, "Tegu MBT")
    side = page.get_by_role("complementary", name="Findings and the chosen card")
    side.get_by_role("button", name=re.compile("Primary Turret Mount")).click()
    side.get_by_role("button", name=re.compile(r"^R-120 Tank Gun \+300")).click()
    expect(side.get_by_role("button", name="Take R-120 Tank Gun off")).to_be_visible()


def test_what_lies_on_the_bench_is_there_after_a_reload_and_travels_in_a_link(page: Page) -> None:
    open_hangar(page, "hex100", "?ready=first-column-3000")
    expect(page.get_by_text("✓ legal")).to_be_visible()
    page.get_by_label("Name of the force").fill("Mine")
    page.get_by_label("Name of the force").blur()
    page.reload()
    expect(page.get_by_label("Name of the force")).to_have_value("Mine")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link with the force in it").input_value()
    page.get_by_role("button", name="Keep on the server").click()
    short = page.get_by_label("Short link").input_value()
    page.goto("about:blank")
    page.evaluate("0")
    for address in (link, short):
        page.goto(address)
        expect(page.get_by_label("Name of the force")).to_have_value("Mine")


def test_a_roster_comes_and_goes_as_text_and_json(page: Page) -> None:
    open_hangar(page, "brigands")
    page.get_by_role("button", name="Text", exact=True).click()
    desk = page.get_by_role("dialog")
    desk.get_by_label("The roster").fill(
        "system brigands\nfaction North\nname Pasted\nsize 50\ngroup A\nprimary GP\n3x Hunter\n"
    )
    desk.get_by_role("button", name="Take this over").click()
    expect(page.get_by_label("Name of the force")).to_have_value("Pasted")
    page.get_by_role("button", name="Text", exact=True).click()
    desk.get_by_role("button", name="JSON").click()
    document = desk.get_by_label("The roster").input_value()
    assert '"model": "Hunter"' in document
    desk.get_by_label("The roster").fill("{ not JSON")
    desk.get_by_role("button", name="Take this over").click()
    expect(desk.get_by_role("alert")).to_contain_text("JSON")
    expect(desk.get_by_label("The roster")).to_have_value("{ not JSON")


def test_cards_are_printed_four_to_a_page(page: Page) -> None:
    open_hangar(page, "brigands", "?ready=north-100")
    expect(page.get_by_text("✓ legal")).to_be_visible()
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 3, "the list, and two pages of four cards"
    page.emulate_media(media="print")
    expect(page.locator(".sheets article")).to_have_count(8)
    expect(page.get_by_role("button", name="Battle with this")).to_be_hidden()


def test_the_hangar_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_hangar(page, "blitz")
    page.get_by_role("tab", name="Models").click()
    page.get_by_role("button", name=re.compile("^Add ")).first.click()
    page.get_by_role("tab", name="Force").click()
    expect(page.get_by_role("region", name="The force").locator(".mc")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


LOOKS: dict[str, Callable[[Page], None]] = {
    "rules": lambda page: expect(page.get_by_role("searchbox")).to_be_visible(),
    "odds": lambda page: expect(page.locator("section .chance").first).to_be_visible(),
    "editor": lambda page: expect(page.get_by_text("This map can be played.")).to_be_visible(),
    "hangar": lambda page: expect(page.get_by_role("region", name="The force")).to_be_visible(),
}


@pytest.mark.parametrize("desk", LOOKS)
def test_the_pages_around_the_table_have_no_serious_barriers_in_any_look(page: Page, desk: str) -> None:
    page.goto(f"{page.url.split('#')[0]}#/{desk}/brigands")
    LOOKS[desk](page)
    for look in ("light", "dark", "contrast"):
        page.get_by_role("combobox", name="Colours").select_option(look)
        assert serious_findings(page) == [], look


def test_whatever_is_not_printed_is_starred_with_its_reason_on_screen_and_on_paper(page: Page) -> None:
    force = open_hangar(page, "tactical")
    page.get_by_role("button", name="Forces", exact=True).click()
    page.get_by_role("dialog").locator("button.card").first.click()
    expect(page.get_by_text("✓ legal")).to_be_visible()
    picks = force.locator(".mc button.pick")
    starred = picks.filter(has=page.locator(".star"))
    expect(starred.first).to_be_visible()
    expect(starred.first.locator(".star")).to_have_attribute("title", re.compile("^Not printed: "))
    starred.first.click()
    card = page.get_by_role("complementary", name="Findings and the chosen card").get_by_role("article").first
    expect(card.locator("h2 .star")).to_be_visible()
    expect(card.locator("p.row").filter(has_text="not printed").first).to_be_visible()
    expect(card.locator(".wp svg").first).to_be_visible()
    page.emulate_media(media="print")
    sheets = page.locator(".sheets")
    expect(sheets.locator("th", has_text="*").first).to_be_visible()
    expect(sheets.locator("p.note").filter(has_text="not all of it is printed")).to_be_visible()
    expect(sheets.locator("article h2 .star").first).to_be_visible()
    expect(sheets.locator("article p.row").filter(has_text="not printed").first).to_be_visible()


def test_the_odds_of_tactical_say_what_of_the_attack_is_not_printed(page: Page) -> None:
    page.goto(f"{page.url}#/odds/tactical?a=hunter:LAC&t=jaguar")
    expect(page.get_by_text(re.compile("(proposed by us|restored from other evidence)")).first).to_be_visible()


@pytest.mark.parametrize("machine", ["Rampart", "Tegu MBT", "Cobra-KA1"])
def test_every_mount_of_a_tank_and_of_a_mech_can_be_armed(page: Page, machine: str) -> None:
    force = open_hangar(page, "hex100")
    add(page, machine)
    pick = force.locator("button.pick").first
    expect(pick).to_be_visible()
    if pick.get_attribute("aria-pressed") != "true":
        pick.click()
    mounts = page.get_by_role("region", name="Hardpoints").locator(".mount")
    expect(mounts.first).to_be_visible()
    for at in range(mounts.count()):
        mounts.nth(at).get_by_role("button", expanded=False).first.click()
        expect(mounts.nth(at).get_by_label("Something else, in words")).to_be_visible()
        mounts.nth(at).get_by_role("button", expanded=True).first.click()


def test_offers_that_read_the_same_are_both_shown(page: Page) -> None:
    def doubled(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        offers = told if "goods" in told else told["offers"]
        if offers:
            offers["goods"] = [*offers["goods"], *offers["goods"]]
        route.fulfill(response=answer, json=told)

    force = open_hangar(page, "brigands")
    force.get_by_role("button", name="+ group").click()
    add(page, "Hunter")
    page.route(re.compile("/api/rosters/(offers|judge)"), doubled)
    force.get_by_role("button", name=re.compile("Hunter")).first.click()
    expect(page.get_by_role("button", name=re.compile(r"^XO \+3"))).to_have_count(2)


def test_a_warning_is_shown_and_a_force_that_is_warned_of_is_not_called_ready(page: Page) -> None:
    def warned(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        if sheet := told["verdict"]["sheet"]:
            sheet["notes"] = [*sheet["notes"], "Warning: Rampart carries no weapon."]
        route.fulfill(response=answer, json=told)

    page.route("**/api/rosters/judge", warned)
    open_hangar(page, "hex100")
    page.get_by_role("button", name="Forces", exact=True).click()
    page.get_by_role("dialog").locator("button.card").first.click()
    expect(page.get_by_role("listitem").filter(has_text="Warning: Rampart carries no weapon.")).to_be_visible()
    expect(page.get_by_text("ready for battle")).to_have_count(0)
    assert serious_findings(page) == []
