"""What Victory Points have bought."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.assets import COVER, keep_stock, stock_of
from gearlock.systems.tactical.squads import fresh_troopers
from gearlock.systems.tactical.state import RESERVE, State, Unit
from gearlock.systems.tactical.threat_value import level_of
from gearlock.systems.tactical.unit_files import all_cards

SPENT, BEFORE = "spent:", "before bought"
"""Points that a seat has spent in this battle; weather and time of day as they were before some were bought."""
WHOLE_BATTLE = "bought weather lasts"
CLIP_DUE, CALLED_IN = "clip on its way:", "called in:"
ARRIVES, USUAL_POINTS = "arrives", 5
"""A token of who comes in a later round, with its number; the Priority Points that a side has of itself."""
PAID_FOR = "paid for:"
"""Threat Value that a seat has paid for in this round's purchases and not called in yet, with the round behind it."""
TAKEN = "numbers taken:"
"""The highest number of a side's units that were left behind: nobody who is called in goes by it."""


def next_number(state: State, seat: str) -> int:
    """The number of a unit that is called in: of nobody else, whoever turned traitor or was left behind."""
    numbered = [unit.id.rpartition("-")[2] for unit in state.units.values() if unit.id.startswith(f"{seat}-")]
    return 1 + max([state.points.get(TAKEN + seat, 0), *map(int, numbered)])


def _spend(state: State, seat: str, price: int) -> None:
    state.points[SPENT + seat] = state.points.get(SPENT + seat, 0) + price


def left_over(state: State, seat: str) -> int:
    """Threat Value a seat may still call in for what it has paid in this round."""
    return state.points.get(f"{PAID_FOR}{seat}:{state.round}", 0)


def _call_in(state: State, seat: str, price: int, left: int) -> None:
    """Pay for Threat Value; what is left of it may be called in as long as this round's purchases last."""
    _spend(state, seat, price)
    state.points = {name: value for name, value in state.points.items() if not name.startswith(PAID_FOR + seat)}
    if left:
        state.points[f"{PAID_FOR}{seat}:{state.round}"] = left


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


class SalvoBought(Event, frozen=True, tag="salvo-bought"):
    """A salvo of artillery for Victory Points; it counts for no limit."""

    seat: str
    salvo: str
    price: int

    def change(self, state: State) -> None:
        _spend(state, self.seat, self.price)
        keep_stock(state, self.seat, stock_of(state, self.seat).with_salvos(self.salvo, 1))


class CoverBought(Event, frozen=True, tag="cover-bought"):
    """ECM or ECCM over the whole table for the round that begins, with this Threshold."""

    seat: str
    system: str
    price: int
    threshold: int

    def change(self, state: State) -> None:
        _spend(state, self.seat, self.price)
        state.points[f"{COVER}{self.system}:{self.seat}"] = self.threshold


class CoverEnded(Event, frozen=True, tag="cover-ended"):
    """The round is over that cover was bought for."""

    def change(self, state: State) -> None:
        state.points = {name: value for name, value in state.points.items() if not name.startswith(COVER)}


class PriorityBought(Event, frozen=True, tag="priority-bought"):
    """Another Priority Point for this battle."""

    seat: str
    price: int

    def change(self, state: State) -> None:
        _spend(state, self.seat, self.price)
        name = f"priorities:{self.seat}"
        state.points[name] = state.points.get(name, USUAL_POINTS) + 1


class ReinforcementBought(Event, frozen=True, tag="reinforcement-bought"):
    """A unit is on its way and arrives in the next round, as a combat group of its own."""

    seat: str
    card: str
    price: int
    tv: int
    left: int = 0
    """Threat Value that is paid for and left."""

    def change(self, state: State) -> None:
        """Its number is the next one of its side."""
        _call_in(state, self.seat, self.price, self.left)
        own = [unit for unit in state.units.values() if unit.seat == self.seat]
        number = next_number(state, self.seat)
        brought = {unit.card.id: unit.card for unit in own}
        card = brought[self.card] if self.card in brought else all_cards()[self.card]
        group = 1 + max(unit.group for unit in own)
        level = level_of(card)
        unit = Unit(f"{self.seat}-{number}", self.seat, f"{self.seat.title()} {card.name} {number}", card, level)
        unit.group, unit.tv, unit.mode, unit.status = group, self.tv, card.primary, RESERVE
        unit.troopers, unit.tokens = fresh_troopers(card, level), {ARRIVES: state.round + 1}
        state.units[unit.id] = unit
        state.points[CALLED_IN + unit.id] = 1


class ClipBought(Event, frozen=True, tag="clip-bought"):
    """A spare clip is on its way to a unit."""

    seat: str
    unit: str
    weapon: str
    price: int
    left: int = 0
    """Threat Value that is paid for and left."""

    def change(self, state: State) -> None:
        """It is there in the next round."""
        _call_in(state, self.seat, self.price, self.left)
        tokens = state.units[self.unit].tokens
        name = CLIP_DUE + self.weapon
        tokens[name] = tokens.get(name, 0) + 1
