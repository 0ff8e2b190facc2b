"""What can be said about an attack that is laid out, and its ground."""

from __future__ import annotations

from functools import cache
from math import isqrt
from typing import NamedTuple

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import ATTACKER, NO, YES, Given, read_attacker, which_weapon
from gearlock.kernel.gunnery import Condition, find_unit
from gearlock.mechanics.firing_range.field import FiringField
from gearlock.mechanics.firing_range.lengths import said_length
from gearlock.systems.blitz.attacks.modifiers import GUIDED, INDIRECTLY
from gearlock.systems.blitz.lock_and_cover.looks import DICE, RATINGS
from gearlock.systems.blitz.models import ModelCard, Weapon, known_traits, model_cards, read_trait, ready, trait_name
from gearlock.systems.blitz.state import COMBAT, POSTURES
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

# --- What can be said about a laid-out attack, and how models, lengths and traits are read

FRONT, SIDE, REAR = "front", "side", "rear"
NONE, SOME, LIGHT, MEDIUM, HEAVY = "none", "some", "light", "medium", "heavy"
AHEAD, LEFT, RIGHT, BEHIND = "ahead", "left", "right", "behind"
DIRECTLY = "direct"
FARTHEST = 100 * INCH

CONDITIONS = (
    Condition("range", "inches between bases; the end of optimal range if left out", rule="blitz.2.7", most=72),
    Condition("cover", "cover at the target", (NONE, LIGHT, MEDIUM, HEAVY), NONE, "blitz.7.5-table"),
    Condition("full", "that cover hides all of the target", (NO, YES), NO, "blitz.7.5a"),
    Condition(
        "additional", "cover farther away: some of it, or a piece of this rating that hides all of the target",
        (NONE, SOME, LIGHT, MEDIUM, HEAVY), NONE, "blitz.7.3b",
    ),
    Condition("posture", "posture of the attacker", POSTURES, COMBAT, "blitz.3.2a"),
    Condition("target-posture", "posture of the target", POSTURES, COMBAT, "blitz.3.2a"),
    Condition("from", "where the target is attacked from", (FRONT, SIDE, REAR), FRONT, "blitz.8.2d"),
    Condition("trait", "a trait to add or take away: Stealth, -Agile, attacker:Stable (the target's if not said)"),
    Condition("target-damage", "points of hull and structure the target has lost", (), "0", "blitz.9.2"),
    Condition("attacker-damage", "points the attacker has lost", (), "0", "blitz.9.2"),
    Condition("target-crippled", "the target has lost all its hull", (NO, YES), NO, "blitz.9.2"),
    Condition("attacker-crippled", "the attacker has lost all its hull", (NO, YES), NO, "blitz.9.2"),
    Condition("hull-down", "the target is hull down", (NO, YES), NO, "blitz.18.2"),
    Condition("hiding", "the target hides", (NO, YES), NO, "blitz.18.1"),
    Condition("exposed", "the target gives itself away: no stealth, no hiding", (NO, YES), NO, "blitz.7.6-stealth"),
    Condition("autopilot", "the target relies on its autopilot", (NO, YES), NO, "blitz.trait.autopilot"),
    Condition("interference", "intensity of sensor interference around the target", (), "0", "blitz.14.5c"),
    Condition("jamming", "intensity of sensor jamming on the attacker", (), "0", "blitz.14.5b"),
    Condition("charge", "the attacker charges", (NO, YES), NO, "blitz.15.5c"),
    Condition("target-airborne", "the target flies: an elevated VTOL, or just dropped", (NO, YES), NO, "blitz.17.7b"),
    Condition("attacker-airborne", "the attacker is an elevated VTOL", (NO, YES), NO, "blitz.17.7b"),
    Condition("split", "the target is the second one of a split attack", (NO, YES), NO, "blitz.10.5"),
    Condition("fire", "how it is aimed", (DIRECTLY, INDIRECTLY, GUIDED), DIRECTLY, "blitz.14.2a"),
    Condition("designator", "dice of the target designator of guided fire", (), "0", "blitz.14.2b"),
    Condition("ammo", "the ammunition, for weapons that have several", (), "", "blitz.wtrait.ammo"),
    Condition("sensors", "the attacker uses active sensors", (NO, YES), NO, "blitz.7.7"),
    Condition("bearing", "where the attacker has the target", (AHEAD, LEFT, RIGHT, BEHIND), AHEAD, "blitz.8.4"),
    Condition("height", "inches the attacker stands higher, on a hill", (), "0", "blitz.8.2d"),
)  # fmt: skip


class Post(NamedTuple):
    """An attacker as it was named: its card and the weapons it uses one after another."""

    card: ModelCard
    weapons: tuple[str, ...]


@cache
def names() -> dict[str, str]:
    """The names of all models by id."""
    return {name: card.name for name, card in model_cards().items()}


def weapons(unit: str) -> tuple[str, ...]:
    """The weapons of a model."""
    return tuple(ready(model_cards()[unit]).weapons)


def mils(given: Given, name: str) -> int | None:
    """A length that is given in inches; None if nothing was said and none is usual."""
    return said_length(given, name, FARTHEST)


def card_named(name: str, given: Given, side: str) -> ModelCard:
    """A card with the traits that were added or taken away, under a name of its own if there are any."""
    card = model_cards()[find_unit(names(), name)]
    traits, changes = list(card.traits), given.changes_of(side)
    for change in changes:
        found = read_trait(change.name)
        if found.name not in known_traits("model"):
            raise UnknownName("model trait", change.name, known_traits("model"), "blitz.2.12a")
        kept = [text for text in traits if trait_name(read_trait(text)) != trait_name(found)]
        if change.taken and len(kept) == len(traits):
            raise change.missing(card.name, card.traits, "blitz.2.12a")
        traits = kept if change.taken else [*kept, change.name]
    if not changes:
        return card
    return msgspec.structs.replace(card, traits=tuple(traits), id=f"{card.id}/{side}")


def read_post(text: str, given: Given) -> Post:
    """`hunter:LAC+LRP`: one model that uses both weapons."""
    name, named = read_attacker(text)
    card = card_named(name, given, ATTACKER)
    carried = ready(card).weapons
    if not named and len(carried) != 1:
        raise which_weapon(card.name, card.id, carried)
    return Post(card, tuple(weapon_named(card, weapon).id for weapon in named or carried))


def weapon_named(card: ModelCard, name: str) -> Weapon:
    """A weapon of a model, however it is capitalised."""
    carried = ready(card).weapons
    for weapon in carried.values():
        if weapon.id.lower() == name.lower():
            return weapon
    raise UnknownName(f"weapon of the {card.name}", name, carried, "blitz.8.2c")


def load_of(weapon: Weapon, given: Given) -> str:
    """The ammunition: as was said, else the first there is."""
    said = given.says("ammo")
    for load in weapon.loads:
        if not said or load.lower() == said.lower():
            return load
    kinds = " or ".join(load or "its one kind" for load in weapon.loads)
    raise BadInput(f"The {weapon.id} fires {kinds}, not '{said}'. [blitz.wtrait.ammo]")


# --- The ground of a laid-out attack: cover at the target, cover farther away, a hill, and how far apart all stand

FIELD = FiringField(120 * INCH)
MARGIN = 6 * INCH // 5
"""How far a piece of cover reaches beyond the target."""
BEYOND, THIN, WIDE = 5 * INCH // 4, INCH // 2, 5 * INCH
"""How far from the target a wall is that it does not stand at, how thick, and how far it reaches to each side."""


def ground_for(attackers: list[ModelCard], target: ModelCard, lead: Weapon, given: Given) -> Ground:
    """The table with everything on it that was said."""
    pieces = (*_cover(target, given), *_between(attackers, target, given), *_hill(attackers, target, lead, given))
    return FIELD.ground(*pieces)


def _cover(target: ModelCard, given: Given) -> list[Piece]:
    """Area terrain about the target: half as tall as it is, or taller if it hides all of it."""
    rating, line = given.says("cover"), ready(target)
    if rating == NONE and given.has("full"):
        raise BadInput("Without cover nothing hides all of the target: say cover=light as well. [blitz.7.5a]")
    if rating == NONE:
        return []
    top = line.height + INCH // 2 if given.has("full") else (line.low + 1) // 2
    return [FIELD.cover(line.radius + MARGIN, top, rating)]


def _between(attackers: list[ModelCard], target: ModelCard, given: Given) -> list[Piece]:
    """A wall before the target, just too far away to be adjacent: as low as cover may be, or taller than anybody."""
    said, line = given.says("additional"), ready(target)
    if said == NONE:
        return []
    lifted = mils(given, "height") or 0
    tallest = max(line.height, lifted + max(ready(card).height for card in attackers))
    top = max(INCH // 2, (line.height + 1) // 2) if said == SOME else tallest + INCH // 2
    east = FIELD.middle - line.radius - BEYOND
    outline = rectangle(east - THIN, FIELD.middle - WIDE, east, FIELD.middle + WIDE)
    rating = LIGHT if said == SOME else said
    return [Piece("wall", f"{rating} wall", "instance", outline, top=top, rating=rating)]


def dice_wanted(given: Given) -> tuple[int, int]:
    """The dice of adjacent and of additional cover that were asked for."""
    at, farther = given.says("cover"), given.says("additional")
    adjacent = 0 if at == NONE else DICE[RATINGS[at]]
    return adjacent, 0 if farther == NONE else 1 if farther == SOME else DICE[RATINGS[farther]]


def _hill(attackers: list[ModelCard], target: ModelCard, lead: Weapon, given: Given) -> list[Piece]:
    """Ground that lifts the attackers; its edge is before their feet, so that it hides nothing below it."""
    height = mils(given, "height") or 0
    if not height:
        return []
    away = isqrt(max(0, apart(lead, given) ** 2 - height**2))
    near = ready(target).radius + max(0, away - INCH // 10)
    return [FIELD.hill(near, 2 * max(ready(card).radius for card in attackers), height, "heavy")]


def apart(lead: Weapon, given: Given) -> int:
    """How far apart they stand: as was said, else the far end of optimal range; who strikes all around is near."""
    said = mils(given, "range")
    if said is not None:
        return said
    if given.says("fire") != DIRECTLY and lead.indirect is not None:
        return lead.indirect[1]
    return lead.proximity // 2 if lead.proximity else lead.far
