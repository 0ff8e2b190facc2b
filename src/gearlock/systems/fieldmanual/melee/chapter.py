"""Melee Combat: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.melee import events as e
from gearlock.systems.fieldmanual.melee import words as w
from gearlock.systems.fieldmanual.melee.blows import STUN_QUESTION, refuse_strike, refuse_stun
from gearlock.systems.fieldmanual.melee.free_strikes import FREE_STRIKE, refuse_free_strike, resolve_strike
from gearlock.systems.fieldmanual.melee.grappling import GRAPPLE, refuse_grapple
from gearlock.systems.fieldmanual.melee.orders import Grapple, Strike, StunInstead
from gearlock.systems.fieldmanual.state import State

MELEE: Chapter[State] = Chapter(
    "Melee Combat",
    orders=(
        OrderRules(Strike, "act", by_order(refuse_strike), resolve_strike),
        OrderRules(Strike, FREE_STRIKE, refuse_free_strike),
        OrderRules(StunInstead, STUN_QUESTION, refuse_stun),
        OrderRules(Grapple, GRAPPLE, refuse_grapple),
    ),
    events={
        e.BlowStruck: w.struck,
        e.BlowResolved: w.resolved,
        e.Grappled: w.grappled,
        e.HoldLost: w.hold_lost,
    },
)
