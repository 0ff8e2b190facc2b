"""Hexes to shell, made up at random or pointed at."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.hex100.attacks.orders import Bombard
from gearlock.systems.hex100.contacts import known_enemies
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.movement.guesses import ERRAND
from gearlock.systems.hex100.objectives.wanted_places import sites_to_raze
from gearlock.systems.hex100.state import State
from gearlock.table.hexes import Hex, disc, distance

CLOSE_BY = 0.8
"""How often a hex to shell is looked for beside a known enemy."""


def _shelled(state: State, order: Bombard, chooser: Chooser) -> Hex:
    """A hex to shell: mostly one whose blast would reach a known enemy, now and then any."""
    unit = state.units[order.unit]
    found = find_weapon(state, unit, order.weapon)
    reach, radius = (found[1].range, max(1, found[1].radius)) if found else (0, 1)
    wanted = (
        [hex_ for hex_ in sites_to_raze(state, unit, found[1]) if distance(unit.hex, hex_) <= reach] if found else []
    )
    if wanted and chooser.random() < ERRAND:
        return chooser.choice(wanted)
    near = [hex_ for hex_ in known_enemies(state, unit.seat) if distance(unit.hex, hex_) <= reach + radius]
    if near and chooser.random() < CLOSE_BY:
        _, *around = disc(chooser.choice(near), radius)
        return chooser.choice(around)
    return unit.q + chooser.randrange(-reach, reach + 1), unit.r + chooser.randrange(-reach, reach + 1)


def guess_bombardment(state: State, _ask: Ask, order: Bombard, chooser: Chooser, _attempt: int) -> Order:
    """A hex to shell."""
    return Bombard(order.unit, order.weapon, *_shelled(state, order, chooser), order.pay)


def aim_bombardment(_state: State, _ask: Ask, order: Bombard, spot: Aim) -> Order:
    """The hex pointed at."""
    return Bombard(order.unit, order.weapon, spot.x, spot.y, order.pay)
