"""How rolls, Rerolls, Orders and promotions change the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gearlock.kernel.events import Event
from gearlock.odds.pools import pool_score
from gearlock.systems.brigands import events as e
from gearlock.systems.brigands.state import COORDINATED_ATTACK, EVADE, State
from gearlock.systems.brigands.underway import Bites, Rolled

BUILDING_ROLLS = 1
"""What a building always rolls."""


def _roll_attack(state: State, event: e.AttackRolled) -> None:
    sides = (
        (event.attack, event.attack_faces, event.attack_step),
        (event.defence, event.defence_faces, event.defence_step),
    )
    attack_bonus, defence_bonus = (result - pool_score(faces, step) if faces else 0 for result, faces, step in sides)
    state.bites = None
    state.rolled = Rolled(
        event.unit, event.weapon, event.target, event.attack, event.defence, len(event.attack_faces),
        len(event.defence_faces), attack_bonus, defence_bonus, 0, event.attack_step, event.defence_step,
    )  # fmt: skip


def _roll_on_building(state: State, event: e.BuildingRolled) -> None:
    bonus = event.result - pool_score(event.faces, event.step) if event.faces else 0
    state.bites = None
    state.rolled = Rolled(
        event.unit, event.weapon, "", event.result, BUILDING_ROLLS, len(event.faces), 0, bonus, 0, 0, event.step,
        building=event.building,
    )  # fmt: skip


def _roll_marginal_hits(state: State, event: e.MarginalHitsRolled) -> None:
    attack = event.weapon, event.raw, event.before
    state.rolled = None
    state.bites = Bites(
        event.unit, event.target, len(event.faces), event.damage, event.least, *attack, building=event.building
    )


def _roll_marginal_hit(state: State, event: e.MarginalHitRolled) -> None:
    if state.rolled is not None:
        state.rolled = replace(state.rolled, face=event.face)


def _reroll(state: State, event: e.Rerolled) -> None:
    if event.source == e.COMMAND_POINT:
        state.units[event.commander].command -= 1
    elif event.source == e.SKILL_POINT:
        state.units[event.unit].skill -= 1


def _give_order(state: State, event: e.OrderGiven) -> None:
    unit = state.units[event.unit]
    unit.command -= 1
    if event.name == COORDINATED_ATTACK:
        state.units[event.target].marks.append(event.name)
    elif event.name == EVADE:
        unit.marks.append(event.name)
    else:
        state.orders[event.name] = unit.id
    for steadied in event.steadied:
        state.units[steadied].steady = True


def _promote(state: State, event: e.Promoted) -> None:
    unit = state.units[event.unit]
    unit.rank, unit.command = event.rank, event.command


COMMAND_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.AttackRolled: _roll_attack,
    e.MarginalHitRolled: _roll_marginal_hit,
    e.MarginalHitsRolled: _roll_marginal_hits,
    e.BuildingRolled: _roll_on_building,
    e.Rerolled: _reroll,
    e.OrderGiven: _give_order,
    e.Promoted: _promote,
}
