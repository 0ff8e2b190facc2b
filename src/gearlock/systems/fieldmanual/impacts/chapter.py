"""Ramming: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.impacts import events as e
from gearlock.systems.fieldmanual.impacts import words as w
from gearlock.systems.fieldmanual.impacts.collisions import IMPACT, refuse_count
from gearlock.systems.fieldmanual.impacts.orders import CountAsRam, Ram
from gearlock.systems.fieldmanual.impacts.rams import refuse_ram, resolve_ram
from gearlock.systems.fieldmanual.state import State

IMPACTS: Chapter[State] = Chapter(
    "Ramming",
    orders=(
        OrderRules(Ram, "act", by_order(refuse_ram), resolve_ram),
        OrderRules(CountAsRam, IMPACT, refuse_count),
    ),
    events={e.Rammed: w.rammed, e.Collided: w.collided, e.Slowed: w.slowed},
)
