"""The lobby, as a person who comes there for the first time uses it."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from browser.hand import begin
from gearlock.bots.choosing import bots_to_choose
from gearlock.bots.tempers import tempers


def test_a_newcomer_starts_a_battle_in_two_clicks(page: Page) -> None:
    begin(page, "Hex")
    expect(page).to_have_url(re.compile(r"#/battle/.+"))
    expect(page.get_by_text(re.compile("Round|deployment", re.IGNORECASE)).first).to_be_visible()


def test_an_opponent_says_what_it_is_like_and_is_seated_with_its_temper(page: Page) -> None:
    blue = page.get_by_role("group", name="blue")
    player, temper = (blue.get_by_role("combobox", name=name) for name in ("Played by", "Temper"))
    for bot in bots_to_choose():
        player.select_option(bot.player)
        expect(player).to_have_accessible_description(re.compile(re.escape(bot.about)))
        expect(temper).to_have_count(1 if bot.tempers else 0)
    player.select_option("bot:tactician")
    temper.select_option("cautious")
    expect(temper).to_have_accessible_description(re.compile(re.escape(tempers()["cautious"].about)))
    with page.expect_request("**/api/battles") as asked:
        page.get_by_role("button", name="Start the battle").click()
    assert json.loads(asked.value.post_data or "")["players"]["blue"] == "bot:tactician:cautious"
    expect(page).to_have_url(re.compile(r"#/battle/.+"))


def test_a_pasted_roster_shows_its_violations_and_is_refused(page: Page) -> None:
    page.get_by_role("radio", name=re.compile("Brigands")).click()
    page.get_by_role("combobox", name="Scenario").select_option("battle")
    red = page.get_by_role("group", name="red")
    red.get_by_role("combobox", name="Force").select_option("text")
    red.get_by_label("Roster of red", exact=True).fill(
        "system: brigands\nfaction: North\nsize: 100\ngroup Alpha\nprimary GP\nHuntr\n"
    )
    expect(red.get_by_role("status")).to_contain_text("violation")
    expect(red.get_by_role("status")).to_contain_text("line 6")
    page.get_by_role("button", name="Start the battle").click()
    expect(page.get_by_role("alert")).to_contain_text("Huntr")
    expect(page).not_to_have_url(re.compile("#/battle/"))
    expect(red.get_by_label("Roster of red", exact=True)).to_have_value(re.compile("Huntr"))


def test_a_random_force_is_legal_and_is_played(page: Page) -> None:
    page.get_by_role("combobox", name="Scenario").select_option("battle")
    red = page.get_by_role("group", name="red")
    red.get_by_role("combobox", name="Force").select_option("text")
    red.get_by_label("Points for red").fill("50")
    red.get_by_role("button", name="Recruit at random").click()
    expect(red.get_by_role("status")).to_contain_text("Legal")
    page.get_by_role("button", name="Start the battle").click()
    expect(page).to_have_url(re.compile("#/battle/"))


def test_battles_of_mine_are_on_the_shelf_after_a_reload(page: Page) -> None:
    begin(page)
    expect(page).to_have_url(re.compile("#/battle/"))
    page.goto(page.url.split("#")[0])
    page.get_by_role("link", name="Play on").first.click()
    expect(page).to_have_url(re.compile(r"#/battle/.+"))


def test_the_lobby_has_no_serious_barriers_in_any_look(page: Page) -> None:
    page.get_by_role("combobox", name="Scenario").select_option("battle")
    page.get_by_text("Options and seed").click()
    for look in ("light", "dark", "contrast"):
        page.get_by_role("combobox", name="Colours").select_option(look)
        assert serious_findings(page) == [], look


def test_the_lobby_fits_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    expect(page.get_by_role("button", name="Start the battle")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_forces_that_the_scenario_refuses_stand_last_and_gray_with_the_reason(page: Page) -> None:
    page.get_by_role("radio", name=re.compile("^Blitz Field Manual")).click()
    page.get_by_role("combobox", name="Scenario").select_option("brawl")
    red = page.get_by_role("group", name="red")
    refused = red.locator("optgroup[label='Not for this battle'] option")
    border = refused.filter(has_text="Border Watch")
    expect(border).to_have_text(re.compile("Border Watch, 480 TV: has Priority Level 1"))
    expect(border).to_be_disabled()
    expect(red.locator("select option").last).to_have_text(refused.last.inner_text())
