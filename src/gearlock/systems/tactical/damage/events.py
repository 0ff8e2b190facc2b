"""What damage does. Events carry results, so that a film needs no rules."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.tactical.damage.condition import USED_UP
from gearlock.systems.tactical.state import (
    DESTROYED,
    FALLEN,
    FIELDED,
    HEAVY,
    LIGHT,
    STUNNED,
    TOWED,
    TOWING,
    State,
    Unit,
)
from gearlock.systems.tactical.under_way import Burn


class DamageCompared(Event, frozen=True, tag="damage-compared"):
    """Damage points against the armor in their way, and the level that comes of it."""

    unit: str
    by: str
    cause: str
    amount: int
    armor: int
    level: str
    rule: str = "tactical.2.6.10"


class CoverAbsorbed(Event, frozen=True, tag="cover-absorbed"):
    """The die of a hit on a vehicle that is hull-down: what the cover takes of it, 0 where it is exposed."""

    unit: str
    face: int
    terrain: str
    absorbed: int
    left: int


class CountersSet(Event, frozen=True, tag="counters-set"):
    """The damage counters of the Quick Start after a hit."""

    unit: str
    light: int
    heavy: int

    def change(self, state: State) -> None:
        _count(state.units[self.unit], LIGHT, self.light)
        _count(state.units[self.unit], HEAVY, self.heavy)


def _count(unit: Unit, token: str, number: int) -> None:
    if number:
        unit.tokens[token] = number
    else:
        unit.tokens.pop(token, None)


class ArmorLost(Event, frozen=True, tag="armor-lost"):
    """Points of Base Armor gone for good."""

    unit: str
    points: int
    left: int

    def change(self, state: State) -> None:
        state.units[self.unit].armor_lost += self.points


class SystemHarmed(Event, frozen=True, tag="system-harmed"):
    """An effect of detailed damage, by its name in `Unit.harm`, with the points it adds; told in words of its own."""

    unit: str
    effect: str
    points: int
    words: str
    rule: str = "tactical.3.5.1"

    def change(self, state: State) -> None:
        harm = state.units[self.unit].harm
        harm[self.effect] = harm.get(self.effect, 0) + self.points


class SystemSpared(Event, frozen=True, tag="system-spared"):
    """A hit that found nothing left to harm."""

    unit: str
    words: str
    rule: str = "tactical.3.5.1"


class PerkUsedUp(Event, frozen=True, tag="perk-used-up"):
    """A perk took a hit in the place of a system, and is lost until it is repaired."""

    unit: str
    perk: str
    rule: str

    def change(self, state: State) -> None:
        state.units[self.unit].harm[USED_UP + self.perk] = 1


class CrewStunned(Event, frozen=True, tag="crew-stunned"):
    """A crew lost an Action: one it still had, or it owes one."""

    unit: str
    owed: bool

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        if self.owed:
            unit.tokens[STUNNED] = unit.token(STUNNED) + 1
        else:
            unit.actions -= 1


class CrewFell(Event, frozen=True, tag="crew-fell"):
    """So many of a crew are out of the fight."""

    unit: str
    casualties: int
    left: int

    def change(self, state: State) -> None:
        """Who has nobody left does nothing more."""
        unit = state.units[self.unit]
        unit.crew_lost += self.casualties
        if not self.left:
            unit.actions = 0


class UnitLost(Event, frozen=True, tag="unit-lost"):
    """A unit is out of the battle, and whether its crew got out."""

    unit: str
    by: str
    cause: str
    crew_safe: bool = False
    crew_killed: bool = False
    rule: str = "tactical.2.6.10-overkill"

    def change(self, state: State) -> None:
        """Off the table; its way ends, and a crew that is dead is counted as lost."""
        unit = state.units[self.unit]
        unit.status, unit.slayer, unit.actions, unit.carrier, unit.burns = DESTROYED, self.by, 0, "", []
        unit.troopers = [0] * len(unit.troopers)
        if self.crew_killed:
            unit.crew_lost = unit.card.crew
        for other in state.units.values():
            other.tokens.pop(f"{TOWING}:{self.unit}", None)
            other.tokens.pop(f"{TOWED}:{self.unit}", None)
        _halt(state, self.unit)


def _halt(state: State, unit_id: str) -> None:
    now = state.activation
    if now is not None and now.unit == unit_id:
        now.path, now.halted = (), True


class KnockedDown(Event, frozen=True, tag="knocked-down"):
    """A walker fell by the force of a hit: it must stand up before it moves on."""

    unit: str

    def change(self, state: State) -> None:
        """It lies there, and the way it was on is broken off."""
        state.units[self.unit].tokens[FALLEN] = 1
        now = state.activation
        if now is not None and now.unit == self.unit:
            now.path = ()


class SetAlight(Event, frozen=True, tag="set-alight"):
    """Something burns slowly on a unit: so much more in each of so many rounds."""

    unit: str
    amount: int
    left: int
    by: str
    arc: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.burns.append(Burn(self.amount, self.left, state.round, self.by, self.arc, unit.x, unit.y))


class PassengersOut(Event, frozen=True, tag="passengers-out"):
    """A squad got out of a vehicle that fell to pieces around it."""

    unit: str
    carrier: str
    x: int
    y: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.carrier = FIELDED, ""
        unit.x, unit.y, unit.z = self.x, self.y, state.units[self.carrier].z


class DebtPaid(Event, frozen=True, tag="debt-paid"):
    """A stunned crew paid Actions it owed."""

    unit: str
    actions: int = 1

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        _count(unit, STUNNED, max(0, unit.token(STUNNED) - self.actions))
