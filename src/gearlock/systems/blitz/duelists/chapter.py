"""18.7 and A.2.4: those who help and those who inspire: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.duelists.duelists import refuse_embolden
from gearlock.systems.blitz.recovery import events as e
from gearlock.systems.blitz.recovery import words as w
from gearlock.systems.blitz.recovery.orders import Embolden, Recover
from gearlock.systems.blitz.recovery.recovery import refuse_recover, resolve_recover
from gearlock.systems.blitz.state import State

RECOVERY: Chapter[State] = Chapter(
    "18.7 and A.2.4: recovery, medics and duelists",
    orders=(
        OrderRules(Recover, "act", by_order(refuse_recover), resolve_recover),
        OrderRules(Embolden, "embolden", refuse_embolden),
    ),
    events={e.Recovered: w.recovered, e.Emboldened: w.emboldened},
)
