"""6: Standby, Overwatch and Snap Fire: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.brigands.attacking.reactions import refuse_snap_fire
from gearlock.systems.brigands.reactions import events as e
from gearlock.systems.brigands.reactions import words as w
from gearlock.systems.brigands.reactions.orders import Overwatch, SnapFire, Standby
from gearlock.systems.brigands.reactions.watch import (
    refuse_overwatch,
    refuse_standby,
    resolve_overwatch,
    resolve_standby,
)
from gearlock.systems.brigands.state import State

REACTIONS: Chapter[State] = Chapter(
    "6: Standby, Overwatch and Snap Fire",
    orders=(
        OrderRules(Standby, "act", refuse_standby, resolve_standby),
        OrderRules(Overwatch, "act", refuse_overwatch, resolve_overwatch),
        OrderRules(SnapFire, "snap", refuse_snap_fire),
    ),
    events=(e.SnapFireDeclared, e.StoodBy, e.Overwatched),
    words={e.SnapFireDeclared: w.snap, e.StoodBy: w.stood_by, e.Overwatched: w.overwatched},
)
