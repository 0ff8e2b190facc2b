"""Table Effects and Unusual Events: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.table_effects import events as e
from gearlock.systems.fieldmanual.table_effects import words as w
from gearlock.systems.fieldmanual.table_effects.orders import TaintGround
from gearlock.systems.fieldmanual.table_effects.white_sand import WHERE, aim_taint, guess_taint, refuse_taint

TABLE_EFFECTS: Chapter[State] = Chapter(
    "Table Effects and Unusual Events",
    orders=(OrderRules(TaintGround, WHERE, refuse_taint, guess=guess_taint, aim=aim_taint),),
    events={e.SandCounted: w.counted, e.SandFound: w.found, e.TemperaturesFelt: w.felt},
)
