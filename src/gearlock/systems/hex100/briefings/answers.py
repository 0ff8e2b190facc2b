"""What objectives let a unit do: options, refusals, previews."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.view import OddsCard, Preview
from gearlock.systems.hex100.briefings import orders as o
from gearlock.systems.hex100.briefings.objectives import HACK, SCAN
from gearlock.systems.hex100.briefings.sites import (
    exit_at,
    open_sites,
    refuse_leave,
    refuse_scan,
    refuse_site_hack,
    site_at,
)
from gearlock.systems.hex100.sensing.naming import place_name
from gearlock.systems.hex100.state import State, Unit

DONE = 1.0
"""What it is worth to meet an objective: as much as a whole enemy unit."""


def briefing_options(state: State, unit: Unit) -> Iterator[Option]:
    """Leave the map, scan or hack a site, where the unit stands right for it."""
    if exit_at(state, unit) is not None and refuse_leave(state, unit, o.Leave(unit.id)) is None:
        yield Pick("Leave the map", o.Leave(unit.id), "hex100.briefing")
    for q, r in open_sites(state, unit.seat, SCAN):
        if refuse_scan(state, unit, o.ScanSite(unit.id, q, r)) is None:
            yield Pick(f"Scan {_site_name(state, unit, SCAN, q, r)}", o.ScanSite(unit.id, q, r), "hex100.briefing")
    for q, r in open_sites(state, unit.seat, HACK):
        if refuse_site_hack(state, unit, o.HackSite(unit.id, q, r)) is None:
            yield Pick(f"Hack {_site_name(state, unit, HACK, q, r)}", o.HackSite(unit.id, q, r), "hex100.hacking")


def _site_name(state: State, unit: Unit, kind: str, q: int, r: int) -> str:
    objective = site_at(state, unit.seat, kind, (q, r))
    name = objective.name if objective is not None else ""
    return f"{name} at {place_name(q, r)}" if name else place_name(q, r)


def _leave_preview(state: State, unit: Unit, order: o.Leave) -> Preview:  # noqa: ARG001 - one of the previews
    objective = exit_at(state, unit)
    if objective is None:
        return Preview()
    return Preview(gives=DONE, notes=(f"{objective.points} points; the unit is out of the battle.",))


def _scan_preview(state: State, unit: Unit, order: o.ScanSite) -> Preview:
    objective = site_at(state, unit.seat, SCAN, (order.q, order.r))
    if objective is None:
        return Preview()
    return Preview(gives=DONE, notes=(f"{objective.points} points.",), spot=(order.q, order.r, 0))


def _hack_preview(state: State, unit: Unit, order: o.HackSite) -> Preview:
    objective = site_at(state, unit.seat, HACK, (order.q, order.r))
    if objective is None:
        return Preview()
    chance = max(0, 100 - objective.rating) / 100
    note = f"Gets in on {objective.rating} or more; {objective.points} points."
    return Preview(odds=OddsCard(chance, 0.0, {}), gives=DONE * chance, notes=(note,), spot=(order.q, order.r, 0))


BRIEFING_ACTS: dict[type[Order], Callable[[State, Unit, Any], Refusal | None]] = {
    o.Leave: refuse_leave,
    o.ScanSite: refuse_scan,
    o.HackSite: refuse_site_hack,
}
"""Why the acting unit may not."""

BRIEFING_PREVIEWS: dict[type[Order], Callable[[State, Unit, Any], Preview]] = {
    o.Leave: _leave_preview,
    o.ScanSite: _scan_preview,
    o.HackSite: _hack_preview,
}
