"""Scenarios: what is decided about missions."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ChooseObjective(Order, frozen=True, tag="choose-objective"):
    """Take an objective; nobody else knows before both sides have all of theirs."""

    name: str


class Leave(Order, frozen=True, tag="leave-table"):
    """Leave the table by the enemy's edge: a model that is to escape."""

    unit: str


class Scout(Order, frozen=True, tag="scout"):
    """Forward Observe what an objective is about: a terrain piece or a Static model."""

    unit: str
    number: int
