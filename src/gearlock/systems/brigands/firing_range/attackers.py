"""Who is laid out against whom: models and weapons by name, and the ground between them."""

from __future__ import annotations

from functools import cache

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import ATTACKER, Given, read_attacker, which_weapon
from gearlock.kernel.gunnery import find_unit
from gearlock.kernel.system import Setup
from gearlock.mechanics.firing_range.field import FiringField
from gearlock.systems.brigands.chain_of_command.lineup import one_group
from gearlock.systems.brigands.firing_range import conditions as c
from gearlock.systems.brigands.forces.roster_units import CATALOG, ready
from gearlock.systems.brigands.models import ModelCard, weapons_table
from gearlock.systems.brigands.setup.full_battle import Plan
from gearlock.systems.brigands.setup.scenario import setup_for
from gearlock.systems.brigands.weapons import INDIRECT, Weapon
from gearlock.table.measure import INCH
from gearlock.table.terrain import Piece

FIELD = FiringField(72 * INCH)
MARGIN = 6 * INCH // 5
"""How far a piece of cover reaches beyond the target: an inch of it must lie before the Silhouette."""


class Post(msgspec.Struct, frozen=True):
    """An attacker as it was named: its stat line and the weapons it uses one after another."""

    card: ModelCard
    weapons: tuple[str, ...]


@cache
def names() -> dict[str, str]:
    """The names of all models by id."""
    return {name: card.name for name, card in CATALOG.items()}


def weapons(unit: str) -> tuple[str, ...]:
    """The weapons of a model."""
    return tuple(ready(CATALOG[unit], weapons_table()).weapons)


def read_post(text: str, given: Given) -> Post:
    """`hunter:LAC+LRP`: one model that uses both weapons."""
    name, named = read_attacker(text)
    card = card_named(name, given, ATTACKER)
    carried = ready(card, weapons_table()).weapons
    if not named and len(carried) != 1:
        raise which_weapon(card.name, card.id, carried)
    return Post(card, tuple(weapon_named(card, weapon).id for weapon in named or carried))


def card_named(name: str, given: Given, side: str) -> ModelCard:
    """A stat line with the traits that were added or taken away, under a name of its own if there are any."""
    card = CATALOG[find_unit(names(), name)]
    changes = given.changes_of(side)
    return msgspec.structs.replace(c.refitted(card, changes), id=f"{card.id}/{side}") if changes else card


def weapon_named(card: ModelCard, name: str) -> Weapon:
    """A weapon of a model, however it is capitalised."""
    carried = ready(card, weapons_table()).weapons
    for weapon in carried.values():
        if weapon.id.lower() == name.lower():
            return weapon
    raise UnknownName(f"weapon of the {card.name}", name, carried, "brigands.5.1")


def setup_of(attackers: list[ModelCard], target: ModelCard, lead: Weapon, given: Given) -> Setup:
    """The set-up of the little battle: its models, and the ground that gives cover and height."""
    cards = {card.id: card for card in (*attackers, target)}
    forces = {"red": one_group(*(card.id for card in attackers)), "blue": one_group(target.id)}
    options = {"dice": "augment"} if given.says("dice") == "augment" else {}
    ground = FIELD.ground(*_cover(target, lead, given), *_hill(attackers, target, lead, given))
    return setup_for("command", 0, options, ground, forces, 12, Plan(ground, {}, 12, cards))


def _cover(target: ModelCard, lead: Weapon, given: Given) -> list[Piece]:
    """Area terrain about the target: half as tall as it is, or as tall if it hides all of it or is seen from above."""
    rating = given.says("cover")
    if rating == c.NONE and given.has("full"):
        raise BadInput("Without cover nothing hides all of the target: say cover=light as well. [brigands.4.4-full]")
    if rating == c.NONE:
        return []
    line = ready(target, weapons_table())
    whole = given.has("full") or category_of(lead, given) == INDIRECT
    top = line.low if whole else (line.low + 1) // 2
    return [FIELD.cover(line.radius + MARGIN, top, rating)]


def _hill(attackers: list[ModelCard], target: ModelCard, lead: Weapon, given: Given) -> list[Piece]:
    """Ground that lifts the attackers, as near as their bases come to the target."""
    height = c.mils(given, "height") or 0
    if not height:
        return []
    near = ready(target, weapons_table()).radius + min(range_of(lead, given), INCH // 2)
    widest = 2 * max(ready(card, weapons_table()).radius for card in attackers)
    return [FIELD.hill(near, widest, height, "heavy")]


def range_of(lead: Weapon, given: Given) -> int:
    """How far apart they stand: as was said, else the far end of Optimal range."""
    said = c.mils(given, "range")
    return lead.far if said is None else said


def category_of(weapon: Weapon, given: Given) -> str:
    """The category of the attack: as was said, else the first the weapon has."""
    said = given.says("as")
    if not said:
        return weapon.categories[0]
    for category in weapon.categories:
        if category.lower() == said.lower():
            return category
    raise BadInput(f"The {weapon.id} attacks as {' or '.join(weapon.categories)}, not as {said}. [brigands.5.1b]")
