"""Objectives: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import acting
from gearlock.systems.hex100.objectives import events as e
from gearlock.systems.hex100.objectives import sites as s
from gearlock.systems.hex100.objectives import words as w
from gearlock.systems.hex100.objectives.orders import HackSite, Leave, ScanSite
from gearlock.systems.hex100.state import State

OBJECTIVES: Chapter[State] = Chapter(
    "Objectives",
    orders=(
        OrderRules(Leave, "act", acting(s.refuse_leave), s.resolve_leave),
        OrderRules(ScanSite, "act", acting(s.refuse_scan), s.resolve_scan),
        OrderRules(HackSite, "act", acting(s.refuse_site_hack), s.resolve_site_hack),
    ),
    events={
        e.ObjectiveScored: w.scored,
        e.LeftMap: w.left_map,
        e.SiteVisited: w.visited,
        e.SiteHackRolled: w.hack_rolled,
    },
)
