"""4.2.2: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.victory_points import events as e
from gearlock.systems.tactical.victory_points import words as w
from gearlock.systems.tactical.victory_points.orders import BuyCondition, CancelDamage
from gearlock.systems.tactical.victory_points.spending import CANCEL, PURCHASE, refuse_cancelling, refuse_condition

VICTORY_POINTS: Chapter[State] = Chapter(
    "4.2.2: Victory Points",
    orders=(
        OrderRules(CancelDamage, CANCEL, refuse_cancelling),
        OrderRules(BuyCondition, PURCHASE, refuse_condition),
    ),
    events={e.DamageCancelled: w.cancelled, e.ConditionBought: w.bought, e.BoughtConditionEnded: w.ended},
)
