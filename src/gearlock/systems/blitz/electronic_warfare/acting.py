"""14.0: what every action of electronic warfare has in common: who can, who hears it, and its roll."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.systems.blitz.attacks.exchange import declare_answers, resolve_exchange
from gearlock.systems.blitz.attacks.snap_fire import Trigger
from gearlock.systems.blitz.attacks.volleys import Volley
from gearlock.systems.blitz.dice_tests.events import Transmitted
from gearlock.systems.blitz.dice_tests.jammed import throw_off
from gearlock.systems.blitz.dice_tests.rolls import DiceTest, make_roll
from gearlock.systems.blitz.general_concepts.dice import NA
from gearlock.systems.blitz.lock_and_cover.sensing import (
    can_find,
    can_lock,
    may_use_sensors,
    reach_to,
    sensed_distance,
    with_sensors,
)
from gearlock.systems.blitz.paying import refuse_idle
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.measure import inches


@rule("blitz.14.0-table")
@heeds("blitz.14.0", "blitz.3.4a")
def refuse_acting(unit: Unit, what: str, rule_id: str, needs: str = "", sensors: bool = False) -> Refusal | None:
    """Why a model cannot use electronic warfare at all: no action, no skill, or none of the traits it takes."""
    if idle := refuse_idle(unit):
        return idle
    if unit.line.ew >= NA:
        return Refusal("skill", "blitz.14.0", f"The {unit.name} has no EW skill for {what}.")
    lacking = [trait for trait in needs.split() if not unit.has(trait)]
    if lacking:
        message = f"{what.capitalize()} takes {' and '.join(lacking)} that works, which the {unit.name} has not."
        return Refusal("trait", rule_id, message)
    if sensors and not may_use_sensors(unit):
        message = f"The {unit.name} may not use active sensors: it is ordered full speed ahead."
        return Refusal("sensors", "blitz.15.5d", message)
    return None


@heeds("blitz.14.0-table", "blitz.7.1", "blitz.7.7")
def refuse_finding(state: State, unit: Unit, target_id: str, rule_id: str, sensors: bool) -> Refusal | None:
    """Why this cannot be the target: no enemy on the table, no Lock, or beyond detection range."""
    target = state.units.get(target_id)
    if target is None or not target.is_fielded or target.seat == unit.seat:
        return Refusal("target", rule_id, f"{target_id or 'Nobody'} is no enemy on the table.")
    seen = with_sensors(state, unit) if sensors else state
    if can_find(seen, unit, target):
        return None
    away, reach = sensed_distance(state, unit, target), reach_to(seen, unit, target)
    facts: dict[str, str | int | float] = {"distance": away, "detection": reach}
    if not can_lock(seen, unit, target):
        return Refusal("lock", rule_id, f"The {unit.name} has no lock on the {target.name}.", facts)
    message = f"The {target.name} is {inches(away)} in away, and the {unit.name} detects it within {inches(reach)} in"
    return Refusal("detection", rule_id, f"{message}{'' if sensors else '; active sensors double that'}.", facts)


@rule("blitz.14.0")
@heeds("blitz.14.1", "blitz.10.4", "blitz.14.5b")
def begin_action(
    ctx: Ctx[State], unit_id: str, what: str, target: str = "", sensors: bool = False, lock: bool = False
) -> Script[tuple[list[Volley], list[Modifier]]]:
    """Pay and be heard; answers are declared. They come back with what jamming leaves, if the action needs Lock."""
    ctx.emit(Transmitted(unit_id, what, target, sensors=sensors))
    named = (target,) if target in ctx.state.units else ()
    answers = yield from declare_answers(ctx, Trigger((unit_id,), named, what, sensors, lock=lock))
    blurred = (yield from throw_off(ctx, unit_id)) if lock else []
    return answers, blurred


@heeds("blitz.14.0", "blitz.3.4a")
def roll_action(
    ctx: Ctx[State], unit_id: str, what: str, test_of: Callable[[State, Unit], DiceTest],
    gain: Callable[[int], Event], target: str = "", sensors: bool = False, enough: int | None = None,
) -> Script[None]:  # fmt: skip
    """An action that is rolled for, before the answers to it are: its successes, if any, come to something.

    One with a target needs Lock on it. `enough`: more successes than this are worth nothing.
    """
    answers, blurred = yield from begin_action(ctx, unit_id, what, target, sensors, lock=bool(target))
    test = test_of(ctx.state, ctx.state.units[unit_id])
    test = test._replace(lines=(*test.lines, *blurred))
    made = yield from make_roll(ctx, test if enough is None else test._replace(enough=enough))
    if made.successes:
        ctx.emit(gain(made.successes))
    yield from resolve_exchange(ctx, answers)
