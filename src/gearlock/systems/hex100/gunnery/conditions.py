"""What can be said about a laid-out attack, and how each of it is read."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.gunnery import Condition, Situation
from gearlock.systems.hex100.actions import FOCUSES
from gearlock.systems.hex100.moving.battlefield import terrains

FRONT, FLANK, REAR = "front", "flank", "rear"
NO, YES, NONE = "no", "yes", "none"
FARTHEST = 40
OPEN = "open"

_GROUNDS = tuple(kind.name for kind in terrains().values() if kind.cost["legged"] or kind.cost["tracked"])
_FOCUSES = (NONE, *FOCUSES)

CONDITIONS = (
    Condition("range", "hexes to the target; as far as the weapon reaches if left out", rule="hex100.stat-range"),
    Condition("cover", "the terrain the target stands in", _GROUNDS, OPEN, "hex100.cover"),
    Condition("before", "the terrain in the hex before the target", _GROUNDS, OPEN, "hex100.cover"),
    Condition("posture", "the focus of the attacker, a mech", _FOCUSES, NONE, "hex100.focus-timing"),
    Condition("target-focus", "the focus of the target, a mech", _FOCUSES, NONE, "hex100.focus-timing"),
    Condition("from", "the arc of the target that is attacked", (FRONT, FLANK, REAR), FRONT, "hex100.arc-armour"),
    Condition("trait", "equipment to add or take away: attacker:Main Gun FCS, -Buckler (the target's if not said)"),
    Condition("lock", "the attacker has a lock on the target", (NO, YES), NO, "hex100.lock-on"),
    Condition("sight", "the attacker sees the target; no is for indirect fire", (YES, NO), YES, "hex100.los-blocking"),
    Condition("smoke", "the target is in dense smoke", (NO, YES), NO, "hex100.smoke-launcher"),
    Condition("target-damage", "hit points the target has lost", (), "0", "hex100.stat-hp"),
    Condition("target-critical", "critical damage the target's structure has taken", (), "0", "hex100.stat-critical"),
    Condition("target-shocked", "the target is in EMP shock", (NO, YES), NO, "hex100.emp-shock"),
    Condition("attacker-hacked", "the attacker is hacked", (NO, YES), NO, "hex100.hacking"),
    Condition("siege", "the attacker is in siege mode", (NO, YES), NO, "hex100.siege-stabilizers"),
    Condition("bearing", "whether the attacker faces the target", ("ahead", "behind"), "ahead", "hex100.attr-slash"),
)  # fmt: skip
_BY_NAME = {condition.name: condition for condition in CONDITIONS}


class Given(msgspec.Struct, frozen=True):
    """The conditions of a situation, read."""

    words: Mapping[str, str]
    equipment: tuple[tuple[str, str], ...]
    """Whose, and the item with a minus before it if it is taken away."""

    def says(self, name: str) -> str:
        """What was said, or what is usual."""
        return self.words.get(name, _BY_NAME[name].usual)

    def has(self, name: str) -> bool:
        """Whether a condition with yes and no holds."""
        return self.says(name) == YES

    def focus(self, name: str) -> str:
        """A focus as the state has it."""
        return "" if self.says(name) == NONE else self.says(name)

    def number(self, name: str, most: int = 999) -> int | None:
        """A whole number; None if nothing was said."""
        text = self.says(name)
        if not text:
            return None
        if not re.fullmatch(r"\d{1,3}", text) or int(text) > most:
            raise BadInput(f"{name} is a whole number from 0 to {most}, not '{text}'.")
        return int(text)


def read_conditions(situation: Situation) -> Given:
    """Read all conditions; a name or value there is none of is answered with those there are."""
    words: dict[str, str] = {}
    equipment: list[tuple[str, str]] = []
    for name, text in situation.given:
        condition = _BY_NAME.get(name)
        if condition is None:
            raise UnknownName("condition", name, _BY_NAME)
        value = text.strip().lower() if condition.values else text.strip()
        value = next((each for each in condition.values if each.replace("-", " ") == value.replace("-", " ")), value)
        if condition.values and value not in condition.values:
            raise BadInput(f"{UnknownName(name, text, condition.values)} [{condition.rule}]")
        if name == "trait":
            side, colon, item = value.partition(":")
            said = colon and side in ("attacker", "target")
            equipment.append((side, item.strip()) if said else ("target", value))
        else:
            words[name] = value
    return Given(words, tuple(equipment))
