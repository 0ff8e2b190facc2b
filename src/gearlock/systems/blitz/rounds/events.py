"""3: what happens in the sequence of play."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.chain_of_command.points import most_command_points, most_skill_points, points_of_rank
from gearlock.systems.blitz.chain_of_command.ranks import CGL
from gearlock.systems.blitz.paying import drop
from gearlock.systems.blitz.shared_activation.events import begin_anew
from gearlock.systems.blitz.state import (
    ACTING,
    ALOFT,
    AUTOPILOT,
    CHARGE,
    COMMAND,
    COORDINATED,
    DROPPED,
    HUMBLED,
    IN_PLAY,
    INCLUDED,
    INCOMING,
    NEURAL,
    OFF_BOARD,
    RIDING,
    SET_DOWN,
    SILENCE,
    SKILL,
    SPENT_STANDBY,
    STANDBY,
    THROWN_OUT,
    Activation,
    State,
    Unit,
    unit_of,
)

LASTS_UNTIL_THE_UNIT_ACTS = (SILENCE, INCOMING)
"""Tokens that lie there until the combat group of their model is activated again."""


class RoundBegun(Event, frozen=True, tag="round-begun"):
    """Setup: a new round."""

    round: int

    @rule("blitz.3.1c")
    @heeds("blitz.3.1", "blitz.3.1-setup", "blitz.16.2c")
    def change(self, state: State) -> None:
        """Everybody is ready again and has its actions; off-board models have them as standby tokens."""
        state.round, state.winner, state.turn, state.phase = self.round, "", "", "initiative"
        for unit in state.units.values():
            if unit.status in IN_PLAY:
                unit.actions = 0 if unit.line.type == "Drone" else unit.line.actions - unit.token(STANDBY)
                unit.used, unit.fired = False, []
                unit.tokens.pop(SET_DOWN, None)
                unit.tokens.pop(THROWN_OUT, None)
            if unit.status == OFF_BOARD:
                unit.actions, unit.tokens[STANDBY] = 0, unit.line.actions


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Both command checks; the winner is empty after a tie."""

    purpose: str
    red_unit: str
    red_faces: tuple[int, ...]
    red_skill: int
    red: int
    blue_unit: str
    blue_faces: tuple[int, ...]
    blue_skill: int
    blue: int
    winner: str = ""

    @heeds("blitz.10.3")
    def change(self, state: State) -> None:
        """There is a winner, or there is not; who gave up the last standby token for it is no longer braced."""
        state.winner = self.winner
        for unit in state.units.values():
            unit.tokens.pop(SPENT_STANDBY, None)


class InitiativeThrown(Event, frozen=True, tag="initiative-thrown"):
    """The dice of both sides lie there, and somebody may re-roll."""

    purpose: str
    red_faces: tuple[int, ...]
    blue_faces: tuple[int, ...]


class PointsRestored(Event, frozen=True, tag="points-restored"):
    """A tie gives back the command and skill points that were spent on it."""

    units: tuple[str, ...]
    skilled: tuple[str, ...] = ()

    @heeds("blitz.3.1a", "blitz.15.7")
    def change(self, state: State) -> None:
        for units, token in ((self.units, COMMAND), (self.skilled, SKILL)):
            for unit in units:
                tokens = state.units[unit].tokens
                tokens[token] = tokens.get(token, 0) + 1


class FirstChosen(Event, frozen=True, tag="first-chosen"):
    """The winner of initiative named the active player."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.phase = self.seat, "action"


class Activated(Event, frozen=True, tag="activated"):
    """A model began its activation in a posture with so many moves."""

    unit: str
    posture: str
    moves: int
    autopilot: bool = False
    neural: str = ""
    tall: bool = False
    elevated: bool = False
    plain = True

    @heeds("blitz.17.7", "blitz.3.2a", "blitz.trait.autopilot", "blitz.trait.ann")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        begin_anew(state, unit, self.posture)
        _end_old_orders(state, unit)
        _touch_ground(state, unit)
        unit.tall = self.tall
        for each in (unit, *(other for other in state.units.values() if other.carrier == unit.id)):
            each.tokens.pop(ALOFT, None)
            each.tokens.update({ALOFT: 1} if self.elevated else {})
        if self.autopilot:
            unit.actions += 1
            unit.tokens[AUTOPILOT] = 1
        if self.neural:
            unit.tokens[f"{NEURAL}:{self.neural}"] = 1
        unit.gait = unit.gait or unit.line.gait
        state.group = unit.group
        state.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, self.moves)


@heeds("blitz.16.1b")
def _touch_ground(state: State, unit: Unit) -> None:
    """A unit that was dropped counts as flying until it activates."""
    if DROPPED in unit.tokens:
        for other in state.units.values():
            if unit_of(other) == unit_of(unit) and other.tokens.pop(DROPPED, 0):
                other.tokens.pop(ALOFT, None)


@heeds("blitz.15.5b", "blitz.15.5e")
def _end_old_orders(state: State, unit: Unit) -> None:
    """Orders to the unit end when its first model is activated."""
    if not state.group:
        for other in state.units.values():
            if other.seat == unit.seat and other.group == unit.group:
                for token in LASTS_UNTIL_THE_UNIT_ACTS:
                    other.tokens.pop(token, None)


@heeds("blitz.3.2", "blitz.3.4a", "blitz.trait.ann", "blitz.10.3")
def come_to_rest(unit: Unit) -> None:
    """Its activation over, a model is used, has no actions left, and is at combat posture unless a token says not."""
    unit.posture, unit.used, unit.actions = "", True, 0
    unit.tokens.pop(SPENT_STANDBY, None)
    unit.tokens = {token: count for token, count in unit.tokens.items() if not token.startswith(NEURAL)}


class ActivationEnded(Event, frozen=True, tag="activation-ended"):
    """A model's activation is over."""

    unit: str

    def change(self, state: State) -> None:
        """Those who share it go on."""
        come_to_rest(state.units[self.unit])
        state.end_activation(self.unit)
        state.rolled = None


class TurnPassed(Event, frozen=True, tag="turn-passed"):
    """A combat group is used; the other side activates one, or the action phase is over when the seat is empty.

    Those of it who are aboard somebody are used with it: no group is activated twice in a round.
    """

    seat: str

    @heeds("blitz.15.5a", "blitz.15.5c", "blitz.3.2")
    def change(self, state: State) -> None:
        """Orders that last as long as the unit's activation are over; so they are for who was activated before."""
        done, group = state.turn, state.group
        for unit in state.units.values():
            if unit.seat == done and unit.group == group and unit.status == RIDING:
                unit.used = True
            if unit.seat == done and (unit.group == group or unit.used):
                unit.tokens.pop(CHARGE, None)
            for token in [token for token in unit.tokens if token.startswith((COORDINATED, INCLUDED))]:
                del unit.tokens[token]
        state.turn, state.group = self.seat, 0
        if not self.seat:
            state.phase = "cleanup"


class CleanupBegun(Event, frozen=True, tag="cleanup-begun"):
    """The end of a round: what was kept on standby is gone, and smoke has cleared."""

    @heeds("blitz.3.3", "blitz.10.3", "blitz.trait.smoke")
    def change(self, state: State) -> None:
        """Standby tokens go first of all."""
        state.smoke.clear()
        for unit in state.units.values():
            drop(unit, STANDBY, unit.token(STANDBY))


class EffectsResolved(Event, frozen=True, tag="effects-resolved"):
    """Everything that lay on the table has had its effect: objectives are looked at next."""

    @heeds("blitz.3.3")
    def change(self, state: State) -> None:
        state.phase = "review"


class PointsRefilled(Event, frozen=True, tag="points-refilled"):
    """Commanders and veterans have their points again."""

    @heeds("blitz.15.6", "blitz.15.7", "blitz.3.3")
    def change(self, state: State) -> None:
        """As many as they may have; nobody loses any he was given."""
        for unit in state.units.values():
            if not unit.is_destroyed:
                for token, most in ((COMMAND, most_command_points(unit)), (SKILL, most_skill_points(unit))):
                    if most > unit.token(token):
                        unit.tokens[token] = most


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Cleanup is done: a new round begins, or the battle is over."""

    over: bool = False

    def change(self, state: State) -> None:
        state.finished = self.over
        state.phase, state.turn, state.winner = "setup", "", ""


class SteppedUp(Event, frozen=True, tag="stepped-up"):
    """A deputy took the place of a commander who was destroyed."""

    unit: str

    @heeds("blitz.15.0")
    def change(self, state: State) -> None:
        """Its ratings stay; its points are command points from now on."""
        unit = state.units[self.unit]
        unit.tokens[ACTING] = 1
        points = min(unit.token(SKILL), points_of_rank(unit))
        if points:
            drop(unit, SKILL, points)
            unit.tokens[COMMAND] = unit.token(COMMAND) + points


class Appointed(Event, frozen=True, tag="appointed"):
    """An N-KIDU became the leader of its combat group."""

    unit: str

    @heeds("blitz.force.utopia-special")
    def change(self, state: State) -> None:
        """It leads from now on, with the points of its new rank."""
        unit = state.units[self.unit]
        unit.rank = CGL
        unit.tokens[COMMAND] = most_command_points(unit)


class PrideLost(Event, frozen=True, tag="pride-lost"):
    """A proud commander lost half of its unit, and a point with it."""

    unit: str

    @heeds("blitz.force.cef.grel")
    def change(self, state: State) -> None:
        """It has no more points than it can have now."""
        unit = state.units[self.unit]
        unit.tokens[HUMBLED] = 1
        for token, most in ((COMMAND, most_command_points(unit)), (SKILL, most_skill_points(unit))):
            drop(unit, token, max(0, unit.token(token) - most))
