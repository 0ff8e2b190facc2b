"""A model on its way: turns, inches, MPs and terrain, added up stretch by stretch. Judging and going are one work."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.dice_tests.tests import rounded
from gearlock.systems.fieldmanual.movement.bands import MP, SHUFFLE, most_mp
from gearlock.systems.fieldmanual.movement.passage import (
    begin_passing,
    level_at,
    refuse_closed,
    refuse_passage,
    refuse_water,
)
from gearlock.systems.fieldmanual.movement.stretches import Under, dangers, level_edge, passed_over
from gearlock.systems.fieldmanual.movement.terrain import dearest
from gearlock.systems.fieldmanual.movement.turning import (
    moves_freely,
    price_of_turn,
    refuse_aside,
    refuse_direction,
    refuse_turns,
    turns_in,
    turns_left,
)
from gearlock.systems.fieldmanual.state import STATIONARY, State, Unit
from gearlock.systems.fieldmanual.under_way import Activation
from gearlock.table.measure import INCH, advance, inches_text, turned
from gearlock.table.path import Path, Stride

Due = tuple[tuple[str, int], ...]
"""Pieces that have to be tested for before anybody goes on, each with its Threshold."""


class Followed(NamedTuple):
    """How far a path was followed: what is left of it, what has to be tested first, or why it goes no further."""

    rest: Path
    due: Due = ()
    refusal: Refusal | None = None


def copied_sign(mils: int, length: int) -> int:
    """So many mils, backward if a length is."""
    return -mils if length < 0 else mils


def mark_of_test(figure: str, piece: str = "") -> str:
    """The mark of an activation for a danger that a figure is in and has tested for."""
    return f"tested:{figure}:{piece}"


class Course:
    """One figure on its way: where it has come to, and what it has used in this activation.

    `left` is what is left of the inch under way, `planned` what is left of the whole way; `trail` are the ends of its
    legs with the MPs spent there.
    """

    __slots__ = ("gone", "left", "most", "planned", "spent", "state", "straight", "tested", "trail", "turns", "unit")

    def __init__(self, state: State, figure: Unit, now: Activation) -> None:
        name = figure.id
        self.state, self.unit, self.most = state, figure.clone(), most_mp(figure, now)
        self.spent, self.gone = now.spent.get(name, 0), now.gone.get(name, 0)
        self.straight, self.turns = now.straight.get(name, 0), now.turns.get(name, 0)
        prefix = mark_of_test(name)
        self.tested = {mark[len(prefix) :] for mark in now.marks if mark.startswith(prefix)}
        self.left = INCH
        self.planned = 0
        self.trail: list[tuple[int, int, int]] = []

    @heeds("fieldmanual.turns", "fieldmanual.move-through")
    def can_turn(self) -> bool:
        """Whether it could turn here."""
        return moves_freely(self.unit) or turns_left(self.unit, self.straight, self.turns) > 0

    @rule("fieldmanual.fast-and-friendly")
    @heeds("fieldmanual.turns")
    def turn(self, angle: int) -> Refusal | None:
        """Turn on the spot, or say why not. By agreement the whole way that is laid out pays for its turns."""
        unit = self.unit
        ahead = self.planned if self.state.switch("fast and friendly") else 0
        refusal = refuse_turns(unit, angle, self.straight + ahead, self.turns)
        if refusal is not None:
            return refusal
        unit.facing = turned(unit.facing, angle)
        if unit.band == STATIONARY:
            self.turns += turns_in(angle)
        elif not moves_freely(unit):
            self.straight -= turns_in(angle) * price_of_turn(unit)
        return None

    def follow(self, path: Path, aside: bool = False) -> Followed:
        """Go on along a path until an inch is gone, something must be tested, or something is in the way."""
        while path:
            (angle, length), after = path[0], path[1:]
            if self.left <= 0:
                break
            refusal = refuse_aside(self.unit) if aside else self.turn(angle) if angle else None
            if refusal is not None:
                return Followed(path, (), refusal)
            angle = angle if aside else 0
            if length:
                heading = turned(self.unit.facing, angle)
                part = min(abs(length), self.left)
                found = self.advance(heading, copied_sign(part, length))
                if isinstance(found, Refusal):
                    return Followed(((angle, length), *after), (), found)
                gone, due = found
                length -= copied_sign(gone, length)
                self.left -= gone
                if due:
                    return Followed(((angle, length), *after), due)
                if not length:
                    self.trail.append((self.unit.x, self.unit.y, self.spent))
            path = ((angle, length), *after) if length else after
        return Followed(path)

    def advance(self, heading: int, length: int) -> tuple[int, Due] | Refusal:
        """Go straight as far as the ground stays on one level and no new danger begins, or say why not."""
        refusal = refuse_direction(self.unit, length)
        if refusal is not None:
            return refusal
        stride = self._stride(heading, length)
        edge = level_edge(self.state, stride)
        if edge < abs(length):
            stride = self._stride(heading, copied_sign(edge, length))
        parts = self._under(stride)
        fresh = [found for found in dangers(parts) if found[1] not in self.tested]
        if fresh:
            mark = fresh[0][0]
            if not mark:
                return 0, tuple((name, threshold) for at, name, threshold in fresh if not at)
            stride = self._stride(heading, copied_sign(mark, length))
            parts = self._under(stride)
        refusal = self._go(stride, parts)
        return refusal or (abs(stride.length), ())

    def _stride(self, heading: int, length: int) -> Stride:
        x, y = advance(self.unit.x, self.unit.y, heading, length)
        return Stride(self.unit.x, self.unit.y, x, y, length)

    def _under(self, stride: Stride) -> list[Under]:
        """What lies under the middle of the base along a stretch, on the level that its middle lies on."""
        x, y = (stride.x0 + stride.x1) // 2, (stride.y0 + stride.y1) // 2
        return passed_over(self.state, stride, level_at(self.state, self.unit, x, y))

    def _go(self, stride: Stride, parts: list[Under]) -> Refusal | None:
        """Judge one stretch on one level, and go it."""
        unit, far = self.unit, abs(stride.length)
        refusal = refuse_closed(unit, parts) or refuse_water(self.state, unit, stride, parts)
        if refusal is not None:
            return refusal
        passing = partial(begin_passing, self.state, unit, stride, self.can_turn())
        end = refuse_passage(self.state, unit, stride, passing)
        if isinstance(end, Refusal):
            return end
        cost = self._price(parts) + levels_up(end - unit.z) * MP
        refusal = self._refuse_mp(far, cost)
        if refusal is not None:
            return refusal
        last = {piece.id for piece in parts[-1].pieces} if parts else set()
        self.tested &= last
        unit.x, unit.y, unit.z = stride.x1, stride.y1, end
        self.spent, self.gone, self.straight = self.spent + cost, self.gone + far, self.straight + far
        self.planned -= far
        return None

    @heeds("fieldmanual.movement-points", "fieldmanual.terrain-classify")
    def _price(self, parts: list[Under]) -> int:
        """Thousandths of MP for a stretch, by what lies under the middle of the base."""
        total = 0
        for part in parts:
            total += (part.end - part.start) * dearest(part.pieces, self.unit, self.unit.mode)[0]
        return total // INCH

    @heeds("fieldmanual.movement-points", "fieldmanual.speed-stationary", "fieldmanual.speed-combat")
    def _refuse_mp(self, far: int, cost: int) -> Refusal | None:
        """Why its movement does not last so far."""
        unit = self.unit
        if unit.band == STATIONARY:
            if self.gone + far <= SHUFFLE:
                return None
            message = f"The {unit.name} is Stationary: it moves 1 in at most; it has moved {inches_text(self.gone)} in."
            return Refusal(
                "movement", "fieldmanual.speed-stationary", message, {"needs": self.gone + far, "has": SHUFFLE}
            )
        if self.spent + cost <= self.most:
            return None
        needs, has = inches_text(self.spent + cost), inches_text(self.most)
        message = f"The {unit.name} has {has} MP at this speed; so far this needs {needs}."
        facts: dict[str, str | int | float] = {"needs": self.spent + cost, "has": self.most}
        return Refusal("movement", "fieldmanual.movement-points", message, facts)


@rule("fieldmanual.elevation")
def levels_up(rise: int) -> int:
    """Levels that going up by so much counts as, each 1 MP more: whole inches to the nearest, any rise one at least.

    Down costs nothing.
    """
    return max(1, rounded(rise)) if rise > 0 else 0
