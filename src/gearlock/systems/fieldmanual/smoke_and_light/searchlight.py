"""Searchlights at night, and the hatches of Sensor Dependent models."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.mechanics.sighting.arcs import is_in_arc
from gearlock.systems.fieldmanual.lock_and_cover.arcs import ARCS, SIDES
from gearlock.systems.fieldmanual.lock_and_cover.concealment import LIGHT_USED
from gearlock.systems.fieldmanual.lock_and_cover.locks import HATCH, is_walled_off
from gearlock.systems.fieldmanual.lock_and_cover.measuring import distance
from gearlock.systems.fieldmanual.smoke_and_light.events import HatchPopped, Illuminated
from gearlock.systems.fieldmanual.smoke_and_light.orders import Illuminate, PopHatch
from gearlock.systems.fieldmanual.state import FIELDED, State, Unit
from gearlock.systems.fieldmanual.table_effects import effects
from gearlock.table.measure import INCH, inches_text

LIGHT, DEPENDENT = "Searchlight", "Sensor Dependent"
LIGHT_RULE, HATCH_RULE = "fieldmanual.perk-searchlight", "fieldmanual.flaw-sensor-dependent"


@rule("fieldmanual.perk-searchlight")
def refuse_light(state: State, order: Illuminate) -> Refusal | None:
    """Why a light cannot be turned there: one target a round, in the dark, in the light's arc and range.

    It takes no Action, and does not shine through Solid terrain.
    """
    unit, target = state.units[order.unit], state.units.get(order.target)
    if refusal := _refuse_lamp(state, unit):
        return refusal
    if target is None or target.status != FIELDED or target.id in {part.id for part in state.parts(unit)}:
        return Refusal("target", LIGHT_RULE, f"{order.target or 'Nobody'} is no other model on the table.")
    reach, away = unit.perk(LIGHT) * INCH, distance(state, unit, target)
    if away > reach:
        message = f"The {target.name} is {inches_text(away)} in away; the light reaches {inches_text(reach)} in."
        return Refusal("range", LIGHT_RULE, message, {"distance": away, "reach": reach})
    arc = unit.card.details.get(LIGHT, "T")
    if not is_in_arc(ARCS.arc(SIDES.get(arc, arc)), unit, target.body):
        return Refusal("arc", LIGHT_RULE, f"The {target.name} is not in the light's arc ({arc}).", {"arc": arc})
    if is_walled_off(state, unit, target):
        return Refusal("solid", LIGHT_RULE, f"Solid terrain hides all of the {target.name} from the light.")
    return None


@heeds("fieldmanual.perk-searchlight")
def _refuse_lamp(state: State, unit: Unit) -> Refusal | None:
    if not unit.perk(LIGHT):
        return Refusal("perk", LIGHT_RULE, f"The {unit.name} has no working searchlight.")
    if not effects.is_dark(state):
        return Refusal("light", LIGHT_RULE, "A searchlight is of use at night, at dawn and at dusk.")
    if unit.token(LIGHT_USED):
        return Refusal("again", LIGHT_RULE, f"The {unit.name} has turned its light on one model in this round.")
    return None


@heeds("fieldmanual.perk-searchlight")
def resolve_light(ctx: Ctx[State], order: Illuminate) -> None:
    """Darkness no longer hides the two of them."""
    ctx.emit(Illuminated(order.unit, order.target))


@heeds("fieldmanual.flaw-sensor-dependent")
def refuse_hatch(state: State, order: PopHatch) -> Refusal | None:
    """Why no hatch is opened: the flaw has to be there, and the hatch shut."""
    unit = state.units[order.unit]
    if not unit.perk(DEPENDENT):
        return Refusal("flaw", HATCH_RULE, f"The {unit.name} is not Sensor Dependent: it sees what is near anyway.")
    if unit.token(HATCH):
        return Refusal("done", HATCH_RULE, f"The hatch of the {unit.name} is open for the rest of the round.")
    return None


@heeds("fieldmanual.flaw-sensor-dependent")
def resolve_hatch(ctx: Ctx[State], order: PopHatch) -> None:
    """It takes no Action."""
    ctx.emit(HatchPopped(order.unit))


def offer_lights(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy the light may be turned on, and the hatch."""
    if unit.perk(LIGHT) and _refuse_lamp(state, unit) is None:
        for target in state.units.values():
            order = Illuminate(unit.id, target.id)
            if target.seat != unit.seat and refuse_light(state, order) is None:
                yield Target(f"Turn the searchlight on the {target.name}", order, LIGHT_RULE, target.id)
    if unit.perk(DEPENDENT) and refuse_hatch(state, PopHatch(unit.id)) is None:
        yield Pick("Pop the hatch: find what is near, with a weak front", PopHatch(unit.id), HATCH_RULE)
