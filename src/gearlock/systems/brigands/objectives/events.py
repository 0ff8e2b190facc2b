"""What may happen in Objectives."""

from __future__ import annotations

from gearlock.kernel.events import Event


class ObjectiveChosen(Event, frozen=True, tag="objective-chosen"):
    """A seat chose an Objective; the model or enemy Combat Group it is about, where it is about one."""

    seat: str
    name: str
    target: str = ""
    group: int = 0


class MarkerPlaced(Event, frozen=True, tag="marker-placed"):
    """A marker was put on the table for a seat's Objective; a Demolitions target is a model of whoever places it."""

    seat: str
    name: str
    x: int
    y: int
    unit: str = ""


class ObjectivesSettled(Event, frozen=True, tag="objectives-settled"):
    """All Objectives are chosen and all markers lie; deployment follows."""


class MarkerCaptured(Event, frozen=True, tag="marker-captured"):
    """A model of the seat that wants it took a Capture marker off the table."""

    seat: str
    unit: str
    x: int
    y: int


class ObjectiveAchieved(Event, frozen=True, tag="objective-achieved"):
    """As the table lies now, a seat has what its Objective asks for."""

    seat: str
    name: str


class ObjectiveLost(Event, frozen=True, tag="objective-lost"):
    """A seat no longer has what its Objective asks for."""

    seat: str
    name: str


OBJECTIVES_EVENTS: tuple[type[Event], ...] = (
    ObjectiveChosen, MarkerPlaced, ObjectivesSettled, MarkerCaptured, ObjectiveAchieved, ObjectiveLost,
)  # fmt: skip
