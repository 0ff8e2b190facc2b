"""What objectives let a unit do: options, refusals, previews."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import OddsCard, Preview
from gearlock.systems.hex100.briefings import orders as o
from gearlock.systems.hex100.briefings.arriving import refuse_place
from gearlock.systems.hex100.briefings.objectives import HACK, SCAN
from gearlock.systems.hex100.briefings.orders import Deploy
from gearlock.systems.hex100.briefings.placements import open_placements, places_for
from gearlock.systems.hex100.briefings.sites import (
    exit_at,
    open_sites,
    refuse_leave,
    refuse_scan,
    refuse_site_hack,
    site_at,
)
from gearlock.systems.hex100.contacts import place_name
from gearlock.systems.hex100.forces.loadout import legal_loads
from gearlock.systems.hex100.moving.answers import BAD_FACING
from gearlock.systems.hex100.moving.movement import is_facing
from gearlock.systems.hex100.moving.pointing import hexside
from gearlock.systems.hex100.state import State, Unit

DONE = 1.0
"""What it is worth to meet an objective: as much as a whole enemy unit."""


def offer_objectives(state: State, unit: Unit) -> Iterator[Option]:
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


def preview_leave(state: State, unit: Unit, order: o.Leave) -> Preview:  # noqa: ARG001 - one of the previews
    objective = exit_at(state, unit)
    if objective is None:
        return Preview()
    return Preview(gives=DONE, notes=(f"{objective.points} points; the unit is out of the battle.",))


def preview_scan(state: State, unit: Unit, order: o.ScanSite) -> Preview:
    objective = site_at(state, unit.seat, SCAN, (order.q, order.r))
    if objective is None:
        return Preview()
    return Preview(gives=DONE, notes=(f"{objective.points} points.",), spot=(order.q, order.r, 0))


def preview_hack(state: State, unit: Unit, order: o.HackSite) -> Preview:
    objective = site_at(state, unit.seat, HACK, (order.q, order.r))
    if objective is None:
        return Preview()
    chance = max(0, 100 - objective.rating) / 100
    note = f"Gets in on {objective.rating} or more; {objective.points} points."
    return Preview(odds=OddsCard(chance, 0.0, {}), gives=DONE * chance, notes=(note,), spot=(order.q, order.r, 0))


@rule("hex100.deployment")
def refuse_deploy(state: State, ask: Ask, order: Deploy) -> Refusal | None:
    if order.unit not in ask.about:
        return Refusal("no-such-unit", "hex100.deployment", "That unit does not wait to be placed.")
    if not is_facing(order.facing):
        return BAD_FACING
    return refuse_place(state, ask.seat, order)


def offer_places(state: State, ask: Ask) -> Iterator[Option]:
    """Every unit that waits, once for each zone open to it, a tank once for each way to load its guns."""
    for unit in ask.about:
        machine, zones = state.machine(unit), [each.zone for each in open_placements(state, unit)]
        for load, zone in product(legal_loads(machine), zones):
            rounds = ", ".join(token.partition(":")[2] for token in load)
            where = f" in {zone}" if len(zones) > 1 else ""
            label = f"Place the {machine.name}{where}" + (f", {rounds} loaded" if load else "")
            yield Place(label, Deploy(unit, load=load), ask.rule, unit=unit, zone=zone)


def guess_place(state: State, _ask: Ask, order: Deploy, chooser: Chooser, _attempt: int) -> Order:
    """Anywhere it may begin; sorted, because a set has no order that all machines agree on."""
    q, r = chooser.choice(sorted(places_for(state, order.unit)))
    return Deploy(order.unit, q, r, chooser.randrange(0, 6), order.load)


def aim_place(_state: State, ask: Ask, order: Deploy, spot: Aim) -> Order:
    """The hex pointed at, looking at the enemy's edge unless something else is asked for."""
    ahead = 1 if ask.seat == "red" else 4
    return Deploy(order.unit, spot.x, spot.y, ahead if spot.facing is None else hexside(spot.facing), order.load)
