"""What others must not see, and what must not be run."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, WebSocket, expect

from browser.hand import Hand, Keyboard
from browser.positions import call, lay_out, played_to

STORED = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])"
"""All that a page keeps on its machine."""
HOSTILE = "<img src=x onerror=document.title='gotcha'>"


def eavesdrop(page: Page) -> list[str]:
    """Everything the table will tell this page."""
    heard: list[str] = []

    def keep(frame: str | bytes) -> None:
        heard.append(frame if isinstance(frame, str) else frame.decode())

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", keep)

    page.on("websocket", listen)
    return heard


def test_one_who_joins_by_link_sees_nothing_of_a_hidden_enemy(page: Page, browser: Browser, address: str) -> None:
    """The friend sits at another machine: a browser of its own, with a store of its own."""
    links = lay_out(address, "hex100", "close-quarters")
    hand = Hand.sit_down_first(page, links)
    mine, theirs = ("red", "blue") if hand.seat == "red" else ("blue", "red")
    hand.decide()
    elsewhere = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    friend = elsewhere.new_page()
    heard = eavesdrop(friend)
    joined = Hand.sit_down(friend, links[theirs])
    joined.decide()
    names = {piece.get_attribute("data-piece") or "" for piece in hand.pieces.all()}
    names |= set(page.get_by_role("region", name=f"Pieces of {mine}").locator(".name").all_inner_texts())
    assert len(names) == 3  # one on the table, by id and name, and the one that waits beside it
    token = links[mine].rpartition("=")[2]
    assert token in page.evaluate(STORED)
    for place in ("".join(heard), friend.content(), friend.evaluate(STORED), friend.url):
        assert place
        assert not [secret for secret in (*names, token) if secret in place]
    expect(friend.get_by_text("You play")).to_contain_text(theirs)
    friend.goto(address)
    friend.get_by_role("link", name="Play on").click()
    expect(friend.get_by_text("You play")).to_contain_text(theirs)
    elsewhere.close()


def test_contacts_keep_their_names_to_themselves(page: Page, address: str) -> None:
    position = played_to(address, "hex100", "close-quarters", lambda battle, ask: bool(blips(battle.view(ask.seat))))
    heard = eavesdrop(page)
    Hand.sit_down(page, position.link)
    seen = position.battle.view(position.seat).pieces
    known = {piece.id for piece in seen} | {piece.name for piece in seen}
    truth = position.battle.view(None).pieces
    secret = ({piece.id for piece in truth} | {piece.name for piece in truth}) - known
    assert secret
    expect(page.locator("[data-piece]").first).to_be_visible()
    for name in secret:
        assert name not in "".join(heard)
        assert name not in page.content()


def blips(view: object) -> list[object]:
    """Contacts nobody has identified yet."""
    return [piece for piece in getattr(view, "pieces", ()) if piece.known == "blip"]


def _force(address: str) -> str:
    """A legal roster with hostile names."""
    text: str = call(address, "rosters/random", b'{"system": "brigands", "size": 50}')["text"]
    named = re.sub("^name .*$", f"name {HOSTILE}", text, flags=re.MULTILINE)
    return re.sub("^group .*$", f"group {HOSTILE}", named, count=1, flags=re.MULTILINE)


def test_hostile_names_and_words_are_shown_as_text(page: Page, address: str) -> None:
    page.get_by_role("radio", name=re.compile("Brigands")).click()
    page.get_by_role("combobox", name="Scenario").select_option("battle")
    red = page.get_by_role("group", name="red")
    red.get_by_role("combobox", name="Force").select_option("text")
    roster = red.get_by_label("Roster of red", exact=True)
    roster.fill(f"{_force(address)}\n  {HOSTILE}\n")
    expect(red.get_by_role("status")).to_contain_text("onerror")
    roster.fill(_force(address))
    expect(red.get_by_role("status")).to_contain_text("Legal")
    page.get_by_role("button", name="Start the battle").click()
    hand = Keyboard(page)
    expect(page.get_by_role("application")).to_be_visible()
    hand.order(f"say {HOSTILE} <script>alert(1)</script>")
    said = page.get_by_role("region", name="Said at the table")
    expect(said).to_contain_text(f"{HOSTILE} <script>alert(1)</script>")
    assert page.locator("img").count() == 0
    assert page.title() != "gotcha"
