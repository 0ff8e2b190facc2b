"""5: attacks, told, each roll with the dice behind it."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.odds.pools import is_marginal, sure_damage
from gearlock.systems.brigands.attacking.damage import harm_of
from gearlock.systems.brigands.attacking.events import (
    Afflicted,
    AttackDeclared,
    AttackRolled,
    Damaged,
    MarginalHitRolled,
    MarginalHitsRolled,
)
from gearlock.systems.brigands.showing.throws import dice_text, marginal_throw, pool_throw
from gearlock.systems.brigands.state import State
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


def damaged(state: State, event: Damaged, _seat: str | None) -> Line:
    name = state.name_of(event.unit)
    if event.overkill:
        left = "at once and is gone: Overkill"
    elif event.destroyed:
        left = "and is destroyed"
    elif event.hull + event.structure == 0:
        left = "and remains a wreck"
    else:
        left = f"and has {event.hull}/{event.structure} left"
    return Line(f"{name} takes {event.damage} damage {left}.", (event.unit, event.by), "brigands.5.6b")


def afflicted(state: State, event: Afflicted, _seat: str | None) -> Line:
    rule_id = "brigands.5.7b-haywire" if event.token == "Haywire" else "brigands.5.7b-corrosion"
    return Line(f"{state.name_of(event.unit)} takes a {event.token} token.", (event.unit,), rule_id)


def marginals(state: State, event: MarginalHitsRolled, _seat: str | None) -> Line:
    rolls = (marginal_throw("Marginal Hits", event.faces, event.damage),)
    if event.building:
        what = f"Marginal Hits ({event.cause}) on the {state.ground.piece(event.building).name}"
        return Line(f"{what}: {dice_text(event.faces)}, {event.damage} damage.", (event.unit,), "brigands.5.6a", rolls)
    what = f"Marginal Hits ({event.cause}) on {state.name_of(event.target)}"
    infantry = state.units[event.target].line.type == "Infantry"
    most = "; Infantry loses at most 1 to an attack without AI" if infantry and event.damage else ""
    text = f"{what}: {dice_text(event.faces)}, {event.damage} damage{most}."
    return Line(text, (event.unit, event.target), "brigands.5.6a", rolls)


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
    return Line(f"{unit} on {target}: {sides}: {result}.", (event.unit, event.target), "brigands.1.2b", rolls)


def _held(state: State, event: AttackRolled) -> str:
    """What is said of a hit that armor stops."""
    unit, target = state.units[event.unit], state.units[event.target]
    weapon = unit.line.weapons[event.weapon]
    harm = harm_of(weapon, target.line, not target.is_fielded)
    if is_marginal(event.margin, harm):
        return ", a Marginal Hit"
    return "" if sure_damage(event.margin, harm) else f", which Armor {target.line.armor} stops"


def marginal(state: State, event: MarginalHitRolled, _seat: str | None) -> Line:
    text = f"Marginal Hit on {state.name_of(event.target)}: {event.face}, {event.damage} damage."
    rolls = (marginal_throw("Marginal Hit", (event.face,), event.damage),)
    return Line(text, (event.unit, event.target), "brigands.5.6a", rolls)
