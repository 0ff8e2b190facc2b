"""Sensors, jammers, smoke and light, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.sensors import events as e
from gearlock.systems.tactical.state import State
from gearlock.table.measure import inches


def sweep(state: State, event: e.SweepBegun, _seat: str | None) -> Line:
    """Somebody searches."""
    text = f"{state.units[event.unit].name} sweeps for {state.units[event.target].name} with Active Sensors."
    return Line(text, (event.unit, event.target), "tactical.3.3")


def swept(state: State, event: e.Swept, _seat: str | None) -> Line:
    """Found or not."""
    jammed = f" and ECM of {event.jamming}" if event.jamming >= 0 else ""
    came = "is found" if event.found else "stays hidden"
    text = f"{state.units[event.target].name} {came}: {event.total} against a Threshold of {event.threshold}{jammed}."
    return Line(text, (event.unit, event.target), "tactical.3.3")


def emission(state: State, event: e.EmissionBegun, _seat: str | None) -> Line:
    """Somebody jams."""
    text = f"{state.units[event.unit].name} works its {event.system.upper()}."
    return Line(text, (event.unit,), f"tactical.3.3.1-{event.system}")


def emission_rolled(state: State, event: e.EmissionRolled, _seat: str | None) -> Line:
    """How strong it will be."""
    name = event.system.upper()
    text = f"The {name} of {state.units[event.unit].name} has Threshold {event.threshold} from the next round on."
    return Line(text, (event.unit,), f"tactical.3.3.1-{event.system}")


def emission_cut(state: State, event: e.EmissionCut, _seat: str | None) -> Line:
    """Silence."""
    text = f"{state.units[event.unit].name} switches its {event.system.upper()} off."
    return Line(text, (event.unit,), f"tactical.3.3.1-{event.system}")


def compared(state: State, event: e.JammingCompared, _seat: str | None) -> Line | None:
    """What jams in this round."""
    parts = []
    for name, threshold in event.ecm:
        end = ", cancelled by ECCM" if name in event.cancelled else ""
        parts.append(f"ECM of {state.units[name].name} {threshold}{end}")
    parts += [f"ECCM of {state.units[name].name} {threshold}" for name, threshold in event.eccm]
    if not parts:
        return None
    units = tuple(dict.fromkeys(name for name, _ in (*event.ecm, *event.eccm)))
    return Line(f"In the ether: {'; '.join(parts)}.", units, "tactical.3.3.1-ecm")


def communicated(state: State, event: e.Communicated, _seat: str | None) -> Line:
    """Through the noise, or not."""
    came = "gets through" if event.passed else "is lost in enemy ECM"
    what = event.purpose[:1].upper() + event.purpose[1:]
    whose, units = (f" of {state.units[event.unit].name}", (event.unit,)) if event.unit else ("", ())
    return Line(f"{what}{whose} {came}: {event.total} against {event.against}.", units, "tactical.3.3.1-ecm")


def smoke(state: State, event: e.SmokeLaunched, _seat: str | None) -> Line:
    """A cloud."""
    text = f"{state.units[event.unit].name} launches smoke at {inches(event.x)}, {inches(event.y)} in."
    return Line(text, (event.unit,), "tactical.7.2-smoke")


def fire_smoke(_state: State, event: e.SmokeRose, _seat: str | None) -> Line:
    """A fire smokes."""
    place = f"{inches(event.x)}, {inches(event.y)} in"
    return Line(f"Smoke of Obscurement {event.obscurement} rises from the fire at {place}.", (), "tactical.3.4.4-smoke")


def cleared(_state: State, _event: e.SmokeCleared, _seat: str | None) -> Line:
    """It has gone."""
    return Line("The smoke clears.", (), "tactical.7.2-smoke")


def light(state: State, event: e.LightSwitched, _seat: str | None) -> Line:
    """On or off."""
    text = f"{state.units[event.unit].name} turns its searchlight {'on' if event.on else 'off'}."
    return Line(text, (event.unit,), "tactical.3.7-searchlight")


def lamp(state: State, event: e.LampBroken, _seat: str | None) -> Line:
    """Shot out."""
    return Line(
        f"The searchlight of {state.units[event.unit].name} is shot out.", (event.unit,), "tactical.3.7-searchlight"
    )
