"""What may happen in electronic warfare."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier
from gearlock.odds.pools import pool_score
from gearlock.systems.brigands.dice_on_table import Rolled
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import State


class ActiveEcmDeclared(Event, frozen=True, tag="active-ecm-declared"):
    """A model set its ECM against an enemy that uses Comms, and what it paid with."""

    unit: str
    origin: str
    action: str
    cost: str

    def change(self, state: State) -> None:
        pay(state.units[self.unit], self.cost)


class EwDeclared(Event, frozen=True, tag="ew-declared"):
    """A model began an action of electronic warfare, on whom, what it paid with, and who shares its sensors for it."""

    unit: str
    action: str
    target: str
    cost: str
    sharer: str = ""

    def change(self, state: State) -> None:
        pay(state.units[self.unit], self.cost)


class Scanned(Event, frozen=True, tag="scanned"):
    """A Detailed Scan of an enemy, and whether it succeeded."""

    unit: str
    target: str
    success: bool

    @heeds("brigands.8.2f", "brigands.11.3-scan")
    def change(self, state: State) -> None:
        """What a Scan has found out is known for the rest of the battle."""
        unit = state.units[self.target]
        unit.scanned = unit.scanned or self.success


class Scrambled(Event, frozen=True, tag="scrambled"):
    """A model has a Haywire token and no Command Points left."""

    unit: str
    by: str

    @heeds("brigands.8.3c")
    def change(self, state: State) -> None:
        """A Haywire token, of which one is all there is, and no Command Points until the next Setup Phase."""
        unit = state.units[self.unit]
        unit.haywire, unit.command = True, 0


class Unscrambled(Event, frozen=True, tag="unscrambled"):
    """A Haywire token was taken off a model."""

    unit: str
    by: str

    @heeds("brigands.8.4c")
    def change(self, state: State) -> None:
        """The token goes; Command Points do not come back with it."""
        state.units[self.unit].haywire = False


class DefenseRaised(Event, frozen=True, tag="defense-raised"):
    """A model has an ECM Defense token; in the phase for it, the seat that goes on."""

    unit: str
    next: str = ""

    def change(self, state: State) -> None:
        state.units[self.unit].jamming = True
        if self.next:
            state.turn, state.passes = self.next, 0


class DefenseLost(Event, frozen=True, tag="defense-lost"):
    """An ECM Defense token came off a model: an enemy broke it, or it has no ECM any more."""

    unit: str
    by: str = ""

    def change(self, state: State) -> None:
        state.units[self.unit].jamming = False


class DefensePhaseOpened(Event, frozen=True, tag="defense-phase-opened"):
    """The ECM Defense Phase: somebody could raise a defense before anybody acts."""

    def change(self, state: State) -> None:
        state.phase, state.turn, state.passes = "ecm", "", 0


class DefenseFirstChosen(Event, frozen=True, tag="defense-first-chosen"):
    """The seat that may raise ECM Defense first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class DefensePassed(Event, frozen=True, tag="defense-passed"):
    """A seat raised nothing; the other goes on, or the phase is over when none is next."""

    seat: str
    next: str

    def change(self, state: State) -> None:
        state.turn = self.next
        state.passes += 1
        if not self.next:
            state.phase, state.passes = "action", 0


class Contested(Event, frozen=True, tag="contested"):
    """Both pools of an Opposed Roll of electronic warfare, with results and Margin of Success."""

    unit: str
    action: str
    target: str
    attack_faces: tuple[int, ...]
    defence_faces: tuple[int, ...]
    attack: int
    defence: int
    margin: int
    success: bool
    attack_lines: tuple[Modifier, ...] = ()
    """What made the pools: every modifier of either side."""
    defence_lines: tuple[Modifier, ...] = ()

    def change(self, state: State) -> None:
        sides = (self.attack, self.attack_faces), (self.defence, self.defence_faces)
        attack, defence = (result - pool_score(faces) if faces else 0 for result, faces in sides)
        counts = len(self.attack_faces), len(self.defence_faces)
        state.bites = None
        state.rolled = Rolled(self.unit, self.action, self.target, self.attack, self.defence, *counts, attack, defence)
