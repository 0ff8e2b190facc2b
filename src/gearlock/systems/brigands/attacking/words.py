"""5: attacks, told, each roll with the dice behind it."""

from __future__ import annotations

from gearlock.kernel.view import Line, Shot
from gearlock.systems.brigands.attacking.events import AttackDeclared, AttackRolled, BuildingRolled, SnapFireDeclared
from gearlock.systems.brigands.damage.hurt import hurt_of
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.throws import dice_text, pool_throw
from gearlock.systems.brigands.weapons import effect_of
from gearlock.table.measure import inches_text


def attack(state: State, event: AttackDeclared, _seat: str | None) -> Line:
    at = " and ".join(state.name_of(target) for target in event.targets)
    if event.point is not None:
        ground = f"the point {inches_text(event.point[0])}, {inches_text(event.point[1])}"
        at = f"{ground}, reaching {at}," if at else ground
    if event.building:
        house = f"the {state.ground.piece(event.building).name}"
        at = f"{house}, reaching {at}," if at else house
    how = f", chained to the Observation of {state.name_of(event.observer)}" if event.observer else ""
    how += f", by the sensors of {state.name_of(event.sharer)}" if event.sharer else ""
    text = f"{state.name_of(event.unit)} attacks {at or 'nobody'} with its {event.weapon} ({event.category}){how}."
    return Line(text, (event.unit, *event.targets), "brigands.8.5-chain" if event.observer else "brigands.5.8")


def rolled(state: State, event: AttackRolled, _seat: str | None) -> Line:
    attack, defence = (
        dice_text(event.attack_faces, event.attack_step),
        dice_text(event.defence_faces, event.defence_step),
    )
    sides = f"{attack} = {event.attack} against {defence} = {event.defence}"
    slipped = "miss, as the target is Agile" if event.margin >= 0 else "miss"
    result = f"hit with MoS {event.margin}{_held(state, event)}" if event.hit else slipped
    unit, target = state.name_of(event.unit), state.name_of(event.target)
    rolls = (
        pool_throw(f"{unit} attacks", event.attack_faces, event.attack_lines, event.attack, event.attack_step),
        pool_throw(f"{target} defends", event.defence_faces, event.defence_lines, event.defence, event.defence_step),
    )
    weapon = state.units[event.unit].line.weapons.get(event.weapon)
    shots = (Shot(effect_of(weapon) if weapon else "", event.unit, event.target, event.hit),)
    text = f"{unit} on {target}: {sides}: {result}."
    return Line(text, (event.unit, event.target), "brigands.1.2b", rolls, shots)


def _held(state: State, event: AttackRolled) -> str:
    """What is said of a hit that armor stops."""
    unit, target = state.units[event.unit], state.units[event.target]
    weapon = unit.line.weapons[event.weapon]
    hurt = hurt_of(weapon, target)
    if hurt.is_marginal(event.margin):
        return ", a Marginal Hit"
    return "" if hurt.raw(event.margin) else f", which Armor {target.line.armor} stops"


def building_rolled(state: State, event: BuildingRolled, _seat: str | None) -> Line:
    building = state.ground.piece(event.building).name
    dice = dice_text(event.faces, event.step)
    text = f"{state.name_of(event.unit)} on the {building}: {dice} = {event.result} against 1."
    label, rule_id = f"{state.name_of(event.unit)} attacks", "brigands.3.2b-attack"
    rolls = (pool_throw(label, event.faces, event.lines, event.result, event.step, rule_id),)
    return Line(text, (event.unit,), rule_id, rolls)


def snap(state: State, event: SnapFireDeclared, _seat: str | None) -> Line:
    at = " and ".join(state.name_of(target) for target in event.targets)
    text = f"{state.name_of(event.unit)} snap fires its {event.weapon} at {at}."
    return Line(text, (event.unit, *event.targets), "brigands.6.3")
