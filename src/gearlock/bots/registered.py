"""Bots of one's own that may play in this process, by the name they are written by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Registered(NamedTuple):
    """A bot of somebody's own: how it is made from a seed, what it is like, and what it is made of."""

    make: Callable[[int], Any]
    about: str
    digest: str
    spec: str
    """How it was named: other processes admit it by that."""


REGISTERED: dict[str, Registered] = {}
"""Who was admitted, in that order. A process begins with none."""
