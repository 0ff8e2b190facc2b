"""4.2: how campaigns go, as the layer above the systems asks it."""

from __future__ import annotations

from gearlock.kernel.campaigning import CampaignRules
from gearlock.systems.tactical.campaign_rules.agreements import OPTIONS
from gearlock.systems.tactical.campaign_rules.linking import (
    carry_over,
    lay_out,
    muster,
    next_battles,
    settle,
    winner,
    wounds,
)
from gearlock.systems.tactical.campaign_rules.members import why_away
from gearlock.systems.tactical.campaign_rules.shop import buy, wares
from gearlock.systems.tactical.campaign_rules.telling import reported
from gearlock.systems.tactical.campaign_rules.workshop import mend, repairs

CAMPAIGN = CampaignRules(
    about=(
        "Linked scenarios by chapter 4.2: damage, crew and ammunition carry over, technicians repair between battles, "
        "Victory Points are earned, kept and spent, and most unspent ones win."
    ),
    options=OPTIONS,
    muster=muster,
    scenarios=next_battles,
    prepare=lay_out,
    carry_over=carry_over,
    settle=settle,
    wounds=wounds,
    winner=winner,
    repairs=repairs,
    mend=mend,
    wares=wares,
    buy=buy,
    why_away=why_away,
    reported=reported,
)
