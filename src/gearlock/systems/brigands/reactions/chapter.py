"""6.1 and 6.2: Standby and Overwatch: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.brigands.reactions import events as e
from gearlock.systems.brigands.reactions import words as w
from gearlock.systems.brigands.reactions.orders import Overwatch, Standby
from gearlock.systems.brigands.reactions.watch import (
    refuse_overwatch,
    refuse_standby,
    resolve_overwatch,
    resolve_standby,
)
from gearlock.systems.brigands.state import State

REACTIONS: Chapter[State] = Chapter(
    "6.1 and 6.2: Standby and Overwatch",
    orders=(
        OrderRules(Standby, "act", refuse_standby, resolve_standby),
        OrderRules(Overwatch, "act", refuse_overwatch, resolve_overwatch),
    ),
    events={
        e.StoodBy: w.stood_by,
        e.Overwatched: w.overwatched,
    },
)
