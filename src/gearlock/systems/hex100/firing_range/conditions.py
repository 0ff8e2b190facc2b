"""What can be said about a laid-out attack."""

from __future__ import annotations

from gearlock.kernel.given import NO, YES, Given
from gearlock.kernel.gunnery import Condition
from gearlock.systems.hex100.battlefield import terrains
from gearlock.systems.hex100.turns.orders import FOCUSES

FRONT, FLANK, REAR = "front", "flank", "rear"
NONE = "none"
FARTHEST = 40
OPEN = "open"

_GROUNDS = tuple(kind.name for kind in terrains().values() if kind.cost["legged"] or kind.cost["tracked"])
_FOCUSES = (NONE, *FOCUSES)

CONDITIONS = (
    Condition("range", "hexes to the target; as far as it reaches if left out", rule="hex100.stat-range", most=16),
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


def focus_of(given: Given, name: str) -> str:
    """A focus as the state has it."""
    focus = given.says(name)
    return "" if focus == NONE else focus
