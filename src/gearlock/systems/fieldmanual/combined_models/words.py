"""Combined Models, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.combined_models import events as e
from gearlock.systems.fieldmanual.state import State


def shared(state: State, event: e.PoolShared, _seat: str | None) -> Line:
    """One pool for all."""
    shares = ", ".join(
        f"{state.units[name].name} {total}" for name, total in zip(event.bases, event.totals, strict=True)
    )
    return Line(f"One Defense pool, shared by Cover: {shares}.", event.bases, "fieldmanual.combined-defense")


def cut_off(state: State, event: e.CutOff, _seat: str | None) -> Line:
    """A base alone."""
    when = "in this round" if event.due == 1 else "in the next round"
    text = f"{state.units[event.unit].name} is out of Cohesion: it is back after its activation {when}, or lost."
    return Line(text, (event.unit,), "fieldmanual.combined-cohesion")


def rejoined(state: State, event: e.Rejoined, _seat: str | None) -> Line:
    """Together again."""
    return Line(f"{state.units[event.unit].name} is in Cohesion again.", (event.unit,), "fieldmanual.combined-cohesion")
