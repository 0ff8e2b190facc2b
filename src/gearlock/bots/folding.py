"""Several attacks on one target, folded into one: it cannot lose more than it has, nor be destroyed twice."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gearlock.kernel.view import OddsCard, Preview

Spread = dict[int, float]
"""So much damage in all to its chance; all that is left means destroyed."""


class Wound(msgspec.Struct, frozen=True):
    """What a target comes to by the attacks so far: how likely it has lost how much of what it had left."""

    whole: int
    left: int
    lost: Spread
    unhurt: float = 1.0
    """The chance that it was not crippled."""

    @property
    def share(self) -> float:
        """What it has lost on average, as a share of the whole."""
        return sum(points * chance for points, chance in self.lost.items()) / self.whole

    @property
    def destroyed(self) -> float:
        """The chance that nothing of it is left."""
        return self.lost.get(self.left, 0.0)


Wounds = Mapping[str, Wound]


def fresh(shown: Preview) -> Wound:
    """The target of an attack before it."""
    return Wound(shown.whole, shown.left, {0: 1.0})


def wounded(before: Wound, card: OddsCard) -> Wound:
    """The same after one more attack with these odds, which strikes only what still stands."""
    blow = _blow(card, before.left)
    lost: Spread = {}
    for had, chance in before.lost.items():
        if had >= before.left:
            lost[had] = lost.get(had, 0.0) + chance
            continue
        for more, times in blow.items():
            total = min(before.left, had + more)
            lost[total] = lost.get(total, 0.0) + chance * times
    unhurt = before.unhurt * (1 - card.p_crippled)
    return Wound(before.whole, before.left, lost, unhurt)


def _blow(card: OddsCard, left: int) -> Spread:
    """What one attack takes; some destroy by other means than damage, and then all is lost."""
    capped: Spread = {}
    for points, chance in card.damage.items():
        points = min(points, left)
        capped[points] = capped.get(points, 0.0) + chance
    harming = sum(chance for points, chance in capped.items() if 0 < points < left)
    besides = card.p_destroyed - capped.get(left, 0.0)
    if besides <= 0 or not harming:
        return capped
    moved = min(1.0, besides / harming)
    kept = {points: chance * (1 - moved) if 0 < points < left else chance for points, chance in capped.items()}
    kept[left] = kept.get(left, 0.0) + moved * harming
    return kept
