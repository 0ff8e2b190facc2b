"""What can be said about a laid-out attack, and how each of it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.gunnery import Condition, Situation
from gearlock.systems.brigands.answering.legality import POSTURES
from gearlock.systems.brigands.models import ModelCard
from gearlock.systems.brigands.mustering.roster_units import read_trait, trait_faults
from gearlock.systems.brigands.state import COMBAT_SPEED
from gearlock.table.measure import INCH

FRONT, SIDE, REAR = "front", "side", "rear"
NONE, LIGHT, HEAVY = "none", "light", "heavy"
AHEAD, LEFT, RIGHT, BEHIND = "ahead", "left", "right", "behind"
NO, YES = "no", "yes"
FARTHEST = 60 * INCH

CONDITIONS = (
    Condition("range", "inches between the bases; the far end of Optimal range if left out", rule="brigands.1.4"),
    Condition("cover", "Defensive Cover from terrain", (NONE, LIGHT, HEAVY), NONE, "brigands.4.4-defensive"),
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
_BY_NAME = {condition.name: condition for condition in CONDITIONS}


class Given(msgspec.Struct, frozen=True):
    """The conditions of a situation, read."""

    words: Mapping[str, str]
    traits: tuple[tuple[str, str], ...]
    """Whose, and the trait with a minus before it if it is taken away."""

    def says(self, name: str) -> str:
        """What was said, or what is usual."""
        return self.words.get(name, _BY_NAME[name].usual)

    def has(self, name: str) -> bool:
        """Whether a condition with yes and no holds."""
        return self.says(name) == YES

    def inches(self, name: str) -> int | None:
        """A length in mils; None if nothing was said."""
        text = self.says(name).removesuffix("in").removesuffix('"').strip()
        if not text:
            return None
        if not re.fullmatch(r"\d{1,3}(\.\d{1,3})?", text) or round(float(text) * INCH) > FARTHEST:
            raise BadInput(f"{name} is a number of inches from 0 to {FARTHEST // INCH}, not '{text}'.")
        return round(float(text) * INCH)

    def points(self, name: str) -> int:
        """A number of points."""
        text = self.says(name)
        if not re.fullmatch(r"\d{1,3}", text):
            raise BadInput(f"{name} is a number of points, not '{text}'.")
        return int(text)


def read_conditions(situation: Situation) -> Given:
    """Read all conditions; a name or value there is none of is answered with those there are."""
    words: dict[str, str] = {}
    traits: list[tuple[str, str]] = []
    for name, text in situation.given:
        condition = _BY_NAME.get(name)
        if condition is None:
            raise UnknownName("condition", name, _BY_NAME)
        value = " ".join(text.replace("-", " ").lower().split()) if condition.values else text.strip()
        if condition.values and value not in condition.values:
            raise BadInput(str(UnknownName(name, text, condition.values)) + rule_of(condition.rule))
        if name == "trait":
            traits.append(_read_trait(value))
        else:
            words[name] = value
    return Given(words, tuple(traits))


def rule_of(rule_id: str) -> str:
    """A rule as the end of a message."""
    return f" [{rule_id}]" if rule_id else ""


def _read_trait(text: str) -> tuple[str, str]:
    """`attacker:-Agile`: whose trait, and whether it comes or goes."""
    side, colon, rest = text.partition(":")
    whose, trait = (side, rest) if colon and side in ("attacker", "target") else ("target", text)
    faults = trait_faults(trait.lstrip("+-").strip())
    if faults:
        raise BadInput(f"{faults[0][0].upper()}{faults[0][1:]}. [brigands.A2]")
    return whose, trait.strip()


def refitted(card: ModelCard, changes: Iterable[str]) -> ModelCard:
    """A stat line with traits added, replaced or taken away."""
    traits = list(card.traits)
    for change in changes:
        key = read_trait(change.lstrip("+-").strip()).key
        if change.startswith("-") and all(read_trait(each).key != key for each in traits):
            raise BadInput(
                f"The {card.name} has no {key} to take away: it has {', '.join(card.traits) or 'no traits'}."
            )
        traits = [each for each in traits if read_trait(each).key != key]
        if not change.startswith("-"):
            traits.append(change.lstrip("+").strip())
    return msgspec.structs.replace(card, traits=tuple(traits))
