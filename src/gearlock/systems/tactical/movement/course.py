"""2.6.5: a unit on its way: turns, inches, Movement Points and terrain, added up stretch by stretch.

Judging a way and going it are one work.
"""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.going.stretches import Under, level_edge, lying_at, passed_over
from gearlock.systems.tactical.damage.driving import drives_itself
from gearlock.systems.tactical.movement.ground import (
    is_steep,
    price_of,
    price_of_stretch,
    refuse_ground,
    refuse_shore,
    steep_cost,
    type_on,
)
from gearlock.systems.tactical.movement.limits import refuse_limit
from gearlock.systems.tactical.movement.passage import CLIFF, level_at, refuse_passage
from gearlock.systems.tactical.movement.towing import pulled_to, refuse_pull, towed_of
from gearlock.systems.tactical.speed import MP, allowance, most_mp, road_bonus
from gearlock.systems.tactical.state import FALLEN, HALF, TOP, State, Unit
from gearlock.systems.tactical.under_way import DARING, Activation
from gearlock.table.measure import INCH, advance, inches_text, turned
from gearlock.table.path import Path, Stride

FREE_TURN = 600
"""Tenths of a degree that cost nothing."""
FULL_TURN = 3600


class Followed(NamedTuple):
    """How far a path was followed: what is left of it, a turn that must be tested first, or why it goes no further."""

    rest: Path
    hard: int = 0
    refusal: Refusal | None = None


def signed(mils: int, like: int) -> int:
    """So many mils, backward if a length is."""
    return -mils if like < 0 else mils


class Course:
    """One unit on its way: where it has come to, and what it has used in this activation.

    `left` is what is left of the inch under way; `trail` are the ends of its legs with the MP spent there.
    """

    __slots__ = (
        "backward",
        "bonus",
        "cliff",
        "daring",
        "gone",
        "heaviest",
        "left",
        "mode",
        "most",
        "road",
        "since",
        "spent",
        "state",
        "towed",
        "trail",
        "unit",
    )

    def __init__(self, state: State, unit: Unit, now: Activation) -> None:
        self.state, self.unit, self.mode = state, unit.clone(), now.mode
        self.most = most_mp(unit, now)
        self.spent, self.gone, self.since, self.backward = now.spent, now.gone, now.since_turn, now.backward
        self.road, self.bonus = now.road, road_bonus(state, unit, now)
        self.left, self.cliff = INCH, False
        self.daring, self.heaviest = DARING in now.marks, 0
        towed = towed_of(state, unit)
        self.towed = None if towed is None else towed.clone()
        self.trail: list[tuple[int, int, int]] = []

    @rule("tactical.2.6.5-turning")
    @heeds("tactical.2.6.6-infantry-arcs", "tactical.7.2-autopilot")
    def turn(self, angle: int) -> Refusal | None:
        """Up to 60 degrees are free, more costs 1 MP; an inch of movement lies between two turns.

        Squads have no facing: they just go another way.
        """
        unit = self.unit
        if unit.is_infantry:
            unit.facing = turned(unit.facing, angle)
            return None
        if abs(angle) > FULL_TURN:
            return Refusal("turn", "tactical.2.6.5-turning", "A turn is 360 degrees at most.", {"angle": angle})
        if self.since < INCH:
            message = (
                f"The {unit.name} moves at least 1 in between two turns; it has moved {inches_text(self.since)} in."
            )
            return Refusal("turns", "tactical.2.6.5-turning", message, {"moved": self.since})
        if abs(angle) > FREE_TURN and drives_itself(unit):
            message = f"The autopilot of the {unit.name} goes straight on, or turns by up to 60 degrees."
            return Refusal("autopilot", "tactical.7.2-autopilot", message, {"angle": angle})
        cost = MP if abs(angle) > FREE_TURN else 0
        refusal = self._refuse_mp(cost + self._rising()) if cost else None
        if refusal is not None:
            return refusal
        self.spent += cost + (self._rising() if cost else 0)
        if cost:
            unit.tokens.pop(FALLEN, None)
        unit.facing, self.since = turned(unit.facing, angle), 0
        return None

    @heeds("tactical.2.6.5-top-speed-turn")
    def is_hard(self, angle: int) -> bool:
        """Whether a turn needs a test first: more than 60 degrees at Top Speed."""
        return self.unit.speed == TOP and abs(angle) > FREE_TURN and not self.unit.is_infantry

    def follow(self, path: Path, tested: bool = False) -> Followed:
        """Go on along a path until an inch is gone, a turn must be tested, or something is in the way.

        With `tested` the first turn has been tested, or tests are taken as passed.
        """
        while path and self.left > 0:
            (angle, length), after = path[0], path[1:]
            if angle:
                if self.is_hard(angle) and not tested:
                    return Followed(path, angle)
                refusal = self.turn(angle)
                if refusal is not None:
                    return Followed(path, 0, refusal)
            if length:
                part = signed(min(abs(length), self.left), length)
                found = self.advance(part)
                if isinstance(found, Refusal):
                    return Followed(((0, length), *after), 0, found)
                length -= signed(found, length)
                self.left -= found
                if not length:
                    self.trail.append((self.unit.x, self.unit.y, self.spent))
            path = ((0, length), *after) if length else after
        return Followed(path)

    @heeds("tactical.2.6.5-reverse")
    def advance(self, length: int) -> int | Refusal:
        """Go straight as far as the ground stays on one level; the mils gone, or why it cannot."""
        unit = self.unit
        refusal = self._refuse_direction(length)
        if refusal is not None:
            return refusal
        stride = self._stride(length)
        edge = level_edge(self.state.ground, stride)
        if edge < abs(length):
            stride = self._stride(signed(edge, length))
        middle = (stride.x0 + stride.x1) // 2, (stride.y0 + stride.y1) // 2
        parts = passed_over(self.state.ground, stride, level_at(self.state, unit, *middle))
        refusal = self._go(stride, parts)
        return refusal or abs(stride.length)

    @rule("tactical.2.6.5-reverse")
    def _refuse_direction(self, length: int) -> Refusal | None:
        """Backward only at no more than half of Combat Speed, and all the way; squads have no backward."""
        unit = self.unit
        if unit.is_infantry or (length > 0 and not self.backward):
            return None
        if self.gone and (length < 0) != self.backward:
            message = f"The {unit.name} moves backward instead of forward, not both in one round."
            return Refusal("reverse", "tactical.2.6.5-reverse", message)
        if length < 0 and (unit.speed == TOP or self.most > allowance(unit, HALF, self.mode)):
            message = f"The {unit.name} backs up at half Combat Speed or less: commit to that first."
            return Refusal("reverse", "tactical.2.6.5-reverse", message)
        return None

    @property
    def corners(self) -> list[tuple[int, int]]:
        """The ends of its legs so far: between them it went straight."""
        return [(x, y) for x, y, _ in self.trail]

    def _stride(self, length: int) -> Stride:
        x, y = advance(self.unit.x, self.unit.y, self.unit.facing, length)
        return Stride(self.unit.x, self.unit.y, x, y, length)

    def _go(self, stride: Stride, parts: list[Under]) -> Refusal | None:
        """Judge one stretch on one level, and go it."""
        unit, far = self.unit, abs(stride.length)
        refusal = refuse_ground(self.state, unit, parts)
        refusal = refusal or refuse_shore(self.state, unit, parts, (stride.x1, stride.y1))
        refusal = refusal or refuse_limit(self.state, unit, stride.x1, stride.y1)
        if refusal is not None:
            return refusal
        end = refuse_passage(self.state, unit, stride)
        if isinstance(end, Refusal):
            return end
        last = parts[-1] if end == unit.z else Under(far, far, lying_at(self.state.ground, stride.x1, stride.y1, end))
        refusal = refuse_ground(self.state, unit, [last])
        if refusal is not None:
            return refusal
        cost, on_road, heaviest = price_of_stretch(self.state, unit, parts, self.daring)
        price = cost + self._rise(stride, end - unit.z, last)
        free = max(0, min(on_road, self.bonus - self.road))
        refusal = self._refuse_mp(price + self._rising(), free)
        if refusal is not None:
            return refusal
        refusal = self._pull((stride.x1, stride.y1, end), stride.length < 0)
        if refusal is not None:
            return refusal
        self.heaviest = max(self.heaviest, heaviest)
        self.spent, self.road = self.spent + price + self._rising(), self.road + free
        unit.tokens.pop(FALLEN, None)
        self.cliff = self.cliff or (unit.is_infantry and unit.z - end >= CLIFF)
        unit.x, unit.y, unit.z = stride.x1, stride.y1, end
        self.gone, self.since = self.gone + far, self.since + far
        self.backward = stride.length < 0 and not unit.is_infantry
        return None

    @heeds("tactical.3.2.7")
    def _pull(self, to: tuple[int, int, int], backward: bool) -> Refusal | None:
        """Pull along what is towed, or say why it cannot follow."""
        if self.towed is None:
            return None
        spot = pulled_to(self.state, self.unit, self.towed, to)
        refusal = refuse_pull(self.state, self.unit, self.towed, spot, backward)
        if refusal is None:
            self.towed.x, self.towed.y, self.towed.z = spot
        return refusal

    def _rise(self, stride: Stride, rise: int, last: Under) -> int:
        """What going up or down adds, by the ground it leads to."""
        if not rise or not is_steep(self.state, stride, rise):
            return 0
        return steep_cost(self.unit, rise, price_of(self.state, self.unit, type_on(self.state, last.pieces)) or 1)

    @heeds("tactical.3.2.3")
    def _rising(self) -> int:
        """A fallen walker spends 1 MP to stand up before it moves."""
        return MP if self.unit.token(FALLEN) else 0

    @heeds("tactical.2.6.5", "tactical.2.6.5-combat-speed", "tactical.2.6.5-top-speed", "tactical.3.2.5-roads")
    def _refuse_mp(self, cost: int, free: int = 0) -> Refusal | None:
        """Why its Movement Points do not last so far; `free` of them are a road's."""
        if self.spent - self.road + cost - free <= self.most:
            return None
        needs, has = inches_text(self.spent + cost), inches_text(self.most)
        extra = f" and {inches_text(self.bonus)} more on a road" if self.bonus else ""
        message = f"The {self.unit.name} may spend {has} MP at this speed{extra}; so far this needs {needs}."
        facts: dict[str, str | int | float] = {"needs": self.spent + cost, "has": self.most}
        return Refusal("movement", "tactical.2.6.5", message, facts)
