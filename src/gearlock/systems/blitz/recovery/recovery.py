"""18.7: pulling immobilised models free, and the outrage over a medic who was killed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.chain_of_command.ranks import chain_of
from gearlock.systems.blitz.general_concepts.measuring import touches
from gearlock.systems.blitz.paying import refuse_idle
from gearlock.systems.blitz.recovery.events import AVENGED, Emboldened, Recovered
from gearlock.systems.blitz.recovery.orders import Embolden, Recover
from gearlock.systems.blitz.state import COMMAND, IMMOBILISED, State, Unit


@heeds("blitz.trait.recovery", "blitz.18.7-recovery", "blitz.6.6a", "blitz.18.6")
def refuse_recover(state: State, order: Recover) -> Refusal | None:
    """Why a model cannot pull another free."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    rule_id = "blitz.trait.recovery"
    if not unit.has("Recovery"):
        return Refusal("recovery", rule_id, f"The {unit.name} is no recovery vehicle.")
    if idle := refuse_idle(unit, rule_id):
        return idle
    if target is None or target.seat != unit.seat or not target.is_fielded or target is unit:
        return Refusal("target", rule_id, f"{order.target or 'Nobody'} is no friend on the table to be pulled free.")
    if IMMOBILISED not in target.tokens:
        return Refusal("free", rule_id, f"The {target.name} is not immobilised.")
    if target.parent and state.units[target.parent].is_destroyed:
        return Refusal("core", "blitz.18.6", f"The {target.name} goes nowhere without its core.")
    if not touches(unit.body, target.body):
        return Refusal("contact", rule_id, f"The {unit.name} must be in base contact with the {target.name}.")
    return None


def resolve_recover(ctx: Ctx[State], order: Recover) -> None:
    """An action, and the model is free."""
    ctx.emit(Recovered(order.unit, order.target))


def offer_recovery(state: State, unit: Unit) -> Iterator[Option]:
    """Every friend that could be pulled free."""
    if not unit.has("Recovery"):
        return
    for other in state.fielded(unit.seat):
        order = Recover(unit.id, other.id)
        if IMMOBILISED in other.tokens and refuse_recover(state, order) is None:
            yield Pick(f"Pull the {other.name} free", order, "blitz.trait.recovery")


@heeds("blitz.18.7-medic")
def unavenged(state: State) -> Unit | None:
    """A medic that an enemy has destroyed, for which nobody has taken heart yet."""
    for unit in state.units.values():
        if not unit.is_destroyed or "Medic" not in unit.line.traits or AVENGED in unit.tokens:
            continue
        slayer = state.units.get(unit.slayer)
        if slayer is not None and slayer.seat != unit.seat:
            return unit
    return None


@heeds("blitz.18.7-medic", "blitz.15.6")
def resolve_outrage(ctx: Ctx[State]) -> Script[None] | None:
    """If a medic was destroyed by an enemy: its owner names a commander who gains a command point."""
    medic = unavenged(ctx.state)
    return None if medic is None else _name(ctx, medic.id)


def _name(ctx: Ctx[State], medic_id: str) -> Script[None]:
    medic = ctx.state.units[medic_id]
    chain = chain_of(ctx.state, medic.seat)
    chosen = chain[0].id if chain else ""
    if len(chain) > 1:
        prompt = f"The {medic.name} was killed. Which commander gains a command point?"
        order = yield from ask(Ask(medic.seat, "embolden", "", (COMMAND, medic_id), "blitz.18.7-medic", prompt))
        assert isinstance(order, Embolden), f"{order} names nobody"
        chosen = order.target
    ctx.emit(Emboldened(medic_id, chosen, COMMAND))
