"""What happens in attacks."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.attacks.ammunition import CLIP
from gearlock.systems.tactical.cards import TURRETED
from gearlock.systems.tactical.damage.condition import quarter_fired
from gearlock.systems.tactical.state import ATTACKED, DESIGNATED, OBSERVED, SKIRMISH_SCALE, TINY, State, Unit
from gearlock.systems.tactical.under_way import STANDS

HELD = "held:"
"""A mark of an activation: the units that hold their fire while somebody moves."""


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """A unit attacks: its Action and its ammunition are used."""

    unit: str
    weapon: str
    target: str
    rof: int = 0
    rounds: int = 0
    cost: int = 1
    way: str = "direct"
    called: str = ""
    snap: bool = False
    others: tuple[str, ...] = ()
    """Further targets of walking fire."""
    fragments: bool = False
    careful: bool = False

    @heeds("tactical.2.6.3", "tactical.2.3.4-rof", "tactical.2.6.2-snap-fire", "tactical.3.4.5-walking")
    def change(self, state: State) -> None:
        """Snap Fire is noted with what the mover has spent, for the next shot at it has to wait a Movement Point."""
        unit, now = state.units[self.unit], state.activation
        unit.actions -= self.cost
        state.note_attack(self.unit)
        if self.rounds:
            unit.used[self.weapon] = unit.used.get(self.weapon, 0) + self.rounds
        walked = ":walked" if self.others else ""
        for name in (self.target, *self.others):
            unit.fired.append(f"{self.weapon}:{name}{walked}")
            note_attacker(state, unit, state.units[name])
        aim_turret(unit, self.weapon, state.units[self.target].x, state.units[self.target].y)
        if self.snap and now is not None:
            now.snapped[self.unit] = now.spent


@heeds("tactical.3.8.3-map")
def note_attacker(state: State, unit: Unit, target: Unit) -> None:
    """At skirmish scale a target remembers its attackers by combat group, in their order."""
    group = f"{ATTACKED}:{unit.seat}:{unit.group}:"
    if state.scale == SKIRMISH_SCALE and not target.token(group + unit.id):
        target.tokens[group + unit.id] = 1 + sum(1 for name in target.tokens if name.startswith(group))


@heeds("tactical.3.5.1-auxiliary")
def aim_turret(unit: Unit, weapon: str, x: int, y: int) -> None:
    """A turret keeps the quarter of its last shot."""
    mount = unit.mount(weapon)
    if mount is not None and mount.arc == TURRETED and not unit.is_infantry:
        unit.used[f"arc:{weapon}"] = quarter_fired(unit, x, y)


class AttackMet(Event, frozen=True, tag="attack-met"):
    """An attack met its target's defense."""

    unit: str
    target: str
    weapon: str
    attack: int
    defense: int
    margin: int
    hit: bool


class LinkMissed(Event, frozen=True, tag="link-missed"):
    """After the first miss of a link its other weapons miss as well."""

    unit: str
    weapons: tuple[str, ...]


class BlastSpread(Event, frozen=True, tag="blast-spread"):
    """A blast at a point, and whom it strikes."""

    unit: str
    weapon: str
    x: int
    y: int
    struck: tuple[str, ...]


class Concussed(Event, frozen=True, tag="concussed"):
    """A blast that was defended against still shakes a unit."""

    unit: str
    target: str
    weapon: str
    amount: int


class Scattered(Event, frozen=True, tag="scattered"):
    """An indirect shot that missed landed elsewhere."""

    unit: str
    target: str
    weapon: str
    face: int
    length: int
    x: int
    y: int
    on_table: bool = True


class TinyHit(Event, frozen=True, tag="tiny-hit"):
    """A precision shot hit the tiny thing it was meant for."""

    unit: str
    thing: str
    system: str
    by: str

    def change(self, state: State) -> None:
        tokens = state.units[self.unit].tokens
        tokens.pop(f"{TINY}:{self.thing}:{self.system}", None)
        tokens[f"hit:{self.thing}"] = 1


class ObservingBegun(Event, frozen=True, tag="observing-begun"):
    """A unit spent an Action on observing for indirect fire."""

    unit: str
    target: str

    @heeds("tactical.3.4.3", "tactical.2.6.3", "tactical.2.6.2-snap-fire")
    def change(self, state: State) -> None:
        state.units[self.unit].actions -= 1
        state.react(self.unit)


class FireObserved(Event, frozen=True, tag="fire-observed"):
    """The coordinates of a target are known to all friends for the rest of the round."""

    unit: str
    target: str

    @heeds("tactical.3.4.3")
    def change(self, state: State) -> None:
        state.units[self.target].tokens[f"{OBSERVED}:{self.unit}"] = 1


class DesignationBegun(Event, frozen=True, tag="designation-begun"):
    """A unit spent an Action on its Target Designator."""

    unit: str
    target: str

    @heeds("tactical.7.2-target-designator", "tactical.2.6.3", "tactical.2.6.2-snap-fire")
    def change(self, state: State) -> None:
        state.units[self.unit].actions -= 1
        state.react(self.unit)


class Designated(Event, frozen=True, tag="designated"):
    """A target is marked for the Guided weapons of a side until the round is over."""

    unit: str
    target: str

    @heeds("tactical.7.2-target-designator")
    def change(self, state: State) -> None:
        state.units[self.target].tokens[f"{DESIGNATED}:{state.units[self.unit].seat}"] = 1


class ClipChanged(Event, frozen=True, tag="clip-changed"):
    """A new clip is in a weapon: it is full again, and what was left in the old one is gone."""

    unit: str
    weapon: str

    @heeds("tactical.2.3.6")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        mount = unit.mount(self.weapon)
        assert mount is not None and mount.ammo is not None, "the order was judged before"  # noqa: PT018 - one fact
        unit.actions -= 1
        unit.used[CLIP + self.weapon] = unit.used.get(CLIP + self.weapon, 0) + 1
        unit.used[self.weapon] = mount.ammo * unit.used[CLIP + self.weapon]


class MovementEnded(Event, frozen=True, tag="movement-ended"):
    """A unit moves no more in this activation; whoever waited for a Movement Point of it may fire again."""

    unit: str

    @heeds("tactical.2.6.2-snap-fire")
    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, "somebody was on the move"
        now.marks.append(STANDS)


class FireHeld(Event, frozen=True, tag="fire-held"):
    """These units let the one on the move go on."""

    units: tuple[str, ...]

    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, "somebody is on the move"
        now.marks += [f"{HELD}{name}" for name in self.units]
