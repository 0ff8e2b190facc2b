"""Aircraft for tests of blitz."""

from __future__ import annotations

from typing import Any

from gearlock.systems.blitz.state import ALOFT, COMBAT, State
from systems.blitz.fieldwork import EAST, SOUTH, activate, model, table

BOMBER, FIGHTER = "generic-bomber", "generic-fighter"


def flyer(id: str = "red", card: str = BOMBER, x: float = 24, y: float = 2, facing: int = EAST, **more: Any) -> Any:
    return model(id, card, x, y, facing, status=ALOFT, **more)


def airborne(*things: Any, posture: str = COMBAT, **more: Any) -> State:
    others = things or (model("blue", "hunter", 24, 20, SOUTH),)
    return activate(table(flyer(**more), *others), "red", posture)
