"""8.2: Comms: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.brigands.comms.comms_boost import refuse_boost
from gearlock.systems.brigands.comms.events import Authorized, CommsBoosted
from gearlock.systems.brigands.comms.orders import Boost
from gearlock.systems.brigands.comms.words import authorized, boosted
from gearlock.systems.brigands.state import State

COMMS: Chapter[State] = Chapter(
    "8.2: Comms",
    orders=(OrderRules(Boost, "boost", refuse_boost),),
    events={
        CommsBoosted: boosted,
        Authorized: authorized,
    },
)
