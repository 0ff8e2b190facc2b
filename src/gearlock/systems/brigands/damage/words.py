"""5.6, 5.7 and 2.5: damage, effects and falls, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.mechanics.pools.shown import marginal_throw
from gearlock.systems.brigands.damage.events import Afflicted, Damaged, Fell, MarginalHitRolled, MarginalHitsRolled
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.throws import dice_text
from gearlock.table.measure import inches_text


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
    rolls = (marginal_throw("Marginal Hits", event.faces, event.damage, "brigands.5.6a"),)
    if event.building:
        what = f"Marginal Hits ({event.cause}) on the {state.ground.piece(event.building).name}"
        return Line(f"{what}: {dice_text(event.faces)}, {event.damage} damage.", (event.unit,), "brigands.5.6a", rolls)
    what = f"Marginal Hits ({event.cause}) on {state.name_of(event.target)}"
    infantry = state.units[event.target].line.type == "Infantry"
    most = "; Infantry loses at most 1 to an attack without AI" if infantry and event.damage else ""
    text = f"{what}: {dice_text(event.faces)}, {event.damage} damage{most}."
    return Line(text, (event.unit, event.target), "brigands.5.6a", rolls)


def marginal(state: State, event: MarginalHitRolled, _seat: str | None) -> Line:
    text = f"Marginal Hit on {state.name_of(event.target)}: {event.face}, {event.damage} damage."
    rolls = (marginal_throw("Marginal Hit", (event.face,), event.damage, "brigands.5.6a"),)
    return Line(text, (event.unit, event.target), "brigands.5.6a", rolls)


def fell(state: State, event: Fell, _seat: str | None) -> Line:
    text = f"{state.name_of(event.unit)} falls {inches_text(event.height)} in: {event.hits} Marginal Hits."
    return Line(text, (event.unit,), "brigands.2.5")
