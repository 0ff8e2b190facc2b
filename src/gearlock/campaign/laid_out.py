"""A campaign that begins otherwise than its plan says, laid out by hand: pools by seat, wounds by member."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from gearlock.campaign.following import look_over
from gearlock.kernel.campaigning import Campaign, CampaignRules
from gearlock.kernel.errors import BadInput, UnknownName, shown
from gearlock.muster.standing_forces import taking_the_field

MOST = 1_000_000
"""In a pool."""
EXAMPLES = {"pools": "{'red': {'Victory Points': 3}}", "hurt": "{'red-1': {'armor_lost': 2}}"}


class Laid(NamedTuple):
    """What was laid out."""

    pools: Mapping[str, Mapping[str, int]]
    hurt: Mapping[str, Mapping[str, object]]


Laying = Callable[[CampaignRules, Campaign], Campaign]


def begun_with(laid: Laid) -> Laying:
    """What makes a campaign begin so. It raises UnknownName or BadInput."""

    def lay(rules: CampaignRules, campaign: Campaign) -> Campaign:
        for seat, pools in _mapping(laid.pools, "pools").items():
            campaign = _filled(campaign, seat, _mapping(pools, "pools"))
        for id, fields in _mapping(laid.hurt, "hurt").items():
            campaign = _wounded(rules, campaign, id, _mapping(fields, "hurt"))
            _try_out(rules, campaign, id)
        return campaign

    return lay


def _mapping(said: object, name: str) -> Mapping[str, Any]:
    if not isinstance(said, Mapping) or not all(isinstance(key, str) for key in said):
        raise BadInput(f"'{name}' goes by name: {EXAMPLES[name]}, not {shown(said)}.")
    return said


def _filled(campaign: Campaign, seat: str, pools: Mapping[str, int]) -> Campaign:
    if seat not in campaign.sides:
        raise UnknownName("seat", seat, campaign.sides)
    known = campaign.sides[seat].pools
    for name, amount in pools.items():
        if name not in known:
            raise UnknownName("pool", name, known)
        if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= MOST:
            raise BadInput(f"{seat} has a whole number of {name} up to {MOST}, not {shown(amount)}.")
    return campaign.side(seat, pools={**known, **pools})


def _wounded(rules: CampaignRules, campaign: Campaign, id: str, fields: Mapping[str, object]) -> Campaign:
    found = {each.id: (seat, each) for seat, side in campaign.sides.items() for each in side.members}
    if id not in found:
        raise UnknownName("member", id, found)
    seat, member = found[id]
    member = msgspec.structs.replace(member, hurt={"": dict(fields)} if fields else {})
    with _words_for(id):
        member = msgspec.structs.replace(member, away=rules.why_away(campaign, seat, member))
    return campaign.member(seat, member)


def _try_out(rules: CampaignRules, campaign: Campaign, id: str) -> None:
    """Whether it can be told and fielded like this."""
    with _words_for(id):
        look_over(rules, campaign)
        if all(taking_the_field(campaign, seat) for seat in campaign.sides):
            rules.prepare(campaign, campaign.scenario, 0, {})


@contextmanager
def _words_for(id: str) -> Iterator[None]:
    """Wounds that no battle gave may break the rules in any way: that is said in words."""
    try:
        yield
    except Exception as error:
        raise BadInput(f"{id} cannot be hurt like this: {error}") from error
