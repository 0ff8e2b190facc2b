"""Drawing by lot when a force is recruited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from gearlock.kernel.system import Chooser

Kind = TypeVar("Kind")


def weighted(options: Sequence[Kind], weights: Sequence[int], chooser: Chooser) -> Kind:
    """One of these, the heavier the likelier."""
    at = chooser.randrange(0, max(1, sum(weights)))
    for option, weight in zip(options, weights, strict=True):
        at -= weight
        if at < 0:
            return option
    return options[-1]
