"""Haywire: one die after every success, by how well the electronics are shielded."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.command.tests import resolve_other
from gearlock.systems.fieldmanual.damage.events import HaywireRolled
from gearlock.systems.fieldmanual.state import STUN, State, Unit

BOX = "box"
NEVER = 7
SHIELDED, PLAIN, VULNERABLE = (5, NEVER), (3, 6), (1, 3)
"""From which face on it stuns, and from which it fills a box."""


@rule("fieldmanual.wt-haywire", "fieldmanual.perk-haywire-resistant", "fieldmanual.flaw-vulnerable-haywire")
def haywire_marks(unit: Unit) -> tuple[int, int]:
    """From which face on haywire stuns this model, and from which it fills a box instead."""
    if unit.perk("Haywire Resistant"):
        return SHIELDED
    return VULNERABLE if unit.perk("Vulnerable to Haywire") else PLAIN


def haywire_effect(unit: Unit, face: int) -> str:
    """What a face does: empty for nothing, a Stun counter, or a box."""
    stuns, fills = haywire_marks(unit)
    return BOX if face >= fills else STUN if face >= stuns else ""


@heeds("fieldmanual.wt-haywire", "fieldmanual.stun")
def _is_harmless(state: State, unit_id: str, face: int) -> bool:
    """Whether a face does nothing to a model: nothing at all, or a counter that it has."""
    unit = state.units[unit_id]
    effect = haywire_effect(unit, face)
    return not effect or (effect == STUN and bool(unit.token(STUN)) and not state.switch("knockdown"))


@heeds("fieldmanual.wt-haywire")
def resolve_haywire(ctx: Ctx[State], unit_id: str) -> Script[str]:
    """Roll for the model that was hit."""
    unit = ctx.state.units[unit_id]
    roll = Roll("haywire", 1, 6, 1, unit.seat, unit_id, "fieldmanual.wt-haywire", marks=haywire_marks(unit))

    def tell(faces: tuple[int, ...]) -> None:
        ctx.emit(HaywireRolled(unit_id, faces[0], haywire_effect(ctx.state.units[unit_id], faces[0])))

    (face,) = yield from resolve_other(ctx, roll, tell, held=lambda faces: _is_harmless(ctx.state, unit_id, faces[0]))
    return haywire_effect(ctx.state.units[unit_id], face)
