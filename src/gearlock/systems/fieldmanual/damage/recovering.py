"""What goes on burning, and Actions against damage: Stun shaken off, fires put out, standing up."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line, Throw
from gearlock.systems.fieldmanual.command_points.tests import resolve_other
from gearlock.systems.fieldmanual.damage.damage import (
    LEVELS,
    ArmorCrushed,
    Burned,
    CrewEjected,
    Damaged,
    FireQuenched,
    HaywireRolled,
    KnockedDown,
    Quench,
    SetAlight,
    ShakeStun,
    StandUp,
    StoodUp,
    Stunned,
    StunShaken,
    inflict,
)
from gearlock.systems.fieldmanual.dice_tests import stun_lines
from gearlock.systems.fieldmanual.lock_and_cover.looks import gap, touches
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.state import BURNING, DEAD, DESTROYED, FALLEN, IN_PLAY, STUN, State, Unit


def damaged(state: State, event: Damaged, _seat: str | None) -> Line | None:
    """Boxes filled, and what is left."""
    unit = state.units[event.unit]
    units = tuple(name for name in (event.unit, event.by) if name in state.units)
    did = f"{event.cause}, {event.damage} damage" if event.damage else event.cause
    if event.fate == DESTROYED:
        gone = "is removed" if unit.team else "is Destroyed"
        return Line(f"{unit.name} {gone} ({did}).", units, "fieldmanual.damage")
    if event.fate == DEAD:
        return Line(f"{unit.name} is Dead ({did}). A wreck is left.", units, "fieldmanual.damage-dead")
    if not event.boxes:
        return Line(
            f"{unit.name}: {event.damage} damage ({event.cause}) is too little for its armor.",
            units,
            "fieldmanual.damage",
        )
    count = f"{event.boxes} box{'es' * (event.boxes > 1)}"
    text = f"{unit.name} takes {count} ({did}): {LEVELS[unit.level]} damage, "
    slower = " It slows down to Combat Speed." if event.slows else ""
    return Line(f"{text}{event.filled} of {len(unit.card.boxes)} filled.{slower}", units, "fieldmanual.damage")


def stunned(state: State, event: Stunned, _seat: str | None) -> Line:
    """A counter gained."""
    return Line(f"{state.units[event.unit].name} is stunned ({event.cause}).", (event.unit,), "fieldmanual.stun")


def shaken(state: State, event: StunShaken, _seat: str | None) -> Line:
    """A counter gone."""
    text = f"{state.units[event.unit].name} spends an Action and shakes off its Stun counter."
    return Line(text, (event.unit,), "fieldmanual.stun")


def knocked_down(state: State, event: KnockedDown, _seat: str | None) -> Line:
    """A fall."""
    text = f"{state.units[event.unit].name}, stunned already, falls down ({event.cause})."
    return Line(text, (event.unit,), "fieldmanual.option-walker-knockdown")


def stood_up(state: State, event: StoodUp, _seat: str | None) -> Line:
    """Up again."""
    text = f"{state.units[event.unit].name} stands up."
    return Line(text, (event.unit,), "fieldmanual.option-walker-knockdown")


def haywire(state: State, event: HaywireRolled, _seat: str | None) -> Line:
    """The die of a haywire hit."""
    came = "a Stun counter" if event.effect == STUN else "a box of damage" if event.effect else "nothing more"
    text = f"Haywire on {state.units[event.unit].name}: [{event.face}], {came}."
    throw = Throw("haywire", (event.face,), total=came, rule="fieldmanual.wt-haywire")
    return Line(text, (event.unit,), "fieldmanual.wt-haywire", (throw,))


def crushed(state: State, event: ArmorCrushed, _seat: str | None) -> Line:
    """Armor lost."""
    text = f"The Armor of {state.units[event.unit].name} falls by {event.by}."
    return Line(text, (event.unit,), "fieldmanual.wt-ac")


def alight(state: State, event: SetAlight, _seat: str | None) -> Line:
    """A fire begins."""
    return Line(f"{state.units[event.unit].name} burns.", (event.unit,), "fieldmanual.wt-sustained-burn")


def burned(state: State, event: Burned, _seat: str | None) -> Line:
    """The die of a fire."""
    came = "it burns on and takes a box" if event.goes_on else "the fire is out"
    text = f"Fire on {state.units[event.unit].name}: [{event.face}], {came}."
    throw = Throw("fire", (event.face,), total=came, rule="fieldmanual.wt-sustained-burn")
    return Line(text, (event.unit,), "fieldmanual.wt-sustained-burn", (throw,))


def quenched(state: State, event: FireQuenched, _seat: str | None) -> Line:
    """A fire put out."""
    name, target = state.units[event.unit].name, state.units[event.target].name
    whose = "its fire" if event.unit == event.target else f"the fire on {target}"
    units = tuple(dict.fromkeys((event.unit, event.target)))
    return Line(f"{name} spends an Action and puts out {whose}.", units, "fieldmanual.wt-sustained-burn")


def ejected(state: State, event: CrewEjected, _seat: str | None) -> Line:
    """The die of a crew."""
    came = "the crew gets out" if event.escaped else "nobody gets out"
    text = f"Ejection from {state.units[event.unit].name}: [{event.face}], {came}."
    throw = Throw("ejection", (event.face,), total=came, rule="fieldmanual.option-ejection")
    return Line(text, (event.unit,), "fieldmanual.option-ejection", (throw,))


# --- Sustained Burn: what goes on burning in the Miscellaneous phase

GOES_ON = 5

FIRE = "fire"


@rule("fieldmanual.wt-sustained-burn")
@heeds("fieldmanual.misc-events")
def roll_fires(ctx: Ctx[State]) -> Script[list[str]]:
    """A die for every model that burns: 1-4 the fire is out, 5-6 it goes on and will fill a box. Gives the latter."""
    hurt: list[str] = []
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.token(BURNING) and unit.status in IN_PLAY]:
        seat = ctx.state.units[unit_id].seat
        roll = Roll(FIRE, 1, 6, 1, seat, unit_id, "fieldmanual.wt-sustained-burn", marks=(GOES_ON,))
        shown: list[Faces] = []
        (face,) = yield from resolve_other(ctx, roll, shown.append, held=lambda faces: faces[0] < GOES_ON)
        ctx.emit(Burned(unit_id, face, face >= GOES_ON))
        if face >= GOES_ON:
            hurt.append(unit_id)
    return hurt


@heeds("fieldmanual.wt-sustained-burn", "fieldmanual.misc-events")
def resolve_fires(ctx: Ctx[State]) -> Script[None]:
    """All dice first, then all boxes: what happens in this phase happens at once."""
    for unit_id in (yield from roll_fires(ctx)):
        yield from inflict(ctx, unit_id, 1, FIRE)


# --- Actions against damage: a Stun counter shaken off, a fire put out, standing up after a fall

STUNNED = "stun"
"""The question whether a model shakes its Stun counter off before it rolls."""


@heeds("fieldmanual.stun", "fieldmanual.action-costs")
def refuse_shake(state: State, order: ShakeStun) -> Refusal | None:
    """There must be a counter and an Action."""
    unit = state.units[order.unit]
    if not unit.token(STUN):
        return Refusal("no-stun", "fieldmanual.stun", f"The {unit.name} has no Stun counter to be rid of.")
    return refuse_idle(unit, 1, "fieldmanual.stun")


def resolve_shake(ctx: Ctx[State], order: ShakeStun) -> None:
    """The counter goes."""
    ctx.emit(StunShaken(order.unit))


@heeds("fieldmanual.stun")
def offer_relief(ctx: Ctx[State], unit_id: str, skill: str) -> Script[None]:
    """An Action removes a Stun counter at any time: ask before a roll that the counter would hinder."""
    unit = ctx.state.units[unit_id]
    if unit.actions < 1 or not stun_lines(unit, skill):
        return
    prompt = f"The {unit.name} is stunned (-1). Spend an Action to be rid of the counter before it rolls?"
    order = yield from ask(Ask(unit.seat, STUNNED, unit_id, (skill,), "fieldmanual.stun", prompt, True))
    if isinstance(order, ShakeStun):
        resolve_shake(ctx, order)


@heeds("fieldmanual.option-walker-knockdown")
def refuse_stand_up(state: State, order: StandUp) -> Refusal | None:
    """Only who fell, and for an Action."""
    unit = state.units[order.unit]
    if not unit.token(FALLEN):
        return Refusal("standing", "fieldmanual.option-walker-knockdown", f"The {unit.name} is on its feet.")
    return refuse_idle(unit, 1, "fieldmanual.option-walker-knockdown")


def resolve_stand_up(ctx: Ctx[State], order: StandUp) -> None:
    """It stands again."""
    ctx.emit(StoodUp(order.unit))


@heeds("fieldmanual.wt-sustained-burn", "fieldmanual.action-costs")
def refuse_quench(state: State, order: Quench) -> Refusal | None:
    """A fire of one's own, or of a model in base contact."""
    unit, target = state.units[order.unit], state.units.get(order.target or order.unit)
    if target is None or not target.is_fielded:
        there = ", ".join(other.id for other in burning_near(state, unit)) or "nobody near burns"
        message = f"There is no {order.target} on the table to put out; there is: {there}."
        return Refusal("target", "fieldmanual.wt-sustained-burn", message)
    if not target.token(BURNING):
        return Refusal("no-fire", "fieldmanual.wt-sustained-burn", f"The {target.name} does not burn.")
    if target.id != unit.id and not touches(unit, target):
        away = gap(unit, target)
        message = f"The {unit.name} must touch the {target.name} to put it out."
        return Refusal("contact", "fieldmanual.wt-sustained-burn", message, {"distance": away})
    return refuse_idle(unit, 1, "fieldmanual.wt-sustained-burn")


def resolve_quench(ctx: Ctx[State], order: Quench) -> None:
    """The fire is out."""
    ctx.emit(FireQuenched(order.unit, order.target or order.unit))


def burning_near(state: State, unit: Unit) -> Iterator[Unit]:
    """Who burns and can be helped: the model itself first, then whoever touches it, friend or enemy."""
    if unit.token(BURNING):
        yield unit
    for other in state.units.values():
        if other.is_fielded and other.id != unit.id and other.token(BURNING) and touches(unit, other):
            yield other


def offer_recovery(state: State, unit: Unit) -> Iterator[Option]:
    """Everything a model can do about damage with an Action."""
    if refuse_shake(state, ShakeStun(unit.id)) is None:
        yield Pick("Shake off the Stun counter", ShakeStun(unit.id), "fieldmanual.stun")
    if refuse_stand_up(state, StandUp(unit.id)) is None:
        yield Pick("Stand up", StandUp(unit.id), "fieldmanual.option-walker-knockdown")
    for target in burning_near(state, unit):
        order = Quench(unit.id, target.id)
        if refuse_quench(state, order) is None:
            yield Pick(f"Put out the fire on the {target.name}", order, "fieldmanual.wt-sustained-burn")


def offer_stun(state: State, asked: Ask) -> Iterator[Option]:
    """Be rid of the counter, or not."""
    if refuse_shake(state, ShakeStun(asked.unit)) is None:
        yield Pick("Spend an Action: shake off the Stun counter", ShakeStun(asked.unit), "fieldmanual.stun")
    yield decline("Keep the Action", "fieldmanual.stun")


# --- The contents of the chapter

DAMAGE: Chapter[State] = Chapter(
    "Damage",
    orders=(
        OrderRules(ShakeStun, ("act", STUNNED), by_order(refuse_shake), resolve_shake),
        OrderRules(StandUp, "act", by_order(refuse_stand_up), resolve_stand_up),
        OrderRules(Quench, "act", by_order(refuse_quench), resolve_quench),
    ),
    events={
        Damaged: damaged,
        Stunned: stunned,
        StunShaken: shaken,
        KnockedDown: knocked_down,
        StoodUp: stood_up,
        HaywireRolled: haywire,
        ArmorCrushed: crushed,
        SetAlight: alight,
        Burned: burned,
        FireQuenched: quenched,
        CrewEjected: ejected,
    },
)
