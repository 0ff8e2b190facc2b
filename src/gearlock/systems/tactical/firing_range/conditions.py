"""What can be said about a laid-out attack, and how units, weapons and lengths are read."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import ATTACKER, NO, YES, Given, read_attacker, which_weapon
from gearlock.kernel.gunnery import Condition, find_unit
from gearlock.mechanics.firing_range.lengths import said_length
from gearlock.systems.tactical.cards import Card, Mount
from gearlock.systems.tactical.damage.systems import SYSTEMS
from gearlock.systems.tactical.firing_range.scenery import COVERS, NOTHING, PARTIAL
from gearlock.systems.tactical.perks import with_entry
from gearlock.systems.tactical.setup.lineup import LEVELS
from gearlock.systems.tactical.setup.surroundings import FAIR, SCALES
from gearlock.systems.tactical.state import CLASSES, COMBAT
from gearlock.systems.tactical.switches import DAY, TIMES, WEATHERS
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.table.measure import INCH

FRONT, FLANK, REAR = "front", "rear-flank", "rear"
FARTHEST = 100 * INCH

CONDITIONS = (
    Condition(
        "range", "inches between the middles; all of Short range if left out", rule="tactical.2.6.7-range", most=72
    ),
    Condition("concealment", "points of Obscurement between them", (), "0", "tactical.2.6.7-obscurement"),
    Condition("pace", "speed of the attacker", CLASSES, COMBAT, "tactical.2.6.7-attacker-movement"),
    Condition("target-moved", "inches the target moved last", (), "5", "tactical.2.6.7-target-speed"),
    Condition("from", "where the target is attacked from", (FRONT, FLANK, REAR), FRONT, "tactical.2.6.7-defense-arc"),
    Condition("rof", "how much of its Rate of Fire is used", (), "0", "tactical.3.4.5"),
    Condition("called", "the system a called shot is meant for", (NOTHING, *SYSTEMS), NOTHING, "tactical.3.4.2"),
    Condition("evading", "the target takes evasive maneuvers", (NO, YES), NO, "tactical.2.6.9"),
    Condition("scale", "what an inch stands for: 50 m, or 10 m", tuple(SCALES), "tactical", "tactical.3.8"),
    Condition("careful", "careful fire at skirmish scale, two Actions", (NO, YES), NO, "tactical.3.8.3-careful"),
    Condition("cover", "partial cover of the skirmish scale", COVERS, NOTHING, PARTIAL),
    Condition("fragments", "fragmentation ammunition is used", (NO, YES), NO, "tactical.7.2.2-fragmentation"),
    Condition("time", "time of day", TIMES, DAY, "tactical.3.7-night"),
    Condition("weather", "what the sky is like", (FAIR, *WEATHERS), FAIR, "tactical.3.7-sandstorm"),
    Condition("extra", "extra Actions the attacker declared", (), "0", "tactical.2.6.3"),
    Condition("crew", "crew level of the attacker", tuple(LEVELS), "qualified", "tactical.2.3.2"),
    Condition("target-crew", "crew level of the target", tuple(LEVELS), "qualified", "tactical.2.3.2"),
    Condition("target-light", "Light counters of the target", (), "0", "tactical.2.6.10-light"),
    Condition("target-heavy", "Heavy counters of the target", (), "0", "tactical.2.6.10-heavy"),
    Condition("attacker-heavy", "Heavy counters of the attacker", (), "0", "tactical.2.6.10-heavy"),
    Condition("trait", "a perk or flaw to add or take away: Stealth, attacker:ECM (the target's if not said)"),
)  # fmt: skip


class Post(NamedTuple):
    """An attacker as it was named: its card and the weapons it uses one after another."""

    card: Card
    weapons: tuple[str, ...]


@cache
def names() -> dict[str, str]:
    """The names of all units by id."""
    return {name: card.name for name, card in all_cards().items()}


def ranged(card: Card) -> list[Mount]:
    """The weapons of a card that shoot."""
    return [mount for mount in card.weapons if mount.weapon.base]


def weapons(unit: str) -> tuple[str, ...]:
    """The weapons of a unit that shoot."""
    return tuple(mount.id for mount in ranged(all_cards()[unit]))


def mils(given: Given, name: str) -> int | None:
    """A length that is given in inches; None if nothing was said and none is usual."""
    return said_length(given, name, FARTHEST)


def card_named(name: str, given: Given, side: str) -> Card:
    """A card with the perks and flaws that were added or taken away, under a name of its own if there are any."""
    card = all_cards()[find_unit(names(), name)]
    changes = given.changes_of(side)
    for change in changes:
        known = {**card.perks, **card.flaws}
        found = next((each for each in known if each.lower() == change.name.lower()), "")
        if not change.taken:
            card = with_entry(card, change.name)
            continue
        if not found:
            raise change.missing(card.name, known, "tactical.2.3.4-perks")
        perks = {each: rating for each, rating in card.perks.items() if each != found}
        flaws = {each: rating for each, rating in card.flaws.items() if each != found}
        card = msgspec.structs.replace(card, perks=perks, flaws=flaws)
    return msgspec.structs.replace(card, id=f"{card.id}/{side}") if changes else card


def read_post(text: str, given: Given) -> Post:
    """`hunter:LAC+APGL`: one unit that uses both weapons."""
    name, named = read_attacker(text)
    card = card_named(name, given, ATTACKER)
    carried = [mount.id for mount in ranged(card)]
    if not carried:
        raise BadInput(f"The {card.name} has nothing to shoot with. [tactical.ref-datacards]")
    if not named and len(carried) > 1:
        raise which_weapon(card.name, card.id, carried)
    return Post(card, tuple(weapon_named(card, weapon).id for weapon in named or carried))


def weapon_named(card: Card, name: str) -> Mount:
    """A weapon of a unit, however it is capitalised."""
    found = next((mount for mount in ranged(card) if mount.id.lower() == name.lower()), None)
    if found is None:
        carried = [mount.id for mount in ranged(card)]
        raise UnknownName(f"weapon of the {card.name}", name, carried, "tactical.ref-datacards")
    return found
