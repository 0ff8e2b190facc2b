"""4.1.4: Coordinated: two units that attack better together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.plots import LINKED, TOGETHER, named_behind
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.subplots.events import AttackAgreed, UnitsLinked
from gearlock.systems.tactical.subplots.lots import those_of
from gearlock.systems.tactical.subplots.orders import Coordinate, LinkUnits

RULE: Final = "tactical.4.1.4-coordinated"
LINK: Final = "link"


def could_be_linked(state: State, seat: str) -> list[Unit]:
    """Units of a side that are in no pair yet."""
    return [unit for unit in those_of(state, seat) if not named_behind(unit, LINKED)]


@heeds("tactical.4.1.4-coordinated")
def resolve_linking(ctx: Ctx[State], seat: str) -> Script[None]:
    """The side names two of its units; who has only one has nobody to link it with."""
    able = could_be_linked(ctx.state, seat)
    if len(able) > 2:
        prompt = "Coordinated: which two of your units attack together?"
        order = yield from ask(Ask(seat, LINK, rule=RULE, prompt=prompt))
        assert isinstance(order, LinkUnits), f"{order} links nobody"
        ctx.emit(UnitsLinked(order.first, order.second))
    elif len(able) > 1:
        ctx.emit(UnitsLinked(able[0].id, able[1].id))


def refuse_link(state: State, question: Ask, order: LinkUnits) -> Refusal | None:
    """Two different units of one's own that are free."""
    able = {unit.id for unit in could_be_linked(state, question.seat)}
    for name in (order.first, order.second):
        if name not in able:
            message = f"{name or 'Nobody'} is no unit of yours that could be linked: name two of {', '.join(able)}."
            return Refusal("unit", RULE, message)
    same = order.first == order.second
    return Refusal("pair", RULE, "Link two different units.") if same else None


def offer_links(state: State, question: Ask) -> Iterator[Option]:
    """Every pair."""
    for first, second in combinations(could_be_linked(state, question.seat), 2):
        yield Pick(f"The {first.name} and the {second.name}", LinkUnits(first.id, second.id), RULE)


def mate_of(state: State, unit: Unit) -> Unit | None:
    """The other one of its pair, while both are on the table on one side."""
    mate = state.units.get(named_behind(unit, LINKED))
    return mate if mate is not None and mate.is_fielded and mate.seat == unit.seat else None


@heeds("tactical.4.1.4-coordinated")
def refuse_coordinate(state: State, question: Ask, order: Coordinate) -> Refusal | None:
    """Both have still to attack: the one being activated, and its mate that was not activated this round."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    mate = mate_of(state, unit)
    if mate is None:
        return Refusal("mate", RULE, f"The {unit.name} has nobody on the table to attack together with.")
    if target is None or not target.is_fielded or target.seat != opponent(question.seat) or target.carrier:
        return Refusal("target", RULE, f"{order.target or 'Nobody'} is no enemy on the table.")
    if named_behind(unit, TOGETHER):
        return Refusal("agreed", RULE, f"The {unit.name} and the {mate.name} have agreed on a target this round.")
    if unit.fired or mate.done or mate.fired:
        message = f"Agree before either attacks: the {unit.name} or the {mate.name} has had its turn this round."
        return Refusal("late", RULE, message)
    return refuse_acting(unit) or refuse_acting(mate)


def resolve_coordinate(ctx: Ctx[State], order: Coordinate) -> None:
    """Both have the bonus on that target this round, and attack nobody else while it is there."""
    ctx.emit(AttackAgreed(order.unit, named_behind(ctx.state.units[order.unit], LINKED), order.target))


def offer_coordinating(state: State, unit: Unit) -> Iterator[Option]:
    """Every enemy that both might attack."""
    mate = mate_of(state, unit)
    if mate is None or unit.fired:
        return
    question = Ask(unit.seat, "act", unit.id)
    for target in state.fielded(opponent(unit.seat)):
        order = Coordinate(unit.id, target.id)
        if refuse_coordinate(state, question, order) is None:
            label = f"Attack the {target.name} together with the {mate.name} (+1 each, nobody else this round)"
            yield Pick(label, order, RULE)


@heeds("tactical.4.1.4-coordinated")
def refuse_other_target(state: State, unit: Unit, target: str) -> Refusal | None:
    """Why a unit cannot attack somebody: it has agreed on another target with its mate, and that is still there."""
    agreed = state.units.get(named_behind(unit, TOGETHER))
    if agreed is None or agreed.id == target or not agreed.is_fielded or agreed.seat == unit.seat:
        return None
    message = f"The {unit.name} has agreed to attack the {agreed.name} this round, and nobody else."
    return Refusal("agreed", RULE, message, {"target": agreed.id})
