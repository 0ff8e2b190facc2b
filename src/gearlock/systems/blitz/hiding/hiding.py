"""18.1 and 18.2: who may hide or go hull down, and where. How tokens are lost stands where models move and attack."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.attacks.pairs import is_flying
from gearlock.systems.blitz.hiding.events import TookCover
from gearlock.systems.blitz.hiding.orders import GoHullDown, Hide
from gearlock.systems.blitz.lock_and_cover.cover import has_adjacent_cover
from gearlock.systems.blitz.paying import refuse_idle
from gearlock.systems.blitz.state import HIDING, HULL_DOWN, State, Unit


def _refuse(state: State, unit: Unit, token: str, rule_id: str, shield: bool) -> Refusal | None:
    """Why a model cannot take cover: no action, no adjacent cover (nor a shield, where that serves), or done."""
    if token in unit.tokens:
        return Refusal("done", rule_id, f"The {unit.name} is {token} already.")
    if idle := refuse_idle(unit, rule_id):
        return idle
    if unit.line.type == "Fortification" or is_flying(unit):
        return Refusal("cover", rule_id, f"The {unit.name} takes no cover.")
    if has_adjacent_cover(state, unit) or (shield and unit.trait("Shield")):
        return None
    or_shield = ", or a shield" if shield else ""
    message = f"The {unit.name} needs cover within an inch, half as high as itself or higher{or_shield}."
    return Refusal("cover", rule_id, message)


@rule("blitz.18.1")
def refuse_hide(state: State, order: Hide) -> Refusal | None:
    """Why a model cannot hide."""
    return _refuse(state, state.units[order.unit], HIDING, "blitz.18.1", shield=False)


@heeds("blitz.18.2", "blitz.trait.shield")
def refuse_hull_down(state: State, order: GoHullDown) -> Refusal | None:
    """Why a model cannot go hull down; behind a shield it can in the open."""
    return _refuse(state, state.units[order.unit], HULL_DOWN, "blitz.18.2", shield=True)


def resolve_hide(ctx: Ctx[State], order: Hide) -> None:
    """An action for a token."""
    ctx.emit(TookCover(order.unit, HIDING))


def resolve_hull_down(ctx: Ctx[State], order: GoHullDown) -> None:
    """An action for a token."""
    ctx.emit(TookCover(order.unit, HULL_DOWN))
