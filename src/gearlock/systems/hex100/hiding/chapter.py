"""Stealth and the sensors against it: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.acting_unit import TRIES, acting
from gearlock.systems.hex100.hiding import events as e
from gearlock.systems.hex100.hiding import marker as m
from gearlock.systems.hex100.hiding import words as w
from gearlock.systems.hex100.hiding.locking import refuse_active_lock, resolve_active_lock
from gearlock.systems.hex100.hiding.looking import refuse_search, resolve_search
from gearlock.systems.hex100.hiding.orders import ActiveLock, MarkHex, MarkTarget, Search
from gearlock.systems.hex100.state import State

HIDING: Chapter[State] = Chapter(
    "Stealth and the sensors against it",
    orders=(
        OrderRules(Search, "act", acting(refuse_search), resolve_search),
        OrderRules(MarkTarget, "act", acting(m.refuse_marking), m.resolve_marking),
        OrderRules(
            MarkHex,
            "act",
            acting(m.refuse_hex),
            m.resolve_marking,
            m.guess_hex,
            aim=m.aim_hex,
            tries=TRIES,
        ),
        OrderRules(ActiveLock, "act", acting(refuse_active_lock), resolve_active_lock),
    ),
    events=(e.Marked, e.StealthLost, e.Searched, e.MarkerMissed, e.HexLocked, e.HexLockLost),
    words={
        e.Marked: w.marked,
        e.StealthLost: w.stealth_lost,
        e.Searched: w.searched,
        e.MarkerMissed: w.marker,
        e.HexLocked: w.marker,
        e.HexLockLost: w.marker,
    },
)
