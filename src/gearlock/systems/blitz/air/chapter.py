"""17: air support: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.view import Line
from gearlock.systems.blitz.air import events as e
from gearlock.systems.blitz.air.flight import (
    refuse_circle,
    refuse_resume,
    refuse_strafe,
    resolve_circle,
    resolve_resume,
    resolve_strafe,
)
from gearlock.systems.blitz.air.orders import Circle, ResumeCircling, Strafe
from gearlock.systems.blitz.state import State


def circled(state: State, event: e.Circled, _seat: str | None) -> Line:
    """Around the table."""
    return Line(f"{state.units[event.unit].name} circles on.", (event.unit,), "blitz.17.1")


def strafing(state: State, event: e.StrafingBegun, _seat: str | None) -> Line:
    """Across it."""
    return Line(f"{state.units[event.unit].name} crosses the table, strafing.", (event.unit,), "blitz.17.2")


def ended(state: State, event: e.StrafingEnded, _seat: str | None) -> Line:
    """Around again."""
    return Line(f"{state.units[event.unit].name} circles again.", (event.unit,), "blitz.17.2")


AIR: Chapter[State] = Chapter(
    "17: air support",
    orders=(
        OrderRules(Circle, "act", by_order(refuse_circle), resolve_circle),
        OrderRules(Strafe, "act", by_order(refuse_strafe), resolve_strafe),
        OrderRules(ResumeCircling, "act", by_order(refuse_resume), resolve_resume),
    ),
    events={e.Circled: circled, e.StrafingBegun: strafing, e.StrafingEnded: ended},
)
