"""9.6: Recovery and Medics: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.mending import events as e
from gearlock.systems.brigands.mending import words as w
from gearlock.systems.brigands.mending.orders import PatchUp, Repair
from gearlock.systems.brigands.mending.repairs import refuse_patch_up, refuse_repair, resolve_patch_up, resolve_repair
from gearlock.systems.brigands.state import State

MENDING: Chapter[State] = Chapter(
    "9.6: Recovery and Medics",
    orders=(
        OrderRules(Repair, "act", by_order(refuse_repair), resolve_repair),
        OrderRules(PatchUp, "act", by_order(refuse_patch_up), resolve_patch_up),
    ),
    events={
        e.Repaired: w.repaired,
        e.PatchedUp: w.patched_up,
    },
)
