"""Which weapons of a unit can be fired, alone or together, and what a player calls them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from gearlock.systems.hex100.equipment import weapon_name
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.targeting import is_on_pintle, named_weapons, refuse_volley

Volley = tuple[str, ...]


def legal_volleys(state: State, unit: Unit) -> Iterator[Volley]:
    """Every weapon alone, any of a co-axial mount together, and the pairs that the mech's focus lets fire together.

    Weapons alike on one mount are the same volley whichever of them fire, and come up once.
    """
    loadout = state.scene.loadouts[unit.id]
    pairs = combinations(loadout.tokens, 2) if unit.focus in ("fire-control", "melee") else ()
    offered: set[str] = set()
    for volley in chain(loadout.volleys, pairs):
        if refuse_volley(state, unit, volley) is not None:
            continue
        name = volley_name(state, unit, volley)
        if name not in offered:
            offered.add(name)
            yield volley


def volley_name(state: State, unit: Unit, volley: Volley) -> str:
    """The weapons of a volley as a player calls them; one with a twin on another mount is named with its own mount."""
    places = state.scene.loadouts[unit.id].twins
    found = named_weapons(state, unit, volley) or ()
    names = ((weapon_name(weapon), places.get(mount.id)) for mount, weapon in found)
    return " + ".join(f"{name} ({place})" if place else name for name, place in names)


def reach_of_volley(state: State, unit: Unit, volley: Volley) -> int:
    """How far all weapons of a volley can be aimed, terrain aside."""
    return min(max(1, weapon.range) for _, weapon in named_weapons(state, unit, volley) or ())


def is_pintle_shot(state: State, unit: Unit, volley: Volley) -> bool:
    """Whether the commander can fire it."""
    found = named_weapons(state, unit, volley)
    return found is not None and len(found) == 1 and is_on_pintle(state, unit, found[0][0])
