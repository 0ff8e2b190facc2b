"""14.5b: sensor jamming in answer to an action."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class JamSights(Order, frozen=True, tag="jam-sights"):
    """Answer the active model's action by jamming its sensors; `sensors` switches active sensors on for it."""

    unit: str
    sensors: bool = False
