"""What Victory Points have bought."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.state import State

SPENT, BEFORE = "spent:", "before bought"
"""Points that a seat has spent in this battle; weather and time of day as they were before some were bought."""
WHOLE_BATTLE = "bought weather lasts"


def _spend(state: State, seat: str, price: int) -> None:
    state.points[SPENT + seat] = state.points.get(SPENT + seat, 0) + price


class DamageCancelled(Event, frozen=True, tag="damage-cancelled"):
    """A damage result was paid off before it counted."""

    unit: str
    seat: str
    level: str
    price: int

    def change(self, state: State) -> None:
        _spend(state, self.seat, self.price)


class ConditionBought(Event, frozen=True, tag="condition-bought"):
    """Weather or night for the round that begins, for both sides."""

    seat: str
    condition: str
    price: int

    def change(self, state: State) -> None:
        """Night takes the place of the time of day; fog and rain come on top of what there is."""
        _spend(state, self.seat, self.price)
        weather, time = state.switches.get(s.WEATHER, ""), state.switches.get(s.TIME, "")
        state.switches.setdefault(BEFORE, f"{weather}|{time}")
        if self.condition == s.NIGHT:
            state.switches[s.TIME] = s.NIGHT
        else:
            state.switches[s.WEATHER] = f"{weather}+{self.condition}" if weather else self.condition


class BoughtConditionEnded(Event, frozen=True, tag="bought-condition-ended"):
    """The round is over that it was bought for."""

    def change(self, state: State) -> None:
        """As it was before."""
        weather, _, time = state.switches.pop(BEFORE).partition("|")
        for name, word in ((s.WEATHER, weather), (s.TIME, time)):
            state.switches.pop(name, None)
            if word:
                state.switches[name] = word
