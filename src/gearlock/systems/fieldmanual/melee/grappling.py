"""OPTION: Humanoid Combat: arms that keep an enemy in base contact from using one of its weapons."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.lock_and_cover.measuring import touches
from gearlock.systems.fieldmanual.melee.events import Grappled, HoldLost
from gearlock.systems.fieldmanual.melee.holds import holds_of, is_held
from gearlock.systems.fieldmanual.melee.orders import Grapple
from gearlock.systems.fieldmanual.state import State, Unit

RULE = "fieldmanual.option-humanoid-combat"
GRAPPLE = "grapple"


def touched(state: State, unit: Unit) -> list[str]:
    """The enemies in base contact with a model."""
    others = (other for other in state.units.values() if other.seat != unit.seat and other.is_fielded)
    return [other.id for other in others if touches(unit, other)]


@rule("fieldmanual.option-humanoid-combat")
def resolve_contact(ctx: Ctx[State], unit_id: str, before: list[str]) -> Script[None]:
    """Whoever has Arms and came into contact may hold a weapon of the other; who is met and has Arms may do so, too."""
    if not ctx.state.switch("humanoid combat") or not ctx.state.units[unit_id].is_fielded:
        return
    for other_id in [name for name in touched(ctx.state, ctx.state.units[unit_id]) if name not in before]:
        if not ctx.state.units[unit_id].perk("Arms"):
            continue
        for holder, held in ((unit_id, other_id), (other_id, unit_id)):
            yield from _offer(ctx, holder, held)


def _offer(ctx: Ctx[State], holder_id: str, held_id: str) -> Script[None]:
    holder, held = ctx.state.units[holder_id], ctx.state.units[held_id]
    if not holder.perk("Arms") or holds_of(holder) or holder.team:
        return
    prompt = f"Keep the {held.name} from using one of its weapons?"
    order = yield from ask(Ask(holder.seat, GRAPPLE, holder_id, (held_id,), RULE, prompt, optional=True))
    if isinstance(order, Grapple):
        ctx.emit(Grappled(holder_id, held_id, order.weapon))


@heeds("fieldmanual.option-humanoid-combat")
def release(ctx: Ctx[State]) -> None:
    """Holds end where two models do not touch any more, or one of them is lost."""
    for holder, held in lost_holds(ctx.state):
        ctx.emit(HoldLost(holder, held))


def lost_holds(state: State) -> list[tuple[str, str]]:
    """Who holds a weapon of somebody it does not touch any more."""
    if not state.switch("humanoid combat"):
        return []
    pairs = ((unit, state.units.get(holds_of(unit))) for unit in state.units.values())
    return [
        (unit.id, other.id)
        for unit, other in pairs
        if other is not None and not (unit.is_fielded and other.is_fielded and touches(unit, other))
    ]


@heeds("fieldmanual.option-humanoid-combat")
def resolve_lost_holds(ctx: Ctx[State]) -> Script[None] | None:
    """What follows when a model that held a weapon is lost; None if nothing does."""
    return _let_go(ctx) if lost_holds(ctx.state) else None


def _let_go(ctx: Ctx[State]) -> Script[None]:
    release(ctx)
    yield from ()


@heeds("fieldmanual.option-humanoid-combat")
def refuse_grapple(state: State, question: Ask, order: Grapple) -> Refusal | None:
    """One weapon of the model that was met, one that is not held already."""
    target = state.units.get(order.target)
    if target is None or (order.unit, order.target) != (question.unit, question.about[0]):
        return Refusal("target", RULE, "Arms hold a weapon of the model they came into contact with.")
    if target.card.weapon(order.weapon) is None or order.weapon in target.lost:
        own = ", ".join(mount.id for mount in target.card.weapons)
        return Refusal("weapon", RULE, f"The {target.name} has no {order.weapon}; it has {own}.")
    if is_held(target, order.weapon):
        return Refusal("held", RULE, f"The {order.weapon} of the {target.name} is being held already.")
    return None


def offer_grapples(state: State, question: Ask) -> Iterator[Option]:
    """Every weapon of the model that was met, or none."""
    target = state.units[question.about[0]]
    for mount in target.card.weapons:
        order = Grapple(question.unit, target.id, mount.id)
        if refuse_grapple(state, question, order) is None:
            yield Pick(f"Hold the {mount.name} of the {target.name}", order, RULE)
    yield decline("Hold nothing", RULE)
