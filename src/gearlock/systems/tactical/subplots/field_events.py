"""What subplots bring to the table itself: mines, civilians, ground that falls in, tunnels."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.damage.minefields import MINEFIELD
from gearlock.systems.tactical.damage.pits import PIT, with_pits
from gearlock.systems.tactical.infantry_cards import CIVILIAN_CARD, CIVILIAN_POINTS
from gearlock.systems.tactical.movement.events import place, under_way
from gearlock.systems.tactical.plots import CIVILIANS
from gearlock.systems.tactical.state import FIELDED, NO_GROUP, State, Unit
from gearlock.systems.tactical.switches import MINEFIELDS
from gearlock.systems.tactical.under_way import Patch
from gearlock.table.measure import INCH

ROUND_OF = "round of:"
"""In `State.points`: in which round something unforeseen happens, by side and subplot."""
TUNNEL = "tunnel:"
"""Markers: the openings of tunnels, by number, with "in" or "out" behind it."""


class MinesLaid(Event, frozen=True, tag="mines-laid"):
    """An old minefield lies on the table, square inch by square inch."""

    seat: str
    type: str
    squares: tuple[tuple[int, int], ...]

    @heeds("tactical.4.1.4-minefield", "tactical.3.2.6")
    def change(self, state: State) -> None:
        """The rules of minefields are in use from here on."""
        mines = [Patch(MINEFIELD, x, y, INCH // 2, seat=self.seat, word=self.type) for x, y in self.squares]
        state.patches = [*state.patches, *mines]
        state.switches = {**state.switches, MINEFIELDS: "yes"}


class CiviliansCame(Event, frozen=True, tag="civilians-came"):
    """Civilians have wandered onto the table."""

    unit: str
    x: int
    y: int
    z: int

    @heeds("tactical.4.1.4-bystanders")
    def change(self, state: State) -> None:
        """An unarmed squad without Skill that is of no side."""
        card = CIVILIAN_CARD
        unit = Unit(self.unit, "", card.name, card, level=0, group=NO_GROUP, status=FIELDED, mode=card.primary)
        unit.x, unit.y, unit.z = self.x, self.y, self.z
        assert card.squad is not None, "civilians are counted like troopers"
        unit.troopers = [CIVILIAN_POINTS] * len(card.squad.carried)
        unit.tokens[CIVILIANS] = 1
        state.units[self.unit] = unit


class CiviliansMoved(Event, frozen=True, tag="civilians-moved"):
    """Civilians have gone somewhere, by a die."""

    unit: str
    face: int
    x: int
    y: int
    z: int
    facing: int

    @heeds("tactical.4.1.4-bystanders")
    def change(self, state: State) -> None:
        """They stand there now."""
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing = self.x, self.y, self.z, self.facing


class EventForeseen(Event, frozen=True, tag="event-foreseen"):
    """In which round something unforeseen will happen, by the name of its subplot."""

    seat: str
    name: str
    round: int

    @heeds("tactical.4.1.4-macallen-collapse", "tactical.4.1.4-friendly-fire")
    def change(self, state: State) -> None:
        """Each of several has a round of its own."""
        number = 1 + sum(1 for key in state.points if key.startswith(f"{ROUND_OF}{self.seat}:{self.name}:"))
        state.points[f"{ROUND_OF}{self.seat}:{self.name}:{number}"] = self.round


class GroundFell(Event, frozen=True, tag="ground-fell"):
    """A line of ground, an inch wide, has dropped by an inch under a vehicle."""

    unit: str
    x: int
    y: int
    angle: int
    inches: int

    @heeds("tactical.4.1.4-macallen-collapse")
    def change(self, state: State) -> None:
        """The map is another one from here on."""
        pit = Patch(PIT, self.x, self.y, INCH // 2, number=self.angle, points=self.inches)
        state.patches = [*state.patches, pit]
        state.ground = with_pits(state.ground, state.patches)


class FellIn(Event, frozen=True, tag="fell-in"):
    """A unit came down with the ground."""

    unit: str
    z: int

    @heeds("tactical.4.1.4-macallen-collapse")
    def change(self, state: State) -> None:
        """Whoever rides in it comes along."""
        for unit in state.units.values():
            if self.unit in (unit.id, unit.carrier):
                unit.z = self.z


class TunnelDug(Event, frozen=True, tag="tunnel-dug"):
    """A unit went underground and came out again; both openings lie open to everybody."""

    unit: str
    seat: str
    number: int
    x: int
    y: int
    z: int
    spent: int
    gone: int

    @heeds("tactical.4.1.4-macallen-tunnel")
    def change(self, state: State) -> None:
        """The first opening is where it stood."""
        unit = state.units[self.unit]
        ways = {f"{TUNNEL}{self.number}:in": (unit.x, unit.y), f"{TUNNEL}{self.number}:out": (self.x, self.y)}
        state.markers = {**state.markers, **ways}
        state.points[f"tunnels:{self.seat}"] = state.points.get(f"tunnels:{self.seat}", 0) + 1
        _come_out(state, unit, (self.x, self.y, self.z), self.spent, self.gone)


class TunnelTaken(Event, frozen=True, tag="tunnel-taken"):
    """A unit went through a tunnel."""

    unit: str
    opening: str
    x: int
    y: int
    z: int
    spent: int
    gone: int

    @heeds("tactical.4.1.4-macallen-tunnel")
    def change(self, state: State) -> None:
        """Out at the other end."""
        _come_out(state, state.units[self.unit], (self.x, self.y, self.z), self.spent, self.gone)


def _come_out(state: State, unit: Unit, to: tuple[int, int, int], spent: int, gone: int) -> None:
    """It goes on from there, and may turn at once."""
    now = under_way(state)
    place(state, unit, *to)
    now.spent, now.gone, now.since_turn = spent, gone, INCH
