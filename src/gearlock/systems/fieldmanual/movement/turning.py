"""Turns: 60 degrees each, free or paid for with inches moved, by Movement Mode and Speed Band."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.movement.bands import BAND_NAMES, MODE_NAMES
from gearlock.systems.fieldmanual.state import COMBAT, GROUND, HOVER, REVERSE, STATIONARY, TOP, WALKER, Unit
from gearlock.table.measure import INCH, inches_text

TURN: Final = 600
"""One Turn, in tenths of a degree."""
STANDING: Final = {GROUND: 2, HOVER: 3}
"""Turns of a Stationary model."""
INCHES_A_TURN: Final = {
    (GROUND, COMBAT): 2, (GROUND, REVERSE): 2, (GROUND, TOP): 3,
    (HOVER, COMBAT): 2, (HOVER, REVERSE): 2, (HOVER, TOP): 4,
    (WALKER, TOP): 2,
}  # fmt: skip
"""Inches of movement that pay for one turn; walkers turn as they like below Top Speed."""


@rule("fieldmanual.turns")
def turns_in(angle: int) -> int:
    """How many Turns a change of facing is: one for every 60 degrees begun."""
    return -(-abs(angle) // TURN)


@heeds("fieldmanual.mode-walker", "fieldmanual.combined-movement")
def moves_freely(unit: Unit) -> bool:
    """Whether it goes and turns any way it likes: walkers below Top Speed, and bases, which have no facing."""
    return bool(unit.team) or (unit.mode == WALKER and unit.band in (STATIONARY, COMBAT))


@heeds("fieldmanual.mode-ground", "fieldmanual.mode-hover", "fieldmanual.mode-walker")
def price_of_turn(unit: Unit) -> int:
    """Mils of movement that pay for one turn."""
    return INCH * INCHES_A_TURN.get((unit.mode, unit.band), 0)


@heeds("fieldmanual.turns", "fieldmanual.speed-stationary")
def turns_left(unit: Unit, straight: int, made: int) -> int:
    """Turns it can make now: of the few while Stationary, or those its inches have paid for."""
    if unit.band == STATIONARY:
        return max(0, STANDING.get(unit.mode, 0) - made)
    return straight // price_of_turn(unit) if price_of_turn(unit) else 0


@rule("fieldmanual.speed-stationary")
@heeds("fieldmanual.mode-ground", "fieldmanual.mode-hover", "fieldmanual.mode-walker", "fieldmanual.turns")
def refuse_turns(unit: Unit, angle: int, straight: int, made: int) -> Refusal | None:
    """Why it cannot turn so far now. `straight` are the mils that can pay for it, `made` its turns while Stationary."""
    wanted = turns_in(angle)
    if moves_freely(unit) or turns_left(unit, straight, made) >= wanted:
        return None
    how = f"{MODE_NAMES[unit.mode]}, {BAND_NAMES[unit.band]}"
    rule_id = f"fieldmanual.mode-{MODE_NAMES[unit.mode].lower()}"
    if unit.band == STATIONARY:
        few = STANDING.get(unit.mode, 0)
        message = f"The {unit.name} ({how}) makes {few} turns of 60 degrees at most; it has made {made}."
        return Refusal("turns", rule_id, message, {"wanted": wanted, "made": made, "most": few})
    price = price_of_turn(unit)
    message = (
        f"The {unit.name} ({how}) makes one turn of 60 degrees for every {inches_text(price)} in it has moved; "
        f"{inches_text(straight)} in are not enough for {wanted}. Move on first, or make a quick turn."
    )
    return Refusal("turns", rule_id, message, {"wanted": wanted, "moved": straight, "needed": wanted * price})


@heeds("fieldmanual.speed-reverse", "fieldmanual.mode-walker", "fieldmanual.speed-stationary")
def refuse_direction(unit: Unit, length: int) -> Refusal | None:
    """Why it cannot go forward, or backward, at its speed."""
    if moves_freely(unit) or not length:
        return None
    if unit.band == REVERSE and length > 0:
        message = f"In Reverse the {unit.name} goes backward; forward again once it has been Stationary."
        return Refusal("forward", "fieldmanual.speed-reverse", message)
    if unit.band != REVERSE and length < 0:
        message = f"The {unit.name} goes backward in Reverse only, or as a Walker at Combat Speed."
        return Refusal("backward", "fieldmanual.speed-reverse", message)
    return None


@heeds("fieldmanual.mode-walker")
def refuse_aside(unit: Unit) -> Refusal | None:
    """Why it cannot go sideways: it goes the way it faces."""
    if moves_freely(unit):
        return None
    message = f"The {unit.name} goes the way it faces: sideways go Walkers at Combat Speed or slower."
    return Refusal("aside", "fieldmanual.mode-walker", message)
