"""Transports: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.state import State
from gearlock.systems.fieldmanual.transports import answers as a
from gearlock.systems.fieldmanual.transports import events as e
from gearlock.systems.fieldmanual.transports import transport as t
from gearlock.systems.fieldmanual.transports import words as w
from gearlock.systems.fieldmanual.transports.casualties import BAIL, refuse_bail
from gearlock.systems.fieldmanual.transports.orders import Disembark, Embark, GetOut, StepOff

TRANSPORTS: Chapter[State] = Chapter(
    "Transports",
    orders=(
        OrderRules(Embark, "act", by_order(t.refuse_embark), t.resolve_embark),
        OrderRules(
            Disembark, "act", by_order(t.refuse_disembark), t.resolve_disembark, a.guess_disembark, aim=a.aim_disembark
        ),
        OrderRules(GetOut, "act", by_order(t.refuse_leave), t.resolve_leave, a.guess_get_out, aim=a.aim_get_out),
        OrderRules(GetOut, BAIL, refuse_bail),
        OrderRules(StepOff, "act", by_order(t.refuse_step), t.resolve_step),
    ),
    events={
        e.Embarked: w.embarked,
        e.Disembarked: w.disembarked,
        e.SteppedOff: w.stepped_off,
        e.PassengerTested: w.tested,
    },
)
