"""Areas: who is caught by Area Effect, Blast and Spray, and what an area does beside hits."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.attacks.uses import Use
from gearlock.systems.fieldmanual.damage.harm import Hit, resolve_hit, stun
from gearlock.systems.fieldmanual.damage.sides import Origin, armor_of
from gearlock.systems.fieldmanual.lock_and_cover.locks import has_lock
from gearlock.systems.fieldmanual.lock_and_cover.measuring import centre_gap, gap_to
from gearlock.systems.fieldmanual.lock_and_cover.sightings import look_between
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_touches
from gearlock.table.measure import INCH

NO_TERRAIN = ("open", "road", "water")
"""Kinds of ground that shelter nobody from a shockwave."""
Point = tuple[int, int, int]


def models(state: State) -> list[Unit]:
    """All models on the table; drones are none."""
    return [unit for unit in state.units.values() if unit.is_fielded and unit.card.kind != "drone"]


@rule("fieldmanual.wt-ae")
@heeds("fieldmanual.indirect-attack", "fieldmanual.placed-attack", "fieldmanual.rof-spray-indirect")
def caught_at(state: State, point: Point, use: Use, attacker: str = "") -> list[Unit]:
    """Who has to defend against something that lands at a point: whoever is over it, and all within its radius.

    Area Effect and Blast are measured to the middle of a base, a bare Spray to its edge, and it spares the attacker.
    """
    return [unit for unit in models(state) if is_caught(unit, point, use, attacker)]


@heeds("fieldmanual.wt-ae", "fieldmanual.indirect-attack", "fieldmanual.rof-spray-indirect")
def is_caught(unit: Unit, point: Point, use: Use, attacker: str = "") -> bool:
    """Whether a model has to defend against something that lands at a point."""
    x, y, z = point
    if use.area:
        return centre_gap(unit, x, y, z) <= use.area or gap_to(unit, x, y) == 0
    if use.spray and (unit.id == attacker or gap_to(unit, x, y, z) <= use.spray * INCH):
        return unit.id != attacker
    return gap_to(unit, x, y) == 0


@rule("fieldmanual.rof-spray")
def sprayed_at(state: State, attacker: Unit, point: Point, spray: int) -> list[Unit]:
    """Who is affected by a Spray of direct fire: all within its radius in inches to whom the attacker has Lock.

    Not who has full Solid cover from the point, and never the attacker or a base of its Combined Model.
    """
    x, y, z = point
    own = {part.id for part in state.parts(attacker)}
    near = [unit for unit in models(state) if unit.id not in own and gap_to(unit, x, y, z) <= spray * INCH]
    return [unit for unit in near if has_lock(state, attacker, unit) and not is_screened(state, point, unit)]


@heeds("fieldmanual.rof-spray")
def is_screened(state: State, point: Point, unit: Unit) -> bool:
    """Whether Solid terrain hides all of a model from a point."""
    x, y, z = point
    return look_between(state, Body(x, y, z, 0, 1), unit.body, (unit,)).is_walled


@heeds("fieldmanual.wt-ae", "fieldmanual.rof-spray-indirect")
def around(state: State, target: Unit, use: Use) -> list[Unit]:
    """Who else is in the area of direct fire that hit: from the middle of the target to the middle of the others."""
    near = (unit for unit in models(state) if unit.id != target.id)
    return [unit for unit in near if centre_gap(unit, target.x, target.y, target.z) <= use.area]


@heeds("fieldmanual.wt-ae")
def is_concussed(unit: Unit, use: Use) -> bool:
    """Whether an area that touches a model stuns it: its Armor is no more than twice the DM."""
    return bool(use.area) and bool(unit.card.armor) and armor_of(unit) <= 2 * use.multiplier


@rule("fieldmanual.wt-blast")
def is_blasted(state: State, unit: Unit, use: Use) -> bool:
    """Whether the shockwave of a Blast strikes a model: it touches no piece of terrain."""
    return "Blast" in use.weapon.traits and not touches_terrain(state, unit)


@heeds("fieldmanual.wt-blast")
def touches_terrain(state: State, unit: Unit) -> bool:
    """Whether it is in base contact with terrain, or in it, at its own height."""
    body, reach = unit.body, unit.card.radius + 1
    near = state.ground.pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach)
    return any(
        piece.kind not in NO_TERRAIN and piece.top > body.z and footprint_touches(body, piece.outline) for piece in near
    )


@heeds("fieldmanual.wt-blast", "fieldmanual.wt-ae")
def resolve_shockwave(ctx: Ctx[State], touched: list[str], use: Use, origin: Origin, attacker: str) -> Script[None]:
    """What an area does to everybody in it, hit or not: Blast strikes as a margin of 1 and stuns; concussion stuns."""
    for name in touched:
        blasted = is_blasted(ctx.state, ctx.state.units[name], use)
        if blasted:
            hit = Hit(use.multiplier, 1, tuple(use.weapon.traits), attacker, origin, f"{use.weapon.id}, blast")
            yield from resolve_hit(ctx, name, hit)
        if blasted or is_concussed(ctx.state.units[name], use):
            stun(ctx, name, "blast" if blasted else "concussion")
