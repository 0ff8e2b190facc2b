"""Damage in words."""

from __future__ import annotations

from gearlock.kernel.view import Line, Throw
from gearlock.systems.fieldmanual.damage import events as e
from gearlock.systems.fieldmanual.damage.levels import LEVELS
from gearlock.systems.fieldmanual.state import DEAD, DESTROYED, STUN, State


def damaged(state: State, event: e.Damaged, _seat: str | None) -> Line | None:
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


def stunned(state: State, event: e.Stunned, _seat: str | None) -> Line:
    """A counter gained."""
    return Line(f"{state.units[event.unit].name} is stunned ({event.cause}).", (event.unit,), "fieldmanual.stun")


def shaken(state: State, event: e.StunShaken, _seat: str | None) -> Line:
    """A counter gone."""
    text = f"{state.units[event.unit].name} spends an Action and shakes off its Stun counter."
    return Line(text, (event.unit,), "fieldmanual.stun")


def knocked_down(state: State, event: e.KnockedDown, _seat: str | None) -> Line:
    """A fall."""
    text = f"{state.units[event.unit].name}, stunned already, falls down ({event.cause})."
    return Line(text, (event.unit,), "fieldmanual.option-walker-knockdown")


def stood_up(state: State, event: e.StoodUp, _seat: str | None) -> Line:
    """Up again."""
    text = f"{state.units[event.unit].name} stands up."
    return Line(text, (event.unit,), "fieldmanual.option-walker-knockdown")


def haywire(state: State, event: e.HaywireRolled, _seat: str | None) -> Line:
    """The die of a haywire hit."""
    came = "a Stun counter" if event.effect == STUN else "a box of damage" if event.effect else "nothing more"
    text = f"Haywire on {state.units[event.unit].name}: [{event.face}], {came}."
    throw = Throw("haywire", (event.face,), total=came, rule="fieldmanual.wt-haywire")
    return Line(text, (event.unit,), "fieldmanual.wt-haywire", (throw,))


def crushed(state: State, event: e.ArmorCrushed, _seat: str | None) -> Line:
    """Armor lost."""
    text = f"The Armor of {state.units[event.unit].name} falls by {event.by}."
    return Line(text, (event.unit,), "fieldmanual.wt-ac")


def alight(state: State, event: e.SetAlight, _seat: str | None) -> Line:
    """A fire begins."""
    return Line(f"{state.units[event.unit].name} burns.", (event.unit,), "fieldmanual.wt-sustained-burn")


def burned(state: State, event: e.Burned, _seat: str | None) -> Line:
    """The die of a fire."""
    came = "it burns on and takes a box" if event.goes_on else "the fire is out"
    text = f"Fire on {state.units[event.unit].name}: [{event.face}], {came}."
    throw = Throw("fire", (event.face,), total=came, rule="fieldmanual.wt-sustained-burn")
    return Line(text, (event.unit,), "fieldmanual.wt-sustained-burn", (throw,))


def quenched(state: State, event: e.FireQuenched, _seat: str | None) -> Line:
    """A fire put out."""
    name, target = state.units[event.unit].name, state.units[event.target].name
    whose = "its fire" if event.unit == event.target else f"the fire on {target}"
    units = tuple(dict.fromkeys((event.unit, event.target)))
    return Line(f"{name} spends an Action and puts out {whose}.", units, "fieldmanual.wt-sustained-burn")


def ejected(state: State, event: e.CrewEjected, _seat: str | None) -> Line:
    """The die of a crew."""
    came = "the crew gets out" if event.escaped else "nobody gets out"
    text = f"Ejection from {state.units[event.unit].name}: [{event.face}], {came}."
    throw = Throw("ejection", (event.face,), total=came, rule="fieldmanual.option-ejection")
    return Line(text, (event.unit,), "fieldmanual.option-ejection", (throw,))
