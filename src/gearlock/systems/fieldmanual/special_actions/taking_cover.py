"""Hull Down and Hiding: who may take cover where, and when it is over. What it is good for stands with cover."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.lock_and_cover.contact import DEFENSES, has_left, noted, terrain_in_contact
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.special_actions.events import LeftCover, TookCover
from gearlock.systems.fieldmanual.special_actions.orders import GoHullDown, Hide
from gearlock.systems.fieldmanual.state import CLIMBING, HIDING, HULL_DOWN, STATIONARY, TOP, State, Unit

HULL_DOWN_RULE, HIDING_RULE = "fieldmanual.hull-down", "fieldmanual.hiding"
RULES = {HULL_DOWN: HULL_DOWN_RULE, HIDING: HIDING_RULE}


@heeds("fieldmanual.hull-down", "fieldmanual.hiding", "fieldmanual.combined-models")
def bases_in_cover(state: State, unit: Unit) -> dict[str, list[str]]:
    """The bases of a model that are in or touch terrain that covers at least half of them, and which terrain."""
    found = {base.id: [contact.id for contact in terrain_in_contact(state, base)] for base in state.bases(unit)}
    return {name: terrain for name, terrain in found.items() if terrain}


def _refuse(state: State, unit: Unit, token: str) -> Refusal | None:
    """Why a model cannot take cover, whichever way: done already, no terrain, no Action, or not the kind for it."""
    rule_id, what = RULES[token], "Hull Down" if token == HULL_DOWN else "Hiding"
    covered = bases_in_cover(state, unit)
    if covered and all(state.units[name].token(token) for name in covered):
        return Refusal("done", rule_id, f"The {unit.name} is {what} already.")
    if unit.is_static or unit.token(CLIMBING) or not unit.is_fielded:
        return Refusal("kind", rule_id, f"The {unit.name} is in no state for {what}.")
    if not covered:
        message = f"{what} takes terrain: the {unit.name} must be in or touch some that covers at least half of it."
        return Refusal("terrain", rule_id, message)
    return refuse_idle(unit, 1, rule_id)


@heeds("fieldmanual.hull-down")
def refuse_hull_down(state: State, order: GoHullDown) -> Refusal | None:
    """Why a model cannot go Hull Down: only at Stationary Speed, in or touching terrain, for an Action."""
    unit = state.units[order.unit]
    if unit.band != STATIONARY:
        message = f"The {unit.name} is at {unit.band} speed: one goes Hull Down at Stationary Speed."
        return Refusal("speed", HULL_DOWN_RULE, message, {"speed": unit.band})
    return _refuse(state, unit, HULL_DOWN)


@heeds("fieldmanual.hiding")
def refuse_hide(state: State, order: Hide) -> Refusal | None:
    """Why a model cannot hide: not at Top Speed, only in or touching terrain, for an Action."""
    unit = state.units[order.unit]
    if unit.band == TOP:
        message = f"The {unit.name} is at Top Speed: one hides Stationary or at Combat Speed."
        return Refusal("speed", HIDING_RULE, message, {"speed": unit.band})
    return _refuse(state, unit, HIDING)


def _take_cover(ctx: Ctx[State], unit_id: str, token: str) -> None:
    covered = bases_in_cover(ctx.state, ctx.state.units[unit_id])
    ctx.emit(TookCover(unit_id, token, tuple((name, tuple(terrain)) for name, terrain in covered.items())))


@heeds("fieldmanual.hull-down")
def resolve_hull_down(ctx: Ctx[State], order: GoHullDown) -> None:
    """An Action for a token."""
    _take_cover(ctx, order.unit, HULL_DOWN)


@heeds("fieldmanual.hiding")
def resolve_hide(ctx: Ctx[State], order: Hide) -> None:
    """An Action for a token."""
    _take_cover(ctx, order.unit, HIDING)


def offer_cover(state: State, unit: Unit) -> Iterator[Option]:
    """To go Hull Down and to hide, where there is something to do it behind."""
    if refuse_hull_down(state, GoHullDown(unit.id)) is None:
        best = max(DEFENSES[contact.type] for base in state.bases(unit) for contact in terrain_in_contact(state, base))
        yield Pick(f"Go Hull Down (minimum Defense {best})", GoHullDown(unit.id), HULL_DOWN_RULE)
    if refuse_hide(state, Hide(unit.id)) is None:
        points = 2 if unit.band == STATIONARY else 1
        yield Pick(f"Hide (+{points} Concealment)", Hide(unit.id), HIDING_RULE)


@heeds("fieldmanual.hull-down", "fieldmanual.hiding")
def is_over(state: State, unit: Unit, token: str) -> bool:
    """Whether a model comes out: by its speed, or because it has left the terrain; Hiding lasts at Combat Speed."""
    if (unit.band != STATIONARY) if token == HULL_DOWN else (unit.band == TOP):
        return True
    return has_left(state, unit, token) if noted(unit, token) else not terrain_in_contact(state, unit)


@heeds("fieldmanual.hull-down", "fieldmanual.hiding")
def lost_cover(state: State) -> list[tuple[str, str]]:
    """Who is no longer Hull Down or Hiding, and which of the two. Traces of a token that is gone count as well."""
    found = []
    for unit in state.units.values():
        for token in (HULL_DOWN, HIDING) if unit.tokens else ():
            if (unit.token(token) and is_over(state, unit, token)) or (noted(unit, token) and not unit.token(token)):
                found.append((unit.id, token))
    return found


def resolve_lost_cover(ctx: Ctx[State]) -> Script[None] | None:
    """Tokens of those who have come out are taken off; None if there are none."""
    lost = lost_cover(ctx.state)
    return _uncover(ctx, lost) if lost else None


def _uncover(ctx: Ctx[State], lost: list[tuple[str, str]]) -> Script[None]:
    for name, token in lost:
        ctx.emit(LeftCover(name, token))
    yield from ()
