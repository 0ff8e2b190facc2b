"""8.3d: ECM Defense. What the tokens on the table do for the models around them."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.brigands.chain_of_command import is_near
from gearlock.systems.brigands.models import MELEE, Weapon
from gearlock.systems.brigands.state import State, Unit


@heeds("brigands.8.3d", "brigands.trait.ecm")
def ecm_guards(state: State, seat: str) -> list[Unit]:
    """The models of a side whose ECM Defense is up. A model that has lost its ECM defends nobody."""
    return [
        unit
        for unit in state.units.values()
        if unit.jamming and unit.seat == seat and unit.is_fielded and unit.has("ECM")
    ]


@rule("brigands.8.3d")
def defense_modifiers(state: State, target: Unit) -> list[Modifier]:
    """The dice of the strongest ECM Defense within 6 in, its own counted in. Several do not add up."""
    near = [guard for guard in ecm_guards(state, target.seat) if is_near(guard.body, target.body)]
    rating = max((guard.trait("ECM") for guard in near), default=0)
    return [dice(rating, f"ECM Defense:{rating}", "brigands.8.3d")] if rating else []


@heeds("brigands.5.5b", "brigands.5.4a", "brigands.5.4b", "brigands.wtrait.spray")
def is_foiled(weapon: Weapon, category: str) -> bool:
    """Whether ECM Defense helps against a weapon: not in melee, nor against areas, Blast and Spray."""
    return category != MELEE and not weapon.area and "Spray" not in weapon.traits
