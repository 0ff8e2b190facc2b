"""7.2: arms: what they lift."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.damage.condition import copies_of, is_aux_gone, perk
from gearlock.systems.tactical.state import Unit

MANIPULATOR, TOOL = "Manipulator Arm", "Tool Arm"


def arms_left(unit: Unit, name: str) -> int:
    """How many arms of a kind still work."""
    return sum(not is_aux_gone(unit, arm) for arm in copies_of(unit, name)) if unit.card.has(name) else 0


@heeds("tactical.7.2-manipulator-arm")
def hand_lifts(unit: Unit) -> int:
    """The Size of what a Manipulator Arm lifts: its rating, and nothing over twice the vehicle's own Size."""
    return min(perk(unit, MANIPULATOR), 2 * unit.card.size)


@heeds("tactical.7.2-tool-arm")
def tool_lifts(unit: Unit) -> int:
    """The Size of what a Tool Arm lifts: its rating and half of those of weaker arms, not over twice the own Size."""
    rating = perk(unit, TOOL)
    if not rating:
        return 0
    weaker = perk(unit, MANIPULATOR)
    helps = arms_left(unit, MANIPULATOR) * weaker if weaker < rating else 0
    return min(rating + helps // 2, 2 * unit.card.size)


@heeds("tactical.7.2-manipulator-arm", "tactical.7.2-tool-arm")
def lifts(unit: Unit) -> int:
    """The Size of the heaviest thing its arms lift, 0 without arms that handle anything."""
    return max(hand_lifts(unit), tool_lifts(unit))
