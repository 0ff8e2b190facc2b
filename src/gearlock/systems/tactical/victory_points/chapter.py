"""4.2.2: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.victory_points import events as e
from gearlock.systems.tactical.victory_points import orders as o
from gearlock.systems.tactical.victory_points import wares
from gearlock.systems.tactical.victory_points import words as w
from gearlock.systems.tactical.victory_points.spending import CANCEL, PURCHASE, refuse_cancelling, refuse_condition

VICTORY_POINTS: Chapter[State] = Chapter(
    "4.2.2: Victory Points",
    orders=(
        OrderRules(o.CancelDamage, CANCEL, refuse_cancelling),
        OrderRules(o.BuyCondition, PURCHASE, refuse_condition),
        OrderRules(o.BuySalvo, PURCHASE, wares.refuse_salvo),
        OrderRules(o.BuyCover, PURCHASE, wares.refuse_cover),
        OrderRules(o.BuyReinforcement, PURCHASE, wares.refuse_reinforcement),
        OrderRules(o.BuyClip, PURCHASE, wares.refuse_clip),
        OrderRules(o.BuyPriority, wares.PRIORITY, wares.refuse_priority),
    ),
    events={
        e.DamageCancelled: w.cancelled,
        e.ConditionBought: w.bought,
        e.BoughtConditionEnded: w.ended,
        e.SalvoBought: w.salvo,
        e.CoverBought: w.cover,
        e.CoverEnded: None,
        e.ClipBought: w.clip,
        e.PriorityBought: w.priority,
        e.ReinforcementBought: w.reinforcement,
    },
)
