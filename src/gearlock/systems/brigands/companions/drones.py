"""9.2: drones. They belong to a Controlling model, are never activated, and go where it goes."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.state import RIDING, Unit


@rule("brigands.9.2", "brigands.10.5-drones")
def drones_of(controller: Unit, lines: Iterable[Model]) -> list[Unit]:
    """The drones a model brings: of its side, Combat Group and Unit, with it until it is deployed."""
    found: list[Unit] = []
    number = controller.id.rpartition("-")[2]
    for place, line in enumerate(lines):
        letter = "abcdefghij"[place]
        drone = Unit(
            f"{controller.id}{letter}", controller.seat, f"{controller.seat.title()} {line.name} {number}{letter}", line
        )
        drone.status, drone.controller, drone.carrier, drone.activated = RIDING, controller.id, controller.id, True
        drone.group, drone.squad, drone.code = controller.group, controller.squad, controller.code
        drone.hull, drone.structure, drone.tv = line.hull, line.structure, line.card.tv
        found.append(drone)
    return found
