"""15.4 to 15.6: orders: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.attacks.orders import Attack
from gearlock.systems.blitz.orders import events as e
from gearlock.systems.blitz.orders import words as w
from gearlock.systems.blitz.orders.commands import refuse_order
from gearlock.systems.blitz.orders.giving import (
    refuse_include,
    refuse_joining,
    refuse_passing,
    resolve_order,
    resolve_passing,
)
from gearlock.systems.blitz.orders.orders import GiveOrder, Include, PassPoints
from gearlock.systems.blitz.state import State

ORDERS: Chapter[State] = Chapter(
    "15: orders",
    orders=(
        OrderRules(GiveOrder, "act", by_order(refuse_order), resolve_order),
        OrderRules(Include, "include", refuse_include),
        OrderRules(Attack, "join in", refuse_joining),
        OrderRules(PassPoints, "act", by_order(refuse_passing), resolve_passing),
    ),
    events={
        e.OrderBegun: w.begun,
        e.OrderTaken: w.taken,
        e.FreeActionGained: w.free_action,
        e.FreeActionLost: None,
        e.PointsPassed: w.passed,
        e.SilenceBroken: w.silence_broken,
    },
)
