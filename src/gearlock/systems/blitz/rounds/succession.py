"""Utopia: machines follow machines: who leads a combat group whose N-KIDU leader was destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.chain_of_command.ranks import CGL, leader_of
from gearlock.systems.blitz.rounds.events import Appointed
from gearlock.systems.blitz.rounds.orders import Appoint
from gearlock.systems.blitz.state import State, Unit, unit_of

SWARM = "N-KIDU"


@heeds("blitz.force.utopia-special")
def heirs(state: State) -> list[Unit]:
    """The N-KIDU that may follow the first destroyed leader of their kind whose combat group nobody leads."""
    fallen = (unit for unit in state.units.values() if unit.rank == CGL and unit.is_destroyed)
    for chief in fallen:
        if SWARM in chief.line.traits and leader_of(state, chief) is None:
            mates = (unit for unit in state.in_play(chief.seat) if unit_of(unit) == unit_of(chief))
            found = [unit for unit in mates if SWARM in unit.line.traits]
            if found:
                return found
    return []


@heeds("blitz.force.utopia-special")
def resolve_succession(ctx: Ctx[State], left: list[Unit]) -> Script[None]:
    """In Setup their owner names one of them."""
    about = tuple(unit.id for unit in left)
    prompt = "The N-KIDU that led this combat group is destroyed. Which of its unit leads it from now on?"
    order = yield from ask(Ask(left[0].seat, "appoint", "", about, "blitz.force.utopia-special", prompt))
    assert isinstance(order, Appoint), f"{order} appoints nobody"
    ctx.emit(Appointed(order.unit))


def refuse_appoint(_state: State, asked: Ask, order: Appoint) -> Refusal | None:
    """One of those who are left."""
    if order.unit in asked.about:
        return None
    message = f"{order.unit or 'Nobody'} cannot be named here: name one of {', '.join(asked.about)}."
    return Refusal("heir", asked.rule, message)


def offer_heirs(state: State, asked: Ask) -> Iterator[Option]:
    """Each of them."""
    for name in asked.about:
        yield Pick(f"The {state.units[name].name}", Appoint(name), asked.rule)
