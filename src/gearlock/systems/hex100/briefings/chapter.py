"""Briefings: deployment and objectives: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.actions.acting_unit import TRIES, acting
from gearlock.systems.hex100.briefings import answers as a
from gearlock.systems.hex100.briefings import events as e
from gearlock.systems.hex100.briefings import words as w
from gearlock.systems.hex100.briefings.orders import Deploy, HackSite, Leave, ScanSite
from gearlock.systems.hex100.briefings.site_visits import resolve_leave, resolve_scan, resolve_site_hack
from gearlock.systems.hex100.briefings.sites import refuse_leave, refuse_scan, refuse_site_hack
from gearlock.systems.hex100.state import State

BRIEFINGS: Chapter[State] = Chapter(
    "Briefings: deployment and objectives",
    orders=(
        OrderRules(Deploy, "deploy", a.refuse_deploy, guess=a.guess_place, aim=a.aim_place, tries=TRIES),
        OrderRules(Leave, "act", acting(refuse_leave), resolve_leave),
        OrderRules(ScanSite, "act", acting(refuse_scan), resolve_scan),
        OrderRules(HackSite, "act", acting(refuse_site_hack), resolve_site_hack),
    ),
    events=(e.Deployed, e.ObjectiveScored, e.LeftMap, e.SiteVisited, e.SiteHackRolled),
    words={
        e.Deployed: w.deployed,
        e.ObjectiveScored: w.scored,
        e.LeftMap: w.left_map,
        e.SiteVisited: w.visited,
        e.SiteHackRolled: w.hack_rolled,
    },
)
