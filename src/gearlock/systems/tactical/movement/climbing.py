"""3.2.1: walkers with arms climb cliffs, an inch in a round; who fails falls."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.cards import WALKER
from gearlock.systems.tactical.damage.driving import piloting_lines
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.ground_targets.saturation import resolve_saturation_there
from gearlock.systems.tactical.movement.cliffs import (
    HANGING,
    RULE,
    Climbed,
    can_climb,
    climb_down,
    climb_up,
    faces,
)
from gearlock.systems.tactical.movement.entering import resolve_down
from gearlock.systems.tactical.movement.feats import ClimbedOn
from gearlock.systems.tactical.movement.moving import refuse_unmoving
from gearlock.systems.tactical.movement.orders import Climb
from gearlock.systems.tactical.movement.plunging import resolve_plunge
from gearlock.systems.tactical.movement.towing import towed_of
from gearlock.systems.tactical.speed import MP, allowance
from gearlock.systems.tactical.state import CLIMBING, COMBAT, FALLEN, TOP, State, Unit
from gearlock.systems.tactical.switches import CLIFFS
from gearlock.systems.tactical.under_way import ATTACKED_AT
from gearlock.table.measure import INCH, inches_text

THRESHOLD = 5


@heeds("tactical.3.2.1", "tactical.3.2.1-climbing-penalty", "tactical.3.2.3", "tactical.3.2.7")
def refuse_climber(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot climb at all now: it has no arms for it, or not its whole Movement Points left."""
    now = state.activation
    if not state.switch(CLIFFS):
        return Refusal("module", RULE, "Climbing is not in use in this battle: cliffs are gone around.")
    refusal = refuse_unmoving(state, unit, climbing=True)
    if refusal is not None or now is None:
        return refusal
    if not can_climb(unit):
        message = f"The {unit.name} cannot climb: only walkers with arms that lift their own Size do."
        return Refusal("arms", RULE, message)
    if unit.mode != WALKER:
        return Refusal(
            "mode", RULE, f"The {unit.name} climbs in Walker movement only: switch to it in an earlier round."
        )
    if unit.speed == TOP or now.limit != COMBAT or now.spent or now.gone or now.switched:
        message = f"Climbing takes all the Movement Points of Combat Speed: the {unit.name} must not have spent any."
        return Refusal("spent", RULE, message)
    if unit.token(FALLEN) and unit.token(CLIMBING) != HANGING:
        message = f"The {unit.name} lies on the ground: it stands up for 1 MP first, and climbing takes all of them."
        return Refusal("fallen", "tactical.3.2.3", message)
    if towed_of(state, unit) is not None:
        return Refusal("tow", "tactical.3.2.7", f"The {unit.name} does not climb with a load in tow: it lets go first.")
    if unit.fired or any(mark.startswith(ATTACKED_AT) for mark in now.marks):
        message = f"The {unit.name} has attacked this round: who climbs does not attack."
        return Refusal("fired", "tactical.3.2.1-climbing-penalty", message)
    return None


def refuse_climb(state: State, order: Climb) -> Refusal | None:
    """Why a unit cannot climb this face that way."""
    found = find_climb(state, order)
    return found if isinstance(found, Refusal) else None


def find_climb(state: State, order: Climb) -> Climbed | Refusal:
    """Where an inch of climbing leads, or why there is none."""
    unit = state.units[order.unit]
    refusal = refuse_climber(state, unit)
    if refusal is not None:
        return refusal
    for piece, up in faces(state, unit):
        if piece.id == order.piece and up == order.up:
            return climb_up(state, unit, piece) if up else climb_down(state, unit, piece)
    way = "up" if order.up else "down"
    message = (
        f"There is no cliff '{order.piece}' beside the {unit.name} to climb {way}: a step of 2 in or more, or a wall."
    )
    return Refusal("cliff", RULE, message)


@heeds("tactical.3.2.1", "tactical.3.2.1-falling", "tactical.2.3.3")
def resolve_climb(ctx: Ctx[State], order: Climb) -> Script[None]:
    """Piloting against 5, a tie will do; then an inch up or down. Who fails or fumbles falls."""
    found = find_climb(ctx.state, order)
    assert isinstance(found, Climbed), "the order was judged before"
    unit = ctx.state.units[order.unit]
    points, before = allowance(unit, COMBAT, unit.mode), (unit.x, unit.y, unit.z)
    test = yield from throw_test(ctx, Test("climbing", unit.id, piloting_lines(unit), RULE, THRESHOLD))
    if not test.fumbled and test.total >= THRESHOLD:
        ctx.emit(ClimbedOn(order.unit, found.x, found.y, found.z, found.hangs, order.up, points, points * INCH // MP))
        if found.hangs:
            yield from resolve_saturation_there(ctx, order.unit, before[:2])
        else:
            yield from resolve_down(ctx, order.unit, before)
        return
    yield from resolve_plunge(ctx, order.unit, found.foot, found.inches)


def offer_climbs(state: State, unit: Unit) -> Iterator[Option]:
    """Up or down the cliffs beside it."""
    if not state.switch(CLIFFS) or not can_climb(unit) or refuse_climber(state, unit) is not None:
        return
    for piece, up in faces(state, unit):
        order = Climb(unit.id, piece.id, up)
        if refuse_climb(state, order) is None:
            left = piece.top - unit.z if up else unit.z
            hangs = " on" if unit.token(CLIMBING) == HANGING else ""
            way = f"up the {piece.name} ({inches_text(left)} in to its top)" if up else f"down the {piece.name}"
            yield Pick(f"Climb{hangs} {way}: Piloting against {THRESHOLD}, all MP, no attacks", order, RULE)
