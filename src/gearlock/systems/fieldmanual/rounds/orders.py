"""Orders of the game round."""

from __future__ import annotations

from gearlock.kernel.orders import Finish, Order


class ChooseFirst(Order, frozen=True, tag="choose-first"):
    """Say who goes first this round."""

    seat: str


class Activate(Order, frozen=True, tag="activate"):
    """Activate a model in a Movement Mode and at a speed, perhaps with its autopilot on."""

    unit: str
    mode: str = ""
    band: str = "stationary"
    autopilot: bool = False


class Pass(Order, frozen=True, tag="pass"):
    """Let the opponent activate another Combat Group instead."""


class SplitGroups(Order, frozen=True, tag="split-groups"):
    """Split all Combat Groups into Sub-squads for the rest of the game."""


class EndActivation(Finish, frozen=True, tag="end-activation"):
    """End a model's activation, or give up the Action that a Command Point gave."""

    unit: str
