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
from gearlock.systems.blitz.air.landing import refuse_land, refuse_take_off, resolve_land, resolve_take_off
from gearlock.systems.blitz.air.orders import Circle, Land, ResumeCircling, Strafe, TakeOff
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


def landed(state: State, event: e.Landed, _seat: str | None) -> Line:
    """Down."""
    return Line(f"{state.units[event.unit].name} has landed.", (event.unit,), "blitz.17.4")


def took_off(state: State, event: e.TookOff, _seat: str | None) -> Line:
    """Up."""
    return Line(f"{state.units[event.unit].name} takes off.", (event.unit,), "blitz.17.4")


AIR: Chapter[State] = Chapter(
    "17: air support",
    orders=(
        OrderRules(Circle, "act", by_order(refuse_circle), resolve_circle),
        OrderRules(Strafe, "act", by_order(refuse_strafe), resolve_strafe),
        OrderRules(ResumeCircling, "act", by_order(refuse_resume), resolve_resume),
        OrderRules(Land, "act", by_order(refuse_land), resolve_land),
        OrderRules(TakeOff, "act", by_order(refuse_take_off), resolve_take_off),
    ),
    events={
        e.Circled: circled,
        e.StrafingBegun: strafing,
        e.StrafingEnded: ended,
        e.Landed: landed,
        e.TookOff: took_off,
    },
)
