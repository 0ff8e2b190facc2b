"""2.6.7: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.tactical.attacks import events as e
from gearlock.systems.tactical.attacks import words as w
from gearlock.systems.tactical.attacks.answers import refuse_own
from gearlock.systems.tactical.attacks.exchange import resolve_attack
from gearlock.systems.tactical.attacks.orders import Attack, HoldFire
from gearlock.systems.tactical.attacks.snap_fire import SNAP, refuse_hold, refuse_snap
from gearlock.systems.tactical.state import State

ATTACKS: Chapter[State] = Chapter(
    "2.6.7: Ranged Combat",
    orders=(
        OrderRules(Attack, "act", refuse_own, resolve_attack),
        OrderRules(Attack, SNAP, refuse_snap),
        OrderRules(HoldFire, SNAP, refuse_hold),
    ),
    events={e.AttackDeclared: w.declared, e.AttackMet: w.met, e.FireHeld: None},
)
