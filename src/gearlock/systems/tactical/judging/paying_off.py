"""4.2.2: what it is worth to pay a damage result off: what it would cost the unit, less what the points are worth."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Preview
from gearlock.systems.tactical.damage.levels import OVERKILL
from gearlock.systems.tactical.judging.odds import BY_TABLES, WHOLE, share_gone, step_after
from gearlock.systems.tactical.judging.outlook import stakes
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.switches import DETAILED_DAMAGE
from gearlock.systems.tactical.victory_points.orders import CancelDamage
from gearlock.systems.tactical.victory_points.pools import FOR_A_MISSION, points_to_spend
from gearlock.systems.tactical.victory_points.spending import CANCELLING
from gearlock.systems.tactical.victory_points.wares import price_of_reinforcements

A_VICTORY_POINT: Final = 1 / FOR_A_MISSION
"""What a point is worth in shares of an average unit: unspent ones win the campaign, and a victory is worth a unit."""
MENDED: Final = 0.5
"""What damage of earlier blows counts that technicians could have mended, had the unit come home."""


def is_the_end(state: State, unit: Unit, level: str) -> bool:
    """Whether a result would put the unit out of the campaign."""
    if level == OVERKILL or state.switch(DETAILED_DAMAGE):
        return level == OVERKILL
    return share_gone(unit) + step_after(unit, level) / WHOLE >= 1


def share_at_stake(state: State, unit: Unit, level: str) -> float:
    """The share of a whole unit that a result would cost now; of one that is lost by it, earlier damage by half."""
    gone = share_gone(unit)
    if is_the_end(state, unit, level):
        return 1 - gone + MENDED * gone
    lost = BY_TABLES[level] if state.switch(DETAILED_DAMAGE) else step_after(unit, level) / WHOLE
    return min(lost, 1 - gone)


@heeds("tactical.4.2.2-spending")
def worth_of_whole(state: State, unit: Unit) -> float:
    """What a whole unit counts on its side, but never more than the points that another of its TV could be had for."""
    another = A_VICTORY_POINT * price_of_reinforcements(unit.tv)
    return min(stakes(state, unit.seat).get(unit.id, 1.0), another)


def preview_cancelling(state: State, seat: str, order: CancelDamage) -> Preview:
    """A result that does not count, for points that win campaigns: only costly losses are worth them."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != seat or order.level not in CANCELLING:
        return Preview()
    saved = worth_of_whole(state, unit) * share_at_stake(state, unit, order.level)
    paid = A_VICTORY_POINT * CANCELLING[order.level]
    notes = (f"The loss counts as {saved:.2f} of an average unit, the points as {paid:.2f}",)
    return Preview(gives=saved - paid, notes=notes)


def cancelling_cost(state: State, seat: str, order: CancelDamage) -> str:
    """So many Victory Points of those left."""
    price = CANCELLING.get(order.level, 0)
    return f"{price} Victory Points of {points_to_spend(state, seat)}" if price else ""
