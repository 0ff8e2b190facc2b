"""6.1.2: the dueling option: North and South may settle a campaign by their Duelists."""

from __future__ import annotations

from gearlock.kernel.campaigning import Campaign, Member
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.assets import AIR, ARTILLERY, REINFORCEMENTS
from gearlock.systems.tactical.campaign_rules.armies import is_band
from gearlock.systems.tactical.campaign_rules.members import card_of
from gearlock.systems.tactical.cards import GEAR
from gearlock.systems.tactical.formations import settles_by_duel
from gearlock.systems.tactical.state import SEATS

DUEL = "duelists"
NO_HELP = (AIR, ARTILLERY, REINFORCEMENTS)
"""What neither Duelist has: the duel is between the two of them."""


def faction_of(campaign: Campaign, seat: str) -> str:
    """Whose force it is: the faction of its cards, but for what anybody may have; empty if it has several.

    A band of Rovers is nobody's, whoever built its machines.
    """
    if is_band(campaign, seat):
        return ""
    cards = [card_of(campaign, member) for member in campaign.sides[seat].members]
    found = {card.faction for card in cards if card.faction not in ("any", "scenario")}
    return found.pop() if len(found) == 1 else ""


@heeds("tactical.6.1.2-duel")
def duelist_of(campaign: Campaign, seat: str) -> Member | None:
    """The Duelist of a side: of the Gears that can take the field the one with the best crew, the first of equals."""
    gears = [
        member for member in campaign.sides[seat].members if not member.away and card_of(campaign, member).kind == GEAR
    ]
    return max(gears, key=lambda member: int(member.post.get("level", 0)), default=None)


@heeds("tactical.6.1.2-duel")
def may_duel(campaign: Campaign) -> bool:
    """Whether the players may agree to end the campaign by a duel now."""
    red, blue = (faction_of(campaign, seat) for seat in SEATS)
    return settles_by_duel(red, blue) and all(duelist_of(campaign, seat) is not None for seat in SEATS)
