"""What may happen in Forward Observation and Sensor Sharing."""

from __future__ import annotations

from gearlock.kernel.events import Event


class Observed(Event, frozen=True, tag="observed"):
    """An Origin observes a model or a point, and what it paid with; `designated` by a Target Designator."""

    unit: str
    target: str
    cost: str
    point: tuple[int, int, int] | None = None
    designated: bool = False
    sharer: str = ""


class ObservationReceived(Event, frozen=True, tag="observation-received"):
    """The models that have received an Observation; whether it got as far as the one it was sent to, if to any."""

    unit: str
    receivers: tuple[str, ...]
    sent_to: str = ""
    arrived: bool = True


OBSERVATION_EVENTS: tuple[type[Event], ...] = (Observed, ObservationReceived)
