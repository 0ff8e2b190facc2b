"""What a seat wants next, tried before the others agree: held against its own force and what all know.

Whoever hears that a battle cannot be fought because of the other side's force learns what was mended and bought there.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from gearlock.campaign.following import Following, carried_out
from gearlock.campaign.lines import Finish, March
from gearlock.campaign.views import is_unknown
from gearlock.kernel.campaigning import Campaign, Member
from gearlock.kernel.errors import BadInput
from gearlock.kernel.files import only_these_files


def refuse_wish(following: Following, seat: str, wish: March | Finish) -> None:
    """Raise BadInput for what cannot come next, whatever the other sides have mended and bought meanwhile."""
    _try_out(following, as_hoped(following, seat), wish)


def refuse_hopeless(following: Following, march: March) -> None:
    """Raise BadInput for a battle that cannot come next, neither as all are now nor if all were mended before it."""
    campaign = following.campaign
    with suppress(BadInput):
        return _try_out(following, campaign, march)
    for seat, side in campaign.sides.items():
        campaign = campaign.side(seat, members=_whole(side.members))
    return _try_out(following, campaign, march)


def _try_out(following: Following, campaign: Campaign, wish: March | Finish) -> None:
    with only_these_files(following.header.files):
        next(carried_out(following.rules, campaign, wish), None)


def _whole(members: tuple[Member, ...]) -> tuple[Member, ...]:
    return tuple(msgspec.structs.replace(member, hurt={}, away="") for member in members)


def as_hoped(following: Following, seat: str) -> Campaign:
    """The campaign with the other sides whole, who they were when the last battle ended.

    For one that nobody knows yet one's own stands in.
    """
    campaign, unknown = following.campaign, is_unknown(following)
    for other in campaign.sides:
        if other != seat:
            known = campaign if unknown else following.seen
            campaign = campaign.side(other, members=_whole(known.sides[seat if unknown else other].members))
    return campaign
