"""The toy game with a question that is hard to answer: what is offered, taken and completed is for the test to say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Decline, Finish, Order, Refusal
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser, System
from kernel.toy import TOY, Bid, BoutEnded, Feint, Hurt, Parry, Strike, ToyState


class Pass(Order, frozen=True, tag="pass"):
    pass


class EndDuel(Finish, frozen=True, tag="end-duel"):
    unit: str


def hard(
    offers: tuple[Option, ...],
    takes: Callable[[Order], bool],
    completes: Callable[[Option], Order | None] = lambda _option: None,
    aims: Callable[[Aim], Order | None] = lambda _spot: None,
    optional: bool = False,
    seat: str = "red",
) -> System[ToyState]:
    """A game of this one question: whatever answers it ends the game, and blue has lost."""
    no = Refusal("unasked", "toy.9", "That is no answer.")

    def step(ctx: Ctx[ToyState]) -> Script[None]:
        yield from ask(Ask(seat, "hard", unit=seat, rule="toy.9", prompt="How?", optional=optional))
        ctx.emit(Hurt("blue", 6))
        ctx.emit(BoutEnded())

    def refuse(_state: ToyState, question: Ask, order: Order) -> Refusal | None:
        fits = takes(order) or (question.optional and isinstance(order, Decline))
        template = any(type(order) is type(offer.order) for offer in offers) and not isinstance(order, Feint | Parry)
        return None if fits else Refusal("amiss", "toy.9", "Not like that.") if template else no

    def sample(_state: ToyState, _question: Ask, option: Option, _chooser: Chooser) -> Order | None:
        return completes(option)

    def aim(_state: ToyState, _question: Ask, _option: Option, spot: Aim) -> Order | Refusal:
        return aims(spot) or no

    return replace(
        TOY,
        step=step,
        options=lambda _state, _question: offers,
        refuse=refuse,
        sample=sample,
        aim=aim,
        orders=(Bid, Strike, Parry, Feint, EndDuel, Pass, Decline),
        hidden=False,
    )
