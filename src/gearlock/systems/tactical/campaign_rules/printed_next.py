"""4.2, 4.3: a printed scenario as a battle of a campaign: the campaign's forces fight it, what it adds is its own."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gearlock.kernel.campaigning import Campaign, Member
from gearlock.kernel.errors import BadInput
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Setup
from gearlock.muster.standing_forces import FORCES, fielded, taking_the_field
from gearlock.systems.tactical.campaign_rules.armies import posts_of, standing
from gearlock.systems.tactical.campaign_rules.members import card_of
from gearlock.systems.tactical.cards import GEAR
from gearlock.systems.tactical.scenarios.printed import CHITS, LAST_STAND, NORTH, PRINTED, SOUTH, VILLAGE
from gearlock.systems.tactical.setup.scenario import prepare
from gearlock.systems.tactical.setup.sides import Brought
from gearlock.systems.tactical.state import SEATS
from gearlock.systems.tactical.switches import DETAILED_DAMAGE

GEARS_NEEDED = {VILLAGE: 2, CHITS: 1}
"""Northern Gears without which a scenario cannot be won as printed: two to be destroyed, one to plant the virus."""


def is_lent(setup: Setup, seat: str, member: Member) -> bool:
    """Whether a unit is the scenario's own and no member of a force."""
    return f"{seat}:{member.group}" in setup.data.get("roles", {})


@heeds("tactical.4.2", "tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.3", "tactical.4.3.4", "tactical.4.3.5",
       "tactical.4.3.6")  # fmt: skip
def printed_for(campaign: Campaign, scenario: str, seed: int, options: Mapping[str, str], title: str) -> Setup:
    """A printed scenario for the forces as they stand, red as the South; what it adds comes after them, whole."""
    setup = prepare(scenario, seed, options, {seat: _standing(campaign, scenario, seat) for seat in SEATS})
    lent = {seat: setup.data[FORCES][seat][len(taking_the_field(campaign, seat)) :] for seat in SEATS}
    setup = fielded(setup, campaign, title)
    refuse_unplayable(campaign, scenario)
    forces = {seat: [*groups, *lent[seat]] for seat, groups in setup.data[FORCES].items()}
    return msgspec.structs.replace(setup, data={**setup.data, FORCES: forces})


def _standing(campaign: Campaign, scenario: str, seat: str) -> Brought:
    """Who takes the field, as a side that is brought to a scenario."""
    groups = taking_the_field(campaign, seat)
    cards = {member.post["card"]: card_of(campaign, member) for group in groups for member in group}
    name = "South" if seat == SOUTH else "North"
    banner = f"{name} in {PRINTED[scenario].title}: {campaign.sides[seat].banner}"
    return standing(campaign, seat, banner, posts_of(campaign, seat), cards)


def refuse_unplayable(campaign: Campaign, scenario: str) -> None:
    """What a scenario needs and the campaign has not, with what helps. Raises BadInput."""
    one = PRINTED[scenario]
    if DETAILED_DAMAGE in one.modules and DETAILED_DAMAGE not in campaign.data.get("modules", ()):
        raise BadInput(
            f"{one.title} is played with detailed damage, this campaign with the counters of the Quick Start: choose "
            f"another scenario, or begin a campaign with -o modules='{DETAILED_DAMAGE}'. [{one.rule}]"
        )
    cards = [card_of(campaign, member) for group in taking_the_field(campaign, NORTH) for member in group]
    gears, needed = sum(1 for card in cards if card.kind == GEAR), GEARS_NEEDED.get(scenario, 0)
    remedy = "repair some, or buy reinforcements between battles"
    if gears < needed:
        raise BadInput(
            f"{one.title} needs {needed} Gears of {NORTH}, the North; it has {gears}: {remedy}. [{one.rule}]"
        )
    if scenario == LAST_STAND and all(card.is_infantry for card in cards):
        raise BadInput(f"{one.title} needs a vehicle of {NORTH} for Colonel Stevens: {remedy}. [{one.rule}]")
