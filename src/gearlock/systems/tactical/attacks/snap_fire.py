"""2.6.2: Snap Fire at a unit on the move, from whoever has not been activated yet."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.attacks.answers import offer_attacks
from gearlock.systems.tactical.attacks.events import HELD, FireHeld
from gearlock.systems.tactical.attacks.exchange import attack_with
from gearlock.systems.tactical.attacks.orders import Attack, HoldFire
from gearlock.systems.tactical.attacks.targets import refuse_acting, refuse_attack
from gearlock.systems.tactical.command.orders import SpendPoint
from gearlock.systems.tactical.command.points import resolve_spending
from gearlock.systems.tactical.speed import MP
from gearlock.systems.tactical.state import NO_GROUP, State, Unit, opponent

RULE = "tactical.2.6.2-snap-fire"
SNAP = "snap fire"


@heeds("tactical.2.6.2-snap-fire")
def may_snap(state: State, unit: Unit) -> bool:
    """Whether a unit may fire at the one on the move: not activated yet, with an Action, and 1 MP after its last shot.

    The mover has finished when no way lies before it.
    """
    now = state.activation
    if now is None or unit.done or unit.group == NO_GROUP or refuse_acting(unit) is not None:
        return False
    before = now.snapped.get(unit.id)
    return before is None or now.spent - before >= MP or not now.path


def ready_to_snap(state: State) -> list[Unit]:
    """The enemies of the unit on the move that could fire at it now or later and do not hold their fire."""
    now = state.activation
    if now is None:
        return []
    held = {mark.removeprefix(HELD) for mark in now.marks if mark.startswith(HELD)}
    enemies = state.fielded(opponent(state.units[now.unit].seat))
    able = (unit for unit in enemies if unit.id not in held and not unit.done and unit.group != NO_GROUP)
    return [unit for unit in able if refuse_acting(unit) is None]


def watchers(state: State) -> list[Unit]:
    """Those of them that may fire at this point of the way."""
    return [unit for unit in ready_to_snap(state) if may_snap(state, unit)]


def can_snap(state: State, unit: Unit) -> bool:
    """Whether it has anything to fire at the unit on the move, where that is now."""
    now = state.activation
    return now is not None and next(iter(offer_attacks(state, unit, now.unit)), None) is not None


def resolve_snap_fire(ctx: Ctx[State]) -> Script[None]:
    """Ask those who could fire, until nobody of them will or can."""
    while True:
        now = ctx.state.activation
        if now is None or not ctx.state.units[now.unit].is_fielded:
            return
        able = [unit for unit in watchers(ctx.state) if can_snap(ctx.state, unit)]
        if not able:
            return
        mover = ctx.state.units[now.unit]
        prompt = f"The {mover.name} is on the move. Snap Fire?"
        question = Ask(able[0].seat, SNAP, about=(mover.id,), rule=RULE, prompt=prompt, optional=True)
        order = yield from ask(question)
        if isinstance(order, HoldFire):
            ctx.emit(FireHeld(tuple(unit.id for unit in able) if not order.unit else (order.unit,)))
        elif isinstance(order, Attack):
            yield from attack_with(ctx, order, snap=True)
        elif isinstance(order, SpendPoint):
            yield from resolve_spending(ctx, order)
        else:
            return


def refuse_snap(state: State, question: Ask, order: Attack) -> Refusal | None:
    """An attack on the unit on the move by somebody who may make it."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours.")
    if not may_snap(state, unit):
        message = (
            f"The {unit.name} cannot fire now: Snap Fire is for units that were not activated this round, with an "
            "Action left, and the target spends 1 MP between two shots."
        )
        return Refusal("snap", RULE, message)
    return refuse_attack(state, order, question.about[0])


def refuse_hold(state: State, question: Ask, order: HoldFire) -> Refusal | None:
    """Everybody, or one of one's own, holds fire."""
    known = not order.unit or (order.unit in state.units and state.units[order.unit].seat == question.seat)
    return None if known else Refusal("unit", RULE, f"{order.unit} is no unit of yours.")


def offer_snaps(state: State, question: Ask) -> Iterator[Option]:
    """Every shot at the mover; or to let it go on its way."""
    for unit in watchers(state):
        yield from offer_attacks(state, unit, question.about[0])
    yield Pick("Hold all fire for the rest of this move", HoldFire(), RULE)
