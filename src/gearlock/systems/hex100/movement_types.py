"""Movement types: where a unit may stand, what flies, and what keeps a unit from moving again."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit

SKATING, SKIMMING = "skate", "skimmer"


@heeds(
    "hex100.skate-system",
    "hex100.cirrus-skimmer",
    "hex100.amphibious",
    "hex100.zenith-amphibious",
    "hex100.linebreaker-integrated",
)
def standing_kind(state: State, unit: Unit) -> str:
    """The movement type that says where a unit may stand."""
    card = state.machine(unit.id).unit
    if unit.gait == SKATING:
        return "tracked"
    if unit.gait == SKIMMING:
        return "skimmer"
    afloat = card.movement_type == "tracked" and equipment_effect(state, unit, "amphibious")
    return "amphibious" if afloat else card.movement_type


@rule("hex100.move-flying")
def is_flying(state: State, unit: Unit) -> bool:
    """Whether a unit is in the air: out of reach of melee and rams, and without cover."""
    return state.machine(unit.id).unit.movement_type == "flying"


@heeds("hex100.siege-stabilizers")
def in_siege() -> Refusal:
    """The answer to a unit in siege mode that should move, or turn."""
    message = "The unit is in siege mode; it leaves that at the beginning of its turn, and cannot move before."
    return Refusal("in-siege-mode", "hex100.siege-stabilizers", message)


@heeds("hex100.skate-system", "hex100.cirrus-skimmer")
def refuse_another_move(unit: Unit) -> Refusal | None:
    """Why a unit on skates or skimming may not move again, or one in siege mode at all."""
    if unit.sieging:
        return in_siege()
    if not unit.gait or not unit.strides:
        return None
    rule_id = "hex100.skate-system" if unit.gait == SKATING else "hex100.cirrus-skimmer"
    return Refusal("one-move-only", rule_id, f"With the {unit.gait} there is one move action a round, and it is taken.")
