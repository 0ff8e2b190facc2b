"""What happens in ranged combat. Events carry results, so that a film needs no rules."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.paying import mark, pay
from gearlock.systems.fieldmanual.recon import note_lock
from gearlock.systems.fieldmanual.state import EMPTY, FIRED, FIRED_MB, LOCKED, State
from gearlock.systems.fieldmanual.under_way import Charge, Shot


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """A model attacks: with which weapons, at whom or at which point, in which way, and what it costs."""

    unit: str
    weapons: tuple[str, ...]
    target: str
    way: str
    spray: int = 0
    burst: int = 0
    extra: int = 0
    point: tuple[int, int] | None = None
    cost: int = 1
    free: bool = False
    """Paid with the free Action of an Active Lock."""
    terms: str = ""
    observer: str = ""

    @heeds("fieldmanual.limited-ammo", "fieldmanual.action-costs", "fieldmanual.active-lock")
    def change(self, state: State) -> None:
        """Actions and rounds are spent."""
        unit = state.units[self.unit]
        pay(state, unit, self.cost)
        for part in state.parts(unit):
            for name in self.weapons:
                mount = part.card.weapon(name)
                if mount is not None and mount.rounds is not None:
                    part.expended[name] = part.expended.get(name, 0) + 1
        now = state.activation
        if now is not None and state.is_active(unit):
            now.begun = True
            now.free = "" if self.free else now.free


class AttackMade(Event, frozen=True, tag="attack-made"):
    """A ranged attack is over: its weapons have fired, and whoever fired is easier to find from now on."""

    unit: str
    weapons: tuple[str, ...]
    fades: bool = False
    """A weapon with the MB trait gives its place away in fog."""

    @heeds("fieldmanual.one-shot-per-weapon", "fieldmanual.concealment-modifiers", "fieldmanual.effect-fog")
    def change(self, state: State) -> None:
        """Not before: the lock of who defends against an attack is what it was when it was made."""
        unit = state.units[self.unit]
        for part in state.parts(unit):
            part.fired += self.weapons
        mark(state, unit, FIRED)
        if self.fades:
            mark(state, unit, FIRED_MB)


class TargetDrawn(Event, frozen=True, tag="melee-target-drawn"):
    """Fire into a melee: the die that says who is shot at."""

    unit: str
    target: str
    candidates: tuple[str, ...]
    face: int
    drawn: str


class Deviated(Event, frozen=True, tag="deviated"):
    """A shot went astray: the dice for direction and distance, how far it went, and where it landed."""

    unit: str
    target: str
    direction: int
    distance: int
    length: int
    x: int
    y: int


class AttackMet(Event, frozen=True, tag="attack-met"):
    """One attack against one defense: both totals and the margin. `shot` is what Crossfire remembers of it."""

    unit: str
    target: str
    weapon: str
    attack: int
    defense: int
    margin: int
    counts: bool = False
    band: int = 0
    multiplier: int = 0

    @heeds("fieldmanual.crossfire")
    def change(self, state: State) -> None:
        """Note where it came from, and where the target stood."""
        if not self.counts:
            return
        attacker, target = state.units[self.unit], state.units[self.target]
        where = (attacker.x, attacker.y, self.band, self.multiplier, target.x, target.y)
        state.shots.append(Shot(self.unit, self.target, *where))


class RanOut(Event, frozen=True, tag="ran-out"):
    """A weapon is Out of Ammo: it waits for Reloads, or is crossed off."""

    unit: str
    weapon: str
    lost: bool

    def change(self, state: State) -> None:
        for part in state.parts(state.units[self.unit]):
            if self.lost:
                part.lost.append(self.weapon)
            else:
                part.tokens[f"{EMPTY}:{self.weapon}"] = 1


class Reloaded(Event, frozen=True, tag="reloaded"):
    """A model spent an Action to reload a weapon."""

    unit: str
    weapon: str
    plain = True

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(state, unit)
        mark(state, unit, f"{EMPTY}:{self.weapon}", 0)


class ChargePlaced(Event, frozen=True, tag="charge-placed"):
    """A weapon lies on the ground and goes off in the Miscellaneous phase."""

    unit: str
    weapon: str
    x: int
    y: int
    z: int = 0

    def change(self, state: State) -> None:
        state.charges.append(Charge(self.unit, self.weapon, self.x, self.y, self.z))


class ChargesGoneOff(Event, frozen=True, tag="charges-gone-off"):
    """All weapons that lay on the ground have gone off."""

    def change(self, state: State) -> None:
        state.charges = []


class ChargesFired(Event, frozen=True, tag="charges-fired"):
    """A model fired its AP Charges at infantry that came near."""

    unit: str
    target: str


class BackTraced(Event, frozen=True, tag="back-traced"):
    """Counter-Battery Sensors gained an Active Lock on an attacker."""

    unit: str
    target: str

    @heeds("fieldmanual.perk-cbs", "fieldmanual.obj-recon")
    def change(self, state: State) -> None:
        mark(state, state.units[self.target], f"{LOCKED}:{self.unit}")
        note_lock(state, state.units[self.unit].seat, state.units[self.target])
