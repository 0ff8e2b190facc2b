"""Defensive assets: before each round a turret's Action is set aside for Reaction Fire or to stand by."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.reactions.events import StandByBegun
from gearlock.systems.fieldmanual.state import FIELDED, NO_GROUP, State, Unit
from gearlock.systems.fieldmanual.support.events import ASSIGNED, ActionAssigned
from gearlock.systems.fieldmanual.support.orders import AssignAction

RULE = "fieldmanual.defensive-assets"


def indirect_mounts(unit: Unit) -> list[str]:
    """The weapons of a turret that can stand by for coordinates, and are not out of ammunition."""
    return [m.id for m in unit.card.weapons if "IF" in m.weapon.traits and m.id not in unit.lost]


def unassigned(state: State) -> Unit | None:
    """The next turret whose Action is still to be set aside in this round; one without such a weapon has no choice."""
    for unit in state.units.values():
        waits = unit.is_static and unit.group == NO_GROUP and unit.status == FIELDED and unit.actions
        if waits and indirect_mounts(unit) and unit.token(ASSIGNED) != state.round:
            return unit
    return None


@heeds("fieldmanual.defensive-assets", "fieldmanual.stand-by")
def resolve_assets(ctx: Ctx[State]) -> Script[None] | None:
    """Before anybody goes first: what the Action of each turret is for. None if nothing is to be settled."""
    if ctx.state.phase != "order" or ctx.state.winner or unassigned(ctx.state) is None:
        return None
    return _assign(ctx)


def _assign(ctx: Ctx[State]) -> Script[None]:
    unit = unassigned(ctx.state)
    assert unit is not None, "a turret is to be told"
    prompt = f"Does the {unit.name} keep its Action for Reaction Fire, or stand by for coordinates?"
    order = yield from ask(Ask(unit.seat, "assign action", unit.id, rule=RULE, prompt=prompt))
    assert isinstance(order, AssignAction), f"{order} assigns nothing"
    ctx.emit(ActionAssigned(order.unit, order.weapon, ctx.state.round))
    if order.weapon:
        ctx.emit(StandByBegun(order.unit, order.weapon))


def refuse_assign(state: State, question: Ask, order: AssignAction) -> Refusal | None:
    """Nothing, for Reaction Fire, or a weapon with indirect fire."""
    unit = state.units.get(order.unit)
    if unit is None or unit.id != question.unit:
        return Refusal("unit", RULE, f"The question is about {question.unit}, not about {order.unit or 'nobody'}.")
    if not order.weapon or order.weapon in indirect_mounts(unit):
        return None
    names = ", ".join(indirect_mounts(unit))
    return Refusal("weapon", RULE, f"The {unit.name} can stand by with {names}, not with {order.weapon}.")


def offer_assignments(state: State, question: Ask) -> Iterator[Option]:
    """Reaction Fire, or each weapon that may stand by."""
    unit = state.units[question.unit]
    yield Pick("Keep the Action for Reaction Fire", AssignAction(unit.id), RULE)
    for mount in indirect_mounts(unit):
        yield Pick(f"Stand by for coordinates with the {mount}", AssignAction(unit.id, mount), "fieldmanual.stand-by")
