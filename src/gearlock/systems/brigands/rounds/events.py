"""1: what happens in the turn sequence."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.models import RANKS
from gearlock.systems.brigands.state import BRACED, EVADE, FIELDED, RIDING, Activation, State
from gearlock.systems.brigands.vehicles.components import set_pace


class RoundBegun(Event, frozen=True, tag="round-begun"):
    """A new Round."""

    round: int

    def change(self, state: State) -> None:
        state.round, state.winner, state.turn = self.round, "", ""


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Dice and totals of Initiative; the winner is empty after a tie."""

    red_die: int
    red: int
    blue_die: int
    blue: int
    winner: str

    def change(self, state: State) -> None:
        state.winner = self.winner
        if self.winner:
            state.phase = "setup"


class OverwatchKept(Event, frozen=True, tag="overwatch-kept"):
    """A model kept its Overwatch tokens, topped up, and has no Actions this Round."""

    unit: str
    tokens: int

    def change(self, state: State) -> None:
        state.units[self.unit].overwatch = self.tokens


class RoundReadied(Event, frozen=True, tag="round-readied"):
    """Setup: Actions and Command Points refreshed, tokens removed. `kept` names models that keep Overwatch."""

    kept: tuple[str, ...]

    @rule("brigands.7.4c")
    @heeds("brigands.1.8-setup", "brigands.trait.vet")
    def change(self, state: State) -> None:
        """Refresh what refreshes, remove what lasts a Round."""
        state.bites = None
        for unit in state.units.values():
            if unit.status not in (FIELDED, RIDING):
                continue
            kept = unit.id in self.kept
            unit.actions = 0 if kept else unit.line.actions
            unit.standby = 0
            unit.overwatch = unit.overwatch if kept else 0
            unit.command = RANKS[unit.rank][1]
            unit.skill = 1 if "Vet" in unit.line.traits else 0
            unit.marks = []
            unit.activated = bool(unit.controller)
            unit.used = []
            if unit.is_dropping:
                unit.actions, unit.activated = 0, True
            unit.haywire = unit.shown = unit.jamming = unit.mended = unit.tended = False
            unit.pace = ""
        state.phase = "action"
        state.smoke.clear()


class FirstChosen(Event, frozen=True, tag="first-chosen"):
    """The Initiative winner named the seat that is Active first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class Activated(Event, frozen=True, tag="activated"):
    """A model began its activation in a posture with so many Moves."""

    unit: str
    posture: str
    moves: int
    tall: bool = False

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.posture, unit.tall = self.posture, self.tall
        set_pace(state, unit)
        if self.posture != BRACED:
            unit.overwatch = 0
        state.group = unit.group
        state.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, self.moves)


class ActivationEnded(Event, frozen=True, tag="activation-ended"):
    """A model's activation is over; what Actions it had left are lost."""

    unit: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.posture, unit.tall, unit.activated, unit.actions = "", False, True, 0
        for drone in state.drones(unit.id):
            drone.actions = 0
        state.activation = state.bites = None


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """The other seat activates its Combat Group, or the Round is over when the seat is empty."""

    seat: str

    @heeds("brigands.7.5", "brigands.7.5a", "brigands.1.8-action")
    def change(self, state: State) -> None:
        """The Combat Group is done, and with it every Order that lasted as long; Evade stays until the Setup Phase."""
        state.turn, state.group = self.seat, 0
        state.orders.clear()
        for unit in state.units.values():
            unit.steady = False
            unit.marks = [mark for mark in unit.marks if mark == EVADE]
        if not self.seat:
            state.phase, state.winner = "initiative", ""
