"""5.6, 5.7 and 2.5: damage, its effects, and falls: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.systems.brigands.damage import events as e
from gearlock.systems.brigands.damage import words as w
from gearlock.systems.brigands.state import State

DAMAGE: Chapter[State] = Chapter(
    "5.6, 5.7 and 2.5: damage, its effects, and falls",
    events={
        e.MarginalHitRolled: w.marginal,
        e.MarginalHitsRolled: w.marginals,
        e.Damaged: w.damaged,
        e.Afflicted: w.afflicted,
        e.Fell: w.fell,
    },
)
