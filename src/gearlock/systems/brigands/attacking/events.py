"""5: what happens in attacks. Events carry results, so that a film needs no rules."""

from __future__ import annotations

from dataclasses import replace

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import rule
from gearlock.kernel.view import Modifier
from gearlock.odds.pools import pool_score
from gearlock.systems.brigands.attacking.weapon_use import use
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import GONE, WRECK, State
from gearlock.systems.brigands.underway import Bites, Rolled


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


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """An attack, its targets (the Primary first, if any) and what it was paid with.

    `observer` is the Origin of the Forward Observation it is chained to, `sharer` whoever lent its Sensor Lock.
    """

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...]
    cost: str
    point: tuple[int, int, int] | None = None
    building: str = ""
    observer: str = ""
    sharer: str = ""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit, self.cost)
        use(unit, self.weapon)


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """Both pools of one attack on one target, with results and Margin of Success."""

    unit: str
    weapon: str
    target: str
    attack_faces: tuple[int, ...]
    defence_faces: tuple[int, ...]
    attack: int
    defence: int
    margin: int
    hit: bool
    attack_step: int = 4
    """From which face on a further die added."""
    defence_step: int = 4
    attack_lines: tuple[Modifier, ...] = ()
    """What made the pools: every modifier of either side."""
    defence_lines: tuple[Modifier, ...] = ()

    def change(self, state: State) -> None:
        sides = (
            (self.attack, self.attack_faces, self.attack_step),
            (self.defence, self.defence_faces, self.defence_step),
        )
        attack_bonus, defence_bonus = (
            result - pool_score(faces, step) if faces else 0 for result, faces, step in sides
        )
        state.bites = None
        state.rolled = Rolled(
            self.unit, self.weapon, self.target, self.attack, self.defence, len(self.attack_faces),
            len(self.defence_faces), attack_bonus, defence_bonus, 0, self.attack_step, self.defence_step,
        )  # fmt: skip


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

    @rule("brigands.5.6b", "brigands.5.6d", "brigands.5.6e", "brigands.9.1-damage", "brigands.9.2")
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


class ExchangeEnded(Event, frozen=True, tag="exchange-ended"):
    """An action and all reactions to it are resolved."""

    def change(self, state: State) -> None:
        active = state.active()
        state.rolled = state.bites = state.observation = None
        for unit in state.units.values():
            unit.bracing = False
            if unit is not active:
                unit.tall = False
