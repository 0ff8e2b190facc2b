"""What happens when units climb, jump, fall, take cover or get stuck."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.damage.hull_down import HIDDEN_WHOLE, READY, position_token
from gearlock.systems.tactical.movement.events import FAST, STUCK, leave_cover, place, under_way
from gearlock.systems.tactical.state import CLIMBING, FALLEN, HULL_DOWN, State

DUCKED = "ducked"


class ClimbedOn(Event, frozen=True, tag="climbed-on"):
    """A walker climbed an inch of a cliff; `hangs` while it is on the face. All its Movement Points are spent."""

    unit: str
    x: int
    y: int
    z: int
    hangs: bool
    up: bool
    spent: int
    counts: int
    """Mils it counts as moved: the inches of its Combat Speed."""

    @heeds("tactical.3.2.1")
    def change(self, state: State) -> None:
        """Its move is over, and it counts as climbing until the round ends."""
        unit, now = state.units[self.unit], under_way(state)
        place(state, unit, self.x, self.y, self.z)
        unit.tokens[CLIMBING] = 1 if self.hangs else 2
        now.spent, now.gone, now.path, now.halted = self.spent, self.counts, (), True


class Jumped(Event, frozen=True, tag="jumped"):
    """A unit leapt over whatever lay there."""

    unit: str
    x: int
    y: int
    z: int
    spent: int
    gone: int
    since_turn: int
    plain = True

    @heeds("tactical.7.2-card-only-perks")
    def change(self, state: State) -> None:
        """Where it came down it goes on from."""
        now = under_way(state)
        place(state, state.units[self.unit], self.x, self.y, self.z)
        now.spent, now.gone, now.since_turn = self.spent, self.gone, self.since_turn
        now.marks.append("jumped")


class FellDown(Event, frozen=True, tag="fell-down"):
    """A unit fell so many inches to the foot of a cliff; its move is over."""

    unit: str
    x: int
    y: int
    z: int
    inches: int
    spent: int

    @heeds("tactical.3.2.1-falling")
    def change(self, state: State) -> None:
        """At the foot of the cliff its move is over."""
        unit, now = state.units[self.unit], state.activation
        place(state, unit, self.x, self.y, self.z)
        unit.tokens.pop(CLIMBING, None)
        if now is not None and now.unit == self.unit:
            now.spent, now.path, now.halted = max(now.spent, self.spent), (), True


class CoverTaken(Event, frozen=True, tag="cover-taken"):
    """A vehicle is hull-down where it stands, or hides there completely."""

    unit: str
    terrain: str
    whole: bool
    spent: int
    ducks: bool = False
    """It was in that position, and only ducked or came up again."""

    @heeds("tactical.3.2.4")
    def change(self, state: State) -> None:
        """The counter lies beside it until it moves."""
        unit = state.units[self.unit]
        leave_cover(unit)
        unit.tokens[HULL_DOWN] = HIDDEN_WHOLE if self.whole else READY
        unit.tokens[position_token(self.terrain)] = 1
        unit.tokens.pop(FALLEN, None)
        now = under_way(state)
        now.spent = self.spent
        now.marks += [DUCKED] if self.ducks else []


class GotStuck(Event, frozen=True, tag="got-stuck"):
    """The ground holds a vehicle: for so many rounds to come, or for good when it is 0."""

    unit: str
    rounds: int

    @heeds("tactical.7.2-poor-off-road")
    def change(self, state: State) -> None:
        """Its way ends there."""
        unit, now = state.units[self.unit], state.activation
        unit.tokens[STUCK if self.rounds else FAST] = self.rounds or 1
        if now is not None and now.unit == self.unit:
            now.path = ()
