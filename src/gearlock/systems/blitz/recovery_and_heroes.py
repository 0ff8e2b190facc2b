"""18.7 and A.2.4: recovery vehicles, combat medics, and duelists who lead by example."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.systems.blitz.chain_of_command import chain_of
from gearlock.systems.blitz.general_concepts.measuring import touches
from gearlock.systems.blitz.paying import drop, pay, refuse_idle
from gearlock.systems.blitz.state import COMMAND, EXAMPLE, IMMOBILISED, NO_GROUP, SKILL, State, Unit

AVENGED = "avenged"
"""Lies on a medic whose death has been answered."""


# --- 18.7: pulling immobilised models free, and the outrage over a medic who was killed


class Recover(Order, frozen=True, tag="recover"):
    """Pull a friend free that is immobilised."""

    unit: str
    target: str


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


class Recovered(Event, frozen=True, tag="pulled-free"):
    """An immobilised model is free again."""

    unit: str
    target: str

    def change(self, state: State) -> None:
        pay(state.units[self.unit])
        drop(state.units[self.target], IMMOBILISED, state.units[self.target].token(IMMOBILISED))


def recovered(state: State, event: Recovered, _seat: str | None) -> Line:
    text = f"{state.units[event.unit].name} pulls {state.units[event.target].name} free."
    return Line(text, (event.unit, event.target), "blitz.trait.recovery")


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


class Emboldened(Event, frozen=True, tag="emboldened"):
    """Somebody gains a point, because of what happened to, or was done by, another; nobody if there is nobody."""

    because: str
    unit: str
    point: str

    @heeds("blitz.18.7-medic", "blitz.A.2.4")
    def change(self, state: State) -> None:
        if self.unit:
            tokens = state.units[self.unit].tokens
            tokens[self.point] = tokens.get(self.point, 0) + 1
        source = state.units[self.because]
        if source.is_destroyed and "Medic" in source.line.traits:
            source.tokens[AVENGED] = 1
        else:
            drop(source, EXAMPLE)


def emboldened(state: State, event: Emboldened, _seat: str | None) -> Line | None:
    if not event.unit:
        return None
    rule, why = ("blitz.18.7-medic", "is outraged") if event.point == COMMAND else ("blitz.A.2.4", "takes heart")
    text = f"{state.units[event.unit].name} {why} and gains one of the {event.point}."
    return Line(text, (event.unit, event.because), rule)


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


# --- A.2.4: lead by example. A duelist that hurts an enemy gives a friend a skill point


@heeds("blitz.A.2.4", "blitz.15.7", "blitz.18.7-medic")
def eligible(state: State, seat: str, point: str) -> list[Unit]:
    """Who may gain a point: any friend in play for a skill point, a commander for a command point."""
    if point == COMMAND:
        return chain_of(state, seat)
    return [unit for unit in state.in_play(seat) if unit.group != NO_GROUP]


@heeds("blitz.A.2.4", "blitz.trait.duelist")
def resolve_example(ctx: Ctx[State]) -> Script[None] | None:
    """If a duelist has hurt an enemy: its owner names who gains the skill point."""
    duelist = next((unit for unit in ctx.state.units.values() if unit.token(EXAMPLE)), None)
    return None if duelist is None else _name_duelists(ctx, duelist.id)


def _name_duelists(ctx: Ctx[State], duelist_id: str) -> Script[None]:
    duelist = ctx.state.units[duelist_id]
    chosen = ""
    if eligible(ctx.state, duelist.seat, SKILL):
        prompt = f"The {duelist.name} leads by example. Who gains a skill point?"
        order = yield from ask(Ask(duelist.seat, "embolden", "", (SKILL, duelist_id), "blitz.A.2.4", prompt))
        assert isinstance(order, Embolden), f"{order} names nobody"
        chosen = order.target
    ctx.emit(Emboldened(duelist_id, chosen, SKILL))


class Embolden(Order, frozen=True, tag="embolden"):
    """Name who takes heart: the commander who gains a point for a medic, the model that follows an example."""

    target: str


def refuse_embolden(state: State, asked: Ask, order: Embolden) -> Refusal | None:
    """One of those who may gain it."""
    found = eligible(state, asked.seat, asked.about[0])
    if any(unit.id == order.target for unit in found):
        return None
    names = ", ".join(unit.name for unit in found)
    return Refusal("target", asked.rule, f"'{order.target}' cannot gain it; there are: {names}.")


def offer_emboldening(state: State, asked: Ask) -> Iterator[Option]:
    """Everybody who may gain it."""
    for unit in eligible(state, asked.seat, asked.about[0]):
        yield Pick(f"The {unit.name}", Embolden(unit.id), asked.rule)


# --- The contents of the chapter

RECOVERY: Chapter[State] = Chapter(
    "18.7 and A.2.4: recovery, medics and duelists",
    orders=(
        OrderRules(Recover, "act", by_order(refuse_recover), resolve_recover),
        OrderRules(Embolden, "embolden", refuse_embolden),
    ),
    events={Recovered: recovered, Emboldened: emboldened},
)
