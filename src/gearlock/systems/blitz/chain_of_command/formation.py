"""14.6a, 14.7b and 15.3: auto comms, and who is in formation with whom."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.chain_of_command.ranks import can_command, chain_of, leader_of
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.lock_and_cover.sensing import has_lock
from gearlock.systems.blitz.state import FIELDED, NEAR, State, Unit
from gearlock.table.measure import INCH

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
