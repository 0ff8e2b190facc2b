"""Combined Models: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.fieldmanual.combined_models import events as e
from gearlock.systems.fieldmanual.combined_models import words as w
from gearlock.systems.fieldmanual.combined_models.orders import DefendNext
from gearlock.systems.fieldmanual.combined_models.pool import NEXT, refuse_next
from gearlock.systems.fieldmanual.state import State

COMBINED_MODELS: Chapter[State] = Chapter(
    "Combined Models",
    orders=(OrderRules(DefendNext, NEXT, refuse_next),),
    events={e.PoolShared: w.shared, e.CutOff: w.cut_off, e.Rejoined: w.rejoined},
)
