"""What happens in the sequence of a round."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.electronic_warfare.observed import HEARD
from gearlock.systems.fieldmanual.lock_and_cover.concealment import LIGHT_USED, SEARCHLIT
from gearlock.systems.fieldmanual.lock_and_cover.locks import HATCH
from gearlock.systems.fieldmanual.paying import give, mark, pay
from gearlock.systems.fieldmanual.state import (
    ATTEMPTS,
    AUTOPILOT,
    COORDINATED,
    DESIGNATED,
    DISEMBARKED,
    FIRED,
    FIRED_MB,
    HIDING,
    HULL_DOWN,
    IN_PLAY,
    LOCKED,
    NEURAL_NET,
    OBSERVED,
    RECEIVED,
    STAND_BY,
    STATIONARY,
    STUN,
    SUB_SQUAD,
    TOP,
    TROUBLE,
    State,
    Unit,
)
from gearlock.systems.fieldmanual.under_way import Activation

ENDS_WITH_THE_ROUND = (
    OBSERVED, DESIGNATED, COORDINATED, LOCKED, STAND_BY, FIRED, FIRED_MB, ATTEMPTS, RECEIVED, NEURAL_NET,
    HEARD, HATCH, SEARCHLIT, LIGHT_USED, DISEMBARKED,
)  # fmt: skip
"""Tokens that lie there until the Miscellaneous phase."""


class RoundBegun(Event, frozen=True, tag="round-begun"):
    """Step 1: a new round."""

    round: int

    @heeds("fieldmanual.player-order", "fieldmanual.actions")
    def change(self, state: State) -> None:
        """Everybody has its Actions again."""
        state.round, state.winner, state.turn, state.first, state.phase = self.round, "", "", "", "order"
        for unit in state.units.values():
            if unit.status in IN_PLAY:
                unit.actions = unit.card.actions


class OrderThrown(Event, frozen=True, tag="order-thrown"):
    """A side's die for the player order lies there."""

    seat: str
    face: int


class OrderRolled(Event, frozen=True, tag="order-rolled"):
    """The player order roll of both sides; the winner is empty after a tie."""

    red_face: int
    blue_face: int
    red: int
    blue: int
    winner: str = ""

    def change(self, state: State) -> None:
        state.winner = self.winner


class FirstChosen(Event, frozen=True, tag="first-chosen"):
    """The winner of the roll said who goes first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = state.first = self.seat
        state.phase = "action"


class Activated(Event, frozen=True, tag="activated"):
    """A model began its activation."""

    unit: str
    mode: str
    band: str
    autopilot: bool = False
    plain = True

    @heeds("fieldmanual.stun", "fieldmanual.speed-top", "fieldmanual.were-in-trouble", "fieldmanual.perk-autopilot")
    @heeds("fieldmanual.cp-activate")
    def change(self, state: State) -> None:
        """A Stun counter from before is gone; Top Speed is paid for; what held until now is over.

        Who was called up by a Command Point leaves the Combat Group under way as it is.
        """
        unit = state.units[self.unit]
        mark(state, unit, STUN, 0)
        for token in [name for name in unit.tokens if name.partition(":")[0] == TROUBLE]:
            mark(state, unit, token, 0)
        mark(state, unit, AUTOPILOT, 1 if self.autopilot else 0)
        if self.autopilot:
            give(state, unit)
        for part in state.parts(unit):
            part.mode, part.band = self.mode, self.band
            _come_out(part)
        called = state.activation
        if called is not None:
            called.banded = True
        else:
            state.group = unit.squad
            state.activation = Activation(self.unit, banded=True)
        if self.band == TOP:
            pay(state, unit)


@heeds("fieldmanual.hull-down", "fieldmanual.hiding")
def _come_out(unit: Unit) -> None:
    """Who speeds up is no longer Hull Down, and at Top Speed nobody hides."""
    if unit.band != STATIONARY:
        unit.tokens.pop(HULL_DOWN, None)
    if unit.band == TOP:
        unit.tokens.pop(HIDING, None)


class ActivationEnded(Event, frozen=True, tag="activation-ended"):
    """A model's activation, or the one Action it was given, is over."""

    unit: str
    plain = True

    @rule("fieldmanual.used-status")
    @heeds("fieldmanual.cp-activate", "fieldmanual.cp-extra-action")
    def change(self, state: State) -> None:
        """It is Used, and whoever it interrupted goes on. After an additional Action it has those of its own again."""
        now = state.activation
        for part in state.parts(state.units[self.unit]):
            if now is None or not now.extra:
                part.used = True
            elif not part.is_lost:
                part.actions = now.kept
        state.declared = []
        state.activation = state.interrupted.pop() if state.interrupted else None


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """The other side activates a Combat Group, or nobody has any left."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if not self.seat:
            state.phase, state.turn = "support", state.first


class GroupsSplit(Event, frozen=True, tag="groups-split"):
    """A side split its Combat Groups: these models are in the second Sub-squads."""

    seat: str
    units: tuple[str, ...]

    @heeds("fieldmanual.sub-squads-small-game", "fieldmanual.sub-squads-outnumbered")
    def change(self, state: State) -> None:
        for name in self.units:
            mark(state, state.units[name], SUB_SQUAD)


class Passed(Event, frozen=True, tag="passed"):
    """A side let the other one activate another Combat Group."""

    seat: str
    other: str

    def change(self, state: State) -> None:
        state.turn, state.group = self.other, 0


class MiscellaneousBegun(Event, frozen=True, tag="miscellaneous-begun"):
    """Step 4 began: unused Actions and stand-by tokens are gone."""

    @heeds("fieldmanual.misc-events", "fieldmanual.stand-by", "fieldmanual.actions")
    def change(self, state: State) -> None:
        state.phase = "misc"
        for unit in state.units.values():
            unit.actions = 0
            for token in [name for name in unit.tokens if name.partition(":")[0] == STAND_BY]:
                del unit.tokens[token]


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """The round is over; the battle too, if it was the last."""

    last: bool = False

    @heeds("fieldmanual.misc-events", "fieldmanual.used-status", "fieldmanual.forward-observation")
    def change(self, state: State) -> None:
        """Used status, observations, smoke and whatever lasts a round are taken off."""
        for unit in state.units.values():
            unit.used, unit.fired = False, []
            for token in [name for name in unit.tokens if name.partition(":")[0] in ENDS_WITH_THE_ROUND]:
                del unit.tokens[token]
        state.smoke, state.charges, state.shots, state.declared = [], [], [], []
        state.turn, state.group, state.finished = "", 0, self.last
        state.phase = "over" if self.last else "round"
