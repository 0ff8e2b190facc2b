"""8.2a, 8.2c and 8.3a: the Comms rating of a model, what enemy ECM takes from it and what a Boost adds to it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.chain_of_command.formation import is_near
from gearlock.systems.brigands.lock_and_cover.sensing import has_sensor_lock
from gearlock.systems.brigands.paying import payment
from gearlock.systems.brigands.state import State, Unit, opponent

AUTHORIZE, FORWARD_OBSERVATION, DETAILED_SCAN = "Authorize", "Forward Observation", "Detailed Scan"
"""What may be done with Comms, and boosted."""
LEAST = 1
"""The Comms rating it takes to get through."""


@rule("brigands.trait.comms")
@heeds("brigands.8.2a")
def has_comms(unit: Unit) -> bool:
    """Whether it has the trait at all, however far it is jammed: that is enough to try."""
    return unit.has("Comms")


@rule("brigands.8.3a", "brigands.trait.ecm")
def passive_ecm(state: State, unit: Unit) -> int:
    """What enemy ECM takes from this model's Comms: the strongest that has Sensor Lock on it, but none in the air."""
    return max((enemy.trait("ECM") for enemy in jammers(state, unit) if not enemy.airborne), default=0)


@heeds("brigands.8.3a", "brigands.8.3b")
def jammers(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemy models with ECM that have Sensor Lock on this one."""
    return (
        enemy
        for enemy in state.fielded(opponent(unit.seat))
        if "ECM" in enemy.line.traits and enemy.has("ECM") and has_sensor_lock(state, enemy, unit)
    )


@rule("brigands.8.2a")
@heeds("brigands.8.2c", "brigands.8.3a")
def comms_rating(state: State, unit: Unit, boost: int = 0) -> int:
    """Its Comms less Passive ECM, with a Boost: both are applied before the sum is held at 0."""
    return max(0, unit.trait("Comms") - passive_ecm(state, unit) + boost) if has_comms(unit) else 0


@heeds("brigands.8.2c")
def boosters(state: State, origin: Unit, receiver: str) -> list[Unit]:
    """The friends who could boost this model: with Comms and an Action, within 6 in of it or the Receiver itself."""
    return [
        unit
        for unit in state.fielded(origin.seat)
        if unit is not origin
        and has_comms(unit)
        and payment(unit)
        and (unit.id == receiver or is_near(unit.body, origin.body))
    ]


@rule("brigands.8.2d")
@heeds("brigands.trait.satup")
def is_beyond_jamming(state: State, origin: Unit, receiver: str, action: str) -> bool:
    """Whether satellites carry it past all ECM: a Scan of a model with SatUp, all else between two of them."""
    if not origin.has("SatUp"):
        return False
    return action == DETAILED_SCAN or (receiver in state.units and state.units[receiver].has("SatUp"))
