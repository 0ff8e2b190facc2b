"""Damage, armour and EMP shock: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.damage import events as e
from gearlock.systems.hex100.damage import words as w
from gearlock.systems.hex100.damage.orders import SpendCharges
from gearlock.systems.hex100.damage.reactive import refuse_charges
from gearlock.systems.hex100.state import State

DAMAGE: Chapter[State] = Chapter(
    "Damage, armour and EMP shock",
    orders=(OrderRules(SpendCharges, "reactive", refuse_charges),),
    events={
        e.HitsCounted: None,
        e.ChargesSpent: w.charges_spent,
        e.Struck: w.struck,
        e.SwarmCut: w.swarm_cut,
        e.Destroyed: w.destroyed,
        e.Dismounted: w.dismounted,
        e.Shocked: w.shocked,
        e.Crashed: w.crashed,
        e.PoolCut: w.pool_cut,
    },
)
