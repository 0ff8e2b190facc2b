"""Detection, locks and optical stealth: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import TRIES, acting
from gearlock.systems.hex100.actions.answers import refuse_commander
from gearlock.systems.hex100.detection import events as e
from gearlock.systems.hex100.detection import orders as o
from gearlock.systems.hex100.detection import target_marker as m
from gearlock.systems.hex100.detection import words as w
from gearlock.systems.hex100.detection.active_lock import refuse_active_lock, resolve_active_lock
from gearlock.systems.hex100.detection.answers import refuse_lock_on, refuse_resist
from gearlock.systems.hex100.detection.locks import resist, resolve_lock_on
from gearlock.systems.hex100.detection.search import look_around, refuse_search, resolve_search
from gearlock.systems.hex100.lines import own_deed
from gearlock.systems.hex100.state import State

DETECTION: Chapter[State] = Chapter(
    "Detection, locks and optical stealth",
    orders=(
        OrderRules(o.LockOn, "act", acting(refuse_lock_on), resolve_lock_on),
        OrderRules(o.Resist, "act", acting(refuse_resist), resist),
        OrderRules(o.LookAround, "act", acting(refuse_commander), look_around),
        OrderRules(o.Search, "act", acting(refuse_search), resolve_search),
        OrderRules(o.MarkTarget, "act", acting(m.refuse_marking), m.resolve_marking),
        OrderRules(
            o.MarkHex,
            "act",
            acting(m.refuse_hex),
            m.resolve_marking,
            m.guess_hex,
            aim=m.aim_hex,
            tries=TRIES,
        ),
        OrderRules(o.ActiveLock, "act", acting(refuse_active_lock), resolve_active_lock),
    ),
    events={
        e.Detected: w.detected,
        e.LockTaken: w.lock,
        e.LockLost: w.lock,
        e.LockResisted: w.lock,
        e.ResistanceBegan: own_deed("resists electronically", "hex100.electronic-resistance"),
        e.LookedAround: own_deed("has its commander look around", "hex100.commander-look-around"),
        e.Marked: w.marked,
        e.BeaconLit: w.beacon_lit,
        e.StealthLost: w.stealth_lost,
        e.Searched: w.searched,
        e.MarkerMissed: w.marker,
        e.HexLocked: w.marker,
        e.HexLockLost: w.marker,
    },
)
