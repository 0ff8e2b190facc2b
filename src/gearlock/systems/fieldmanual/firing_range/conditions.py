"""What can be said about a laid-out attack, and how models, weapons, lengths and perks are read."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import ATTACKER, NO, YES, Given, read_attacker, which_weapon
from gearlock.kernel.gunnery import Condition, find_unit
from gearlock.mechanics.firing_range.lengths import said_length
from gearlock.systems.fieldmanual.attacks.orders import DIRECT, INDIRECT, THROWN
from gearlock.systems.fieldmanual.cards import DRONE, Card, Mount
from gearlock.systems.fieldmanual.perks import known_perks, perk_of, read_perk
from gearlock.systems.fieldmanual.state import BANDS, COMBAT
from gearlock.systems.fieldmanual.unit_files import all_cards
from gearlock.table.measure import INCH

FRONT, SIDE, REAR = "front", "side", "rear"
NONE, SOME, PARTIAL, FULL = "none", "some", "partial", "full"
AHEAD, LEFT, RIGHT, BEHIND = "ahead", "left", "right", "behind"
RATINGS = ("light", "medium", "heavy", "solid")
FARTHEST = 100 * INCH

CONDITIONS = (
    Condition("range", "inches between bases; all of Optimal if left out", rule="fieldmanual.range-bands", most=72),
    Condition("cover", "how much of the target is covered", (NONE, SOME, PARTIAL, FULL), NONE, "fieldmanual.cover"),
    Condition("terrain", "what covers it", RATINGS, "heavy", "fieldmanual.cover-solid"),
    Condition("speed", "speed of the attacker", BANDS, COMBAT, "fieldmanual.speed-bands"),
    Condition("target-speed", "speed of the target", BANDS, COMBAT, "fieldmanual.speed-bands"),
    Condition("target-mode", "Movement Mode of the target: W, G or H", (), "", "fieldmanual.movement-mode-switch"),
    Condition("from", "where the target is attacked from", (FRONT, SIDE, REAR), FRONT, "fieldmanual.ranged-defense"),
    Condition("burst", "RoF put into Burst", (), "0", "fieldmanual.rof-burst"),
    Condition("spray", "RoF put into Spray, around the target", (), "0", "fieldmanual.rof-spray"),
    Condition("extra", "Actions spent on further dice", (), "0", "fieldmanual.extra-actions-dice"),
    Condition("linked", "all weapons of the link fire", (NO, YES), NO, "fieldmanual.wt-link"),
    Condition("fire", "how it is aimed", (DIRECT, INDIRECT, THROWN), DIRECT, "fieldmanual.indirect-attack"),
    Condition("designated", "the target is Designated for Guided weapons", (NO, YES), NO, "fieldmanual.wt-guided"),
    Condition("crossfire", "a friend has attacked it from the other side", (NO, YES), NO, "fieldmanual.crossfire"),
    Condition("coordinated", "its leader has nominated the target", (NO, YES), NO, "fieldmanual.coordinated-attack"),
    Condition("hull-down", "the target is Hull Down behind its cover", (NO, YES), NO, "fieldmanual.hull-down"),
    Condition("trait", "a perk or flaw to add or take away: AMS, -Arms, attacker:ANN (the target's if not said)"),
    Condition("target-damage", "boxes of the target that are filled", (), "0", "fieldmanual.damage-levels"),
    Condition("attacker-damage", "boxes of the attacker that are filled", (), "0", "fieldmanual.damage-levels"),
    Condition("target-stunned", "the target has a Stun counter", (NO, YES), NO, "fieldmanual.stun"),
    Condition("attacker-stunned", "the attacker has a Stun counter", (NO, YES), NO, "fieldmanual.stun"),
    Condition("bearing", "where the attacker has the target", (AHEAD, LEFT, RIGHT, BEHIND), AHEAD, "fieldmanual.arcs"),
    Condition("height", "inches the attacker stands higher, on a hill", (), "0", "fieldmanual.ranged-defense"),
)  # fmt: skip


class Post(NamedTuple):
    """An attacker as it was named: its card and the weapons it uses one after another."""

    card: Card
    weapons: tuple[str, ...]


@cache
def names() -> dict[str, str]:
    """The names of all models by id; drones neither attack nor are attacked."""
    return {name: card.name for name, card in all_cards().items() if card.kind != DRONE}


def ranged(card: Card) -> list[Mount]:
    """The weapons of a card that are no melee weapons."""
    return [mount for mount in card.weapons if not mount.weapon.is_melee]


def weapons(unit: str) -> tuple[str, ...]:
    """The weapons of a model that are fired or thrown."""
    return tuple(mount.id for mount in ranged(all_cards()[unit]))


def mils(given: Given, name: str) -> int | None:
    """A length that is given in inches; None if nothing was said and none is usual."""
    return said_length(given, name, FARTHEST)


def card_named(name: str, given: Given, side: str) -> Card:
    """A card with the perks and flaws that were added or taken away, under a name of its own if there are any."""
    card = all_cards()[find_unit(names(), name)]
    changes = given.changes_of(side)
    for change in changes:
        try:
            perk = read_perk(change.name)
        except ValueError as error:
            raise UnknownName("perk or flaw", change.name, known_perks(), "fieldmanual.card-perks-flaws") from error
        if change.taken and not card.has(perk.name):
            raise change.missing(card.name, (*card.perks, *card.flaws), "fieldmanual.card-perks-flaws")
        card = _without(card, perk.name)
        if not change.taken:
            kind = "flaws" if perk_of(perk.name).flaw else "perks"
            own = {**getattr(card, kind), perk.name: perk.rating}
            aux = (*card.aux, perk.name) if perk_of(perk.name).aux else card.aux
            details = {**card.details, perk.name: perk.detail} if perk.detail else card.details
            card = msgspec.structs.replace(card, **{kind: own}, aux=aux, details=details)
    return msgspec.structs.replace(card, id=f"{card.id}/{side}") if changes else card


def _without(card: Card, name: str) -> Card:
    perks = {key: rating for key, rating in card.perks.items() if key != name}
    flaws = {key: rating for key, rating in card.flaws.items() if key != name}
    return msgspec.structs.replace(card, perks=perks, flaws=flaws, aux=tuple(key for key in card.aux if key != name))


def read_post(text: str, given: Given) -> Post:
    """`jager:LAC+LRP/24`: one model that uses both weapons."""
    name, named = read_attacker(text)
    card = card_named(name, given, ATTACKER)
    carried = [mount.id for mount in ranged(card)]
    if not carried:
        raise BadInput(f"The {card.name} has nothing to fire. [fieldmanual.card-weapons]")
    if not named and len(carried) != 1:
        raise which_weapon(card.name, card.id, carried)
    return Post(card, tuple(weapon_named(card, weapon).id for weapon in named or carried))


def weapon_named(card: Card, name: str) -> Mount:
    """A weapon of a model, however it is capitalised; LRP is the LRP/24."""
    carried = ranged(card)
    for mount in carried:
        if name.lower() in (mount.id.lower(), mount.weapon.id.lower()):
            return mount
    raise UnknownName(f"weapon of the {card.name}", name, [mount.id for mount in carried], "fieldmanual.card-weapons")


def mode_of(card: Card, given: Given) -> str:
    """The Movement Mode of the target: as was said, else its first."""
    said = given.says("target-mode").upper()
    if not said:
        return card.primary
    if said not in card.rows:
        rows = ", ".join(card.rows) or "none: it never moves"
        raise BadInput(f"The {card.name} has no mode {said}; there is {rows}. [fieldmanual.movement-mode-switch]")
    return said
