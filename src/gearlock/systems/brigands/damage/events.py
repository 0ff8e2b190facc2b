"""5.6, 5.7 and 2.5: damage, effects and falls."""

from __future__ import annotations

from dataclasses import replace

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.dice_on_table import Bites
from gearlock.systems.brigands.state import GONE, WRECK, State
from gearlock.systems.brigands.vehicles.components import carry_parts


class MarginalHitsRolled(Event, frozen=True, tag="marginal-hits-rolled"):
    """The dice of several Marginal Hits at once, whoever or whatever caused them."""

    unit: str
    target: str
    cause: str
    faces: tuple[int, ...]
    damage: int
    least: int = 4
    """The face from which on a die bites."""
    weapon: str = ""
    """Of an attack: what it was made with, its damage before these dice, and what of its effects has bitten before."""
    raw: int = 0
    before: int = 0
    building: str = ""
    """The building that takes them, if it is no model."""

    def change(self, state: State) -> None:
        attack = self.weapon, self.raw, self.before
        state.rolled = None
        state.bites = Bites(
            self.unit, self.target, len(self.faces), self.damage, self.least, *attack, building=self.building
        )


class MarginalHitRolled(Event, frozen=True, tag="marginal-hit-rolled"):
    """The one die of a hit that just fails to bite."""

    unit: str
    target: str
    face: int
    damage: int

    def change(self, state: State) -> None:
        if state.rolled is not None:
            state.rolled = replace(state.rolled, face=self.face)


class Damaged(Event, frozen=True, tag="damaged"):
    """One attack's damage on one model, and what is left of it."""

    unit: str
    by: str
    weapon: str
    damage: int
    hull: int
    structure: int
    destroyed: bool = False
    overkill: bool = False

    @rule("brigands.5.6b", "brigands.5.6d", "brigands.9.1-damage")
    @heeds("brigands.5.6e", "brigands.9.2")
    def change(self, state: State) -> None:
        """Hull first, then Structure; the destroyed lose their tokens and lie as wrecks, if not overkilled or small."""
        unit = state.units[self.unit]
        unit.hull, unit.structure = self.hull, self.structure
        if self.destroyed:
            unit.status, unit.slayer = WRECK, self.by
            unit.actions = unit.standby = unit.overwatch = unit.command = unit.skill = 0
            unit.marks = []
            unit.posture, unit.bracing, unit.tall = "", False, False
            unit.haywire = unit.corroded = unit.shown = unit.jamming = False
            if state.activation is not None and state.activation.unit == unit.id:
                state.activation = None
                unit.activated = True
        if self.overkill or (self.destroyed and (unit.line.type == "Infantry" or unit.controller)):
            unit.status = GONE


class Afflicted(Event, frozen=True, tag="afflicted"):
    """A token of a special effect was laid on a model."""

    unit: str
    token: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.haywire = unit.haywire or self.token == "Haywire"
        unit.corroded = unit.corroded or self.token == "Corrosion"


class Fell(Event, frozen=True, tag="fell"):
    """A model dropped so far and takes so many Marginal Hits; it lies or stands at that elevation now.

    `beside` is where, if somebody was in the place it came down on.
    """

    unit: str
    height: int
    hits: int
    z: int
    beside: tuple[int, int] | None = None

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.z, unit.hanging, unit.inside = self.z, "", ""
        if self.beside is not None:
            unit.x, unit.y = self.beside
        carry_parts(state, unit)
