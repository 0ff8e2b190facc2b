"""Lines of play: orders one after the other, tried out in an imagined battle, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from gearlock.bots.folding import Wounds, fresh, wounded
from gearlock.bots.tempers import Temper
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Order
from gearlock.kernel.survey import Standing, losses_to_expect
from gearlock.kernel.view import Preview

SURE = 0.8
"""What counts of an attack that is given up: the occasion might not have come."""
NO_STAKES: Mapping[str, float] = {}
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
    wounds: Wounds = {}
    """What each target comes to by the attacks so far."""

    def plus(self, shown: Preview, own: bool = False, stakes: Mapping[str, float] = NO_STAKES) -> Sum:
        """With one more order; it is about a unit of one's `own` where an enemy's attack can be answered.

        What the order does counts as much as the unit it is done to.
        """
        gained, odds, without = shown.gives - shown.hoped, shown.odds, shown.without
        suffered, forgone = self.suffered + shown.risks - shown.lasting, self.forgone + shown.forgone
        if odds is None or not odds.mean_damage:
            progress = self.progress + gained
            return msgspec.structs.replace(self, progress=progress, suffered=suffered, forgone=forgone)
        total = msgspec.structs.replace(self, suffered=suffered, forgone=forgone)
        if without is None and shown.whole:
            return total._struck(shown, gained, stakes)
        kills, crippled = odds.p_destroyed, odds.p_crippled
        if without is not None:
            kills, crippled = kills - without.p_destroyed, crippled - without.p_crippled
        stake = stakes.get(shown.target, 1.0)
        sign = -stake if own else stake
        return total._with(stake * gained, sign * kills, sign * crippled)

    def _with(self, damage: float, kills: float, crippled: float) -> Sum:
        damage, kills, crippled = self.damage + damage, self.kills + kills, self.crippled + crippled
        return msgspec.structs.replace(self, damage=damage, kills=kills, crippled=crippled)

    def _struck(self, shown: Preview, gained: float, stakes: Mapping[str, float]) -> Sum:
        """With an attack on one target, or on several at once, folded with what was done to each before.

        What it brings besides the damage to its targets is not lessened by that.
        """
        beside = [part for part in shown.also if part.whole and part.gives]
        first = gained - sum(part.gives for part in beside)
        total, wounds = self, dict(self.wounds)
        for part, worth in ((shown, first), *((part, part.gives) for part in beside)):
            assert part.odds is not None, "what has a target has odds"
            before = wounds.get(part.target) or fresh(part)
            alone, after = wounded(fresh(part), part.odds).share, wounded(before, part.odds)
            wounds[part.target] = after
            stake, more = stakes.get(part.target, 1.0), after.share - before.share
            damage = worth - min(worth, alone) * (1 - more / alone) if alone > 0 else worth
            total = total._with(
                stake * damage, stake * (after.destroyed - before.destroyed), stake * (before.unhurt - after.unhurt)
            )
        return msgspec.structs.replace(total, wounds=wounds)

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


def standing_terms(here: Standing, others: Mapping[str, float], temper: Temper) -> Terms:
    """What a place counts; `others` is how much the rest of the side draws each enemy on itself."""
    soon, all_of_it = losses_to_expect(here, others)
    danger = temper.soon * soon + temper.late * (all_of_it - soon)
    return {"danger": -here.stake * danger, "prospect": temper.prospect * here.strikes}


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
    place: Terms = field(default_factory=dict)
    """What the place where it ends counts."""

    def terms(self, temper: Temper) -> Terms:
        """What speaks for it and against it by itself."""
        terms = self.sum.terms(temper)
        return {**terms, "hopes": self.shown.hoped, "danger": -temper.soon * self.shown.lasting, **self.place}
