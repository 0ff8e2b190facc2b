"""Marginal hits: one more die each that bites from some face on. How many bite in play, how often, on average."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

SIDES = 6
Weights = dict[int, int]
"""How often each number comes up, out of a total known to the caller."""


def bites_in(faces: Iterable[int], least: int) -> int:
    """How many of these dice bite."""
    return sum(face >= least for face in faces)


def bites_of(dice: int, least: int) -> Weights:
    """How many of so many dice may bite, with weights out of 6 to the number of dice."""
    good = max(0, SIDES + 1 - max(1, least))
    ways = {bites: comb(dice, bites) * good**bites * (SIDES - good) ** (dice - bites) for bites in range(dice + 1)}
    return {bites: weight for bites, weight in ways.items() if weight}


def bites_of_all(lots: Iterable[tuple[int, int]]) -> Weights:
    """How many may bite of several lots of dice, each with a face of its own."""
    found: Weights = {0: 1}
    for dice, least in lots:
        sums: Weights = {}
        for before, ways in found.items():
            for more, chances in bites_of(dice, least).items():
                sums[before + more] = sums.get(before + more, 0) + ways * chances
        found = sums
    return found


def mean_bites(dice: int, least: int) -> float:
    """How many of so many dice bite on average."""
    return dice * (SIDES + 1 - least) / SIDES
