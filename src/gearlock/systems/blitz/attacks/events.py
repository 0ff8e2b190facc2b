"""8, 10 and 11: what happens in attacks. Events carry results, so that a film needs no rules."""

from __future__ import annotations

import msgspec

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier
from gearlock.mechanics.secrets import told
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.attacks.weapon_use import use
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE
from gearlock.systems.blitz.paying import drop, pay
from gearlock.systems.blitz.state import EMITTING, EXPOSED, JAMMED_NOW, SPENT_STANDBY, STANDBY, Rolled, State


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """An attack, its targets (the primary first) and whether it was an answer.

    `free`: nothing is paid for it. `mode` is how it is aimed: empty, indirect or guided, by this observer.
    """

    unit: str
    weapon: str
    targets: tuple[str, ...]
    load: str = ""
    sensors: bool = False
    snap: bool = False
    free: bool = False
    mode: str = ""
    observer: str = ""

    @heeds("blitz.8.2c", "blitz.3.4a", "blitz.7.7", "blitz.16.2c", "blitz.2.7")
    def change(self, state: State) -> None:
        """Pay, note that the weapon was used and what that gives away, and switch sensors on. All hear the ranges."""
        unit = state.units[self.unit]
        if not self.free:
            pay(unit)
        use(state, unit, self.weapon, self.snap)
        measure(state, (self.unit, *self.targets))
        if self.sensors and unit.id not in state.sensing:
            state.sensing.append(unit.id)


class RangeMeasured(Event, frozen=True, tag="range-measured"):
    """How far beyond the table's edge somebody is was measured for an attack, and so everybody knows."""

    reveals = True
    units: tuple[str, ...]

    def change(self, state: State) -> None:
        measure(state, self.units)


@heeds("blitz.2.7", "blitz.16.2c")
def measure(state: State, units: tuple[str, ...]) -> None:
    """Measurements are no secrets: whoever is measured to is known to be as far out as it is."""
    for key in (f"{DISTANCE}:{unit}" for unit in units):
        if key in state.facts:
            state.facts[key] = told(state.facts[key], SEATS)


class Defence(msgspec.Struct, frozen=True):
    """One model's defence against an attack: its dice, what they came to, and the margin."""

    target: str
    faces: tuple[int, ...]
    skill: int
    total: int
    margin: int
    lines: tuple[Modifier, ...] = ()

    @property
    def is_hit(self) -> bool:
        """A margin of 0 is enough."""
        return self.margin >= 0


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """An attack check and the defence checks against it so far."""

    unit: str
    weapon: str
    faces: tuple[int, ...]
    skill: int
    total: int
    defences: tuple[Defence, ...]
    lines: tuple[Modifier, ...] = ()

    def change(self, state: State) -> None:
        if self.defences:
            last = self.defences[-1]
            state.rolled = Rolled(
                "attack", self.unit, last.target, self.weapon, len(self.faces), self.skill, len(last.faces),
                last.skill, self.total, last.total,
            )  # fmt: skip


class ExchangeEnded(Event, frozen=True, tag="exchange-ended"):
    """An action and all reactions to it are resolved."""

    @heeds("blitz.10.3", "blitz.7.6-stealth", "blitz.7.7", "blitz.14.0", "blitz.14.5b")
    def change(self, state: State) -> None:
        """Sensors and radios are off again, and who gave up the last standby token is no longer braced."""
        state.rolled = None
        state.sensing.clear()
        for unit in state.units.values():
            for token in (SPENT_STANDBY, EXPOSED, EMITTING, JAMMED_NOW):
                unit.tokens.pop(token, None)


class StoodBy(Event, frozen=True, tag="stood-by"):
    """A model kept actions as standby tokens."""

    unit: str
    tokens: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit, self.tokens)
        unit.tokens[STANDBY] = unit.token(STANDBY) + self.tokens


class StandbyLost(Event, frozen=True, tag="standby-lost"):
    """A model that is engaged has no use for its standby tokens any more."""

    unit: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        drop(unit, STANDBY, unit.token(STANDBY))
