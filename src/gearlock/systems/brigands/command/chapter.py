"""7: Commanders, Formation and Orders: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.command import events as e
from gearlock.systems.brigands.command import words as w
from gearlock.systems.brigands.command.answers import refuse_reroll
from gearlock.systems.brigands.command.battle_orders import refuse_give_order, resolve_give_order
from gearlock.systems.brigands.command.orders import GiveOrder, Reroll
from gearlock.systems.brigands.state import State

COMMAND: Chapter[State] = Chapter(
    "7: Commanders, Formation and Orders",
    orders=(
        OrderRules(Reroll, "reroll", refuse_reroll),
        OrderRules(GiveOrder, "act", by_order(refuse_give_order), resolve_give_order),
    ),
    events={
        e.Rerolled: w.rerolled,
        e.OrderGiven: w.ordered,
        e.Promoted: w.promoted,
    },
)
