"""Electronic Warfare: what is declared of it. What needs Command Points stands in their chapter."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.fieldmanual.electronic_warfare import events as e
from gearlock.systems.fieldmanual.electronic_warfare import words as w
from gearlock.systems.fieldmanual.electronic_warfare.homing import HOME, refuse_home
from gearlock.systems.fieldmanual.electronic_warfare.jammers import (
    COUNTER,
    JAM,
    JAM_LOCK,
    refuse_counter,
    refuse_jam,
)
from gearlock.systems.fieldmanual.electronic_warfare.orders import Counter, Home, Jam
from gearlock.systems.fieldmanual.state import State

ELECTRONIC_WARFARE: Chapter[State] = Chapter(
    "Electronic Warfare",
    orders=(
        OrderRules(Jam, (JAM, JAM_LOCK), refuse_jam),
        OrderRules(Counter, COUNTER, refuse_counter),
        OrderRules(Home, HOME, refuse_home),
    ),
    events={
        e.CommEventBegun: w.begun,
        e.EcmUsed: w.ecm,
        e.EccmUsed: w.eccm,
        e.CommEventEnded: w.ended,
        e.HomingUsed: w.homing,
        e.HomedIn: w.homed_in,
    },
)
