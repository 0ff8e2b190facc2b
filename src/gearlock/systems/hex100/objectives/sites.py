"""Sites of a briefing: where a unit may leave, what it may scan or hack from where it stands, and doing it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.contacts import hexes
from gearlock.systems.hex100.damage.dismounting import riders_by_finding, settle
from gearlock.systems.hex100.detection.events import Detected
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.electronic_warfare.jamming import ECM_RANGE, refuse_ecm, use_ecm
from gearlock.systems.hex100.movement_types import in_siege
from gearlock.systems.hex100.objectives.events import LeftMap, SiteHackRolled, SiteVisited
from gearlock.systems.hex100.objectives.objectives import HACK, SCAN
from gearlock.systems.hex100.objectives.orders import HackSite, Leave, ScanSite
from gearlock.systems.hex100.plan import Objective
from gearlock.systems.hex100.state import UNKNOWN, State, Unit, other
from gearlock.table.hexes import Hex, distance


def objectives_of(state: State, seat: str, kind: str) -> Iterator[Objective]:
    """The objectives of this kind that count for a side."""
    return (each for each in state.scene.plan.objectives if each.kind == kind and each.seat in ("", seat))


def exit_at(state: State, unit: Unit) -> Objective | None:
    """The objective for which a unit may leave the map where it stands."""
    for each in objectives_of(state, unit.seat, "exit"):
        if unit.hex in each.hexes and (not each.units or unit.id in each.units):
            return each
    return None


def site_at(state: State, seat: str, kind: str, hex_: Hex) -> Objective | None:
    """The objective of a side to scan or hack what stands in a hex."""
    return next((each for each in objectives_of(state, seat, kind) if hex_ in each.hexes), None)


def open_sites(state: State, seat: str, kind: str) -> list[Hex]:
    """The hexes that a side has still to scan or hack."""
    done = {(q, r) for q, r, by, how in state.sites if (by, how) == (seat, kind)}
    return [hex_ for each in objectives_of(state, seat, kind) for hex_ in each.hexes if hex_ not in done]


@heeds("hex100.briefing")
def refuse_leave(state: State, unit: Unit, order: Leave) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why a unit cannot leave the map: its orders must say so, and it must stand where they say."""
    if unit.sieging:
        return in_siege()
    if exit_at(state, unit) is not None:
        return refuse_payment(unit, "move")
    zones = [each.zone for each in objectives_of(state, unit.seat, "exit") if not each.units or unit.id in each.units]
    if not zones:
        return Refusal("no-exit", "hex100.briefing", "The briefing lets this unit leave the map nowhere.")
    return Refusal("not-in-zone", "hex100.briefing", f"The unit leaves the map from the zone {' or '.join(zones)}.")


def _refuse_site(state: State, unit: Unit, kind: str, hex_: Hex) -> Refusal | None:
    if site_at(state, unit.seat, kind, hex_) is None:
        return Refusal("no-such-site", "hex100.briefing", f"The briefing has nothing to {kind} in that hex.")
    if hex_ not in open_sites(state, unit.seat, kind):
        return Refusal("done", "hex100.briefing", f"Nothing is left to {kind} there: that is done.")
    return None


@heeds("hex100.briefing")
def refuse_scan(state: State, unit: Unit, order: ScanSite) -> Refusal | None:
    """Why a unit cannot scan a site: it needs to be near and in line of sight."""
    hex_ = (order.q, order.r)
    refusal = _refuse_site(state, unit, SCAN, hex_) or refuse_payment(unit, "utility")
    objective = site_at(state, unit.seat, SCAN, hex_)
    if refusal is not None or objective is None:
        return refusal
    away = distance(unit.hex, hex_)
    if away > objective.reach:
        message = f"The site is scanned from {hexes(objective.reach)} away or less; it is {away} away."
        return Refusal("out-of-range", "hex100.briefing", message, {"distance": away, "range": objective.reach})
    if not state.land.is_clear(unit.hex, hex_):
        return Refusal("no-line-of-sight", "hex100.los-blocking", "A scan needs a line of sight to the site.")
    return None


@heeds("hex100.briefing", "hex100.hacking")
def refuse_site_hack(state: State, unit: Unit, order: HackSite) -> Refusal | None:
    """Why a unit cannot hack a site: ECM equipment within its reach, as against a unit."""
    hex_ = (order.q, order.r)
    refusal = _refuse_site(state, unit, HACK, hex_) or refuse_ecm(state, unit)
    if refusal is not None:
        return refusal
    if unit.jammed:
        return Refusal("jammed", "hex100.jamming", "A jammed unit cannot hack.")
    away = distance(unit.hex, hex_)
    if away <= ECM_RANGE:
        return None
    message = f"ECM reaches {hexes(ECM_RANGE)}; the site is {away} away."
    return Refusal("out-of-range", "hex100.jamming", message, {"distance": away, "range": ECM_RANGE})


@heeds("hex100.briefing")
def resolve_leave(ctx: Ctx[State], order: Leave) -> Script[None]:
    """A move action, and the unit is gone; what depended on it is looked at again."""
    objective = exit_at(ctx.state, ctx.state.units[order.unit])
    assert objective is not None, "who leaves stands where it may"
    spend(ctx, order.unit, "move")
    enemy = other(ctx.state.units[order.unit].seat)
    if order.unit in ctx.state.known[enemy]:
        ctx.emit(Detected(enemy, order.unit, UNKNOWN, ctx.state.contacts[enemy][order.unit]))
    riders = riders_by_finding(ctx.state, order.unit)
    ctx.emit(LeftMap(order.unit, objective.zone))
    settle(ctx, riders)
    look_again(ctx)
    yield from ()


@heeds("hex100.briefing")
def resolve_scan(ctx: Ctx[State], order: ScanSite) -> Script[None]:
    """A utility action, without a die."""
    spend(ctx, order.unit, "utility")
    ctx.emit(SiteVisited(order.unit, order.q, order.r, SCAN))
    yield from ()


@heeds("hex100.briefing", "hex100.hacking")
def resolve_site_hack(ctx: Ctx[State], order: HackSite) -> Script[None]:
    """A utility action with ECM equipment: the hacker gets in unless it rolls under the rating of the site."""
    unit = ctx.state.units[order.unit]
    objective = site_at(ctx.state, unit.seat, HACK, (order.q, order.r))
    assert objective is not None, "a legal hack has a site"
    use_ecm(ctx, order.unit)
    rating = objective.rating
    roll = Roll("hack a site", 1, 100, 0, unit.seat, order.unit, "hex100.hacking", (rating,), ill=True)
    (face,) = yield from throw(roll)
    ctx.emit(SiteHackRolled(order.unit, order.q, order.r, rating, face))
    if face >= rating:
        ctx.emit(SiteVisited(order.unit, order.q, order.r, HACK))
