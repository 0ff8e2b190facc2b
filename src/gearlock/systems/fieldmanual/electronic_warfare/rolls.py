"""Rolls with Comm: EW Skill and Comm rating, what damage takes off them, and what ECM and ECCM add."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.dice_tests.tests import EW, Test, damage_lines, skill_dice, stun_lines
from gearlock.systems.fieldmanual.state import State, Unit

ECM, ECCM = "Electronic Countermeasures", "Electronic Counter-Countermeasures"
HOMING, UPLINK, BACKUP = "EW Homing", "Satellite Uplink", "Backup Comms"

Thrower: TypeAlias = Callable[[Ctx[State], Test], Script[Result]]
"""How a test is made: `throw_test`, or `resolve_test` with re-rolls."""


@rule("fieldmanual.perk-backup-comms")
def comm_damage_lines(unit: Unit) -> list[Modifier]:
    """What damage takes off a roll with Comm: with Backup Comms a point less."""
    lines = damage_lines(unit)
    if not unit.perk(BACKUP):
        return lines
    return [Modifier(line.value + 1, line.label, line.rule, line.unit) for line in lines if line.value + 1]


@heeds("fieldmanual.card-electronics", "fieldmanual.ecm-block")
def comm_lines(unit: Unit) -> list[Modifier]:
    """EW Skill + Comm, with damage and Stun."""
    lines = [skill_dice(unit, EW)]
    if unit.card.comm:
        lines.append(result(unit.card.comm, "Comm", "fieldmanual.card-electronics"))
    return [*lines, *comm_damage_lines(unit), *stun_lines(unit, EW)]


@rule("fieldmanual.perk-ecm")
@heeds("fieldmanual.ecm-block", "fieldmanual.ecm-combined")
def ecm_test(unit: Unit, helpers: int, against: str) -> Test:
    """The roll of a jammer: its ECM rating, and a die for each model that helps."""
    lines = [*comm_lines(unit), result(unit.perk(ECM), "ECM", "fieldmanual.perk-ecm")]
    if helpers:
        lines.append(dice(helpers, "In concert", "fieldmanual.ecm-combined"))
    return Test("ECM", unit.id, tuple(lines), "fieldmanual.ecm-block", target=against)


@rule("fieldmanual.perk-eccm")
@heeds("fieldmanual.eccm")
def eccm_test(unit: Unit, friend: str) -> Test:
    """The roll of who aids a friend against ECM."""
    lines = (*comm_lines(unit), *eccm_lines(unit))
    return Test("ECCM", unit.id, lines, "fieldmanual.eccm", target=friend)


@heeds("fieldmanual.eccm")
def eccm_lines(unit: Unit) -> list[Modifier]:
    """The ECCM rating, which a model always adds to its own EW rolls when ECM is used against it."""
    rating = unit.perk(ECCM)
    return [result(rating, "ECCM", "fieldmanual.perk-eccm")] if rating else []


@heeds("fieldmanual.ecm-block", "fieldmanual.eccm", "fieldmanual.event-em-storm")
def origin_test(unit: Unit, against: str) -> Test:
    """The roll of the model whose Comm Event is contested."""
    lines = (*comm_lines(unit), *eccm_lines(unit))
    return Test("Comm", unit.id, lines, "fieldmanual.ecm-block", target=against)


@heeds("fieldmanual.perk-ew-homing")
def homing_test(unit: Unit, target: str) -> Test:
    """The Comm test of either side of EW Homing."""
    return Test("EW homing", unit.id, tuple(comm_lines(unit)), "fieldmanual.perk-ew-homing", target=target)
