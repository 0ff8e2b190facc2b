"""Infantry: the profile that all of it shares."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import rule
from gearlock.systems.fieldmanual.cards import WALKER, Card

ON_FOOT: Final = (2, 4)
"""Walker movement at Combat and at Top Speed."""
ATTACK: Final = (1, 0, -1)
DEFENSE: Final = 1
SIZE: Final = 2


@rule("fieldmanual.infantry")
def profile_faults(card: Card) -> list[str]:
    """Where a card is not what infantry is without upgrades: one Skill for everything, 2/4 on foot, Size 2 and so on.

    The one Skill is also Auto Comm and Detect; Sensors and Comm are 0. Defense is +1 in all modes and at all speeds.
    """
    skill, foot = card.skills.attack, card.rows.get(WALKER)
    found = [
        (set(card.skills) == {skill}, f"its Skills are {tuple(card.skills)}, not one rating for all"),
        (card.detect == skill == card.auto_comm, f"Detect {card.detect} and Auto Comm {card.auto_comm} are its Skill"),
        (card.sensors == 0 == card.comm, "Sensors and Comm are 0"),
        (foot is not None and (foot.combat, foot.top) == ON_FOOT, "it walks 2/4"),
        ("Improved Off-Road" in card.perks, "it has Improved Off-Road"),
        (card.attack == ATTACK, "its ATTACK row is +1/0/-1"),
        (all(set(row[2:]) == {DEFENSE} for row in card.rows.values()), "its Defense modifiers are +1"),
        (card.size == SIZE, f"its Size is {SIZE}"),
        (card.actions == 1, "it has one Action"),
        (card.is_combined, "it is a Combined Model"),
    ]
    return [fault for right, fault in found if not right]
