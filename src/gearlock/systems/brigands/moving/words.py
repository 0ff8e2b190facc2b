"""2 and 3: movement and what happens to buildings, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.moving.events import BuildingDamaged, BuildingRolled, Fell, Moved, Turned
from gearlock.systems.brigands.moving.movement import WAYS
from gearlock.systems.brigands.showing.throws import dice_text, pool_throw
from gearlock.systems.brigands.state import State
from gearlock.table.measure import inches_text


def moved(state: State, event: Moved, _seat: str | None) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    if event.hanging or event.gait == "C":
        text = f"{state.name_of(event.unit)} climbs to {inches_text(event.z)} in up at {where}."
        return Line(text, (event.unit,), "brigands.2.4")
    if event.inside:
        where = f"{state.ground.piece(event.inside).name}, floor {event.z // 1000}"
        return Line(f"{state.name_of(event.unit)} is in the {where}.", (event.unit,), "brigands.3.2b")
    if event.slid:
        return Line(f"{state.name_of(event.unit)} shifts sideways to {where}.", (event.unit,), "brigands.2.7b")
    went = f"moves {inches_text(event.travelled)} in as {WAYS[event.gait]} to {where}"
    text = f"{state.name_of(event.unit)} {went if event.travelled else 'turns on the spot'}."
    return Line(text, (event.unit,), "brigands.2.2")


def fell(state: State, event: Fell, _seat: str | None) -> Line:
    text = f"{state.name_of(event.unit)} falls {inches_text(event.height)} in: {event.hits} Marginal Hits."
    return Line(text, (event.unit,), "brigands.2.5")


def turned(state: State, event: Turned, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} turns in place.", (event.unit,), "brigands.2.1-braced")


def building_damaged(state: State, event: BuildingDamaged, _seat: str | None) -> Line:
    left = "and falls" if event.destroyed else f"and has {event.hull}/{event.structure} left"
    text = f"The {state.ground.piece(event.building).name} takes {event.damage} damage {left}."
    return Line(text, (event.by,), "brigands.3.2b-destroyed" if event.destroyed else "brigands.3.2b-attack")


def building_rolled(state: State, event: BuildingRolled, _seat: str | None) -> Line:
    building = state.ground.piece(event.building).name
    dice = dice_text(event.faces, event.step)
    text = f"{state.name_of(event.unit)} on the {building}: {dice} = {event.result} against 1."
    label, rule_id = f"{state.name_of(event.unit)} attacks", "brigands.3.2b-attack"
    rolls = (pool_throw(label, event.faces, event.lines, event.result, event.step, rule_id),)
    return Line(text, (event.unit,), rule_id, rolls)
