"""9.5 to 9.7: vehicles of several parts, recovery and medics, VTOLs: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.machines import events as e
from gearlock.systems.brigands.machines import words as w
from gearlock.systems.brigands.machines.mending import refuse_patch_up, refuse_repair, resolve_patch_up, resolve_repair
from gearlock.systems.brigands.machines.orders import PatchUp, Repair
from gearlock.systems.brigands.state import State

MACHINES: Chapter[State] = Chapter(
    "9.5 to 9.7: vehicles of several parts, recovery and medics, VTOLs",
    orders=(
        OrderRules(Repair, "act", by_order(refuse_repair), resolve_repair),
        OrderRules(PatchUp, "act", by_order(refuse_patch_up), resolve_patch_up),
    ),
    events=(e.TookOff, e.Flew, e.Landed, e.Repaired, e.PatchedUp),
    words={e.TookOff: w.took_off, e.Landed: w.landed, e.Repaired: w.repaired, e.PatchedUp: w.patched_up},
)
