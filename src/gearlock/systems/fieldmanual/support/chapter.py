"""Support: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.support import events as e
from gearlock.systems.fieldmanual.support import words as w
from gearlock.systems.fieldmanual.support.allocation import refuse_buy, refuse_end_allocation
from gearlock.systems.fieldmanual.support.orders import Buy, EndAllocation

SUPPORT: Chapter[State] = Chapter(
    "Scenarios: support",
    orders=(
        OrderRules(Buy, "support", refuse_buy),
        OrderRules(EndAllocation, "support", refuse_end_allocation),
    ),
    events={
        e.AllocationTurn: None,
        e.Bought: w.bought,
        e.Allocated: None,
        e.SupportShown: w.shown,
        e.AssetRaised: w.asset,
        e.DroneAssigned: w.drone,
        e.ArrivalSettled: w.arrival,
        e.SupportSettled: w.settled,
    },
)
