"""A.2.4: lead by example: a duelist who hurts an enemy gives heart to a friend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.damage.events import Inspired
from gearlock.systems.blitz.damage.orders import Inspire
from gearlock.systems.blitz.damage.wounds import Wound, hurt
from gearlock.systems.blitz.state import IN_PLAY, State, Unit

DUELIST = "Duelist"


@rule("blitz.trait.duelist")
@heeds("blitz.A.2.4")
def is_heroic(state: State, wound: Wound) -> bool:
    """Whether a wound is a duelist's on an enemy; while the other side has a duelist in play, on that one alone."""
    by, target = state.units.get(wound.by), state.units[wound.target]
    if by is None or DUELIST not in by.line.traits or wound.damage <= 0:
        return False
    if target.seat == by.seat or target.status not in IN_PLAY:
        return False
    rivals = any(DUELIST in other.line.traits for other in state.in_play(target.seat))
    return DUELIST in target.line.traits or not rivals


@heeds("blitz.A.2.4", "blitz.3.4a", "blitz.10.4")
def hurt_and_inspire(ctx: Ctx[State], wounds: Iterable[Wound]) -> Script[None]:
    """Do all damage of an exchange; then every feat of a duelist gives a friend a skill point."""
    feats: list[str] = []
    for wound in wounds:
        feats += [wound.by] if is_heroic(ctx.state, wound) else []
        hurt(ctx, wound)
    for hero in feats:
        unit = ctx.state.units[hero]
        if not friends_of(ctx.state, unit):
            continue
        prompt = f"The {unit.name} leads by example: which friend gains a skill point?"
        order = yield from ask(Ask(unit.seat, "inspire", hero, (), "blitz.A.2.4", prompt))
        assert isinstance(order, Inspire), f"{order} inspires nobody"
        ctx.emit(Inspired(hero, order.model))


def friends_of(state: State, unit: Unit) -> list[Unit]:
    """Who may be inspired: every other model of its side in play."""
    return [other for other in state.in_play(unit.seat) if other.id != unit.id]


def refuse_inspire(state: State, asked: Ask, order: Inspire) -> Refusal | None:
    """A friend in play."""
    if any(other.id == order.model for other in friends_of(state, state.units[asked.unit])):
        return None
    message = f"{order.model or 'Nobody'} is no friend of the {state.units[asked.unit].name} in play: name another."
    return Refusal("friend", "blitz.A.2.4", message)


def offer_inspiration(state: State, asked: Ask) -> Iterator[Option]:
    """Every friend."""
    for other in friends_of(state, state.units[asked.unit]):
        yield Pick(f"A skill point for the {other.name}", Inspire(asked.unit, other.id), asked.rule)
