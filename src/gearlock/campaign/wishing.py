"""What a seat wants next, tried before the others agree: held against its own force and what all know.

Whoever hears that a battle cannot be fought because of the other side's force learns what was mended and bought there.
"""

from __future__ import annotations

import msgspec

from gearlock.campaign.following import Following, carried_out
from gearlock.campaign.lines import Finish, March
from gearlock.campaign.views import is_unknown
from gearlock.kernel.campaigning import Campaign
from gearlock.kernel.files import only_these_files


def refuse_wish(following: Following, seat: str, wish: March | Finish) -> None:
    """Raise BadInput for what cannot come next, whatever the other sides have mended and bought meanwhile."""
    with only_these_files(following.header.files):
        next(carried_out(following.rules, as_hoped(following, seat), wish), None)


def as_hoped(following: Following, seat: str) -> Campaign:
    """The campaign with the other sides whole, who they were when the last battle ended.

    For one that nobody knows yet one's own stands in.
    """
    campaign, unknown = following.campaign, is_unknown(following)
    for other in campaign.sides:
        if other != seat:
            known = campaign if unknown else following.seen
            members = known.sides[seat if unknown else other].members
            whole = tuple(msgspec.structs.replace(member, hurt={}, away="") for member in members)
            campaign = campaign.side(other, members=whole)
    return campaign
