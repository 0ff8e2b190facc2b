"""9.2: what the drones of the Active model may do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gearlock.kernel.asks import Option
from gearlock.systems.brigands.attacking.answers import offer_attacks
from gearlock.systems.brigands.attacking.siege_answers import offer_demolitions
from gearlock.systems.brigands.state import State, Unit


def offer_drone_actions(state: State, unit: Unit) -> Iterator[Option]:
    """What each drone of the Active model may spend its Action on."""
    for drone in state.drones(unit.id):
        if drone.is_fielded:
            for option in (*offer_attacks(state, drone), *offer_demolitions(state, drone)):
                yield msgspec.structs.replace(option, label=f"{drone.name}: {option.label}")
