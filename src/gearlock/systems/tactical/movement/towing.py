"""3.2.7: what is towed follows: pulled along behind, wherever the way leads."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.movement.room import has_room, level_below
from gearlock.systems.tactical.state import TOWING, State, Unit
from gearlock.table.measure import INCH, advance, bearing, distance

RULE = "tactical.3.2.7"
STEPS = 2 * INCH
"""What is towed is pulled up and down ground like whoever tows it: steps below a cliff."""
Spot = tuple[int, int, int]


def towed_of(state: State, unit: Unit) -> Unit | None:
    """What a vehicle has in tow."""
    prefix = f"{TOWING}:"
    names = (name[len(prefix) :] for name in unit.tokens if name.startswith(prefix))
    found = next((state.units[name] for name in names if name in state.units), None)
    return found if found is not None and found.is_fielded else None


@heeds("tactical.3.2.7")
def pulled_to(state: State, unit: Unit, towed: Unit, at: Spot) -> Spot:
    """Where what is towed comes to when its vehicle is somewhere else: straight behind, base to base."""
    x, y, z = at
    apart = unit.card.radius + towed.card.radius + 1
    if distance(x, y, towed.x, towed.y) <= apart:
        return towed.x, towed.y, towed.z
    spot = advance(x, y, bearing(x, y, towed.x, towed.y), apart)
    return (*spot, level_below(state, *spot, max(z, towed.z) + STEPS - 1))


@heeds("tactical.3.2.7")
def refuse_pull(state: State, unit: Unit, towed: Unit, to: Spot, backward: bool) -> Refusal | None:
    """Why what is towed cannot follow: there is something in its way, or it would be pushed."""
    if backward:
        return Refusal("tow", RULE, f"The {unit.name} cannot back up with the {towed.name} in tow.")
    without = state.with_unit(towed)
    del without.units[unit.id]
    if to != (towed.x, towed.y, towed.z) and not has_room(without, towed, *to):
        return Refusal("tow", RULE, f"The {towed.name} in tow would run into something: go another way, or let go.")
    return None
