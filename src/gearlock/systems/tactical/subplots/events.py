"""What subplots bring."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.secrets import Sealed, told
from gearlock.systems.tactical.plots import (
    BASELINE,
    COWARDS,
    FAULTY,
    FLEEING,
    HATES,
    HERO_TOKEN,
    LEFTOVER,
    LINKED,
    LOVES,
    TOGETHER,
    TURNED,
    hurt_of,
)
from gearlock.systems.tactical.state import ABOARD, FIELDED, JAMMED, SEATS, TOWED, TOWING, State


class LoversFound(Event, frozen=True, tag="lovers-found"):
    """A unit is in love with one of the enemy's."""

    unit: str
    loved: str

    @heeds("tactical.4.1.4-love")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[LOVES + self.loved] = 1


class HeroFound(Event, frozen=True, tag="hero-found"):
    """A unit is piloted by a young hero."""

    unit: str

    @heeds("tactical.4.1.4-hero")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[HERO_TOKEN] = 1


class AmmoLeftOver(Event, frozen=True, tag="ammo-left-over"):
    """A unit has been supplied with old ammunition."""

    unit: str

    @heeds("tactical.4.1.4-leftover-ammo")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[LEFTOVER] = 1


class SuppliesCorrupted(Event, frozen=True, tag="supplies-corrupted"):
    """A vehicle comes to the battle damaged."""

    unit: str


class TempestComing(Event, frozen=True, tag="tempest-coming"):
    """In which round the tempest breaks out."""

    round: int

    def change(self, state: State) -> None:
        state.points["tempest"] = self.round


class SubplotsBegun(Event, frozen=True, tag="subplots-begun"):
    """What subplots do before the battle is done."""

    def change(self, state: State) -> None:
        state.phase, state.turn = "command", ""


class UnitsLinked(Event, frozen=True, tag="units-linked"):
    """Two units of a side attack better together."""

    first: str
    second: str

    @heeds("tactical.4.1.4-coordinated")
    def change(self, state: State) -> None:
        state.units[self.first].tokens[LINKED + self.second] = 1
        state.units[self.second].tokens[LINKED + self.first] = 1


class AttackAgreed(Event, frozen=True, tag="attack-agreed"):
    """Both of a pair will attack one target this round."""

    unit: str
    mate: str
    target: str
    plain = True

    @heeds("tactical.4.1.4-coordinated")
    def change(self, state: State) -> None:
        for name in (self.unit, self.mate):
            state.units[name].tokens[TOGETHER + self.target] = 1


class CowardChosen(Event, frozen=True, tag="coward-chosen"):
    """One of a side's units will fall back once it is damaged. The enemy knows who; its own side learns it then."""

    seat: str
    """Whose unit it is."""
    unit: str
    buyer: str

    @heeds("tactical.4.1.4-coward")
    def change(self, state: State) -> None:
        """What everybody is hurt by now does not count."""
        number = sum(1 for name in state.facts if name.startswith(f"{COWARDS}{self.seat}:")) + 1
        state.facts[f"{COWARDS}{self.seat}:{number}"] = Sealed(self.unit, (self.buyer,))
        for unit in state.units.values():
            state.points.setdefault(BASELINE + unit.id, hurt_of(unit))


class NerveLost(Event, frozen=True, tag="nerve-lost"):
    """A coward was damaged, and falls back."""

    reveals = True
    unit: str

    @heeds("tactical.4.1.4-coward")
    def change(self, state: State) -> None:
        """Everybody knows it now; what has happened so far is no new reason, and the way it was on is broken off."""
        unit = state.units[self.unit]
        unit.tokens[FLEEING] = 1
        state.points[BASELINE + unit.id] = hurt_of(unit)
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.path = ()
        for name, fact in state.facts.items():
            if name.startswith(COWARDS) and fact.value == self.unit:
                state.facts[name] = told(fact, SEATS)


class RallyTried(Event, frozen=True, tag="rally-tried"):
    """Somebody called a fleeing unit back; who, only its own side knows."""

    unit: str
    passed: bool
    round: int

    @heeds("tactical.4.1.4-coward")
    def change(self, state: State) -> None:
        """Once a round. Whoever is called back has a steady nerve again, whatever befell it on the run."""
        state.points[f"rallied:{self.unit}"] = self.round
        if self.passed:
            unit = state.units[self.unit]
            unit.tokens.pop(FLEEING, None)
            state.points[BASELINE + unit.id] = hurt_of(unit)


class VendettaSworn(Event, frozen=True, tag="vendetta-sworn"):
    """A unit hates one of the enemy's."""

    unit: str
    hated: str

    @heeds("tactical.4.1.4-vendetta")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[HATES + self.hated] = 1


class VendettaOver(Event, frozen=True, tag="vendetta-over"):
    """One of the two is no more."""

    unit: str
    hated: str

    @heeds("tactical.4.1.4-vendetta")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(HATES + self.hated, None)


class TraitorTurned(Event, frozen=True, tag="traitor-turned"):
    """A unit fights for the other side for the rest of the battle, as a combat group of its own."""

    reveals = True
    unit: str
    seat: str
    """Whom it fights for now."""
    group: int
    x: int
    y: int
    z: int
    """Where it stands: a squad that was aboard has got out."""

    @heeds("tactical.4.1.4-traitor", "tactical.2.6.2-step0-commander")
    def change(self, state: State) -> None:
        """Who commanded commands nobody any more; what it towed, or what towed it, is let go."""
        unit = state.units[self.unit]
        unit.seat, unit.group, unit.rank = self.seat, self.group, ""
        if unit.status == ABOARD:
            unit.status, unit.carrier = FIELDED, ""
        unit.x, unit.y, unit.z = self.x, self.y, self.z
        unit.tokens = {name: count for name, count in unit.tokens.items() if not _ties(name)}
        for other in state.units.values():
            for tie in (f"{TOWING}:{self.unit}", f"{TOWED}:{self.unit}"):
                other.tokens.pop(tie, None)
        state.points[TURNED + self.unit] = state.points.get(TURNED + self.unit, 0) + 1
        state.points[f"traitors:{self.seat}"] = state.points.get(f"traitors:{self.seat}", 0) + 1


def _ties(token: str) -> bool:
    """Whether a token binds a unit to others of its side."""
    return token.partition(":")[0] in (TOWING, TOWED, TOGETHER.rstrip(":"))


class Relocated(Event, frozen=True, tag="relocated"):
    """A unit stands elsewhere, with all who ride in it; what of its side may still be moved is less."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    moved: int
    tv: int

    @heeds("tactical.4.1.4-bad-intelligence")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        for each in (unit, *(one for one in state.units.values() if one.carrier == unit.id)):
            each.x, each.y, each.z, each.facing = self.x, self.y, self.z, self.facing
            state.points[f"relocated:{each.id}"] = 1
        unit.moved = self.moved
        state.points[f"relocated TV:{unit.seat}"] = state.points.get(f"relocated TV:{unit.seat}", 0) + self.tv


class RelocationOver(Event, frozen=True, tag="relocation-over"):
    """A side moves nobody any more before the battle."""

    seat: str

    def change(self, state: State) -> None:
        state.points[f"relocation over:{self.seat}"] = 1


class WeaponsFaulty(Event, frozen=True, tag="weapons-faulty"):
    """The weapons of a vehicle fail at the worst moments."""

    unit: str

    @heeds("tactical.4.1.4-malfunctions")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[FAULTY] = 1


class WeaponCleared(Event, frozen=True, tag="weapon-cleared"):
    """An Action cleared a weapon."""

    unit: str
    weapon: str
    plain = True

    @heeds("tactical.4.1.4-malfunctions")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.actions -= 1
        unit.tokens.pop(f"{JAMMED}:{self.weapon}", None)
