"""9.3 and 9.4: transport and Fortifications: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.transport import answers as a
from gearlock.systems.brigands.transport import events as e
from gearlock.systems.brigands.transport import words as w
from gearlock.systems.brigands.transport.bailing_out import refuse_bail_out
from gearlock.systems.brigands.transport.orders import BailOut, Disembark, Embark
from gearlock.systems.brigands.transport.transport import refuse_disembark, resolve_disembark

TRANSPORT: Chapter[State] = Chapter(
    "9.3 and 9.4: transport and Fortifications",
    orders=(
        OrderRules(Embark, "embark", a.refuse_embarking),
        OrderRules(
            Disembark,
            "act",
            by_order(refuse_disembark),
            resolve_disembark,
            a.guess_disembark,
            aim=a.aim_disembark,
        ),
        OrderRules(
            BailOut,
            "bail-out",
            by_order(refuse_bail_out),
            guess=a.guess_bail_out,
            aim=a.aim_bail_out,
        ),
    ),
    events={
        e.Embarked: w.embarked,
        e.Disembarked: w.disembarked,
    },
)
