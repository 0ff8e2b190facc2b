"""What taking cover, smoke, recovering, transports and objectives would mean: less danger, or acting again."""

from __future__ import annotations

from copy import copy

from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Preview
from gearlock.systems.fieldmanual.attacks.orders import Reload
from gearlock.systems.fieldmanual.damage.orders import Quench, ShakeStun, StandUp
from gearlock.systems.fieldmanual.judging.danger import best_worth, danger, danger_here
from gearlock.systems.fieldmanual.judging.errands import POINT
from gearlock.systems.fieldmanual.judging.moves import pose_of
from gearlock.systems.fieldmanual.judging.reckoning import imagined
from gearlock.systems.fieldmanual.lock_and_cover.concealment import SEARCHLIT
from gearlock.systems.fieldmanual.lock_and_cover.furnishing import SMOKE_RADIUS
from gearlock.systems.fieldmanual.missions.orders import Leave, Scout
from gearlock.systems.fieldmanual.smoke_and_light.orders import Illuminate, LaunchSmoke, PopHatch
from gearlock.systems.fieldmanual.special_actions.orders import GoHullDown, Hide
from gearlock.systems.fieldmanual.state import FALLEN, FIELDED, HIDING, HULL_DOWN, STUN, State, Unit
from gearlock.systems.fieldmanual.transports.orders import Disembark, Embark, GetOut

LITTLE = 0.03
"""What it is worth that something works again that may not be needed."""
OUT_OF_THE_ROUND = 0.1
"""What it is worth that a model on fire, or on the ground, can be reckoned with again."""


def _unit(state: State, name: str) -> Unit | None:
    unit = state.units.get(name)
    return unit if unit is not None and unit.is_fielded else None


def _safer(state: State, unit: Unit, after: float) -> Preview:
    """What danger is left, and that there was more."""
    before = danger_here(state, unit)
    less = max(0.0, before - after)
    notes = (f"danger {before:.2f} before, {after:.2f} after",)
    forgone = best_worth(state, unit)
    return Preview(gives=less, risks=after, lasting=after, forgone=forgone, ends=pose_of(unit), notes=notes)


@heeds("fieldmanual.hull-down", "fieldmanual.hiding")
def preview_cover(state: State, _seat: str, order: Hide | GoHullDown) -> Preview:
    """The danger to a model that keeps its head down."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    there = unit.clone()
    there.tokens[HIDING if isinstance(order, Hide) else HULL_DOWN] = 1
    return _safer(state, unit, danger(imagined(state, there), there))


@heeds("fieldmanual.perk-smoke")
def preview_smoke(state: State, _seat: str, order: LaunchSmoke) -> Preview:
    """The danger to a model once the cloud hangs there."""
    unit = _unit(state, order.unit)
    if unit is None or order.x is None or order.y is None:
        return Preview()
    after = copy(state)
    cloud = (order.x, order.y, state.ground.elevation(order.x, order.y), SMOKE_RADIUS)
    after.smoke, after.notes = [*state.smoke, cloud], {}
    return _safer(state, unit, danger(after, unit))


@heeds("fieldmanual.perk-searchlight")
def preview_light(state: State, _seat: str, order: Illuminate) -> Preview:
    """The danger to a model once darkness hides neither it nor whom it shines at."""
    unit, target = _unit(state, order.unit), _unit(state, order.target)
    if unit is None or target is None:
        return Preview()
    there, lit = unit.clone(), target.clone()
    there.tokens[SEARCHLIT] = lit.tokens[SEARCHLIT] = 1
    after = danger(imagined(state.with_unit(lit), there), there)
    return Preview(risks=after, lasting=after, ends=pose_of(unit), target=target.id)


@heeds("fieldmanual.stun")
def preview_shaking(state: State, _seat: str, order: ShakeStun) -> Preview:
    """What its best attack gains without the Stun counter, if there is an Action left for it, and its defense."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    there = unit.clone()
    there.tokens.pop(STUN, None)
    there.actions -= 1
    after = imagined(state, there)
    risk = danger(after, there)
    gain = max(0.0, danger_here(state, unit) - risk)
    return Preview(gives=best_worth(after, there) + gain, risks=risk, lasting=risk, ends=pose_of(unit))


def preview_recovery(state: State, _seat: str, order: StandUp | Quench) -> Preview:
    """On its feet again, or a fire out."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Preview()
    fallen = isinstance(order, StandUp) and unit.token(FALLEN)
    return Preview(gives=OUT_OF_THE_ROUND * (2 if fallen else 1), forgone=best_worth(state, unit))


@heeds("fieldmanual.wt-reloads")
def preview_reload(state: State, _seat: str, order: Reload) -> Preview:
    """A weapon that fires again, less what the Action could do now."""
    unit = _unit(state, order.unit)
    return Preview() if unit is None else Preview(gives=LITTLE, forgone=best_worth(state, unit))


@heeds("fieldmanual.flaw-sensor-dependent")
def preview_hatch(state: State, _seat: str, order: PopHatch) -> Preview:
    """Nothing but what is seen: the front is weak."""
    return Preview() if _unit(state, order.unit) is None else Preview(risks=LITTLE)


def preview_embarking(state: State, _seat: str, order: Embark) -> Preview:
    """Out of danger, more or less, and done for now."""
    unit = _unit(state, order.unit)
    return Preview() if unit is None else Preview(gives=-LITTLE, forgone=best_worth(state, unit))


def preview_getting_out(state: State, _seat: str, order: Disembark | GetOut) -> Preview:
    """A model that can do something again, where it would stand."""
    unit = state.units.get(order.passenger if isinstance(order, Disembark) else order.unit)
    if unit is None or unit.is_lost or order.x is None or order.y is None:
        return Preview()
    there = unit.clone()
    there.x, there.y, there.facing = order.x, order.y, order.facing
    there.status, there.carrier = FIELDED, ""
    gives = best_worth(imagined(state, there), there) + LITTLE
    return Preview(gives=gives, hoped=gives, ends=pose_of(there))


@heeds("fieldmanual.obj-escape", "fieldmanual.obj-scout")
def preview_objective(state: State, _seat: str, order: Leave | Scout) -> Preview:
    """A part of a Victory Point or two; whoever leaves is out of danger as well."""
    unit = _unit(state, order.unit)
    if unit is None:
        return Preview()
    if isinstance(order, Leave):
        return Preview(gives=2 * POINT, notes=("half of its group away earns the objective",))
    return Preview(gives=POINT, notes=("two rounds running by the same model",))


KEEPING: dict[type[Order], Show[State]] = {
    GoHullDown: preview_cover,
    Hide: preview_cover,
    LaunchSmoke: preview_smoke,
    Illuminate: preview_light,
    ShakeStun: preview_shaking,
    Embark: preview_embarking,
    Disembark: preview_getting_out,
    GetOut: preview_getting_out,
    Leave: preview_objective,
}
"""What says itself how dangerous it is to be there afterwards."""
STAYING: dict[type[Order], Show[State]] = {
    StandUp: preview_recovery,
    Quench: preview_recovery,
    Reload: preview_reload,
    PopHatch: preview_hatch,
    Scout: preview_objective,
}
"""What leaves the model where it is."""
