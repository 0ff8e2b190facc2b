"""14 and 7.8: electronic warfare as orders. `sensors` switches active sensors on for the action."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Observe(Order, frozen=True, tag="observe"):
    """Observe a target for indirect fire of friends; `guided` marks it for missiles with a target designator."""

    unit: str
    target: str
    guided: bool = False
    sensors: bool = False


class ObserveFromAbove(Order, frozen=True, tag="observe-from-above"):
    """Observe by satellite: the target is named if it succeeds."""

    unit: str


class Nominate(Order, frozen=True, tag="nominate"):
    """The model a satellite has found for indirect fire."""

    unit: str
    target: str


class BoostSensors(Order, frozen=True, tag="boost-sensors"):
    """Share one's Lock with friends near until the next activation."""

    unit: str
    sensors: bool = False


class EndBoost(Order, frozen=True, tag="end-boost"):
    """Take the sensor boost of a friend, or one's own, off the table."""

    unit: str
    booster: str


class JamSensors(Order, frozen=True, tag="jam-sensors"):
    """Jam the sensors of an enemy."""

    unit: str
    target: str
    sensors: bool = False


class Interfere(Order, frozen=True, tag="interfere"):
    """Spread sensor interference that hides friends near."""

    unit: str


class CounterInterference(Order, frozen=True, tag="counter-interference"):
    """Work against an enemy's sensor interference with ECCM."""

    unit: str
    target: str
    sensors: bool = False


class JamComms(Order, frozen=True, tag="jam-comms"):
    """Jam all comms tests around."""

    unit: str


class WatchBatteries(Order, frozen=True, tag="watch-batteries"):
    """Have satellites watch for indirect fire."""

    unit: str


class Scan(Order, frozen=True, tag="scan"):
    """A detailed scan of a model, a marker or a piece of terrain."""

    unit: str
    target: str
