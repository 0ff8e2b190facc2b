"""15.0 to 15.2: commanders, what their rank gives them, and who takes the place of the fallen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.general_concepts.dice import CMD, NA, crippled_modifiers
from gearlock.systems.blitz.state import ACTING, NO_GROUP, State, Unit

CO, XO, CGL, SECOND = "co", "xo", "cgl", "2ic"


class Rank(NamedTuple):
    """A commander's title, skill and points."""

    title: str
    skill: int
    points: int


@rule("blitz.15.0")
def rank_of(rank: str) -> Rank:
    """What a rank is worth; without one there is neither skill nor points."""
    return _RANKS[rank]


_RANKS = {
    CO: Rank("Commanding Officer", 3, 2),
    XO: Rank("Executive Officer", 4, 1),
    CGL: Rank("Combat Group Leader", 4, 1),
    SECOND: Rank("Second in Command", 5, 1),
    "": Rank("", NA, 0),
}
_CHAIN = (CO, CGL, XO, SECOND, "")
"""The chain of command, the highest first. Deputies who have not stepped up come behind."""


@heeds("blitz.15.0")
def post_of(unit: Unit) -> str:
    """The place a commander fills: its rank, or that of the one it has replaced. Its own ratings stay what they are."""
    if ACTING in unit.tokens:
        return CO if unit.rank == XO else CGL
    return unit.rank


@rule("blitz.15.2")
@heeds("blitz.3.1a", "blitz.15.0")
def chain_of(state: State, seat: str) -> list[Unit]:
    """The commanders of a seat that are in play, the highest in the chain first; of equals the better one."""
    return sorted(
        (unit for unit in state.in_play(seat) if unit.rank), key=lambda unit: (*place_of(unit), -initiative_dice(unit))
    )


@heeds("blitz.15.2", "blitz.3.1a")
def place_of(unit: Unit) -> tuple[int, int]:
    """Where a model stands in the chain, the lowest first: its post, then its skill, which stays when it steps up."""
    return _CHAIN.index(post_of(unit)), rank_of(unit.rank).skill


@rule("blitz.trait.cmd")
@heeds("blitz.3.1a")
def initiative_dice(unit: Unit) -> int:
    """What a model adds to initiative by itself: its command trait, less a die if it is crippled."""
    return unit.trait("CMD") + sum(line.value for line in crippled_modifiers(unit, CMD))


@rule("blitz.15.1")
@heeds("blitz.15.0", "blitz.5.4-attached")
def leader_of(state: State, unit: Unit) -> Unit | None:
    """The commander of its combat group, support unit and all: the CGL, or the CO who is one."""
    if unit.group == NO_GROUP:
        return None
    group = (other for other in state.in_play(unit.seat) if other.group == unit.group)
    leaders = (other for other in group if post_of(other) in (CO, CGL))
    return min(leaders, key=lambda other: post_of(other) == CO, default=None)


@heeds("blitz.15.0", "blitz.15.1")
def can_command(commander: Unit, unit: Unit) -> bool:
    """Whether a commander may give this model orders: the CO everybody, a CGL its combat group.

    An XO or 2iC who has not stepped up commands its own unit, but not the leader of it. Every commander leads itself.
    """
    if commander.seat != unit.seat or not commander.rank:
        return False
    post = post_of(commander)
    if post == CO or commander.id == unit.id:
        return True
    if commander.group != unit.group:
        return False
    return post_of(unit) != CO if post == CGL else post_of(unit) not in (CO, CGL)


@heeds("blitz.15.0")
def successors(state: State) -> Iterator[Unit]:
    """Deputies whose moment has come: the CO, or the leader of their combat group, is destroyed.

    An XO who is the CO now has not become the leader of its combat group.
    """
    for unit in state.units.values():
        if unit.rank not in (XO, SECOND) or ACTING in unit.tokens or unit.is_destroyed:
            continue
        left = [other for other in state.units.values() if other.seat == unit.seat and not other.is_destroyed]
        if unit.rank == SECOND:
            left = [other for other in left if other.group == unit.group and other.rank != XO]
        wanted = (CO,) if unit.rank == XO else (CO, CGL)
        if not any(post_of(other) in wanted for other in left):
            yield unit
