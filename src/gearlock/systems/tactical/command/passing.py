"""3.3.1: a Command Point reaches its unit by itself, unless enemy ECM lies over commander or receiver."""

from __future__ import annotations

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.state import State


def resolve_passing(_ctx: Ctx[State], _unit_id: str) -> Script[bool]:
    """Whether a Command Point reaches a unit."""
    yield from ()
    return True
