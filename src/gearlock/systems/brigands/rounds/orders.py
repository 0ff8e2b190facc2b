"""1: what is decided in the turn sequence."""

from __future__ import annotations

from gearlock.kernel.orders import Finish, Keep, Order


class ChooseFirst(Order, frozen=True, tag="choose-first"):
    """Say which seat goes first."""

    seat: str


class KeepOverwatch(Keep, frozen=True, tag="keep-overwatch"):
    """Keep Overwatch tokens instead of refreshing Actions."""

    unit: str


class Activate(Order, frozen=True, tag="activate"):
    """Begin a model's activation in a posture; `tall` lets a Low Profile model stand up, `airborne` a VTOL fly."""

    unit: str
    posture: str
    tall: bool = False
    airborne: bool = False


class EndActivation(Finish, frozen=True, tag="end-activation"):
    """End the activation; Actions that are left are lost."""

    unit: str
