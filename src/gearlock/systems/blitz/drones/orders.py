"""18.4: drones."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class SendDrone(Order, frozen=True, tag="send-drone"):
    """Let a drone act in its controller's activation, in a posture of its own."""

    unit: str
    drone: str
    posture: str
