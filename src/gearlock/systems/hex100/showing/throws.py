"""The dice behind a line of the story, as far as a seat may know them.

Dice are open to whoever reads of them at all; what made a number is for the side whose number it is, for locks, siege
modes and defences are nobody else's business.
"""

from __future__ import annotations

from gearlock.kernel.view import Modifier, Throw
from gearlock.systems.hex100.cyber.e_war import e_war_modifiers
from gearlock.systems.hex100.fighting.events import Fired, Struck
from gearlock.systems.hex100.hiding.beacons import is_beacon
from gearlock.systems.hex100.showing.lines import owns, sees
from gearlock.systems.hex100.state import State

SIDES = 100


def under(label: str, faces: tuple[int, ...], number: int, rule: str, lines: tuple[Modifier, ...] = ()) -> Throw:
    """Dice that must stay under a number, those that do marked."""
    counts = tuple(face < number for face in faces)
    made = f"{sum(counts)} of {len(faces)}" if len(faces) > 1 else "yes" if any(counts) else "no"
    return Throw(label, faces, SIDES, counts, lines, f"needs under {number}: {made}", rule)


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


def e_war_throw(state: State, unit: str, face: int, number: int, rule: str, seat: str | None) -> tuple[Throw, ...]:
    """A die against the e-war rating of a unit, for its own side alone. A beacon has less than its lines come to."""
    if not owns(state, seat, unit):
        return ()
    lines = tuple(e_war_modifiers(state, state.units[unit]))
    missing = number - sum(line.value for line in lines)
    if missing:
        why = (
            ("a beacon", "hex100.attr-beacon") if is_beacon(state.units[unit]) else ("at most 100", "hex100.stat-ewar")
        )
        lines += (Modifier(missing, *why, "%"),)
    return (under("e-war", (face,), number, rule, lines),)
