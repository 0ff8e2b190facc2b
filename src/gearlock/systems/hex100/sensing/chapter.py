"""Sensors, locks and resistance: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.acting_unit import acting
from gearlock.systems.hex100.lines import own_deed
from gearlock.systems.hex100.sensing import events as e
from gearlock.systems.hex100.sensing import words as w
from gearlock.systems.hex100.sensing.answers import refuse_lock_on, refuse_resist
from gearlock.systems.hex100.sensing.ew import resist, resolve_lock_on
from gearlock.systems.hex100.sensing.orders import LockOn, Resist
from gearlock.systems.hex100.state import State

SENSING: Chapter[State] = Chapter(
    "Sensors, locks and resistance",
    orders=(
        OrderRules(LockOn, "act", acting(refuse_lock_on), resolve_lock_on),
        OrderRules(Resist, "act", acting(refuse_resist), resist),
    ),
    events=(e.Detected, e.LockTaken, e.LockLost, e.LockResisted, e.ResistanceBegan),
    words={
        e.Detected: w.detected,
        e.LockTaken: w.lock,
        e.LockLost: w.lock,
        e.LockResisted: w.lock,
        e.ResistanceBegan: own_deed("resists electronically", "hex100.electronic-resistance"),
    },
)
