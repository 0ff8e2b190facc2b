"""18.5: transport and buildings: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.state import State
from gearlock.systems.blitz.transport import answers as a
from gearlock.systems.blitz.transport import events as e
from gearlock.systems.blitz.transport import words as w
from gearlock.systems.blitz.transport.buildings import refuse_enter, refuse_get_out, resolve_enter, resolve_get_out
from gearlock.systems.blitz.transport.orders import Disembark, Embark, EnterBuilding, GetOut
from gearlock.systems.blitz.transport.thrown_out import refuse_thrown_out
from gearlock.systems.blitz.transport.transport import (
    refuse_disembark,
    refuse_embark,
    resolve_disembark,
    resolve_embark,
)

TRANSPORT: Chapter[State] = Chapter(
    "18.5: transport and buildings",
    orders=(
        OrderRules(Embark, "act", by_order(refuse_embark), resolve_embark),
        OrderRules(
            Disembark, "act", by_order(refuse_disembark), resolve_disembark, a.guess_disembark, aim=a.aim_disembark
        ),
        OrderRules(EnterBuilding, "act", by_order(refuse_enter), resolve_enter),
        OrderRules(GetOut, "act", by_order(refuse_get_out), resolve_get_out, a.guess_get_out, aim=a.aim_get_out),
        OrderRules(GetOut, "get-out", refuse_thrown_out),
    ),
    events={
        e.Embarked: w.embarked,
        e.Disembarked: w.disembarked,
        e.BuildingEntered: w.building_entered,
    },
)
