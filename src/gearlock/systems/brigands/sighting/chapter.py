"""4: silhouettes, lock and cover; Smoke: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.brigands.sighting import events as e
from gearlock.systems.brigands.sighting import words as w
from gearlock.systems.brigands.sighting.orders import FireSmoke
from gearlock.systems.brigands.sighting.smoke import refuse_smoke_now, resolve_smoke
from gearlock.systems.brigands.state import State

SIGHTING: Chapter[State] = Chapter(
    "4: silhouettes, lock and cover; Smoke",
    orders=(OrderRules(FireSmoke, "act", refuse_smoke_now, resolve_smoke),),
    events=(e.SmokeFired,),
    words={e.SmokeFired: w.smoke},
)
