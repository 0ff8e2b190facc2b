"""17.1 to 17.3 and 17.7b: what the air adds to distances, and which weapons reach into it and out of it."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.general_concepts.arcs import is_in_arc
from gearlock.systems.blitz.general_concepts.measuring import distance_between, off_board_distance
from gearlock.systems.blitz.lock_and_cover.cover import HIGH
from gearlock.systems.blitz.lock_and_cover.sensing import reach_to
from gearlock.systems.blitz.state import ALOFT, OFF_BOARD, STRAFING, State, Unit
from gearlock.systems.blitz.weapons import AIR, Weapon
from gearlock.table.measure import distance, inches
from gearlock.table.path import Stride
from gearlock.table.polygon import compare_to_segment

PASS = "strafing pass"
PASSED = "passed over "
"""Before the id of an off-board model that an aircraft circled over in this activation."""
SIDES = ("L", "R", "T", "FT")
TURRETS = ("T", "FT")


@rule("blitz.17.7b")
@heeds("blitz.2.13-flying", "blitz.16.1b")
def is_flying(unit: Unit) -> bool:
    """In the air: aircraft, elevated VTOLs, and whoever has just been dropped."""
    return unit.status == ALOFT or ALOFT in unit.tokens


def line_of(state: State, unit: Unit) -> Stride:
    """The line a strafing model flies along: through the middle of the table, from edge to edge."""
    for name, now in (("", state.activation), *state.beside.items()):
        if now is not None and now.unit == unit.id and name in ("", unit.id):
            for mark in now.marks:
                if mark.startswith(PASS):
                    x0, y0, x1, y1 = map(int, mark.removeprefix(PASS).split(","))
                    return Stride(x0, y0, x1, y1, distance(x0, y0, x1, y1))
    return Stride(unit.x, unit.y, unit.x + 1, unit.y, 1)


@rule("blitz.17.3")
@heeds("blitz.17.1", "blitz.17.7b", "blitz.17.2", "blitz.16.1b", "blitz.wtrait.aa")
def attack_distance(state: State, unit: Unit, target: Unit, weapon: Weapon, measured: int | None = None) -> int:
    """How far away a target counts as with this weapon; `measured` is the distance between the two, if it is known.

    Circling adds 12 in both ways, once; strafing and being an elevated VTOL only to weapons without AA. Who strafes
    attacks from wherever on its line it likes, and bombs fall from straight above.
    """
    if weapon.category == AIR:
        return 0
    if STRAFING in unit.tokens:
        beyond = off_board_distance(state, target, unit.seat)
        return _from_line(line_of(state, unit), target, weapon) + beyond
    far = distance_between(state, unit, target) if measured is None else measured
    circles = unit.status == ALOFT or (target.status == ALOFT and STRAFING not in target.tokens)
    if circles or (is_flying(target) and "AA" not in weapon.traits):
        far += HIGH
    return far


def _from_line(line: Stride, target: Unit, weapon: Weapon) -> int:
    """The distance that suits the weapon best of all there are along a line."""
    low, high = 0, line.length
    while low < high:
        middle = (low + high) // 2
        near = compare_to_segment(target.x, target.y, line.x0, line.y0, line.x1, line.y1, middle + target.line.radius)
        low, high = (low, middle) if near <= 0 else (middle + 1, high)
    ends = max(distance(target.x, target.y, line.x0, line.y0), distance(target.x, target.y, line.x1, line.y1))
    return max(low, min(weapon.near, ends - target.line.radius))


@heeds("blitz.17.2", "blitz.17.5a")
def is_under(line: Stride, target: Unit, radius: int = 0) -> bool:
    """Whether a line, or a base of this radius along it, passes over any part of a base."""
    near = radius + target.line.radius
    return compare_to_segment(target.x, target.y, line.x0, line.y0, line.x1, line.y1, near) <= 0


@rule("blitz.17.1", "blitz.17.2", "blitz.17.5a")
@heeds("blitz.17.7b")
def refuse_from_above(state: State, unit: Unit, target: Unit, weapon: Weapon) -> Refusal | None:
    """Why a flying model cannot attack this, or nobody can reach up to it so."""
    if weapon.category == AIR and STRAFING not in unit.tokens:
        return _refuse_drop(state, unit, target, weapon)
    if weapon.is_melee and is_flying(target):
        return Refusal("aloft", "blitz.17.7b", f"The {target.name} is in the air, out of reach of any blow.")
    if unit.status != ALOFT:
        return None
    if STRAFING in unit.tokens:
        return _refuse_strafing(state, unit, target, weapon)
    parts = weapon.arc.replace("/", "+").split("+")
    if is_flying(target):
        ahead = is_in_arc(unit, "F", target.body) and {"F", *TURRETS} & {*parts}
        return None if ahead else Refusal("arc", "blitz.17.1", "Circling, flyers are attacked with forward weapons.")
    if {*SIDES} & {*parts}:
        return None
    return Refusal(
        "arc", "blitz.17.1", f"Circling, the {unit.name} attacks the ground with weapons to its sides alone."
    )


@heeds("blitz.17.5a", "blitz.16.2c")
def _refuse_drop(state: State, unit: Unit, target: Unit, weapon: Weapon) -> Refusal | None:
    """Circling, only off-board models are bombed, over which the move has led."""
    now = state.activation
    if unit.status == ALOFT and now is not None and now.unit == unit.id and PASSED + target.id in now.marks:
        return None
    message = f"The {weapon.id} is dropped in a strafing pass, or on off-board models that were circled over."
    return Refusal("drop", "blitz.17.5a", message)


def _refuse_strafing(state: State, unit: Unit, target: Unit, weapon: Weapon) -> Refusal | None:
    """Under its line, or with a turret in detection range of it; never another flyer."""
    if is_flying(target):
        return Refusal("flyer", "blitz.17.2", "In a strafing pass no other flyer is attacked.")
    line, turret = line_of(state, unit), {*TURRETS} & {*weapon.arc.replace("/", "+").split("+")}
    under = target.status != OFF_BOARD and is_under(line, target)
    if not under and (weapon.category == AIR or not turret):
        return Refusal("line", "blitz.17.2", f"The {target.name} is not under the line the {unit.name} flies.")
    reach = reach_to(state, unit, target)
    far = attack_distance(state, unit, target, weapon)
    if weapon.category != AIR and far > max(reach, weapon.near):
        message = f"The {target.name} is {inches(far)} in from the line, and detected within {inches(reach)} in."
        return Refusal("detection", "blitz.17.2", message)
    return None
