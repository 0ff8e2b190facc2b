"""14 and 7.8: electronic warfare: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.electronic_warfare import events as e
from gearlock.systems.blitz.electronic_warfare import interference as i
from gearlock.systems.blitz.electronic_warfare import observing as ob
from gearlock.systems.blitz.electronic_warfare import orders as o
from gearlock.systems.blitz.electronic_warfare import words as w
from gearlock.systems.blitz.electronic_warfare.scanning import refuse_scan, resolve_scan
from gearlock.systems.blitz.state import State

ELECTRONIC_WARFARE: Chapter[State] = Chapter(
    "14: electronic warfare",
    orders=(
        OrderRules(o.Observe, "act", by_order(ob.refuse_observation), ob.resolve_observation),
        OrderRules(
            o.ObserveFromAbove, "act", by_order(ob.refuse_satellite_observation), ob.resolve_satellite_observation
        ),
        OrderRules(o.Nominate, "nominate", ob.refuse_nomination),
        OrderRules(o.BoostSensors, "act", by_order(i.refuse_sensor_boost), i.resolve_sensor_boost),
        OrderRules(o.EndBoost, "act", by_order(i.refuse_ending), i.resolve_ending),
        OrderRules(o.JamSensors, "act", by_order(i.refuse_sensor_jam), i.resolve_sensor_jam),
        OrderRules(o.Interfere, "act", by_order(i.refuse_interference), i.resolve_interference),
        OrderRules(o.CounterInterference, "act", by_order(i.refuse_countering), i.resolve_countering),
        OrderRules(o.JamComms, "act", by_order(i.refuse_comms_jam), i.resolve_comms_jam),
        OrderRules(o.WatchBatteries, "act", by_order(i.refuse_watching), i.resolve_watching),
        OrderRules(o.Scan, "act", by_order(refuse_scan), resolve_scan),
    ),
    events={
        e.EwTokenGained: w.gained,
        e.BoostEnded: w.boost_ended,
        e.InterferenceReduced: w.reduced,
        e.Scanned: w.scanned,
    },
)
