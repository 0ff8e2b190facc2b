"""What can be said about a laid-out attack, and how models, lengths and traits are read."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import ATTACKER, NO, YES, Given, read_attacker, which_weapon
from gearlock.kernel.gunnery import Condition, find_unit
from gearlock.mechanics.firing_range.lengths import said_length
from gearlock.systems.blitz.attacks.modifiers import GUIDED, INDIRECTLY
from gearlock.systems.blitz.cards import ModelCard, model_cards
from gearlock.systems.blitz.models import known_traits, ready, trait_name
from gearlock.systems.blitz.state import COMBAT, POSTURES
from gearlock.systems.blitz.weapons import Weapon, read_trait
from gearlock.table.measure import INCH

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
