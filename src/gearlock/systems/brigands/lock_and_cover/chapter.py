"""4: silhouettes, lock and cover; Smoke: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.brigands.lock_and_cover import events as e
from gearlock.systems.brigands.lock_and_cover import words as w
from gearlock.systems.brigands.lock_and_cover.orders import FireSmoke
from gearlock.systems.brigands.lock_and_cover.smoke import refuse_smoke_now, resolve_smoke
from gearlock.systems.brigands.state import State

LOCK_AND_COVER: Chapter[State] = Chapter(
    "4: silhouettes, lock and cover; Smoke",
    orders=(OrderRules(FireSmoke, "act", refuse_smoke_now, resolve_smoke),),
    events={
        e.SmokeFired: w.smoke,
    },
)
