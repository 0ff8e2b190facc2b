"""16.0, 2c: weather and ground in words."""

from __future__ import annotations

from gearlock.kernel.view import Line, Throw
from gearlock.systems.blitz.conditions import events as e
from gearlock.systems.blitz.state import State


def tested(state: State, event: e.GroundTested, _seat: str | None) -> Line:
    """Which ground is dangerous."""
    names = ", ".join(state.ground.piece(name).name for name in event.dangerous) or "none"
    counts = tuple(face == 6 for face in event.faces)
    throw = Throw("area terrain", event.faces, 6, counts, (), f"dangerous: {len(event.dangerous)}")
    return Line(f"Area terrain that is dangerous: {names}.", (), "blitz.16.0-2c-normal", (throw,))


def stricken(state: State, event: e.Stricken, _seat: str | None) -> Line:
    """Crippled by the weather."""
    return Line(f"{state.units[event.unit].name} is crippled by the weather.", (event.unit,), "blitz.16.0-2c-temp")


def recovered(state: State, event: e.Recovered, _seat: str | None) -> Line:
    """Itself again."""
    return Line(f"{state.units[event.unit].name} has recovered.", (event.unit,), "blitz.16.0-2c-temp")


def settled(state: State, event: e.SandSettled, _seat: str | None) -> Line:
    """Sand in the machine."""
    return Line(f"White sand gets into {state.units[event.unit].name}.", (event.unit,), "blitz.16.0-2c-sand")
