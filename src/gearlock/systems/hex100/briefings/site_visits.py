"""How the orders that objectives bring are carried out."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.hex100.actions.pool import spend
from gearlock.systems.hex100.briefings import orders as o
from gearlock.systems.hex100.briefings.events import LeftMap, SiteHackRolled, SiteVisited
from gearlock.systems.hex100.briefings.objectives import HACK, SCAN
from gearlock.systems.hex100.briefings.sites import exit_at, site_at
from gearlock.systems.hex100.cyber.jamming import use_ecm
from gearlock.systems.hex100.detection.events import Detected
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.terror.dismounting import riders_by_finding, settle
from gearlock.systems.hex100.state import UNKNOWN, State, other


@rule("hex100.briefing")
def resolve_leave(ctx: Ctx[State], order: o.Leave) -> Script[None]:
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


@rule("hex100.briefing")
def resolve_scan(ctx: Ctx[State], order: o.ScanSite) -> Script[None]:
    """A utility action, without a die."""
    spend(ctx, order.unit, "utility")
    ctx.emit(SiteVisited(order.unit, order.q, order.r, SCAN))
    yield from ()


@rule("hex100.briefing", "hex100.hacking")
def resolve_site_hack(ctx: Ctx[State], order: o.HackSite) -> Script[None]:
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
