"""4.1.1: what a side may spend: bids, Going for Glory, Subplots Galore; 4.1.3: what priorities make of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.generator.tables import rows

BID_STEP: Final = 100
SLICE: Final = 10
"""Hundredths of the agreed Threat Value that an extra subplot costs, and that a point of priority is worth."""
PRIORITY_POINTS: Final = 5


@rule("tactical.4.1.1-bidding")
def bid_fault(bid: int, basic: int, lowest: int, floor: int) -> str:
    """What is wrong with a bid, in words: hundreds below the lowest so far, not below who has left."""
    if bid % BID_STEP or bid <= 0:
        return f"Bids go in steps of {BID_STEP} TV."
    if bid >= min(basic, lowest):
        return f"A bid is lower than {min(basic, lowest)} TV."
    if bid < floor:
        return f"Nobody may go below the {floor} TV of who has won the bidding before."
    return ""


@heeds("tactical.4.1.1-bidding")
def bid_totals(basic: int, lowest: Mapping[str, int]) -> dict[str, int]:
    """What the bidders fight with: each his last bid, and who is left over at the end the basic total."""
    return {seat: lowest.get(seat) or basic for seat in lowest}


@rule("tactical.4.1.1-glory")
def glory(vp: int, own_tv: int, enemy_tv: int) -> int:
    """Victory Points of who fights with less than his enemy: divided by that fraction, rounded, halves up.

    Nothing comes of it for who has as much, nor for a total of 0 or less.
    """
    if vp <= 0 or own_tv >= enemy_tv or own_tv <= 0:
        return vp
    return int(glory_exact(vp, own_tv, enemy_tv) + Fraction(1, 2))


def glory_exact(vp: int, own_tv: int, enemy_tv: int) -> Fraction:
    """The same before it is rounded."""
    return Fraction(vp * enemy_tv, own_tv)


@rule("tactical.4.1.1-subplots-galore")
def subplot_cost(tv: int, extra: int) -> int:
    """Threat Value that so many extra subplots cost: a tenth of what was agreed for the side each."""
    return tv * SLICE * extra // 100


class Priorities(NamedTuple):
    """How a side splits its Priority Points."""

    scouting: int
    troops: int
    support: int

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(self)


@rule("tactical.4.1.3")
def priorities_fault(split: Priorities, points: int = PRIORITY_POINTS) -> str:
    """What is wrong with a split, in words: whole points, none below 0, all of them."""
    if min(split) < 0 or split.total != points:
        return f"There are {points} Priority Points to split; scouting, troops and support come to {split.total}."
    return ""


@rule("tactical.4.1.3-troops")
def troops_percent(own: int, enemy: int) -> int:
    """The hundredths of the agreed Threat Value that a side may field: 10 fewer for every point behind the enemy."""
    return 100 - SLICE * max(0, enemy - own)


@rule("tactical.4.1.3-support")
def support_tv(tv: int, points: int) -> int:
    """Threat Value for air support, artillery and intelligence: a tenth of the agreed total a point."""
    return tv * SLICE * points // 100


class Scouting(NamedTuple):
    """An advantage of scouting: whose it is, empty for nobody, its margin up to 5 and its name."""

    seat: str
    margin: int
    name: str

    @property
    def is_major(self) -> bool:
        """Sets up the field and chooses its home edge."""
        return self.margin >= 2

    @property
    def is_ambush(self) -> bool:
        """Wins the Initiative of the first round: the ambush alone, which the better ones do not include."""
        return self.margin == 3

    @property
    def may_hide(self) -> bool:
        """May hide units in its half of the table."""
        return self.margin >= 4

    @property
    def knows_mission(self) -> bool:
        """Knows type, objective and time limit of the enemy."""
        return self.margin == 5


@rule("tactical.4.1.3-scouting")
def scouting_advantage(red: int, blue: int) -> Scouting:
    """The side with more Scouting Points, by how many; more than 5 count as 5."""
    margin = min(5, abs(red - blue))
    seat = "" if red == blue else "red" if red > blue else "blue"
    return Scouting(seat, margin, rows("scouting")[margin]["name"])
