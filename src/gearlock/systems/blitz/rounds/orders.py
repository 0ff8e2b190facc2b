"""3: what is decided in the sequence of play."""

from __future__ import annotations

from gearlock.kernel.orders import Finish, Order


class ChooseFirst(Order, frozen=True, tag="choose-first"):
    """Say which seat begins as the active player."""

    seat: str


class Activate(Order, frozen=True, tag="activate"):
    """Activate a model in a posture.

    `autopilot` takes one more action for a die less in defence; `neural` is the skill a neural net improves; `tall`
    lets a Low Profile model stand up; `elevated` a VTOL rise instead of hugging the ground.
    """

    unit: str
    posture: str
    autopilot: bool = False
    neural: str = ""
    tall: bool = False
    elevated: bool = False


class EndActivation(Finish, frozen=True, tag="end-activation"):
    """End the activation; actions not spent are lost."""

    unit: str


class Appoint(Order, frozen=True, tag="appoint"):
    """Name the model that leads its combat group from now on, or that tests for initiative."""

    unit: str
