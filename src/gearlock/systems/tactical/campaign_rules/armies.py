"""4.2, 6.5.1: what the armies of a campaign have or lack besides their units, in all its battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gearlock.kernel.campaigning import Campaign
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Setup
from gearlock.kernel.typed import as_typed
from gearlock.muster.standing_forces import taking_the_field
from gearlock.systems.tactical.assets import BARRED
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.setup.lineup import Groups, Post
from gearlock.systems.tactical.setup.sides import SET_ASIDE, Brought
from gearlock.systems.tactical.state import SEATS

FOR_SUPPORT, BANDS = "set aside for support", "bands of Rovers"
"""Parts of a campaign's data: Threat Value by seat, and seats; neither is there where no roster says so."""


def army_data(setup: Setup) -> dict[str, Any]:
    """What the rosters of both sides say of that, as a campaign keeps it."""
    points, switches = setup.data.get("points", {}), setup.data["switches"]
    support = {seat: points[SET_ASIDE + seat] for seat in SEATS if points.get(SET_ASIDE + seat)}
    bands = [seat for seat in SEATS if switches.get(BARRED + seat)]
    return ({FOR_SUPPORT: support} if support else {}) | ({BANDS: bands} if bands else {})


@heeds("tactical.4.2")
def posts_of(campaign: Campaign, seat: str) -> Groups:
    """Who of a side takes the field, in combat groups."""
    groups = taking_the_field(campaign, seat)
    return tuple(tuple(as_typed(member.post, Post) for member in group) for group in groups)


@heeds("tactical.6.5.1")
def is_band(campaign: Campaign, seat: str) -> bool:
    """Whether a side is a band of Rovers, which has neither artillery nor aircraft nor Duelists."""
    return seat in campaign.data.get(BANDS, ())


@heeds("tactical.6.5.1", "tactical.6.2.6-support")
def standing(
    campaign: Campaign, seat: str, banner: str, groups: Groups = (), cards: Mapping[str, Card] | None = None
) -> Brought:
    """A side as it comes to its next battle."""
    support = campaign.data.get(FOR_SUPPORT, {}).get(seat, 0)
    return Brought(groups, cards or {}, banner, support, is_band(campaign, seat))
