"""What may happen in drones, transports and fortifications."""

from __future__ import annotations

from gearlock.kernel.events import Event


class DronePlaced(Event, frozen=True, tag="drone-placed"):
    """A drone was put down near its Controlling model."""

    unit: str
    x: int
    y: int
    z: int
    facing: int


class DronePushed(Event, frozen=True, tag="drone-pushed"):
    """A drone moved out of the way of a model that came to stand where it was."""

    unit: str
    x: int
    y: int
    z: int


class DroneRecalled(Event, frozen=True, tag="drone-recalled"):
    """There is no place for a drone, so it is with its Controlling model until there is."""

    unit: str


class DroneLost(Event, frozen=True, tag="drone-lost"):
    """A drone was destroyed together with its Controlling model."""

    unit: str


class Embarked(Event, frozen=True, tag="embarked"):
    """A model and its drones are aboard. In a Fortification they stay on the battlefield, in its Silhouette."""

    unit: str
    carrier: str
    drones: tuple[str, ...] = ()
    shell: tuple[int, int] | None = None


class Disembarked(Event, frozen=True, tag="disembarked"):
    """A model left its transport; after the transport was destroyed it takes Marginal Hits for it."""

    unit: str
    carrier: str
    x: int
    y: int
    z: int
    facing: int
    inside: str = ""
    hits: int = 0


COMPANIONS_EVENTS: tuple[type[Event], ...] = (
    DronePlaced, DronePushed, DroneRecalled, DroneLost, Embarked, Disembarked,
)  # fmt: skip
