"""The dice behind a line of the story, as far as a seat may know them.

Dice are open to whoever reads of them at all; what made a number is for the side whose number it is, for locks, siege
modes and defences are nobody else's business.
"""

from __future__ import annotations

from gearlock.kernel.view import Modifier, Throw
from gearlock.systems.hex100.fighting.events import Fired, Struck
from gearlock.systems.hex100.lines import owns, sees, under
from gearlock.systems.hex100.state import State


def fire_throws(state: State, event: Fired, seat: str | None) -> tuple[Throw, ...]:
    """The shots for those who see who fires, the evasion for those who see who is fired at."""
    throws: list[Throw] = []
    if event.faces and sees(state, seat, event.unit):
        lines = event.lines if owns(state, seat, event.unit) else ()
        throws.append(under("to hit", event.faces, event.number, "hex100.stat-accuracy", lines))
    elif event.lines and owns(state, seat, event.unit):
        throws.append(Throw("to hit", modifiers=event.lines, total="no roll", rule="hex100.attr-homing"))
    if event.evasion_faces and sees(state, seat, event.target):
        lines = evasion_lines(state, event) if owns(state, seat, event.target) else ()
        throws.append(under("evasion", event.evasion_faces, event.evasion, "hex100.stat-agility", lines))
    return tuple(throws)


def evasion_lines(state: State, event: Fired) -> tuple[Modifier, ...]:
    """The agility of the card, and what equipment adds to it."""
    agility = state.machine(event.target).unit.agility
    lines = [Modifier(agility, "agility", "hex100.stat-agility", "%")]
    if event.evasion != agility:
        lines.append(Modifier(event.evasion - agility, "equipment", "hex100.stat-agility", "%"))
    return tuple(lines)


def blow_throws(state: State, event: Struck, seat: str | None) -> tuple[Throw, ...]:
    """How damage came about, for those who see both who strikes and who is struck; else the weapon would be told."""
    if not sees(state, seat, event.unit) or (event.by and not sees(state, seat, event.by)):
        return ()
    throws: list[Throw] = []
    if event.face >= 0:
        throws.append(under("penetration", (event.face,), event.penetration, "hex100.stat-penetration"))
    if event.raw:
        first = Modifier(event.raw, "damage of the hit", "hex100.damage-types", "damage")
        total = f"{event.damage} damage"
        throws.append(Throw("damage", modifiers=(first, *event.lines), total=total, rule="hex100.damage-reduction"))
    return tuple(throws)
