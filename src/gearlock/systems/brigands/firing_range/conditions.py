"""What can be said about a laid-out attack, and how lengths and traits are read."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.given import NO, YES, Change, Given
from gearlock.kernel.gunnery import Condition
from gearlock.mechanics.firing_range.lengths import said_length
from gearlock.systems.brigands.forces.roster_units import read_trait, trait_faults
from gearlock.systems.brigands.models import ModelCard, known_traits
from gearlock.systems.brigands.rounds.answers import POSTURES
from gearlock.systems.brigands.state import COMBAT_SPEED
from gearlock.table.measure import INCH

FRONT, SIDE, REAR = "front", "side", "rear"
NONE, LIGHT, HEAVY = "none", "light", "heavy"
AHEAD, LEFT, RIGHT, BEHIND = "ahead", "left", "right", "behind"
FARTHEST = 60 * INCH

CONDITIONS = (
    Condition("range", "inches between bases; the end of Optimal range if left out", rule="brigands.1.4", most=60),
    Condition("cover", "Defensive Cover from terrain", (NONE, LIGHT, HEAVY), NONE, "brigands.4.4-defensive"),
    Condition("full", "that cover hides all of the target", (NO, YES), NO, "brigands.4.4-full"),
    Condition("posture", "posture of the attacker", POSTURES, COMBAT_SPEED, "brigands.2.1"),
    Condition("from", "where the target is attacked from", (FRONT, SIDE, REAR), FRONT, "brigands.5.5b"),
    Condition("trait", "a trait to add or take away: Agile, -Agile, attacker:Stable (the target's if not said)"),
    Condition("overwatch", "the target keeps Overwatch, so it is Braced", (NO, YES), NO, "brigands.6.2"),
    Condition("target-damage", "points of Hull and Structure the target has lost", (), "0", "brigands.5.6b"),
    Condition("attacker-damage", "points the attacker has lost", (), "0", "brigands.5.6b"),
    Condition("target-haywire", "the target carries a Haywire token", (NO, YES), NO, "brigands.5.7b-haywire"),
    Condition("attacker-haywire", "the attacker carries a Haywire token", (NO, YES), NO, "brigands.5.7b-haywire"),
    Condition("ecm", "the target carries an ECM Defense token", (NO, YES), NO, "brigands.8.3d"),
    Condition("bearing", "where the attacker has the target", (AHEAD, LEFT, RIGHT, BEHIND), AHEAD, "brigands.1.5b"),
    Condition("height", "inches the attacker stands higher, on a hill", (), "0", "brigands.4.2"),
    Condition("target-airborne", "the target is a VTOL in the air", (NO, YES), NO, "brigands.9.7"),
    Condition("attacker-airborne", "the attacker is a VTOL in the air", (NO, YES), NO, "brigands.9.7"),
    Condition("as", "the category of the attack, for weapons that have several", (), "", "brigands.5.1b"),
    Condition("dice", "how dice add up", ("standard", "augment"), "standard", "brigands.A6"),
)  # fmt: skip


def mils(given: Given, name: str) -> int | None:
    """A length that is given in inches; None if nothing was said and none is usual."""
    return said_length(given, name, FARTHEST)


def refitted(card: ModelCard, changes: Iterable[Change]) -> ModelCard:
    """A stat line with traits added, replaced or taken away."""
    traits = list(card.traits)
    for change in changes:
        _check_trait(change.name)
        key = read_trait(change.name).key
        if change.taken and all(read_trait(each).key != key for each in traits):
            raise change.missing(card.name, card.traits, "brigands.A2")
        traits = [each for each in traits if read_trait(each).key != key]
        if not change.taken:
            traits.append(change.name)
    return msgspec.structs.replace(card, traits=tuple(traits))


def _check_trait(text: str) -> None:
    """A trait there is none of is answered with near ones, a rating it cannot have with what is wrong."""
    if read_trait(text).name not in known_traits("model"):
        raise UnknownName("model trait", text, known_traits("model"), "brigands.A2")
    faults = trait_faults(text)
    if faults:
        raise BadInput(f"{faults[0][0].upper()}{faults[0][1:]}. [brigands.A2]")
