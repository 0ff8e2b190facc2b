"""What happens in toy battles."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.state import CLIMBING, DESTROYED, FIELDED, LEFT, State
from gearlock.systems.tactical.toy.toys import DAZED, HANGING, LOST, PRONE
from gearlock.systems.tactical.under_way import Activation

ATTACKED = "attacked"
"""A mark of an activation: the one attack was made."""
FOUGHT = "fought"
"""A mark: that was close combat."""
KEPT_FROM = "kept from attacking"
"""A mark: it lost to rock before, and may not attack in this activation."""


class ToysBegun(Event, frozen=True, tag="toys-begun"):
    """A coin says which team puts its first toy down."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class ToyPlaced(Event, frozen=True, tag="toy-placed"):
    """A toy stands on the playing field; the other team puts one down next, or nobody has any left."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    next: str
    plain = True

    @heeds("tactical.3.9.1")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        state.turn = self.next
        if not self.next:
            state.phase = "toss"


class CoinTossed(Event, frozen=True, tag="coin-tossed"):
    """A new round: a coin says which team may choose who begins."""

    round: int
    winner: str

    @heeds("tactical.3.9.2")
    def change(self, state: State) -> None:
        state.round, state.winner, state.turn, state.first = self.round, self.winner, "", ""
        for unit in state.units.values():
            unit.done = False


class RoundGiven(Event, frozen=True, tag="round-given"):
    """The winner of the coin toss said who activates a toy first."""

    seat: str
    plain = True

    @heeds("tactical.3.9.2")
    def change(self, state: State) -> None:
        state.turn = state.first = self.seat
        state.phase = "toys"


class ToyActivated(Event, frozen=True, tag="toy-activated"):
    """A toy's activation begins; what rock cost it is paid now."""

    unit: str
    plain = True

    @heeds("tactical.3.9.2-activation", "tactical.3.9.2-rps")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        state.activation = Activation(self.unit, mode=unit.mode)
        if unit.tokens.pop(DAZED, 0):
            state.activation.marks.append(KEPT_FROM)


class ToyMoved(Event, frozen=True, tag="toy-moved"):
    """A toy walked or ran so far."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    gait: str
    length: int
    plain = True

    @heeds("tactical.3.9.2-movement")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "a toy moves in its activation"
        unit.x, unit.y, unit.z, unit.facing = self.x, self.y, self.z, self.facing
        now.limit, now.gone = self.gait, now.gone + self.length


class ToyClimbed(Event, frozen=True, tag="toy-climbed"):
    """A toy climbed up or down, and hangs there or stands again."""

    unit: str
    x: int
    y: int
    z: int
    hangs: bool
    up: bool
    gait: str
    plain = True

    @heeds("tactical.3.9.2-movement")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "a toy climbs in its activation"
        unit.x, unit.y, unit.z = self.x, self.y, self.z
        unit.tokens.pop(CLIMBING, None)
        if self.hangs:
            unit.tokens[CLIMBING] = HANGING
        now.limit, now.halted = self.gait, True


class ToyAttacked(Event, frozen=True, tag="toy-attacked"):
    """A toy makes its one attack of this activation, ranged or close."""

    unit: str
    target: str
    close: bool
    plain = True

    @heeds("tactical.3.9.2-activation")
    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, "a toy attacks in its activation"
        now.marks += [ATTACKED, FOUGHT] if self.close else [ATTACKED]


class SignsShown(Event, frozen=True, tag="signs-shown"):
    """Both teams showed their signs on the count of three; `beats` is who won, empty after a tie."""

    unit: str
    target: str
    sign: str
    answer: str
    beats: str = ""
    reveals = True


class AttackForfeited(Event, frozen=True, tag="attack-forfeited"):
    """Rock: the toy may not attack in its next activation."""

    unit: str

    @heeds("tactical.3.9.2-rps")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[DAZED] = 1


class WeaponLost(Event, frozen=True, tag="toy-weapon-lost"):
    """Scissors: a weapon is off the toy."""

    unit: str
    weapon: str

    @heeds("tactical.3.9.2-rps")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[f"{LOST}:{self.weapon}"] = 1


class ToyKnockedDown(Event, frozen=True, tag="toy-knocked-down"):
    """A toy lies on the ground; who hung on a face lies at its foot."""

    unit: str
    z: int

    @heeds("tactical.3.9.2-rps", "tactical.3.9.2-prone")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.z = self.z
        unit.tokens.pop(CLIMBING, None)
        unit.tokens[PRONE] = 1


class ToyStoodUp(Event, frozen=True, tag="toy-stood-up"):
    """A prone toy spends its activation standing up."""

    unit: str
    plain = True

    @heeds("tactical.3.9.2-activation", "tactical.3.9.2-prone")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(PRONE, None)


class ToyDisabled(Event, frozen=True, tag="toy-disabled"):
    """A toy that was hit while prone is taken off the field."""

    unit: str
    by: str

    @heeds("tactical.3.9.2-prone")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.slayer = DESTROYED, self.by


class GotAcross(Event, frozen=True, tag="got-across"):
    """A Runner has reached the far end, and is out of the Blockers' hands."""

    unit: str

    @heeds("tactical.3.9.3")
    def change(self, state: State) -> None:
        state.units[self.unit].status = LEFT


class ToyDone(Event, frozen=True, tag="toy-done"):
    """An activation is over; `next` activates a toy, and when it is empty all have been activated."""

    unit: str
    next: str
    plain = True

    @heeds("tactical.3.9.2")
    def change(self, state: State) -> None:
        state.units[self.unit].done = True
        state.activation, state.turn = None, self.next


class ToyRoundEnded(Event, frozen=True, tag="toy-round-ended"):
    """All toys have been activated; `over` where there is no time for another round."""

    over: bool = False

    @heeds("tactical.3.9.2")
    def change(self, state: State) -> None:
        state.finished, state.phase, state.turn = self.over, "toss", ""
