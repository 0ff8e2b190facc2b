"""."""

from __future__ import annotations

from gearlock.kernel.view import OddsCard, Preview
from gearlock.systems.hex100.objectives.objectives import HACK, SCAN
from gearlock.systems.hex100.objectives.orders import HackSite, Leave, ScanSite
from gearlock.systems.hex100.objectives.sites import exit_at, site_at
from gearlock.systems.hex100.state import State, Unit

DONE = 1.0
"""What it is worth to meet an objective: as much as a whole enemy unit."""


def preview_leave(state: State, unit: Unit, order: Leave) -> Preview:  # noqa: ARG001 - one of the previews
    """The points of an exit."""
    objective = exit_at(state, unit)
    if objective is None:
        return Preview()
    return Preview(gives=DONE, notes=(f"{objective.points} points; the unit is out of the battle.",))


def preview_scan(state: State, unit: Unit, order: ScanSite) -> Preview:
    """The points of a site to scan."""
    objective = site_at(state, unit.seat, SCAN, (order.q, order.r))
    if objective is None:
        return Preview()
    return Preview(gives=DONE, notes=(f"{objective.points} points.",), spot=(order.q, order.r, 0))


def preview_hack(state: State, unit: Unit, order: HackSite) -> Preview:
    """The points of a site to hack, as often as the die lets the hacker in."""
    objective = site_at(state, unit.seat, HACK, (order.q, order.r))
    if objective is None:
        return Preview()
    chance = max(0, 100 - objective.rating) / 100
    note = f"Gets in on {objective.rating} or more; {objective.points} points."
    return Preview(odds=OddsCard(chance, 0.0, {}), gives=DONE * chance, notes=(note,), spot=(order.q, order.r, 0))
