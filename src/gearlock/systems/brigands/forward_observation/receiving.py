"""8.5 and 8.5a: who receives a Forward Observation: its Origin, whom it is sent to, and whom leaders pass it on to."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.brigands.chain_of_command.formation import circle_of, leader_of
from gearlock.systems.brigands.forward_observation.chaining import can_chain
from gearlock.systems.brigands.forward_observation.orders import Designate
from gearlock.systems.brigands.state import State, Unit


@heeds("brigands.8.5", "brigands.8.5a", "brigands.8.1a")
def receivers_of(state: State, origin: Unit, reached: Unit | None) -> list[Unit]:
    """The Origin itself, the model it reached, and all in Formation with those of them that lead a Combat Group."""
    found: list[Unit] = []
    for receiver in (origin,) if reached is None else (origin, reached):
        found += [unit for unit in passed_on(state, receiver) if unit not in found]
    return found


@rule("brigands.8.5a")
@heeds("brigands.7.3")
def passed_on(state: State, receiver: Unit) -> list[Unit]:
    """A Receiver, and its whole Combat Group in Formation if it is the leader: passing it on costs nothing."""
    leads = leader_of(state, receiver.seat, receiver.group) is receiver
    return circle_of(state, receiver) if leads else [receiver]


@heeds("brigands.8.5")
def designees(state: State, origin: Unit) -> list[Unit]:
    """The friends to whom it is worth sending an Observation: they, or models they lead, have something to chain."""
    return [
        friend
        for friend in state.fielded(origin.seat)
        if friend is not origin and any(can_chain(unit) for unit in passed_on(state, friend))
    ]


@heeds("brigands.8.5")
def refuse_designate(state: State, origin_id: str, order: Designate) -> Refusal | None:
    """Why an Observation cannot be sent to this model. Any friend in play will do, however far away."""
    origin, receiver = state.units[origin_id], state.units.get(order.receiver)
    if receiver is not None and receiver.is_fielded and receiver.seat == origin.seat and receiver is not origin:
        return None
    return Refusal("receiver", "brigands.8.5", f"The {origin.name} sends its Observation to another friend in play.")


@heeds("brigands.8.5")
def resolve_designation(ctx: Ctx[State], origin_id: str) -> Script[str]:
    """Ask whom the Observation is sent to: one friend, or nobody; nobody is asked if no friend could use it."""
    origin = ctx.state.units[origin_id]
    if not designees(ctx.state, origin):
        return ""
    prompt = f"To which friend does the {origin.name} send its Observation?"
    order = yield from ask(Ask(origin.seat, "designate", "", (origin_id,), "brigands.8.5", prompt, optional=True))
    return order.receiver if isinstance(order, Designate) else ""
