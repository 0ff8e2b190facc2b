"""2.6.5: other movement systems and other speeds."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.cards import MODE_WORDS
from gearlock.systems.tactical.damage.condition import mp_now
from gearlock.systems.tactical.damage.resolving import inflict
from gearlock.systems.tactical.line_of_sight.conditions import is_strained
from gearlock.systems.tactical.line_of_sight.standing import terrain_under
from gearlock.systems.tactical.movement.events import ModeSwitched, SpeedShifted
from gearlock.systems.tactical.movement.ground import is_in_water, price_of, refuse_water
from gearlock.systems.tactical.movement.moving import refuse_unmoving
from gearlock.systems.tactical.movement.orders import ShiftSpeed, SwitchMode
from gearlock.systems.tactical.speed import MP, allowance, pace_in_tow
from gearlock.systems.tactical.state import (
    CLIMBING,
    COMBAT,
    FALLEN,
    KEPT_SLOW,
    LIGHT,
    SKIRMISH_SCALE,
    TOP,
    State,
    Unit,
)
from gearlock.systems.tactical.under_way import ATTACKED_AT, Activation


@rule("tactical.2.6.5-switch-mode")
def refuse_switch(state: State, order: SwitchMode) -> Refusal | None:
    """Once a round, at Combat Speed, to another system that still moves."""
    unit = state.units[order.unit]
    refusal = refuse_unmoving(state, unit)
    now = state.activation
    if refusal is not None or now is None:
        return refusal
    known = [mode for mode in unit.card.modes if mode != unit.mode]
    if order.mode not in known:
        words = ", ".join(MODE_WORDS[mode] for mode in known) or "none"
        message = f"The {unit.name} can switch to: {words}."
        return Refusal("mode", "tactical.2.6.5-switch-mode", message)
    if unit.speed == TOP:
        message = f"The {unit.name} is at Top Speed: movement systems are switched at Combat Speed."
        return Refusal("top", "tactical.2.6.5-switch-mode", message)
    if now.switched:
        message = f"The {unit.name} has switched already: once a round."
        return Refusal("switched", "tactical.2.6.5-switch-mode", message)
    if not mp_now(unit, order.mode, COMBAT):
        message = f"Its {MODE_WORDS[order.mode]} system no longer moves the {unit.name}."
        return Refusal("mode", "tactical.3.5.1-movement", message)
    if is_in_water(state, unit.x, unit.y) and refuse_water(with_mode(unit, order.mode), {}) is not None:
        message = f"The {unit.name} would flood: it is not Amphibious and stands in water."
        return Refusal("water", "tactical.2.6.5-water", message)
    if price_of(state, with_mode(unit, order.mode), terrain_under(state, unit)) is None:
        return Refusal("ground", "tactical.2.6.5-terrain-costs", f"The {unit.name} cannot use that system here.")
    return None


def with_mode(unit: Unit, mode: str) -> Unit:
    """The unit in another movement system, to ask about."""
    other = unit.clone()
    other.mode = mode
    return other


def resolve_switch(ctx: Ctx[State], order: SwitchMode) -> None:
    """From here on by the other system; what was spent counts against it."""
    ctx.emit(ModeSwitched(order.unit, order.mode))


@heeds("tactical.4.3.5", "tactical.3.2.7")
def refuse_haste(unit: Unit, to: str) -> Refusal | None:
    """Why a unit stays slow: it climbs or lies there, what it tows, or, of a truck in a convoy, that none was lost."""
    if to == TOP and (unit.token(CLIMBING) or unit.token(FALLEN)):
        return Refusal("stance", "tactical.2.6.5-top-speed", f"The {unit.name} climbs or lies on the ground.")
    if to == TOP and pace_in_tow(unit) != TOP:
        return Refusal("tow", "tactical.3.2.7", f"With what it tows the {unit.name} cannot go at Top Speed.")
    if to != TOP or not unit.token(KEPT_SLOW):
        return None
    message = f"The {unit.name} keeps to Combat Speed until the round after one of the trucks is lost."
    return Refusal("slow", "tactical.4.3.5", message)


@heeds("tactical.2.6.5-top-speed", "tactical.2.6.2-step3")
def refuse_late(unit: Unit, now: Activation) -> Refusal | None:
    """Why it is too late for a shift: it has attacked since it spent its last Movement Point."""
    if f"{ATTACKED_AT}{now.spent}" not in now.marks:
        return None
    message = f"The {unit.name} has attacked since it moved: a shift is declared right after the move, before that."
    return Refusal("late", "tactical.2.6.5-top-speed", message)


@rule("tactical.2.6.5-top-speed")
@heeds("tactical.3.8.1-speed-shift", "tactical.3.6.2")
def refuse_shift(state: State, order: ShiftSpeed) -> Refusal | None:
    """To Top Speed after the full Combat Speed was spent; back to Combat Speed after any move at Top Speed.

    Also right after a ram or a crash that ended the move; not by who climbs, lies on the ground or has moved before.
    """
    unit, now = state.units[order.unit], state.activation
    if now is None or now.unit != unit.id or unit.next_speed or (now.halted and unit.has_moved):
        return Refusal("passive", "tactical.2.6.5-top-speed", f"The {unit.name} shifts right after its own move.")
    if (refusal := refuse_late(unit, now) or refuse_haste(unit, order.to)) is not None:
        return refusal
    if order.to == COMBAT:
        if unit.speed != TOP:
            return Refusal("combat", "tactical.2.6.5-top-speed", f"The {unit.name} is at Combat Speed already.")
        if now.spent <= allowance(unit, COMBAT, now.mode):
            message = f"At Top Speed the {unit.name} first spends more Movement Points than its Combat Speed."
            return Refusal("top", "tactical.2.6.5-top-speed", message)
    elif order.to != TOP or unit.speed == TOP or unit.is_infantry:
        message = f"The {unit.name} cannot shift to '{order.to}': Combat to Top Speed or back, and squads never."
        return Refusal("speed", "tactical.2.6.5-top-speed", message)
    elif not has_spent_all(state, unit) or now.backward:
        message = f"The {unit.name} shifts to Top Speed after spending all the Movement Points of its Combat Speed."
        return Refusal("spent", "tactical.2.6.5-top-speed", message, {"spent": now.spent})
    elif mp_now(unit, unit.mode, TOP) <= mp_now(unit, unit.mode, COMBAT):
        return Refusal("speed", "tactical.2.6.5-top-speed", f"The {unit.name} has no Top Speed any more.")
    if state.scale == SKIRMISH_SCALE and unit.actions <= 0:
        message = f"At this scale a shift of speed costs an Action, and the {unit.name} has none left."
        return Refusal("actions", "tactical.3.8.1-speed-shift", message)
    return None


def has_spent_all(state: State, unit: Unit) -> bool:
    """Whether no tenth of an inch more could be paid for out of Combat Speed."""
    now = state.activation
    assert now is not None, "somebody is being activated"
    left = allowance(unit, COMBAT, now.mode) - now.spent
    price = price_of(state, unit, terrain_under(state, unit)) or 1
    return bool(now.spent) and left * 10 < price * MP


@rule("tactical.3.8.1-speed-shift")
@heeds("tactical.3.7-temperature")
def resolve_shift(ctx: Ctx[State], order: ShiftSpeed) -> Script[None]:
    """It counts at once for Top Speed; at skirmish scale it takes an Action, and in extreme temperature it hurts."""
    ctx.emit(SpeedShifted(order.unit, order.to, ctx.state.scale == SKIRMISH_SCALE))
    if order.to == TOP and is_strained(ctx.state, ctx.state.units[order.unit]):
        yield from inflict(ctx, order.unit, LIGHT, "", "tactical.3.7-temperature", "extreme temperature")


def offer_switches(state: State, unit: Unit) -> Iterator[Option]:
    """Other systems and other speeds."""
    for mode in unit.card.modes:
        order = SwitchMode(unit.id, mode)
        if mode != unit.mode and refuse_switch(state, order) is None:
            yield Pick(f"Switch to {MODE_WORDS[mode]}", order, "tactical.2.6.5-switch-mode")
    for to, words in ((TOP, "Shift to Top Speed from the next round on"), (COMBAT, "Back to Combat Speed next round")):
        shift = ShiftSpeed(unit.id, to)
        if refuse_shift(state, shift) is None:
            yield Pick(words, shift, "tactical.2.6.5-top-speed")
