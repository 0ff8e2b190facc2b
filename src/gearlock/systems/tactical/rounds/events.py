"""What happens in the sequence of a round."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.command.events import CALLING
from gearlock.systems.tactical.movement.events import STUCK
from gearlock.systems.tactical.plots import AMMO_CHECKED, DUD, REROLLED, TOGETHER
from gearlock.systems.tactical.state import (
    ATTACKED,
    CLIMBING,
    COMBAT,
    DESIGNATED,
    EVADING,
    IN_PLAY,
    OBSERVED,
    POINT_USED,
    SENSED,
    STATIONARY,
    STUNNED,
    TOP,
    State,
)
from gearlock.systems.tactical.under_way import Activation

CALLED = "called"
"""A token of who was activated by a Command Point: 1, and 2 once it has used its Actions with its group."""
ENDS_WITH_THE_ROUND = (
    EVADING,
    POINT_USED,
    OBSERVED,
    SENSED,
    DESIGNATED,
    CALLED,
    ATTACKED,
    REROLLED,
    AMMO_CHECKED,
    DUD,
    TOGETHER.rstrip(":"),
)


STEP_FOUR = "step four"
"""Counted in points: how far artillery and aircraft of this round have come."""


class RoundBegun(Event, frozen=True, tag="round-begun"):
    """A new round: everybody has its Actions again, less what it owes; shifts of speed take effect."""

    round: int
    actions: dict[str, int]
    """By unit, before what it owes is paid."""

    @heeds("tactical.2.6.3", "tactical.2.6.5-top-speed", "tactical.3.5.1-crew")
    def change(self, state: State) -> None:
        """Owed Actions are paid as far as there are any."""
        state.round, state.phase = self.round, "declaration"
        state.winner, state.turn, state.first = "", "", ""
        for unit in state.units.values():
            if unit.status not in IN_PLAY:
                continue
            paid = min(unit.token(STUNNED), self.actions.get(unit.id, 0))
            unit.actions = self.actions.get(unit.id, 0) - paid
            unit.tokens[STUNNED] = unit.token(STUNNED) - paid
            if not unit.tokens[STUNNED]:
                del unit.tokens[STUNNED]
            unit.speed, unit.next_speed = unit.next_speed or unit.speed, ""
            unit.extra, unit.done, unit.has_moved, unit.fired = 0, False, False, []


class Declared(Event, frozen=True, tag="declared"):
    """A unit will take extra Actions this round, or evade."""

    unit: str
    extra: int = 0
    evade: bool = False

    @heeds("tactical.2.6.2-step1", "tactical.2.6.9", "tactical.2.6.3")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.extra += self.extra
        unit.actions += self.extra
        if self.evade:
            unit.tokens[EVADING], unit.actions = 1, 0


class DeclaringEnded(Event, frozen=True, tag="declaring-ended"):
    """A side has declared all it wanted; `seat` declares next, nobody when it is empty."""

    seat: str = ""

    def change(self, state: State) -> None:
        state.turn = self.seat
        if not self.seat:
            state.phase = "initiative"


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Both sides' Initiative; the winner is empty after a draw, and `points` are its Initiative Command Points."""

    red: int
    blue: int
    winner: str = ""
    points: int = 0

    @heeds("tactical.2.6.2-step2")
    def change(self, state: State) -> None:
        state.winner = self.winner
        if self.winner:
            state.switches["last winner"] = self.winner
            state.points[f"ICP:{self.winner}"] = self.points


class FirstChosen(Event, frozen=True, tag="first-chosen"):
    """It is said who activates first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = state.first = self.seat
        state.phase = "activation"


class Activated(Event, frozen=True, tag="activated"):
    """A unit began its activation and announced its speed."""

    unit: str
    pace: str
    called: bool = False
    plain = True

    @heeds("tactical.2.6.2-step3", "tactical.2.6.4-activate")
    def change(self, state: State) -> None:
        """Who was called before and moved then only acts now. Whom this interrupts counts as activated."""
        unit = state.units[self.unit]
        again = bool(unit.token(CALLED))
        if state.activation is not None:
            state.units[state.activation.unit].done = True
            state.interrupted.append(state.activation)
        state.activation = Activation(self.unit, self.pace, unit.mode, called=self.called, halted=again)
        unit.tokens.pop(CALLING, None)
        if self.called or again:
            unit.tokens[CALLED] = 2 if again else 1
        if not self.called:
            state.group = unit.group


class Settled(Event, frozen=True, tag="settled"):
    """The unit being activated goes no faster than this for the rest of the round."""

    unit: str
    pace: str
    plain = True

    def change(self, state: State) -> None:
        assert state.activation is not None, "somebody is being activated"
        state.activation.limit = self.pace


class ActivationEnded(Event, frozen=True, tag="activation-ended"):
    """A unit has moved and acted; how far and how fast is recorded."""

    unit: str
    went: str
    moved: int
    slows: bool = False
    """Could not go fast enough for Top Speed, and falls back to Combat Speed."""

    @heeds("tactical.2.6.2-step3", "tactical.2.6.5-top-speed", "tactical.2.6.7-target-speed")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        if now is not None and not (unit.token(CALLED) == 2 and now.halted):
            unit.went, unit.moved, unit.has_moved = self.went, self.moved, True
        unit.done = True
        if self.slows:
            unit.speed, unit.next_speed = COMBAT, ""
        state.activation = state.interrupted.pop() if state.interrupted else None


class GroupPassed(Event, frozen=True, tag="group-passed"):
    """Units that neither moved nor acted when their group was activated have lost their turn."""

    units: tuple[str, ...]

    @heeds("tactical.2.6.2-step3")
    def change(self, state: State) -> None:
        """They stay where they are, at Combat Speed at most; who was called before has had its move."""
        for name in self.units:
            unit = state.units[name]
            if unit.token(CALLED):
                unit.tokens[CALLED] = 2
            else:
                unit.went, unit.moved, unit.has_moved = STATIONARY, 0, True
                unit.speed = COMBAT if unit.speed == TOP else unit.speed
            unit.done = True


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """The other side activates a combat group; when the seat is empty nobody has any left."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if not self.seat:
            state.phase, state.turn = "misc", state.first


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Step 4 is over: unspent Initiative Command Points and Actions are lost."""

    over: bool = False

    @heeds("tactical.2.6.2-step4", "tactical.2.6.4")
    def change(self, state: State) -> None:
        state.finished, state.phase, state.turn, state.group = self.over, "round", "", 0
        state.points.pop(STEP_FOUR, None)
        for name in [name for name in state.points if name.startswith("ICP:")]:
            del state.points[name]
        for unit in state.units.values():
            unit.actions = 0
            for token in [name for name in unit.tokens if name.partition(":")[0] in ENDS_WITH_THE_ROUND]:
                del unit.tokens[token]
            if unit.token(CLIMBING) > 1:
                del unit.tokens[CLIMBING]
            if unit.token(STUCK):
                unit.tokens[STUCK] -= 1
                unit.tokens = {name: count for name, count in unit.tokens.items() if count}
