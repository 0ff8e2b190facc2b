"""A campaign whose force cannot fight on: the page says so and offers the ways out; no key stands in its address."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser.axe import serious_findings
from gearlock.campaign.war import new_campaign


def handed_in(address: str, folder: Path, **options: str) -> dict[str, Any]:
    """A campaign in which every machine of red was lost in the first battle, as the server has taken it."""
    war = new_campaign("tactical", "duel", 7, {"red": "hunter*2", "blue": "jaeger*2", "battles": "5", **options})
    war.report(lost=("red-1", "red-2"), won="blue")
    raw = war.save(folder / "war.jsonl").read_bytes()
    request = urllib.request.Request(f"{address}api/campaign-files", data=raw, method="POST")
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def test_a_dead_campaign_says_so_and_offers_its_end_and_no_hopeless_repair(
    page: Page, address: str, tmp_path: Path
) -> None:
    links = handed_in(address, tmp_path)
    page.goto(f"{address}#/campaigns/tactical/{links['campaign']}?seat={links['seats']['red']}")
    expect(page.get_by_role("heading", name="Your force cannot fight on")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Play the next battle|I am ready"))).to_have_count(0)
    workshop = page.get_by_role("region", name="Workshop")
    expect(workshop.get_by_text("No roll of the technicians beats 8").first).to_be_visible()
    expect(workshop.get_by_role("button", name=re.compile("^Repair"))).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Buy reinforcements"))).to_have_count(0)
    assert serious_findings(page) == []
    page.get_by_role("button", name="End the campaign …").click()
    expect(page.get_by_role("button", name="End it")).to_be_visible()


def test_ways_out_lead_to_the_workshop_also_on_a_narrow_screen(page: Page, address: str, tmp_path: Path) -> None:
    links = handed_in(address, tmp_path, technicians="5,5")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}#/campaigns/tactical/{links['campaign']}?seat={links['seats']['red']}")
    page.get_by_role("button", name="Repair a unit").click()
    expect(page.get_by_role("heading", name="Workshop")).to_be_in_viewport()
    expect(page.get_by_text("brings it back to the field").first).to_be_visible()


def test_the_side_that_won_is_told_that_the_other_has_nobody(page: Page, address: str, tmp_path: Path) -> None:
    links = handed_in(address, tmp_path, technicians="5,5")
    page.goto(f"{address}#/campaigns/tactical/{links['campaign']}?seat={links['seats']['blue']}")
    expect(page.get_by_text("The force of red cannot fight on.")).to_be_visible()


def test_keys_of_a_campaign_leave_the_address_and_several_seats_work_in_one_browser(
    page: Page, address: str, tmp_path: Path
) -> None:
    links = handed_in(address, tmp_path, technicians="5,5")
    where = f"{address}#/campaigns/tactical/{links['campaign']}"
    page.goto(f"{where}?seat={links['seats']['red']}")
    expect(page.get_by_role("heading", name="Red, your force")).to_be_visible()
    expect(page).to_have_url(where)
    page.reload()
    expect(page.get_by_role("heading", name="Red, your force")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{where}?seat={links['seats']['blue']}")
    expect(page.get_by_role("heading", name="Blue, your force")).to_be_visible()
    expect(page).to_have_url(f"{where}?as=blue")
    page.get_by_role("navigation", name="Sides you play").get_by_role("link", name="Red").click()
    expect(page.get_by_role("heading", name="Red, your force")).to_be_visible()
    expect(page).to_have_url(f"{where}?as=red")
    page.reload()
    expect(page.get_by_role("heading", name="Red, your force")).to_be_visible()
    assert not any(key in page.content() for key in links["seats"].values())
