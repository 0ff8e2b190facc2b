"""Smoke: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.smoke.events import SmokeLaid
from gearlock.systems.blitz.smoke.orders import LaySmoke
from gearlock.systems.blitz.smoke.smoke import refuse_smoke, resolve_smoke, smoke_laid
from gearlock.systems.blitz.state import State

SMOKE_CHAPTER: Chapter[State] = Chapter(
    "A.3: smoke",
    orders=(OrderRules(LaySmoke, "act", by_order(refuse_smoke), resolve_smoke),),
    events={SmokeLaid: smoke_laid},
)
