"""7: Commanders, Formation and Orders: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.commanding import events as e
from gearlock.systems.brigands.commanding import words as w
from gearlock.systems.brigands.commanding.answers import refuse_reroll
from gearlock.systems.brigands.commanding.battle_orders import refuse_give_order, resolve_give_order
from gearlock.systems.brigands.commanding.orders import GiveOrder, Reroll
from gearlock.systems.brigands.showing.costs import command_cost, reroll_cost
from gearlock.systems.brigands.showing.preview import preview_order
from gearlock.systems.brigands.showing.reroll_odds import preview_reroll
from gearlock.systems.brigands.state import State

COMMANDING: Chapter[State] = Chapter(
    "7: Commanders, Formation and Orders",
    orders=(
        OrderRules(Reroll, "reroll", refuse_reroll, preview=preview_reroll, cost=reroll_cost),
        OrderRules(
            GiveOrder, "act", by_order(refuse_give_order), resolve_give_order, preview=preview_order, cost=command_cost
        ),
    ),
    events=(e.Rerolled, e.OrderGiven, e.Promoted),
    words={e.Rerolled: w.rerolled, e.OrderGiven: w.ordered, e.Promoted: w.promoted},
)
