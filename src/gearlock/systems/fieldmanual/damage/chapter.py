"""Damage: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.damage import events as e
from gearlock.systems.fieldmanual.damage import words as w
from gearlock.systems.fieldmanual.damage.orders import Quench, ShakeStun, StandUp
from gearlock.systems.fieldmanual.damage.recovering import (
    STUNNED,
    refuse_quench,
    refuse_shake,
    refuse_stand_up,
    resolve_quench,
    resolve_shake,
    resolve_stand_up,
)
from gearlock.systems.fieldmanual.state import State

DAMAGE: Chapter[State] = Chapter(
    "Damage",
    orders=(
        OrderRules(ShakeStun, ("act", STUNNED), by_order(refuse_shake), resolve_shake),
        OrderRules(StandUp, "act", by_order(refuse_stand_up), resolve_stand_up),
        OrderRules(Quench, "act", by_order(refuse_quench), resolve_quench),
    ),
    events={
        e.Damaged: w.damaged,
        e.Stunned: w.stunned,
        e.StunShaken: w.shaken,
        e.KnockedDown: w.knocked_down,
        e.StoodUp: w.stood_up,
        e.HaywireRolled: w.haywire,
        e.ArmorCrushed: w.crushed,
        e.SetAlight: w.alight,
        e.Burned: w.burned,
        e.FireQuenched: w.quenched,
        e.CrewEjected: w.ejected,
    },
)
