"""Lines of play: orders one after the other, tried out in an imagined battle, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from gearlock.bots.tempers import Temper
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Order
from gearlock.kernel.survey import Standing
from gearlock.kernel.view import Preview

SURE = 0.8
"""What counts of an attack that is given up: the occasion might not have come."""
Terms = dict[str, float]
"""What each consideration counts, by its name."""


class Sum(msgspec.Struct, frozen=True):
    """What a line brings on the way, in shares of a whole unit."""

    damage: float = 0.0
    kills: float = 0.0
    crippled: float = 0.0
    progress: float = 0.0
    suffered: float = 0.0
    """What is lost on the way: harm to friends, falls, the enemy's reactions."""
    forgone: float = 0.0
    """What was given up for it."""

    def plus(self, shown: Preview, own: bool = False, stake: float = 1.0) -> Sum:
        """With one more order; it is about a unit of one's `own` where an enemy's attack can be answered.

        What the order does counts as much as the unit it is done to.
        """
        gained, odds, without = shown.gives - shown.hoped, shown.odds, shown.without
        suffered, forgone = self.suffered + shown.risks - shown.lasting, self.forgone + shown.forgone
        if odds is None or not odds.mean_damage:
            progress = self.progress + gained
            return msgspec.structs.replace(self, progress=progress, suffered=suffered, forgone=forgone)
        kills, crippled = odds.p_destroyed, odds.p_crippled
        if without is not None:
            kills, crippled = kills - without.p_destroyed, crippled - without.p_crippled
        sign = -stake if own else stake
        return Sum(
            self.damage + stake * gained,
            self.kills + sign * kills,
            self.crippled + sign * crippled,
            self.progress,
            suffered,
            forgone,
        )

    def less(self, lost: float) -> Sum:
        """With what the enemy did in answer."""
        return msgspec.structs.replace(self, suffered=self.suffered + lost) if lost else self

    def terms(self, temper: Temper) -> Terms:
        """What each part counts with a bot of this temper."""
        return {
            "damage": temper.damage * self.damage,
            "kills": temper.kill * self.kills + temper.cripple * self.crippled,
            "progress": temper.progress * self.progress,
            "suffered": -self.suffered,
            "forgone": -SURE * temper.damage * self.forgone,
        }

    def value(self, temper: Temper) -> float:
        """All of it."""
        return sum(self.terms(temper).values())


def standing_terms(here: Standing, others: dict[str, float], temper: Temper) -> Terms:
    """What a place counts; `others` is what each enemy could do to a friend instead.

    An enemy that could do as much elsewhere is a smaller threat here. A unit cannot lose more than is left of it.
    """
    soon = _felt(here, here.soon, others, temper.own)
    late = min(_felt(here, here.late, others, temper.own), here.stake * here.left - soon)
    return {"danger": -temper.soon * soon - temper.late * late, "prospect": temper.prospect * here.strikes}


def _felt(here: Standing, threats: dict[str, float], others: dict[str, float], own: float) -> float:
    total = 0.0
    for enemy, harm in threats.items():
        loss = here.stake * harm
        total += own * loss + (1 - own) * max(0.0, loss - others.get(enemy, 0.0))
    return min(total, here.stake * here.left)


NOTHING = Sum()


@dataclass(slots=True)
class Line:
    """Orders and where they lead; `over` when the unit is done and others are to decide."""

    battle: Battle[Any]
    unit: str = ""
    orders: tuple[Order, ...] = ()
    labels: tuple[str, ...] = ()
    sum: Sum = NOTHING
    ends: tuple[int, int, int] | None = None
    over: bool = False
    hopes: float = 0.0
    """What its next order could still bring, if it was cut short of it."""
    path: tuple[Battle[Any], ...] = ()
    """The imagined battle after each of its orders."""
    terms: Terms = field(default_factory=dict)

    @property
    def value(self) -> float:
        """All its terms together."""
        return sum(self.terms.values())


@dataclass(slots=True)
class Step:
    """One order that could come next, and what it promises."""

    order: Order
    label: str
    shown: Preview
    sum: Sum
    """What the line comes to with it."""
    promise: float

    def terms(self, temper: Temper) -> Terms:
        """What speaks for it and against it by itself."""
        terms = self.sum.terms(temper)
        return {**terms, "hopes": self.shown.hoped, "danger": -temper.soon * self.shown.lasting}
