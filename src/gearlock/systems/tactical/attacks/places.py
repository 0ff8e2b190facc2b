"""3.4.4, 3.4.5: fire at places and not at units: what it needs, and points made up or pointed at."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.orders import Kindle, Saturate
from gearlock.systems.tactical.attacks.targets import refuse_gun, refuse_reach
from gearlock.systems.tactical.attacks.uses import Use, band_of
from gearlock.systems.tactical.cards import Mount
from gearlock.systems.tactical.line_of_sight.looks import look_at_point
from gearlock.systems.tactical.line_of_sight.measuring import distance_to
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.table.measure import INCH, advance

Placed = Saturate | Kindle


def far_to(state: State, unit: Unit, x: int, y: int) -> int:
    """The range to a point of the ground."""
    return distance_to(state, unit, x, y, state.ground.elevation(x, y))


@heeds("tactical.2.6.6", "tactical.2.6.6-firing-arcs", "tactical.2.6.7-range")
def judge_place(state: State, order: Placed, rule: str) -> tuple[Unit, Mount, int, int] | Refusal:
    """Who fires what at which point; or why it cannot: an Action, a working weapon, arc, range, and sight of it."""
    unit = state.units.get(order.unit)
    mount = None if unit is None else unit.mount(order.weapon)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", rule, f"{order.unit or 'Nobody'} is no unit on the table.")
    if mount is None:
        return Refusal("weapon", rule, f"The {unit.name} has no weapon '{order.weapon}'.")
    refusal = refuse_acting(unit) or refuse_gun(unit, mount)
    if refusal is not None:
        return refusal
    if order.x is None or order.y is None:
        return Refusal("point", rule, "Name the point to fire at.")
    x, y = order.x, order.y
    if not (0 <= x <= state.ground.width and 0 <= y <= state.ground.height):
        return Refusal("table", rule, "This point is off the table.")
    refusal = refuse_reach(unit, mount, x, y, far_to(state, unit, x, y), "This point")
    refusal = refusal or look_at_point(state, unit, x, y).reason
    return refusal or (unit, mount, x, y)


def use_at(state: State, unit: Unit, mount: Mount, x: int, y: int, bonus: int = 0) -> Use:
    """The weapon as it is used at a point, against everybody who is there."""
    band = band_of(mount.weapon, far_to(state, unit, x, y))
    assert band is not None, "the shot was found possible"
    return Use(mount.weapon, mount.id, band, bonus=bonus, spread=True)


def aim_place(_state: State, _ask: Ask, order: Placed, spot: Aim) -> Order | Refusal:
    """At the point somebody pointed at, the strip across or as it was turned."""
    if isinstance(order, Saturate):
        return Saturate(order.unit, order.weapon, spot.x, spot.y, spot.facing or 0)
    return Kindle(order.unit, order.weapon, spot.x, spot.y, order.rof)


def guess_place(state: State, _ask: Ask, order: Placed, chooser: Chooser, _attempt: int) -> Order | None:
    """Where an enemy is, or just ahead of it."""
    foes = list(state.fielded(opponent(state.units[order.unit].seat)))
    if not foes:
        return None
    foe = chooser.choice(foes)
    x, y = advance(foe.x, foe.y, foe.facing, chooser.randrange(0, 3) * INCH)
    if isinstance(order, Saturate):
        return Saturate(order.unit, order.weapon, x, y, chooser.randrange(0, 18) * 100)
    return Kindle(order.unit, order.weapon, x, y, order.rof)
