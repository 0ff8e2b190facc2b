"""A.2.4: lead by example. A duelist that hurts an enemy gives a friend a skill point."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.chain_of_command.ranks import chain_of
from gearlock.systems.blitz.recovery.events import Emboldened
from gearlock.systems.blitz.recovery.orders import Embolden
from gearlock.systems.blitz.state import COMMAND, EXAMPLE, NO_GROUP, SKILL, State, Unit


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
    return None if duelist is None else _name(ctx, duelist.id)


def _name(ctx: Ctx[State], duelist_id: str) -> Script[None]:
    duelist = ctx.state.units[duelist_id]
    chosen = ""
    if eligible(ctx.state, duelist.seat, SKILL):
        prompt = f"The {duelist.name} leads by example. Who gains a skill point?"
        order = yield from ask(Ask(duelist.seat, "embolden", "", (SKILL, duelist_id), "blitz.A.2.4", prompt))
        assert isinstance(order, Embolden), f"{order} names nobody"
        chosen = order.target
    ctx.emit(Emboldened(duelist_id, chosen, SKILL))


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
