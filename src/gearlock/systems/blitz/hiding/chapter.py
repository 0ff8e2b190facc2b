"""18.1 and 18.2: hiding and hull down: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.hiding.events import TookCover
from gearlock.systems.blitz.hiding.hiding import refuse_hide, refuse_hull_down, resolve_hide, resolve_hull_down
from gearlock.systems.blitz.hiding.orders import GoHullDown, Hide
from gearlock.systems.blitz.hiding.words import took_cover
from gearlock.systems.blitz.state import State

HIDING_CHAPTER: Chapter[State] = Chapter(
    "18.1 and 18.2: hiding and hull down",
    orders=(
        OrderRules(Hide, "act", by_order(refuse_hide), resolve_hide),
        OrderRules(GoHullDown, "act", by_order(refuse_hull_down), resolve_hull_down),
    ),
    events={TookCover: took_cover},
)
