"""2.6.5 and 7.2: other speeds and movement systems, the least to move, Jump Jets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.condition import MP, allowance, most_mp, mp_now, pace_in_tow, perk
from gearlock.systems.tactical.damage.resolving import inflict
from gearlock.systems.tactical.datacards import MODE_WORDS
from gearlock.systems.tactical.line_of_sight.terrain import WATERS, ground_type, is_strained, terrain_under
from gearlock.systems.tactical.movement.course import (
    Jump,
    Jumped,
    ModeSwitched,
    Move,
    ShiftSpeed,
    SpeedShifted,
    SwitchMode,
    towed_of,
)
from gearlock.systems.tactical.movement.ground import (
    has_room,
    is_in_water,
    level_below,
    price_of,
    refuse_limit,
    refuse_water,
)
from gearlock.systems.tactical.movement.moving import judge, refuse_unmoving, resolve_landed
from gearlock.systems.tactical.state import (
    ATTACKED_AT,
    CLIMBING,
    COMBAT,
    FALLEN,
    KEPT_SLOW,
    LIGHT,
    SKIRMISH_SCALE,
    TOP,
    Activation,
    State,
    Unit,
)
from gearlock.table.measure import INCH, advance

# --- 2.6.5: at Top Speed a unit spends more than its Combat Speed, as long as it can go anywhere

WORTH = 100
"""Mils: nobody is sent on for less than a tenth of an inch."""
TRIED = (0, 600, -600)


@heeds("tactical.2.6.5-top-speed")
def must_go_on(state: State, unit: Unit) -> bool:
    """Whether a unit at Top Speed has not spent more than its Combat Speed yet."""
    now = state.activation
    if now is None or now.unit != unit.id or unit.speed != TOP:
        return False
    return now.spent <= allowance(unit, COMBAT, now.mode)


def could_go_on(state: State, unit: Unit) -> bool:
    """Whether it could go a tenth of an inch on: straight ahead or after a free turn."""
    ways = (Move(unit.id, ((angle, WORTH),)) for angle in TRIED)
    return any(not isinstance(judge(state, order), Refusal) for order in ways)


# --- 2.6.5: other movement systems and other speeds


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


# --- 7.2: Jump Jets, which cards name and the book does not describe: a leap ahead over whatever lies there

RULE = "tactical.7.2-card-only-perks"
JETS, JUMPED = "Jump Jets", "jumped"


class Landing(NamedTuple):
    """Where a leap ends."""

    x: int
    y: int
    z: int


@heeds("tactical.7.2-card-only-perks")
def refuse_jumper(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot jump at all now."""
    now = state.activation
    if not perk(unit, JETS):
        return Refusal("jets", RULE, f"The {unit.name} has no Jump Jets.")
    refusal = refuse_unmoving(state, unit)
    if refusal is not None or now is None:
        return refusal
    if JUMPED in now.marks:
        return Refusal("jumped", RULE, f"The {unit.name} has jumped already: once a round.")
    if unit.token(FALLEN) or now.backward or towed_of(state, unit) is not None:
        return Refusal("stance", RULE, f"The {unit.name} does not jump from the ground, backward or with a load.")
    return None


@heeds("tactical.7.2-card-only-perks", "tactical.2.6.5")
def find_landing(state: State, order: Jump) -> Landing | Refusal:
    """Where a leap leads: whole inches straight ahead, 1 MP each, up or down no more levels than the rating."""
    unit, now = state.units[order.unit], state.activation
    refusal = refuse_jumper(state, unit)
    if refusal is not None or now is None:
        return refusal or Refusal("passive", RULE, "Nobody is being activated.")
    rating = perk(unit, JETS)
    if not 1 <= order.inches <= rating:
        return Refusal("far", RULE, f"The {unit.name} jumps 1 to {rating} in.", {"inches": order.inches})
    if now.spent - now.road + order.inches * MP > most_mp(unit, now):
        return Refusal("movement", RULE, f"The {unit.name} has too few Movement Points left: 1 for each inch.")
    x, y = advance(unit.x, unit.y, unit.facing, order.inches * INCH)
    if kept := refuse_limit(state, unit, x, y):
        return kept
    z = level_below(state, x, y, unit.z + rating * INCH)
    if unit.z - z > rating * INCH or not has_room(state, unit, x, y, z):
        return Refusal("room", RULE, f"There is no room within {rating} levels for the {unit.name} to come down.")
    type_ = ground_type(state, x, y)
    if price_of(state, unit, type_) is None or (type_ in WATERS and refuse_water(unit, {}) is not None):
        return Refusal("ground", RULE, f"The {unit.name} cannot come down in {type_}.")
    return Landing(x, y, z)


def refuse_jump(state: State, order: Jump) -> Refusal | None:
    """Why a unit cannot jump so far."""
    found = find_landing(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_jump(ctx: Ctx[State], order: Jump) -> Script[None]:
    """Over everything, and down again into whatever lies there."""
    found, now = find_landing(ctx.state, order), ctx.state.activation
    assert isinstance(found, Landing) and now is not None, "the order was judged before"  # noqa: PT018 - one fact
    far, was = order.inches * INCH, (ctx.state.units[order.unit].x, ctx.state.units[order.unit].y)
    ctx.emit(Jumped(order.unit, *found, now.spent + order.inches * MP, now.gone + far, now.since_turn + far))
    yield from resolve_landed(ctx, order.unit, was)


def offer_jumps(state: State, unit: Unit) -> Iterator[Option]:
    """Each distance its jets carry it."""
    if not unit.card.has(JETS) or refuse_jumper(state, unit) is not None:
        return
    for inches in range(1, perk(unit, JETS) + 1):
        order = Jump(unit.id, inches)
        if refuse_jump(state, order) is None:
            yield Pick(f"Jump {inches} in straight ahead ({inches} MP)", order, RULE)
