"""Sensors: what is declared of them. Forward Observations are carried out with the Stand-by fire they may bring."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.sensors import events as e
from gearlock.systems.fieldmanual.sensors import words as w
from gearlock.systems.fieldmanual.sensors.active_lock import refuse_active_lock, resolve_active_lock
from gearlock.systems.fieldmanual.sensors.orders import ActiveLock
from gearlock.systems.fieldmanual.state import State

SENSORS: Chapter[State] = Chapter(
    "Active Lock and Forward Observation",
    orders=(OrderRules(ActiveLock, "act", by_order(refuse_active_lock), resolve_active_lock),),
    events={
        e.ActiveLockTried: w.tried,
        e.ActiveLockGained: w.gained,
        e.ObservationBegun: w.observing,
        e.Observed: w.observed,
    },
)
