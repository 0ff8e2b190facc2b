"""What Command Points are spent on, and other help for tests."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Reroll(Order, frozen=True, tag="reroll"):
    """Re-roll a Skill test of a model with a Command Point that `by` issues to it."""

    unit: str
    by: str = ""


class RerollOther(Order, frozen=True, tag="reroll-other"):
    """Re-roll dice that are no Skill test with a Command Point of the Army Commander."""


class UseNeuralNet(Order, frozen=True, tag="use-neural-net"):
    """Add a die to this Skill test with the Advanced Neural Net."""

    unit: str


class Command(Order, frozen=True, tag="command"):
    """Issue a Command Point to a model: it activates out of sequence, or gets an additional Action at once."""

    to: str
    use: str
    by: str = ""


class Uplink(Order, frozen=True, tag="uplink"):
    """Use a Satellite Uplink to gain a Command Point."""

    unit: str
