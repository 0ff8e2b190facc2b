"""3.0b: the deployment check, and the choice of zones."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.placing.zones import in_words, is_marked, marked_for
from gearlock.systems.blitz.deployment.events import ChoiceGiven, SideTaken
from gearlock.systems.blitz.deployment.orders import ChooseSide
from gearlock.systems.blitz.deployment.reserves import FULL_BATTLES
from gearlock.systems.blitz.deployment.zones import ZONES, sides_of
from gearlock.systems.blitz.rounds.initiative import roll_initiative
from gearlock.systems.blitz.state import State, opponent


@rule("blitz.3.0b")
def resolve_sides(ctx: Ctx[State]) -> Script[None]:
    """The winner of the deployment check takes a zone and deploys first, or leaves both to the opponent."""
    if not ctx.state.winner:
        yield from roll_initiative(ctx, "deployment")
        return
    kind = ctx.state.switches.get("zones", "wide")
    seat, named = ctx.state.winner, ZONES.get(kind, "Zones as the map marks them")
    prompt = f"{named}: take a deployment zone and deploy first, or leave both to the enemy?"
    order = yield from ask(Ask(seat, "side", about=(kind, "winner"), rule="blitz.3.0b", prompt=prompt))
    assert isinstance(order, ChooseSide), f"{order} names no side"
    if not order.side:
        ctx.emit(ChoiceGiven(seat))
        seat = opponent(seat)
        prompt = f"{named}: which deployment zone do you take?"
        order = yield from ask(Ask(seat, "side", about=(kind, "given"), rule="blitz.3.0b", prompt=prompt))
        assert isinstance(order, ChooseSide), f"{order} names no side"
    ctx.emit(SideTaken(seat, order.side, "markers" if ctx.state.scenario in FULL_BATTLES else "deployment"))


def offer_sides(state: State, ask: Ask) -> Iterator[Option]:
    """Every zone of this kind, and for the winner to leave the choice."""
    for side in _sides_for(state, ask):
        yield Pick(in_words(side).replace("+", " and ").capitalize(), ChooseSide(side), ask.rule)
    if ask.about[1] == "winner":
        yield Pick("Leave it to the enemy", ChooseSide(""), ask.rule)


def refuse_side(state: State, ask: Ask, order: ChooseSide) -> Refusal | None:
    """The zones of this scenario leave only some sides."""
    sides = _sides_for(state, ask)
    if order.side in sides or (not order.side and ask.about[1] == "winner"):
        return None
    if is_marked(sides[0]):
        return Refusal("side", ask.rule, f"Your zone lies {in_words(sides[0])}.")
    return Refusal("side", ask.rule, f"Zones lie in the {', '.join(sides)}, not in the {order.side or 'air'}.")


def _sides_for(state: State, ask: Ask) -> tuple[str, ...]:
    """The zones a seat may take; of those that a map marks its own."""
    sides = sides_of(state.ground, ask.about[0])
    return (marked_for(ask.seat),) if is_marked(sides[0]) else sides
