"""The traits APC, HGC and Transport: what each carries, and how much room is left."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.state import State, Unit

APC, HGC = "APC", "HGC"


@rule("blitz.trait.apc")
def space_of(unit: Unit) -> int:
    """The room infantry takes in an APC, in halves of a point: a team one, a squad two."""
    return 1 if unit.line.subtype == "Team" else 2


def aboard(state: State, carrier: Unit) -> list[Unit]:
    """Who is in a transport; drones ride with their controllers and take no room."""
    return [unit for unit in state.units.values() if unit.carrier == carrier.id and unit.line.type != "Drone"]


@rule("blitz.trait.hgc", "blitz.trait.transport")
@heeds("blitz.trait.apc", "blitz.trait.aux", "blitz.18.3a-outpost", "blitz.18.3a-trench", "blitz.18.3a-bunker")
def room_for(state: State, carrier: Unit, unit: Unit) -> bool:
    """Whether a transport still takes a model: infantry by the space in an APC, Gears or others by their number.

    Where two traits stand side by side, one of them is used at a time.
    """
    riders, kind = aboard(state, carrier), unit.line.type
    if carrier.trait(APC) and kind == "Infantry":
        return sum(map(space_of, riders)) + space_of(unit) <= 2 * carrier.trait(APC)
    most = carrier.trait(HGC) if kind == "Gear" else carrier.trait(f"Transport: {kind}")
    return len(riders) < most and all(rider.line.type == kind for rider in riders)


@heeds("blitz.trait.apc", "blitz.trait.hgc", "blitz.trait.transport")
def carries(carrier: Unit, unit: Unit) -> bool:
    """Whether a transport is made for such a model at all."""
    kind = unit.line.type
    if kind == "Gear":
        return carrier.trait(HGC) > 0
    return (kind == "Infantry" and carrier.trait(APC) > 0) or carrier.trait(f"Transport: {kind}") > 0
