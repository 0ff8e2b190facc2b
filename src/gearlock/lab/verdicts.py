"""Who is better, in a sentence: the same on the screen, on a page and for every study that sets two against each other.

What counts is a share of the points, a draw being half a point, with the interval of pairs of games: wins alone would
call somebody who never loses and often draws no better than the other.
"""

from __future__ import annotations

from gearlock.lab.intervals import Estimate

EVEN = 0.5


def verdict_of(one: str, other: str, share: Estimate, games: int, even_within: float | None = None) -> str:
    """Which of two is better by the share of the first; `even_within` is a margin that was settled on."""
    if not games:
        return "No game was finished."
    if share.low > EVEN:
        return f"{one} beats {other}: {_scored(share)}."
    if share.high < EVEN:
        return f"{other} beats {one}: {_scored(the_other(share))}."
    if even_within is not None:
        return f"{one} and {other} are even: neither scores more than {EVEN + even_within:.0%}."
    return (
        f"Neither {one} nor {other} is shown to be better: {one} scores {share.value:.1%}, "
        f"and {range_of(share)} includes 50%. More games narrow it."
    )


def the_other(share: Estimate) -> Estimate:
    """What the second gets, if this is what the first gets."""
    return Estimate(1 - share.value, 1 - share.high, 1 - share.low)


def range_of(share: Estimate) -> str:
    """The ends of an interval."""
    return f"{share.low:.1%} to {share.high:.1%}"


def _scored(share: Estimate) -> str:
    return f"it scores {share.value:.1%} ({range_of(share)}), a draw counting half"
