"""11.4: the roll-offs before the first Round. The higher die decides, ties are rolled again."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.mechanics.turns import higher
from gearlock.systems.brigands.deployment.events import DeploymentOpened, RolledOff
from gearlock.systems.brigands.rounds.orders import ChooseFirst
from gearlock.systems.brigands.state import State


@rule("brigands.1.2k")
@heeds("brigands.11.4b", "brigands.11.4c", "brigands.11.4d")
def roll_off(ctx: Ctx[State], what: str, rule_id: str) -> Script[str]:
    """Each side rolls a die until one is higher; the winner."""
    while not ctx.state.winner:
        red, blue = yield from throw(Roll(f"{what} roll-off", 2, 6, rule=rule_id))
        ctx.emit(RolledOff(red, blue, higher(red, blue)))
    return ctx.state.winner


def ask_first(winner: str, doing: str, rule_id: str) -> Script[str]:
    """The winner of a roll-off says who goes first."""
    order = yield from ask(Ask(winner, "first", rule=rule_id, prompt=f"You won the roll-off. Who {doing} first?"))
    assert isinstance(order, ChooseFirst), f"{order} does not say who {doing} first"
    return order.seat


def first_of(ctx: Ctx[State], having: set[str], what: str, doing: str, rule_id: str) -> Script[str]:
    """Who begins: the only seat that has anything to do, else as the winner of a roll-off says."""
    if len(having) == 1:
        return next(iter(having))
    winner = yield from roll_off(ctx, what, rule_id)
    return (yield from ask_first(winner, doing, rule_id))


@heeds("brigands.11.4b")
def resolve_roll_off(ctx: Ctx[State]) -> Script[None]:
    """The winner decides who deploys its first Combat Group."""
    winner = yield from roll_off(ctx, "deployment", "brigands.11.4b")
    seat = yield from ask_first(winner, "deploys", "brigands.11.4b")
    ctx.emit(DeploymentOpened(seat))
