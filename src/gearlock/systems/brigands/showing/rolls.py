"""Rolls as lines of a battle's story, each with the dice behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line, Throw
from gearlock.odds.pools import is_marginal, sure_damage
from gearlock.systems.brigands import events as e
from gearlock.systems.brigands.attacking.damage import harm_of
from gearlock.systems.brigands.dice import STEP
from gearlock.systems.brigands.showing.throws import marginal_throw, pool_throw, single_throw
from gearlock.systems.brigands.state import State

_ROLL_OFFS = {
    "zones": (" for the side", "brigands.11.4a"),
    "fortifications": (" for Fortifications", "brigands.11.4d"),
    "pathfinders": (" for Pathfinders", "brigands.11.4c"),
}


def _name(state: State, unit: str) -> str:
    return state.units[unit].name


def _dice(faces: tuple[int, ...], step: int = STEP) -> str:
    """The faces of a roll, and from which on dice add if that is not the usual one."""
    adding = f" ({step}+ adds)" if step != STEP else ""
    return f"[{' '.join(map(str, faces))}]{adding}" if faces else "no dice"


def _rolled_off(state: State, event: e.RolledOff) -> Line:
    result = f"{event.winner} decides" if event.winner else "again"
    what, rule_id = _ROLL_OFFS.get(state.phase, ("", "brigands.11.4b"))
    rolls = Throw("red", (event.red,), rule=rule_id), Throw("blue", (event.blue,), rule=rule_id)
    return Line(f"Roll-off{what}: red {event.red}, blue {event.blue}: {result}.", (), rule_id, rolls)


def _initiative(_state: State, event: e.InitiativeRolled) -> Line:
    result = f"{event.winner} wins" if event.winner else "again"
    sums = f"red {event.red} (rolled {event.red_die}), blue {event.blue} (rolled {event.blue_die})"
    rule_id, source = "brigands.1.8-initiative", "rank and Init of the Commander"
    rolls = (
        single_throw("red", event.red_die, event.red, rule_id, source),
        single_throw("blue", event.blue_die, event.blue, rule_id, source),
    )
    return Line(f"Initiative: {sums}: {result}.", (), rule_id, rolls)


def _marginals(state: State, event: e.MarginalHitsRolled) -> Line:
    rolls = (marginal_throw("Marginal Hits", event.faces, event.damage),)
    if event.building:
        what = f"Marginal Hits ({event.cause}) on the {state.ground.piece(event.building).name}"
        return Line(f"{what}: {_dice(event.faces)}, {event.damage} damage.", (event.unit,), "brigands.5.6a", rolls)
    what = f"Marginal Hits ({event.cause}) on {_name(state, event.target)}"
    infantry = state.units[event.target].line.type == "Infantry"
    most = "; Infantry loses at most 1 to an attack without AI" if infantry and event.damage else ""
    text = f"{what}: {_dice(event.faces)}, {event.damage} damage{most}."
    return Line(text, (event.unit, event.target), "brigands.5.6a", rolls)


def _rolled(state: State, event: e.AttackRolled) -> Line:
    attack, defence = _dice(event.attack_faces, event.attack_step), _dice(event.defence_faces, event.defence_step)
    sides = f"{attack} = {event.attack} against {defence} = {event.defence}"
    slipped = "miss, as the target is Agile" if event.margin >= 0 else "miss"
    result = f"hit with MoS {event.margin}{_held(state, event)}" if event.hit else slipped
    unit, target = _name(state, event.unit), _name(state, event.target)
    rolls = (
        pool_throw(f"{unit} attacks", event.attack_faces, event.attack_lines, event.attack, event.attack_step),
        pool_throw(f"{target} defends", event.defence_faces, event.defence_lines, event.defence, event.defence_step),
    )
    return Line(f"{unit} on {target}: {sides}: {result}.", (event.unit, event.target), "brigands.1.2b", rolls)


def _held(state: State, event: e.AttackRolled) -> str:
    """What is said of a hit that armor stops."""
    unit, target = state.units[event.unit], state.units[event.target]
    weapon = unit.line.weapons[event.weapon]
    harm = harm_of(weapon, target.line, not target.is_fielded)
    if is_marginal(event.margin, harm):
        return ", a Marginal Hit"
    return "" if sure_damage(event.margin, harm) else f", which Armor {target.line.armor} stops"


def _marginal(state: State, event: e.MarginalHitRolled) -> Line:
    text = f"Marginal Hit on {_name(state, event.target)}: {event.face}, {event.damage} damage."
    rolls = (marginal_throw("Marginal Hit", (event.face,), event.damage),)
    return Line(text, (event.unit, event.target), "brigands.5.6a", rolls)


def _building_rolled(state: State, event: e.BuildingRolled) -> Line:
    building = state.ground.piece(event.building).name
    text = f"{_name(state, event.unit)} on the {building}: {_dice(event.faces, event.step)} = {event.result} against 1."
    label, rule_id = f"{_name(state, event.unit)} attacks", "brigands.3.2b-attack"
    rolls = (pool_throw(label, event.faces, event.lines, event.result, event.step, rule_id),)
    return Line(text, (event.unit,), rule_id, rolls)


ROLL_WORDS: dict[type[Event], Callable[[State, Any], Line]] = {
    e.RolledOff: _rolled_off,
    e.InitiativeRolled: _initiative,
    e.MarginalHitsRolled: _marginals,
    e.AttackRolled: _rolled,
    e.MarginalHitRolled: _marginal,
    e.BuildingRolled: _building_rolled,
}
