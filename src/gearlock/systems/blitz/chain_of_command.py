"""15.0 to 15.3, 15.6, 15.7: commanders, formation, and the points they spend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.general_concepts.dice import CMD, NA, crippled_modifiers
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.lock_and_cover.cover import has_lock
from gearlock.systems.blitz.state import ACTING, COMMAND, FIELDED, HUMBLED, NEAR, NO_GROUP, SKILL, State, Unit, unit_of
from gearlock.table.measure import INCH

# --- 15.0 to 15.2: commanders, what their rank gives them, and who takes the place of the fallen

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


# --- 14.6a, 14.7b and 15.3: auto comms, and who is in formation with whom

FOG = "fog"


@rule("blitz.trait.autocomms")
def comms_range(unit: Unit) -> int:
    """How far its auto comms reach: 6 in unless a trait says otherwise."""
    return unit.trait("Autocomms") * INCH if unit.has("Autocomms") else NEAR


@rule("blitz.14.6a", "blitz.14.6")
def is_linked(state: State, unit: Unit, other: Unit) -> bool:
    """In the auto comms range of a model, with Lock. Everybody hears himself."""
    if unit.id == other.id:
        return True
    if unit.status != FIELDED or other.status != FIELDED:
        return False
    return distance_between(state, unit, other) <= comms_range(unit) and has_lock(state, unit, other)


@rule("blitz.14.7b")
@heeds("blitz.14.7a", "blitz.14.7")
def in_auto_comms(state: State, origin: Unit, unit: Unit) -> bool:
    """Linked directly, or by satellite: uplinks hear each other, and relay to friends in their auto comms range."""
    if is_linked(state, origin, unit):
        return True
    if not origin.has("SatUp") or not has_satellites(state):
        return False
    if unit.has("SatUp"):
        return True
    uplinks = (other for other in state.in_play(unit.seat) if other.has("SatUp") and other.id != origin.id)
    return any(is_linked(state, relay, unit) for relay in uplinks)


@heeds("blitz.14.7a", "blitz.16.0-2c-fog", "blitz.14.7b")
def has_satellites(state: State) -> bool:
    """Whether the sky is clear enough for satellites."""
    return state.switches.get("weather") != FOG


@rule("blitz.15.3")
def is_in_formation(state: State, unit: Unit, commander: Unit) -> bool:
    """Whether a commander who may command this model has it in auto comms."""
    return can_command(commander, unit) and in_auto_comms(state, commander, unit)


@heeds("blitz.15.3", "blitz.15.3a")
def has_formation(state: State, unit: Unit) -> bool:
    """Whether it is in formation with its own leader, or another commander from higher in the chain."""
    leader = leader_of(state, unit)
    commanders = ([leader] if leader is not None else []) + chain_of(state, unit.seat)
    return any(is_in_formation(state, unit, commander) for commander in commanders)


# --- 15.6 and 15.7: command points and skill points: how many there are, and who may spend them on whom


@heeds("blitz.15.0", "blitz.force.south.sra", "blitz.force.peace-river.ctf", "blitz.force.cef.grel")
def points_of_rank(unit: Unit) -> int:
    """The points of its rank, and what its army adds to them as long as its pride lasts."""
    lost = HUMBLED in unit.tokens
    return rank_of(unit.rank).points + unit.line.traits.get("Command Points", 0) - lost


@heeds("blitz.15.0", "blitz.15.6")
def most_command_points(unit: Unit) -> int:
    """How many command points it can have; deputies have them once they have stepped up."""
    return points_of_rank(unit) if post_of(unit) in (CO, CGL) else 0


@heeds("blitz.force.cef.grel")
def humbled(state: State) -> Iterator[Unit]:
    """Proud commanders who have lost half of their unit, and not yet the point that goes with it."""
    for unit in state.units.values():
        if "Pride" in unit.line.traits and HUMBLED not in unit.tokens and not unit.is_destroyed:
            comrades = [other for other in state.units.values() if unit_of(other) == unit_of(unit)]
            if 2 * sum(other.is_destroyed for other in comrades) >= len(comrades):
                yield unit


@rule("blitz.15.7", "blitz.trait.vet")
@heeds("blitz.15.0")
def most_skill_points(unit: Unit) -> int:
    """A veteran has one for each of its actions; the points of a deputy are its own until it steps up."""
    veteran = unit.line.actions if "Vet" in unit.line.traits else 0
    deputy = points_of_rank(unit) if unit.rank and post_of(unit) not in (CO, CGL) else 0
    return veteran + deputy


@rule("blitz.15.6")
@heeds("blitz.A.2.4")
def point_givers(state: State, unit: Unit) -> Iterator[Unit]:
    """The commanders who could spend a command point on a test of this model: those it is in formation with.

    A lone wolf takes none from others.
    """
    for commander in chain_of(state, unit.seat):
        if may_spend_on(commander, unit) and is_in_formation(state, unit, commander):
            yield commander


@heeds("blitz.15.6", "blitz.A.2.4")
def may_spend_on(commander: Unit, unit: Unit) -> bool:
    """Whether a commander has a point and may command this model; a lone wolf takes none from others."""
    if not commander.token(COMMAND) or post_of(commander) not in (CO, CGL):
        return False
    return can_command(commander, unit) and ("Duelist" not in unit.line.traits or commander.id == unit.id)


@heeds("blitz.15.6", "blitz.15.7")
def point_sources(state: State, unit: Unit) -> list[str]:
    """What could pay for a re-roll of this model: its own skill point, then commanders by id."""
    own = [SKILL] if unit.token(SKILL) else []
    return [*own, *(giver.id for giver in point_givers(state, unit))]
