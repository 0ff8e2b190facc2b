"""4.1.4: rolling again: a hero may, once a round; the second result stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Line
from gearlock.systems.tactical.plots import HERO_TOKEN, REROLLED
from gearlock.systems.tactical.state import State

REROLL: Final = "reroll"
RULE: Final = "tactical.4.1.4-hero"


class RollAgain(Order, frozen=True, tag="roll-again"):
    """Roll the dice that lie there again."""

    unit: str


class RolledAgain(Event, frozen=True, tag="rolled-again"):
    """A hero rolls again, and not once more this round."""

    unit: str

    @heeds("tactical.4.1.4-hero")
    def change(self, state: State) -> None:
        """That was its second roll of the round."""
        state.units[self.unit].tokens[REROLLED] = 1


@rule("tactical.4.1.4-hero")
def may_roll_again(state: State, unit_id: str) -> bool:
    """A hero who has not done so this round."""
    unit = state.units.get(unit_id)
    return unit is not None and bool(unit.token(HERO_TOKEN)) and not unit.token(REROLLED)


def question_about(state: State, unit_id: str, purpose: str, total: int) -> Ask:
    """Whether a hero wants other dice."""
    unit = state.units[unit_id]
    prompt = f"{purpose}: {total}. Does the {unit.name} roll again?"
    return Ask(unit.seat, REROLL, unit_id, rule=RULE, prompt=prompt, optional=True)


def refuse_again(state: State, ask: Ask, order: RollAgain) -> Refusal | None:
    """The hero who is asked, once a round."""
    if order.unit != ask.unit or not may_roll_again(state, order.unit):
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} cannot roll again now.")
    return None


def offer_again(_state: State, ask: Ask) -> Iterator[Option]:
    """Other dice."""
    yield Pick("Roll again", RollAgain(ask.unit), RULE)


def rolled_again(state: State, event: RolledAgain, _seat: str | None) -> Line:
    """The hero's second try."""
    return Line(f"The {state.units[event.unit].name} rolls again.", (event.unit,), RULE)
