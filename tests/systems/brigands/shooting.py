"""One model shooting at another, and the modifier lines of its attack."""

from __future__ import annotations

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.attacks.attack import Attack, strikes_of
from gearlock.systems.brigands.attacks.modifiers import duel_of
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.field import NORTH, SOUTH, Stand, give, lay


def facing(distance: float, *blue: Stand, model: str = "hunter", posture: str = COMBAT_SPEED) -> Battle[State]:
    """A model at 10, 10 facing north, active; an enemy so many inches of gap north of it, and perhaps others."""
    battle = lay([(model, 10, 10, NORTH)], [("hunter", 10, 10 + distance + 1.182, SOUTH), *blue])
    give(battle, Activate("red-1", posture))
    return battle


def fire(weapon: str = "LAC", category: str = "Ballistic", *targets: str) -> Attack:
    return Attack("red-1", weapon, category, targets or ("blue-1",))


def lines(battle: Battle[State], order: Attack, number: int = 0) -> tuple[dict[str, int], dict[str, int]]:
    """Modifier lines of one Strike of an order, by label."""
    unit = battle.state.units[order.unit]
    strike = strikes_of(battle.state, unit, unit.line.weapons[order.weapon], order)[number]
    attack, defence, _ = duel_of(battle.state, strike)
    return {line.label: line.value for line in attack}, {line.label: line.value for line in defence}
