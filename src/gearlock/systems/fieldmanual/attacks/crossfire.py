"""Crossfire: attacks on one target along lines that lie more than 90 degrees apart."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.attacks.uses import SUBOPTIMAL
from gearlock.systems.fieldmanual.damage.sides import armor_of
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.systems.fieldmanual.under_way import Shot


@heeds("fieldmanual.crossfire")
def counts_for_crossfire(target: Unit, band: int, multiplier: int) -> bool:
    """Whether an attack matters at all: from Suboptimal range or nearer, with a DM of a third of the Armor."""
    return band <= SUBOPTIMAL and 3 * multiplier >= armor_of(target)


@rule("fieldmanual.crossfire")
def is_crossfire(state: State, attacker: Unit, target: Unit, band: int, multiplier: int) -> bool:
    """Whether an attack comes more than 90 degrees away from an earlier one of this round by somebody else."""
    if not counts_for_crossfire(target, band, multiplier):
        return False
    return any(
        shot.target == target.id and not _is_same(state, shot, attacker) and _is_apart(state, shot, attacker, target)
        for shot in state.shots
    )


def _is_same(state: State, shot: Shot, attacker: Unit) -> bool:
    """Whether the earlier attack was the model's own, or one of its Combined Model."""
    earlier = state.units[shot.attacker]
    return earlier.id == attacker.id or bool(attacker.team and earlier.team == attacker.team)


def _is_apart(state: State, shot: Shot, attacker: Unit, target: Unit) -> bool:
    """More than 90 degrees: the earlier line as it was; once the target has moved, from where its attacker is now."""
    moved = (target.x, target.y) != (shot.target_x, shot.target_y)
    earlier = state.units[shot.attacker]
    x, y = (earlier.x, earlier.y) if moved else (shot.x, shot.y)
    return (x - target.x) * (attacker.x - target.x) + (y - target.y) * (attacker.y - target.y) < 0
