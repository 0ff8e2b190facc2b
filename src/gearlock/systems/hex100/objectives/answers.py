"""What objectives let a unit do."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.systems.hex100.contacts import place_name
from gearlock.systems.hex100.objectives.objectives import HACK, SCAN
from gearlock.systems.hex100.objectives.orders import HackSite, Leave, ScanSite
from gearlock.systems.hex100.objectives.sites import (
    exit_at,
    open_sites,
    refuse_leave,
    refuse_scan,
    refuse_site_hack,
    site_at,
)
from gearlock.systems.hex100.state import State, Unit


def offer_objectives(state: State, unit: Unit) -> Iterator[Option]:
    """Leave the map, scan or hack a site, where the unit stands right for it."""
    if exit_at(state, unit) is not None and refuse_leave(state, unit, Leave(unit.id)) is None:
        yield Pick("Leave the map", Leave(unit.id), "hex100.briefing")
    for q, r in open_sites(state, unit.seat, SCAN):
        if refuse_scan(state, unit, ScanSite(unit.id, q, r)) is None:
            yield Pick(f"Scan {_site_name(state, unit, SCAN, q, r)}", ScanSite(unit.id, q, r), "hex100.briefing")
    for q, r in open_sites(state, unit.seat, HACK):
        if refuse_site_hack(state, unit, HackSite(unit.id, q, r)) is None:
            yield Pick(f"Hack {_site_name(state, unit, HACK, q, r)}", HackSite(unit.id, q, r), "hex100.hacking")


def _site_name(state: State, unit: Unit, kind: str, q: int, r: int) -> str:
    objective = site_at(state, unit.seat, kind, (q, r))
    name = objective.name if objective is not None else ""
    return f"{name} at {place_name(q, r)}" if name else place_name(q, r)
