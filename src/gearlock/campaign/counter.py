"""The shop counter: whatever can be said of a ware is tried: its price and the reason against it are the rules'."""

from __future__ import annotations

import msgspec

from gearlock.campaign.following import Following
from gearlock.kernel.campaigning import Campaign, CampaignRules, Change, Ware
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.files import only_these_files
from gearlock.muster.standing_forces import numbered


class Item(msgspec.Struct, frozen=True):
    """One thing to buy: how it is said, in words, what it takes from which pool, and why it cannot be had now."""

    what: str
    words: str
    price: dict[str, int]
    refused: str = ""
    joins: bool = False
    """It brings somebody who takes the field."""


class Counter(msgspec.Struct, frozen=True):
    """A ware with everything that is usually said of it; nothing where more must be said and nothing usually is."""

    id: str
    about: str
    price: str
    needs: str
    rule: str
    items: tuple[Item, ...]


def counters(following: Following, seat: str) -> tuple[Counter, ...]:
    """What a seat may buy now, each thing tried."""
    campaign, rules = following.campaign, following.rules
    with only_these_files(following.header.files):
        return tuple(
            Counter(ware.id, ware.about, ware.price, ware.needs, ware.rule, _items(rules, campaign, seat, ware))
            for ware in rules.wares(campaign, seat)
        )


def _items(rules: CampaignRules, campaign: Campaign, seat: str, ware: Ware) -> tuple[Item, ...]:
    said = ware.choices or ({} if ware.needs else {"": ware.about})
    return tuple(_item(rules, campaign, seat, ware, what) for what in said)


RICH = 100_000
"""More than anything costs."""


def _item(rules: CampaignRules, campaign: Campaign, seat: str, ware: Ware, what: str) -> Item:
    """What it costs is known by trying it with full pools, whether it can be had by trying it with one's own."""
    words, refused, price, joins = ware.choices.get(what, ware.about), "", dict[str, int](), False
    full = campaign.side(seat, pools={name: amount + RICH for name, amount in campaign.sides[seat].pools.items()})
    try:
        change = _bought(rules, full, seat, ware, what).campaign
        before, after = full.sides[seat].pools, change.sides[seat].pools
        joins = len(numbered(change, seat)) > len(numbered(full, seat))
        price = {name: amount - after.get(name, 0) for name, amount in before.items() if after.get(name, 0) < amount}
        _bought(rules, campaign, seat, ware, what)
    except BadInput as error:
        refused = str(error).partition("\n")[0]
    return Item(what, words, price, refused, joins)


def _bought(rules: CampaignRules, campaign: Campaign, seat: str, ware: Ware, what: str) -> Change:
    """What buying would come to; where dice are thrown for it, by dice of no campaign."""
    work, dice, number = rules.buy(campaign, seat, ware, what), Seeded("counter"), 0
    try:
        roll = next(work)
        while True:
            roll = work.send(dice.roll(roll, number))
            number += 1
    except StopIteration as done:
        change: Change = done.value
        return change
