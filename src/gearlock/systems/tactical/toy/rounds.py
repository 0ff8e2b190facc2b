"""3.9.2: rounds of a coin toss and toys activated in alternation, until one team has none left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.turns import SEATS, higher, next_seat
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.toy.activity import refuse_idle
from gearlock.systems.tactical.toy.attacks import offer_attacks
from gearlock.systems.tactical.toy.block_and_run import outcome_of_running, runners_of
from gearlock.systems.tactical.toy.climbing import offer_climbs
from gearlock.systems.tactical.toy.events import (
    CoinTossed,
    RoundGiven,
    ToyActivated,
    ToyDone,
    ToyRoundEnded,
    ToyStoodUp,
)
from gearlock.systems.tactical.toy.moving import offer_moves
from gearlock.systems.tactical.toy.orders import ActivateToy, BeginRound, EndToy
from gearlock.systems.tactical.toy.placing import toss
from gearlock.systems.tactical.toy.toys import is_prone

BEGIN, CHOOSE, PLAY = "begin round", "choose toy", "play toy"
RULE: Final = "tactical.3.9.2"
DEEDS: Final = "tactical.3.9.2-activation"
Resolve = Callable[[Ctx[State], Order], Script[None]]


@rule("tactical.3.9.2")
def resolve_toss(ctx: Ctx[State]) -> Script[None]:
    """A round begins with a coin: the winner activates a toy, or makes the other team begin."""
    winner = yield from toss(RULE)
    ctx.emit(CoinTossed(ctx.state.round + 1, winner))
    prompt = "You won the coin toss: who activates a toy first?"
    order = yield from ask(Ask(winner, BEGIN, rule=RULE, prompt=prompt))
    assert isinstance(order, BeginRound), f"{order} does not say who begins"
    first = order.seat if ready(ctx.state, order.seat) else opponent(order.seat)
    ctx.emit(RoundGiven(first))


def ready(state: State, seat: str, but: str = "") -> list[Unit]:
    """The toys of a team that were not activated this round."""
    return [unit for unit in state.fielded(seat) if not unit.done and unit.id != but]


@heeds("tactical.3.9.2", "tactical.3.9.2-activation")
def resolve_toys(ctx: Ctx[State], resolve: Resolve) -> Script[None]:
    """One step of a round: a toy is activated, does something, or is done; then the other team has its turn."""
    unit = ctx.state.active()
    if unit is None:
        yield from resolve_choice(ctx)
    elif not has_more(ctx.state, unit):
        end_toy(ctx, unit.id)
    else:
        prompt = f"What does the {unit.name} do?"
        order = yield from ask(Ask(unit.seat, PLAY, unit.id, rule=DEEDS, prompt=prompt))
        yield from resolve(ctx, order)


@heeds("tactical.3.9.2-prone")
def resolve_choice(ctx: Ctx[State]) -> Script[None]:
    """The next toy of the team whose turn it is; a prone one stands up, and that is all it does."""
    seat = ctx.state.turn
    if not seat:
        ctx.emit(ToyRoundEnded(bool(ctx.state.rounds) and ctx.state.round >= ctx.state.rounds))
        return
    found = ready(ctx.state, seat)
    chosen = found[0].id
    if len(found) > 1:
        order = yield from ask(Ask(seat, CHOOSE, rule=RULE, prompt="Which toy do you activate?"))
        assert isinstance(order, ActivateToy), f"{order} activates no toy"
        chosen = order.unit
    ctx.emit(ToyActivated(chosen))
    if is_prone(ctx.state.units[chosen]):
        ctx.emit(ToyStoodUp(chosen))
        end_toy(ctx, chosen)


@heeds("tactical.3.9.2")
def end_toy(ctx: Ctx[State], unit_id: str) -> None:
    """An activation is over: the other team is next, or whoever has toys left."""
    left = {seat for seat in SEATS if ready(ctx.state, seat, unit_id)}
    ctx.emit(ToyDone(unit_id, next_seat(ctx.state.units[unit_id].seat, left)))


def has_more(state: State, unit: Unit) -> bool:
    """Whether there is anything left that a toy could do."""
    if refuse_idle(state, unit) is not None:
        return False
    offers = chain(offer_moves(state, unit), offer_climbs(state, unit), offer_attacks(state, unit))
    return next(offers, None) is not None


def refuse_begin(_state: State, question: Ask, order: BeginRound) -> Refusal | None:
    """One of the two teams begins."""
    known = order.seat in SEATS
    return None if known else Refusal("seat", question.rule, f"'{order.seat}' is no team: say red or blue.")


def refuse_choice(state: State, question: Ask, order: ActivateToy) -> Refusal | None:
    """A toy of one's own that was not activated this round."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or not unit.is_fielded:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no toy of yours on the field.")
    if unit.done:
        message = f"The {unit.name} was activated in this round: each toy is activated once. Choose another."
        return Refusal("done", RULE, message)
    return None


def refuse_end(_state: State, question: Ask, order: EndToy) -> Refusal | None:
    """The toy being activated may stop at any time."""
    if order.unit == question.unit:
        return None
    return Refusal("unit", DEEDS, f"The question is about {question.unit}, not about {order.unit or 'nobody'}.")


def resolve_end(ctx: Ctx[State], order: EndToy) -> None:
    """That is all."""
    end_toy(ctx, order.unit)


def offer_begin(_state: State, question: Ask) -> Iterator[Option]:
    """Oneself or the other team."""
    yield Pick("We activate a toy first", BeginRound(question.seat), RULE)
    yield Pick("They activate a toy first", BeginRound(opponent(question.seat)), RULE)


def offer_choice(state: State, question: Ask) -> Iterator[Option]:
    """Every toy that was not activated."""
    for unit in ready(state, question.seat):
        stands = " stands up, and does nothing else" if is_prone(unit) else ""
        yield Pick(f"{unit.name}{stands}", ActivateToy(unit.id), RULE)


def offer_end(_state: State, unit: Unit) -> Iterator[Option]:
    """The way out of an activation."""
    yield Pick("Done with this toy", EndToy(unit.id), DEEDS)


@heeds("tactical.3.9.2", "tactical.3.9.3")
def toy_outcome(state: State) -> Outcome | None:
    """Whoever first disables all rivals wins; where time runs out, whoever has more toys left."""
    if runners_of(state):
        return outcome_of_running(state)
    left = {seat: sum(1 for _ in state.in_play(seat)) for seat in SEATS}
    if all(left.values()) and not state.finished:
        return None
    why = "all rivals are disabled" if not all(left.values()) else "time ran out"
    return Outcome(
        higher(left["red"], left["blue"]), f"{why}: red has {left['red']} toys left, blue {left['blue']}", left
    )
