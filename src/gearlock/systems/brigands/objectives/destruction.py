"""11.3: Objectives of destruction: Assassinate, Wipe Them Out, Demolitions and Lead by Example."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.objectives.progress import Progress
from gearlock.systems.brigands.objectives.who_is_left import actions_of, group_of, is_drone, is_left
from gearlock.systems.brigands.pursuit import Pursuit
from gearlock.systems.brigands.state import State, opponent


@rule("brigands.11.3-assassinate")
def assassination(state: State, pursuit: Pursuit) -> Progress:
    """The enemy Force Commander of the first hour is destroyed; whoever takes over is safe."""
    target = state.units.get(pursuit.target)
    if target is None:
        return Progress(False, "the enemy has no Force Commander")
    if is_left(target):
        return Progress(False, f"the {target.name} lives")
    return Progress(True, f"the {target.name} is destroyed")


@heeds("brigands.11.3-wipe-them-out")
def wiping_out(state: State, pursuit: Pursuit) -> Progress:
    """The marked Combat Group is down to half its starting Actions or less."""
    enemy = opponent(pursuit.seat)
    begun = actions_of(group_of(state, enemy, pursuit.group))
    left = actions_of(unit for unit in group_of(state, enemy, pursuit.group) if is_left(unit))
    return Progress(2 * left <= begun, f"{enemy} Combat Group {pursuit.group} has {left} of {begun} Actions")


@rule("brigands.11.3-demolitions")
def demolition(state: State, pursuit: Pursuit) -> Progress:
    """The Fortification is destroyed, by whomever."""
    target = state.units.get(pursuit.target)
    if target is None:
        return Progress(False, "the target is not placed")
    if is_left(target):
        return Progress(False, f"the target has Hull {target.hull} of {target.line.hull}")
    return Progress(True, "the target is destroyed")


@rule("brigands.11.3-lead-by-example")
def example(state: State, pursuit: Pursuit) -> Progress:
    """What the Duelist destroyed cost as much as the Duelist itself; drones are no trophies."""
    duelist = state.units[pursuit.target]
    fallen = (unit for unit in state.units.values() if unit.slayer == duelist.id and unit.seat != duelist.seat)
    trophies = sum(unit.tv for unit in fallen if not is_drone(unit))
    gone = "" if is_left(duelist) else ", and is destroyed"
    return Progress(trophies >= duelist.tv, f"the Duelist has destroyed {trophies} of {duelist.tv} TV{gone}")
